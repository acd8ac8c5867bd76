/* SPDX-License-Identifier: MIT */
/* options_rows.h - the tables of the command line: options_rows.c and options_help.c have them. options.c parses by
 * them, help prints them, and the completion by shells offers what is in them. */
#ifndef CUCKOOBENCH_OPTIONS_ROWS_H
#define CUCKOOBENCH_OPTIONS_ROWS_H

#include "harness/plan/options.h"

/* What a value is: a flag has none. OWN: `set` takes it. */
enum option_kind {
	OPTION_OWN,
	OPTION_FLAG,          /* bool */
	OPTION_WORD,          /* an enum, whose names in order, from `least` on, are the words */
	OPTION_TEXT,          /* const char *, not empty */
	OPTION_COUNT,         /* unsigned */
	OPTION_NUMBER,        /* uint64_t */
	OPTION_SIZE,          /* size_t, as "2G" */
	OPTION_KEYS,          /* size_t, as "10M", ten million */
	OPTION_TIME,          /* double, seconds, as "10m" */
	OPTION_REAL,          /* double */
	OPTION_SHARE,         /* double from 0 to 1, as "0.25" or "25%" */
	OPTION_SHARE_ABOVE_0, /* the same without 0 */
};

/* What an option does in these commands, where its row's help is not true of them. */
struct option_text {
	const char *commands, *help;
};

struct option_row {
	const char *name; /* long name; `letter` is 0 if there is no short one */
	int letter;
	const char *value; /* NULL: a flag */
	const char *help;
	const char *commands; /* the commands that do not ignore the option, separated by blanks; "*": all */
	enum option_kind kind;
	size_t at;          /* where in struct options the value goes */
	double least, most; /* of COUNT, SIZE and REAL; most 0: no limit */
	/* The words that may be the value, NULL at the end; of OWN, those that shells offer. NULL: others may. */
	const char *const *words;
	const char *why;                     /* the reason for a refusal; NULL: the kind's */
	const struct option_text *elsewhere; /* without commands at the end; NULL: the help holds for all */
	/* For OPTION_OWN: sets the value. Returns NULL, or why the value is refused. */
	const char *(*set)(struct options *, const char *value);
};

struct command_row {
	const char *name, *arguments;
	int most; /* the most arguments that it takes */
	const char *help;
};

/* Both tables end with a row without a name. */
extern const struct option_row option_rows[];
/* Returns the row of the option in an argument --name or --name=VALUE, and *rest, the text after its name; or NULL. */
const struct option_row *option_row_of(const char *argument, const char **rest);
/* Sets the option of this row. Returns NULL, or why the value is refused. */
const char *option_set(const struct option_row *, struct options *, const char *value);
extern const struct command_row command_rows[];
/* Returns the row of this command, or NULL if there is none. */
const struct command_row *command_row_of(const char *name);
/* Returns the first word of a command line that is a command's name: before it has been parsed. NULL: there is none. */
const char *command_among(char **argv);
/* Returns how the text of a wrong command line ends: where to read on; until the next call. NULL: no command. */
const char *options_try_help(const char *command);

/* Returns whether the command takes the option. */
bool option_is_for(const struct option_row *, const char *command);
/* Returns what the option does in this command. */
const char *option_help(const struct option_row *, const char *command);

#endif
