/* SPDX-License-Identifier: MIT */
/*
 * budget.h - what a campaign gives up so that it ends in time.
 *
 *      what, the least wanted first       1. whole studies (groups.h), the last one of the list first; one stays
 *                                         2. repetitions of deterministic cells, down to three
 *                                         3. repetitions of timed cells, down to three
 *                                         4. then a cell that would end too late does not begin (campaign.c)
 *
 *      when         before the first cell |  cell  cell  cell | before each repetition from the second on
 *      known by     the plan's seconds                          the plan's, times the pace of each program so far
 *
 * Three are the fewest repetitions that carry an interval (student.h). On a machine that has become quiet repetitions
 * come back; a study that was given up stays so, because its first cells have been passed over. The caller supplies the
 * time.
 */
#ifndef CUCKOOBENCH_BUDGET_H
#define CUCKOOBENCH_BUDGET_H

#include "harness/plan/plan.h"

enum { BUDGET_PROGRAMS = 48, BUDGET_TEXT = 400 };

/* What is kept: studies and repetitions with numbers below these. All bits set: everything. */
struct budget_kept {
	size_t studies;
	unsigned fixed, timed; /* repetitions of deterministic cells, and of timed ones */
};

struct budget {
	double seconds; /* 0: no limit */
	size_t jobs;    /* deterministic cells that run at one time */
	struct budget_kept kept;
	bool late; /* even the least would end too late */
	struct budget_pace {
		const struct program *program;
		double took, expected; /* seconds, and by the plan */
	} pace[BUDGET_PROGRAMS];
};

/* Sorts deterministic cells by how much they are wanted: by study and repetition, the longest first. */
void budget_order(struct plan *);
/* Decides what of the plan's unfinished cells to keep. seconds: the time budget; 0: all is kept. */
void budget_begin(struct budget *, const struct plan *, double seconds);
/* Records how long a cell took. */
void budget_learns(struct budget *, const struct planned *, double seconds);
/* Decides anew, `passed` seconds after the beginning. The n cells at `left` have not begun; the first of them begins a
 * repetition. Returns true if there is something to say. */
bool budget_look(struct budget *, const struct planned *left, size_t n, double passed);
bool budget_keeps(const struct budget *, const struct planned *);
/* Is its whole study given up? */
bool budget_drops_study(const struct budget *, const struct planned *);
/* What is kept of these n cells: "5 of 10 repetitions of timed parts; nothing of @keys"; "all of it". */
const char *budget_text(const struct budget *, const struct planned *, size_t n, char text[BUDGET_TEXT]);
/* Says by notice() what budget_look found about them. */
void budget_say(const struct budget *, const struct planned *, size_t n);

#endif
