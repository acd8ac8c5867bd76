/* SPDX-License-Identifier: MIT */
/*
 * ab_judge.h - the verdict on one operation from the rounds of `cuckoobench ab`.
 *
 *      process 0   | OLD | NEW | OLD again |   round 0
 *                  | OLD again | NEW | OLD |   round 1, reversed       -> one quotient each
 *      process 1   ...
 *
 *      NEW / OLD, NEW / OLD again      both intervals exclude alike, on the same side: faster or slower
 *      OLD again / OLD: the control    its interval excludes alike: disturbed, unless NEW is beyond both instances
 *
 * All are medians over processes of the median quotient of each process' rounds. Their intervals are those of times
 * (stats.h), all at one level. Rounds of one process share where code and tables lie, and agree on what that does. So
 * as repetitions of their own they separated a build from itself in 23 of 25 runs of 18 comparisons (Zen 4, 24 rounds,
 * by 0.1 to 0.8 %). What processes would have in common, each draws anew (ab_place.c). Within one per cent builds are
 * alike (AB_ALIKE). A linker moves speeds by more. Two instances of one build differ only in where their memory lies
 * and in what the machine did meanwhile. A row that separates these instances tells of NEW only what holds against
 * both.
 */
#ifndef CUCKOOBENCH_AB_JUDGE_H
#define CUCKOOBENCH_AB_JUDGE_H

#include "harness/stats/slice.h"
#include "harness/stats/stats.h"

enum ab_side { AB_OLD, AB_NEW, AB_CONTROL, AB_SIDES };

/* What each side did in one round; no number is 0. */
struct ab_round {
	struct slice by[AB_SIDES];
};

enum ab_verdict { AB_FASTER, AB_SLOWER, AB_NOT_SEPARATED, AB_DISTURBED, AB_VERDICTS };
extern const char *const ab_verdict_names[AB_VERDICTS];

struct ab_judged {
	/* Quotients of speeds: NEW's over those of both instances of OLD, and the second one's over the first one's. */
	struct paired change, again, control;
	enum ab_verdict verdict;
};

/* Quotients from 1 / AB_ALIKE to AB_ALIKE are no difference. */
#define AB_ALIKE 1.01

/* Rounds of a process: one, and its reverse. */
enum { AB_ROUNDS = 2, AB_PROCESSES_MOST = 100 };

/* Judges AB_ROUNDS rounds of each of 1 to AB_PROCESSES_MOST processes. `level` is the probability to separate change or
 * control from 1 by mistake. */
struct ab_judged ab_judge(const struct ab_round *, size_t processes, double level);
/* The fewest processes of which order statistics have an interval at that level, so that no model decides alone. */
size_t ab_processes_needed(double level);

#endif
