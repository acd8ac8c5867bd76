/* SPDX-License-Identifier: MIT */
/*
 * micro.h - the parts of cuckoobench-micro. Private to it.
 *
 *      main.c      names and options --> shim.cc, Google Benchmark
 *      bodies.c    one operation of one filter, at one table size and load, in rounds:
 *
 *                  lookup   keys, `hits` per cent of them present
 *                  insert   a few of the keys up to the load, which are deleted before, untimed
 *                  delete   a few of the keys, which are inserted again, untimed
 *                  build    all keys up to the load, into an empty table
 *
 *      tables.c    (twin, bytes, load) --> table: keys 0 .. items - 1 of the keys' stream, `load` per cent of its
 *                  entries; built once and kept until memory is short; lookups share it by views
 */
#ifndef CUCKOOBENCH_MICRO_H
#define CUCKOOBENCH_MICRO_H

#include "harness/micro/shim.h"
#include "harness/plan/options.h"
#include "harness/timing/contestant.h"

enum micro_op { MICRO_LOOKUP, MICRO_INSERT, MICRO_DELETE, MICRO_BUILD, MICRO_OPS };

struct micro_bench {
	enum micro_op op;
	const struct filter_ops *ops;
	size_t bytes;
	uint64_t round; /* operations that a round counts as; 0: unknown yet */
};

/* For micro_register, with a struct micro_bench as data. Arguments: load, and for lookups hits. */
extern micro_body *const micro_bench_body;
/* Has a benchmark failed so far? */
bool micro_failed(void);

struct micro_table {
	const struct filter_ops *ops;
	/* built by these ops, whose operations then change it; else by the fastest ops for such tables */
	bool own;
	size_t bytes; /* requested */
	unsigned load;
	struct test_table kernels;
	size_t at;     /* the next key to be deleted and inserted again */
	uint64_t last; /* number of the last use */
};

/* Seeds, parameters and memory come from the options, which must outlive the tables. */
void micro_tables_begin(const struct options *);
void micro_tables_end(void);

/* The filter whose table this one uses for lookups: its twin, or itself. */
const struct filter_ops *micro_table_owner(const struct filter_ops *);
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
