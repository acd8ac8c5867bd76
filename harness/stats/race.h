/* SPDX-License-Identifier: MIT */
/*
 * race.h - finds the least of many costs that are measured in turn, round after round, while dropping entries (racing:
 * Maron and Moore 1993).
 *
 *      round      0 1 2 | 3 4 5 | 6 7 8 9 ...
 *      entry 0    x x x | x x x | x x x x      the leader: the least median cost
 *      entry 1    x x x | x x x | x x x x      not separated from it: stays
 *      entry 2    x x x | x x x |              costlier by an interval that holds for all looks at all entries together
 *      entry 3    x x x |                      hopeless: costlier by a half in each of three rounds
 *                       ^ a look
 *  Costs of one round were measured within seconds of each other, so only quotients within a round count (stats.h). An
 * entry leaves the race at a look, for one of two reasons.
 *  - It is *separated*: the interval of the median of its cost over the leader's lies above 1. The level of the test is
 *    divided among all entries and all looks. So a race separates any entry wrongly at most one time in twenty.
 *  - It is *hopeless*: in every one of n >= 3 rounds it cost more than the leader by over RACE_SLACK / n, which is a
 *    half after 3 rounds and a quarter after 6. This is no test, and is reported as a reason of its own. An entry whose
 *    median cost is not above the leader's does so with a probability below 2^-n, even if its costs scatter that far.
 */
#ifndef CUCKOOBENCH_RACE_H
#define CUCKOOBENCH_RACE_H

#include "harness/stats/stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of rounds that stats.h compares; looks are after 3, 6, 9, 12, 18, 24, 36, ... 768 of them. */
enum { RACE_ROUNDS = 1000, RACE_LOOKS = 16 };
#define RACE_SLACK 1.5

enum race_state { RACE_IN, RACE_SEPARATED, RACE_HOPELESS };

struct race {
	size_t entries, left, rounds;
	size_t looks;     /* at which an entry may be called separated: RACE_LOOKS, unless the caller says less */
	unsigned process; /* that the next rounds are of: 0, unless the caller says another */
	uint64_t *turn;   /* of each round (stats.h); where there are several processes, they are what is compared */
	double *cost;     /* [round][entry]; NaN if the entry did not run */
	enum race_state *state;
	size_t *until; /* how many rounds an entry ran in, from the first on */
	size_t leader; /* index among those left; before any round: the first */
};

/* Prepares a race of entries >= 1. */
void race_begin(struct race *, size_t entries);
void race_end(struct race *);
/* Starts a round and returns its costs, which the caller fills in for every entry that is left. Returns NULL if
 * RACE_ROUNDS are over. */
double *race_round(struct race *);
/* Removes the last round and its costs. */
void race_forget_round(struct race *);
/* Finds the leader after a round and, if it is time for a look, drops entries. Returns how many it dropped. */
size_t race_look(struct race *);
/* Finds the leader, and drops nobody. */
void race_lead(struct race *);

/* Returns the level of one look at one entry. */
double race_level(const struct race *);
/* Compares an entry's cost with the leader's in the rounds that both ran in, at that level. The ratio is entry over
 * leader. */
struct paired race_behind(const struct race *, size_t entry);
/* Returns the entry with the least such ratio among the others that are left; `entries` if there is none. */
size_t race_runner_up(const struct race *);

#endif
