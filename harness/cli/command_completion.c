/* SPDX-License-Identifier: MIT */
/*
 * command_completion.c - `cuckoobench completion SHELL`: a script by which bash, zsh or fish completes commands, their
 * options and values. A script knows none of them. At each TAB it asks the program, so it is never outdated:
 *
 *      cuckoobench -- __complete run --scale=q     the words of the line, to the one to complete
 *
 *      (an empty line)                             paths that may stand there, too: "file", "directory" or none
 *      --scale=                                    the part of the last word before what is to be completed
 *      quick                                       the words that go on so, a line each; a description after a tab
 *
 * `help` does not list __complete. Values that are numbers complete as nothing.
 */
#include "core/hash.h"
#include "datasets/keyset.h"
#include "datasets/streams.h"
#include "harness/base/nearest.h"
#include "harness/base/values.h"
#include "harness/cli/commands.h"
#include "harness/plan/groups.h"
#include "harness/plan/options_rows.h"

#include <stdio.h>
#include <string.h>

/* Each calls the program by the line's first word, which may be a path, and which the shell has not yet expanded. */
static const struct {
	const char *name, *script;
} shells[] = {
	{"bash", "# bash completion for cuckoobench, written by `cuckoobench completion bash`\n"
                 "_cuckoobench()\n"
                 "{\n"
                 "\tlocal cur=${COMP_WORDS[COMP_CWORD]} paths prefix words\n"
                 "\n"
                 "\t{ read -r paths; read -r prefix; mapfile -t words; } < <(\n"
                 "\t\t\"${COMP_WORDS[0]/#\\~/$HOME}\" -- __complete \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null)\n"
                 "\t[[ $cur == [=@] ]] && cur= prefix= # those of --scale=quick and @field are words of their own\n"
                 "\tcur=${cur#\"$prefix\"}\n"
                 "\tmapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"${words[*]%%$'\\t'*}\" -- \"$cur\"\n"
                 "\t\t[[ $paths ]] && compgen -P \"$prefix\" -A \"$paths\" -- \"$cur\")\n"
                 "\t[[ $paths ]] && compopt -o filenames 2>/dev/null\n"
                 "\t[[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace 2>/dev/null\n"
                 "\treturn 0\n"
                 "}\n"
                 "complete -F _cuckoobench cuckoobench"},
	{"zsh", "#compdef cuckoobench\n"
                "# zsh completion for cuckoobench, written by `cuckoobench completion zsh`\n"
                "_cuckoobench()\n"
                "{\n"
                "\tlocal -a there described\n"
                "\n"
                "\tthere=(\"${(@f)$(${(Q)~words[1]} -- __complete \"${(@Q)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
                "\tdescribed=(\"${(@)${(@)there[3,-1]//:/\\\\:}/$'\\t'/:}\")\n"
                "\tcompset -P \"$there[2]\"\n"
                "\t_describe word described\n"
                "\tcase $there[1] in\n"
                "\tfile) _files ;;\n"
                "\tdirectory) _files -/ ;;\n"
                "\tesac\n"
                "}\n"
                "# Loaded by its name, or sourced.\n"
                "if [[ $funcstack[1] == _cuckoobench ]]; then\n"
                "\t_cuckoobench \"$@\"\n"
                "else\n"
                "\tcompdef _cuckoobench cuckoobench\n"
                "fi"},
	{"fish", "# fish completion for cuckoobench, written by `cuckoobench completion fish`\n"
                 "function __cuckoobench\n"
                 "\tset -l words (commandline -opc)\n"
                 "\tset -l last (commandline -ct)\n"
                 "\tset -l there (string replace -r '^~' ~ -- $words[1]) -- __complete $words[2..-1] \"$last\"\n"
                 "\tset there ($there 2>/dev/null)\n"
                 "\tset -l described $there[3..-1]\n"
                 "\tset -l rest (string replace -- \"$there[2]\" '' \"$last\")\n"
                 "\tswitch \"$there[1]\"\n"
                 "\tcase file\n"
                 "\t\tset -a described (__fish_complete_path \"$rest\")\n"
                 "\tcase directory\n"
                 "\t\tset -a described (__fish_complete_directories \"$rest\")\n"
                 "\tend\n"
                 "\tset -q described[1] && printf '%s\\n' \"$there[2]\"$described\n"
                 "end\n"
                 "complete -c cuckoobench -f -a '(__cuckoobench)'"},
};
enum { SHELLS = sizeof shells / sizeof *shells };

/* Offers a word that goes on as what is typed. About: "" for none. */
static void
offer(const char *typed, const char *word, const char *about)
{
	if (strncmp(word, typed, strlen(typed)) == 0)
		printf("%s%s%s\n", word, *about ? "\t" : "", about);
}

static void
offer_key_sets(const char *typed)
{
	for (const struct stream *s = stream_all; s->name; s++)
		offer(typed, s->name, s->about);
	for (const struct importer *i = importer_all; i->name; i++)
		offer(typed, i->name, i->about);
}

