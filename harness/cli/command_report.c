/* SPDX-License-Identifier: MIT */
/* command_report.c - `cuckoobench report [DIR]`: everything that is derived from a run, written again. */
#include "harness/cli/commands.h"

#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/report/crate.h"
#include "harness/report/report.h"

#include <jansson.h>
#include <unistd.h>

enum part { CLAIMS, PLOTS, TABLES, REPORT, CRATE, PARTS };

static int
write_part(enum part part, struct run_data *d, struct failure *f)
{
	switch (part) {
	case CLAIMS:
		return claims_write(d, f);
	case PLOTS:
		return plots_write(d->dir, d, NULL, f);
	case TABLES:
		return tables_write(d, f);
	case REPORT:
		return report_write(d, f);
	default:
		return crate_write(d->dir, f);
	}
}

/* A part that cannot be written does not cost the others. */
static int
write_parts(struct run_data *d, struct failure *f)
{
	int status = STATUS_DONE;

	for (enum part part = CLAIMS; part < PARTS; part++) {
		struct failure of_part = {.status = STATUS_DONE};

		(void)failure_told(f); /* before this part tells its own */
		if (write_part(part, d, &of_part) != STATUS_DONE)
			status = failed(f, STATUS_FAILED, "%s", of_part.text);
	}
	return status;
}

void
tell_unfinished(const struct run_data *d)
{
	char text[RUN_DATA_UNFINISHED];

	if (*run_data_unfinished(d, text))
		notice("note: %s: %s", d->dir, text);
}

/* Nothing is written where nothing was measured. The manifest knows the command that goes on. */
static int
has_no_data(const struct run_data *d, struct failure *f)
{
	const char *command = json_string_value(run_data_fact(d, "run", "command"));

	return failed(f, STATUS_FAILED, "%s holds no data%s%s%s", d->dir, command ? "; `" : "", command ? command : "",
	              command ? "` goes on" : "");
}

int
present_run(const char *dir, struct failure *f)
{
	struct run_data d;
	int status = run_data_load(&d, dir, f);

	if (status != STATUS_DONE)
		return status;
	if (d.samples->count == 0) {
		status = has_no_data(&d, f);
		run_data_free(&d);
		return status;
	}
	tell_unfinished(&d);
	if ((status = reduce_run(&d, dir, f)) == STATUS_DONE) {
		run_data_round(&d);
		status = write_parts(&d, f);
	}
	run_data_free(&d);
	if (status == STATUS_DONE)
		printf("%s/report.html\n", dir);
	return status;
}

int
command_report(const struct options *o, struct failure *f)
{
	const char *dir = folder_of(o, o->arguments[0]);
	int lock, status;

	if (!at_home(f))
		return STATUS_UNFIT;
	if ((status = folder_take_run(dir, &lock, f)) != STATUS_DONE)
		return status;
	status = present_run(dir, f);
	if (lock >= 0)
		close(lock);
	return status;
}
