/* SPDX-License-Identifier: MIT */
/*
 * life_whole.c - the check on a life's integral: each table is built anew, alone, with the clock on from its first key
 * to its last.
 *
 *      a life      slice   slice      slice  slice           the sum over steps of keys times the time of one
 *                 --####----####-- .. -##----##----##--      "construction"
 *      whole      #####################################      the same keys, one key after the other: "whole"
 *
 * It is what the paper did, and what a life's slices stand for: with nothing in between, and nobody else's keys in the
 * caches. Claim "T3 (integral)" compares the two, process by process.
 */
#include "harness/programs/life.h"

#include "harness/stats/latin.h"
#include "harness/timing/measure.h"

static void
build(struct life *l, struct life_table *t, const char *place)
{
	const size_t all = t->target < l->keys_count ? t->target : l->keys_count;
	uint64_t ns;

	run_discard(l->run, t->filter);
	t->filter = run_create(l->run, &t->cell, false);
	ns = measure_insert(t->filter, l->keys, all, &t->items);
	emit(l->run, place, t->owner->name, 0, "whole", "Mops/s", t->items, ns);
}

void
life_build_whole(struct life *l)
{
	unsigned order[LIFE_TABLES];

	if (!life_measures(l, LIFE_WHOLE))
		return;
	latin_order((unsigned)l->tables, l->cell->rep, run_seed(l->run, LIFE_SEED_TURNS), order);
	for (size_t i = 0; i < l->tables; i++) {
		const struct life_face *face = l->face;

		while (face->table != &l->table[order[i]])
			face++;
		build(l, face->table, face->place);
	}
	life_verify(l, true);
}
