/* SPDX-License-Identifier: MIT */
/*
 * test_growth.c - filters that grow: what doubling does to answers, loads and rates, and what threads see of it.
 *
 *      alone      every table fills to 93 % and more before it is replaced; no answer changes with the replacement; the
 *                 rate of a full filter doubles with each doubling; saved and loaded at every size; refused after the
 *                 last
 *      rebuilt    from the keys: the rate is that of a filter made for that number of keys; from other keys: refused,
 *                 and nothing has changed
 *      threads    readers of keys that are there throughout never miss one, while writers make the filter grow and
 *                 while it is rebuilt
 *
 *      CUCKOOBENCH_STRESS=16      first tables of 2^16 buckets instead of 2^12, and sixteen times as many rounds of
 *                                 threads
 */
#include "tests/threads.h"

#include "variants/growing/growing.h"

#include <math.h>

/* Under a sanitizer a quarter of the keys and of the queries, each of which takes ten times as long. The bounds follow
 * from their numbers. */
enum {
	DOUBLINGS = 4,
	F = 14,
	FIRST = TEST_SANITIZED ? 1 << 10 : 1 << 12,
	ABSENT = TEST_SANITIZED ? 1 << 13 : 1 << 15,
	QUERIES = TEST_SANITIZED ? 1 << 16 : 1 << 18
};
static const uint64_t absent_keys = UINT64_C(1) << 40; /* index of the first */

static bool
is_chain(const struct filter_ops *ops)
{
	return strcmp(ops->name, "cf-chain") == 0;
}

static size_t
first_buckets(void)
{
	return test_stress() >= 16 ? 1 << 16 : FIRST;
}

