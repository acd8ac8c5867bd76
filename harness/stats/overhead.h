/* SPDX-License-Identifier: MIT */
/*
 * overhead.h - which filter costs least in all: the arithmetic of Lang, Neumann, Kemper and Boncz, "Performance-Optimal
 * Filtering: Bloom Overtakes Cuckoo at High Throughput", PVLDB 12(5), 2019.
 *  A filter stands before work, a probe of a hash table or a read from a disk, that costs t_w for a key. It takes t_l
 * to ask for a key, and of the keys that are absent, a share 1 - p of all, lets the share fpr through. What it costs a
 * key, beyond work that nobody can save, is
 *
 *      rho = t_l + (1 - p) fpr t_w
 *
 *      rho |   a     /                over t_w each filter is a straight line: its time where it begins, its false positives
 *          |       /     __--b        the slope. The least of them all is made of pieces, from the fastest filter to the one
 *          |     /___---              with the fewest false positives: the envelope.
 *          |___--/
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
	double time;  /* t_l, ns; NaN: not known, and it takes no part */
	double slope; /* (1 - p) fpr */
};

double overhead_at(struct overhead_line, double work);

/* From this t_w on, up to the next piece's, this line is the least. */
struct overhead_piece {
	size_t line;
	double from;
};

/* Writes the envelope's pieces over t_w >= 0, the first from 0 on, and says how many; at most n. Of equal lines the
 * first counts. */
size_t overhead_envelope(const struct overhead_line *, size_t n, struct overhead_piece *);

/* What a filter was measured at: times of the rounds, and a count of false positives. */
struct overhead_measured {
	const double *time;            /* of a lookup, ns, in each of the rounds */
	uint64_t positives, negatives; /* false positives among so many absent keys */
	const void *table;             /* filters on one table have one rate, however little of it is known */
};

/*
 * How many times the overhead of b is that of a, round by round, in the first n <= 1000 rounds of both. The interval
 * holds with 1 - level whatever the times' distribution, counting errors included: a half of the level is the times',
 * the other half the rates'.
 */
struct paired overhead_advantage(const struct overhead_measured *a, const struct overhead_measured *b, size_t n,
                                 double absent, double work, double level);

#endif
