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
present_run(const char *dir, struct failure *f)
{
	enum scale scale;
	int status = manifest_scale(dir, &scale, f);

	if (status != STATUS_DONE)
		return status;
	if (reduce_run(dir, scale) != 0)
		return failed(f, STATUS_FAILED, "%s", "");
	status = claims_write(dir);
	status |= plots_write(dir);
	status |= tables_write(dir);
	status |= report_write(dir);
	status |= crate_write(dir);
	if (status == 0)
		printf("%s/report.html\n", dir);
	return status == 0 ? STATUS_DONE : failed(f, STATUS_FAILED, "%s", "");
}

int
command_report(const struct options *o, struct failure *f)
{
	const char *dir = folder_of(o, o->arguments[0]);
	enum scale scale;
	int lock, status;

	if (!at_home(f))
		return STATUS_UNFIT;
	if ((status = manifest_scale(dir, &scale, f)) != STATUS_DONE ||
	    (status = folder_take(dir, &lock, f)) != STATUS_DONE)
		return status;
	status = present_run(dir, f);
	close(lock);
	return status;
}