static struct test_config
config_of(const struct filter_ops *ops, size_t buckets, unsigned f, unsigned doublings)
{
	struct test_config c = {
		.params = {.buckets = buckets, .fp_bits = f, .doublings = doublings, .seed = test_stream("growing")}};

	test_describe(&c, ops->name);
	return c;
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

static void
grow_alone(const struct filter_ops *ops)
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
static void
copies_do_not_grow(const struct filter_ops *ops)
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

struct keys_of {
	uint64_t stream;
	size_t at, n;
};

static size_t
next_keys(void *state, uint64_t *keys, size_t room)
{
	struct keys_of *k = state;
	size_t n = 0;

	while (n < room && n < 100 && k->at < k->n) /* sometimes fewer than there is room for */
		keys[n++] = test_key(k->stream, k->at++);
	return n;
}

static const char *
rebuild(struct filter *f, size_t buckets, uint64_t stream, size_t n)
{
	struct keys_of all = {stream, 0, n};

	return growing_rebuild(f, buckets, (struct growing_source){next_keys, &all});
}

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

static void
rebuilt(const struct filter_ops *ops)
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

/* --- at the same time --------------------------------------------------------------------------------------------- */

/* ROUNDS: in four sizes. Threads that wait for each other take ten times as long under a sanitizer. */
enum { TEAM = 4, WRITERS = 2, STAY = 200, BATCH = 24, ROUNDS = TEST_SANITIZED ? 4 : 12 };

struct growth {
	struct filter *f;
	uint64_t stay[STAY]; /* keys that are there throughout */
	atomic_uint writing;
	atomic_size_t accepted;
};

/* Batch number `index` of a writer: how many keys, which keys, and whether it removes them at once. */
static size_t
own_batch(uint64_t own, size_t index, uint64_t *keys, bool *stays)
{
	const uint64_t r = rng_derive(own, index);
	const size_t n = 1 + r % BATCH;

	for (size_t i = 0; i < n; i++)
		keys[i] = test_key(own, index * BATCH + i);
	*stays = r >> 32 & 3;
	return n;
}

/* Inserts until the filter refuses, and removes some of its keys on the way. The others are there when it ends. */
static void
write_keys(struct member *m, struct growth *g)
{
	const uint64_t own = rng_derive(test_stream("own"), m->random);
	uint64_t keys[BATCH];
	uint8_t hit[BATCH];
	size_t batches = 0, n, got;
	bool stays;

	do {
		n = own_batch(own, batches, keys, &stays);
		got = g->f->ops->insert(g->f, keys, n);
		member_require(m, g->f->ops->contains(g->f, keys, got, hit) == got, "its own keys are not found");
		if (stays)
			atomic_fetch_add(&g->accepted, got);
		else
			member_require(m, g->f->ops->remove(g->f, keys, got) == got, "its own keys cannot be removed");
		batches++;
		member_breathe(m);
	} while (got == n);
	for (size_t b = 0; b + 1 < batches; b++) {
		n = own_batch(own, b, keys, &stays);
		member_require(m, !stays || g->f->ops->contains(g->f, keys, n, hit) == n, "keys of batch %zu are lost",
		               b);
	}
	atomic_fetch_sub(&g->writing, 1);
}

static void
read_keys(struct member *m, const struct growth *g)
{
	uint8_t hit[STAY];

	while (g->writing) {
		size_t n = 1 + rng_next(&m->random) % STAY, at = rng_next(&m->random) % (STAY - n + 1);

		if (!member_require(m, g->f->ops->contains(g->f, g->stay + at, n, hit) == n,
		                    "a key that stays was missed"))
			break;
		member_breathe(m);
	}
}

static void
grow_beside(struct member *m)
{
	struct growth *g = m->with;

	if (m->index < WRITERS)
		write_keys(m, g);
	else
		read_keys(m, g);
}

static void
beside_one(const struct filter_ops *ops, size_t buckets, unsigned f, unsigned doublings, unsigned round)
{
	struct test_config c = config_of(ops, buckets, f, doublings);
	struct growth g = {.writing = WRITERS};

	c.params.seed += round;
	g.f = test_create(ops, &c);
	for (unsigned k = 0; k < STAY; k++)
		g.stay[k] = test_key(test_stream("stay") + round, k);
	require(ops->insert(g.f, g.stay, STAY) == STAY, "no room for those that stay");
	team_run("grow beside", TEAM, grow_beside, &g);
	require(test_items(g.f) == STAY + g.accepted, "%zu items, %zu accepted", test_items(g.f), STAY + g.accepted);
	require(test_info(g.f).buckets == buckets << doublings, "it has not grown: %zu", test_info(g.f).buckets);
	require(!ops->check(g.f), "check: %s", ops->check(g.f));
	for (unsigned k = 0; k < STAY; k++)
		require(test_has(g.f, g.stay[k]), "key %u is lost", k);
	require(ops->remove(g.f, g.stay, STAY) == STAY, "those that stayed cannot be removed");
	ops->destroy(g.f);
}

static void
beside(const struct filter_ops *ops)
{
	for (unsigned round = 0; round < ROUNDS * test_stress(); round++) {
		beside_one(ops, 256, F, DOUBLINGS, round);
		beside_one(ops, 64, 12, 6, round);
		beside_one(ops, 128, 9, 3, round); /* fingerprints so short that many share their copies */
		if (round % 4 == 0)
			/* a split takes long enough for many writes meanwhile */
			beside_one(ops, 1 << 13, F, 2, round);
	}
}

/* One rebuilds, one adds a key and removes it, two read. */
static void
rebuild_beside_member(struct member *m)
{
	struct growth *g = m->with;
	const uint64_t key = test_key(test_stream("passing"), m->index);
	unsigned done = 0;

	if (m->index > 1) {
		read_keys(m, g);
		return;
	}
	for (unsigned i = 0; i < 60; i++) {
		if (m->index == 0) {
			done += !rebuild(g->f, i % 2 ? 256 : 512, test_stream("stay"), STAY);
		} else {
			member_require(m, test_insert(g->f, key) && test_has(g->f, key), "its own key is not found");
			member_require(m, test_remove(g->f, key), "its own key cannot be removed");
		}
		sched_yield();
	}
	member_require(m, m->index || done, "not one of 60 rebuilds met the keys it was given");
	atomic_fetch_sub(&g->writing, 1);
}

static void
rebuild_beside(const struct filter_ops *ops)
{
	struct test_config c = config_of(ops, 256, F, 2);
	struct growth g = {.writing = WRITERS};

	if (is_chain(ops))
		return;
	g.f = test_create(ops, &c);
	for (unsigned k = 0; k < STAY; k++)
		g.stay[k] = test_key(test_stream("stay"), k);
	require(ops->insert(g.f, g.stay, STAY) == STAY, "no room for those that stay");
	team_run("rebuild beside", TEAM, rebuild_beside_member, &g);
	require(test_items(g.f) == STAY && !ops->check(g.f), "%zu items", test_items(g.f));
	ops->destroy(g.f);
}

static const struct test_property properties[] = {
	{"growth changes no answer, and fills every table", grow_alone, FILTER_GROWS},
	{"copies of one key do not make it grow", copies_do_not_grow, FILTER_GROWS},
	{"rebuilt from its keys it errs as if made for them", rebuilt, FILTER_GROWS},
	{"no key is missed while it grows", beside, FILTER_GROWS | FILTER_SHARED},
	{"no key is missed while it is rebuilt", rebuild_beside, FILTER_GROWS | FILTER_SHARED},
};

int
main(int argc, char **argv)
{
	return test_registry(argc, argv, "growth", properties, COUNT_OF(properties));
}
