/* SPDX-License-Identifier: MIT */
/* options_commands.c - the commands of the command line, one row each. main.c runs them. */
#include "harness/plan/options_parts.h"

#include "harness/base/nearest.h"

#include <string.h>

enum { ANY = 1000 };

const struct command_row command_rows[] = {
	{"run", "[ID...]", ANY, "measure what is missing in the run's folder, then report"},
	{"report", "[DIR]", 1, "reduce and draw again, without measuring"},
	{"merge", "DIR... -o DIR", ANY, "join the shards of a run, or runs of the same settings, into one"},
	{"claims", "[DIR]", 1, "what the data say about each claim of the paper, with the numbers that decide"},
	{"compare", "DIR DIR", 2, "two runs side by side, in one page (default compare.html)"},
	{"plan", "[ID...]", ANY, "how long and how much memory, before anything runs"},
	{"list", "", 0, "experiments, filters and hashes"},
	{"tune", "", 0, "which filter, kernel, calls, pages and threads this machine likes for a workload"},
	{"ab", "OLD NEW", 2, "two builds of the filters, libraries or plug-ins, against each other in paired rounds"},
	{"explain", "ID...", ANY, "what the paper shows and how it is run here"},
	{"verify", "[DIR]", 1,
         "whether a run's data and verdicts follow from its raw samples, byte for byte, and its manifest is as it was"},
	{"keys", "[SET|FILE]", 1, "the key sets there are; what one of them is; with -o FILE, its keys as a file"},
	{"doctor", "", 0, "whether this machine is ready"},
	{"completion", "SHELL", 1, "a script by which bash, zsh or fish completes commands, options and values"},
	{"help", "[COMMAND]", 1, "this, or a command's options"},
	{"version", "", 0, "the version"},
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
