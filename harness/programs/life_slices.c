/* SPDX-License-Identifier: MIT */
/*
 * life_slices.c - what a life times: short slices, in which all filters take turns, round after round.
 *
 *      round 0    cf-batch fills | cf: warm-up, clock | qf-slots: warm-up, clock | bf: ... | ...
 *      round 1                   | bf: ... | cf: ... | ...        the order is a row of a Latin square (latin.h)
 *
 * A slice is LIFE_CHUNK operations after LIFE_CHUNK, until it is long enough (measure.h). So many come before its clock
 * starts that caches hold what they would in the middle of a long run: what lay there was another table's.
 */
#include "harness/programs/life.h"

#include "core/rng.h"
#include "harness/run/running.h"
#include "harness/stats/change.h"
#include "harness/stats/latin.h"
#include "harness/stats/stats.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdio.h>

/* The faces that take turns, in this round's order. Returns how many. */
static size_t
turns(struct life *l, struct life_face *order[LIFE_FACES])
{
	unsigned row[LIFE_FACES];

	latin_order((unsigned)l->faces, l->latin++, run_seed(l->run, LIFE_SEED_TURNS), row);
	for (size_t i = 0; i < l->faces; i++)
		order[i] = &l->face[row[i]];
	return l->faces;
}

/* Emits at the occupancy of so many items. The occupancies of whole and half steps are the same in every repetition,
 * but not the one at which a filter refuses. Samples from there are filed under LIFE_FULL. The occupancy itself is a
 * sample, and its mean becomes the point's x (life_cells.c). */
static void
emit_at(struct life *l, const struct life_face *face, double items, bool regular, const char *measure, struct slice s)
{
	const size_t capacity = face->table->capacity;
	const double x = regular ? items / (double)(capacity / LIFE_STEPS) / LIFE_STEPS : LIFE_FULL;
	char occupancy[NAME_MAX_METRIC];

	emit(l->run, face->place, face->name, x, measure, "Mops/s", s.ops, s.ns);
	snprintf(occupancy, sizeof occupancy, "%s_occupancy", measure);
	if (!regular)
		emit(l->run, face->place, face->name, LIFE_FULL, occupancy, "fraction", (uint64_t)items, capacity);
}

/* --- steps: insertions and deletions ---------------------------------------------------------------------- */

static void
add_slice(struct life_timed *t, unsigned round, struct slice s)
{
	if (s.ops == 0)
		return;
	t->ops[round] += s.ops;
	t->ns_each[round] += (double)s.ns / (double)s.ops;
	t->slices[round]++;
}

static double
each_of_round(const struct life_timed *t, unsigned round)
{
	return t->slices[round] ? t->ns_each[round] / t->slices[round] : 0;
}

double
life_each(const struct life *l, const struct life_face *face)
{
	double each[LIFE_ROUNDS];
	unsigned n = 0;

	for (unsigned r = 0; r < l->rounds; r++)
		if (face->step.slices[r])
			each[n++] = each_of_round(&face->step, r);
	stats_sort(each, n);
	return n ? each[n / 2] : 0;
}

void
life_tell_step(struct life *l, struct life_face *face, const char *measure, double items, bool regular)
{
	for (unsigned r = 0; r < l->rounds; r++) {
		const struct life_timed *t = &face->step;
		const uint64_t ns = (uint64_t)llround((double)t->ops[r] * each_of_round(t, r));

		run_round(l->run, r);
		if (t->slices[r])
			emit_at(l, face, items, regular, measure, (struct slice){t->ops[r], ns ? ns : 1});
	}
	run_round(l->run, 0);
	face->step = (struct life_timed){.slices = {0}};
}

static size_t
faces_of(const struct life *l, const struct life_table *t)
{
	size_t n = 0;

	for (size_t i = 0; i < l->faces; i++)
		n += l->face[i].table == t;
	return n;
}

/* All slices of a stretch, each with as many keys before its clock starts, take a half of it. */
static size_t
quota_of(const struct life *l, const struct life_table *t)
{
	const size_t quota = t->stretch / (4 * faces_of(l, t) * l->rounds);

	return quota ? quota : 1;
}

/* Inserts n keys or fewer, up to one that is refused: then the table is full. */
static struct slice
insert_some(struct life *l, struct life_table *t, size_t n)
{
	struct slice s = {0, 0};
	size_t got = 0;

	if (n == 0 || t->full)
		return s;
	s.ns = measure_insert(t->filter, l->keys + t->items, n, &got);
	s.ops = got;
	t->items += got;
	t->full |= got < n;
	return s;
}

static struct slice
remove_some(struct life *l, struct life_table *t, size_t n)
{
	uint64_t keys[LIFE_CHUNK];
	struct slice s = {n, 0};
	size_t found;

	life_next_deletions(l, t, keys, n);
	s.ns = measure_remove(t->filter, keys, n, &found);
	if (found != n)
		run_fail(l->run, "lost keys: %s: %zu of %zu inserted keys were not found to delete", t->owner->name,
		         n - found, n);
	t->items -= n;
	t->removed += n;
	return s;
}

/* As many operations as a slice needs, `quota` at most, a chunk at a time. */
static struct slice
change(struct life *l, struct life_table *t, size_t quota, uint64_t least_ns,
       struct slice (*some)(struct life *, struct life_table *, size_t))
{
	struct slice s = {0, 0};

	while (s.ns < least_ns && s.ops < quota) {
		const size_t left = quota - s.ops, n = left < LIFE_CHUNK ? left : LIFE_CHUNK;
		const struct slice more = some(l, t, n);

		s = slice_sum(s, more);
		if (more.ops < n)
			break;
	}
	return s;
}

