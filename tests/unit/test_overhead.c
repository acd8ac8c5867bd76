/* SPDX-License-Identifier: MIT */
/* test_overhead.c - the least overhead of several filters, by made-up costs: the envelope is the least line everywhere,
 * and an advantage is separated or not. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/exp/overhead_points.h"
#include "harness/stats/overhead.h"

#include <math.h>

enum { LINES = 40, ROUNDS = 15 };

/* Lang et al.'s picture: a register-blocked Bloom filter is fast and errs more; a cuckoo filter is slower and errs
 * less. */
TEST(bloom_overtakes_cuckoo)
{
	const struct overhead_line line[] = {{20, 0.0018}, {9, 0.0080}, {40, 0.0020}, {12, 0.0040}, {24, 0.00012}};
	struct overhead_piece piece[COUNT_OF(line)];
	const size_t n = overhead_envelope(line, COUNT_OF(line), piece);

	assert_int_equal(n, 3);
	assert_int_equal(piece[0].line, 1);
	assert_true(piece[0].from == 0);
	assert_int_equal(piece[1].line, 3);
	assert_true(fabs(piece[1].from - 3 / 0.0040) < 1e-6); /* 9 + 0.008 t = 12 + 0.004 t */
	assert_int_equal(piece[2].line, 4);                   /* before the first, which is never the least */
	assert_true(fabs(piece[2].from - 12 / (0.0040 - 0.00012)) < 1e-6);
}

TEST(the_envelope_is_the_least)
{
	uint64_t random = test_stream("envelope");

	for (int trial = 0; trial < 2000; trial++) {
		struct overhead_line line[LINES];
		struct overhead_piece piece[LINES];
		const size_t n = 1 + rng_next(&random) % LINES;
		size_t pieces, at = 0;

		for (size_t i = 0; i < n; i++) /* few values, so that many are equal */
			line[i] = (struct overhead_line){1 + (double)(rng_next(&random) % 16),
			                                 (double)(rng_next(&random) % 16) / 64};
		pieces = overhead_envelope(line, n, piece);
		require(pieces >= 1 && pieces <= n && piece[0].from == 0, "%zu pieces of %zu lines", pieces, n);
		for (double work = 0; work < 2000; work += 0.25) {
			double least = INFINITY;

			for (size_t i = 0; i < n; i++)
				least = fmin(least, overhead_at(line[i], work));
			while (at + 1 < pieces && piece[at + 1].from <= work) {
				require(piece[at + 1].from > piece[at].from || at == 0, "a piece of no length");
				at++;
			}
			require(overhead_at(line[piece[at].line], work) <= least * (1 + 1e-12),
			        "%g at %g, where %g is the least", overhead_at(line[piece[at].line], work), work,
			        least);
		}
	}
}

TEST(what_is_not_known_takes_no_part)
{
	const struct overhead_line some[] = {{NAN, 0}, {5, 0.5}, {NAN, 0.1}, {6, 0.25}}, none[] = {{NAN, 0}};
	struct overhead_piece piece[4];

	assert_int_equal(overhead_envelope(some, 0, piece), 0);
	assert_int_equal(overhead_envelope(none, 1, piece), 0);
	assert_int_equal(overhead_envelope(some, 4, piece), 2);
	assert_int_equal(piece[0].line, 1);
	assert_int_equal(piece[1].line, 3);
	assert_true(piece[1].from == 4);
}

/* --- advantage ---------------------------------------------------------------------------------------------- */

static const double twenty[ROUNDS] = {20, 21, 19, 20, 20, 22, 20, 18, 20, 20, 21, 20, 19, 20, 20};
static const double ten[ROUNDS] = {10, 10.5, 9.6, 10, 10.1, 11, 10, 9, 10, 9.9, 10.5, 10, 9.5, 10, 10};

TEST(a_clear_advantage_is_separated)
{
	const struct overhead_measured fast = {.time = ten, .positives = 8000, .negatives = 1000000, .table = ten};
	const struct overhead_measured exact = {
		.time = twenty, .positives = 120, .negatives = 1000000, .table = twenty};
	struct paired at_once = overhead_advantage(&fast, &exact, ROUNDS, 1, 0, 0.05);
	struct paired at_last = overhead_advantage(&fast, &exact, ROUNDS, 1, 1e6, 0.05);

	assert_int_equal(paired_separated(&at_once), 1);
	assert_true(fabs(at_once.ratio - 2) < 0.05 && at_once.lo > 1.9 && at_once.hi < 2.1);
	assert_int_equal(paired_separated(&at_last), -1);
	assert_true(fabs(at_last.ratio - 140.0 / 8010) < 1e-4);
	/* They are even where the cost of an error is 10 ns of difference in time over the difference in rates. */
	at_once = overhead_advantage(&fast, &exact, ROUNDS, 1, 10 / (0.0080 - 0.00012), 0.05);
	assert_int_equal(paired_separated(&at_once), 0);
	/* With half of the keys present, there are half the errors. */
	at_once = overhead_advantage(&fast, &exact, ROUNDS, 0.5, 20 / (0.0080 - 0.00012), 0.05);
	assert_int_equal(paired_separated(&at_once), 0);
}

TEST(counts_that_say_little_decide_little)
{
	const struct overhead_measured a = {.time = ten, .positives = 3, .negatives = 1000, .table = ten};
	const struct overhead_measured b = {.time = ten, .positives = 6, .negatives = 1000, .table = twenty};
	const struct overhead_measured more_a = {.time = ten, .positives = 3000, .negatives = 1000000, .table = ten};
	const struct overhead_measured more_b = {.time = ten, .positives = 6000, .negatives = 1000000, .table = twenty};
	const struct overhead_measured kernel = {.time = twenty, .positives = 3, .negatives = 1000, .table = ten};
	struct paired p = overhead_advantage(&a, &b, ROUNDS, 1, 1e6, 0.05);

	assert_int_equal(paired_separated(&p), 0);
	assert_true(p.lo < p.ratio && p.ratio < p.hi);
	p = overhead_advantage(&more_a, &more_b, ROUNDS, 1, 1e6, 0.05);
	assert_int_equal(paired_separated(&p), 1);
	/* Two kernels of one table: the uncertainty of its rate is the same for both. */
	p = overhead_advantage(&a, &kernel, ROUNDS, 1, 1e4, 0.05);
	assert_int_equal(paired_separated(&p), 1);
	assert_true(p.lo < p.ratio && p.ratio < p.hi);
}

TEST(few_rounds_decide_nothing)
{
	const struct overhead_measured a = {.time = ten, .positives = 1, .negatives = 100, .table = ten};
	const struct overhead_measured b = {.time = twenty, .positives = 1, .negatives = 100, .table = ten};
	struct paired p = overhead_advantage(&a, &b, 5, 1, 0, 0.05);

	assert_int_equal(paired_separated(&p), 0);
	assert_true(isnan(p.lo) && fabs(p.ratio - 2) < 0.05);
	p = overhead_advantage(&a, &b, 6, 1, 0, 0.05);
	assert_int_equal(paired_separated(&p), 1);
	p = overhead_advantage(&a, &b, 6, 1, 100, 0.05); /* half of the level belongs to the rates */
	assert_int_equal(paired_separated(&p), 0);
}
