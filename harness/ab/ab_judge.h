/* SPDX-License-Identifier: MIT */
/*
 * ab_judge.h - what the rounds of `cuckoobench ab` say of one operation.
 *
 *      round   | OLD | NEW | OLD again |      NEW / OLD: the change          its interval excludes 1: faster, slower; else not separated
 *                                             OLD again / OLD: the control   its interval excludes 1: disturbed, whatever the change is
 *  Both are medians of the quotients round by round, with the interval between two order statistics (stats.h) at one
 * level. Two instances of one build differ in nothing but where their memory lies and what the machine did meanwhile: a
 * row in which that can be told apart is no row to tell builds apart by.
 */
#ifndef CUCKOOBENCH_AB_JUDGE_H
#define CUCKOOBENCH_AB_JUDGE_H

#include "harness/stats/stats.h"

enum ab_side { AB_OLD, AB_NEW, AB_CONTROL, AB_SIDES };

/* What one side did in one round: operations and nanoseconds, both above 0. */
struct ab_slice {
	uint64_t keys, ns;
};
struct ab_round {
	struct ab_slice by[AB_SIDES];
};

enum ab_verdict { AB_FASTER, AB_SLOWER, AB_NOT_SEPARATED, AB_DISTURBED, AB_VERDICTS };
extern const char *const ab_verdict_names[AB_VERDICTS];

struct ab_judged {
	struct paired change, control; /* quotients of speeds: above 1 is faster than OLD */
	enum ab_verdict verdict;
};

enum { AB_ROUNDS_MOST = 500 };

/* Of 1 to 2 * AB_ROUNDS_MOST rounds, at this level of wrongly telling either apart. */
struct ab_judged ab_judge(const struct ab_round *, size_t rounds, double level);
/* Rounds below which no interval is to be had at that level. */
size_t ab_rounds_needed(double level);

#endif
