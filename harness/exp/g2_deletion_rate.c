/* SPDX-License-Identifier: MIT */
/*
 * g2_deletion_rate.c - Deletion does not change the false positive rate (section 3.3).
 *
 * After deletions, and after several table-fuls of deletions and insertions, a filter answers like a fresh one of the
 * remaining keys.
 *
 * For partial-key cuckoo hashing the argument is exact. An entry in bucket i with fingerprint f answers for the pair
 * {i, i xor hash(f)}, in whichever of the two it is. So the answers depend only on the multiset of (f, pair).
 */
#include "harness/analysis/judge.h"
#include "harness/exp/plans.h"
#include "harness/filters/setup.h"

static const size_t bytes[SCALES] = {(size_t)6 << 11, (size_t)6 << 16, (size_t)6 << 18, (size_t)6 << 21};
static const size_t queries[SCALES] = {1 << 14, 1 << 17, 1 << 20, 1 << 22};
static const unsigned reps[SCALES] = {1, 3, 6, 10};

static void
plan_deletions(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const struct cell cell = {.program = &program_deletions, .queries = queries[s]};

	plan_filters(plan, cell, bytes[s], setup_is_asked, FILTER_REMOVE, reps[s]);
}

/* Compares the two rates if some answer differs. They cannot be shown to be the same then, only to differ: where their
 * intervals do not meet. */
static void
judge_rates(struct judge *j, const char *panel, const char *name, double x)
{
	struct value seen = judge_rate(j, "g2", panel, name, x, "fpr"),
		     fresh = judge_rate(j, "g2", panel, name, x, "fpr_fresh");

	judge_between(j, judge_minus(seen, fresh), 0, 0,
	              judge_text(j, "%s, %s=%g: ε less that of a fresh filter", judge_name(name),
	                         *panel == 'a' ? "% deleted" : "table-fuls replaced", x));
}

static void
judge_deletions(struct judge *j)
{
	static const struct {
		const char *panel, *what;
		double x[4];
	} stages[] = {{"a", "up to 75 % deleted", {0, 25, 50, 75}}, {"b", "up to 4 table-fuls replaced", {0, 1, 2, 4}}};
	static const char *const names[] = {"cf", "ss-cf"};

	for (size_t s = 0; s < 2; s++)
		for (size_t i = 0; i < 2; i++) {
			uint64_t differ = 0, answers = 0, num, den;

			for (size_t k = 0; k < 4; k++)
				if (judge_counts(j, "g2", stages[s].panel, names[i], stages[s].x[k], "differ", &num,
				                 &den)) {
					differ += num;
					answers += den;
				}
			if (answers && differ == 0)
				judge_at_most(j, judge_exact(0, ""), 0,
				              judge_text(j, "%s, %s, answers unlike a fresh filter's in %.0f",
				                         judge_name(names[i]), stages[s].what, (double)answers));
			for (size_t k = 0; k < 4 && differ > 0; k++)
				judge_rates(j, stages[s].panel, names[i], stages[s].x[k]);
		}
	for (size_t i = 0; i < 2; i++) {
		uint64_t before, of_before, after, of_after;

		if (judge_counts(j, "g2", "b", names[i], 0, "fpr", &before, &of_before) &&
		    judge_counts(j, "g2", "b", names[i], 4, "fpr", &after, &of_after))
			judge_note(j, judge_text(j, "ε of %s before %.4g %%, after replacing 4 table-fuls %.4g %%",
			                         judge_name(names[i]), 100 * (double)before / (double)of_before,
			                         100 * (double)after / (double)of_after));
	}
}

static const struct claim claims[] = {
	{"A14", "Deletions leave the false positive rate as it was.", "section 3.3",
         "CF and ss-CF answer every query, to absent keys and to survivors, as a filter does that was built afresh "
         "from the survivors. Where one answer differs the claim is open, and contradicted if Wilson's intervals of "
         "the two rates do not meet.",
         judge_deletions,
         "A deletion that took a wrong entry or left one behind would be a fault of the implementation: the filter "
         "must come out as if the deleted items had never been there.",
         "Some answers differ, but not so many that the two rates are separated.", .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_g2 = {
	.id = "g2",
	.title = "Guarantee. The false positive rate after deletions",
	.shows = "The false positive behaviour of a cuckoo filter is unchanged after deletion: it is that of the items "
		 "which are left (section 3.3).",
	.setup = "Every filter that can delete, in its section 7.1 configuration. (a) 0 to 75 % of the keys are "
		 "deleted from the full filter, in a random order. (b) At 90 % of the load it had when full, a random "
		 "key is deleted and a new one inserted, until 1, 2 and 4 table-fuls of keys have been replaced. Each "
		 "time a fresh filter of the same hash is built from the surviving keys and asked the same queries. "
		 "Filters for many threads are asked here by one; the figure leaves them out, whose rates are those of "
		 "the filter that has the same table.",
	.reading = "fpr, fpr_fresh: false positive rate of the filter that saw deletions and of the fresh one. differ: "
		   "share of the answers, to absent and to surviving keys, that are not the same. missed: surviving "
		   "keys reported absent, or not found when they were to be deleted.",
	.x = "deleted (%), or table-fuls replaced",
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_deletions,
	.views = (const struct view[]){{.program = &program_deletions}, {0}},
	.claims = claims,
};
