/* SPDX-License-Identifier: MIT */
/*
 * life_lookups.c - what a life times of lookups: slices in turns, as life_slices.c has it.
 *
 *      at a step's end    absent, present                   rounds; and pairs with the anchors where claims compare
 *      full tables        0, 25, 50, 75, 100 % present      rounds
 *                         a slice, a run, a slice           the check on slices
 */
#include "harness/programs/life.h"

#include "core/rng.h"
#include "harness/run/running.h"
#include "harness/timing/measure.h"

/* Draws the table's sets, of which the first has absent keys alone, and the last present ones. */
void
life_draw_sets(struct life *l, struct life_table *t)
{
	for (size_t k = 0; k < l->sets && t->asks; k++) {
		struct life_set *set = &t->set[k];
		const uint64_t purpose = l->purpose + k;

		set->n = l->slice;
		set->percent = (unsigned)(100 * k / (l->sets - 1));
		cell_keys_ask(&l->own, set->keys, set->n, set->percent, t->items,
		              run_seed(l->run, rng_derive(LIFE_SEED_PICK, purpose)), purpose);
	}
}

/* By all threads, unless the questions of --queries are sorted in one list for all tables (cell_keys.c). */
static void
for_each_table(struct life *l, void (*draws)(struct life *, struct life_table *))
{
	for (size_t i = 0; i < l->tables && l->own.questions; i++)
		draws(l, &l->table[i]);
	if (!l->own.questions)
		life_share(l, l->table, draws);
}

static void
draw(struct life *l, size_t sets, uint64_t purpose)
{
	l->sets = sets;
	l->purpose = purpose;
	for_each_table(l, life_draw_sets);
}

/* Looks up the next keys of the table's set, up to its end, after which it begins again. */
static struct slice
look_up_some(struct life *l, struct life_table *t, size_t n)
{
	const struct life_set *set = t->asked;
	struct slice s;
	size_t hits;

	t->at %= set->n;
	n = n < set->n - t->at ? n : set->n - t->at;
	s.ns = measure_contains(t->filter, set->keys + t->at, n, &hits);
	s.ops = n;
	t->at += n;
	if (set->percent == 100 && hits != n)
		run_fail(l->run, "false negatives: %s: %zu of %zu present keys reported absent at %zu items",
		         t->filter->ops->name, n - hits, n, t->items);
	return s;
}

/* Each key once at most. The set's end may cut a slice short: then another begins. */
static struct slice
look_up(struct life *l, struct life_table *t, uint64_t least_ns)
{
	struct slice s = {0, 0};

	while (s.ns < least_ns && s.ops < t->asked->n)
		s = slice_sum(s, look_up_some(l, t, LIFE_CHUNK));
	return s;
}

static struct slice
time_set(struct life *l, struct life_face *face, const struct life_set *set)
{
	struct life_table *t = face->table;

	life_become(l, t, face->ops);
	t->asked = set;
	(void)look_up(l, t, measure_least_ns() / 2);
	return look_up(l, t, measure_least_ns());
}

static void
tell_lookups(struct life *l, struct life_face *face, const struct life_set *set, const char *suffix, struct slice s)
{
	const struct life_table *t = face->table;

	life_emit_at(l, face, (double)t->items, t->regular, set->percent ? "lookup_present" : "lookup_absent", suffix,
	             s);
}

/* Can the set be asked for? There may be no present keys yet. */
static bool
is_asked(const struct life_table *t, const struct life_set *set)
{
	return t->asks && (set->percent == 0 || t->items > 0);
}

/* Every face of a table that takes part looks up the sets that were drawn, each round in another order, and another set
 * first in each round. */
static void
look_up_in_turns(struct life *l, unsigned rounds, bool shares)
{
	struct life_face *order[LIFE_FACES];

	for (unsigned r = 0; r < rounds; r++) {
		run_round(l->run, r);
		for (size_t i = 0, n = life_turns(l, order); i < n; i++)
			for (size_t turn = 0; turn < l->sets; turn++) {
				const size_t k = (turn + r) % l->sets;
				const struct life_set *set = &order[i]->table->set[k];
				struct slice s;

				if (!is_asked(order[i]->table, set))
					continue;
				s = time_set(l, order[i], set);
				if (shares)
					emit(l->run, order[i]->place, order[i]->name, set->percent, "lookup", "Mops/s",
					     s.ops, s.ns);
				else
					tell_lookups(l, order[i], set, "", s);
			}
	}
	run_round(l->run, 0);
}

