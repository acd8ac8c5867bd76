/* SPDX-License-Identifier: MIT */
/* limits.c - see limits.h. */
#include "harness/exp/limits.h"

#include "harness/exp/round_points.h"
#include "harness/timing/contestant.h"
#include "harness/timing/table.h"

size_t
limits_queries(size_t bytes, size_t most)
{
	size_t n = 1 << 16;

	while (n < bytes / 24 && n < most)
		n *= 2;
	return n;
}

size_t
limits_items(size_t buckets)
{
	return buckets * 4 / 100 * 95 + buckets * 4 % 100 * 95 / 100;
}

/* Did this filter take part at the place? Only lookups that took part have samples. */
static bool
is_there(struct judge *j, const struct limits_place *at, const struct filter_ops *ops)
{
	return table_include(ops, filter_find(at->twin)) &&
	       judge_has(j, at->lines.exp, at->lines.panel, ops->name, at->x, "lookup");
}

const char *
limits_best(struct judge *j, const struct limits_place *at, enum isa most)
{
	const char *best = NULL;
	double highest = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		const struct filter_ops *ops = filter_all[i];
		const struct point *p;

		if (ops->isa > most || ops->caps & FILTER_CONTROL || contestant_is_bulk(ops) || !is_there(j, at, ops))
			continue;
		p = judge_point(j, at->lines.exp, at->lines.panel, ops->name, at->x, "lookup");
		if (p && p->median > highest)
			best = ops->name, highest = p->median;
	}
	if (!best)
		(void)judge_runs(j, at->lines.exp, at->lines.panel, at->twin, at->x, "lookup");
	return best;
}

bool
limits_have(struct judge *j, const struct limits_place *at, enum isa needed)
{
	if (!judge_has(j, at->lines.exp, at->lines.panel, at->twin, at->x, "lookup"))
		return true; /* nothing was measured: the next query marks it as missing */
	for (size_t i = 0; filter_all[i]; i++)
		if (filter_all[i]->isa >= needed && is_there(j, at, filter_all[i]))
			return true;
	judge_beyond(j, SCALE_SMOKE,
	             judge_text(j,
	                        "no look-up with %s took part: this processor has none, or --isa or " ISA_VARIABLE
	                        " excludes it",
	                        isa_name(needed)));
	return false;
}

bool
limits_have_writer(struct judge *j, const char *exp, const char *panel, const char *series, const char *metric)
{
	if (judge_has(j, exp, panel, series, 0, metric))
		return true;
	judge_beyond(j, SCALE_SMOKE, "one processor: a writer beside the reader needs another");
	return false;
}

bool
limits_looks_up(const struct filter_ops *ops, const char *series)
{
	const struct filter_ops *beside = series_filter(series);

	return beside && table_include(ops, beside->twin ? filter_find(beside->twin) : beside);
}
