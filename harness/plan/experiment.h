/* SPDX-License-Identifier: MIT */
/*
 * experiment.h - what an experiment is, and the functions that its plan may call. (Its programs: run/running.h.)
 *
 *      experiment.plan ---> cells ----> program.run ---> record ---> experiment.views ---> samples ---> points, CSV,
 *        (what to run)    (deduped)    (in a child)  (what was measured)  (which of it it shows)        plot, report
 *
 * A *cell* is one run of one program on one filter with one set of parameters and one repetition. A program knows no
 * experiment: it measures, and names what it measured in its own words. An experiment plans the cells that it needs,
 * and looks at what was measured (struct view). Several may look at one cell: one fill of a filter serves T3, F5, F6,
 * F7 and F8. A *sample* is a ratio of two whole numbers, so raw results are exact and can be summed: items per slot,
 * positives per query, bits per item, operations per nanosecond.
 *
 * An experiment opens no file, starts no thread and reads no clock.
 */
#ifndef CUCKOOBENCH_EXPERIMENT_H
#define CUCKOOBENCH_EXPERIMENT_H

#include "core/filter.h"
#include "core/mem.h"
#include "harness/base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scale { SCALE_SMOKE, SCALE_QUICK, SCALE_FULL, SCALE_PAPER, SCALES };
extern const char *const scale_names[SCALES];
/* Finds the scale of this name, which may be NULL. Returns false if there is none. */
bool scale_find(const char *name, enum scale *);

/* --- cells ------------------------------------------------------------------------------------------------ */

struct program;
struct cell_estimate;
struct key_set;  /* key_sets.h */
struct run;      /* a cell that is running; private to run.c */
struct run_data; /* run_data.h */
struct topology;

/* One more than the filters of a cell: those of the paper with their controls, and of a plug-in. */
enum { CELL_FILTERS = 29 };

struct cell {
	const struct program *program;
	const struct filter_ops *filter; /* NULL for a program that needs no filter */
	/* Without a seed, because it follows from the repetition. hash NULL: the run's (--hash). */
	struct filter_params params;
	/* The keys that a program which takes any (program_keys, program_life) inserts. NULL: random integers. */
	const struct key_set *keys;
	/* The set whose keys are looked up, in their order. NULL: the program's own choice of queries (cell_keys.h). */
	const struct key_set *asked;
	size_t target;    /* number of items to insert; SIZE_MAX: until one is refused */
	size_t queries;   /* lookups of a program that measures rates or times lookups */
	unsigned threads; /* number that the program starts; 0: its own choice, or none */
	/* Pages of the cell's tables, where page kinds are compared; otherwise the run's (--pages). */
	enum mem_pages pages;
	unsigned rounds; /* of a program that measures in rounds (run_round): how many a process has */
	unsigned draws;  /* of a program that makes many filters: how many */
	/* the filters of a program that has several (program_life), in the order of the registry; NULL after the
	 * last */
	const struct filter_ops *with[CELL_FILTERS];
	unsigned rep;
	unsigned parts; /* bit i: it measures its program's parts[i] */
};

enum { PARTS_MOST = 9 };

struct program {
	const char *name;
	bool timed;        /* runs pinned and alone; otherwise it may run concurrently with others */
	bool cheap_rounds; /* its tables take a process as long as ten rounds or more, so it has more (plan.c) */
	/* What its cells may or may not measure, by name, NULL after the last; no name: they measure all there is.
	 * Which parts a cell measures belongs to its label. No sample is of two parts. */
	const char *parts[PARTS_MOST];
	/* Runs the cell in the calling process and emits its samples. On failure it calls run_fail. */
	void (*run)(struct run *, const struct cell *);
	/* Estimates the cell's work for the plan: operations on the filter, and bytes of memory in addition to its
	 * table. */
	void (*estimate)(const struct cell *, struct cell_estimate *);
	/* Returns why such a cell cannot run here, as one static sentence, or NULL if it can. The pointer may be NULL:
	 * all cells can run. */
	const char *(*refuses)(const struct cell *);
};

