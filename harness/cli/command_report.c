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
	static int (*const parts[])(const char *, struct failure *) = {claims_write, plots_write, tables_write,
	                                                               report_write, crate_write};
	enum scale scale;
	int status = manifest_scale(dir, &scale, f);

	if (status != STATUS_DONE || (status = reduce_run(dir, scale, f)) != STATUS_DONE)
		return status;
	/* A part that cannot be written does not cost the others. */
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct failure of_part = {.status = STATUS_DONE};

		(void)failure_told(f); /* before this part tells its own */
		if (parts[i](dir, &of_part) != STATUS_DONE)
			status = failed(f, STATUS_FAILED, "%s", of_part.text);
	}
	if (status == STATUS_DONE)
		printf("%s/report.html\n", dir);
	return status;
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
