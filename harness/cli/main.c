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
#define COMMAND(name, arguments, most, help) {#name, command_##name},
#include "harness/plan/commands.def"
#undef COMMAND
	{"__complete", command_complete},
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

static int
run_command(const struct options *o, struct failure *f)
{
	int status;

	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		if (strcmp(commands[i].name, o->command) == 0) {
			status = options_check(o, f);
			if (status == STATUS_DONE)
				status = plugins_load(o->plugin, o->plugins, f);
			return status == STATUS_DONE ? commands[i].run(o, f) : status;
		}
	return options_no_command(o->command, f);
}

int
main(int argc, char **argv)
{
	struct options options;
	struct failure failure = {.status = STATUS_DONE};
	int status;

	keep_standard_streams();
	signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is then a write error, like a full disk, and not fatal */
	setlocale(LC_ALL, "C");   /* decimal points in every file */
	status = options_parse(&options, argc, argv, &failure);
	if (status == STATUS_DONE)
		status = run_command(&options, &failure);
	(void)failure_print(&failure);
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_DONE) {
		status = failed_at(&failure, STATUS_FAILED, "standard output");
		(void)failure_print(&failure);
	}
	options_free(&options);
	return status;
}
