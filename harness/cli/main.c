/* SPDX-License-Identifier: MIT */
/* main.c - picks the subcommand. */
#include "harness/cli/commands.h"
#include "harness/filters/plugin.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *name;
	int (*run)(const struct options *);
} commands[] = {
	{"run", command_run},
	{"report", command_report},
	{"plan", command_plan},
	{"compare", command_compare},
	{"claims", command_claims},
	{"list", command_list},
	{"explain", command_explain},
	{"doctor", command_doctor},
	{"verify", command_verify},
	{"tune", command_tune},
	{"merge", command_merge},
	{"ab", command_ab},
	{"completion", command_completion},
	{"keys", command_keys},
	{"help", command_help},
	{"version", command_version},
};

/*
 * A file opened while standard output is closed would take its number, and what is printed would end in that file. So a
 * closed stream becomes one that fails when written to; only a missing standard error is nowhere to be said.
 */
static void
keep_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			(void)open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int
main(int argc, char **argv)
{
	struct options options;
	int status = STATUS_USAGE;
	bool known = false;

	keep_standard_streams();
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of writing, like a full disk, not a death */
	setlocale(LC_ALL, "C");   /* decimal points in every file */
	options_parse(&options, argc, argv);
	for (size_t i = 0; i < sizeof commands / sizeof *commands && !known; i++)
		if (strcmp(commands[i].name, options.command) == 0) {
			known = true;
			options_check(&options);
			status = plugins_load(options.plugin, options.plugins);
			if (status == STATUS_DONE)
				status = commands[i].run(&options);
		}
	if (!known)
		options_no_command(options.command);
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_DONE) {
		perror("cuckoobench: standard output");
		status = STATUS_FAILED;
	}
	options_free(&options);
	return status;
}
