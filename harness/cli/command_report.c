/* SPDX-License-Identifier: MIT */
/* command_report.c - `cuckoobench report [DIR]`: everything that is derived from a run, written again. */
#include "harness/cli/commands.h"

#include "harness/analysis/claims.h"
#include "harness/analysis/reduce.h"
#include "harness/base/folder.h"
#include "harness/report/crate.h"
#include "harness/report/report.h"

#include <unistd.h>

int
present_run(const char *dir)
{
	enum scale scale;
	int status;

	if (manifest_scale(dir, &scale) != 0)
		return STATUS_USAGE;
	if (reduce_run(dir, scale) != 0)
		return STATUS_FAILED;
	status = claims_write(dir);
	status |= plots_write(dir);
	status |= tables_write(dir);
	status |= report_write(dir);
	status |= crate_write(dir);
	if (status == 0)
		printf("%s/report.html\n", dir);
	return status == 0 ? STATUS_DONE : STATUS_FAILED;
}

int
command_report(const struct options *o, struct failure *f)
{
	const char *dir = folder_of(o, o->arguments[0]);
	enum scale scale;
	int lock, status;

	if (!at_home(f))
		return STATUS_UNFIT;
	if (manifest_scale(dir, &scale) != 0)
		return STATUS_USAGE;
	if ((status = folder_take(dir, &lock, f)) != STATUS_DONE)
		return status;
	status = present_run(dir);
	close(lock);
	return status;
}
