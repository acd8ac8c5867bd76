/* SPDX-License-Identifier: MIT */
/*
 * tune.h - which way of looking keys up this machine likes; what the parts of `cuckoobench tune` share.
 *
 *      leg      at                    entries                                              told as
 *      size     each of some sizes    kernel of each family's usual filter x pages         heat maps: kernel x size, pages x size
 *      kernel   the workload's keys   candidate x kernel x keys a call                     heat map: kernel x keys a call
 *      place    the workload's keys   the best few of those x threads x pages x placement  the answer
 *  A leg is a race (race.h): its entries, *ways*, take turns, round after round, in slices of a few milliseconds, and
 * with them the ceilings of the very tables (ceiling.h); ways that are clearly dearer drop out, and the rest go on
 * until the leg's time is over. A way costs what a key costs the machine with all its threads: the time of a lookup,
 * and the work that a false positive lets through (overhead.h).
 *
 *      command_tune.c   the order of it all         tune_configs.c   axes -> ways             tune_tell.c    progress, and the answer
 *      tune_tables.c    tables, and what is asked   tune_stages.c   rounds                   tune_files.c   samples, tuned.conf, points
 *                                                                                          tune_page.c    report.html
 */
#ifndef CUCKOOBENCH_TUNE_H
#define CUCKOOBENCH_TUNE_H

#include "harness/filters/candidates.h"
#include "harness/machine/topology.h"
#include "harness/plan/options.h"
#include "harness/stats/race.h"
#include "harness/timing/table.h"
#include "harness/timing/tasks.h"

#include <signal.h>

enum { TUNE_SIZES = OPTIONS_SIZES, TUNE_STAGES = TUNE_SIZES + 2, TUNE_BEST = 8, TUNE_POOLS = 64, TUNE_LONG = 40 };

/* One table: a candidate on some pages, placed somewhere. What describes it outlives what is in it. */
struct tune_table {
	struct candidate of;
	size_t items;
	enum mem_pages pages;
	struct numa_choice numa;
	enum pin_order pin; /* of the threads that touch it first */
	struct placer placer;
	struct placement place;
	struct test_table kernels; /* filter NULL: not built, or given back */
	uint64_t false_positives, negatives;
	double bits_per_key;
};

/* A way to look up. */
struct tune_config {
	const struct tune_table *table;
	const struct filter_ops *kernel;
	size_t call; /* keys */
	unsigned threads;
	enum pin_order pin;
	double lines;   /* that a lookup reads */
	size_t ceiling; /* of its leg: of the same table, threads and places */
};

struct tune_ceiling {
	const struct tune_table *table;
	unsigned threads;
	enum pin_order pin;
	enum ceiling what;
	enum ceiling_style style; /* the fastest in the first round it ran in */
	bool known;
};

struct tune_slice {
	uint64_t keys, ns; /* 0: it did not run */
};

/* Keys to look up in tables of one size, gone through again and again. */
struct tune_asked {
	uint64_t *keys;
	uint8_t *present;
	size_t n;
};

struct tune_stage {
	const char *name;
	size_t items;
	struct tune_config *config;
	struct tune_ceiling *ceiling;
	size_t configs, ceilings;
	struct race race;         /* of the ways */
	struct tune_slice *slice; /* [round][way, then ceiling] */
	size_t room;              /* rounds */
	struct tune_asked asked;
	double seconds; /* it took */
};

struct tune_pool {
	enum pin_order pin;
	unsigned threads;
	struct workers *workers;
};

struct tune {
	const struct options *options;
	struct workload load;
	size_t size[TUNE_SIZES], sizes; /* keys, rising; the last are the workload's */
	const char *dir;
	uint64_t seed;
	const struct topology *topology;
	unsigned most_threads;
	uint64_t start;            /* ns */
	double budget, seconds;    /* allowed; used */
	struct tune_table **table; /* all that were ever built */
	size_t tables;
	struct tune_stage stage[TUNE_STAGES];
	size_t stages;
	struct tune_pool pool[TUNE_POOLS];
	size_t pools;
	struct lookup_task *lookup; /* of each thread */
	struct ceiling_task *ask;
	struct worker_job *job;
	uint8_t *hit; /* answers of calls that are longer than MEASURE_MOST */
	size_t hit_of_each;
	size_t left_out;     /* candidates that err more than they may */
	uint64_t told;       /* ns, when progress was last shown */
	unsigned lines_told; /* of the board on a terminal */
	bool interrupted;
	char why[TABLE_WHY];
};

