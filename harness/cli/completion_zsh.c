/* SPDX-License-Identifier: MIT */
/* completion_zsh.c - the script for zsh: a specification for _arguments for each option and command. */
#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/cli/completion_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes text inside a specification, with the characters escaped that have a meaning there. */
static void
zsh_escape(FILE *to, const char *text)
{
	for (; *text; text++) {
		if (strchr("\\:[]", *text))
			fputc('\\', to);
		fputc(*text, to);
	}
}

/* ":message:action" */
static void
zsh_action(FILE *to, const char *message, const struct completion *c)
{
	fprintf(to, ":%s:", message);
	if (c->words > 0 && c->paths == COMPLETION_NO_PATHS) {
		for (size_t i = 0; i < c->words; i++) {
			fputc(i ? ' ' : '(', to);
			zsh_escape(to, c->word[i]);
		}
		fputc(')', to);
	} else if (c->words > 0) {
		fputs("_cuckoobench_key_sets", to);
	} else {
		fputs(c->paths == COMPLETION_FILES ? "_files" : c->paths == COMPLETION_FOLDERS ? "_files -/" : " ", to);
	}
}

/* Prints a specification as one quoted word on a continuation line of the command, and frees it. */
static void
zsh_print(char *spec)
{
	fputs(" \\\n\t\t\t", stdout);
	value_quote(stdout, spec);
	free(spec);
}

static FILE *
zsh_open(char **spec)
{
	static size_t length;
	FILE *f = open_memstream(spec, &length);

	memory_needed(f);
	return f;
}

static void
zsh_option(const struct option_row *row, bool letter)
{
	const struct completion value = completion_of_value(row);
	char *spec;
	FILE *f = zsh_open(&spec);

	if (row->letter)
		fprintf(f, "(-%c --%s)", row->letter, row->name);
	else if (strcmp(row->name, "plugin") == 0)
		fputc('*', f); /* may be given repeatedly */
	if (letter)
		fprintf(f, "-%c%s", row->letter, row->value ? "+" : "");
	else
		fprintf(f, "--%s%s", row->name, row->value ? "=" : "");
	fputc('[', f);
	zsh_escape(f, row->help);
	fputc(']', f);
	if (row->value)
		zsh_action(f, row->value, &value);
	fclose(f);
	zsh_print(spec);
}

static void
zsh_command(const struct command_row *command)
{
	const struct completion arguments = completion_of_arguments(command);
	char *spec;
	FILE *f;

	printf("\t\t%s) _arguments '(- *)'{-h,--help}'[its options]'", command->name);
	for (const struct option_row *row = option_rows; row->name; row++)
		if (option_is_for(row, command->name)) {
			zsh_option(row, false);
			if (row->letter)
				zsh_option(row, true);
		}
	if (*command->arguments) {
		f = zsh_open(&spec);
		fputc('*', f);
		zsh_action(f, "argument", &arguments);
		fclose(f);
		zsh_print(spec);
	}
	puts(" ;;");
}

/* Items of an array for _describe. */
static void
zsh_described(const char *word, const char *about)
{
	char *spec;
	FILE *f = zsh_open(&spec);

	zsh_escape(f, word);
	fputc(':', f);
	zsh_escape(f, about);
	fclose(f);
	fputs("\n\t\t", stdout);
	value_quote(stdout, spec);
	free(spec);
}

void
completion_zsh(void)
{
	struct completion sets = {.words = 0};

	completion_add_key_sets(&sets);
	fputs("#compdef cuckoobench\n"
	      "# zsh completion for cuckoobench, written by `cuckoobench completion zsh`\n"
	      "_cuckoobench_key_sets()\n"
	      "{\n"
	      "\tlocal -a sets\n"
	      "\n"
	      "\tsets=(",
	      stdout);
	for (size_t i = 0; i < sets.words; i++)
		zsh_described(sets.word[i], sets.about[i]);
	fputs(")\n"
	      "\t_describe -t sets 'key set' sets\n"
	      "\t_files\n"
	      "}\n"
	      "_cuckoobench()\n"
	      "{\n"
	      "\tlocal context state state_descr line\n"
	      "\tlocal -A opt_args\n"
	      "\tlocal -a commands\n"
	      "\n"
	      "\tcommands=(",
	      stdout);
	for (const struct command_row *c = command_rows; c->name; c++)
		zsh_described(c->name, c->help);
	puts(")\n"
	     "\t_arguments -C '(- : *)'{-h,--help}'[commands and options]' '(- : *)'{-V,--version}'[the version]' '1: "
	     ":->command' '*:: :->arguments' && return\n"
	     "\tcase $state in\n"
	     "\tcommand) _describe -t commands command commands ;;\n"
	     "\targuments)\n"
	     "\t\tcase $words[1] in");
	for (const struct command_row *c = command_rows; c->name; c++)
		zsh_command(c);
	puts("\t\tesac ;;\n"
	     "\tesac\n"
	     "}\n"
	     "# Loaded by its name, or sourced.\n"
	     "if [[ $funcstack[1] == _cuckoobench ]]; then\n"
	     "\t_cuckoobench \"$@\"\n"
	     "else\n"
	     "\tcompdef _cuckoobench cuckoobench\n"
	     "fi");
}
