/* SPDX-License-Identifier: MIT */
/*
 * test_growth_threads.c - what threads see of a filter that grows: readers of keys that are there throughout never miss
 * one, while writers make the filter grow and while it is rebuilt.
 *
 *      CUCKOOBENCH_STRESS=16      sixteen times as many rounds
 */
#include "tests/growth.h"
#include "tests/threads.h"

/* ROUNDS: in four sizes. Threads that wait for each other take ten times as long under a sanitizer. That of threads
 * sees a race in a round in which nothing goes wrong, too. */
enum { TEAM = 4, WRITERS = 2, STAY = 200, BATCH = 24, ROUNDS = SANITIZED_THREADS ? 2 : TEST_SANITIZED ? 4 : 12 };

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

PROPERTY(beside, FILTER_GROWS | FILTER_SHARED, "no key is missed while it grows")
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

PROPERTY(rebuild_beside, FILTER_GROWS | FILTER_SHARED, "no key is missed while it is rebuilt")
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
