/* SPDX-License-Identifier: MIT */
/* completion.h - what may stand in a place of the command line, for scripts by which shells complete it
 * (command_completion.c). */
#ifndef CUCKOOBENCH_COMPLETION_H
#define CUCKOOBENCH_COMPLETION_H

#include "harness/plan/options_parts.h"

enum { COMPLETION_SHELLS = 3 };
extern const char *const completion_shells[COMPLETION_SHELLS];

enum { COMPLETION_WORDS = 128 };

enum completion_paths { COMPLETION_NO_PATHS, COMPLETION_FILES, COMPLETION_FOLDERS };

/* What may stand in one place of the command line. */
struct completion {
	const char *word[COMPLETION_WORDS];
	const char *about[COMPLETION_WORDS]; /* "": nothing is to be said */
	size_t words;
	enum completion_paths paths;
};

/* Of an option's value; of a flag nothing. */
struct completion completion_of_value(const struct option_row *);
/* Of what follows the command. */
struct completion completion_of_arguments(const struct command_row *);
/* Names of key sets, besides files. */
void completion_add_key_sets(struct completion *);

#endif
