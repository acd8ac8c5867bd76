/* SPDX-License-Identifier: MIT */
/* ab_match_lookups.c - the lookups of a match (ab_match.c): query sets of each side, and rounds of short turns. */
#include "harness/ab/ab_match_parts.h"

#include "harness/timing/measure.h"

#include <stdlib.h>

static const unsigned percents[AB_LOOKUPS] = {0, 50, 100};

bool
ab_match_ask(struct match *m, enum ab_side side)
{
	struct ab_table *c = &m->who[side];
	const size_t items = m->cell->items, n = items < AB_ASKED_LEAST  ? AB_ASKED_LEAST
	                                         : items < AB_ASKED_MOST ? items
	                                                                 : AB_ASKED_MOST;
	struct failure failure;

	for (size_t i = 0; i < AB_LOOKUPS; i++) {
		const struct query_source source = {.seed = m->seed, .items = items, .percent = percents[i]};

		if (!query_set_make(&c->asked[i], &source, c->filter, n, &failure) ||
		    !contestant_lookups(&c->look[i], c->filter, &c->asked[i], &failure))
			return ab_match_fail(m, side, "%s", failure.text);
		contestant_start(&c->look[i], side * c->asked[i].chunks / AB_SIDES);
	}
	if (side != AB_CONTROL) {
		m->cell->asked = c->asked[0].n;
		m->cell->wrong[side] = c->asked[0].all_hits;
	}
	return true;
}

static bool
look_up_turn(struct match *m, enum ab_side side, enum ab_op op, struct slice *to)
{
	struct contestant *look = &m->who[side].look[op - AB_ABSENT];
	struct slice slice;
	struct failure failure;

	look->filter = m->who[side].filter;
	ab_match_turn(m, side);
	if (!contend(look, 1000 * measure_resolution_ns(), &slice, &failure))
		return ab_match_fail(m, side, "%s", failure.text);
	*to = slice;
	return true;
}

/* Lookups change nothing, so the sides take short turns, and the median turn is the slice. Other processes that get the
 * processor for a while disturb only one or two turns. */
bool
ab_match_look_up_round(struct match *m, enum ab_op op, size_t round)
{
	struct slice turn[AB_SIDES][AB_TURNS];
	unsigned order[AB_SIDES];

	for (size_t i = 0; i < AB_TURNS; i++) {
		ab_match_order(m, round + i, order);
		for (size_t place = 0; place < AB_SIDES; place++)
			if (!look_up_turn(m, order[place], op, &turn[order[place]][i]))
				return false;
	}
	for (enum ab_side side = 0; side < AB_SIDES; side++)
		m->cell->round[op][round].by[side] = slice_median(turn[side], AB_TURNS);
	return true;
}
