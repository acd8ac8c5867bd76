/* SPDX-License-Identifier: MIT */
/*
 * life_anchor.c - a second table of each filter in a life, which stays as full as after the first step.
 *
 *      table     |####|    |####|    |####|        chunks of 4096 keys, each with the clock on
 *      anchor         |####|    |####|    |####|
 *
 *      keys      | in the anchor ............ | not in it ......................................... |
 *      insert                                   [ warm-up | clock ] and deleted again, not timed
 *      delete      [ warm-up | clock ] and inserted again, not timed
 *
 * Two slices at two occupancies lie half a minute apart, because the table has to be filled between them; and a
 * machine whose neighbours come and go is not the same machine half a minute later. So where claims compare
 * occupancies, the same filter works in turns on its table and on its anchor, which is as large and lies in the same
 * kind of memory. Occupancies are compared by their quotients to it (judge_steady), in which only what differs between
 * tables is left. A burst of some milliseconds hits both slices, because each is cut into chunks; of the pairs of
 * chunks the middle half counts. The rates that figures show are of slices alone: here two tables share the caches.
 *
 * In five processes on a machine whose neighbours moved memory's latency by a factor of two (Zen 4, 192 MiB) the
 * quotients of 40 pairs of occupancies spread by 24 % from process to process, the median of them; over the anchors, by
 * 1.7 %, and by the middle half of the pairs of chunks by 1.0 %, in the worst pair 4 % in place of 10 %.
 *
 * Full filters are not compared with each other so: in turns with one table that they had in common their quotients
 * spread nearly as much as those of slices (7 and 10 %, on that machine at its worst), because how fast one filter is
 * beside another depends on the memory's latency itself; and slow filters came out a third faster.
 *
 * A bit array forgets no key. Its slices of insertions are of keys that it has: the same reads and writes as of others.
 */
#include "harness/programs/life.h"

#include "harness/run/running.h"
#include "harness/timing/measure.h"

#include <stdlib.h>
#include <string.h>

/* The steps, of LIFE_STEPS, that claims compare: at the end of each for lookups, in the middle of each for the others
 * (judge_along in harness/exp/f6_lookup_occupancy.c, f7 and f8). */
void
life_prepare(struct life *l, unsigned part, size_t step)
{
	static const char lookups[] = {1, 5, 10, 14, 15, 18, 20, 0}, insertions[] = {3, 8, 13, 15, 18, 0},
			  deletions[] = {2, 10, 15, 18, 0};
	const char *of = part == LIFE_OCCUPANCIES ? lookups : part == LIFE_FILL ? insertions : deletions;
	const unsigned more = step > 0 && strchr(of, (int)step) ? LIFE_COMPARED * l->cell->rounds : 0;

	l->pairs = more;
	/* Deletions are also compared between filters there. */
	l->rounds = part == LIFE_DELETIONS && more ? more : l->cell->rounds;
}

/* --- the tables ------------------------------------------------------------------------------------------- */

void
life_open_anchors(struct life *l)
{
	if (!life_measures(l, LIFE_FILL | LIFE_OCCUPANCIES | LIFE_DELETIONS))
		return;
	for (size_t i = 0; i < l->tables; i++) {
		const struct life_table *t = &l->table[i];
		struct life_table *a = &l->anchor[i];

		life_make_table(l, a, t->owner);
		a->goal = a->capacity / LIFE_STEPS < l->keys_count ? a->capacity / LIFE_STEPS : l->keys_count;
	}
	life_share(l, l->anchor, life_fill_one);
	l->sets = 2;
	l->purpose = 3000;
	for (size_t i = 0; i < l->tables; i++) {
		l->anchor[i].asks = l->anchor[i].items > 0;
		life_draw_sets(l, &l->anchor[i]);
	}
}

void
life_close_anchors(struct life *l)
{
	for (size_t i = 0; i < l->tables; i++) {
		const struct life_table *a = &l->anchor[i];
		const char *broken = a->filter ? a->filter->ops->check(a->filter) : NULL;

		if (broken)
			run_fail(l->run, "%s, which stayed as full as after the first step: %s", a->owner->name,
			         broken);
		if (a->filter && a->owner->remove)
			(void)program_told(l->run, a->filter, a->items);
	}
}

/* --- pairs ------------------------------------------------------------------------------------------------ */

/* The anchor of the face's table, as its filter; NULL if it has none. */
static struct life_table *
anchor_of(struct life *l, struct life_face *face)
{
	struct life_table *a = &l->anchor[face->table - l->table];

	if (!a->filter || a->items == 0)
		return NULL;
	life_become(l, a, face->ops);
	life_become(l, face->table, face->ops);
	return a;
}

static const struct life_pair none = {{0, 0}, {0, 0}};

