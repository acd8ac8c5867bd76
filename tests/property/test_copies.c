/* SPDX-License-Identifier: MIT */
/*
 * test_copies.c - how many copies of one key a filter takes. (test_contract.c has copies of several keys.)
 *
 * Claim A16 (CoNEXT 2014, sections 3.1 and 6): a cuckoo filter takes 2b copies of one item and refuses the next.
 */
#include "tests/test.h"

enum { ITEMS = 128 };

static void
copies_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *fresh = test_create(ops, c), *f = test_create(ops, c);
	struct filter_info info = test_info(f);
	const uint64_t key = test_key(test_stream("copies"), c->params.seed % 1000);
	size_t most = info.slots ? 400 : info.bytes < 64 * info.hashes ? 0 : 3, copies = 0;

	while (copies < most && test_insert(f, key)) {
		copies++;
		require(test_has(f, key), "not found after %zu copies", copies);
		require(test_items(f) == copies, "%zu items after %zu copies", test_items(f), copies);
		require(!ops->check(f), "%zu copies: check: %s", copies, ops->check(f));
	}
	require(copies || !most, "not even one copy was accepted");
	for (size_t i = copies; i > 0; i--) {
		require(test_has(f, key), "lost with %zu copies to go", i);
		require(test_remove(f, key), "not removed with %zu copies to go", i);
		require(!ops->check(f), "%zu copies left: check: %s", i - 1, ops->check(f));
	}
	require(!test_has(f, key) && !test_remove(f, key), "a copy too many");
	test_same_as_new(f, fresh, "after removing all copies");
	ops->destroy(f);
	ops->destroy(fresh);
}

PROPERTY(copies_are_counted, FILTER_REMOVE | FILTER_MULTISET, "copies of a key are counted")
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++)
		copies_one(ops, &configs[i]);
	free(configs);
}

/* How many copies of one key fit, for the filters that have such a limit: 2b, or b when its two buckets are one; 2^c
 * times as many where entries count. */
struct copy_limit {
	const char *filter;
	struct filter_params params;
	size_t copies;
};
static const struct copy_limit copy_limits[] = {
	{"cf", {.buckets = 4096, .slots = 1, .fp_bits = 9}, 2},
	{"cf", {.buckets = 4096, .slots = 2, .fp_bits = 12}, 4},
	{"cf", {.buckets = 4096, .slots = 4, .fp_bits = 12}, 8},
	{"cf", {.buckets = 4096, .slots = 8, .fp_bits = 12}, 16},
	{"cf", {.buckets = 4096, .slots = 4, .fp_bits = 1}, 8},
	{"cf", {.buckets = 4096, .slots = 4, .fp_bits = 32}, 8},
	{"ss-cf", {.buckets = 4096, .fp_bits = 13}, 8},
	{"ss-cf", {.buckets = 4096, .fp_bits = 5}, 8},
	{"ss-cf", {.buckets = 4096, .fp_bits = 32}, 8},
	{"cf-nohash", {.buckets = 4096, .slots = 4, .fp_bits = 12}, 8},
	{"cf-nohash", {.buckets = 4096, .slots = 2, .fp_bits = 20}, 4},
	{"cf-2hash", {.buckets = 4096, .slots = 1}, 2},
	{"cf-2hash", {.buckets = 4096, .slots = 4}, 8},
	{"cf-2hash", {.buckets = 4096, .slots = 8}, 16},
	{"cf-counters", {.buckets = 4096}, 32},
	{"cf-counters", {.buckets = 4096, .slots = 1, .fp_bits = 9, .counter_bits = 1}, 4},
	{"cf-counters", {.buckets = 4096, .slots = 2, .fp_bits = 32, .counter_bits = 3}, 32},
	{"cf-counters", {.buckets = 4096, .slots = 8, .fp_bits = 12, .counter_bits = 4}, 256},
	{"dl-cbf", {.buckets = 4096, .tables = 4, .slots = 4, .counter_bits = 1}, 16},
	{"dl-cbf", {.buckets = 4096, .tables = 4, .slots = 4, .counter_bits = 2}, 48},
	{"dl-cbf", {.buckets = 4096, .tables = 2, .slots = 8, .counter_bits = 3}, 112},
	{"morton", {.buckets = 64}, 6},
	{"morton", {.buckets = 64, .fp_bits = 12}, 6},
	{"morton", {.buckets = 64, .fp_bits = 16}, 6},
	{"vqf", {.buckets = 4096, .fp_bits = 8}, 96},
	{"vqf", {.buckets = 4096, .fp_bits = 16}, 56},
};

PROPERTY(copies_have_a_limit, FILTER_REMOVE | FILTER_MULTISET | FILTER_FILLS,
         "copies of a key have the published limit")
{
	for (size_t t = 0; t < COUNT_OF(copy_limits); t++) {
		struct test_config c = {.params = copy_limits[t].params};
		const size_t limit = copy_limits[t].copies;
		size_t halves = 0;
		struct filter *f;

		if (strcmp(copy_limits[t].filter, test_twin(ops, NULL)) != 0)
			continue;
		test_describe(&c, ops->name);
		f = test_create(ops, &c);
		for (unsigned k = 0; k < 64; k++) {
			uint64_t key = test_key(test_stream("limit"), k);
			size_t copies = 0;

			while (copies <= limit && test_insert(f, key))
				copies++;
			require(copies == limit || 2 * copies == limit, "%zu copies fit instead of %zu", copies, limit);
			halves += copies != limit;
			require(test_items(f) == copies && test_has(f, key) && !ops->check(f),
			        "broken by a refused copy");
			for (; copies; copies--)
				require(test_remove(f, key), "%zu copies to go, none found", copies);
		}
		require(halves <= 4, "%zu of 64 keys have one bucket instead of two", halves);
		ops->destroy(f);
	}
}