struct cell_estimate {
	double inserts, lookups, removes, keys; /* operations; keys to generate */
	size_t bytes;                           /* memory in addition to the filter's own table */
	size_t pooled;                          /* its tables take from the pool of --pages; 0: it has one table */
};

/* --- planning --------------------------------------------------------------------------------------------- */

struct plan;
enum scale plan_scale(const struct plan *);
/* Returns --reps if it was given, otherwise `otherwise`. */
unsigned plan_reps(const struct plan *, unsigned otherwise);
/* Adds the cell for repetitions 0..reps-1. If the same cell is planned already, for other parts perhaps, it measures
 * the parts of both. */
void plan_add(struct plan *, const struct cell *, unsigned reps);
/* Adds a cell that measures in rounds: as many processes as the scale has, with as many rounds each as suit it and the
 * program; --reps says how many processes. A cell that names its rounds keeps them. */
void plan_add_rounds(struct plan *, const struct cell *);
/* Returns whether --filter admits this filter. */
bool plan_admits(const struct plan *, const struct filter_ops *);
/* Returns whether --filter contains this filter's name as a whole alternative, as in 'cf|cf-batch'. */
bool plan_names(const struct plan *, const struct filter_ops *);
/* Returns whether --filter was given. */
bool plan_chooses(const struct plan *);
/* Returns the name of the run's hash (--hash). */
const char *plan_hash(const struct plan *);
/* Returns the run's i-th key set (--keys), in the order in which reports name them; NULL after the last one. */
const struct key_set *plan_key_set(const struct plan *, size_t i);
/* The set that replaces random integers (--keys), and the set that is looked up instead (--queries). They apply to
 * cells of experiments that are KEYS_OWN. Both are NULL in any other run. */
const struct key_set *plan_own_keys(const struct plan *);
const struct key_set *plan_asked(const struct plan *);
/* Returns the bytes of a table whose size a user may choose, as far as the run's keys fill it (plan_fitting): --bytes,
 * which is `least` times a power of two or refuses the plan; else the largest of bytes, bytes/2, bytes/4, ... with
 * which a cell that takes `memory` bytes fits this machine's. A smaller table is reported before anything runs. */
size_t plan_sized(struct plan *, size_t bytes, size_t least, size_t (*memory)(const struct plan *, size_t bytes));
/* Returns whether the filter can hold the run's keys as they are inserted, including copies if there are any
 * (--multiset). */
bool plan_holds(const struct plan *, const struct filter_ops *);

/* --- samples, and what an experiment sees of them ------------------------------------------------------------- */

enum { NAME_MAX_PANEL = 40, NAME_MAX_SERIES = 32, NAME_MAX_METRIC = 32, NAME_MAX_UNIT = 16 };

/* As a program emitted it, `panel` is the place and `metric` the measure; as an experiment sees it, both are its own
 * words, and exp is its id. */
struct sample {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	unsigned rep;   /* the repetition, and so the process; samples_of sets it */
	unsigned round; /* within the process; without rounds, the repetition again */
	double x;
	uint64_t num, den;
};

/*
 * What an experiment sees of a program's samples in the cells that it planned: those of a place and of some measures,
 * under its own names. A sample may be seen at several x: a ceiling that is measured once stands beside every rate of a
 * figure.
 */
struct view {
	const struct program *program;
	const char *place;            /* NULL: any */
	const char *measure, *series; /* or several, with a space between them; NULL: any */
	const char *panel, *metric;   /* NULL: as the program calls it */
	/* If count > 0, the sample is seen at (first + i) * step / of for each i < count, wherever it was measured. */
	struct view_at {
		unsigned count;
		double first, step, of;
	} at;
	void (*renamed)(struct sample *); /* what else it is called here; NULL: nothing */
};

/* --- points ----------------------------------------------------------------------------------------------- */

/* One row of a figure's CSV: the statistics of a point over its repetitions. NaN: not known. */
struct point {
	char panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	double x;
	unsigned n; /* number of repetitions; 0 for a computed point */
	double median, lo, hi, mean, min, max, variance;
};

struct points {
	struct point *at;
	size_t count;
	enum scale scale;
};

