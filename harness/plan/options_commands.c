/* SPDX-License-Identifier: MIT */
/* options_commands.c - finds a command of commands.def by its name. */
#include "harness/plan/options_rows.h"

#include "harness/base/nearest.h"

#include <string.h>

enum { ANY = 1000 };

const struct command_row command_rows[] = {
#define COMMAND(name, arguments, most, help) {#name, arguments, most, help},
#include "harness/plan/commands.def"
#undef COMMAND
	{NULL, NULL, 0, NULL},
};

const struct command_row *
command_row_of(const char *name)
{
	for (const struct command_row *c = command_rows; c->name; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

int
options_no_command(const char *name, struct failure *f)
{
	struct nearest guess = nearest_of(name);
	char text[NEAREST_HINT];

	for (const struct command_row *c = command_rows; c->name; c++)
		nearest_offer(&guess, c->name);
	return failed(f, STATUS_USAGE, "no command '%s'%s", name,
	              nearest_hint(&guess, "; try `cuckoobench help`", text));
}
