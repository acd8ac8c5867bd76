/* SPDX-License-Identifier: MIT */
/*
 * test_copies.c - duplicates and batches: what several operations in one call, or several copies of one key, must do.
 *
 * Claim A16 (CoNEXT 2014, sections 3.1 and 6): a cuckoo filter takes 2b copies of one item and refuses the next.
 */
#include "tests/test.h"

enum { ITEMS = 128, ROOM = 4096, BATCH = 40 };

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

static void
copies_are_counted(const struct filter_ops *ops)
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++)
		copies_one(ops, &configs[i]);
	free(configs);
}

/* Copies of one key among others, all of which must stay. */
static void
copies_among_others(const struct filter_ops *ops)
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++) {
		struct filter *f = test_create(ops, &configs[i]);
		uint64_t random = test_stream("crowd") ^ i;
		struct model m;

		model_init(&m, ROOM);
		for (size_t s = 0; s < ITEMS; s++) {
			uint64_t key = test_key(random, rng_next(&random) % 12);

			key = test_key(test_stream("few"), key % 24); /* 24 keys, 200 insertions */
			if (test_insert(f, key))
				model_add(&m, key);
			else
				require(ops->caps & FILTER_FILLS, "an insertion was refused");
		}
		test_agrees(f, &m);
		while (m.total) {
			uint64_t key = model_pick(&m, rng_next(&random));

			require(test_remove(f, key), "one of %u copies cannot be removed",
			        (unsigned)model_count(&m, key));
			model_drop(&m, key);
			if (m.total % 16 == 0)
				test_agrees(f, &m);
		}
		model_free(&m);
		ops->destroy(f);
	}
	free(configs);
}

/* How many copies of one key fit, for the filters that have such a limit: 2b, or b when its two buckets are one. */
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
	{"dl-cbf", {.buckets = 4096, .tables = 4, .slots = 4, .counter_bits = 1}, 16},
	{"dl-cbf", {.buckets = 4096, .tables = 4, .slots = 4, .counter_bits = 2}, 48},
	{"dl-cbf", {.buckets = 4096, .tables = 2, .slots = 8, .counter_bits = 3}, 112},
};

static void
copies_have_a_limit(const struct filter_ops *ops)
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

/* A batch of n keys, some of them twice, some of them stored already. */
static void
make_batch(uint64_t *keys, size_t n, const struct model *m, uint64_t *random, bool copies)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t r = rng_next(random);

		keys[i] = rng_next(random);
		if (copies && i && r % 8 == 0)
			keys[i] = keys[r / 8 % i];
		else if (copies && m->distinct && r % 8 == 1)
			keys[i] = model_pick(m, r);
	}
}

static void
batch_insert(struct filter *batch, struct filter *single, struct model *m, const uint64_t *keys, size_t n)
{
	size_t in = 0, accepted = batch->ops->insert(batch, keys, n);

	while (in < n && test_insert(single, keys[in]))
		model_add(m, keys[in++]);
	require(accepted == in, "a batch of %zu inserted %zu, one by one %zu went in", n, accepted, in);
}

static void
batch_remove(struct filter *batch, struct filter *single, struct model *m, uint64_t *keys, size_t n, uint64_t *random)
{
	size_t stored = 0, found;

	for (; stored < n && m->distinct; stored++) { /* only copies that are in */
		keys[stored] = model_pick(m, rng_next(random));
		model_drop(m, keys[stored]);
	}
	found = batch->ops->remove(batch, keys, stored);
	require(found == stored, "a batch of %zu stored keys removed %zu", stored, found);
	for (size_t i = 0; i < stored; i++)
		require(test_remove(single, keys[i]), "key %zu of the batch is not found alone", i);
}

static void
batch_contains(const struct filter *batch, const struct filter *single, const struct model *m, uint64_t *keys, size_t n,
               uint64_t *random)
{
	uint8_t hit[BATCH + 2];
	size_t sum = 0, returned;

	for (size_t i = 0; i < n; i++)
		if (m->distinct && rng_next(random) % 2)
			keys[i] = model_pick(m, rng_next(random));
	memset(hit, 0xa5, sizeof hit);
	returned = batch->ops->contains(batch, keys, n, hit + 1);
	for (size_t i = 0; i < n; i++) {
		require(hit[i + 1] <= 1, "hit %zu is %u", i, (unsigned)hit[i + 1]);
		require(hit[i + 1] == test_has(single, keys[i]), "key %zu of a batch of %zu: %u", i, n, hit[i + 1]);
		sum += hit[i + 1];
	}
	require(hit[0] == 0xa5 && hit[n + 1] == 0xa5, "contains wrote beside its %zu answers", n);
	require(returned == sum, "contains returned %zu for %zu hits", returned, sum);
}

static void
batches_are_single_operations(const struct filter_ops *ops)
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++) {
		struct filter *batch = test_create(ops, &configs[i]), *single = test_create(ops, &configs[i]);
		uint64_t random = test_stream("batch") ^ i, keys[BATCH];
		struct model m;

		model_init(&m, ROOM);
		for (size_t s = 0; s < 48; s++) {
			size_t length = (size_t)(rng_next(&random) % (BATCH + 1));
			uint64_t action = rng_next(&random) % 4;

			make_batch(keys, length, &m, &random, ops->caps & FILTER_MULTISET);
			if (action < 2)
				batch_insert(batch, single, &m, keys, length);
			else if (action == 2 && ops->caps & FILTER_REMOVE)
				batch_remove(batch, single, &m, keys, length, &random);
			else
				batch_contains(batch, single, &m, keys, length, &random);
		}
		test_agrees(batch, &m);
		test_same_bytes(batch, single, "in batches and one by one");
		model_free(&m);
		ops->destroy(batch);
		ops->destroy(single);
	}
	free(configs);
}

static const struct test_property properties[] = {
	{"copies of a key are counted", copies_are_counted, FILTER_REMOVE | FILTER_MULTISET},
	{"copies of few keys among each other", copies_among_others, FILTER_REMOVE | FILTER_MULTISET},
	{"copies of a key have the published limit", copies_have_a_limit,
         FILTER_REMOVE | FILTER_MULTISET | FILTER_FILLS},
	{"a batch is its single operations", batches_are_single_operations, 0},
};

int
main(int argc, char **argv)
{
	return test_registry(argc, argv, "copies and batches", properties, COUNT_OF(properties));
}
