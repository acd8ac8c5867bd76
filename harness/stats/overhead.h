/* SPDX-License-Identifier: MIT */
/*
 * overhead.h - which filter costs least overall: the arithmetic of Lang, Neumann, Kemper and Boncz,
 * "Performance-Optimal Filtering: Bloom Overtakes Cuckoo at High Throughput", PVLDB 12(5), 2019.
 *  A filter stands before work, such as a probe of a hash table or a read from a disk, that costs t_w for a key. A
 * lookup takes t_l. A share 1 - p of all keys is absent, and the filter lets a share fpr of those through. Its cost per
 * key, beyond work that nobody can save, is
 *
 *      rho = t_l + (1 - p) fpr t_w
 *
 *      rho |   a     /                over t_w each filter is a straight line: it begins at the filter's time,
 *          |       /     __--b        and its slope is the share of false positives. The least of all lines
 *          |     /___---              consists of pieces, from the fastest filter to the one with the fewest
 *          |___--/                    false positives: the envelope.
 *          |   /    _________c
 *          | /------
 *          +--------------------- t_w
 *          |-a-|-------c
 */
#ifndef CUCKOOBENCH_OVERHEAD_H
#define CUCKOOBENCH_OVERHEAD_H

#include "harness/stats/stats.h"

#include <stddef.h>
#include <stdint.h>

struct overhead_line {
	double time;  /* t_l in ns; NaN: not known, the line is left out */
	double slope; /* (1 - p) fpr */
};

double overhead_at(struct overhead_line, double work);

/* One piece of the envelope: this line is the least from this t_w on, up to the next piece's. */
struct overhead_piece {
	size_t line;
	double from;
};

/* Writes the pieces of the envelope over t_w >= 0, the first from 0 on. Returns their number, at most n. Of equal lines
 * the first counts. */
size_t overhead_envelope(const struct overhead_line *, size_t n, struct overhead_piece *);

/* The measurements of a filter: times of the rounds, and a count of false positives. */
struct overhead_measured {
	const double *time;            /* of a lookup in ns, for each of the rounds */
	const uint64_t *turn;          /* of each; NULL: all are of one process (stats.h) */
	uint64_t positives, negatives; /* false positives, and the absent keys looked up */
	/* Filters on one table share one false positive rate, however uncertain it is. */
	const void *table;
};

/*
 * Returns how many times the overhead of a that of b is, round by round, in the first n <= 1000 rounds of both. The
 * interval holds with probability 1 - level (paired_log_ratio), and includes counting errors. Half of the level goes to
 * the times, half to the rates.
 */
struct paired overhead_advantage(const struct overhead_measured *a, const struct overhead_measured *b, size_t n,
                                 double absent, double work, double level);

#endif
