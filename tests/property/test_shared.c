/* SPDX-License-Identifier: MIT */
/*
 * test_shared.c - what several threads may do to one filter at once, checked by what must be true when they have
 * joined.
 *
 *      every filter       what the conformance kit says: concurrent lookups give one thread's answers
 *      FILTER_SHARED      keys inserted by four threads: all there, all counted, the answers of the same table filled
 *                         by one thread, the same after saving and loading; removed by four, each another's: the
 *                         table of a new filter
 *                         one key inserted by all at once: as many copies as one thread can insert, and all come out
 *                         again
 *
 * tests/stress/test_shared_stress.c tests what must be true while they run.
 */
#include "tests/as_plugin.h"
#include "tests/threads.h"

/* The thread sanitizer sees a race in a round in which nothing goes wrong, too. */
enum { TEAM = 4, BATCH = 32, ABSENT = 8192, ROUNDS = SANITIZED_THREADS ? 12 : TEST_SANITIZED ? 32 : 200 };
static const uint64_t absent_keys = UINT64_C(1) << 40; /* index of the first */

/* --- the kit's promises about threads ----------------------------------------------------------------------------- */

PROPERTY(promises, 0, "keeps its promises about threads")
{
	const struct kit kit = as_plugin_kit(ops);

	for (const struct check *c = conform_checks; c->name; c++)
		if (conform_is_promised(&kit, c) && (c->body == conform_readers || c->body == conform_threads))
			as_plugin_try(&kit, c);
}

/* --- built and emptied by many ------------------------------------------------------------------------------------ */

struct works {
	struct filter *f;
	uint64_t stream;
	size_t share;         /* keys that each thread offers */
	uint64_t *keys[TEAM]; /* those accepted */
	size_t accepted[TEAM];
};

/* Inserts its keys in batches of any length. If a key is refused, skips it and offers the next. */
static void
build(struct member *m)
{
	struct works *w = m->with;
	uint64_t *keys = w->keys[m->index], batch[BATCH];
	size_t done = 0, in = 0;

	while (done < w->share) {
		size_t n = 1 + rng_next(&m->random) % BATCH, accepted;

		n = n < w->share - done ? n : w->share - done;
		for (size_t i = 0; i < n; i++)
			batch[i] = test_key(w->stream, (done + i) * TEAM + m->index);
		accepted = w->f->ops->insert(w->f, batch, n);
		member_require(m, accepted == n || (accepted < n && w->f->ops->caps & FILTER_FILLS),
		               "%zu of %zu accepted", accepted, n);
		memcpy(keys + in, batch, accepted * sizeof *batch);
		in += accepted;
		done += accepted + (accepted < n);
		member_breathe(m);
	}
	w->accepted[m->index] = in;
}

static size_t
total(const struct works *w)
{
	size_t n = 0;

	for (unsigned i = 0; i < TEAM; i++)
		n += w->accepted[i];
	return n;
}

/* A filter that four threads have filled to 95 % of its slots, or until it refuses. */
static struct works
built(const struct filter_ops *ops, const struct test_config *c)
{
	struct works w = {.f = test_create(ops, c), .stream = test_stream("works") ^ c->params.seed};

	w.share = test_slots(w.f, 2000) * 95 / 100 / TEAM + 1;
	for (unsigned i = 0; i < TEAM; i++)
		w.keys[i] = model_memory(w.share, sizeof *w.keys[i]);
	team_run("build", TEAM, build, &w);
	require(test_items(w.f) == total(&w), "%zu items, but %zu were accepted", test_items(w.f), total(&w));
	require(!ops->check(w.f), "check: %s", ops->check(w.f));
	return w;
}

static void
raze(struct works *w)
{
	for (unsigned i = 0; i < TEAM; i++)
		free(w->keys[i]);
	w->f->ops->destroy(w->f);
}

static void
all_found(const struct filter *f, const struct works *w, const char *when)
{
	for (unsigned i = 0; i < TEAM; i++)
		for (size_t k = 0; k < w->accepted[i]; k++)
			require(test_has(f, w->keys[i][k]), "%s: key %zu of thread %u is not found", when, k, i);
}

/* The answers are those of the accepted keys alone: the same table, filled by one thread, gives them too. If that
 * filter refuses one of the keys, as so full a table may, there is nothing to compare with. */
static void
answers_of_one(const struct filter_ops *ops, const struct test_config *c, const struct works *w)
{
	struct test_config alone = *c;
	const struct filter_ops *twin = filter_find(test_twin(ops, NULL));
	struct filter *f;
	size_t in = 0;

	alone.params.stripes = alone.params.doublings = 0;
	f = test_create(twin, &alone);
	for (unsigned i = 0; i < TEAM; i++)
		in += twin->insert(f, w->keys[i], w->accepted[i]);
	if (in == total(w)) {
		for (size_t k = 0; k < ABSENT; k++) {
			uint64_t key = test_key(w->stream, absent_keys + k);

			require(test_has(w->f, key) == test_has(f, key),
			        "absent key %zu: another answer than by one thread", k);
		}
		if (!(ops->caps & FILTER_FILLS)) /* bit arrays do not depend on the order either */
			test_same_table(w->f, f, "by many threads and by one");
	}
	twin->destroy(f);
}

