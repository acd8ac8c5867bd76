/* SPDX-License-Identifier: MIT */
/* command_plan.c - `cuckoobench plan`: how long a run, or a shard of it, takes on this machine, which part of it is
 * done, and how many machines finish it in time. */
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/base/terminal.h"
#include "harness/machine/machine.h"
#include "harness/plan/plan.h"
#include "harness/run/budget.h"
#include "harness/run/given_up.h"
#include "harness/run/ledger.h"
#include "harness/run/ready.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

/* --- what is done ------------------------------------------------------------------------------------------------- */

/* What a run would find in its folder before it begins, so that the plan is right. */
struct outlook {
	const char *dir;
	bool begun;      /* a run exists, and this one would continue it */
	size_t done;     /* planned cells that would not be measured */
	size_t lost;     /* damaged records, which the run leaves out */
	size_t given_up; /* among `done`: cells that an earlier call gave up for its time budget, and this one leaves */
};

/* Looks into a folder as a run would, after manifest_look; `call` is the number that the run's call would get. */
static int
outlook_look(struct outlook *found, struct plan *plan, const json_t *manifest, unsigned call, struct failure *f)
{
	struct ledger ledger;
	const int status = ledger_look(&ledger, plan, found->dir, call, manifest, f);

	if (status == STATUS_DONE) {
		for (size_t i = 0; i < plan->count; i++)
			found->done += plan->at[i].finished;
		found->lost = ledger.store.lost;
		found->given_up = given_up_cells(&ledger.given_up);
	}
	store_free(&ledger.store);
	return status;
}

/* Marks the plan's finished cells by the contents of `dir`, which need not exist, and writes nothing. Fails as the run
 * would, with its status and text: reasons to refuse a run are tested in the order of the run itself. */
static int
outlook_make(struct outlook *found, struct plan *plan, const char *dir, struct failure *f)
{
	const int unwritable = files_may_make_folder(dir) != 0 ? errno : 0;
	json_t *manifest;
	unsigned call;
	int lock, status;

	*found = (struct outlook){.dir = dir};
	if (!files_exists(dir) || unwritable == ENOTDIR) {
		errno = unwritable;
		return unwritable ? output_refused(dir, f) : STATUS_DONE;
	}
	if ((status = folder_take(dir, &lock, f)) != STATUS_DONE)
		return status;
	status = manifest_look(dir, plan, &call, &manifest, f);
	if (status == STATUS_DONE && unwritable)
		status = failed(f, STATUS_UNFIT, "%s/manifest.json: %s", dir, strerror(unwritable));
	if (status == STATUS_DONE) {
		status = outlook_look(found, plan, manifest, call, f);
		found->begun = call > 0 || found->done + found->lost > 0;
	}
	json_decref(manifest);
	close(lock);
	return status;
}

/* --- as text ------------------------------------------------------------------------------------------------------ */

static const char *
duration(double seconds, char text[24])
{
	if (seconds < 99.5)
		snprintf(text, 24, "%.0f s", seconds);
	else if (seconds < 5400)
		snprintf(text, 24, "%.0f min", seconds / 60);
	else
		snprintf(text, 24, "%.1f h", seconds / 3600);
	return text;
}

/* Does the plan take longer than its time budget, which then ends it? */
static bool
is_cut(const struct plan *plan, const struct plan_totals *t)
{
	return plan->options->time_limit > 0 && t->wall > plan->options->time_limit;
}

/* Formats "7 to 12 min", in the unit of the longer time. Where the time budget cuts it: "at most 9 min (budget; 14 min
 * without)". The same words stand wherever a time is told. */
enum { TIME = 80 };
static const char *
expected(const struct plan *plan, const struct plan_totals *t, char text[TIME])
{
	const bool seconds = t->most < 99.5, minutes = !seconds && t->most < 5400;
	const double unit = seconds ? 1 : minutes ? 60 : 3600;
	char most[24], without[24];

	if (is_cut(plan, t))
		snprintf(text, TIME, "at most %s (budget; %s without)",
		         given_up_duration(plan->options->time_limit, most), duration(t->wall, without));
	else
		snprintf(text, TIME, "%.*f to %s", seconds || minutes ? 0 : 1, t->least / unit,
		         duration(t->most, most));
	return text;
}

/* Prints what the whole plan takes on any machine. */
static void
show_work(struct plan *plan, const struct plan_totals *all)
{
	const struct options *o = plan->options;
	const struct plan_machines machines = plan_machines(plan, o->within);
	const double hours = (all->beside + all->alone) / 3600;
	const int digits = hours < 1 ? 3 : 1;
	const bool cut = is_cut(plan, all);
	char within[24], longest[TIME];

	putchar('\n');
	terminal_line("%.*f core-hours%s: %.*f of deterministic cells, which run side by side, and %.*f of timed ones, "
	              "each of which has a machine to itself.",
	              digits, hours, cut ? " without the budget" : "", digits, all->beside / 3600, digits,
	              all->alone / 3600);
	printf("A cell needs up to %.2f GiB.\n", (double)all->largest / (1 << 30));
	duration(o->within, within);
	if (cut && machines.n == 1)
		expected(plan, all, longest);
	else
		duration(machines.longest, longest);
	if (machines.n > 1)
		terminal_line("Within %s: %u machines of this kind, of which the last is done after %s (--shard 1/%u "
		              "to %u/%u).",
		              within, machines.n, longest, machines.n, machines.n, machines.n);
	else if (machines.n == 1)
		printf("Within %s: this machine alone, after %s.\n", within, longest);
	else
		terminal_line("Within %s: no number of machines of this kind: what must stay together takes %s.",
		              within, longest);
}

