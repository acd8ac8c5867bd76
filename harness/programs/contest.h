/* SPDX-License-Identifier: MIT */
/*
 * contest.h - contestants that take turns, round after round, in one cell. So values that are compared were measured
 * within a second of each other.
 *
 *      begin --> tables --> query sets --> heats of contestants --> rounds --> end
 *
 *      round 0   | heat 0: cf ceiling-2 cf-avx512 cf-batch | heat 1: cf ceiling-2 ...   each a slice of 5 ms or more,
 *      round 1   | heat 1: cf-batch cf ceiling-2 cf-avx512 | heat 0: ...                then told as a sample
 *
 * The contestants of a heat take turns in the order of a row of a Latin square (latin.h). The heats rotate. The speed
 * of a shared machine changes by half within seconds. So a comparison takes two slices of one round, and the result
 * over many rounds is the median of such ratios.
 *
 * A function that cannot do its work fails the cell, and frees everything before.
 */
#ifndef CUCKOOBENCH_CONTEST_H
#define CUCKOOBENCH_CONTEST_H

#include "harness/plan/experiment.h"
#include "harness/stats/latin.h"
#include "harness/timing/contestant.h"

enum { CONTEST_MOST = 768, CONTEST_HEATS = 4, CONTEST_TABLES = 96, CONTEST_SETS = 288 };

/* A contestant and where its samples belong: its rate is `metric` at `x` of the panel's series. */
struct entrant {
	struct contestant who;
	char panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES];
	double x;
	const char *metric; /* NULL: it has no samples */
	struct slice slice; /* of the last round */
};

struct contest {
	struct run *run;
	const struct cell *cell;
	struct test_table table[CONTEST_TABLES];
	struct query_set asked[CONTEST_SETS];
	struct entrant entrant[CONTEST_MOST];
	size_t tables, sets, entrants, heats;
	size_t first[CONTEST_HEATS + 1]; /* entrants first[i] .. first[i + 1] - 1 are heat i */
	struct failure failure;
};

/* Begins a contest in this cell. */
struct contest *contest_begin(struct run *, const struct cell *);
/* Returns the parameters of a filter like this in the cell: keys, seeds, hash and instructions are the cell's, and so
 * are pages if the parameters name none. */
struct filter_params contest_params(const struct contest *, const struct filter_params *like);
/* The seed of the cell's keys. */
uint64_t contest_keys(const struct contest *);
/* Makes a table of `twin` (table.h), which lives until the end, with the parameters of contest_params. */
const struct test_table *contest_table(struct contest *, const struct filter_ops *twin, const struct filter_params *,
                                       size_t target);
/* Makes a set of the cell's number of queries for a table. `takes` chooses keys; NULL: all. */
const struct query_set *contest_ask(struct contest *, const struct test_table *, unsigned percent,
                                    bool (*takes)(void *context, uint64_t key), void *context);

/* Returns the view of the table that answers the set fastest, by one slice of so many nanoseconds in each of so many
 * rounds, in which all take turns. Views for millions of keys per call have other uses, and controls have none, so they
 * do not take part. If there is no other, it is the filter itself. */
const struct filter *contest_fastest(struct contest *, const struct test_table *, const struct query_set *,
                                     unsigned rounds, uint64_t slice_ns);

/* Begins the next heat. Without a call there is one. */
void contest_heat(struct contest *);
/* Enters a contestant, whose metric is "lookup" unless it is changed. Takes over what contestant_lookups gave it. */
struct entrant *contest_enter(struct contest *, const char *panel, const char *series, double x, struct contestant);
/* Enters every view of a table, and then the ceilings of one line and of two. Leaves out a filter that wants more keys
 * per call than the query set has. Returns how many entered. */
size_t contest_enter_all(struct contest *, const char *panel, double x, const struct test_table *,
                         const struct query_set *);

/* Measures every entrant once, in the order of round `number`; and tells the rates of those that did anything. */
void contest_turns(struct contest *, unsigned number);
void contest_tell(const struct contest *);
/* Does both for a round of the cell; or for all rounds, and then ends the contest. */
void contest_round(struct contest *, unsigned round);
void contest_run(struct contest *);
void contest_end(struct contest *);
/* Fails the cell with a reason. */
_Noreturn void contest_fail(struct contest *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
