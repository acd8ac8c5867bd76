/* SPDX-License-Identifier: MIT */
/*
 * table.h - one table and every lookup that exists for it, which are timed against each other.
 *
 *      cf-batch fills ----> | table | <---- views: cf, cf-batch, cf-avx2, cf-avx512, ...
 *                               ^
 *                               '------ the ceilings read the very same lines
 *  Filters that share a twin answer alike. So the filter that filled the table determines how many keys of each chunk
 * are reported present. A view that reports another number in a timed slice is wrong.
 *
 * Nothing here needs a struct run. Each function fills a failure, and the caller fails its cell or its command.
 */
#ifndef CUCKOOBENCH_TABLE_H
#define CUCKOOBENCH_TABLE_H

#include "core/filter.h"
#include "core/hash.h"
#include "harness/base/failure.h"
#include "harness/stats/slice.h"

enum { TABLE_VIEWS = 32 };

struct test_table {
	struct filter *filter; /* the one that was filled; it owns the table */
	struct filter *view[TABLE_VIEWS];
	size_t views;
	struct filter_info info; /* after filling */
	size_t items;
	struct slice built; /* what its keys took to go in (measure_insert, measure_build) */
	long long huge;     /* bytes of the table on huge pages, as the kernel reports them; -1: it does not */
	struct hash hash;
	uint64_t seed; /* of the keys: numbers 0, 1, ... items - 1 are in */
};

/* Returns whether the filter's lookups are compared on tables of `twin`: it is that filter, or one with the same
 * answers; it is for one thread and has views. */
bool table_include(const struct filter_ops *, const struct filter_ops *twin);
/* Would the filter be created with these parameters? Tries it with a small table. */
bool table_accepts(const struct filter_ops *, const struct filter_params *);
/* Returns the filter that fills such a table: twin-batch if there is one that takes these parameters, else the twin. */
const struct filter_ops *table_builder(const struct filter_ops *twin, const struct filter_params *);

/* Fills a table by `builder`, with `target` keys or until one is refused. It has no views. On failure returns false,
 * with nothing to free. */
bool table_fill(struct test_table *, const struct filter_ops *builder, const struct filter_params *, uint64_t seed,
                size_t target, struct failure *);
/*
 * Fills a table of `twin` with `target` keys, or until one is refused. Makes a view of it for every filter of the
 * registry that table_include accepts and whose instructions may be used. Looks up all keys as a check. On failure
 * returns false, with nothing to free.
 */
bool table_make(struct test_table *, const struct filter_ops *twin, const struct filter_params *, uint64_t seed,
                size_t target, struct failure *);
void table_free(struct test_table *);
/* The time of a table's build, which was made by table_make with these parameters. One build of few keys is too short
 * to time; so makes the same table again, and drops it, until the builds took least_ns together. */
bool table_time_build(struct slice *, const struct test_table *, const struct filter_ops *twin,
                      const struct filter_params *, uint64_t least_ns, struct failure *);
/* Returns the view of that name, or NULL. */
const struct filter *table_view(const struct test_table *, const char *name);
/* Counts how many of the keys first, first + 1, ... (n of them) of a stream the filter reports present. */
uint64_t table_hits(const struct filter *, uint64_t seed, uint64_t first, size_t n);
/* Counts how many of n keys that were never inserted a view reports present, from the stream's `first` such key on. */
uint64_t table_false_positives(const struct test_table *, const struct filter *, uint64_t first, size_t n);

#endif
