/* SPDX-License-Identifier: MIT */
/*
 * command_completion.c - `cuckoobench completion SHELL`: a script with which bash, zsh or fish completes commands,
 * their options and values.
 *
 *      command_rows, option_rows, possible values (completion.c)  -->  the script: contains them all, calls nothing
 *
 * Values that are files or folders complete as such. Values that are numbers complete as nothing.
 */
#include "harness/base/memory.h"
#include "harness/base/nearest.h"
#include "harness/base/values.h"
#include "harness/cli/commands.h"
#include "harness/plan/completion.h"

#include <stdlib.h>
#include <string.h>

/* --- bash --------------------------------------------------------------------------------------------------------- */

static void
bash_words(const struct completion *c)
{
	for (size_t i = 0; i < c->words; i++)
		printf("%s%s", i ? " " : "", c->word[i]);
}

static void
bash_assign(const struct completion *c)
{
	fputs(" words='", stdout);
	bash_words(c);
	printf("' paths=%s ;;\n", c->paths == COMPLETION_FILES ? "-f" : c->paths == COMPLETION_FOLDERS ? "-d" : "");
}

static void
bash_pattern(const struct option_row *row)
{
	printf("--%s", row->name);
	if (row->letter)
		printf("|-%c", row->letter);
}

/* The options that take a value, as the pattern of a case. */
static void
bash_valued(void)
{
	const char *between = "\t\t";

	for (const struct option_row *row = option_rows; row->name; row++)
		if (row->value) {
			fputs(between, stdout);
			bash_pattern(row);
			between = "|";
		}
	putchar(')');
}

static void
bash_tables(void)
{
	puts("\tcase $command in");
	printf("\t'') options='--help --version' words='");
	for (const struct command_row *c = command_rows; c->name; c++)
		printf("%s%s", c == command_rows ? "" : " ", c->name);
	puts("' ;;");
	for (const struct command_row *c = command_rows; c->name; c++) {
		const struct completion arguments = completion_of_arguments(c);

		printf("\t%s) options='--help", c->name);
		for (const struct option_row *row = option_rows; row->name; row++)
			if (option_is_for(row, c->name))
				printf(" --%s", row->name);
		putchar('\'');
		bash_assign(&arguments);
	}
	puts("\tesac\n\tcase $prev in");
	bash_valued();
	puts(" options= words= paths= ;;\n\tesac\n\tcase $prev in");
	for (const struct option_row *row = option_rows; row->name; row++) {
		const struct completion value = completion_of_value(row);

		if (value.words == 0 && value.paths == COMPLETION_NO_PATHS)
			continue;
		putchar('\t');
		bash_pattern(row);
		putchar(')');
		bash_assign(&value);
	}
	puts("\tesac");
}

static void
print_bash(void)
{
	puts("# bash completion for cuckoobench, written by `cuckoobench completion bash`\n"
	     "_cuckoobench()\n"
	     "{\n"
	     "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= options= words= paths= "
	     "i\n"
	     "\n"
	     "\t# The \"=\" of --scale=quick is a word of its own.\n"
	     "\tif [[ $cur == = ]]; then\n"
	     "\t\tcur=\n"
	     "\telif [[ $prev == = ]]; then\n"
	     "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	     "\tfi\n"
	     "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	     "\t\tcase ${COMP_WORDS[i]} in");
	bash_valued();
	puts(" [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++)); ((i++)) ;;\n"
	     "\t\t-*) ;;\n"
	     "\t\t*) command=${COMP_WORDS[i]}; break ;;\n"
	     "\t\tesac\n"
	     "\tdone");
	bash_tables();
	puts("\t[[ $cur == -* && $options ]] && words=$options paths=\n"
	     "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\"; [[ $paths ]] && compgen $paths -- "
	     "\"$cur\")\n"
	     "\t[[ $paths ]] && compopt -o filenames 2>/dev/null\n"
	     "\t[[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null\n"
	     "\treturn 0\n"
	     "}\n"
	     "complete -F _cuckoobench cuckoobench");
}

/* --- zsh ---------------------------------------------------------------------------------------------------------- */

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

static void
print_zsh(void)
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

/* --- fish --------------------------------------------------------------------------------------------------------- */

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
		bash_words(&value);
		putchar('\'');
	}
	fish_about(row->help);
}

static void
print_fish(void)
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

int
command_completion(const struct options *o)
{
	static void (*const print[])(void) = {print_bash, print_zsh, print_fish};
	const char *name = o->arguments[0];
	char text[NEAREST_HINT];
	struct nearest guess;

	if (!name) {
		fputs("cuckoobench: completion needs a shell: bash, zsh or fish\n", stderr);
		return STATUS_USAGE;
	}
	guess = nearest_of(name);
	for (size_t i = 0; i < COMPLETION_SHELLS; i++) {
		if (strcmp(name, completion_shells[i]) == 0) {
			print[i]();
			return STATUS_DONE;
		}
		nearest_offer(&guess, completion_shells[i]);
	}
	fprintf(stderr, "cuckoobench: completion: '%s': not one of bash, zsh, fish%s\n", name,
	        nearest_hint(&guess, "", text));
	return STATUS_USAGE;
}
