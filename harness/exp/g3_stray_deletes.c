/* SPDX-License-Identifier: MIT */
/*
 * g3_stray_deletes.c - Deleting an item that was never inserted may remove a real one with the same fingerprint
 * (section 3.3).
 *
 * Absent keys are deleted, then the inserted ones are looked up. The filter finds something to delete for a share of
 * the absent keys that equals its false positive rate. Each time, some inserted key loses its entry; in a counting
 * Bloom filter, several keys lose a counter.
 */
#include "harness/analysis/judge.h"
#include "harness/exp/plans.h"
#include "harness/filters/setup.h"

static const size_t bytes[SCALES] = {(size_t)6 << 12, (size_t)6 << 17, (size_t)6 << 20, (size_t)6 << 23};
static const unsigned reps[SCALES] = {1, 3, 6, 10};

static void
plan_strays(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const struct cell cell = {.program = &program_strays};

	plan_filters(plan, cell, bytes[s], setup_has_table, FILTER_REMOVE, reps[s]);
}

static void
judge_strays(struct judge *j)
{
	static const char *const names[] = {"cf", "ss-cf"};

	for (size_t i = 0; i < 2; i++) {
		uint64_t removed, deletes, lost, keys;

		if (!judge_counts(j, "g3", "", names[i], 2, "removed", &removed, &deletes) ||
		    !judge_counts(j, "g3", "", names[i], 2, "false_negatives", &lost, &keys))
			continue;
		if (removed == 0)
			judge_open(j, judge_text(j, "%s: none of %.3g deletes of absent keys met a false positive",
			                         judge_name(names[i]), (double)deletes));
		else
			judge_more(j, judge_exact((double)lost, ""), 0,
			           judge_text(j, "%s, of %.0f stored keys lost by %.0f deletes of absent ones",
			                      judge_name(names[i]), (double)keys, (double)deletes));
	}
}

static const struct claim claims[] = {
	{"A15", "Deleting items that were never inserted can create false negatives.", "section 3.3",
         "After twice as many deletes of absent keys as keys are stored, CF and ss-CF report at least one stored key "
         "absent.",
         judge_strays,
         "A delete of an absent key that finds a match takes another key's entry away; were nothing lost by it, the "
         "deletion would not do what Algorithm 3 says.",
         "No absent key was taken for a stored one, so none could take anything away: too few were tried for the "
         "rate.",
         .least = SCALE_SMOKE},
	{0},
};

const struct experiment experiment_g3 = {
	.id = "g3",
	.title = "Hazard. Deleting items that were never inserted",
	.shows = "To be deleted safely an item must have been inserted: else a real, different item with the same "
		 "fingerprint might be removed. This holds for all filters that support deletion (section 3.3).",
	.setup = "Every filter of one thread that can delete, in its section 7.1 configuration, filled. Absent keys "
		 "are deleted, up to two for each key stored; then every stored key is looked up.",
	.reading = "removed: share of those deletes that found something to remove. false_negatives: share of the "
		   "stored keys reported absent afterwards. lost_per_removal: stored keys lost for each removal.",
	.x = "absent keys deleted, per key stored",
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_strays,
	.views = (const struct view[]){{.program = &program_strays}, {0}},
	.claims = claims,
};
