/* SPDX-License-Identifier: MIT */
/*
 * store_index.c - the attempts of a record by cell: see store.h.
 *
 *      sorted    by cell, then by number: a:rep=0 #0 | a:rep=0 #1 | a:rep=1 #0 | ...
 *      by_base   by label_base: all repetitions and parts of one cell together
 */
#include "harness/run/store_parts.h"

#include "harness/base/memory.h"
#include "harness/run/noise.h"

#include <stdlib.h>
#include <string.h>

/* By cell, then by number; attempts of one key keep their order. */
static int
compare_attempts(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;
	const int c = strcmp(p->cell, q->cell);

	if (c || p->number == q->number)
		return c ? c : (p > q) - (p < q);
	return p->number > q->number ? 1 : -1;
}

static int
compare_cells(const void *cell, const void *a)
{
	return strcmp(cell, (*(struct attempt *const *)a)->cell);
}

/* Is the i-th in order an attempt at the cell? */
static bool
is_at(const struct store *s, size_t i, const char *cell)
{
	return i < s->count && strcmp(s->sorted[i]->cell, cell) == 0;
}

/* Where the attempts at a cell begin in order. If there is none, is_at is false there. */
static size_t
first_of(const struct store *s, const char *cell)
{
	struct attempt **at = bsearch(cell, s->sorted, s->count, sizeof *s->sorted, compare_cells);
	size_t i = at ? (size_t)(at - s->sorted) : s->count;

	while (i > 0 && is_at(s, i - 1, cell))
		i--;
	return i;
}

struct attempt *
store_last(const struct store *s, const char *cell, bool done)
{
	struct attempt *found = NULL;

	for (size_t i = first_of(s, cell); is_at(s, i, cell); i++)
		if (!s->sorted[i]->dropped && (s->sorted[i]->done || !done))
			found = s->sorted[i];
	return found;
}

void
store_drop(struct store *s, const char *cell)
{
	for (size_t i = first_of(s, cell); is_at(s, i, cell); i++)
		s->sorted[i]->dropped = true;
}

static int
compare_bases(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;

	return (p->base > q->base) - (p->base < q->base);
}

bool
store_has(const struct store *s, uint64_t base, const struct program *program, unsigned *parts)
{
	const struct attempt key = {.base = base}, *of = &key;
	struct attempt **at = bsearch(&of, s->by_base, s->count, sizeof *s->by_base, compare_bases);
	bool done = false;

	*parts = 0;
	while (at && at > s->by_base && at[-1]->base == base)
		at--;
	for (; at && at < s->by_base + s->count && (*at)->base == base; at++)
		if ((*at)->done && !(*at)->dropped) {
			done = true;
			*parts |= label_parts((*at)->cell, program);
		}
	return done;
}

/* Marks the last attempt at each cell, and the one whose samples count. */
static void
mark(struct store *s)
{
	struct attempt *speaks = NULL;

	for (size_t i = 0; i < s->count; i++) {
		struct attempt *a = s->sorted[i];

		if (a->done)
			speaks = a;
		a->last = i + 1 == s->count || strcmp(a->cell, s->sorted[i + 1]->cell) != 0;
		if (!a->last)
			continue;
		s->cells++;
		if (speaks)
			speaks->speaks = true;
		speaks = NULL;
	}
}

void
store_sort(struct store *s)
{
	s->sorted = memory_new(s->count, sizeof(struct attempt *));
	s->by_base = memory_new(s->count, sizeof(struct attempt *));
	for (size_t i = 0; i < s->count; i++) {
		s->sorted[i] = s->by_base[i] = &s->at[i];
		s->at[i].base = label_base(s->at[i].cell);
	}
	qsort(s->sorted, s->count, sizeof(struct attempt *), compare_attempts);
	qsort(s->by_base, s->count, sizeof(struct attempt *), compare_bases);
	mark(s);
	noise_compare(s);
}

size_t
store_kept(const struct store *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += !s->sorted[i]->dropped &&
		     (i == 0 || s->sorted[i - 1]->dropped || strcmp(s->sorted[i - 1]->cell, s->sorted[i]->cell) != 0);
	return n;
}
