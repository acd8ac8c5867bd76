/* SPDX-License-Identifier: MIT */
/* options.h - the options of the command line, and their parser. */
#ifndef CUCKOOBENCH_OPTIONS_H
#define CUCKOOBENCH_OPTIONS_H

#include "core/mem.h"
#include "datasets/key_files.h"
#include "harness/base/failure.h"
#include "harness/filters/sizing.h"
#include "harness/machine/placement.h"
#include "harness/plan/experiment.h"
#include "harness/plan/shard.h"
#include "harness/timing/placer.h"

#include <regex.h>

enum { OPTIONS_SIZES = 16, OPTIONS_PROCESSES = 100, OPTION_ROWS_MOST = 64 /* one bit each */ };

/* A regular expression as it was given. text NULL: none was, and anything matches. */
struct pattern {
	const char *text;
	regex_t compiled;
};
bool pattern_matches(const struct pattern *, const char *text);

/* The workload for which `cuckoobench tune` seeks a filter. */
struct workload {
	size_t items;        /* keys in the filter; 0: the number that `bytes` hold */
	size_t bytes;        /* of a table with 12 bits an entry; 0: twice the last cache */
	double positives;    /* share of lookups for keys that are in the filter */
	double saved_ns;     /* nanoseconds of work saved by each key that the filter rejects */
	double bits_per_key; /* bits that the table may take; 0: 20 */
	/* The highest false positive rate allowed. 0: any rate if saved_ns is given, otherwise 1 %. */
	double max_fpr;
};

struct options {
	const char *command; /* the subcommand */
	char **arguments;    /* the arguments after the options, NULL at the end */
	char *line;          /* the whole command line, for the manifest */

	enum scale scale;
	unsigned reps, jobs; /* reps 0: the experiment's own number; jobs 0: one per processor */
	unsigned processes;  /* of ab; 0: its own number */
	struct shard shard;  /* run only this part of the plan; of 0: all of it */
	double within;       /* seconds in which the machines are to finish, for the plan */
	int cpu;             /* pin timed cells to this processor; -1: the first allowed one */
	const char *fail_on; /* "contradicted", "inconclusive"; for ab "slower"; NULL: no verdict is a failure */
	const char *hash, *folder;
	struct pattern filter, cells; /* of names of filters, and of labels of cells */
	const char *verdicts;         /* of claims: only those that have one of these verdicts; NULL: all */
	bool json, dry_run, quiet, multiset, filters, brief;
	bool mix; /* continue a run of another build or machine */
	uint64_t seed;
	size_t mem_limit;         /* bytes; 0: the available memory */
	double time_limit;        /* seconds; 0: no limit */
	const char *isa_variable; /* value of CUCKOOBENCH_ISA; "" if it is unset */
	/* The highest instruction set that --isa and CUCKOOBENCH_ISA admit. ISA_ANY: all that the processor has. */
	enum isa isa;
	enum filter_kicks kicks; /* of filters that support both kinds of eviction */
	struct placement place;
	struct placer placer; /* place.placer points to it */
	struct numa_choice numa;
	enum pin_order pin;                /* order in which threads take processors */
	size_t size[OPTIONS_SIZES], sizes; /* bytes of tables */
	unsigned threads;                  /* most threads of an experiment; 0: one per processor */
	const char *keys;                  /* key sets in addition to the streams, separated by commas; NULL: none */
	const char *queries;               /* the set whose keys are looked up; NULL: the experiments' own queries */
	struct key_format keys_format;     /* of the sets that are files */
	struct workload workload;          /* of tune; max_fpr of size, too */
	struct sizing_wish wish;           /* of size; its items and rate are not set here */
	const char *plugin[FILTERS_ADDED]; /* paths of plug-ins */
	size_t plugins;
	/* limit for one cell of a plug-in; 0: derived from its expected duration */
	double plugin_timeout;
	const char *config;                 /* path of the file of options */
	struct json_t *config_texts;        /* owns the values that came from that file */
	uint64_t given;                     /* bit i: row i of the table in options_rows.c was given */
	const char *text[OPTION_ROWS_MOST]; /* value of row i, if the command line or a file of options gives one */
};

/* Parses argv. --help and --version become the command; --help keeps one name of what follows it. Call options_free in
 * any case. */
int options_parse(struct options *, int argc, char **argv, struct failure *);
/* Returns whether the command line, or a file of options, gives this option. */
bool options_given(const struct options *, const char *name);
/* Returns its value; NULL if neither does. */
const char *options_text(const struct options *, const char *name);
/* Fails if arguments or options were given that options->command would ignore. */
int options_check(const struct options *, struct failure *);
/* Returns {name: value} of all options that were given to `run` and influence what is measured. --plugin is left out,
 * because it may be given several times. */
struct json_t *options_json(const struct options *);
void options_free(struct options *);

/*
 * For another program of the project, which has options of its own: removes the options of `command` from argv, written
 * as --name VALUE or --name=VALUE, and leaves the rest. Call options_free in any case.
 */
int options_take(struct options *, const char *command, int *argc, char **argv, struct failure *);
/* Prints a line for each option of the command. */
void options_help(const char *command);
/* Prints the list of commands, or the options of one command. Fails if there is no such command. */
int options_print_help(const char *command, struct failure *);
/* Fails because there is no such option, and names a similar option of the command (NULL: of any command). Without a
 * similar one the text ends with `otherwise`, which says what to do. */
int options_no_option(const char *argument, const char *command, const char *otherwise, struct failure *);
/* Fails because there is no such command, and names a similar one. */
int options_no_command(const char *name, struct failure *);

#endif
