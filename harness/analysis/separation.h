/* SPDX-License-Identifier: MIT */
/*
 * separation.h - how small a difference between two filters a run can see, by experiment.
 *
 *      every two filters of an experiment, at one place: quotients, repetition by repetition --> their spread
 *      the median of all spreads, repetitions --> the least difference that is separated in four runs of five (power.h)
 */
#ifndef CUCKOOBENCH_SEPARATION_H
#define CUCKOOBENCH_SEPARATION_H

#include <stdbool.h>
#include <stddef.h>

struct experiment;
struct run_data;

struct separation {
	size_t pairs;       /* of filters, at all places together; 0: nothing is known */
	size_t repetitions; /* the most that two have in common */
	bool rounds;        /* they are rounds of a single process (stats.h) */
	double spread;      /* the median standard deviation of the logarithms of the quotients */
	double least;       /* the difference, as a share: 0.08 is 8 %; INFINITY: none, however large */
};

/* For a comparison that stands alone, at 0.05. An untimed experiment has none. */
struct separation separation_of(const struct run_data *, const struct experiment *);
/* Writes "8.3 % (10 repetitions, whose quotients spread by 6.0 %)", or "31 rounds of one process". Returns text. */
enum { SEPARATION_TEXT = 120 };
const char *separation_text(const struct separation *, char text[SEPARATION_TEXT]);

#endif
