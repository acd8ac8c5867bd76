/* SPDX-License-Identifier: MIT */
/*
 * test_growth.c - filters that grow: what doubling does to answers, loads and rates. (What threads see of it is
 * in test_growth_threads.c.)
 *
 *      alone      every table fills to 93 % and more before it is replaced; no answer changes with the replacement; the
 *                 rate of a full filter doubles with each doubling; saved and loaded at every size; refused after the
 *                 last
 *      rebuilt    from the keys: the rate is that of a filter made for that number of keys; from other keys: refused,
 *                 and nothing has changed
 *
 *      CUCKOOBENCH_STRESS=16      first tables of 2^16 buckets instead of 2^12
 */
#include "tests/growth.h"

#include <math.h>

/* Under a sanitizer a quarter of the keys and of the queries, each of which takes ten times as long. The bounds follow
 * from their numbers. */
enum {
	FIRST = TEST_SANITIZED ? 1 << 10 : 1 << 12,
	ABSENT = TEST_SANITIZED ? 1 << 13 : 1 << 15,
	QUERIES = TEST_SANITIZED ? 1 << 16 : 1 << 18
};
static const uint64_t absent_keys = UINT64_C(1) << 40; /* index of the first */

static size_t
first_buckets(void)
{
	return test_stress() >= 16 ? 1 << 16 : FIRST;
}

/* --- alone -------------------------------------------------------------------------------------------------------- */

/* The same keys in a filter that may not double as often: its answers, key by key, are those of the filter that has. */
static void
answers_are_those_before(const struct filter *grown, unsigned doubled, uint64_t stream, size_t n)
{
	const struct filter_ops *ops = doubled ? grown->ops : filter_find("cf-striped");
	struct test_config c = config_of(ops, first_buckets(), F, doubled);
	struct filter *before = test_create(ops, &c);

	require(test_fill(before, stream, n + 1) == n, "doubled %u times: it would have taken key %zu", doubled, n);
	for (size_t k = 0; k < ABSENT; k++) {
		uint64_t key = test_key(stream, absent_keys + k);

		require(test_has(grown, key) >= test_has(before, key), "doubled: absent key %zu is not found any more",
		        k);
		require(test_has(grown, key) == test_has(before, key), "doubled: absent key %zu is found now", k);
	}
	ops->destroy(before);
}

static void
all_there(const struct filter *f, uint64_t stream, size_t n, const char *when)
{
	for (size_t k = 0; k < n; k++)
		require(test_has(f, test_key(stream, k)), "%s: key %zu of %zu is not found", when, k, n);
	require(test_items(f) == n, "%s: %zu items of %zu", when, test_items(f), n);
	require(!f->ops->check(f), "%s: check: %s", when, f->ops->check(f));
}

static void
saved_and_loaded(const struct filter *f, uint64_t stream, size_t n)
{
	struct test_bytes b = test_save(f);
	struct filter *loaded;

	require(test_load(f->ops, b.data, b.size, &loaded) == FILTER_OK, "a grown filter cannot be loaded");
	test_same_bytes(f, loaded, "saved and loaded");
	all_there(loaded, stream, n, "loaded");
	require(test_info(loaded).buckets == test_info(f).buckets, "another size");
	f->ops->destroy(loaded);
	free(b.data);
}

static double
measured_rate(const struct filter *f, uint64_t stream, size_t queries)
{
	size_t hits = 0;

	for (size_t k = 0; k < queries; k++)
		hits += test_has(f, test_key(stream, absent_keys + k));
	return (double)hits / (double)queries;
}

/* A full table after g doublings: n items whose pairs are those of m buckets. Allows five standard deviations, and the
 * extra weight of fingerprint 1. */
static void
rate_is(const struct filter *f, uint64_t stream, double m, size_t n, unsigned bits)
{
	const double expected = 2 * (double)n / m / exp2(bits), measured = measured_rate(f, stream, QUERIES);
	const double margin = 5 * sqrt(expected / (double)QUERIES + 4 / m / exp2(bits) * expected) + 0.01 * expected;

	require(fabs(measured - expected) <= margin, "rate %.6f, expected %.6f +- %.6f", measured, expected, margin);
}

