/* SPDX-License-Identifier: MIT */
/*
 * peel_size.c - how many cells so many keys take, and how long a fuse filter's segments are.
 *
 *      cells         as the sources say, which found them by experiment; xor a few more where few would do
 *      segment       longer: its keys are more equally many      shorter: its ends, two or three segments, are less
 *
 *                    |////|   |   |   |   |   |////|       n keys start in `starts` cells: load n / starts
 *                    few keys                             peeling begins at the ends and must not stop between
 *
 * A graph of segments peels off, however many they are, up to a load that is below a threshold: 0.918 with three cells
 * a key and 0.977 with four (Walzer, "Peeling close to the orientability threshold: spatial coupling in
 * hashing-based data structures", SODA 2021). The cells at the ends are no starts, so longer segments raise the load.
 * In short ones chance raises it somewhere: by about 1 / sqrt(length) in one of them, and there are many. Between both
 * is a best length for so many keys. docs/design/peeled.md has the measurements.
 */
#include "baselines/peeled/peel_build.h"

#include <math.h>

/* --- as the sources have it ------------------------------------------------------------------------------------ */

/* An xor filter's cells: 32 and 1.23 a key. */
static double
xor_cells(size_t n)
{
	return 32 + 1.23 * (double)n;
}

/* log2 of a fuse filter's segment as in the authors' programs. A floor that is a round elsewhere fails more builds. */
static unsigned
fuse_log2(enum peel_graph graph, double n)
{
	const double log2 = graph == PEEL_FUSE3 ? log(n) / log(3.33) + 2.25 : log(n) / log(2.91) - 0.5;

	return n <= 1 || log2 < 0 ? (graph == PEEL_FUSE3 ? 2 : 0) : log2 > PEEL_OFFSET ? PEEL_OFFSET : (unsigned)log2;
}

/* How many cells a fuse filter has a key, as there; at least so many. */
static double
fuse_factor(enum peel_graph graph, double n, double least)
{
	return fmax(least, graph == PEEL_FUSE3 ? 0.875 + 0.25 * log(1e6) / log(n) : 0.77 + 0.305 * log(6e5) / log(n));
}

/* So many cells a key, in whole segments of 2^log2. */
static void
fuse_size(enum peel_graph graph, struct peel_map *m, size_t n, unsigned log2, double least)
{
	const uint64_t cells = n <= 1 ? 0 : (uint64_t)round((double)n * fuse_factor(graph, (double)n, least));
	uint64_t segments;

	m->log2 = log2;
	m->length = UINT64_C(1) << log2;
	segments = (cells + m->length - 1) / m->length;
	segments = segments < peel_arity(graph) ? 1 : segments - (peel_arity(graph) - 1);
	m->starts = segments * m->length;
}

void
peel_size_published(enum peel_graph graph, struct peel_map *m, size_t n)
{
	if (graph == PEEL_XOR)
		m->length = (uint64_t)xor_cells(n) / 3;
	else
		fuse_size(graph, m, n, fuse_log2(graph, (double)n), graph == PEEL_FUSE3 ? 1.125 : 1.075);
}

/* --- as it is here --------------------------------------------------------------------------------------------- */

/*
 * The least number of keys for which segments have 2^0, 2^1, ... cells.
 *
 * fuse3: the sources' up to 2^7 and from 2^15 on. Between them a segment doubles at up to 2.6 times as many keys as
 * there, where the doubled one fails as rarely: just after the sources' doubling it fails in up to 99 of 100 cases.
 * No table grows by that.
 *
 * fuse4: the sources' segments are too short for few keys; 4 of 10 seeds fail with a dozen. A segment doubles before
 * one in twelve fails. From 2^9 on it does so where that costs less than one cell in a hundred.
 */
static const uint32_t fuse3_from[PEEL_OFFSET + 1] = {0,       0,       0,        3,        9,        28,     92,
                                                     304,     2600,    8600,     26000,    70000,    200000, 680000,
                                                     1800000, 4583150, 15261887, 50822082, 169237530};
static const uint32_t fuse4_from[PEEL_OFFSET + 1] = {0,       2,        2,        10,        54,       233,    915,
                                                     2956,    8772,     25000,    72000,     190000,   430000, 1400000,
                                                     5326579, 15500344, 45106001, 131258461, 381962121};

static unsigned
fuse_best_log2(enum peel_graph graph, size_t n)
{
	const uint32_t *from = graph == PEEL_FUSE3 ? fuse3_from : fuse4_from;
	unsigned log2 = PEEL_OFFSET;

	while (n < from[log2])
		log2--;
	return log2;
}

/*
 * An xor filter's graph peels off up to 0.81847 keys a cell when it is infinite: 1.2218 cells a key. Of n keys the
 * threshold varies by some sqrt(n). The sources' 32 and 0.0082 n above that are less than 1.55 sqrt(n) from 550 keys to
 * 29,000: with 3000 keys, 1.03 sqrt(n), a sixth of the seeds fail. With 1.55 it is one in sixteen. That is below one
 * cell in a hundred more.
 */
static double
xor_best_cells(size_t n)
{
	return fmax(xor_cells(n), 1.2218 * (double)n + 1.55 * sqrt((double)n));
}

void
peel_size(enum peel_graph graph, struct peel_map *m, size_t n)
{
	if (graph == PEEL_XOR)
		m->length = (uint64_t)xor_best_cells(n) / 3;
	else /* of a million keys the sources' 1.125 fail in one of eleven cases, which is too near */
		fuse_size(graph, m, n, fuse_best_log2(graph, n), graph == PEEL_FUSE3 ? 1.1275 : 1.075);
}

bool
peel_size_given(enum peel_graph graph, struct peel_map *m, uint64_t starts, uint64_t length)
{
	m->starts = starts, m->length = length;
	if (graph == PEEL_XOR)
		return starts == 0 && length > 0 && length <= UINT32_MAX;
	if (length == 0 || length & (length - 1) || length > UINT64_C(1) << PEEL_OFFSET)
		return false;
	m->log2 = (unsigned)__builtin_ctzll(length);
	return starts > 0 && starts <= UINT32_MAX && starts % length == 0;
}