/* Offers values of the option, for the part of the word from `typed` on. */
static void
offer_values(const struct option_row *row, const char *word, const char *typed)
{
	const bool sets = is_among("keys queries", row->name), verdicts = strcmp(row->name, "verdict") == 0;
	char verdict[VERDICT_WORD];

	if (verdicts && strrchr(typed, ','))
		typed = strrchr(typed, ',') + 1;
	/* -o DIR of some commands names a file. */
	printf("%s\n%.*s\n", sets || is_among("FILE DIR", row->value) ? "file" : "", (int)(typed - word), word);
	for (size_t i = 0; row->words && row->words[i]; i++)
		offer(typed, row->words[i], "");
	for (enum verdict_kind k = 0; k < VERDICT_KINDS && verdicts; k++)
		offer(typed, verdict_word(k, verdict), "");
	for (const struct hash_entry *h = hash_all; h->name && strcmp(row->name, "hash") == 0; h++)
		offer(typed, h->name, h->about);
	for (size_t i = 0; filter_all[i] && strcmp(row->name, "filter") == 0; i++)
		offer(typed, filter_all[i]->name, filter_all[i]->about);
	for (int i = 0; i < KEY_FORMATS && strcmp(row->name, "keys-format") == 0; i++)
		if (i == KEY_FORMAT_FIXED)
			offer(typed, "fixed:", "and a number of bytes");
		else
			offer(typed, key_format_all[i].name, key_format_all[i].about);
	if (sets)
		offer_key_sets(typed);
}

/* Offers groups, from behind their mark on. */
static void
offer_groups(const char *mark, const char *typed)
{
	printf("\n%s\n", mark);
	for (size_t i = 0; i < GROUPS; i++)
		offer(typed, group_all[i].name + 1, group_all[i].title);
}

/* Offers what may follow the command, by the names of arguments that help prints. NULL: none is there yet. marked: a
 * mark of groups stands before what is typed, as a word of its own. */
static void
offer_arguments(const struct command_row *command, const char *typed, bool marked)
{
	const char *names = command ? command->arguments : "COMMAND";

	if (strstr(names, "ID") && (marked || *typed == '@')) {
		offer_groups(marked ? "" : "@", typed + !marked);
		return;
	}
	printf("%s\n\n", strstr(names, "FILE") ? "file" : strstr(names, "DIR") ? "directory" : "");
	for (size_t i = 0; experiment_all[i] && strstr(names, "ID"); i++)
		offer(typed, experiment_all[i]->id, experiment_all[i]->title);
	for (size_t i = 0; i < GROUPS && strstr(names, "ID"); i++)
		offer(typed, group_all[i].name, group_all[i].title);
	for (const struct command_row *c = command_rows; c->name && strstr(names, "COMMAND"); c++)
		offer(typed, c->name, c->help);
	for (size_t i = 0; i < SHELLS && strstr(names, "SHELL"); i++)
		offer(typed, shells[i].name, "");
	if (strstr(names, "SET"))
		offer_key_sets(typed);
}

static void
offer_option(const char *typed, const char *name, int letter, const char *about)
{
	char word[40];

	snprintf(word, sizeof word, "-%c", letter);
	if (letter)
		offer(typed, word, about);
	snprintf(word, sizeof word, "--%s", name);
	offer(typed, word, about);
}

static void
offer_options(const struct command_row *command, const char *typed)
{
	puts("\n");
	offer_option(typed, "help", 'h', command ? "its options" : "commands, or the options of one");
	if (!command)
		offer_option(typed, "version", 'V', "the version");
	for (const struct option_row *row = option_rows; command && row->name; row++)
		if (option_is_for(row, command->name))
			offer_option(typed, row->name, row->letter, option_help(row, command->name));
}

/* Returns the row of the option that this word gives, if it takes a value. *value is where that begins in the word;
 * NULL if it is the next word. */
static const struct option_row *
valued_option(const char *word, const char **value)
{
	const struct option_row *row = option_row_of(word, value);

	if (row) {
		*value = **value ? *value + 1 : NULL;
		return row->value ? row : NULL;
	}
	for (const char *c = word; *word == '-' && word[1] != '-' && *++c;)
		for (row = option_rows; row->name; row++)
			if (row->letter == *c && row->value) {
				*value = c[1] ? c + 1 : NULL;
				return row;
			}
	return NULL;
}

int
command_complete(const struct options *o, struct failure *f)
{
	const struct option_row *row = NULL; /* of the option whose value is the next word */
	const struct command_row *command;
	const char *name = NULL, *value = NULL;
	char **word = o->arguments;
	bool marked = false;

	if (!*word)
		return failed(f, STATUS_USAGE, "__complete needs the words of a command line");
	for (; word[1]; word++) {
		marked = !row && strcmp(*word, "@") == 0; /* bash makes two words of @field */
		if (row && strcmp(*word, "=") == 0) {     /* bash makes three words of --scale=quick */
			continue;
		} else if (row) {
			row = NULL;
		} else if (**word == '-') {
			row = valued_option(*word, &value);
			row = value ? NULL : row;
		} else if (!name) {
			name = *word;
		}
	}
	command = name ? command_row_of(name) : NULL;
	if (row) {
		value = strcmp(*word, "=") == 0 ? "" : *word;
		offer_values(row, value, value);
	} else if ((row = valued_option(*word, &value)) && value) {
		offer_values(row, *word, value);
	} else if (**word == '-') {
		offer_options(command, *word);
	} else if (command || !name) {
		offer_arguments(command, *word, marked);
	}
	return STATUS_DONE;
}

int
command_completion(const struct options *o, struct failure *f)
{
	const char *name = o->arguments[0];
	struct nearest guess;

	if (!name)
		return failed(f, STATUS_USAGE, "completion needs a shell: bash, zsh or fish");
	guess = nearest_of(name);
	for (size_t i = 0; i < SHELLS; i++) {
		if (strcmp(name, shells[i].name) == 0) {
			puts(shells[i].script);
			return STATUS_DONE;
		}
		nearest_offer(&guess, shells[i].name);
	}
	return failed(f, STATUS_USAGE, "completion: '%s': not one of bash, zsh, fish%s", name,
	              nearest_hint(&guess, ""));
}
