/* SPDX-License-Identifier: MIT */
/*
 * store_index.c - the attempts of a record by cell: see store.h.
 *
 *      sorted    by cell: a:rep=0 | a:rep=1 | ...
 *      by_base   by label_base: all repetitions and parts of one cell together
 */
#include "harness/run/store_parts.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

static int
compare_attempts(const void *a, const void *b)
{
	return strcmp((*(struct attempt *const *)a)->cell, (*(struct attempt *const *)b)->cell);
}

static int
compare_cells(const void *cell, const void *a)
{
	return strcmp(cell, (*(struct attempt *const *)a)->cell);
}

struct attempt *
store_find(const struct store *s, const char *cell)
{
	struct attempt **at = bsearch(cell, s->sorted, s->count, sizeof *s->sorted, compare_cells);

	return at && !(*at)->dropped ? *at : NULL;
}

void
store_drop(struct store *s, const char *cell)
{
	struct attempt *a = store_find(s, cell);

	if (a)
		a->dropped = true;
}

static int
compare_bases(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;

	return (p->base > q->base) - (p->base < q->base);
}

/* Where the attempts at the cells of this base begin. If there is none, is_of is false there. */
static struct attempt **
first_of(const struct store *s, uint64_t base)
{
	const struct attempt key = {.base = base}, *of = &key;
	struct attempt **at = bsearch(&of, s->by_base, s->count, sizeof *s->by_base, compare_bases);

	while (at && at > s->by_base && at[-1]->base == base)
		at--;
	return at ? at : s->by_base + s->count;
}

static bool
is_of(const struct store *s, struct attempt *const *at, uint64_t base)
{
	return at < s->by_base + s->count && (*at)->base == base;
}

bool
store_has(const struct store *s, uint64_t base, const struct program *program, unsigned *parts)
{
	bool done = false;

	*parts = 0;
	for (struct attempt **at = first_of(s, base); is_of(s, at, base); at++)
		if ((*at)->done && !(*at)->dropped) {
			done = true;
			*parts |= label_parts((*at)->cell, program);
		}
	return done;
}

void
store_add_by(struct store *s, uint64_t base, const bool by[EXPERIMENTS])
{
	for (struct attempt **at = first_of(s, base); is_of(s, at, base); at++)
		for (size_t i = 0; experiment_all[i]; i++)
			if (by[i] && !(*at)->by[i])
				(*at)->by[i] = s->other = true;
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
}

size_t
store_kept(const struct store *s)
{
	size_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += !s->at[i].dropped;
	return n;
}
