/* SPDX-License-Identifier: MIT */
/*
 * plan_sizes.c - how large tables are that a user may choose the size of.
 *
 *      --bytes 12M    12 MiB
 *      none           the scale's, halved until the user's own keys fill them and the cell fits this machine:
 *                     192 -> 96 -> 48 MiB
 */
#include "harness/plan/plan.h"

#include "harness/machine/cgroup.h"
#include "harness/machine/machine.h"

#include <stdio.h>

/*
 * What a cell may take on this machine, whatever else runs there now: so a run that goes on has the tables with which
 * it began. A cell is skipped that takes more than 4/5 of what is free, less what the program itself takes
 * (plan_totals.c). Two thirds of all memory are that where a tenth of 4 GiB is in use.
 */
static double
room(const struct plan *plan)
{
	const long long limit = cgroup_memory_limit();
	double all = (double)machine_memory_total();

	if (plan->options->mem_limit)
		return (double)plan->options->mem_limit;
	if (limit > 0 && (double)limit < all)
		all = (double)limit;
	return all * 2 / 3;
}

/* Twice the least, or four times, ... */
static bool
is_doubled(size_t bytes, size_t least)
{
	while (least < bytes && least <= SIZE_MAX / 2)
		least *= 2;
	return least == bytes;
}

static size_t
chosen(struct plan *plan, size_t least)
{
	const struct options *o = plan->options;

	if (o->sizes != 1 || !is_doubled(o->size[0], least))
		(void)failed(
			&plan->refused, STATUS_USAGE,
			"--bytes %s: not one size of %zu KiB or twice that, four times, ... such as 12M, 192M, 768M",
			options_text(o, "bytes"), least >> 10);
	return o->size[0];
}

size_t
plan_sized(struct plan *plan, size_t bytes, size_t least, size_t (*memory)(const struct plan *, size_t bytes))
{
	const bool given = options_given(plan->options, "bytes");
	const size_t filled = plan_fitting(plan, given ? chosen(plan, least) : bytes, least);
	size_t fitting = filled;

	while (!given && fitting > least && (double)memory(plan, fitting) > room(plan))
		fitting /= 2;
	if (fitting != filled)
		snprintf(plan->smaller, sizeof plan->smaller,
		         "a cell with tables of %zu MiB takes %.1f GiB, and this machine has %.1f for one: tables have "
		         "%zu KiB",
		         filled >> 20, (double)memory(plan, filled) / (1 << 30), room(plan) / (1 << 30), fitting >> 10);
	return plan->tables = fitting;
}

int
plan_check_sizes(const struct plan *plan, struct failure *f)
{
	if (options_given(plan->options, "bytes") && !plan->tables)
		return failed(f, STATUS_USAGE,
		              "--bytes: no experiment that was chosen has tables whose size it could be");
	if (*plan->smaller && !plan->options->quiet)
		notice("note: %s", plan->smaller);
	return STATUS_DONE;
}
