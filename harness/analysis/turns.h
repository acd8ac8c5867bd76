/* SPDX-License-Identifier: MIT */
/* turns.h - the values of several lines turn by turn: in which processes and rounds they were measured. */
#ifndef CUCKOOBENCH_TURNS_H
#define CUCKOOBENCH_TURNS_H

#include "harness/analysis/run_data.h"

/* The turns of one series, in their order. */
struct turns {
	size_t n;
	uint64_t *at;
};

/* The caller frees turns.at. */
struct turns turns_of(struct samples_at);
/* Returns the values in these turns, NaN where there is none. The caller frees them. */
double *turns_read(const struct turns *, struct samples_at, double (*of)(const struct sample *));
/* The same of what is measured once a process: each turn has the value of its process. */
double *turns_read_once(const struct turns *, struct samples_at, double (*of)(const struct sample *));

#endif