/*
 * Where the ceiling of a rate is. A ceiling is the rate that bare memory allows for an operation that touches the same
 * number of random lines (ceiling.h). It is measured in the same repetition, and its samples belong to the same
 * experiment, under `metric` at `x` of the panel. Their series is one of these:
 *
 *  - The ceilings' own (series NULL): "ceiling-2" if the operation touches two lines, otherwise "ceiling-1". A rate of
 *    "ceiling-1" is divided by `lines`. If `updates`, the series that stores to the lines is taken instead.
 *  - Another series, by name. Its rate is divided by `lines`, which is then how often an operation needs what was
 *    measured.
 */
struct ceiling_of {
	const char *panel, *metric, *series; /* series NULL: the ceilings' own */
	double x;
	double lines; /* number of lines that an operation touches */
	bool updates; /* the operation stores to them */
};

/* --- an experiment ---------------------------------------------------------------------------------------- */

/* The part of a point's name that makes the rows, or the columns, of its experiment's printed table. */
enum table_axis { TABLE_NONE, TABLE_SERIES, TABLE_METRIC, TABLE_X };

/* Key sets that an experiment takes (--keys): none; several, each in panels of its own; one, which replaces random
 * integers. */
enum experiment_keys { KEYS_NONE, KEYS_EACH, KEYS_OWN };

struct experiment {
	const char *id;    /* "f5" */
	const char *title; /* "Figure 5. Lookup throughput against the share of positive queries" */
	/* what the paper shows, one or two sentences; of an experiment that is this suite's own: what it asks */
	const char *shows;
	const char *setup;      /* how it is run here */
	const char *deviations; /* from the paper's set-up, or NULL */
	const char *reading;    /* what the metrics mean, and which direction is better */
	const char *x;          /* what a point's x is, for tables; NULL if x has no meaning */
	bool timed;
	bool control; /* one filter against itself: a test of the comparisons that other experiments make */
	/* Returns whether the filter would have rows next to those of `series` if this machine had the instructions it
	 * needs. NULL: each filter has cells of its own, which are then reported as skipped. */
	bool (*looks_up)(const struct filter_ops *, const char *series);
	enum experiment_keys keys; /* which key sets it takes; others are not read */
	bool figure;               /* plots/ID.gp draws it */
	/* Returns why a figure of these points would show nothing, in words for the reader, or NULL if it shows
	 * something. The pointer may be NULL. */
	const char *(*undrawn)(const struct points *);
	enum table_axis rows, columns; /* of the printed table; each panel becomes a table of its own */
	/* The order of its metrics, with a space between them; NULL: those that the paper prints, then by name */
	const char *metrics;
	/* The metric whose least value orders the series of that table; NULL: as the registry has them */
	const char *sorted;
	/* The one shown: "mean", "min", "median" or "none". NULL: if it is timed, the median; else the mean. */
	const char *statistic;
	/* Words for the bars that the figure draws. "": it draws none. NULL: intervals, if the experiment is timed. */
	const char *bars;
	void (*plan)(struct plan *);
	const struct view *views;        /* program NULL at the end */
	void (*derive)(struct points *); /* adds computed points; may be NULL */
	/* Finds the ceiling of this rate. On entry *ceiling_of is set for an operation that reads one line: the
	 * ceilings' own series, at the rate's own panel, metric and x. Returns false if the rate has no ceiling. NULL:
	 * no rate has one. The points "of_ceiling" follow from the ceilings (reduce.h). */
	bool (*ceiling)(const struct point *rate, struct ceiling_of *);
	/* As derive, for contestants that are compared round by round: computes points from the raw samples of the
	 * experiment of this id. May be NULL. */
	void (*derive_rounds)(const struct run_data *, const char *id, struct points *);
	const struct claim *claims; /* claims that its data can judge (claims.h), id NULL at the end; may be NULL */
};

/* Room for a mark of each experiment; the build says so if they are more. */
enum { EXPERIMENTS = 256 };
extern const struct experiment *const experiment_all[];   /* in the order of experiments.def, NULL at the end */
const struct experiment *experiment_find(const char *id); /* in any case of letters; NULL if there is none */
size_t experiment_index(const char *id);
const char *experiment_statistic(const struct experiment *);

#endif
