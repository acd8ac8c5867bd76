/* SPDX-License-Identifier: MIT */
/*
 * race.h - finding the least of many costs that are measured in turn, round after round, with fewer and fewer entries.
 *
 *      round      0 1 2 | 3 4 5 | 6 7 8 9 ...
 *      entry 0    x x x | x x x | x x x x      the leader: the least median cost
 *      entry 1    x x x | x x x | x x x x      not separated from it: stays
 *      entry 2    x x x | x x x |              dearer, as an interval says that holds for all looks at all entries together
 *      entry 3    x x x |                      hopeless: in each of three rounds dearer by a half
 *                       ^ a look
 *  Costs of one round were measured within seconds of each other, so only quotients of one round count (stats.h). An
 * entry leaves the race at a look, for one of two reasons. It is *separated*: the median of its cost over the leader's
 * is above 1 by the sign test, at a level that is shared out over all entries and all looks, so that in the whole race
 * what was separated was wrongly so at most one time in twenty. Or it is *hopeless*: in every one of n >= 3 rounds it
 * was dearer than the leader by more than RACE_SLACK / n, that is a half after 3 rounds, a quarter after 6. That is no
 * test, and is told apart: an entry whose median cost is not above the leader's does so with a chance of less than
 * 2^-n, even if its costs were to scatter so far.
 */
#ifndef CUCKOOBENCH_RACE_H
#define CUCKOOBENCH_RACE_H

#include "harness/stats/stats.h"

#include <stdbool.h>
#include <stddef.h>

/* As many rounds as stats.h compares; looks after 3, 6, 9, 12, 18, 24, 36, ... 768 of them. */
enum { RACE_ROUNDS = 1000, RACE_LOOKS = 16 };
#define RACE_SLACK 1.5

enum race_state { RACE_IN, RACE_SEPARATED, RACE_HOPELESS };

struct race {
	size_t entries, left, rounds, room;
	double *cost; /* [round][entry]; NaN where it did not run */
	enum race_state *state;
	size_t *until; /* rounds an entry has run in: the first so many */
	size_t leader; /* of those that are left; without a round: the first */
};

/* 1 <= entries. False: out of memory. */
bool race_begin(struct race *, size_t entries);
void race_end(struct race *);
/* The costs of the next round, to be filled in for every entry that is left; NULL: out of memory, or RACE_ROUNDS are
 * over. */
double *race_round(struct race *);
/* The last round, and what was filled in, has not been. */
void race_forget_round(struct race *);
/* After a round: finds the leader and, if it is time for a look, drops entries. How many were dropped. */
size_t race_look(struct race *);

/* The level of one look at one entry. */
double race_level(const struct race *);
/* The cost of an entry over the leader's in the rounds that both ran in, at that level. */
struct paired race_behind(const struct race *, size_t entry);
/* The cheapest of the others that are left, by the same quotient; entries: there is none. */
size_t race_runner_up(const struct race *);

#endif