PROPERTY(grow_alone, FILTER_GROWS, "growth changes no answer, and fills every table")
{
	const size_t m = first_buckets();
	struct test_config c = config_of(ops, m, F, DOUBLINGS);
	struct filter *f = test_create(ops, &c);
	const uint64_t stream = test_stream("grow alone");
	size_t n = 0, buckets = m, tables = is_chain(ops) ? (size_t)1 << DOUBLINGS : DOUBLINGS + 1;

	for (size_t t = 0; t < tables; t++) {
		const struct filter_info full = test_info(f);

		require(full.buckets == (is_chain(ops) ? (t + 1) * m : m << t), "table %zu has %zu buckets", t,
		        full.buckets);
		require(full.bytes == full.buckets * 4 * F / 8 && full.slots == full.buckets * 4, "%zu bytes",
		        full.bytes);
		while (test_insert(f, test_key(stream, n)) && test_info(f).buckets == buckets)
			n++;
		require((double)n >= 0.93 * (double)full.slots, "table %zu: %zu items in %zu entries", t, n,
		        full.slots);
		if (t + 1 == tables)
			break;
		require(test_info(f).buckets > buckets, "table %zu: refused instead", t);
		buckets = test_info(f).buckets;
		rate_is(f, stream, (double)m, n, F);
		if (!is_chain(ops)) {
			require(test_remove(f, test_key(stream, n)), "the key that made it grow is not there");
			answers_are_those_before(f, (unsigned)t, stream, n);
			require(test_insert(f, test_key(stream, n)), "and cannot come back");
		}
		n++;
		saved_and_loaded(f, stream, n);
		all_there(f, stream, n, "grown");
	}
	all_there(f, stream, n, "full");
	require(test_info(f).buckets == m << DOUBLINGS, "%zu buckets at the end", test_info(f).buckets);
	rate_is(f, stream, (double)m, n, F);
	ops->destroy(f);
}

/* Growth does not separate copies: 2b are accepted, and the next is refused by an almost empty table. */
PROPERTY(copies_do_not_grow, FILTER_GROWS, "copies of one key do not make it grow")
{
	struct test_config c = config_of(ops, 64, F, DOUBLINGS);
	struct filter *f = test_create(ops, &c);
	const uint64_t key = test_key(test_stream("copies"), 0);
	size_t n = 0;

	while (n < 100 && test_insert(f, key))
		n++;
	require(n == 8, "%zu copies", n);
	require(test_info(f).buckets == 64, "it has grown for copies: %zu buckets", test_info(f).buckets);
	ops->destroy(f);
}

/* --- rebuilt ------------------------------------------------------------------------------------------------------ */

static void
not_rebuilt(struct filter *f, size_t buckets, uint64_t stream, size_t n, const char *word)
{
	struct test_bytes before = test_save(f), after;
	const char *why = rebuild(f, buckets, stream, n);

	require(why && strstr(why, word), "rebuilt in %zu buckets from %zu keys: %s", buckets, n, why ? why : "it was");
	after = test_save(f);
	require(before.size == after.size && !memcmp(before.data, after.data, after.size),
	        "a refused rebuild leaves a trace");
	free(before.data);
	free(after.data);
}

PROPERTY(rebuilt, FILTER_GROWS, "rebuilt from its keys it errs as if made for them")
{
	const size_t m = first_buckets();
	struct test_config c = config_of(ops, m, F, 2);
	struct filter *f = test_create(ops, &c);
	const uint64_t stream = test_stream("rebuilt");
	size_t n;

	if (is_chain(ops)) {
		ops->destroy(f);
		return;
	}
	n = test_fill(f, stream, SIZE_MAX);
	require(test_info(f).buckets == 4 * m, "%zu buckets", test_info(f).buckets);
	rate_is(f, stream, (double)m, n, F);
	not_rebuilt(f, 4 * m, stream, n - 1, "other keys");
	not_rebuilt(f, 8 * m, stream, n + 1, "other keys");
	not_rebuilt(f, 2 * m, stream, n, "do not fit");
	not_rebuilt(f, 3 * m, stream, n, "power of two");
	require(!rebuild(f, 8 * m, stream, n), "not rebuilt from its own keys");
	require(test_info(f).buckets == 8 * m, "%zu buckets", test_info(f).buckets);
	all_there(f, stream, n, "rebuilt");
	rate_is(f, stream, (double)(8 * m), n, F);
	saved_and_loaded(f, stream, n);
	n += test_fill(f, test_stream("more"), SIZE_MAX);
	require(test_info(f).buckets == 32 * m, "rebuilt, it grows to %zu buckets", test_info(f).buckets);
	rate_is(f, stream, (double)(8 * m), n, F);
	ops->destroy(f);
}
