/* SPDX-License-Identifier: MIT */
/*
 * by_round.h - the samples of one experiment by round, for points that compare values measured in one round.
 *
 *      by_round_read(b, place)     value of round 0, 1, ...; NaN where there is none
 *      by_round_add(points, ...)   the median of such values over the rounds that have one, with its interval
 *
 * As everywhere, the last attempt of a cell counts.
 */
#ifndef CUCKOOBENCH_BY_ROUND_H
#define CUCKOOBENCH_BY_ROUND_H

#include "harness/run/samples.h"

/* More rounds than any scale has; further rounds are ignored. */
enum { BY_ROUND_MOST = 256 };

struct by_round {
	const struct sample **at; /* sorted */
	size_t count;
};

/* Sorts the samples of the experiment `exp`, which the caller keeps; by_round_free frees the index. */
void by_round_make(struct by_round *, const char *exp, const struct samples *);
void by_round_free(struct by_round *);
/* Fills value[round], NaN where there is none. Returns the number of rounds that have a value. */
size_t by_round_read(const struct by_round *, const char *panel, const char *series, const char *metric, double x,
                     double value[BY_ROUND_MOST]);
/* Adds the median of the finite values as a point; adds nothing if there are none. */
void by_round_add(struct points *, const char *panel, const char *series, double x, const char *metric,
                  const char *unit, const double value[BY_ROUND_MOST]);

#endif
