/* SPDX-License-Identifier: MIT */
/*
 * test_tasks.c - what threads do to a filter in a window, on a filter that is a plain set: the test can query which
 * keys are in it, and choose which it refuses or loses.
 */
#include "tests/test.h"

#include "harness/programs/windows.h"

enum { KEYS = 4096, NEVER = KEYS };

/* Keys are 0 .. KEYS - 1. */
struct plain {
	struct filter base;
	bool has[KEYS];
	size_t items;
	uint64_t refuses, loses; /* this key; NEVER: none */
	size_t refusals;
	size_t longest; /* call of contains; 0: QUERIES_BATCH */
};

static size_t
plain_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct plain *f = (struct plain *)base;

	for (size_t i = 0; i < n; i++) {
		require(keys[i] < KEYS && !f->has[keys[i]], "key %llu inserted twice", (unsigned long long)keys[i]);
		if (keys[i] == f->refuses) {
			f->refusals++;
			return i;
		}
		f->has[keys[i]] = true;
		f->items++;
	}
	return n;
}

static size_t
plain_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct plain *f = (const struct plain *)base;
	size_t hits = 0;

	require(n % 8 == 0 && n <= (f->longest ? f->longest : QUERIES_BATCH), "%zu keys", n);
	for (size_t i = 0; i < n; i++)
		hits += hit[i] = keys[i] < KEYS && f->has[keys[i]] && keys[i] != f->loses;
	return hits;
}

static size_t
plain_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct plain *f = (struct plain *)base;
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		if (keys[i] < KEYS && f->has[keys[i]]) {
			f->has[keys[i]] = false;
			f->items--;
			found += keys[i] != f->loses;
		}
	return found;
}

static const struct filter_ops ops = {
	.name = "plain", .insert = plain_insert, .contains = plain_contains, .remove = plain_remove};

static void
plain_init(struct plain *f, uint64_t *keys)
{
	*f = (struct plain){.base.ops = &ops, .refuses = NEVER, .loses = NEVER};
	for (size_t i = 0; i < KEYS; i++)
		keys[i] = i;
}

/* The filter holds the ring's residents, and only those. */
static void
agrees(const struct plain *f, const struct ring *r)
{
	bool resident[KEYS] = {false};

	for (size_t i = 0; i < r->resident; i++)
		resident[r->keys[(r->head + i) % r->size]] = true;
	for (size_t i = 0; i < r->size; i++)
		require(f->has[r->keys[i]] == resident[r->keys[i]], "key %llu", (unsigned long long)r->keys[i]);
	require(f->items == r->resident, "%zu items, %zu residents", f->items, r->resident);
}

TEST(test_ring)
{
	static struct plain f;
	static uint64_t keys[KEYS];
	struct ring r = {.keys = keys, .size = 100};
	uint64_t random = test_stream("ring");
	size_t refused = 0, seen = 0;

	plain_init(&f, keys);
	for (int step = 0; step < 5000; step++) {
		const size_t n = (size_t)(rng_next(&random) % 30);

		f.refuses = rng_next(&random) % 100;
		if (rng_next(&random) % 2) {
			if (r.resident + n < r.size - 2)
				refused += ring_insert(&f.base, &r, n);
		} else if (n <= r.resident) {
			require(ring_remove(&f.base, &r, n) == 0, "lost");
		}
		agrees(&f, &r);
		seen |= (size_t)1 << r.head % 32;
	}
	require(refused == f.refusals && refused > 0, "%zu refusals, %zu told", f.refusals, refused);
	require(seen == UINT32_MAX, "it never came round");
	/* A key that is always refused does not keep the others out. */
	while (r.resident > 10)
		require(ring_remove(&f.base, &r, 1) == 0, "lost");
	f.refuses = keys[(r.head + r.resident) % r.size];
	require(ring_insert(&f.base, &r, 3) == 1 && r.resident == 12, "%zu residents", r.resident);
	agrees(&f, &r);
}

