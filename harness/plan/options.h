/* SPDX-License-Identifier: MIT */
/* options.h - what the command line asked for. */
#ifndef CUCKOOBENCH_OPTIONS_H
#define CUCKOOBENCH_OPTIONS_H

#include "core/mem.h"
#include "datasets/key_files.h"
#include "harness/machine/placement.h"
#include "harness/plan/experiment.h"
#include "harness/plan/shard.h"
#include "harness/plan/workload.h"

#include <regex.h>

enum { OPTIONS_SIZES = 16, OPTIONS_ROUNDS = 500, OPTION_ROWS_MOST = 64 /* a bit each */ };

struct options {
	const char *command; /* the subcommand */
	char **arguments;    /* what follows the options, NULL at the end */
	char *line;          /* the whole command line, for the manifest */

	enum scale scale;
	unsigned reps, jobs; /* 0: the experiment's own; 0: one a processor */
	unsigned rounds;     /* of ab; 0: its own number */
	unsigned retries;    /* measure a disturbed cell again, at most so often */
	struct shard shard;  /* run this part of the plan alone; of 0: all of it */
	double within;       /* seconds in which machines are to be done, for the plan */
	int cpu;             /* pin timed cells there; -1: the first allowed one */
	const char *fail_on; /* "contradicted", "inconclusive"; NULL: a verdict is no failure */
	const char *filter_pattern, *hash, *folder;
	regex_t filter;
	bool has_filter, has_retries, json, dry_run, quiet, multiset, filters;
	bool mix; /* take up a run of another build or machine */
	uint64_t seed;
	size_t mem_limit;         /* bytes; 0: what is available */
	double time_limit;        /* seconds; 0: none */
	const char *isa_variable; /* CUCKOOBENCH_ISA, where it says anything; "" */
	/* no instructions above these, by --isa and CUCKOOBENCH_ISA; ISA_ANY: whatever the processor has */
	enum isa isa;
	enum filter_kicks kicks; /* of filters that can do either */
	struct placement place;
	struct placer placer; /* place.placer is this one */
	struct numa_choice numa;
	enum pin_order pin;                /* of threads */
	size_t size[OPTIONS_SIZES], sizes; /* bytes of tables */
	unsigned threads;                  /* at most so many in an experiment; 0: one a processor */
	const char *keys;                  /* key sets besides the streams, with commas between; NULL: none */
	const char *queries;               /* the set whose keys are asked for; NULL: what the experiments ask */
	struct key_format keys_format;     /* of those that are files */
	struct workload workload;          /* of tune */
	const char *plugin[FILTERS_ADDED]; /* files of plug-ins */
	size_t plugins;
	double plugin_timeout;              /* seconds of one of their cells; 0: by what it is expected to take */
	const char *config;                 /* the file of options */
	struct json_t *config_texts;        /* own the values that came from it */
	uint64_t given;                     /* bit i: row i of the table in options_rows.c */
	const char *text[OPTION_ROWS_MOST]; /* the value of row i, if the command line or a file of options gives one */
};

/*
 * Parses argv. Prints a usage error and exits (2) where that is deserved. --help and --version are commands, too: of
 * what stands beside the former, one name.
 */
void options_parse(struct options *, int argc, char **argv);
/* The value of an option of `run`, if the command line gives none; it must outlive the options. *why: it is refused. */
enum options_status { OPTIONS_TAKEN, OPTIONS_UNKNOWN, OPTIONS_REFUSED };
enum options_status options_default(struct options *, const char *name, const char *value, const char **why);
/* Does the command line, or a file of options, say something of it? */
bool options_given(const struct options *, const char *name);
/* Refuses, in the same way, arguments and options that options->command would ignore. */
void options_check(const struct options *);
/* {name: value} of all that was given to `run` and bears on what is measured, --plugin aside, of which there may be
 * several. */
struct json_t *options_json(const struct options *);
void options_free(struct options *);

/*
 * For a program beside this one, which has options of its own: takes those of `command` out of argv, as --name VALUE or
 * --name=VALUE, and leaves the rest. Refuses bad values as above.
 */
void options_take(struct options *, const char *command, int *argc, char **argv);
/* Prints a line for each. */
void options_help(const char *command);
/* Prints what there is, or the options of a command. False, said on stderr: there is no such command. */
bool options_print_help(const char *command);
/* Says on stderr that there is no such option, and which of the command's may have been meant, NULL: of any; otherwise
 * what to do. */
void options_no_option(const char *argument, const char *command, const char *otherwise);
/* Says so on stderr, and which may have been meant. */
void options_no_command(const char *name);

#endif
