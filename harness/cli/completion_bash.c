/* SPDX-License-Identifier: MIT */
/* completion_bash.c - the script for bash: cases that set options, words and kinds of paths, and compgen. */
#include "harness/cli/completion_parts.h"

#include <stdio.h>

static void
bash_assign(const struct completion *c)
{
	fputs(" words='", stdout);
	completion_print_words(c);
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

void
completion_bash(void)
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
