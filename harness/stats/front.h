/* SPDX-License-Identifier: MIT */
/*
 * front.h - who is on the Pareto front of two costs: the size of a table, which stays, and a time, measured again and
 * again.
 *
 *      ns |  a                 a dominates b in a repetition if it takes no more bits and was faster. Who is dominated
 *         |     o b            by none is on the front: a, c and d, but not b.
 *         |  c
 *         |           d        Times of one repetition are comparable, because all took turns in it. So the front is
 *         '------------- bits  found in each of them, and counted: a is on it in 7 of 7.
 */
#ifndef CUCKOOBENCH_FRONT_H
#define CUCKOOBENCH_FRONT_H

#include <stddef.h>

struct front {
	double bits;
	const double *time; /* by repetition; NaN: it took no part */
	size_t on, of;      /* repetitions in which it was on the front, and in which it took part */
};

/* Counts the repetitions. Whoever takes no part in one dominates nobody there. */
void front_count(struct front *, size_t n, size_t repetitions);

#endif