/* Prints what the folder of an unfinished run holds. */
static void
show_outlook(const struct plan *plan, const struct outlook *found)
{
	if (!found->begun)
		return;
	printf("%s already has %zu of %zu cells", found->dir, found->done, plan->count);
	if (found->lost)
		printf("; damaged, and left out: %zu", found->lost);
	if (found->given_up)
		printf("; of them given up for the time budget: %zu", found->given_up);
	puts(found->done < plan->count ? ". What is missing:\n" : ".");
}

static void
show_plan(struct plan *plan, const struct outlook *found)
{
	const struct options *o = plan->options;
	const struct plan_totals all = plan_totals(plan, SIZE_MAX);
	const int width = is_cut(plan, &all) ? 40 : 16;
	char text[TIME], shard[SHARD_TEXT];

	if (o->shard.of)
		printf("Shard %s of %s.\n", shard_text(o->shard, shard), plan->whole);
	show_outlook(plan, found);
	if (found->done == plan->count)
		return;
	terminal_line("Scale %s, seed %llu. Expected on this machine (%zu processors, %.1f GiB free), shared cells "
	              "counted in each:",
	              scale_names[o->scale], (unsigned long long)o->seed, machine_cpus(),
	              (double)machine_memory_available() / (1 << 30));
	putchar('\n');
	printf("  %-6s %8s %*s %12s\n", "", "cells", width, "time", "memory");
	for (size_t i = 0; experiment_all[i]; i++) {
		struct plan_totals t = plan_totals(plan, i);

		if (t.cells)
			printf("  %-6s %8zu %*s %8.2f GiB\n", experiment_all[i]->id, t.cells, width,
			       expected(plan, &t, text), (double)t.bytes / (1 << 30));
	}
	printf("  %-6s %8zu %*s %8.2f GiB\n", "all", all.cells, width, expected(plan, &all, text),
	       (double)all.bytes / (1 << 30));
	if (!o->shard.of)
		show_work(plan, &all);
	printf("The program itself takes up to %.2f GiB beside its cells.\n", (double)plan_own_bytes(plan) / (1 << 30));
	if (all.too_large) {
		putchar('\n');
		terminal_line("%zu cells need more than the %.2f GiB that may be used, up to %.2f GiB, and will be "
		              "skipped.",
		              all.too_large, (double)plan_cell_memory(plan) / (1 << 30),
		              (double)all.largest / (1 << 30));
	}
}

/* --- as JSON ------------------------------------------------------------------------------------------------------ */

static json_t *
machines_json(struct plan *plan)
{
	const struct plan_machines machines = plan_machines(plan, plan->options->within);

	return json_pack("{sfsosf}", "within_seconds", plan->options->within, "machines",
	                 machines.n ? json_integer(machines.n) : json_null(), "longest_seconds", machines.longest);
}

static json_t *
outlook_json(const struct outlook *found)
{
	return json_pack("{sosbsIsIsI}", "path", json_text(found->dir), "begun", found->begun, "cells_done",
	                 (json_int_t)found->done, "cells_lost", (json_int_t)found->lost, "cells_given_up",
	                 (json_int_t)found->given_up);
}

static void
show_plan_json(struct plan *plan, const struct outlook *found)
{
	const struct options *o = plan->options;
	const struct plan_totals all = plan_totals(plan, SIZE_MAX);
	json_t *experiments = json_array();
	char shard[SHARD_TEXT];

	for (size_t i = 0; experiment_all[i]; i++) {
		struct plan_totals t = plan_totals(plan, i);

		if (t.cells)
			json_array_append_new(experiments, json_pack("{sssIsfsI}", "id", experiment_all[i]->id, "cells",
			                                             (json_int_t)t.cells, "seconds", t.wall, "bytes",
			                                             (json_int_t)t.bytes));
	}
	print_json(json_pack("{sssIsfsIsfsfsIsIsosfsfsIsIsssososo}", "scale", scale_names[o->scale], "cells",
	                     (json_int_t)all.cells, "seconds", all.wall, "bytes", (json_int_t)all.bytes,
	                     "core_hours_deterministic", all.beside / 3600, "core_hours_timed", all.alone / 3600,
	                     "cell_bytes", (json_int_t)all.largest, "cells_too_large", (json_int_t)all.too_large,
	                     "experiments", experiments, "seconds_least", all.least, "seconds_most", all.most,
	                     "own_bytes", (json_int_t)plan_own_bytes(plan), "cells_may_use_bytes",
	                     (json_int_t)plan_cell_memory(plan), "plan", plan->whole, "shard",
	                     json_text(o->shard.of ? shard_text(o->shard, shard) : NULL), "folder",
	                     found->dir ? outlook_json(found) : json_null(), "spread",
	                     o->shard.of ? json_null() : machines_json(plan)));
}

int
command_plan(const struct options *o, struct failure *f)
{
	struct outlook found = {.dir = NULL};
	struct plan plan;
	int status = plan_make(&plan, o, f);

	/* A plan may be for another machine; run -n is for this one. */
	if (status == STATUS_DONE && o->dry_run)
		status = ready_for(&plan, folder_of(o, NULL), f);
	if (status == STATUS_DONE && (o->dry_run || o->folder))
		status = outlook_make(&found, &plan, folder_of(o, NULL), f);
	if (status == STATUS_DONE && !o->json) {
		struct budget budget;

		budget_begin(&budget, &plan, o->time_limit);
		tell_expected(&plan, &budget);
	}
	if (status == STATUS_DONE)
		(o->json ? show_plan_json : show_plan)(&plan, &found);
	plan_free(&plan);
	return status;
}
