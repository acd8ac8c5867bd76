/* SPDX-License-Identifier: MIT */
/* completion.h - the words that may stand at each place of the command line, for the scripts by which shells complete
 * it (command_completion.c). */
#ifndef CUCKOOBENCH_COMPLETION_H
#define CUCKOOBENCH_COMPLETION_H

#include "harness/plan/options_parts.h"

enum { COMPLETION_SHELLS = 3 };
extern const char *const completion_shells[COMPLETION_SHELLS];

enum { COMPLETION_WORDS = 128 };

enum completion_paths { COMPLETION_NO_PATHS, COMPLETION_FILES, COMPLETION_FOLDERS };

/* What may stand at one place of the command line: words, with a description each, and paths. */
struct completion {
	const char *word[COMPLETION_WORDS];
	const char *about[COMPLETION_WORDS]; /* "": the word has no description */
	size_t words;
	enum completion_paths paths;
};

/* Returns what may be an option's value; nothing for a flag. */
struct completion completion_of_value(const struct option_row *);
/* Returns what may follow the command. */
struct completion completion_of_arguments(const struct command_row *);
/* Adds the names of key sets, and paths of files. */
void completion_add_key_sets(struct completion *);

#endif