/* In each round each face warms up with half a slice, and has its clock on during another. */
static void
time_changes(struct life *l, bool removes, struct slice (*some)(struct life *, struct life_table *, size_t))
{
	struct life_face *order[LIFE_FACES];

	for (unsigned r = 0; r < l->rounds; r++)
		for (size_t i = 0, n = turns(l, order); i < n; i++) {
			struct life_table *t = order[i]->table;
			const size_t quota = quota_of(l, t);

			if (removes ? t->goal == SIZE_MAX || !t->owner->remove : t->full || t->items >= t->goal)
				continue;
			life_become(l, t, order[i]->ops);
			(void)change(l, t, quota, measure_least_ns() / 2, some);
			add_slice(&order[i]->step, r, change(l, t, quota, measure_least_ns(), some));
		}
}

void
life_time_insertions(struct life *l)
{
	time_changes(l, false, insert_some);
}

void
life_time_deletions(struct life *l)
{
	time_changes(l, true, remove_some);
}

void
life_time_rest(struct life *l, struct life_table *t)
{
	for (unsigned turn = 0; !t->full && t->items < t->goal; turn++)
		for (size_t i = 0; i < l->faces; i++) {
			const size_t left = t->goal - t->items;

			if (l->face[i].table != t || left == 0)
				continue;
			life_become(l, t, l->face[i].ops);
			add_slice(&l->face[i].step, turn % l->rounds,
			          insert_some(l, t, left < LIFE_CHUNK ? left : LIFE_CHUNK));
		}
}

/* --- lookups ---------------------------------------------------------------------------------------------- */

/* Draws the table's sets, of which the first has absent keys alone, and the last present ones. */
static void
draw_sets(struct life *l, struct life_table *t)
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
		life_share(l, draws);
}

static void
draw(struct life *l, size_t sets, uint64_t purpose)
{
	l->sets = sets;
	l->purpose = purpose;
	for_each_table(l, draw_sets);
}

/* Looks up the next keys of the set until a slice is long enough, but each key once at most. */
static struct slice
look_up(struct life *l, struct life_face *face, const struct life_set *set, uint64_t least_ns)
{
	struct slice s = {0, 0};
	size_t hits, all = 0;

	while (s.ns < least_ns && s.ops < set->n) {
		size_t n = set->n - face->at;

		n = n < LIFE_CHUNK ? n : LIFE_CHUNK;
		s.ns += measure_contains(face->table->filter, set->keys + face->at, n, &hits);
		s.ops += n;
		all += hits;
		face->at = face->at + n < set->n ? face->at + n : 0;
	}
	if (set->percent == 100 && all != s.ops)
		run_fail(l->run, "false negatives: %s: %zu of %zu present keys reported absent at %zu items",
		         face->name, (size_t)s.ops - all, (size_t)s.ops, face->table->items);
	return s;
}

static struct slice
time_set(struct life *l, struct life_face *face, const struct life_set *set)
{
	life_become(l, face->table, face->ops);
	face->at %= set->n;
	(void)look_up(l, face, set, measure_least_ns() / 2);
	return look_up(l, face, set, measure_least_ns());
}

static void
tell_lookups(struct life *l, struct life_face *face, const struct life_set *set, struct slice s, bool shares)
{
	if (shares)
		emit(l->run, face->place, face->name, set->percent, "lookup", "Mops/s", s.ops, s.ns);
	else
		emit_at(l, face, (double)face->table->items, face->table->regular,
		        set->percent ? "lookup_present" : "lookup_absent", s);
}

/* Every face of a table that takes part looks up the sets that were drawn, each round in another order. */
static void
look_up_in_turns(struct life *l, unsigned rounds, bool shares)
{
	double rate[LIFE_FACES][LIFE_SETS][LIFE_ROUNDS * LIFE_FULL_ROUNDS] = {{{0}}};
	struct life_face *order[LIFE_FACES];

	for (unsigned r = 0; r < rounds; r++) {
		run_round(l->run, r);
		for (size_t i = 0, n = turns(l, order); i < n; i++) {
			const size_t face = (size_t)(order[i] - l->face);

			for (size_t k = 0; order[i]->table->asks && k < l->sets; k++) {
				/* another set first in each round */
				const struct life_set *set = &order[i]->table->set[(k + r) % l->sets];
				struct slice s;

				if (set->percent && order[i]->table->items == 0)
					continue;
				s = time_set(l, order[i], set);
				tell_lookups(l, order[i], set, s, shares);
				rate[face][(k + r) % l->sets][r] = slice_rate(s);
			}
		}
	}
	run_round(l->run, 0);
	for (size_t f = 0; f < l->faces && shares; f++)
		for (size_t k = 0; k < l->sets; k++)
			run_changed(l->run, change_of_rounds(rate[f][k], rounds));
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
	draw(l, 2, 2 * step);
	look_up_in_turns(l, l->rounds, false);
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
	const struct life_set *set = &face->table->set[0];
	struct slice s;

	face->at = 0;
	s = time_set(l, face, set);
	emit(l->run, "runs", face->name, set->percent, "slice", "Mops/s", s.ops, s.ns);
	s = look_up(l, face, set, LIFE_RUN * measure_least_ns());
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
			for (size_t i = 0, n = turns(l, order); i < n; i++)
				if (!*order[i]->place) /* not the control, which is cf's */
					time_run(l, order[i]);
		}
	}
	run_round(l->run, 0);
}
