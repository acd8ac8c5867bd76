/* SPDX-License-Identifier: MIT */
/* options_parts.h - between the files of the command line: options_rows.c has the table, options_help.c prints it, options.c reads by it. */
#ifndef CUCKOOBENCH_OPTIONS_PARTS_H
#define CUCKOOBENCH_OPTIONS_PARTS_H

#include "harness/options.h"

struct option_row {
	const char *name; /* long name; the letter may be 0 */
	int letter;
	const char *value; /* NULL: a flag */
	const char *help;
	/* NULL, or why the value is refused. */
	const char *(*set)(struct options *, const char *value);
	const char *commands; /* that do not ignore it; "*": all */
};

/* A row without a name at the end. */
extern const struct option_row option_rows[];
size_t option_rows_count(void);

void option_print_row(const struct option_row *);
void option_print_help(void);

#endif
