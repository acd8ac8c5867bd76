/* SPDX-License-Identifier: MIT */
/* commands.c - help, explain, run and report. Every other command has a file of its own. */
#include "harness/cli/commands.h"

#include "core/version.h"
#include "harness/analysis/claims.h"
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/base/folder.h"
#include "harness/base/wrap.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/report/crate.h"
#include "harness/report/report.h"
#include "harness/run/campaign.h"
#include "harness/run/manifest.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
print_json(json_t *j)
{
	json_dumpf(j, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(j);
}

int
command_help(const struct options *o)
{
	return options_print_help(*o->arguments) ? STATUS_DONE : STATUS_USAGE;
}

int
command_version(const struct options *o)
{
	(void)o;
	puts("cuckoobench " CUCKOOBENCH_VERSION);
	return STATUS_DONE;
}

json_t *
json_text(const char *text)
{
	json_t *j = text ? json_string(text) : NULL;

	return j ? j : json_null();
}

static void
commands_explain(const char *heading, const char *text)
{
	if (!text)
		return;
	printf("\n%s\n  ", heading);
	wrap_print(text, 2, 0, 98);
}

static void
explain_one(const struct experiment *e, enum scale scale)
{
	printf("%s\n", e->title);
	commands_explain("What the paper shows", e->shows);
	commands_explain("How it is run here", e->setup);
	commands_explain("How to read it", e->reading);
	commands_explain("Deviations from the paper", e->deviations);
	printf("\nRun it\n  cuckoobench run %s --scale %s\n", e->id, scale_names[scale]);
}

static json_t *
explain_json(const struct experiment *e, enum scale scale)
{
	return json_pack("{ssssssss?ss?ss?ss?so}", "id", e->id, "title", e->title, "kind",
	                 e->timed ? "timed" : "deterministic", "shows", e->shows, "setup", e->setup, "reading",
	                 e->reading, "deviations", e->deviations, "command",
	                 json_sprintf("cuckoobench run %s --scale %s", e->id, scale_names[scale]));
}

int
command_explain(const struct options *o)
{
	json_t *told = o->json ? json_array() : NULL;
	const struct experiment *e = NULL;

	if (!*o->arguments)
		fputs("cuckoobench: explain needs an experiment; `cuckoobench list` names them\n", stderr);
	for (char **name = o->arguments; *name && (e = experiment_asked(*name)); name++) {
		if (told)
			json_array_append_new(told, explain_json(e, o->scale));
		else
			explain_one(e, o->scale);
		if (!told && name[1])
			fputs("\n\n", stdout);
	}
	if (e && told)
		print_json(json_pack("{sO}", "experiments", told));
	json_decref(told);
	return e ? STATUS_DONE : STATUS_USAGE;
}

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

const char *
folder_of(const struct options *o, const char *given)
{
	static char standard[FILES_PATH];

	if (given || o->folder)
		return given ? given : o->folder;
	if (o->shard.of)
		files_path(standard, "results/%s/shard-%u-of-%u", scale_names[o->scale], o->shard.index, o->shard.of);
	else
		files_path(standard, "results/%s", scale_names[o->scale]);
	return standard;
}

bool
at_home(void)
{
	bool found = files_at_home();

	if (!found)
		fprintf(stderr,
		        "cuckoobench: %s is not the source tree: set CUCKOOBENCH_HOME to the folder that holds plots/ "
		        "and datasets/\n",
		        files_home());
	return found;
}

int
command_report(const struct options *o)
{
	const char *dir = folder_of(o, o->arguments[0]);
	enum scale scale;
	int lock, status;

	if (!at_home())
		return STATUS_UNFIT;
	if (manifest_scale(dir, &scale) != 0 || (lock = folder_take(dir)) < 0)
		return STATUS_USAGE;
	status = present_run(dir);
	close(lock);
	return status;
}

/* Measures what is missing in dir. Returns STATUS_DONE even if some cells failed; *result counts those. */
static int
commands_measure(const struct options *o, struct plan *plan, const char *dir, unsigned call,
                 struct campaign_result *result)
{
	char text[GIVEN_UP_TEXT];

	if (!o->quiet)
		fprintf(stderr, "cuckoobench: %zu cells into %s, master seed %llu\n", plan->count, dir,
		        (unsigned long long)o->seed);
	if (campaign_run(plan, dir, call, result) != 0)
		return STATUS_FAILED;
	if (result->interrupted) {
		fprintf(stderr, "\ncuckoobench: interrupted; the same command goes on\n");
		return STATUS_INTERRUPTED;
	}
	if (result->planned > 0 && result->skipped == result->to_run && result->to_run == result->planned) {
		fprintf(stderr,
		        "cuckoobench: nothing was measured: all %zu cells were skipped; %s/cells.csv says why\n",
		        result->skipped, dir);
		return STATUS_UNFIT;
	}
	if (result->failed || result->skipped)
		fprintf(stderr, "cuckoobench: %zu cells failed, %zu were skipped; %s/cells.csv says why\n",
		        result->failed, result->skipped, dir);
	if (result->noisy && !o->quiet)
		fprintf(stderr,
		        "cuckoobench: %zu timed cells were measured on a disturbed machine; %s/%s has the log\n",
		        result->noisy, dir, o->shard.of ? "cells.csv" : "report.html");
	if (given_up_any(&result->given_up) && !o->quiet)
		fprintf(stderr, "cuckoobench: %s\n", given_up_text(&result->given_up, text));
	return manifest_finish(dir, call, &result->given_up) == 0 ? STATUS_DONE : STATUS_FAILED;
}

int
manifest_status_of(enum manifest_status status)
{
	return status == MANIFEST_OK ? STATUS_DONE : status == MANIFEST_REFUSED ? STATUS_USAGE : STATUS_UNFIT;
}

/* Makes and locks the folder, and records this call in its manifest. Prints a line on stderr unless it returns
 * STATUS_DONE. */
static int
commands_begin(const struct plan *plan, const char *dir, int *lock, unsigned *call)
{
	const int status = folder_make_and_take(dir, lock);

	if (status != STATUS_DONE)
		return status;
	return manifest_status_of(manifest_begin(dir, plan, call));
}

/* A part of a run gets no page automatically; `report` draws it on demand. */
static void
say_shard(const struct options *o, const char *dir)
{
	char text[SHARD_TEXT];

	if (!o->quiet)
		fprintf(stderr,
		        "cuckoobench: shard %s is done; with all %u of them, `cuckoobench merge DIR... -o OUT` makes "
		        "one run and its report\n",
		        shard_text(o->shard, text), o->shard.of);
	puts(dir);
}

int
command_run(const struct options *o)
{
	const char *dir = folder_of(o, NULL);
	struct campaign_result result = {0};
	struct plan plan;
	unsigned call;
	int status, lock = -1;

	if (o->json && !o->dry_run) {
		fputs("cuckoobench: --json: run prints JSON of its plan only (--dry-run)\n", stderr);
		return STATUS_USAGE;
	}
	if (!at_home())
		return STATUS_UNFIT;
	if (o->cpu >= 0 && !machine_may_use(o->cpu)) {
		fprintf(stderr, "cuckoobench: --cpu %d: this process may not run there\n", o->cpu);
		return STATUS_UNFIT;
	}
	if (o->dry_run)
		return command_plan(o);
	status = plan_make(&plan, o);
	if (status == STATUS_DONE)
		status = commands_begin(&plan, dir, &lock, &call);
	if (status == STATUS_DONE)
		status = commands_measure(o, &plan, dir, call, &result);
	plan_free(&plan);
	if (status == STATUS_DONE && o->shard.of)
		say_shard(o, dir);
	else if (status == STATUS_DONE)
		status = present_run(dir);
	if (status == STATUS_DONE && result.failed)
		status = STATUS_FAILED;
	if (lock >= 0)
		close(lock);
	return status;
}
