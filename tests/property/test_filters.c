/* SPDX-License-Identifier: MIT */
/*
 * test_filters.c - what every filter of the registry promises beyond the contract that a plug-in keeps, too
 * (test_contract.c): nothing in an empty table, nothing removed that is not in, and tables that depend on the seed.
 *
 *      filter x property --> one named test --> every configuration that the filter accepts (tests/configurations.c)
 *
 * Each configuration exists at a usual size and at an odd one, down to a single slot, where every fault of an index
 * shows at once.
 */
#include "tests/test.h"

enum {
	ITEMS = TEST_SANITIZED ? 64 : 128,
	ABSENT = 256, /* keys that are never inserted, looked up again and again */
};
static const uint64_t absent_keys = UINT64_C(1) << 40; /* index of the first */

/* Calls run(ops, configuration) for every configuration. */
static void
for_each_config(const struct filter_ops *ops, void (*run)(const struct filter_ops *, const struct test_config *))
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++)
		run(ops, &configs[i]);
	free(configs);
}

/* A fresh filter finds nothing, so a key's own fingerprint must never look like an empty slot. */
static void
empty_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	uint64_t stream = test_stream("empty");
	uint8_t hit;

	require(ops->contains(f, &stream, 0, &hit) == 0, "a lookup of no key is a hit");
	require(ops->insert(f, &stream, 0) == 0, "no key was inserted");
	for (size_t i = 0; i < 8 * ABSENT; i++)
		require(!test_has(f, test_key(stream, i)), "an empty filter has key %zu", i);
	require(test_items(f) == 0, "an empty filter has %zu items", test_items(f));
	require(!ops->check(f), "check: %s", ops->check(f));
	ops->destroy(f);
	ops->destroy(NULL);
}

PROPERTY(empty_has_nothing, 0, "an empty filter has nothing")
{
	for_each_config(ops, empty_one);
}

/* remove does not find a key that is certainly absent, and its search changes nothing. */
static void
absent_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	const uint64_t stream = test_stream("absent") ^ c->params.seed;
	const size_t n = test_fill(f, stream, ITEMS);
	struct test_bytes before = test_save(f), after;

	for (size_t i = 0; i < ABSENT; i++) {
		uint64_t key = test_key(stream, absent_keys + i);

		if (!test_has(f, key))
			require(!test_remove(f, key), "a key was removed that contains says is absent");
	}
	after = test_save(f);
	require(after.size == before.size && memcmp(after.data, before.data, after.size) == 0,
	        "removing absent keys left a trace");
	require(test_items(f) == n, "%zu items instead of %zu", test_items(f), n);
	free(before.data);
	free(after.data);
	ops->destroy(f);
}

PROPERTY(absent_keys_cannot_be_removed, FILTER_REMOVE, "an absent key cannot be removed")
{
	for_each_config(ops, absent_one);
}

/* Four keys in 512 bits: chance alone would not make two tables equal. */
static void
seed_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct test_config other = *c;
	struct filter *a = test_create(ops, c), *b;
	const struct filter_info info = test_info(a);

	other.params.seed++;
	b = test_create(ops, &other);
	if (info.slots ? info.slots * info.fp_bits >= 512 : info.bytes >= 64) {
		const uint64_t stream = test_stream("seed") ^ c->params.seed;
		struct test_bytes x, y;

		test_fill(a, stream, 4), test_fill(b, stream, 4);
		x = test_save(a), y = test_save(b);
		require(memcmp(x.data + x.size - info.bytes, y.data + y.size - info.bytes, info.bytes) != 0,
		        "two seeds give the same table");
		free(x.data), free(y.data);
	}
	ops->destroy(a);
	ops->destroy(b);
}

PROPERTY(seed_changes_table, 0, "another seed gives another table")
{
	for_each_config(ops, seed_one);
}
