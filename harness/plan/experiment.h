/* SPDX-License-Identifier: MIT */
/*
 * experiment.h - what an experiment is, and what it may use.
 *
 *      experiment.plan ----> cells ----> program.run ----> samples ----> points ----> experiment.derive ----> CSV, plot,
 *        (what to run)     (deduped)    (in a child)        (raw)      (statistics)    (formulas)               report
 *
 * A *cell* is one run of one program on one filter with one set of parameters and one repetition. Several experiments
 * may ask for the same cell (one fill of a filter serves T3, F5, F6, F7 and F8): it runs once and emits samples for
 * each of them. A *sample* is a ratio of two whole numbers, so raw results are exact and can be summed: items per
 * slot, positives per query, bits per item, operations per nanosecond.
 *
 * An experiment opens no file, starts no thread and reads no clock.
 */
#ifndef CUCKOOBENCH_EXPERIMENT_H
#define CUCKOOBENCH_EXPERIMENT_H

#include "core/filter.h"
#include "core/mem.h"
#include "harness/timing/workers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum scale { SCALE_SMOKE, SCALE_QUICK, SCALE_FULL, SCALE_PAPER, SCALES };
extern const char *const scale_names[SCALES];
/* The scale of this name, which may be NULL. False if there is none. */
bool scale_find(const char *name, enum scale *);

/* --- cells ------------------------------------------------------------------------------------------------ */

struct program;
struct cell_estimate;
struct key_set; /* key_sets.h */
struct run;     /* a cell that is running; private to run.c */
struct samples; /* samples.h */
struct topology;

struct cell {
	const struct program *program;
	const struct filter_ops *filter; /* NULL for a program that needs none */
	/* without seed: it follows from the repetition; without hash: the run's (--hash) */
	struct filter_params params;
	/* of programs that take any (program_keys, program_life); NULL: random integers */
	const struct key_set *keys;
	/* whose keys are asked for, in their order; NULL: what the program asks (cell_keys.h) */
	const struct key_set *asked;
	size_t target;    /* insert this many items, or SIZE_MAX: until one is refused */
	size_t queries;   /* for rates and timed lookups */
	unsigned threads; /* of a program that starts some; 0: its own choice, or none */
	/* of its tables, where that is what is compared; else as the run's (--pages) */
	enum mem_pages pages;
	unsigned rounds; /* of a program that measures in rounds (run_round) */
	unsigned copy;   /* 1: the same again, for the control against itself */
	unsigned rep;
	unsigned attempt; /* 1, 2: measured again because the machine was disturbed */
	uint64_t wants;   /* bit i: experiment_all[i] asked for it */
};

struct program {
	const char *name;
	bool timed; /* runs pinned and alone; else may run beside others */
	/* Runs the cell in the calling process and emits its samples. Fails it by run_fail. */
	void (*run)(struct run *, const struct cell *);
	/* Expected work, for the plan: how many inserts, lookups and deletes of the filter, and bytes beside the
	 * table. */
	void (*estimate)(const struct cell *, struct cell_estimate *);
	/* Why such a cell cannot run here, one static sentence; NULL: it can. May be NULL itself: all can. */
	const char *(*refuses)(const struct cell *);
};

struct cell_estimate {
	double inserts, lookups, removes, keys; /* operations; keys generated */
	size_t bytes;                           /* memory beside the filter's own table */
};

/* --- while a cell runs ------------------------------------------------------------------------------------ */

/* A sample: value = num / den, times the unit's scale (samples.c). Ignored if no one wants `exp`. */
void emit(struct run *, const char *exp, const char *panel, const char *series, double x, const char *metric,
          const char *unit, uint64_t num, uint64_t den);
/* Does experiment `exp` want this cell's samples? */
bool wanted(const struct run *, const char *exp);
/*
 * The samples from here on are those of round 0, 1, ... of a cell that measures many things in turn, round after round,
 * in one process: statistics take a round for a repetition, so that what is compared was measured within a second. The
 * cell has one repetition.
 */
