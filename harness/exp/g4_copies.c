/* SPDX-License-Identifier: MIT */
/*
 * g4_copies.c - The same item fits 2b times and the next insertion fails (sections 3.1 and 6, "Limited Duplicates").
 *
 * It fits only b times if its two buckets are the same one. With m buckets that happens to one key in m, so the tables
 * are small.
 */
#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <math.h>

/* b = 4 and f = 12 make 64 buckets of these bytes. */
enum { TABLE_BYTES = 6 << 6 };
static const size_t keys[SCALES] = {256, 4096, 16384, 65536};
static const unsigned reps[SCALES] = {1, 3, 6, 10};

static void
plan_copies(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (size_t i = 0; filter_all[i]; i++) {
		struct cell cell = {.program = &program_copies, .filter = filter_all[i], .queries = keys[s]};
		unsigned planned = 0;

		if (!setup_has_table(filter_all[i]) || ~filter_all[i]->caps & (FILTER_REMOVE | FILTER_MULTISET))
			continue;
		setup_paper(filter_all[i], TABLE_BYTES, &cell.params, &cell.target);
		for (unsigned b = 1; b <= 8; b *= 2) {
			struct cell of_b = cell;

			of_b.params.slots = b;
			if (program_accepts(filter_all[i], &of_b.params)) {
				plan_add(plan, &of_b, plan_reps(plan, reps[s]));
				planned++;
			}
		}
		if (planned > 0)
			continue;
		/* The filter has no buckets of b entries. Nor, it may be, a table as small as that. */
		cell.params.bytes = program_least_bytes(filter_all[i], &cell.params);
		plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
}

static void
judge_filter(struct judge *j, const char *name, unsigned b)
{
	uint64_t full, tried, half, other, unlimited, one_bucket, of;

	if (!judge_counts(j, "g4", "", name, b, "fit_2b", &full, &tried) ||
	    !judge_counts(j, "g4", "", name, b, "fit_b", &half, &of) ||
	    !judge_counts(j, "g4", "", name, b, "fit_other", &other, &of) ||
	    !judge_counts(j, "g4", "", name, b, "unlimited", &unlimited, &of) ||
	    !judge_counts(j, "g4", "", name, b, "one_bucket", &one_bucket, &of))
		return;
	judge_more(
		j, judge_exact((double)full, ""), 0,
		judge_text(j, "%s, of %.0f keys take exactly 2b copies, b=|%u|", judge_name(name), (double)tried, b));
	judge_at_most(j, judge_exact((double)(other + unlimited) + fabs((double)half - (double)one_bucket), ""), 0,
	              judge_text(j, "%s, another number, though not of one bucket, b=|%u (%.0f of one bucket)|",
	                         judge_name(name), b, (double)one_bucket));
}

static void
judge_copies(struct judge *j)
{
	judge_must_hold(j, true);
	for (unsigned b = 1; b <= 8; b *= 2)
		judge_filter(j, "cf", b);
	judge_filter(j, "ss-cf", 4);
}

static const struct claim claims[] = {
	{"A16", "One item can be inserted 2b times, and the next insertion fails.", "sections 3.1 and 6",
         "In an empty filter every key that has two buckets takes exactly 2b copies and is then refused, and every key "
         "whose two buckets are one by equations (1) and (2) exactly b; CF with b = 1, 2, 4, 8 and ss-CF with 4.",
         judge_copies,
         "Copies share fingerprint and buckets, which hold 2b entries; another number would be a fault of the "
         "implementation.",
         "Counts leave nothing open.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_g4 = {
	.id = "g4",
	.title = "Limit. Copies of one item",
	.shows = "A cuckoo filter that supports deletion stores every copy of an item, so inserting the same item 2b+1 "
		 "times fails: the two buckets hold 2b entries (sections 3.1 and 6).",
	.setup = "Every filter of one thread that keeps copies, with b = 1, 2, 4, 8 where it has buckets of b entries, "
		 "in a table of 384 bytes. Each of many keys is inserted into the empty filter until it is refused, at "
		 "most 64 times (256 where an entry counts with two bits), and deleted as often.",
	.deviations = "If hash(f) mod m is 0 the two buckets of a key are one, and b copies fit. one_bucket counts "
		      "these keys by equations (1) and (2).",
	.reading =
		"copies: mean number accepted. fit_2b, fit_b, fit_other: share of the keys that were refused after "
		"exactly 2b, exactly b, another number of copies. unlimited: not refused then. left_behind: keys "
		"still reported present after as many deletes as inserts (a 4-bit counter that has reached 15 stays).",
	.x = "b",
	.rows = TABLE_METRIC,
	.columns = TABLE_X,
	.plan = plan_copies,
	.views = (const struct view[]){{.program = &program_copies}, {0}},
	.claims = claims,
};