static void
build_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct works w = built(ops, c);
	struct test_bytes saved = test_save(w.f);
	struct filter *loaded;

	all_found(w.f, &w, "built");
	answers_of_one(ops, c, &w);
	require(test_load(ops, saved.data, saved.size, &loaded) == FILTER_OK, "it cannot be loaded");
	test_same_bytes(w.f, loaded, "saved and loaded");
	all_found(loaded, &w, "loaded");
	require(test_items(loaded) == total(&w), "%zu items loaded of %zu", test_items(loaded), total(&w));
	require(test_insert(loaded, w.keys[0][0]) ? test_items(loaded) == total(&w) + 1 : true,
	        "not counted after a load");
	ops->destroy(loaded);
	free(saved.data);
	raze(&w);
}

PROPERTY(built_by_many, FILTER_SHARED, "built by many threads it holds all")
{
	require(threads_each(ops, threads_shapes, COUNT_OF(threads_shapes), build_one) > 0, "no shape fits");
	threads_each(ops, threads_tiny, COUNT_OF(threads_tiny), build_one);
}

/* Removes another's keys from the last to the first, in batches. */
static void
clear_out(struct member *m)
{
	struct works *w = m->with;
	const unsigned whose = (m->index + 1) % TEAM;

	for (size_t left = w->accepted[whose]; left > 0;) {
		size_t n = 1 + rng_next(&m->random) % BATCH, found;

		n = n < left ? n : left;
		left -= n;
		found = w->f->ops->remove(w->f, w->keys[whose] + left, n);
		member_require(m, found == n, "%zu of %zu stored keys found", found, n);
		member_breathe(m);
	}
}

static void
clear_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct works w = built(ops, c);
	struct filter *fresh = test_create(ops, c);

	team_run("clear", TEAM, clear_out, &w);
	require(test_items(w.f) == 0, "%zu items left", test_items(w.f));
	require(!ops->check(w.f), "check: %s", ops->check(w.f));
	test_same_as_new(w.f, fresh, "after many threads have removed everything");
	ops->destroy(fresh);
	raze(&w);
}

PROPERTY(emptied_by_many, FILTER_SHARED | FILTER_REMOVE, "emptied by many threads it is empty")
{
	threads_each(ops, threads_shapes, COUNT_OF(threads_shapes), clear_one);
	threads_each(ops, threads_tiny, COUNT_OF(threads_tiny), clear_one);
}

/* --- one key at once ---------------------------------------------------------------------------------------------- */

struct copies {
	struct filter *f;
	uint64_t key[ROUNDS];
	size_t fit[ROUNDS]; /* copies of it that one thread can insert into the empty filter */
	size_t each;        /* copies that each thread tries */
	atomic_size_t in;
};

static void
insert_and_remove(struct member *m)
{
	struct copies *w = m->with;

	for (unsigned round = 0; round < ROUNDS; round++) {
		const uint64_t key = w->key[round];
		size_t mine = 0, wanted = w->each * TEAM < w->fit[round] ? w->each * TEAM : w->fit[round];

		for (size_t i = 0; i < w->each; i++)
			mine += test_insert(w->f, key);
		atomic_fetch_add(&w->in, mine);
		member_require(m, !mine || test_has(w->f, key), "round %u: its own copy is not found", round);
		member_meet(m);
		member_require(m, w->in == wanted, "round %u: %zu copies accepted, one thread gets %zu in", round,
		               (size_t)w->in, wanted);
		member_require(m, test_items(w->f) == w->in, "round %u: %zu items", round, test_items(w->f));
		member_meet(m);
		atomic_fetch_sub(&w->in, mine);
		for (size_t i = 0; i < mine; i++)
			member_require(m, test_remove(w->f, key), "round %u: copy %zu of its own cannot be removed",
			               round, i);
		member_meet(m);
		member_require(m, !test_has(w->f, key) && test_items(w->f) == 0, "round %u: something is left", round);
		member_meet(m);
	}
}

static void
copies_one(const struct filter_ops *ops, const struct test_config *c)
{
	/* one copy each; and until one is refused: b is at most 8, and 2b fit */
	for (size_t each = 1; each <= 5; each += 4) {
		struct copies w = {.f = test_create(ops, c), .each = each};
		struct filter *fresh = test_create(ops, c);

		for (unsigned r = 0; r < ROUNDS; r++) {
			w.key[r] = test_key(test_stream("copies"), r % 8 ? r : 0);
			while (w.fit[r] < TEAM * each && test_insert(w.f, w.key[r]))
				w.fit[r]++;
			for (size_t i = 0; i < w.fit[r]; i++)
				require(test_remove(w.f, w.key[r]), "alone, copy %zu cannot be removed", i);
		}
		team_run("copies", TEAM, insert_and_remove, &w);
		require(!ops->check(w.f), "check: %s", ops->check(w.f));
		test_same_as_new(w.f, fresh, "after all copies have been removed");
		ops->destroy(w.f);
		ops->destroy(fresh);
	}
}

PROPERTY(one_key_at_once, FILTER_SHARED | FILTER_REMOVE | FILTER_MULTISET, "one key inserted by all at once")
{
	threads_each(ops, threads_shapes, COUNT_OF(threads_shapes), copies_one);
	threads_each(ops, threads_tiny, COUNT_OF(threads_tiny), copies_one);
}