/* However many are refused, the number of residents stays, and every insertion is tried once. */
TEST(test_churn)
{
	static struct plain f;
	static uint64_t keys[KEYS], queries[QUERIES_BATCH];
	static uint8_t present[QUERIES_BATCH / 8];
	const struct query_set asked = {.keys = queries, .present = present, .n = QUERIES_BATCH};
	struct ring rings[3];
	struct churn_task t = {.lookup = {.filter = &f.base, .asked = &asked},
	                       .ring = rings,
	                       .rings = 3,
	                       .first = 1,
	                       .stride = 2,
	                       .target = 50,
	                       .lookups = 24,
	                       .updates = 16};
	uint64_t random = test_stream("churn"), ops_done = 0;

	plain_init(&f, keys);
	for (size_t i = 0; i < 3; i++)
		rings[i] = (struct ring){.keys = keys + 100 * i, .size = 100};
	for (size_t i = 0; i < QUERIES_BATCH; i++)
		queries[i] = NEVER;
	while (fill_body(&t) > 0)
		;
	require(rings[0].resident == 0 && rings[1].resident == 50 && rings[2].resident == 0,
	        "thread 1 of 2 has one ring of three");
	t.first = 0;
	t.turn = 0;
	while (fill_body(&t) > 0)
		;
	require(rings[0].resident == 50 && rings[2].resident == 50, "thread 0 of 2 has two rings");
	t.turn = 0;
	for (int call = 0; call < 2000; call++) {
		const size_t inserts = (size_t)t.inserts,
			     done = (f.refuses = 200 + rng_next(&random) % 100, churn_body(&t));

		require(done == 24 + 8 + t.inserts - inserts, "%zu", done);
		ops_done += done;
	}
	f.refuses = NEVER;
	(void)churn_body(&t);
	(void)churn_body(&t);
	require(rings[0].resident == 50 && rings[1].resident == 50 && rings[2].resident == 50, "%zu %zu %zu",
	        rings[0].resident, rings[1].resident, rings[2].resident);
	require(t.refused == f.refusals && t.refused > 0 && t.lost == 0 && t.lookup.missed == 0,
	        "%llu refused, %llu lost", (unsigned long long)t.refused, (unsigned long long)t.lost);
	f.loses = rings[t.turn * 2].keys[rings[t.turn * 2].head];
	(void)churn_body(&t);
	require(t.lost == 1, "%llu lost", (unsigned long long)t.lost);
	require(ops_done > 0, "nothing done");
}

TEST(test_lookup)
{
	enum { N = 3 * QUERIES_BATCH };
	static struct plain f;
	static uint64_t keys[KEYS], queries[N];
	static uint8_t present[N / 8];
	const struct query_set asked = {.keys = queries, .present = present, .n = N};
	struct lookup_task t = {.filter = &f.base, .asked = &asked};

	plain_init(&f, keys);
	for (size_t i = 0; i < N; i++) {
		queries[i] = i;
		f.has[i] = i % 3 == 0;
		present[i / 8] = (uint8_t)(present[i / 8] | (i % 3 == 0) << i % 8);
	}
	for (int i = 0; i < 7; i++)
		require(lookup_body(&t) == QUERIES_BATCH && t.missed == 0, "%llu missed", (unsigned long long)t.missed);
	require(t.at == QUERIES_BATCH, "at %zu", t.at);
	f.loses = 300; /* in the second batch, which comes next */
	(void)lookup_body(&t);
	require(t.missed == 1, "%llu missed", (unsigned long long)t.missed);
	(void)lookup_body(&t);
	require(t.missed == 1, "%llu missed", (unsigned long long)t.missed);
	/* Calls of other lengths: shorter, longer, and one with room of its own; around the end, with each key checked
	 * once. */
	f.loses = 300;
	for (int i = 0; i < 3; i++) {
		static const size_t calls[] = {8, N / 2, N};
		static uint8_t hit[N];

		f.longest = calls[i];
		t = (struct lookup_task){
			.filter = &f.base, .asked = &asked, .call = calls[i], .hit = i == 2 ? hit : NULL};
		for (size_t done = 0; done < 2 * N; done += calls[i])
			require(lookup_body(&t) == calls[i], "a call of %zu", calls[i]);
		require(t.missed == 2 && t.at == 0, "calls of %zu: %llu missed, at %zu", calls[i],
		        (unsigned long long)t.missed, t.at);
	}
}

