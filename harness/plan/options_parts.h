/* SPDX-License-Identifier: MIT */
/* options_parts.h - between the files of the command line: options_rows.c and options_commands.c have the tables,
 * options_help.c prints them, options.c reads by them. */
#ifndef CUCKOOBENCH_OPTIONS_PARTS_H
#define CUCKOOBENCH_OPTIONS_PARTS_H

#include "harness/plan/options.h"

struct option_row {
	const char *name; /* long name; the letter may be 0 */
	int letter;
	const char *value; /* NULL: a flag */
	const char *help;
	/* NULL, or why the value is refused. */
	const char *(*set)(struct options *, const char *value);
	const char *commands; /* that do not ignore it; "*": all */
};

struct command_row {
	const char *name, *arguments;
	int most; /* arguments */
	const char *help;
};

/* A row without a name at the end of each. */
extern const struct option_row option_rows[];
size_t option_rows_count(void);
extern const struct command_row command_rows[];
/* NULL: there is none of that name. */
const struct command_row *command_row_of(const char *name);

/* Does the command take the option? */
bool option_is_for(const struct option_row *, const char *command);

#endif
