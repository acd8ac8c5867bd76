/* SPDX-License-Identifier: MIT */
/*
 * test_shared_stress.c - the promise of FILTER_SHARED while it is hard to keep: a key that is in is never missed.
 *
 *      reader, reader     look up permanent keys, again and again, in batches of any length    every lookup must hit
 *      writer, writer     insert and remove keys of their own, so that the filter stays at 95 % of its slots (or as
 *                         full as one thread can make it) and nearly every insertion relocates; sometimes a copy of a
 *                         permanent key, which the removal cannot distinguish from the permanent one
 *
 * There are two scenes: tables of a thousand entries, and tiny ones with fingerprints so short that most keys share
 * theirs with others. (A reader that reads one bucket and then the other can miss a key that was moved meanwhile. It
 * can also miss a key that was not moved: a copy of its fingerprint from another key goes into the first bucket after
 * the reader's look, and a removal takes the copy in the second.) In the end all keys must be counted, found and
 * removable, and then the table must be that of a new filter. Filters that cannot remove are filled, life after life.
 *
 *      CUCKOOBENCH_STRESS=1000 build/release/tests/stress/test_shared_stress 'cf-rwlock: *'
 *
 * makes at least 10^9 lookups in each scene, which takes some minutes, and prints how many were missed. The default, 1,
 * makes 10^6 lookups, and a tenth of that under a sanitizer. Readers continue until the writers stop. A writer stops
 * after a quarter as many operations as the lookups required. If the lookups are not done by then, it continues, up to
 * four times as many operations as the lookups required. So a lock that keeps readers waiting cannot make the test
 * endless. The test also prints how many lookups ran concurrently with writers.
 */
#include "tests/threads.h"

#include <inttypes.h>

enum {
	WRITERS = 2,
	READERS = 2,
	BATCH = 32,
	BLOOM_ITEMS = 20000, /* in a life of a filter that cannot remove */
	REPORT = 64,         /* batches between two additions to the common account */
};
static const uint64_t lookups_asked = TEST_SANITIZED ? 100000 : 1000000; /* with CUCKOOBENCH_STRESS=1 */

/* What both scenes count, over all shapes and lives. */
struct account {
	_Atomic uint64_t lookups, beside, missed, insertions, removals, refused;
};

struct scene {
	struct filter *f;
	struct account *account;
	uint64_t *permanent;
	size_t permanents, share; /* keys that a writer keeps in the filter */
	uint64_t until;           /* lookups that readers must make */
	_Atomic uint64_t lookups; /* in this scene */
	atomic_uint writing;
	struct model own[WRITERS];
};

static void
read_permanent(struct member *m)
{
	struct scene *s = m->with;
	uint64_t asked = 0, beside = 0, missed = 0;

	for (unsigned batch = 1; s->writing || s->lookups < s->until; batch++) {
		size_t n = 1 + rng_next(&m->random) % BATCH, at, hits;
		uint8_t hit[BATCH];

		n = n < s->permanents ? n : s->permanents;
		at = rng_next(&m->random) % (s->permanents - n + 1);
		beside += s->writing ? n : 0;
		hits = s->f->ops->contains(s->f, s->permanent + at, n, hit);
		asked += n;
		missed += n - hits;
		member_breathe(m);
		if (batch % REPORT == 0) {
			atomic_fetch_add(&s->lookups, asked);
			atomic_fetch_add(&s->account->lookups, asked);
			atomic_fetch_add(&s->account->beside, beside);
			atomic_fetch_add(&s->account->missed, missed);
			asked = beside = missed = 0;
			member_require(m, test_info(s->f).items >= s->permanents,
			               "fewer items than were never removed");
		}
	}
	atomic_fetch_add(&s->account->missed, missed);
}

/* One insertion or removal; false if it was a refused insertion. */
static bool
write_one(struct member *m, struct scene *s, struct model *own, uint64_t r)
{
	const unsigned caps = s->f->ops->caps;
	uint64_t key = rng_next(&m->random);

	if (own->distinct && caps & FILTER_REMOVE && (own->total >= s->share || r % 2)) {
		key = model_pick(own, r);
		if (r / 2 % 4 == 0)
			member_require(m, test_has(s->f, key), "a key of its own is not found");
		member_require(m, test_remove(s->f, key), "a key of its own cannot be removed");
		model_drop(own, key);
		return true;
	}
	if (caps & FILTER_MULTISET && r / 2 % 8 == 0)
		key = s->permanent[rng_next(&m->random) % s->permanents];
	if (!test_insert(s->f, key)) {
		member_require(m, caps & FILTER_FILLS, "refused");
		return false;
	}
	model_add(own, key);
	if (r / 2 % 4 == 1)
		member_require(m, test_has(s->f, key), "a key just inserted is not found");
	return true;
}

static void
write_own(struct member *m)
{
	struct scene *s = m->with;
	struct model *own = &s->own[m->index];
	const bool removes = s->f->ops->caps & FILTER_REMOVE;
	uint64_t insertions = 0, removals = 0, refused = 0;

	for (uint64_t n = 0;
	     removes ? n < 4 * s->until && (s->lookups < s->until || n < s->until / 4) : own->total < s->share; n++) {
		const size_t before = own->total;

		refused += !write_one(m, s, own, rng_next(&m->random));
		insertions += own->total > before;
		removals += own->total < before;
		member_breathe(m);
	}
	s->writing--;
	atomic_fetch_add(&s->account->insertions, insertions);
	atomic_fetch_add(&s->account->removals, removals);
	atomic_fetch_add(&s->account->refused, refused);
}