TEST(test_build)
{
	static struct plain f;
	static uint64_t keys[KEYS];
	struct build_task t = {.filter = &f.base, .keys = keys, .n = 1000};

	plain_init(&f, keys);
	while (build_body(&t) > 0)
		;
	require(t.at == 1000 && f.items == 1000 && !t.refused, "%zu", t.at);
	t = (struct build_task){.filter = &f.base, .keys = keys + 1000, .n = 1000};
	f.refuses = 1777;
	while (build_body(&t) > 0)
		;
	f.refuses = NEVER;
	require(build_body(&t) == 0 && t.at == 777 && f.items == 1777 && t.refused, "%zu", t.at);
}

/* Every operation of the writing ceiling changes a line, including the last prefetched ones; the reading ceiling
 * changes none. */
TEST(test_ceiling)
{
	enum { LINES = 64, N = 5 * QUERIES_BATCH };
	static _Alignas(64) uint64_t lines[LINES][8];
	static uint64_t keys[N];
	struct hash hash;
	struct ceiling_task t = {.what = CEILING_SHARED_1, .style = CEILING_AHEAD};
	uint64_t stream = test_stream("ceiling"), sum = 0, touched = 0;
	size_t done = 0;

	require(hash_init(&hash, NULL, 1), "no hash");
	for (size_t i = 0; i < N; i++)
		keys[i] = test_key(stream, i);
	t.ground = ceiling_memory(&hash, lines, sizeof lines, keys, N);
	for (int call = 0; call < 3; call++)
		done += ceiling_body(&t);
	for (size_t i = 0; i < LINES; i++) {
		sum += lines[i][0];
		touched += lines[i][0] > 0;
	}
	require(sum == done && done > 0 && touched == LINES, "%zu operations, %llu changes of %llu lines", done,
	        (unsigned long long)sum, (unsigned long long)touched);
	t.what = CEILING_READ_2;
	require(ceiling_body(&t) > 0, "nothing read");
	for (size_t i = 0; i < LINES; i++)
		sum -= lines[i][0];
	require(sum == 0, "reads changed something");
}

TEST(test_counts)
{
	static const struct {
		size_t cpus, counts, count[WINDOWS_COUNTS];
	} known[] = {
		{1, 1, {1}},
		{2, 2, {1, 2}},
		{3, 3, {1, 2, 3}},
		{4, 4, {1, 2, 3, 4}},
		{6, 5, {1, 2, 3, 4, 6}},
		{8, 6, {1, 2, 3, 4, 6, 8}},
		{16, 8, {1, 2, 3, 4, 6, 8, 12, 16}},
		{20, 9, {1, 2, 3, 4, 6, 8, 12, 16, 20}},
	};
	size_t count[WINDOWS_COUNTS];

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		require(windows_counts(known[i].cpus, count) == known[i].counts, "%zu processors", known[i].cpus);
		for (size_t j = 0; j < known[i].counts; j++)
			require(count[j] == known[i].count[j], "%zu processors: %zu", known[i].cpus, count[j]);
	}
	require(windows_counts(1024, count) <= WINDOWS_COUNTS, "too many");
}

TEST(fairness_of_known_shares)
{
	static const struct {
		uint64_t ops[4];
		size_t n;
		double least, jain;
	} known[] = {{{5, 5, 5, 5}, 4, 1, 1}, {{0, 0, 7, 0}, 4, 0, 0.25}, {{0, 0}, 2, 0, 0}, {{1, 3}, 2, 1.0 / 3, 0.8}};
	uint64_t huge[1024], num, den;

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		windows_least_over_greatest(known[i].ops, known[i].n, &num, &den);
		require((double)num / (double)den == known[i].least, "%zu: least %f", i, (double)num / (double)den);
		windows_jain(known[i].ops, known[i].n, &num, &den);
		require((double)num / (double)den == known[i].jain, "%zu: Jain %f", i, (double)num / (double)den);
	}
	for (size_t i = 0; i < COUNT_OF(huge); i++)
		huge[i] = UINT64_MAX - i;
	windows_jain(huge, COUNT_OF(huge), &num, &den);
	require(num == den && num > 0, "%f", (double)num / (double)den);
}
