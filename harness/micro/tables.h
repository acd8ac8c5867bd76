/* SPDX-License-Identifier: MIT */
/*
 * tables.h - the tables that micro-benchmarks work on: each built once, and kept for the next benchmark that wants it.
 *
 *      (twin, bytes, load) --> table: keys 0 .. items - 1 of the keys' stream, `load` per cent of its entries
 *                                 ^
 *          lookup/cf, lookup/cf-avx512: views (harness/timing/table.h)          insert/cf, delete/cf: have one of their own
 *
 * When memory is short, the table that has waited longest goes.
 */
#ifndef CUCKOOBENCH_MICRO_TABLES_H
#define CUCKOOBENCH_MICRO_TABLES_H

#include "core/mem.h"
#include "harness/plan/options.h"
#include "harness/timing/table.h"
#include "harness/timing/tasks.h"

struct micro_table {
	const struct filter_ops *ops;
	/* built by these ops themselves, whose operations change it; else by whatever builds such tables fastest */
	bool own;
	size_t bytes; /* asked for */
	unsigned load;
	/* info.table is never NULL here: where the filter's table may move, another as large stands in for ceilings */
	struct test_table kernels;
	struct mem stand_in;
	size_t at;     /* the key whose turn it is to be taken out and put back */
	uint64_t last; /* use, counted */
};

/* Seeds, parameters and memory are those of the options, which outlive the tables. */
void micro_tables_begin(const struct options *);
void micro_tables_end(void);

/* The filter in whose table this one looks up: its twin, or itself. */
const struct filter_ops *micro_table_owner(const struct filter_ops *);
/* Parameters for a table of so many bytes; how many keys are `load` per cent of its entries, or of the items that it is
 * designed for. */
void micro_table_params(const struct filter_ops *, size_t bytes, struct filter_params *);
size_t micro_table_items(const struct filter *, size_t bytes, unsigned load);
/* The seed of the keys that are inserted, key_at (datasets/keys.h) of 0, 1, ... */
uint64_t micro_keys_seed(void);

/* The table, filled; or NULL with a reason. */
struct micro_table *micro_table(const struct filter_ops *, bool own, size_t bytes, unsigned load, char why[TABLE_WHY]);
/* It is no longer what it should be. */
void micro_table_spoilt(struct micro_table *);

/*
 * Lookups, `percent` of them for keys that are in the table; valid until the next call. 2^21 of them for the largest
 * tables, whose 2^22 lines no cache keeps from one time round to the next. NULL with a reason.
 */
const struct query_set *micro_questions(const struct micro_table *, unsigned percent, char why[TABLE_WHY]);
/* The same as threads have them (tasks.h); n = 0: no memory. */
struct queries micro_queries(const struct micro_table *, const struct query_set *);

#endif
