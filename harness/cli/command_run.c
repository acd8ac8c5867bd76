/* SPDX-License-Identifier: MIT */
/* command_run.c - `cuckoobench run [EXPERIMENT...]`: plans, measures what is missing, and writes the report. */
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/plan/plan.h"
#include "harness/run/campaign.h"
#include "harness/run/ready.h"
#include "harness/run/store.h"

#include <unistd.h>

/* Measures what is missing in dir. Returns STATUS_DONE even if some cells failed; *result counts those. */
static int
measure_missing(const struct options *o, struct plan *plan, const char *dir, unsigned call,
                struct campaign_result *result, struct failure *f)
{
	char text[GIVEN_UP_TEXT];
	int status;

	if (!o->quiet)
		notice("%zu cells into %s, master seed %llu", plan->count, dir, (unsigned long long)o->seed);
	if ((status = campaign_run(plan, dir, call, tell_expected, result, f)) != STATUS_DONE)
		return status;
	if (result->interrupted)
		return failed(f, STATUS_INTERRUPTED, "interrupted after %zu of %zu cells; the same command goes on",
		              result->planned - result->to_run + result->done, result->planned);
	if (result->planned > 0 && result->done + result->failed == 0 && result->to_run == result->planned)
		return failed(f, STATUS_UNFIT,
		              "nothing was measured: all %zu cells were skipped; %s/" STORE_FILE " says why",
		              result->planned, dir);
	if (result->failed || result->skipped)
		notice("%zu cells failed, %zu were skipped; %s/" STORE_FILE " says why", result->failed,
		       result->skipped, dir);
	if (result->noisy && !o->quiet)
		notice("%zu timed cells were disturbed while they ran; %s/%s has the log", result->noisy, dir,
		       o->shard.of ? STORE_FILE : "report.html");
	if (given_up_any(&result->given_up) && !o->quiet)
		notice("%s", given_up_text(&result->given_up, text));
	return manifest_finish(dir, call, &result->given_up, f);
}

/* A part of a run gets no page automatically; `report` draws it on demand. */
static void
say_shard(const struct options *o, const char *dir)
{
	char text[SHARD_TEXT];

	if (!o->quiet)
		notice("shard %s is done; with all %u of them, `cuckoobench merge DIR... -o OUT` makes one run and its "
		       "report",
		       shard_text(o->shard, text), o->shard.of);
	puts(dir);
}

int
command_run(const struct options *o, struct failure *f)
{
	const char *dir = folder_of(o, NULL);
	struct campaign_result result = {0};
	struct plan plan;
	unsigned call;
	int status, lock = -1;

	if (o->json && !o->dry_run)
		return failed(f, STATUS_USAGE, "--json: run prints JSON of its plan only (--dry-run)");
	if (!at_home(f))
		return STATUS_UNFIT;
	if (o->dry_run)
		return command_plan(o, f);
	status = plan_make(&plan, o, f);
	if (status == STATUS_DONE)
		status = ready_for(&plan, dir, f);
	if (status == STATUS_DONE)
		status = folder_make_and_take(dir, &lock, f);
	if (status == STATUS_DONE)
		status = manifest_begin(dir, &plan, &call, f);
	if (status == STATUS_DONE)
		status = measure_missing(o, &plan, dir, call, &result, f);
	plan_free(&plan);
	if (status == STATUS_DONE && o->shard.of)
		say_shard(o, dir);
	else if (status == STATUS_DONE)
		status = present_run(dir, f);
	if (status == STATUS_DONE && !o->quiet && !o->shard.of) {
		putchar('\n');
		status = tell_summary(dir, true, true, f);
	}
	if (status == STATUS_DONE && result.failed)
		status = failed(f, STATUS_FAILED, "%s", "");
	if (lock >= 0)
		close(lock);
	return status;
}