static void
act(struct member *m)
{
	if (m->index < WRITERS)
		write_own(m);
	else
		read_permanent(m);
}

/* What must be true when all threads have ended. */
static void
settle(struct scene *s, const struct filter *fresh)
{
	size_t items = s->permanents;

	for (unsigned w = 0; w < WRITERS; w++)
		items += s->own[w].total;
	require(test_items(s->f) == items, "%zu items instead of %zu", test_items(s->f), items);
	require(!s->f->ops->check(s->f), "check: %s", s->f->ops->check(s->f));
	for (unsigned w = 0; w < WRITERS; w++)
		for (size_t k = 0; k < s->own[w].distinct; k++)
			require(test_has(s->f, s->own[w].key[k]), "key %zu of writer %u is not found", k, w);
	if (!(s->f->ops->caps & FILTER_REMOVE))
		return;
	for (unsigned w = 0; w < WRITERS; w++)
		while (s->own[w].distinct) {
			uint64_t key = s->own[w].key[0];

			require(test_remove(s->f, key), "%zu keys of writer %u are not found", s->own[w].total, w);
			model_drop(&s->own[w], key);
		}
	for (size_t k = 0; k < s->permanents; k++)
		require(test_remove(s->f, s->permanent[k]), "permanent key %zu is not found", k);
	if (!(s->f->ops->caps & FILTER_GROWS)) /* a filter that has grown stays large */
		test_same_table(s->f, fresh, "after all keys have been removed");
}

/* Half of the keys that fit are permanent; the writers' keys are the rest, up to 95 % of the slots. */
static void
live(const struct filter_ops *ops, const struct test_config *c, struct account *account, uint64_t until)
{
	struct filter *fresh = test_create(ops, c), *full = test_create(ops, c);
	const uint64_t stream = test_stream("permanent") ^ c->params.seed;
	const bool fills = ops->caps & FILTER_FILLS;
	const size_t slots = test_slots(full, BLOOM_ITEMS), fit = fills ? test_fill(full, stream, slots) : slots;
	const size_t load = fit < slots * 95 / 100 ? fit : slots * 95 / 100;
	struct scene s = {.f = test_create(ops, c), .account = account, .until = until, .writing = WRITERS};

	s.permanents = fit / 2 ? fit / 2 : 1;
	s.share = load > s.permanents ? (load - s.permanents) / WRITERS + 1 : 1;
	s.permanent = model_memory(s.permanents, sizeof *s.permanent);
	for (size_t k = 0; k < s.permanents; k++) {
		s.permanent[k] = test_key(stream, k);
		require(test_insert(s.f, s.permanent[k]), "permanent key %zu of %zu is refused", k, s.permanents);
	}
	for (unsigned w = 0; w < WRITERS; w++)
		model_init(&s.own[w], s.share + 1);
	team_run("act", WRITERS + READERS, act, &s);
	require(account->missed == 0, "%" PRIu64 " of %" PRIu64 " look-ups of permanent keys missed",
	        (uint64_t)account->missed, (uint64_t)account->lookups);
	settle(&s, fresh);
	for (unsigned w = 0; w < WRITERS; w++)
		model_free(&s.own[w]);
	free(s.permanent);
	ops->destroy(s.f);
	ops->destroy(full);
	ops->destroy(fresh);
}

/* The present scene. It is global because threads_each passes only a filter and its shape. */
static struct {
	struct account account;
	uint64_t until; /* lookups for each shape */
} now;

static void
play(const struct filter_ops *ops, const struct test_config *c)
{
	const uint64_t goal = now.account.lookups + now.until;

	do
		live(ops, c, &now.account, ops->caps & FILTER_REMOVE ? now.until : 1);
	while (now.account.lookups < goal);
}

static void
stage(const struct filter_ops *ops, const char *name, const struct filter_params *shapes, size_t n)
{
	const size_t fit = threads_each(ops, shapes, n, NULL);

	require(fit > 0, "no shape fits");
	memset(&now, 0, sizeof now);
	now.until = lookups_asked * test_stress() / fit + 1;
	threads_each(ops, shapes, n, play);
	print_message("# %s, %s: %" PRIu64 " look-ups of permanent keys, %" PRIu64 " of them beside writers (%" PRIu64
	              " insertions, %" PRIu64 " removals, %" PRIu64 " refused), %" PRIu64 " missed\n",
	              ops->name, name, (uint64_t)now.account.lookups, (uint64_t)now.account.beside,
	              (uint64_t)now.account.insertions, (uint64_t)now.account.removals, (uint64_t)now.account.refused,
	              (uint64_t)now.account.missed);
}

PROPERTY(nearly_full, FILTER_SHARED, "permanent keys in a nearly full table")
{
	stage(ops, "nearly full", threads_shapes, COUNT_OF(threads_shapes));
}

PROPERTY(tiny, FILTER_SHARED, "permanent keys in a tiny table of aliases")
{
	stage(ops, "tiny", threads_tiny, COUNT_OF(threads_tiny));
}
