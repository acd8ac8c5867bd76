/* SPDX-License-Identifier: MIT */
/*
 * budget.h - what a campaign gives up so that it ends in time.
 *
 *      repetition   0   1   2   3  ...   before each, from the second on: what will the rest take?
 *                                        (the plan's seconds, times the pace of each program so far)
 *
 *      1. Repetitions are given up from the last one on, down to the fewest that carry an interval (student.h).
 *      2. A cell that would still end too late does not begin (campaign.c), and the run says so.
 *
 * The budget is computed anew before each repetition, so on a machine that has become quiet it may keep more. The
 * caller supplies the time.
 */
#ifndef CUCKOOBENCH_BUDGET_H
#define CUCKOOBENCH_BUDGET_H

#include "harness/plan/plan.h"

enum { BUDGET_PROGRAMS = 48 };

struct budget {
	double seconds; /* 0: no limit */
	unsigned reps;  /* repetitions to keep, as far as is known */
	bool late;      /* even the fewest repetitions would end too late */
	struct budget_pace {
		const struct program *program;
		double took, expected; /* seconds, and by the plan */
	} pace[BUDGET_PROGRAMS];
};

void budget_begin(struct budget *, double seconds);
/* Records how long a timed cell took. */
void budget_learns(struct budget *, const struct planned *, double seconds);
/* Computes anew how many repetitions to keep, `passed` seconds after the beginning. The n cells at `left` have not
 * begun; the first of them begins a repetition. Returns true if `reps` or `late` has changed. */
bool budget_look(struct budget *, const struct planned *left, size_t n, double passed);
/* Says by notice() what budget_look found. */
void budget_say(const struct budget *);
bool budget_keeps(const struct budget *, const struct planned *);

#endif
