/* SPDX-License-Identifier: MIT */
/* field_cells.c - see field_cells.h. */
#include "harness/exp/field_cells.h"

#include "harness/filters/candidates.h"
#include "harness/filters/plugin.h"

#include <stdio.h>
#include <string.h>

const size_t field_sizes[SCALES][FIELD_SIZES + 1] = {
	{7 << 9}, {7 << 13}, {7 << 14, 7 << 18, 7 << 22}, {7 << 14, 7 << 18, 7 << 23}};

/* Few queries for few keys, and so many for many that no cache keeps what they read (limits_queries). */
static size_t
field_queries(enum scale s, size_t n)
{
	size_t queries = 1 << 17;

	if (s <= SCALE_QUICK || n < (size_t)1 << 17)
		return s == SCALE_SMOKE ? 1 << 14 : 1 << 16;
	while (queries < n / 16 && queries < (size_t)1 << 21)
		queries *= 2;
	return queries;
}

/* Rounds of so many keys take minutes. */
static unsigned
field_rounds(enum scale s, size_t n)
{
	static const unsigned rounds[SCALES] = {1, 2, 5, 5};

	return rounds[s] > 3 && n > (size_t)1 << 22 ? 3 : rounds[s];
}

void
field_plan(struct plan *plan, size_t n, unsigned parts, bool apart, unsigned reps)
{
	struct cell cell = {.program = &program_field,
	                    .target = n,
	                    .queries = field_queries(plan_scale(plan), n),
	                    .rounds = field_rounds(plan_scale(plan), n),
	                    .parts = parts};
	struct candidate unused[CANDIDATES_MOST];

	/* With --filter, only who keeps these two can compare families. */
	if (!apart && plan_admits(plan, filter_find("cf")) && plan_admits(plan, filter_find("bf")))
		plan_add_rounds(plan, &cell);
	for (size_t i = 0; filter_all[i]; i++) {
		cell.filter = filter_all[i];
		if ((!apart && !plugin_of(cell.filter)) || candidates_near(unused, cell.filter, parts, n) == 0)
			continue;
		if (reps)
			plan_add(plan, &cell, plan_reps(plan, reps));
		else
			plan_add_rounds(plan, &cell);
	}
}

void
field_rate(struct sample *s)
{
	char near[NAME_MAX_PANEL];

	memcpy(near, s->panel, sizeof near);
	snprintf(s->panel, sizeof s->panel, "2^-%.8s", near);
}
