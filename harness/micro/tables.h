/* SPDX-License-Identifier: MIT */
/*
 * tables.h - the tables of micro-benchmarks. Each is built once, and kept for the next benchmark that uses it.
 *
 *      (twin, bytes, load) --> table: keys 0 .. items - 1 of the keys' stream, `load` per cent of its entries
 *                                 ^
 *          lookup/cf, lookup/cf-avx512: views (harness/timing/table.h)
 *          insert/cf, delete/cf: have a table of their own
 *
 * When memory is short, the least recently used table is dropped.
 */
#ifndef CUCKOOBENCH_MICRO_TABLES_H
#define CUCKOOBENCH_MICRO_TABLES_H

#include "core/mem.h"
#include "harness/plan/options.h"
#include "harness/timing/contestant.h"

struct micro_table {
	const struct filter_ops *ops;
	/* built by these ops, whose operations then change it; else by the fastest ops for such tables */
	bool own;
	size_t bytes; /* requested */
	unsigned load;
	/* info.table is never NULL here. If the filter's table may move, ceilings use stand_in, of equal size. */
	struct test_table kernels;
	struct mem stand_in;
	size_t at;     /* the next key to be deleted and inserted again */
	uint64_t last; /* number of the last use */
};

/* Seeds, parameters and memory come from the options, which must outlive the tables. */
void micro_tables_begin(const struct options *);
void micro_tables_end(void);

/* The filter whose table this one uses for lookups: its twin, or itself. */
const struct filter_ops *micro_table_owner(const struct filter_ops *);
/* Memory for ceilings, on pages like a table's. */
bool micro_table_memory(struct mem *, size_t bytes);
/* An empty table of that size; or NULL with a reason. */
struct filter *micro_table_create(const struct filter_ops *, size_t bytes, struct failure *);

/* The filled table; or NULL with a reason. */
struct micro_table *micro_table(const struct filter_ops *, bool own, size_t bytes, unsigned load, struct failure *);
/* Drops the table, for example because its content is no longer right. */
void micro_table_drop(struct micro_table *);

/*
 * The query set: `percent` of its keys are in the table. Valid until the next call. It has 2^21 keys for the largest
 * tables; no cache keeps their 2^22 lines from one pass to the next. NULL with a reason.
 */
const struct query_set *micro_questions(const struct micro_table *, unsigned percent, struct failure *);

#endif