/* Chunks in turns, and how many. */
struct turns {
	struct life_pair at[LIFE_PAIR_CHUNKS];
	size_t count;
};

static void
alternate(struct life *l, struct life_table *t, struct life_table *a, size_t quota, uint64_t least_ns, life_some *some,
          life_some *in_anchor, struct turns *turns)
{
	struct life_pair all = none;

	turns->count = 0;
	while ((all.table.ns < least_ns || all.anchor.ns < least_ns) && all.table.ops < quota &&
	       turns->count < LIFE_PAIR_CHUNKS) {
		const size_t left = quota - all.table.ops, n = left < LIFE_PAIR_CHUNK ? left : LIFE_PAIR_CHUNK;
		struct life_pair *p = &turns->at[turns->count];

		p->table = some(l, t, n);
		if (p->table.ops < n)
			break;
		p->anchor = in_anchor(l, a, n);
		all.table = slice_sum(all.table, p->table);
		all.anchor = slice_sum(all.anchor, p->anchor);
		turns->count++;
	}
}

/* By the table's time over the anchor's. */
static int
compare_turns(const void *a, const void *b)
{
	const struct life_pair *p = a, *q = b;
	const double x = (double)p->table.ns * (double)q->anchor.ns, y = (double)q->table.ns * (double)p->anchor.ns;

	return (x > y) - (x < y);
}

/* The middle half of the turns by their quotients, together: a burst that is shorter than a chunk hits one of the two
 * tables alone. */
static struct life_pair
middle_of(struct turns *turns)
{
	struct life_pair p = none;

	qsort(turns->at, turns->count, sizeof *turns->at, compare_turns);
	for (size_t i = turns->count / 4; i < turns->count - turns->count / 4; i++) {
		p.table = slice_sum(p.table, turns->at[i].table);
		p.anchor = slice_sum(p.anchor, turns->at[i].anchor);
	}
	return p;
}

/* After a warm-up of half a slice. Twice as long as a slice, so that half of it is as long as one. */
static struct life_pair
pair_of(struct life *l, struct life_table *t, struct life_table *a, size_t quota, life_some *some, life_some *in_anchor)
{
	struct turns turns;

	alternate(l, t, a, quota, measure_least_ns() / 2, some, in_anchor, &turns);
	alternate(l, t, a, quota, 2 * measure_least_ns(), some, in_anchor, &turns);
	return middle_of(&turns);
}

static struct slice
insert_next(struct life *l, struct life_table *a, size_t n)
{
	struct slice s = {n, 0};
	size_t got;

	s.ns = measure_insert(a->filter, l->keys + a->next, n, &got);
	if (got != n)
		run_fail(l->run, "%s refuses a key at %zu of %zu items", a->owner->name, a->items, a->capacity);
	a->next += n;
	return s;
}

static struct slice
remove_next(struct life *l, struct life_table *a, size_t n)
{
	const struct slice s = {n, life_time_removal(l, a, l->keys + a->next, n)};

	a->next += n;
	return s;
}

/* Of the anchor's next keys among those that are in it (own), or among those that are not. `back`, not timed, undoes
 * what was done to it. */
static struct life_pair
pair_of_keys(struct life *l, struct life_face *face, size_t quota, bool own, life_some *some, life_some *in_anchor,
             life_some *back)
{
	struct life_table *a = anchor_of(l, face);
	const size_t first = a && !own ? a->items : 0, end = a && own ? a->items : l->keys_count;
	struct life_pair p;
	size_t from, to;

	if (!a)
		return none;
	if (a->next < first || a->next + 2 * quota > end)
		a->next = first;
	if (a->next + 2 * quota > end)
		return none;
	from = a->next;
	p = pair_of(l, face->table, a, quota, some, in_anchor);
	to = a->next;
	a->next = from;
	while (back && a->next < to)
		(void)back(l, a, to - a->next < LIFE_CHUNK ? to - a->next : LIFE_CHUNK);
	a->next = to;
	return p;
}

struct life_pair
life_pair_insertions(struct life *l, struct life_face *face, size_t quota, life_some *some)
{
	const bool forgets = face->table->owner->remove;

	return pair_of_keys(l, face, quota, !forgets, some, insert_next, forgets ? remove_next : NULL);
}

struct life_pair
life_pair_deletions(struct life *l, struct life_face *face, size_t quota, life_some *some)
{
	return pair_of_keys(l, face, quota, true, some, remove_next, insert_next);
}

struct life_pair
life_pair_lookups(struct life *l, struct life_face *face, size_t k, life_some *some)
{
	struct life_table *a = anchor_of(l, face), *t = face->table;

	if (!a)
		return none;
	t->asked = &t->set[k];
	a->asked = &a->set[k];
	return pair_of(l, t, a, l->slice, some, some);
}
