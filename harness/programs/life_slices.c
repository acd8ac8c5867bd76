/* SPDX-License-Identifier: MIT */
/*
 * life_slices.c - what a life times: short slices, in which all filters take turns, round after round. Here insertions
 * and deletions; lookups are in life_lookups.c.
 *
 *      round 0    cf-batch fills | cf: warm-up, clock | qf-slots: warm-up, clock | bf: ... | ...
 *      round 1                   | bf: ... | cf: ... | ...        the order is a row of a Latin square (latin.h)
 *
 * A slice is LIFE_CHUNK operations after LIFE_CHUNK, until it is long enough (measure.h). So many come before its clock
 * starts that caches hold what they would in the middle of a long run: what lay there was another table's.
 */
#include "harness/programs/life.h"

#include "harness/run/running.h"
#include "harness/stats/latin.h"
#include "harness/stats/stats.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdio.h>

size_t
life_turns(struct life *l, struct life_face *order[LIFE_FACES])
{
	unsigned row[LIFE_FACES];

	latin_order((unsigned)l->faces, l->latin++, run_seed(l->run, LIFE_SEED_TURNS), row);
	for (size_t i = 0; i < l->faces; i++)
		order[i] = &l->face[row[i]];
	return l->faces;
}

void
life_emit_at(struct life *l, const struct life_face *face, double items, bool regular, const char *measure,
             const char *suffix, struct slice s)
{
	const size_t capacity = face->table->capacity;
	const double x = regular ? items / (double)(capacity / LIFE_STEPS) / LIFE_STEPS : LIFE_FULL;
	char name[NAME_MAX_METRIC];

	snprintf(name, sizeof name, "%s%s", measure, suffix);
	emit(l->run, face->place, face->name, x, name, "Mops/s", s.ops, s.ns);
	snprintf(name, sizeof name, "%s_occupancy", measure);
	if (!regular && !*suffix)
		emit(l->run, face->place, face->name, LIFE_FULL, name, "fraction", (uint64_t)items, capacity);
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

static struct slice
slice_of_round(const struct life_timed *t, unsigned round)
{
	const uint64_t ns = (uint64_t)llround((double)t->ops[round] * each_of_round(t, round));

	return (struct slice){t->ops[round], ns ? ns : 1};
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

/* Emits one slice a round. */
static void
tell_rounds(struct life *l, const struct life_face *face, const struct life_timed *t, double items, bool regular,
            const char *measure, const char *suffix)
{
	for (unsigned r = 0; r < LIFE_ROUNDS; r++)
		if (t->slices[r]) {
			run_round(l->run, r);
			life_emit_at(l, face, items, regular, measure, suffix, slice_of_round(t, r));
		}
	run_round(l->run, 0);
}

void
life_tell_step(struct life *l, struct life_face *face, const char *measure, double items, bool regular)
{
	tell_rounds(l, face, &face->step, items, regular, measure, "");
	tell_rounds(l, face, &face->beside, items, regular, measure, LIFE_TABLE_BESIDE);
	tell_rounds(l, face, &face->anchored, items, regular, measure, LIFE_ANCHOR_BESIDE);
	life_forget_step(face);
}

void
life_forget_step(struct life_face *face)
{
	face->step = face->beside = face->anchored = (struct life_timed){.slices = {0}};
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
	const size_t quota = t->stretch / (4 * faces_of(l, t) * (l->rounds + l->pairs));

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

uint64_t
life_time_removal(struct life *l, struct life_table *t, const uint64_t *keys, size_t n)
{
	size_t found;
	const uint64_t ns = measure_remove(t->filter, keys, n, &found);

	if (found != n)
		run_fail(l->run, "lost keys: %s: %zu of %zu inserted keys were not found to delete", t->owner->name,
		         n - found, n);
	return ns;
}

static struct slice
remove_some(struct life *l, struct life_table *t, size_t n)
{
	uint64_t keys[LIFE_CHUNK];
	struct slice s = {n, 0};

	life_next_deletions(l, t, keys, n);
	s.ns = life_time_removal(l, t, keys, n);
	t->items -= n;
	t->removed += n;
	return s;
}

struct slice
life_slice(struct life *l, struct life_table *t, size_t quota, uint64_t least_ns, life_some *some)
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

/* In each round each face has a slice; where claims compare occupancies it has pairs in as many rounds more. */
static void
time_changes(struct life *l, bool removes, life_some *some,
             struct life_pair (*pair)(struct life *, struct life_face *, size_t, life_some *))
{
	struct life_face *order[LIFE_FACES];

	for (unsigned r = 0; r < l->rounds + l->pairs; r++)
		for (size_t i = 0, n = life_turns(l, order); i < n; i++) {
			struct life_face *face = order[i];
			struct life_table *t = face->table;
			const size_t quota = quota_of(l, t);
			struct life_pair both;

			if (removes ? t->goal == SIZE_MAX || !t->owner->remove : t->full || t->items >= t->goal)
				continue;
			life_become(l, t, face->ops);
			if (r < l->rounds) {
				(void)life_slice(l, t, quota, measure_least_ns() / 2, some);
				add_slice(&face->step, r, life_slice(l, t, quota, measure_least_ns(), some));
				continue;
			}
			both = pair(l, face, quota, some);
			add_slice(&face->beside, r - l->rounds, both.table);
			add_slice(&face->anchored, r - l->rounds, both.anchor);
		}
}

void
life_time_insertions(struct life *l)
{
	time_changes(l, false, insert_some, life_pair_insertions);
}

void
life_time_deletions(struct life *l)
{
	time_changes(l, true, remove_some, life_pair_deletions);
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
