/* SPDX-License-Identifier: MIT */
/* options_help.c - the commands of commands.def, found by their names, and the text of `cuckoobench help`: the
 * commands, or the options of one. It fits windows of 80 columns. */
#include "harness/plan/options_rows.h"

#include "harness/base/nearest.h"
#include "harness/base/wrap.h"

#include <string.h>

enum { COLUMNS = 80, NAMES = 27 /* columns of an option's or a command's name */, ANY = 1000 /* arguments */ };

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

const char *
command_among(char **argv)
{
	for (char **word = argv + 1; *word; word++)
		if (command_row_of(*word))
			return *word;
	return NULL;
}

const char *
options_try_help(const char *command)
{
	static char text[64];

	if (command && strcmp(command, "micro") == 0)
		return "; try `cuckoobench-micro --help`";
	if (!command || !command_row_of(command))
		return "; try `cuckoobench help`";
	snprintf(text, sizeof text, "; try `cuckoobench help %s`", command);
	return text;
}

int
options_no_command(const char *name, struct failure *f)
{
	struct nearest guess = nearest_of(name);

	for (const struct command_row *c = command_rows; c->name; c++)
		nearest_offer(&guess, c->name);
	return failed(f, STATUS_USAGE, "no command '%s'%s", name, nearest_hint(&guess, options_try_help(NULL)));
}

/* Prints a name and its description. A long name gets a line of its own. */
static void
print_entry(int name, const char *help)
{
	if (name >= NAMES)
		putchar('\n');
	printf("%*s", name >= NAMES ? NAMES : NAMES - name, "");
	wrap_write(stdout, help, NAMES, NAMES, COLUMNS - 1);
}

static void
print_row(const struct option_row *row, const char *command)
{
	char letter[8] = "    ";

	if (row->letter)
		snprintf(letter, sizeof letter, "-%c, ", row->letter);
	print_entry(printf("  %s--%s%s%s", letter, row->name, row->value ? " " : "", row->value ? row->value : ""),
	            option_help(row, command));
}

void
options_help(const char *command)
{
	for (size_t i = 0; option_rows[i].name; i++)
		if (option_is_for(&option_rows[i], command))
			print_row(&option_rows[i], command);
}

static void
print_command(const struct command_row *c)
{
	printf("cuckoobench %s%s%s [OPTION...]\n\n", c->name, *c->arguments ? " " : "", c->arguments);
	wrap_write(stdout, c->help, 0, 0, COLUMNS - 1);
	putchar('\n');
	options_help(c->name);
}

static void
print_all(void)
{
	fputs("cuckoobench - the cuckoo filter paper's evaluation (CoNEXT 2014), regenerated\n"
	      "\n"
	      "  cuckoobench run                          the paper's tables and figures\n"
	      "  cuckoobench run @field                   a study: filters since 2014\n"
	      "  cuckoobench run f5 f6 --filter 'cf|bf'   some figures, some filters\n"
	      "  cuckoobench run t3 --scale full          192 MB filters, as in the paper\n"
	      "  cuckoobench report results/quick         tables, figures and report.html\n"
	      "\n"
	      "Commands, and `cuckoobench help COMMAND` for the options of one:\n",
	      stdout);
	for (const struct command_row *c = command_rows; c->name; c++)
		print_entry(printf("  %s %s", c->name, c->arguments), c->help);
	putchar('\n');
	print_entry(printf("  -h, --help"), "with a command: its options");
	print_entry(printf("  -V, --version"), "the version");
	putchar('\n');
	wrap_write(stdout,
	           "CUCKOOBENCH_ISA is an --isa for every command and for the library: portable, avx2, avx512. Of the "
	           "two the lesser counts.",
	           0, 2, COLUMNS - 1);
	wrap_write(stdout,
	           "CUCKOOBENCH_PACKAGES names a folder in which Debian packages were unpacked (dpkg -x) whose key "
	           "sets are wanted, but that are not installed.",
	           0, 2, COLUMNS - 1);
	wrap_write(stdout,
	           "CUCKOOBENCH_RESULTS names the folder of runs that no -o gives a folder; without it, results.", 0, 2,
	           COLUMNS - 1);
	wrap_write(stdout,
	           "CUCKOOBENCH_HOME names the folder of plots/ and datasets/ where the program has been moved out of "
	           "its tree.",
	           0, 2, COLUMNS - 1);
	wrap_write(stdout,
	           "Exit status: 0 done, 1 a measurement failed, 2 usage, 3 environment unfit, 4 --fail-on, 130 "
	           "interrupted (run again to go on).",
	           0, 2, COLUMNS - 1);
}

int
options_print_help(const char *command, struct failure *f)
{
	const struct command_row *c = command ? command_row_of(command) : NULL;

	if (command && !c)
		return options_no_command(command, f);
	if (c)
		print_command(c);
	else
		print_all();
	return STATUS_DONE;
}
