/* SPDX-License-Identifier: MIT */
/*
 * p4_requests.c - P4: what one gets who asks for a filter of n keys at a rate: how large it is, which rate it reaches,
 * and whether all keys fit.
 *
 *      bits/item    |\    |\    |\        tables of powers of two: a saw-tooth
 *                   | \   | \   | \
 *                   |--\--|--\--|--\---   any size: level, but for what few keys cost
 *                                   n
 *
 * A paper gives the size of a filter that is full. Who has n keys gets the next size that the filter can have.
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/field_settings.h"
#include "harness/exp/plans.h"
#include "harness/filters/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The decades of n, from 10 to below the last; filters for random n of each, as many as the keys of a decade allow. */
static const unsigned last_decade[SCALES] = {3, 5, 7, 8};
static const unsigned draws[SCALES] = {3, 20, 200, 200};
static const double keys_of_decade[SCALES] = {1e3, 4e5, 2e7, 1e11};
enum { FEWEST_DRAWS = 4 };
static const size_t queries[SCALES] = {1 << 10, 1 << 13, 1 << 16, 1 << 18};

/* The rates asked for, 2^-k, and a family's setting for them: k and a few bits more. The later filters follow, by rule
 * (field_settings.h). */
static const unsigned asked[] = {4, 6, 8, 10, 12, 16};
static const struct family {
	const char *filter;
	unsigned more;
	bool hashes; /* the setting is a number of hash functions */
} families[] = {{"bf", 0, true},  {"xor", 0, false},   {"fuse3", 0, false}, {"fuse4", 0, false},  {"gcs", 0, false},
                {"cf", 3, false}, {"ss-cf", 3, false}, {"qf", 0, false},    {"dl-cbf", 4, false}, {"rih", 0, false}};
enum { FAMILIES = sizeof families / sizeof *families, RATES = sizeof asked / sizeof *asked, DRAWN_RATE = 8 };

static void
p4_plan_one(struct plan *plan, const struct filter_ops *ops, struct filter_params params)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = {.program = &program_request, .filter = ops, .params = params, .queries = queries[s]};
	size_t n = 10;

	for (unsigned decade = 1; decade < last_decade[s]; decade++, n *= 10) {
		const double most = keys_of_decade[s] / (double)n;

		cell.target = n;
		cell.draws = most >= draws[s] ? draws[s] : most < FEWEST_DRAWS ? FEWEST_DRAWS : (unsigned)most;
		plan_add(plan, &cell, plan_reps(plan, 1));
	}
}

static void
p4_plan_rate(struct plan *plan, unsigned k)
{
	for (size_t i = 0; i < FAMILIES; i++) {
		struct filter_params params = {0};

		*(families[i].hashes ? &params.hashes : &params.fp_bits) = k + families[i].more;
		p4_plan_one(plan, filter_find(families[i].filter), params);
	}
	for (size_t i = 0; filter_all[i]; i++) {
		struct filter_params params = {0};
		const unsigned setting = field_has_settings(filter_all[i]) ? field_setting(filter_all[i], k) : 0;

		if (!setting)
			continue;
		field_set(filter_all[i], setting, &params);
		p4_plan_one(plan, filter_all[i], params);
	}
}

static void
p4_plan(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t r = 0; r < RATES; r++)
		if (s >= SCALE_FULL || asked[r] == DRAWN_RATE || (s == SCALE_QUICK && asked[r] == 12))
			p4_plan_rate(plan, asked[r]);
}

/* The panel is the k of the rate 2^-k that was asked for. */
static void
p4_renamed(struct sample *s)
{
	const struct filter_ops *ops = filter_find(s->series);
	unsigned k = (unsigned)strtoul(s->panel, NULL, 10);

	for (size_t i = 0; i < FAMILIES; i++)
		if (strcmp(families[i].filter, s->series) == 0)
			k -= families[i].more;
	if (ops && field_has_settings(ops))
		k = field_asked(ops, k);
	snprintf(s->panel, sizeof s->panel, "%u", k);
}

/* The rate reached, over the one that was asked for; and who deletes. */
static void
p4_derive(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		const struct point p = points->at[i];

		const struct filter_ops *ops = filter_find(p.series);

		if (strcmp(p.metric, "fpr") != 0)
			continue;
		points_add(points, p.panel, p.series, p.x, "over_asked", "x",
		           p.mean * exp2((double)strtoul(p.panel, NULL, 10)));
		if (ops)
			points_add(points, p.panel, p.series, p.x, "deletes", "yes/no",
			           (ops->caps & FILTER_REMOVE) != 0);
	}
}

static const struct view views[] = {
	{.program = &program_request, .renamed = p4_renamed},
	{0},
};

const struct experiment experiment_p4 = {
	.id = "p4",
	.title = "P4. What one gets who asks for n keys at a rate",
	.shows = "Papers give the size of a full filter. A filter for n keys has the next size that its "
		 "tables can have, and a fixed cost, which few keys share.",
	.setup = "For each decade of n, numbers drawn on a logarithmic scale, the same for every filter. "
		 "Each filter is made for n items in the setting of the rate 2^-k, all n keys are "
		 "inserted, or it is built of them, and keys that were never inserted are asked for. A filter "
		 "that comes in few sizes of fingerprint is asked for those rates alone.",
	.reading = "The panel is k. bits_of_n: bits per item of a filter for n keys. By decade, x = its "
		   "smallest n: fits, the share of n whose keys all fitted; bits_per_item and bits_at_most, "
		   "together and of the worst n; fpr; over_asked, that rate over 2^-k. deletes: 1, it takes keys back.",
	.x = "n",
	.figure = true,
	.plan = p4_plan,
	.views = views,
	.derive = p4_derive,
};
