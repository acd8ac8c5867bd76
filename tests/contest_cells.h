/* SPDX-License-Identifier: MIT */
/* contest_cells.h - a table and its lookups, filters that lie, and cells that are run here and now. */
#ifndef CUCKOOBENCH_TEST_CONTEST_CELLS_H
#define CUCKOOBENCH_TEST_CONTEST_CELLS_H

#include "tests/test.h"

#include "datasets/keys.h"
#include "harness/programs/field_build.h"
#include "harness/programs/programs.h"
#include "harness/run/run.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"

static inline void
make(struct test_table *k, struct query_set *q, const char *twin, unsigned percent)
{
	const struct filter_ops *ops = filter_find(twin);
	struct test_config config = test_default_config(ops, 2000);
	struct failure failure;

	config.params.seed = test_stream("filter");
	require(table_make(k, ops, &config.params, test_stream("keys"), 2000, &failure), "%s: %s", twin, failure.text);
	require(k->items == 2000 && k->info.items == 2000, "%zu of 2000 keys", k->items);
	require(query_set_make(q, &(struct query_source){k->seed, k->items, percent, NULL, NULL}, k->filter,
	                       3 * QUERY_SET_CHUNK - 5, &failure),
	        "%s: %s", twin, failure.text);
}

static inline void
unmake(struct test_table *k, struct query_set *q)
{
	query_set_free(q);
	table_free(k);
}

static struct filter_ops liar;
static size_t until_it_lies, asked_at_once;

/* Denies one key that is there. */
static inline size_t
forget_one(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = filter_find("cf")->contains(f, keys, n, hit);

	for (size_t i = 0; i < n && until_it_lies; i++)
		if (hit[i] && --until_it_lies == 0)
			hits--, hit[i] = 0;
	return hits;
}

/* Claims one key that is not there. */
static inline size_t
find_one_more(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return filter_find("cf")->contains(f, keys, n, hit) + 1;
}

static inline size_t
note_length(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	asked_at_once = n;
	return filter_find("cf")->contains(f, keys, n, hit);
}

/* Runs a cell. Returns its output, which the caller frees. *failed: the result of run_cell. */
static inline char *
run(const struct cell *cell, int *failed)
{
	struct planned planned = {.label = "test", .cell = *cell};
	struct options options = {.seed = 1, .cpu = -1};
	struct run_notes notes;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	*failed = run_cell(&planned, &options, out, &notes);
	fclose(out);
	return text;
}

static inline struct cell
tiny(const struct filter_ops *ops, unsigned rounds)
{
	return (struct cell){.program = &program_kernels,
	                     .filter = ops,
	                     .params = {.buckets = 256, .fp_bits = 12, .slots = 4},
	                     .target = 900,
	                     .queries = 1 << 12,
	                     .rounds = rounds};
}

#endif
