/* SPDX-License-Identifier: MIT */
/*
 * tune.h - the search for the fastest way to look keys up on this machine: what the parts of `cuckoobench tune` share.
 *
 *      stage    at                   configurations                               result
 *      size     each of some sizes   each family's usual filter:                  heat maps: kernel x size,
 *                                    kernel x pages                               pages x size
 *      kernel   the workload's keys  candidate x kernel x keys a call             heat map: kernel x keys a call
 *      place    the workload's keys  the best few x threads x pages x placement   who is best
 *      final    the workload's keys  the best, and what is next to it               the answer: how good, how certain
 *
 * A stage is a race (race.h) between configurations. They take turns, round after round, in slices of a few
 * milliseconds. The ceilings of the same tables (ceiling.h) take turns with them. Configurations that are clearly
 * slower drop out; the others go on until the stage's time is over. The cost of a configuration is what one key costs
 * the machine with all its threads: the time of a lookup, and the work that a false positive lets through (overhead.h).
 *
 * Races are run in this process: they drop what is clearly slower. But layout, pages and keys, which differ from
 * process to process, are common to their rounds. So the last stage is no race. Its few configurations take turns in
 * several processes, each with tables and keys of its own, and those are what is compared (stats.h).
 *
 *      command_tune.c   the order of everything           tune_tell.c    progress and the answer
 *      tune_tables.c    tables and their query sets       tune_files.c   samples, tuned.conf, points
 *      tune_configs.c   axes -> configurations            tune_page.c    report.html
 *      tune_stages.c    rounds                            tune_results.c what they come to
 *      tune_final.c     the last stage, in children
 */
#ifndef CUCKOOBENCH_TUNE_H
#define CUCKOOBENCH_TUNE_H

#include "harness/base/failure.h"
#include "harness/filters/candidates.h"
#include "harness/machine/topology.h"
#include "harness/plan/options.h"
#include "harness/stats/race.h"
#include "harness/stats/slice.h"
#include "harness/timing/placer.h"
#include "harness/timing/table.h"
#include "harness/timing/tasks.h"

#include <signal.h>

enum { TUNE_SIZES = OPTIONS_SIZES, TUNE_STAGES = TUNE_SIZES + 3, TUNE_BEST = 8, TUNE_LONG = 40 };

/* One table: a candidate on pages of one kind, with one placement. This description outlives the table's content. */
struct tune_table {
	struct candidate of;
	size_t items;
	enum mem_pages pages;
	struct numa_choice numa;
	enum pin_order pin; /* of the threads that touch it first */
	struct placer placer;
	struct placement place;
	struct test_table kernels; /* filter NULL: not built yet, or freed */
	uint64_t false_positives, negatives;
	double bits_per_key;
	double seconds; /* that it took to build */
};

/* One configuration: a way to look keys up. */
struct tune_config {
	const struct tune_table *table;
	const struct filter_ops *kernel;
	size_t call; /* keys in a call */
	unsigned threads;
	enum pin_order pin;
	double lines;   /* that a lookup reads */
	size_t ceiling; /* index in its stage: same table, threads and places */
};

struct tune_ceiling {
	const struct tune_table *table;
	unsigned threads;
	enum pin_order pin;
	enum ceiling what;
	enum ceiling_style style; /* the fastest in its first round; CEILING_STYLES: unknown yet */
};

struct tune_stage {
	const char *name;
	size_t items;
	struct tune_config *config;
	struct tune_ceiling *ceiling;
	size_t configs, ceilings;
	struct race race;    /* of the configurations */
	struct slice *slice; /* [round][configuration, then ceiling] */
	size_t *order;       /* the configurations by cost, the leader first; NULL: no rounds were run */
	struct query_set asked;
	double seconds;     /* the time it took */
	bool final;         /* nobody drops out */
	unsigned processes; /* that ran its rounds; 0: only this one */
};

struct tune_pool {
	enum pin_order pin;
	unsigned threads;
	struct workers *workers;
};

struct tune {
	const struct options *options;
	struct workload load;
	size_t size[TUNE_SIZES], sizes; /* in keys, ascending; the last is the workload's */
	const char *dir;
	uint64_t seed;
	const struct topology *topology;
	unsigned most_threads;
	uint64_t start;            /* ns */
	double budget, seconds;    /* allowed; used */
	struct tune_table **table; /* all tables ever built */
	size_t tables;
	struct tune_stage stage[TUNE_STAGES];
	size_t stages;
	struct tune_pool *pool;
	size_t pools;
	struct lookup_task *lookup; /* one for each thread */
	struct ceiling_task *ask;
	struct worker_job *job;
	uint8_t *hit; /* answers of calls that are longer than MEASURE_MOST */
	size_t hit_of_each;
	size_t left_out;        /* candidates with more false positives than allowed */
	size_t unfilled;        /* tables that there was no time to fill */
	double guessed, filled; /* seconds of all tables: by setup.h, and as it was */
	uint64_t told;          /* ns, when progress was last shown */
	unsigned lines_told;    /* lines on the terminal to redraw */
	bool interrupted;
};

/* Set by SIGINT and SIGTERM. */
extern volatile sig_atomic_t tune_stop;
double tune_seconds(const struct tune *);

/* --- tune_tables.c --- */

/* The table of that candidate with those pages and that placement: an existing one or a new one. */
const struct tune_table *tune_table_for(struct tune *, const struct candidate *, size_t items, enum mem_pages,
                                        struct numa_choice, enum pin_order, struct failure *);
