/* SPDX-License-Identifier: MIT */
/*
 * life_down.c - a life's way down: keys are deleted, in the middle of each step by slices in turns.
 *
 *      full    ##  the short step down to a whole one
 *       19     #--####--#      not timed, as the fast filter | slices of deletions | not timed
 *       18     #--####--#
 *      ...
 *        0
 */
#include "harness/programs/life.h"
#include "harness/run/running.h"

static size_t
coprime_near(size_t n, size_t of)
{
	for (;; n++) {
		size_t a = n, b = of;

		while (b) {
			const size_t rest = a % b;

			a = b, b = rest;
		}
		if (a == 1)
			return n;
	}
}

/* In order of insertion the first deletions would all hit d-left's leftmost table, and the first slots everywhere. This
 * order favours none: the number of each block of keys is the last one's plus the golden section of all, so any stretch
 * of it has keys of all ages, evenly (Weyl's sequence). */
static void
begin_deletions(struct life *l)
{
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		const size_t blocks = t->items / LIFE_BLOCK;

		t->removed = 0;
		if (blocks == 0)
			continue;
		t->stride = coprime_near((size_t)((double)blocks * 0.6180339887) + 1, blocks) % blocks;
		t->block = t->ahead = run_seed(l->run, LIFE_SEED_ORDER) % blocks;
		for (size_t k = 0; k < LIFE_BLOCKS; k++)
			t->ahead = (t->ahead + t->stride) % blocks;
	}
}

/* Has the step enough operations to time? Without keys, the table waits. */
static bool
is_told(const struct life_table *t)
{
	return t->stretch > t->capacity / LIFE_STEPS / 5;
}

/* All tables go down to the end of step `step`; those that are lower wait. */
static void
fall(struct life *l, size_t step)
{
	size_t end[LIFE_TABLES];

	life_prepare(l, LIFE_DELETIONS, step + 1);
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];

		end[i] = t->capacity / LIFE_STEPS * step;
		t->whole = t->items;
		if (!life_empties(l, t) || t->items <= end[i])
			end[i] = t->items;
		t->stretch = t->items - end[i];
		t->goal = t->items - life_before_slices(l, t);
	}
	life_empty(l);
	/* Slices in the few keys down to a whole step would go beyond it. */
	for (size_t i = 0; i < l->tables; i++)
		if (!is_told(&l->table[i]))
			l->table[i].goal = SIZE_MAX; /* takes no part */
	life_time_deletions(l);
	for (size_t i = 0; i < l->tables; i++)
		l->table[i].goal = end[i];
	life_empty(l);
	for (size_t i = 0; i < l->faces; i++) {
		const struct life_table *t = l->face[i].table;
		const size_t n = t->whole - t->items;

		if (is_told(t))
			life_tell_step(l, &l->face[i], "delete", (double)(t->whole + t->items) / 2,
			               n == t->capacity / LIFE_STEPS);
		else
			life_forget_step(&l->face[i]);
	}
}

void
life_shrink(struct life *l)
{
	if (!life_measures(l, LIFE_DELETIONS))
		return;
	begin_deletions(l);
	for (size_t step = LIFE_STEPS; step-- > 0;)
		fall(l, step);
	for (size_t i = 0; i < l->tables; i++) {
		struct life_table *t = &l->table[i];
		const char *broken = t->filter->ops->check(t->filter);

		if (broken)
			run_fail(l->run, "%s after all keys were deleted: %s", t->owner->name, broken);
	}
}
