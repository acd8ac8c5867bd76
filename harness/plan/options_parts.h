/* SPDX-License-Identifier: MIT */
/* options_parts.h - what the files of the command line share: options_rows.c and options_commands.c have the tables,
 * options_help.c prints them, options.c parses by them. */
#ifndef CUCKOOBENCH_OPTIONS_PARTS_H
#define CUCKOOBENCH_OPTIONS_PARTS_H

#include "harness/plan/options.h"

struct option_row {
	const char *name; /* long name; `letter` is 0 if there is no short one */
	int letter;
	const char *value; /* NULL: a flag */
	const char *help;
	/* Sets the value. Returns NULL, or why the value is refused. */
	const char *(*set)(struct options *, const char *value);
	const char *commands; /* the commands that do not ignore the option, separated by blanks; "*": all */
};

struct command_row {
	const char *name, *arguments;
	int most; /* the most arguments that it takes */
	const char *help;
};

/* Both tables end with a row without a name. */
extern const struct option_row option_rows[];
size_t option_rows_count(void);
extern const struct command_row command_rows[];
/* Returns the row of this command, or NULL if there is none. */
const struct command_row *command_row_of(const char *name);

/* Returns whether the command takes the option. */
bool option_is_for(const struct option_row *, const char *command);

#endif