/* The seconds that a table of so many keys takes, by those that were filled. */
double tune_fill_seconds(const struct tune *, const struct candidate *, size_t items);
/* Is there such a table already, or is it filled before `until`? If not, it is counted as not filled. */
bool tune_affords(struct tune *, const struct candidate *, size_t items, enum mem_pages, struct numa_choice,
                  enum pin_order, double until);
/* Frees the table's content. */
void tune_empty(struct tune_table *);
/* Makes the stage's query set. */
bool tune_ask(const struct tune *, struct tune_stage *, struct failure *);
/* The table's false positive rate. */
double tune_fpr(const struct tune_table *);
/* An estimate of the table's bytes. */
size_t tune_bytes(const struct candidate *, size_t items);

/* --- tune_configs.c --- */

/* Do --filter and the instruction set allow any kernel of this candidate? */
bool tune_admits_any(const struct tune *, const struct candidate *);
/* Is this a kernel for some candidate's table that only lacks its instructions here? */
bool tune_skips(const struct tune *, const struct filter_ops *kernel);
/* Fills in the kinds of pages that a table of this size may have. Returns how many. */
size_t tune_pages(const struct tune *, size_t bytes, enum mem_pages pages[4]);
/* Adds a stage's configurations of one more table, with the ceilings they need: of a size, or of all kernels. */
void tune_configs_of_size(struct tune *, struct tune_stage *, const struct tune_table *);
void tune_configs_of_kernel(struct tune *, struct tune_stage *, const struct tune_table *);
/* Adds the configurations of the best few of another stage, and builds the tables that are missing, as far as there is
 * time until then. */
bool tune_configs_of_place(struct tune *, struct tune_stage *, const struct tune_stage *kernels, double until,
                           struct failure *);
/* Adds configurations of another stage, on tables of their own where those were emptied. */
bool tune_configs_again(struct tune *, struct tune_stage *, const struct tune_config *, size_t n, struct failure *);
void tune_stage_free(struct tune_stage *);

/* --- tune_stages.c --- */

/* Runs rounds until `until` seconds of the whole budget are over, or one configuration is left, or tune_stop is set.
 * Runs at least `least` rounds and at most `most`. */
bool tune_run(struct tune *, struct tune_stage *, double until, size_t least, size_t most, struct failure *);
void tune_stop_threads(struct tune *);
/* The cost of a key in a slice of a configuration. */
double tune_cost(const struct tune *, const struct tune_config *, struct slice);
/* The slices of a round: of the configurations, and then of the ceilings. */
struct slice *tune_row(const struct tune_stage *, size_t round);

/* --- tune_final.c --- */

/* Its fewest processes: with three a median has Student's interval (stats.h). */
enum { TUNE_PROCESSES_LEAST = 3 };
/* Runs the last stage, with the first few of another, in as many processes as there is time for. Empties all tables
 * before. If it is interrupted, it has no rounds. */
bool tune_finish(struct tune *, struct tune_stage *final, const struct tune_stage *from, struct failure *);

/* --- tune_results.c --- */

/* The cost of a configuration over the leader's, from the rounds that both ran in, at the race's level. Where false
 * positive rates decide, the interval includes the error of counting them. */
struct paired tune_behind(const struct tune *, const struct tune_stage *, size_t config);
/* Keys a nanosecond in the median round. */
double tune_rate(const struct tune_stage *, size_t config);
/* The rate in one place of the rounds over `times` the rate in another, from the rounds that have both, with its
 * interval. Places are those of tune_row. */
struct paired tune_over(const struct tune_stage *, size_t place, size_t other, double times);
/* The configuration's share of its ceiling, in the same way. */
struct paired tune_of_ceiling(const struct tune_stage *, size_t config);
/* Sets the order of a stage that has rounds. */
void tune_order(const struct tune *, struct tune_stage *);

/* --- tune_tell.c --- */

enum { TUNE_TEXT = 160 };
/* "cf-avx512:f12, 256 keys a call, 2 threads (compact), thp pages" */
const char *tune_config_text(char text[TUNE_TEXT], const struct tune *, const struct tune_config *);
/* "1.050 times as good [0.984, 1.164]": a ratio times a factor, the words, and the interval if there is one. */
const char *tune_ratio_text(char text[TUNE_TEXT], struct paired, double factor, int decimals, const char *words);
void tune_progress(struct tune *, struct tune_stage *, const char *doing);
void tune_progress_end(struct tune *);
/* The stage that gives the answer: the last one at the workload's size that has rounds. NULL: none. */
const struct tune_stage *tune_answering(const struct tune *);
/* The best of each family of filters, from the last stage in which one of it took part: first the answer. Returns how
 * many. */
struct tune_row {
	const struct tune_stage *stage;
	size_t config;
};
size_t tune_families(const struct tune *, struct tune_row[CANDIDATES_MOST]);
/* Is this configuration not separated from its stage's leader? */
bool tune_tied(const struct tune *, const struct tune_stage *, size_t config);
/* Writes the answer in words to a stream, in lines of at most TUNE_COLUMNS unless a single word is longer. */
enum { TUNE_COLUMNS = 80 };
void tune_answer(const struct tune *, FILE *);

/* --- tune_files.c, tune_page.c --- */

/* The experiment that the figure's script and captions refer to. */
extern const struct experiment tune_figure;
int tune_write(const struct tune *, struct failure *);
void tune_page(const struct tune *, FILE *);

#endif
