/* SPDX-License-Identifier: MIT */
/* command_report.c - `cuckoobench report [DIR]`: everything that is derived from a run, written again. */
#include "harness/cli/commands.h"

#include "harness/analysis/claims.h"
#include "harness/analysis/reduce.h"
#include "harness/base/folder.h"
#include "harness/report/crate.h"
#include "harness/report/report.h"

#include <unistd.h>

enum part { CLAIMS, PLOTS, TABLES, REPORT, CRATE, PARTS };

static int
write_part(enum part part, const char *dir, const struct samples *all, enum scale scale, struct failure *f)
{
	switch (part) {
	case CLAIMS:
		return claims_write(dir, all, scale, f);
	case PLOTS:
		return plots_write(dir, f);
	case TABLES:
		return tables_write(dir, f);
	case REPORT:
		return report_write(dir, all, scale, f);
	default:
		return crate_write(dir, f);
	}
}

/* A part that cannot be written does not cost the others. */
static int
write_parts(const char *dir, const struct samples *all, enum scale scale, struct failure *f)
{
	int status = STATUS_DONE;

	for (enum part part = CLAIMS; part < PARTS; part++) {
		struct failure of_part = {.status = STATUS_DONE};

		(void)failure_told(f); /* before this part tells its own */
		if (write_part(part, dir, all, scale, &of_part) != STATUS_DONE)
			status = failed(f, STATUS_FAILED, "%s", of_part.text);
	}
	return status;
}

int
present_run(const char *dir, struct failure *f)
{
	struct samples all;
	enum scale scale;
	int status = manifest_scale(dir, &scale, f);

	if (status != STATUS_DONE || (status = samples_of(dir, &all, f)) != STATUS_DONE)
		return status;
	if ((status = reduce_run(dir, &all, scale, f)) == STATUS_DONE)
		status = write_parts(dir, &all, scale, f);
	samples_free(&all);
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
