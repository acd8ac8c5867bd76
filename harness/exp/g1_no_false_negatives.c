/* SPDX-License-Identifier: MIT */
/*
 * g1_no_false_negatives.c - No false negatives as long as no insertion has failed (section 3.2).
 *
 * Every inserted key is looked up at several occupancies. It is looked up once more after the full filter has refused
 * many keys, for which the paper promises nothing.
 */
#include "harness/analysis/judge.h"
#include "harness/exp/plans.h"
#include "harness/filters/setup.h"

#include <string.h>

static const size_t bytes[SCALES] = {(size_t)6 << 12, (size_t)6 << 17, (size_t)6 << 20, (size_t)6 << 24};
static const size_t refusals[SCALES] = {64, 1024, 4096, 16384};
static const unsigned reps[SCALES] = {1, 3, 6, 10};

static void
plan_presence(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const struct cell cell = {.program = &program_presence, .queries = refusals[s]};

	plan_filters(plan, cell, bytes[s], setup_is_asked, 0, reps[s]);
}

static void
judge_presence(struct judge *j)
{
	static const char *const when[] = {"missed_25", "missed_50", "missed_75", "missed_full"};
	unsigned others = 0;

	judge_must_hold(j, true);
	for (size_t i = 0; filter_all[i]; i++) {
		const char *name = filter_all[i]->name;
		const bool asked = strcmp(name, "cf") == 0 || strcmp(name, "ss-cf") == 0;
		uint64_t missed = 0, keys = 0;

		for (size_t k = 0; k < sizeof when / sizeof *when; k++) {
			uint64_t num, den;

			if (!asked && !judge_has(j, "g1", "", name, 0, when[k]))
				continue;
			judge_counts(j, "g1", "", name, 0, when[k], &num, &den);
			missed += num;
			keys += den;
		}
		if (keys && asked)
			judge_at_most(j, judge_exact((double)missed, ""), 0,
			              judge_text(j, "%s, missed in %.0f lookups", judge_name(name), (double)keys));
		else if (missed)
			judge_note(j, judge_text(j, "of another filter, %s, %.0f missed in %.0f: a fault of it",
			                         judge_name(name), (double)missed, (double)keys));
		others += keys > 0 && !asked && missed == 0;
	}
	if (others)
		judge_note(j, judge_text(j, "%u other filters, none", others));
}

static const struct claim claims[] = {
	{"A13", "There are no false negatives as long as no insertion has failed.", "section 3.2",
         "CF and ss-CF report no inserted key absent at 25, 50 and 75 % of the entries or when the first key is "
         "refused, in any repetition. The other filters are counted too, and told.",
         judge_presence,
         "A single key that was accepted and is not found is a fault of the implementation: every filter here is meant "
         "to keep this promise, and tests hold it to it.",
         "Counts leave nothing open.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_g1 = {
	.id = "g1",
	.title = "Guarantee. No false negatives before an insertion fails",
	.shows = "A lookup finds every inserted item as long as bucket overflow never occurs (section 3.2).",
	.setup = "Every filter in its section 7.1 configuration. All keys inserted so far are looked up with 25, 50 "
		 "and 75 % of the entries in use (bit arrays: of the items they are designed for), and when the next "
		 "key is the first to be refused. Then more keys are offered to the full filter, and all that it "
		 "accepted, before and since, are looked up. Filters for many threads are asked here by one.",
	.deviations = "The last step goes beyond the paper: Algorithm 1 gives up with one earlier fingerprint "
		      "homeless, which would be a false negative; here a refused insertion is walked back.",
	.reading = "missed: share of the inserted keys that are reported absent, at that occupancy; refusing: after so "
		   "many keys were refused. Must be 0. load: entries in use when a key is first refused.",
	.rows = TABLE_SERIES,
	.columns = TABLE_METRIC,
	.plan = plan_presence,
	.views = (const struct view[]){{.program = &program_presence}, {0}},
	.claims = claims,
};
