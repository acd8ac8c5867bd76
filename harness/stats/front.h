/* SPDX-License-Identifier: MIT */
/*
 * front.h - who is on the Pareto front of two costs: the size of a table, which stays, and a time, measured in rounds.
 *
 *      ns |  a                 a dominates b in a round if it takes no more bits and was faster. Who is dominated
 *         |     o b            by none is on the front: a, c and d, but not b.
 *         |  c
 *         |           d        Times of one round are comparable, because they are within a second of each other. So
 *         '------------- bits  the front is found in each round, and counted: a is on it in 31 of 31 rounds.
 */
#ifndef CUCKOOBENCH_FRONT_H
#define CUCKOOBENCH_FRONT_H

#include <stddef.h>

struct front {
	double bits;
	const double *time; /* by round; NaN: it took no part */
	size_t on, of;      /* rounds in which it was on the front, and in which it took part */
};

/* Counts the rounds. Whoever takes no part in a round dominates nobody there. */
void front_count(struct front *, size_t n, size_t rounds);

#endif
