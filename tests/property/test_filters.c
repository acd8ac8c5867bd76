/* SPDX-License-Identifier: MIT */
/*
 * test_filters.c - the contract of core/filter.h, stated once and tested on every filter of the registry.
 *
 *      filter x property --> one named test --> every configuration that the filter accepts (tests/configurations.c)
 *
 * Each configuration exists at a usual size and at an odd one, down to a single slot, where every fault of an index
 * shows at once. Operations are random; an exact model of the keys (tests/model.h) gives the expected results.
 */
#include "tests/test.h"

enum {
	ITEMS = TEST_SANITIZED ? 64 : 128,
	ROOM = 4096,  /* distinct keys a model may hold */
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

/* An upper bound of the items that a filter can take: cells count up to 15 copies, and slots take one each. */
static size_t
more_than_fits(const struct filter *f)
{
	return 16 * test_slots(f, 4 * ITEMS) + 64;
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

static void
empty_has_nothing(const struct filter_ops *ops)
{
	for_each_config(ops, empty_one);
}

/* A random step: one key in, one key out, or a copy of a key that is in. */
static void
churn(struct filter *f, struct model *m, uint64_t *random, unsigned inserts_of_16)
{
	uint64_t r = rng_next(random), key = rng_next(random);
	const unsigned caps = f->ops->caps;

	if (r % 16 < inserts_of_16 || !m->distinct || !(caps & FILTER_REMOVE)) {
		bool accepted;

		if (m->distinct && caps & FILTER_MULTISET && r / 16 % 8 == 0)
			key = model_pick(m, r);
		accepted = m->distinct < m->room && test_insert(f, key);
		if (accepted)
			model_add(m, key);
		require(accepted || caps & FILTER_FILLS || m->distinct == m->room, "an insertion was refused");
	} else {
		key = model_pick(m, r);
		require(test_remove(f, key), "a stored key cannot be removed");
		model_drop(m, key);
	}
}

static void
no_false_negatives_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	size_t steps = 2 * test_slots(f, ITEMS) + 64;
	uint64_t random = test_stream("churn") ^ c->params.seed;
	struct model m;

	steps = steps > 2 * ITEMS ? 2 * ITEMS : steps;
	model_init(&m, ROOM);
	for (unsigned phase = 0; phase < 4; phase++) { /* fill up, stay full, half empty, fill again */
		static const unsigned inserts_of_16[] = {14, 9, 3, 12};

		for (size_t s = 0; s < steps; s++) {
			churn(f, &m, &random, inserts_of_16[phase]);
			if (s % 61 == 0)
				test_agrees(f, &m);
		}
		test_agrees(f, &m);
	}
	model_free(&m);
	ops->destroy(f);
}

static void
no_false_negatives(const struct filter_ops *ops)
{
	for_each_config(ops, no_false_negatives_one);
}

/* The observable state of a filter: its items, and its answers to some keys. A cuckoo filter that rolls a failed
 * insertion back may leave the entries of a bucket in another order; no answer depends on it. */
struct view {
	size_t items, keys;
	uint8_t *hit;
};

static struct view
look_at(const struct filter *f, const uint64_t *keys, size_t n)
{
	struct view v = {.items = test_items(f), .keys = n, .hit = model_memory(n, 1)};

	f->ops->contains(f, keys, n, v.hit);
	return v;
}

static void
unchanged(const struct filter *f, const struct view *v, const uint64_t *keys, const char *after)
{
	struct view now = look_at(f, keys, v->keys);

	require(now.items == v->items, "%s: items were %zu and are %zu", after, v->items, now.items);
	require(memcmp(now.hit, v->hit, v->keys) == 0, "%s: an answer has changed", after);
	require(!f->ops->check(f), "%s: check: %s", after, f->ops->check(f));
	free(now.hit);
}

static void
refusal_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	const uint64_t stream = test_stream("refusal") ^ c->params.seed;
	const size_t most = more_than_fits(f), n = test_fill(f, stream, most), panel = n + 32 + ABSENT;
	uint64_t *keys = model_memory(panel, sizeof *keys);
	struct view before;
	size_t accepted = n;

	require(n < most, "%zu keys went into %zu slots without a refusal", n, test_slots(f, 0));
	for (size_t i = 0; i < panel; i++) /* stored keys, keys to be offered, absent keys */
		keys[i] = test_key(stream, i < n + 32 ? i : absent_keys + i);
	before = look_at(f, keys, panel);
	for (size_t i = 0; i < 32; i++) {
		if (test_insert(f, keys[i % 2 ? n : n + i])) { /* another key may still fit */
			free(before.hit);
			before = look_at(f, keys, panel);
			accepted++;
		} else {
			unchanged(f, &before, keys, "after a refusal");
		}
		require(test_items(f) == accepted, "%zu items, but %zu insertions", test_items(f), accepted);
	}
	for (size_t i = 0; i < n; i++)
		require(before.hit[i], "key %zu of %zu is not found in the full filter", i, n);
	free(before.hit);
	free(keys);
	ops->destroy(f);
}

