/* SPDX-License-Identifier: MIT */
/* main.c - picks the subcommand. */
#include "harness/commands.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	int (*run)(const struct options *);
} commands[] = {
	{"run", command_run},         {"report", command_report}, {"plan", command_plan},
	{"list", command_list},       {"explain", command_explain}, {"doctor", command_doctor},
};

int
main(int argc, char **argv)
{
	struct options options;
	int status = STATUS_USAGE;
	bool known = false;

	setlocale(LC_ALL, "C"); /* decimal points in every file */
	options_parse(&options, argc, argv);
	for (size_t i = 0; i < sizeof commands / sizeof *commands && !known; i++)
		if (strcmp(commands[i].name, options.command) == 0) {
			known = true;
			status = commands[i].run(&options);
		}
	if (!known)
		fprintf(stderr, "cuckoobench: no command '%s'; try `cuckoobench --help`\n", options.command);
	if (fflush(stdout) != 0 && status == STATUS_DONE) {
		perror("cuckoobench: standard output");
		status = STATUS_FAILED;
	}
	options_free(&options);
	return status;
}
