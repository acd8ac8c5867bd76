/* SPDX-License-Identifier: MIT */
/*
 * test_ensemble.c - filters of several members, with members of every possible kind: no key is lost, a refused key
 * leaves no trace on any member, and a batch means the same as its keys one by one.
 */
#include "tests/test.h"

#include "harness/timing/ensemble.h"

enum { MEMBERS = 4, SMALL = 3000 };

static bool
can_be_member(const struct filter_ops *ops)
{
	return !(ops->caps & FILTER_STATIC) && (!(ops->caps & FILTER_FILLS) || ops->remove);
}

static struct ensemble
create(const struct filter_ops *ops, enum ensemble_kind kind, size_t bytes)
{
	struct filter_params p = {.bytes = bytes, .seed = test_stream("ensemble")};
	const char *why = "no reason";
	struct ensemble e;

	test_context("%s, %s", ops->name, kind == ENSEMBLE_SHARD ? "shards" : "replicas");
	require(ensemble_create(&e, kind, ops, &p, NULL, MEMBERS, &why), "%s", why);
	assert_int_equal(e.members, MEMBERS);
	return e;
}

static size_t
items(const struct ensemble *e)
{
	size_t sum = 0;

	for (size_t m = 0; m < e->members; m++) {
		require(!e->member[m]->ops->check(e->member[m]), "member %zu: %s", m,
		        e->member[m]->ops->check(e->member[m]));
		sum += test_items(e->member[m]);
	}
	return sum;
}

/* The keys 0..n-1 of a stream. */
static uint64_t *
make_keys(uint64_t stream, size_t n)
{
	uint64_t *keys = malloc(n * sizeof *keys);

	for (size_t i = 0; i < n; i++)
		keys[i] = test_key(stream, i);
	return keys;
}

static void
all_present(const struct ensemble *e, const uint64_t *keys, size_t n)
{
	uint8_t *hit = malloc(n + 1);

	for (size_t near = 0; near < MEMBERS; near++) {
		require(ensemble_contains(e, near, keys, n, hit) == n, "keys are missing on node %zu", near);
		for (size_t i = 0; i < n; i++)
			require(hit[i] == 1, "key %zu is missing on node %zu", i, near);
	}
	free(hit);
}

/* Fills in batches of odd sizes until one is refused. */
TEST(keys_are_kept_and_refused_ones_leave_no_trace)
{
	for (size_t f = 0; filter_all[f]; f++)
		for (int kind = ENSEMBLE_REPLICATE; kind <= ENSEMBLE_SHARD; kind++) {
			const size_t copies = kind == ENSEMBLE_REPLICATE ? MEMBERS : 1, most = 40000;
			uint64_t *keys = make_keys(test_stream(filter_all[f]->name), most),
				 random = test_stream("batch");
			struct ensemble e;
			size_t in = 0, batch, got;

			if (can_be_member(filter_all[f]) && !isa_refuses(filter_all[f]->isa, ISA_ANY)) {
				e = create(filter_all[f], (enum ensemble_kind)kind, 16384);
				do {
					batch = 1 + rng_next(&random) % 700;
					batch = most - in < batch ? most - in : batch;
					got = ensemble_insert(&e, keys + in, batch);
					require(got <= batch, "%zu of %zu keys were accepted", got, batch);
					in += got;
					require(items(&e) == copies * in, "%zu keys are in, members count %zu", in,
					        items(&e));
				} while (got == batch && in < most);
				require(in > 1000, "%zu keys fill it", in);
				all_present(&e, keys, in);
				ensemble_destroy(&e);
			}
			free(keys);
		}
}

/* One replica is already full: it refuses, and the others must remove the key again. */
TEST(one_full_member_refuses_for_all)
{
	const struct filter_ops *cf = filter_find("cf");
	uint64_t *keys = make_keys(test_stream("offered"), SMALL), other = test_stream("full");

	for (size_t full = 0; full < MEMBERS; full++) {
		struct ensemble e = create(cf, ENSEMBLE_REPLICATE, 6144);
		const size_t filled = test_fill(e.member[full], other, SIZE_MAX);
		const size_t got = ensemble_insert(&e, keys, SMALL);

		require(got < SMALL, "a full member accepts %zu keys", got);
		for (size_t m = 0; m < MEMBERS; m++)
			require(test_items(e.member[m]) == got + (m == full ? filled : 0),
			        "member %zu has %zu items, %zu were accepted", m, test_items(e.member[m]), got);
		all_present(&e, keys, got);
		ensemble_destroy(&e);
	}
	free(keys);
}

/* Shards: the same keys in one batch and one by one give the same tables, and a batch of lookups returns in its
 * order. */
TEST(a_batch_is_its_keys_in_order)
{
	const struct filter_ops *cf = filter_find("cf");
	uint64_t *keys = make_keys(test_stream("offered"), SMALL);
	struct ensemble batch = create(cf, ENSEMBLE_SHARD, 6144), single = create(cf, ENSEMBLE_SHARD, 6144);
	const size_t half = SMALL / 4;
	uint8_t hit[SMALL], one;

	require(ensemble_insert(&batch, keys, half) == half, "%zu keys fill it", half);
	for (size_t i = 0; i < half; i++)
		require(ensemble_insert(&single, keys + i, 1) == 1, "%zu keys fill it", i);
	for (size_t m = 0; m < MEMBERS; m++) {
		test_same_table(batch.member[m], single.member[m], "a batch and its keys one by one");
		require(test_items(batch.member[m]) > half / MEMBERS / 2, "member %zu owns next to nothing", m);
	}
	(void)ensemble_contains(&batch, 0, keys, SMALL, hit);
	for (size_t i = 0; i < SMALL; i++) {
		(void)ensemble_contains(&batch, 0, keys + i, 1, &one);
		require(hit[i] == one && (i >= half || one), "key %zu is %d in a batch, %d alone", i, hit[i], one);
	}
	ensemble_destroy(&batch);
	ensemble_destroy(&single);
	free(keys);
}

TEST(what_cannot_be_a_member_is_refused)
{
	struct filter_params p = {.bytes = 4096};
	const char *why = "no reason";
	struct ensemble e;

	for (size_t f = 0; filter_all[f]; f++)
		if (!can_be_member(filter_all[f]) && !(filter_all[f]->caps & FILTER_STATIC)) {
			require(!ensemble_create(&e, ENSEMBLE_REPLICATE, filter_all[f], &p, NULL, 2, &why),
			        "%s is a member", filter_all[f]->name);
			require(strstr(why, "taken back"), "%s", why);
		}
	p.fp_bits = 99;
	require(!ensemble_create(&e, ENSEMBLE_SHARD, filter_find("cf"), &p, NULL, 2, &why), "99 bits are accepted");
	assert_int_equal(e.members, 0);
}
