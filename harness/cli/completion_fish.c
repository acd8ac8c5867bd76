/* SPDX-License-Identifier: MIT */
/* completion_fish.c - the script for fish: a line for each word that may stand somewhere. */
#include "harness/base/values.h"
#include "harness/cli/completion_parts.h"

#include <stdio.h>
#include <string.h>

enum { FISH_COMMANDS = 300 };

static void
fish_add(char commands[FISH_COMMANDS], const char *name)
{
	const size_t n = strlen(commands);

	snprintf(commands + n, FISH_COMMANDS - n, "%s%s", n ? " " : "", name);
}

/* Begins a line that applies after any of these commands. */
static void
fish_begin(const char *commands)
{
	printf("complete -c cuckoobench -n '__fish_seen_subcommand_from %s'", commands);
}

static void
fish_about(const char *about)
{
	if (*about) {
		fputs(" -d ", stdout);
		value_quote(stdout, about);
	}
	putchar('\n');
}

/* The arguments of all commands that take the same ones. */
static void
fish_arguments(const struct command_row *command)
{
	const struct completion c = completion_of_arguments(command);
	char commands[FISH_COMMANDS] = "";

	for (const struct command_row *other = command_rows; other->name; other++)
		if (strcmp(other->arguments, command->arguments) == 0) {
			if (other < command)
				return;
			fish_add(commands, other->name);
		}
	for (size_t i = 0; i < c.words; i++) {
		fish_begin(commands);
		printf(" -a %s", c.word[i]);
		fish_about(c.about[i]);
	}
	if (c.paths != COMPLETION_NO_PATHS) {
		fish_begin(commands);
		puts(c.paths == COMPLETION_FILES ? " -F" : " -a '(__fish_complete_directories (commandline -ct))'");
	}
}

static void
fish_option(const struct option_row *row)
{
	const struct completion value = completion_of_value(row);
	char commands[FISH_COMMANDS] = "";

	for (const struct command_row *c = command_rows; c->name; c++)
		if (option_is_for(row, c->name))
			fish_add(commands, c->name);
	fish_begin(commands);
	printf(" -l %s", row->name);
	if (row->letter)
		printf(" -s %c", row->letter);
	if (row->value)
		fputs(value.paths == COMPLETION_NO_PATHS ? " -x" : " -r -F", stdout);
	if (value.words > 0) {
		fputs(" -a '", stdout);
		completion_print_words(&value);
		putchar('\'');
	}
	fish_about(row->help);
}

void
completion_fish(void)
{
	puts("# fish completion for cuckoobench, written by `cuckoobench completion fish`\n"
	     "complete -c cuckoobench -f\n"
	     "complete -c cuckoobench -s h -l help -d 'commands, or the options of one'\n"
	     "complete -c cuckoobench -n __fish_use_subcommand -s V -l version -d 'the version'");
	for (const struct command_row *c = command_rows; c->name; c++) {
		printf("complete -c cuckoobench -n __fish_use_subcommand -a %s", c->name);
		fish_about(c->help);
	}
	for (const struct command_row *c = command_rows; c->name; c++)
		fish_arguments(c);
	for (const struct option_row *row = option_rows; row->name; row++)
		fish_option(row);
}