/* Set by SIGINT and SIGTERM. */
extern volatile sig_atomic_t tune_stop;
double tune_seconds(const struct tune *);

/* --- tune_tables.c: false, and t->why --- */

/* The table of that candidate so placed: one that is there, or a new one. NULL, and t->why. */
const struct tune_table *tune_table_for(struct tune *, const struct candidate *, size_t items, enum mem_pages,
                                        struct numa_choice, enum pin_order);
/* Gives back what is in it. */
void tune_empty(struct tune_table *);
/* The keys that a leg asks for. */
bool tune_ask(const struct tune *, struct tune_stage *);
/* The share of keys that a table lets through wrongly. */
double tune_fpr(const struct tune_table *);
/* Bytes that such a table takes. */
size_t tune_bytes(const struct candidate *, size_t items);

/* --- tune_configs.c --- */

/* Does --filter, and do the instructions, allow any kernel of it? */
bool tune_admits(const struct tune *, const struct filter_ops *kernel);
bool tune_admits_any(const struct tune *, const struct candidate *);
/* Would it be a way to look up some candidate's table, if its instructions were there to use? */
bool tune_skips(const struct tune *, const struct filter_ops *kernel);
/* Which pages tables of so many bytes may have: how many kinds. */
size_t tune_pages(const struct tune *, size_t bytes, enum mem_pages pages[4]);
/* Adds the ways of a leg over one more table; with the ceilings they need. False: out of memory. */
bool tune_configs_of_size(struct tune *, struct tune_stage *, const struct tune_table *);
bool tune_configs_of_kernel(struct tune *, struct tune_stage *, const struct tune_table *);
/* Those of the best few of another leg; builds the tables that are missing. */
bool tune_configs_of_place(struct tune *, struct tune_stage *, const struct tune_stage *kernels);
void tune_stage_free(struct tune_stage *);

/* --- tune_stages.c --- */

/* Runs rounds until `until` seconds of the whole are over, or one is left, or tune_stop; at least `least` of them, at
 * most `most`. */
bool tune_run(struct tune *, struct tune_stage *, double until, size_t least, size_t most);
void tune_stop_threads(struct tune *);
/* The cost of a way over the leader's, in rounds that both ran in, at the race's level; with the errors of counting
 * where rates decide. */
struct paired tune_behind(const struct tune *, const struct tune_stage *, size_t config);
/* Keys a nanosecond in the median round. */
double tune_rate(const struct tune_stage *, size_t config);
/* The share of its ceiling, in the rounds it ran in, with its interval. */
struct paired tune_of_ceiling(const struct tune_stage *, size_t config);
/* The ways of a leg by what they cost, the leader first; to be freed. */
size_t *tune_order(const struct tune *, const struct tune_stage *);

/* --- tune_tell.c --- */

enum { TUNE_TEXT = 160 };
/* "cf-avx512:f12, 256 keys a call, 2 threads (compact), thp pages" */
const char *tune_config_text(char text[TUNE_TEXT], const struct tune *, const struct tune_config *);
void tune_progress(struct tune *, const struct tune_stage *, const char *doing);
void tune_progress_end(struct tune *);
/* The last leg of that name that has rounds; NULL: none. */
const struct tune_stage *tune_stage_of(const struct tune *, const char *name);
/* The leg that answers: the last one that has rounds, at the workload's size. NULL: none. */
const struct tune_stage *tune_answering(const struct tune *);
/*
 * What nothing tells from the answer, the best first: ways of its leg that are left, or whose interval holds 1; behind
 * them those of the leg before, of filters that did not go on to this one. To be freed; NULL: no memory.
 */
struct tune_tie {
	const struct tune_stage *stage;
	size_t config;
};
struct tune_tie *tune_ties(const struct tune *, size_t *count);
/* Is this way not told from its leg's leader? */
bool tune_tied(const struct tune *, const struct tune_stage *, size_t config);
/* The answer in words, on a stream, of TUNE_COLUMNS at most but for longer words. */
enum { TUNE_COLUMNS = 80 };
void tune_answer(const struct tune *, FILE *);

/* --- tune_files.c, tune_page.c: 0, or -1 after a line on stderr --- */

/* What its figure's script and captions ask an experiment for. */
extern const struct experiment tune_figure;
int tune_write(const struct tune *);
int tune_write_page(const struct tune *);

#endif
