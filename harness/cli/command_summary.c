/* SPDX-License-Identifier: MIT */
/* command_summary.c - `cuckoobench summary [DIR]`: the answer in twenty lines, or in one (harness/report/summary.h). */
#include "harness/cli/commands.h"

#include "harness/report/summary.h"

int
tell_summary(const char *dir, bool whole, bool line, struct failure *f)
{
	struct run_data d;
	const int status = run_data_load(&d, dir, f);

	if (status != STATUS_DONE)
		return status;
	if (whole)
		summary_write(stdout, &d, f);
	if (whole && line)
		putchar('\n');
	if (line)
		summary_line(stdout, &d);
	run_data_free(&d);
	return f->status;
}

int
command_summary(const struct options *o, struct failure *f)
{
	return tell_summary(folder_of(o, o->arguments[0]), !o->brief, o->brief, f);
}
