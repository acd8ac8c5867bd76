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
	int (*run)(const struct options *, struct failure *);
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
 * If standard output is closed, the next file that opens takes its number, and printed text would end up in that file.
 * So replace a closed stream by one whose writes fail. Only a missing standard error cannot be reported anywhere.
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
	struct failure failure = {.status = STATUS_DONE};
	int status = STATUS_USAGE;
	bool known = false;

	keep_standard_streams();
	signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is then a write error, like a full disk, and not fatal */
	setlocale(LC_ALL, "C");   /* decimal points in every file */
	options_parse(&options, argc, argv);
	for (size_t i = 0; i < sizeof commands / sizeof *commands && !known; i++)
		if (strcmp(commands[i].name, options.command) == 0) {
			known = true;
			options_check(&options);
			status = plugins_load(options.plugin, options.plugins);
			if (status == STATUS_DONE)
				status = commands[i].run(&options, &failure);
		}
	(void)failure_print(&failure);
	if (!known)
		options_no_command(options.command);
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_DONE) {
		perror("cuckoobench: standard output");
		status = STATUS_FAILED;
	}
	options_free(&options);
	return status;
}