/* The same in pairs with the anchors. */
static void
look_up_in_pairs(struct life *l)
{
	struct life_face *order[LIFE_FACES];

	for (unsigned r = 0; r < l->pairs; r++) {
		run_round(l->run, r);
		for (size_t i = 0, n = life_turns(l, order); i < n; i++)
			for (size_t turn = 0; turn < l->sets; turn++) {
				const size_t k = (turn + r) % l->sets;
				struct life_table *t = order[i]->table;
				struct life_pair both;

				if (!is_asked(t, &t->set[k]))
					continue;
				both = life_pair_lookups(l, order[i], k, look_up_some);
				if (both.anchor.ops == 0)
					continue;
				tell_lookups(l, order[i], &t->set[k], LIFE_TABLE_BESIDE, both.table);
				tell_lookups(l, order[i], &t->set[k], LIFE_ANCHOR_BESIDE, both.anchor);
			}
	}
	run_round(l->run, 0);
}

void
life_time_lookups(struct life *l, size_t step)
{
	if (!life_measures(l, LIFE_OCCUPANCIES))
		return;
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		t->asks = !t->told;
		t->regular = t->items == t->capacity / LIFE_STEPS * step;
		t->told |= t->full;
	}
	life_prepare(l, LIFE_OCCUPANCIES, step);
	draw(l, 2, 2 * step);
	look_up_in_turns(l, l->rounds, false);
	look_up_in_pairs(l);
}

void
life_time_shares(struct life *l)
{
	if (!life_measures(l, LIFE_SHARES))
		return;
	for (size_t i = 0; i < l->tables; i++)
		l->table[i].asks = true;
	draw(l, LIFE_SETS, 1000);
	look_up_in_turns(l, LIFE_FULL_ROUNDS * l->rounds, true);
}

/* --- the check on slices ---------------------------------------------------------------------------------- */

/* The keys of all sets as one, so that a run asks for no key again. The set's `percent` is chosen. */
static void
draw_long(struct life *l, struct life_table *t)
{
	t->set[0].n = LIFE_SETS * l->slice;
	cell_keys_ask(&l->own, t->set[0].keys, t->set[0].n, t->set[0].percent, t->items,
	              run_seed(l->run, rng_derive(LIFE_SEED_PICK, l->purpose)), l->purpose);
}

/* Before the first slice other tables had their turns; before the second one, the run. */
static void
time_run(struct life *l, struct life_face *face)
{
	struct life_table *t = face->table;
	const struct life_set *set = &t->set[0];
	struct slice s;

	t->at = 0;
	s = time_set(l, face, set);
	emit(l->run, "runs", face->name, set->percent, "slice", "Mops/s", s.ops, s.ns);
	s = look_up(l, t, LIFE_RUN * measure_least_ns());
	emit(l->run, "runs", face->name, set->percent, "run", "Mops/s", s.ops, s.ns);
	s = time_set(l, face, set);
	emit(l->run, "runs", face->name, set->percent, "slice_after", "Mops/s", s.ops, s.ns);
}

void
life_time_runs(struct life *l)
{
	struct life_face *order[LIFE_FACES];

	for (unsigned percent = 0; life_measures(l, LIFE_RUNS) && percent <= 100; percent += 100) {
		l->purpose = 2000 + percent;
		for (size_t i = 0; i < l->tables; i++)
			l->table[i].set[0].percent = percent;
		for_each_table(l, draw_long);
		for (unsigned r = 0; r < l->rounds; r++) {
			run_round(l->run, r);
			for (size_t i = 0, n = life_turns(l, order); i < n; i++)
				if (!*order[i]->place) /* not the control, which is cf's */
					time_run(l, order[i]);
		}
	}
	run_round(l->run, 0);
}
