/* SPDX-License-Identifier: MIT */
/*
 * table.h - one table and every lookup there is for it: what is timed against each other, and what is asked.
 *
 *      cf-batch fills ----> | table | <---- views: cf, cf-batch, cf-avx2, cf-avx512, ...
 *                               ^
 *                               '------ the ceilings read the very same lines
 *  The filters that share a twin answer alike, so of every run of keys asked it is known how many are reported present,
 * by the filter that filled the table; whoever tells another number while the clock runs is wrong.
 *
 * Nothing here needs a struct run: each function says what went wrong, and the caller fails its cell or its command.
 */
#ifndef CUCKOOBENCH_TABLE_H
#define CUCKOOBENCH_TABLE_H

#include "core/filter.h"
#include "core/hash.h"

enum { TABLE_VIEWS = 32, TABLE_WHY = 200 };

struct test_table {
	struct filter *filter; /* that was filled; the table is its */
	struct filter *view[TABLE_VIEWS];
	size_t views;
	struct filter_info info; /* when filled */
	size_t items;
	long long huge; /* bytes of the table on huge pages, as the kernel tells it; -1: it does not */
	struct hash hash;
	uint64_t seed; /* of the keys: 0, 1, ... items - 1 are in */
};

/* Is it one whose lookups are compared on tables of `twin`: that filter or one with its answers, for one thread, with
 * views? */
bool table_include(const struct filter_ops *, const struct filter_ops *twin);
/* The filter that fills such a table: twin-batch, made for it, where there is one that takes these parameters; else the
 * twin. */
const struct filter_ops *table_builder(const struct filter_ops *twin, const struct filter_params *);

/*
 * A table of `twin` filled with `target` keys, or until one is refused, and a view of it by every filter of the
 * registry that table_include and whose instructions may be used. All keys are looked for. False, with nothing to free,
 * and why not.
 */
bool table_make(struct test_table *, const struct filter_ops *twin, const struct filter_params *, uint64_t seed,
                size_t target, char why[TABLE_WHY]);
void table_free(struct test_table *);
/* The view of that name, or NULL. */
const struct filter *table_view(const struct test_table *, const char *name);

/* Keys to look up, in chunks: a percentage of them was inserted, and how many of each chunk are reported present is
 * known. */
enum { QUERY_SET_CHUNK = 1 << 14 };
struct query_set {
	uint64_t *keys;
	uint32_t *hits; /* of each chunk */
	size_t n, chunks, all_hits;
	unsigned percent;
};

/* n is rounded up to whole chunks. False, with nothing to free, and why not: a present key is reported absent, or no
 * memory. */
bool query_set_make(struct query_set *, const struct test_table *, unsigned percent, size_t n, char why[TABLE_WHY]);
/* Of those keys only that `takes` says yes of. */
bool query_set_choose(struct query_set *, const struct test_table *, unsigned percent, size_t n,
                      bool (*takes)(void *context, uint64_t key), void *context, char why[TABLE_WHY]);
void query_set_free(struct query_set *);

#endif
