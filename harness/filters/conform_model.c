/* SPDX-License-Identifier: MIT */
/*
 * conform_model.c - the exact multiset of keys that a filter should hold.
 *
 *      atoms of a sequence --> key:   | 1 | 5 | 7 | 9 |    all keys that occur, sorted once; found by bisection
 *                              count: | 0 | 2 | 1 | 0 |    how often each is in
 */
#include "harness/filters/conform_parts.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <stdlib.h>

void
key_counts_init(struct key_counts *m, const struct atom *atom, size_t n)
{
	*m = (struct key_counts){.key = memory_new(n, sizeof *m->key), .count = memory_new(n, sizeof *m->count)};
	for (size_t i = 0; i < n; i++)
		m->key[i] = atom[i].key;
	qsort(m->key, n, sizeof *m->key, stats_compare_whole);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || m->key[i] != m->key[i - 1])
			m->key[m->keys++] = m->key[i];
}

void
key_counts_free(struct key_counts *m)
{
	free(m->key);
	free(m->count);
}

uint32_t *
key_counts_of(const struct key_counts *m, uint64_t key)
{
	const uint64_t *at = bsearch(&key, m->key, m->keys, sizeof key, stats_compare_whole);

	return &m->count[at - m->key];
}
