/* SPDX-License-Identifier: MIT */
/*
 * g5_value_association.c - Value association (section 6): a value is kept for each entry outside the filter.
 *
 * A lookup returns the values of all entries that match: 1 + eps on average for a present item, eps for an absent one.
 * copies.c explains how matching entries are counted.
 *
 * Other items' entries in a key's buckets match a present key as often as an absent one, lambda entries on average. Of
 * the absent keys, eps = 1 - e^-lambda meet one or more. So eps is lambda minus about lambda^2 / 2. Two stored keys
 * that match each other count for both, so the variance of extra_present is that of half the count.
 */
#include "harness/analysis/judge.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <math.h>

static const size_t bytes[SCALES] = {(size_t)6 << 11, (size_t)6 << 15, (size_t)6 << 18, (size_t)6 << 21};
static const size_t queries[SCALES] = {1 << 13, 1 << 17, 1 << 20, 1 << 23};
static const unsigned reps[SCALES] = {1, 3, 6, 10};

static void
plan_matches(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (size_t i = 0; filter_all[i]; i++) {
		struct cell cell = {.program = &program_matches, .filter = filter_all[i], .queries = queries[s]};
		unsigned planned = 0;

		if (!setup_is_compared(filter_all[i]) ||
		    ~filter_all[i]->caps & (FILTER_REMOVE | FILTER_MULTISET | FILTER_FILLS))
			continue; /* it has no entry for each item */
		setup_paper(filter_all[i], bytes[s], &cell.params, &cell.target);
		if (cell.params.counter_bits > 1)
			continue; /* nor has it: an entry has one value, whatever it counts */
		for (unsigned f = 6; f <= 16; f += s == SCALE_SMOKE ? 5 : 2) {
			struct cell of_f = cell;

			of_f.params.fp_bits = f;
			if (program_accepts(filter_all[i], &of_f.params)) {
				plan_add(plan, &of_f, plan_reps(plan, reps[s]));
				planned++;
			}
		}
		if (planned == 0) /* it has no fingerprints of f bits */
			plan_add(plan, &cell, plan_reps(plan, reps[s]));
	}
}

/* Twenty thousand matches determine both rates to three per cent even at the level of thirty comparisons. The matches
 * of present keys vary like half that number, and this suffices for them, too. */
static const uint64_t enough_matches = 20000;

static void
judge_filter(struct judge *j, const char *name)
{
	static const char *const metrics[] = {"extra_present", "values_absent"}, *const what[] = {
											 "extra values, present",
											 "values, absent"};
	unsigned judged = 0;

	for (double f = judge_next_x(j, "g5", "", name, "fpr", 0); !isnan(f);
	     f = judge_next_x(j, "g5", "", name, "fpr", f)) {
		struct value rate = judge_rate(j, "g5", "", name, f, "fpr");
		uint64_t num, den;

		if (!judge_counts(j, "g5", "", name, f, "fpr", &num, &den) || num < enough_matches)
			continue;
		for (size_t k = 0; k < 2; k++)
			judge_between(j, judge_quotient(judge_rate(j, "g5", "", name, f, metrics[k]), rate),
			              1 / MARGIN_LEVEL, MARGIN_LEVEL,
			              judge_text(j, "%s, %s / ε, f=|%g|", judge_name(name), what[k], f));
		judged++;
	}
	if (judged == 0)
		judge_runs(j, "g5", "", name, 6, "fpr");
	if (judged == 0 && judge_has(j, "g5", "", name, 6, "fpr"))
		judge_open(j, judge_text(j, "%s: fewer than %.0e matches counted at any f", judge_name(name),
		                         (double)enough_matches));
}

static void
judge_values(struct judge *j)
{
	judge_allows(j, "1+ε and ε: the values beyond its own, and those of an absent key, within 10 % of ε");
	judge_filter(j, "cf");
	judge_filter(j, "ss-cf");
}

static const struct claim claims[] = {
	{"A17",
         "With a value for each fingerprint, a lookup returns 1+ε values for a present item and ε for an absent one.",
         "section 6",
         "CF and ss-CF, each f at which at least 20000 absent keys matched: entries that match a stored key beyond its "
         "own, and entries that match an absent key, over ε as measured: within 10 % of 1. (Several matches of one key "
         "make it -ln(1-ε) rather than ε, 6 % more at ε = 12 %.)",
         judge_values,
         "A stored key can meet the same number of foreign entries as an absent one, so a difference would be a fault "
         "in counting or in the distribution of fingerprints.",
         "Too few matches were counted for an interval of the quotient narrower than the 10 % allowed.",
         .least = SCALE_QUICK, .why = "too few matches are counted"},
	{0},
};

const struct experiment experiment_g5 = {
	.id = "g5",
	.title = "Extension. Values associated with fingerprints",
	.shows = "If each matched fingerprint returns a value stored outside the filter, a lookup returns 1 + ε values "
		 "on average for an existing item and ε for a non-existing one (section 6).",
	.setup = "Every filter of one thread that keeps an entry for each item, with fingerprints (remainders) of 6 to "
		 "16 bits, full. The entries that match a key are counted, for every stored key and for absent ones: "
		 "by deleting the key until nothing is found, and inserting it as often again.",
	.reading = "values_present: entries that match a stored key; extra_present: those beyond its own. "
		   "values_absent: entries that match an absent key. fpr: ε, the share of absent keys that any entry "
		   "matches. The paper: extra_present = values_absent = ε.",
	.x = "f (bits)",
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_METRIC,
	.plan = plan_matches,
	.views = (const struct view[]){{.program = &program_matches,
                                        .measure = "values_present extra_present values_absent fpr"},
                                       {0}},
	.claims = claims,
};