static void
refusal_changes_nothing(const struct filter_ops *ops)
{
	for_each_config(ops, refusal_one);
}

/* The reverse: a filter without the capability never refuses, however overfull it is. */
static void
never_refuses(const struct filter_ops *ops)
{
	if (ops->caps & FILTER_FILLS)
		return;
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++) {
		struct filter *f = test_create(ops, &configs[i]);
		size_t in = test_fill(f, test_stream("never"), 20 * ITEMS);

		require(in == 20 * ITEMS, "key %zu was refused", in);
		require(test_items(f) == in, "%zu items of %zu", test_items(f), in);
		require(!ops->check(f), "check: %s", ops->check(f));
		ops->destroy(f);
	}
	free(configs);
}

/* A table of counters forgets nothing only while no counter sticks; few items and distinct positions ensure that. */
static size_t
restorable(const struct filter *f)
{
	struct filter_info info = test_info(f);

	if (info.slots)
		return more_than_fits(f);
	return info.bytes < 64 * info.hashes ? 0 : info.bytes / info.hashes;
}

static void
delete_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *fresh = test_create(ops, c), *f = test_create(ops, c);
	const uint64_t stream = test_stream("delete") ^ c->params.seed;
	size_t n = test_fill(f, stream, restorable(f));
	uint64_t random = stream, *keys = model_memory(n + 1, sizeof *keys);

	for (size_t i = 0; i < n; i++)
		keys[i] = test_key(stream, i);
	for (size_t i = n; i > 0; i--) { /* out again, in random order */
		size_t pick = (size_t)(rng_next(&random) % i);
		uint64_t key = keys[pick];

		keys[pick] = keys[i - 1];
		require(test_remove(f, key), "%zu keys before the end, a stored key cannot be removed", i);
		require(test_items(f) == i - 1, "%zu items instead of %zu", test_items(f), i - 1);
		if (i % 32 == 0)
			require(!ops->check(f), "check: %s", ops->check(f));
	}
	test_same_as_new(f, fresh, "after removing everything");
	for (size_t i = 0; i < n; i++)
		require(!test_has(f, test_key(stream, i)), "removed key %zu is still found", i);
	require(!ops->check(f), "check: %s", ops->check(f));
	free(keys);
	ops->destroy(f);
	ops->destroy(fresh);
}

static void
delete_restores(const struct filter_ops *ops)
{
	for_each_config(ops, delete_one);
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

static void
absent_keys_cannot_be_removed(const struct filter_ops *ops)
{
	for_each_config(ops, absent_one);
}

static void
deterministic_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct test_config other = *c;
	struct filter *a = test_create(ops, c), *b = test_create(ops, c), *d;
	uint64_t random = test_stream("deterministic") ^ c->params.seed;
	struct model m;

	model_init(&m, ROOM);
	test_lockstep(a, b, &m, &random, 2 * ITEMS);
	test_same_bytes(a, b, "same seed, same operations");
	test_agrees(a, &m);
	model_free(&m);
	ops->destroy(a);
	ops->destroy(b);
	other.params.seed++;
	a = test_create(ops, c), d = test_create(ops, &other);
	if (test_info(a).slots ? test_info(a).slots * test_info(a).fp_bits >= 512 : test_info(a).bytes >= 64) {
		/* Four keys in 512 bits: chance alone would not make two tables equal. */
		struct test_bytes x, y;
		size_t table = test_info(a).bytes;

		test_fill(a, random, 4), test_fill(d, random, 4);
		x = test_save(a), y = test_save(d);
		require(memcmp(x.data + x.size - table, y.data + y.size - table, table) != 0,
		        "two seeds give the same table");
		free(x.data), free(y.data);
	}
	ops->destroy(a);
	ops->destroy(d);
}

static void
deterministic(const struct filter_ops *ops)
{
	for_each_config(ops, deterministic_one);
}

static const struct test_property properties[] = {
	{"an empty filter has nothing", empty_has_nothing, 0},
	{"no false negatives", no_false_negatives, 0},
	{"a refusal changes nothing", refusal_changes_nothing, FILTER_FILLS},
	{"what cannot fill never refuses", never_refuses, 0},
	{"removing everything restores the empty table", delete_restores, FILTER_REMOVE},
	{"an absent key cannot be removed", absent_keys_cannot_be_removed, FILTER_REMOVE},
	{"seed and operations determine every byte", deterministic, 0},
};

int
main(int argc, char **argv)
{
	return test_registry(argc, argv, "filters", properties, COUNT_OF(properties));
}