void run_round(struct run *, unsigned round);
/* The seed of this cell for a purpose, derived from master seed and repetition; the same for every filter. */
uint64_t run_seed(const struct run *, uint64_t purpose);
/* Fails the cell with a reason; does not return. */
_Noreturn void run_fail(struct run *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* This machine's topology. Fails the cell if it is not known, or is another's: what ran would be labelled with places
 * where it was not. */
const struct topology *run_topology(struct run *);
/* The processors that threads take, in the run's pin order (--pin), and how many of them may be used (--threads); or
 * fails the cell likewise. */
const int *run_pins(struct run *, size_t *n);
/* Creates the cell's filter, the same each time, or fails the cell. traced: the line-counting twin. */
struct filter *run_create(struct run *, const struct cell *, bool traced);
/* Destroys one of them before the cell's end, which destroys the others. */
void run_discard(struct run *, struct filter *);
/* Memory that lives as long as the cell, touched; or fails the cell. */
void *run_alloc(struct run *, size_t bytes);
/* Threads on the first places of the run's pin order, or on processors of the caller's choice, which live as long as
 * the cell; or fails the cell. The caller's own thread, which only waits while they work, is put on the order's last
 * place. */
struct workers *run_workers(struct run *, size_t threads);
struct workers *run_workers_on(struct run *, const int *cpus, size_t threads);
/* As workers_run (workers.h); fails the cell if a thread strayed, or allocated anything. */
void run_window(struct run *, struct workers *, const struct worker_job *, uint64_t warm_ns, uint64_t window_ns,
                struct workers_window *);

/* --- planning --------------------------------------------------------------------------------------------- */

struct plan;
enum scale plan_scale(const struct plan *);
/* --reps if given, else `otherwise`. */
unsigned plan_reps(const struct plan *, unsigned otherwise);
/* Adds the cell for repetitions 0..reps-1, or marks the same cell as wanted by one more experiment. */
void plan_add(struct plan *, const struct cell *, unsigned reps);
/* Does --filter admit this one? */
bool plan_admits(const struct plan *, const struct filter_ops *);
/* Does it call this one by its name, as in 'cf|cf-batch'? */
bool plan_names(const struct plan *, const struct filter_ops *);
/* Does it say anything? */
bool plan_chooses(const struct plan *);
/* The run's hash, by name. */
const char *plan_hash(const struct plan *);
/* Its key sets (--keys), in the order in which they are told of; NULL behind the last. */
const struct key_set *plan_key_set(const struct plan *, size_t i);
/* The set that takes the place of random integers, and what is asked for instead (--keys, --queries): for cells of
 * experiments that are KEYS_OWN. Both are NULL in any other run. */
const struct key_set *plan_own_keys(const struct plan *);
const struct key_set *plan_asked(const struct plan *);
/* Of tables of `bytes`, which 2^i times as small: the largest that has no more entries of 12 bits than there are keys
 * to insert, `bytes` of random integers. What that leaves is told before anything runs; too few keys for `least` bytes
 * refuse the plan. */
size_t plan_fitting(struct plan *, size_t bytes, size_t least);
/* Can the filter hold the keys as they are inserted: copies, too, if there are any (--multiset)? */
bool plan_holds(const struct plan *, const struct filter_ops *);

/* --- points ----------------------------------------------------------------------------------------------- */

enum { NAME_MAX_PANEL = 40, NAME_MAX_SERIES = 32, NAME_MAX_METRIC = 32, NAME_MAX_UNIT = 16 };

/* One row of a figure's CSV: the statistics of a point over its repetitions. NaN: not known. */
struct point {
	char panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	double x;
	unsigned n; /* samples; 0 for a computed point */
	double median, lo, hi, mean, min, max, variance;
};

struct points {
	struct point *at;
	size_t count;
	enum scale scale;
};

/* Appends a computed value (n = 0). */
struct point *points_add(struct points *, const char *panel, const char *series, double x, const char *metric,
                         const char *unit, double value);
/* The point, or NULL. */
struct point *points_find(struct points *, const char *panel, const char *series, double x, const char *metric);

/*
 * The ceiling of a rate: what bare memory allows an operation that touches as many random lines (ceiling.h), measured
 * in the same repetition. Its samples are those of `metric` at `x` of the panel, in the same experiment; of the
 * ceilings' own series: "ceiling-2" for two lines, else "ceiling-1", divided by their number, or those that store to
 * them; or of another series: then `lines` is how often an operation needs what was measured.
 */
struct ceiling_of {
	const char *panel, *metric, *series; /* series NULL: the ceilings' own */
	double x;
	double lines; /* that an operation touches */
	bool updates; /* it stores to them */
};

/* --- an experiment ---------------------------------------------------------------------------------------- */

/* Which names of a point make the rows and the columns of its printed table. */
enum table_axis { TABLE_NONE, TABLE_SERIES, TABLE_METRIC, TABLE_X };

/* Key sets (--keys): none; several, each in panels of its own; one, in place of random integers. */
enum experiment_keys { KEYS_NONE, KEYS_EACH, KEYS_OWN };

struct experiment {
	const char *id;         /* "f5" */
	const char *title;      /* "Figure 5. Lookup throughput against the share of positive queries" */
	const char *shows;      /* what the paper shows, one or two sentences */
	const char *setup;      /* how it is run here */
	const char *deviations; /* from the paper's set-up, or NULL */
	const char *reading;    /* what the metrics mean and which way is better */
	const char *x;          /* what a point's x is, for tables; NULL where there is none to tell */
	bool timed;
	/* Would a filter have rows beside this series, were its instructions there? NULL: each has cells of its own,
	 * which are skipped. */
	bool (*looks_up)(const struct filter_ops *, const char *series);
	enum experiment_keys keys; /* which key sets it takes; others are not read */
	bool figure;               /* plots/ID.gp draws it */
	/* Why these points would make a figure that shows nothing, in words for the reader; NULL if they do not. May
	 * itself be NULL. */
	const char *(*undrawn)(const struct points *);
	enum table_axis rows, columns; /* of its table; panels become tables of their own */
	const char *statistic;         /* shown: the paper's "mean" or "min"; "median" if timed; "none" */
	const char *bars;              /* what the figure draws beside it; "": nothing. NULL: a timed one's intervals */
	void (*plan)(struct plan *);
	void (*derive)(struct points *); /* adds computed points; may be NULL */
	/* Where the ceiling of this rate is: all is set for one line read, by the ceilings' own series at the rate's
	 * own place. False: it has none. NULL: no rate has. From them follow the points "of_ceiling" (reduce.h). */
	bool (*ceiling)(const struct point *rate, struct ceiling_of *);
	/* the same, of what is compared round by round; may be NULL */
	void (*derive_rounds)(const struct samples *, struct points *);
	const struct claim *claims; /* those its data can judge (claims.h), id NULL at the end; may be NULL */
};

extern const struct experiment *const experiment_all[];   /* in the order of experiments.def, NULL at the end */
const struct experiment *experiment_find(const char *id); /* any case; NULL if there is none */
/* So, with a line on stderr, which one may have been meant. */
const struct experiment *experiment_asked(const char *id);
size_t experiment_index(const char *id);

#endif
