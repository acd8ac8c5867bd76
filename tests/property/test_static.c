/* SPDX-License-Identifier: MIT */
/*
 * test_static.c - what every filter that is built at once promises (core/filter.h, FILTER_STATIC).
 *
 *      keys --> build_filter (core/build.h) --> filter:  every key is in; the others as rarely as its source says;
 *                                                        the same seed, the same bytes; saved and loaded; refusals
 *
 * Key sets are those on which builds are known to go wrong: none, one, two, three; equal ones; numbers in a row.
 * test_static_sizes.c has those that are as many as a table of some size can take.
 */
#include "core/cache.h"
#include "core/hash.h"
#include "datasets/keys.h"
#include "tests/built.h"

#include <math.h>

enum { LEAST_R = 4, MOST_R = 32, MANY = TEST_SANITIZED ? 3000 : 20000 };

/* As on a machine whose caches hold every table, or none: builds and lookups differ in what they fetch ahead, and in
 * which order. */
static void
pretend(bool held)
{
	cache_pretend(held ? (size_t)1 << 40 : 1, held ? (size_t)1 << 50 : 1);
}

static void
any_number(const struct filter_ops *ops)
{
	uint64_t *keys = random_keys("static", MANY);

	for (size_t n = 0; n <= MANY; n = n < 130 ? n + 1 : n * 3 / 2) {
		const struct filter_params params = {.seed = n};
		struct filter *f = build(ops, &params, keys, n);

		has_all(f, keys, n);
		ops->destroy(f);
	}
	free(keys);
}

static void
any_width(const struct filter_ops *ops)
{
	enum { KEYS = 400 };
	uint64_t *keys = random_keys("widths", KEYS);

	for (unsigned r = LEAST_R; r <= MOST_R; r++)
		for (size_t n = KEYS - 7; n <= KEYS; n++) {
			const struct filter_params params = {.fp_bits = r, .seed = r};
			struct filter *f = build(ops, &params, keys, n);

			has_all(f, keys, n);
			require(test_info(f).fp_bits == r, "r=%u", test_info(f).fp_bits);
			ops->destroy(f);
		}
	free(keys);
}

/* Equal keys, numbers in a row, and numbers that differ in their high bits only. */
static void
odd_keys(const struct filter_ops *ops)
{
	uint64_t *keys = model_memory(MANY, sizeof *keys);

	for (unsigned set = 0; set < 5; set++) {
		const struct filter_params params = {.seed = set};
		struct filter *f;

		for (size_t i = 0; i < MANY; i++)
			keys[i] = set == 0   ? 7
			          : set == 1 ? i / 2
			          : set == 2 ? i
			          : set == 3 ? (uint64_t)i << 48
			                     : i % 1000;
		f = build(ops, &params, keys, MANY);
		has_all(f, keys, MANY);
		ops->destroy(f);
	}
	free(keys);
}

/* Nothing is in a filter of no keys, however wide it is, and also one that was saved, or is looked up by a view. */
static void
is_empty(const struct filter *f, const uint64_t *keys, size_t n)
{
	uint8_t *hit = model_memory(n, 1);
	uint32_t *value = model_memory(n, sizeof *value);

	memset(hit, 1, n);
	require(f->ops->contains(f, keys, n, hit) == 0, "a key is in");
	for (size_t i = 0; i < n; i++)
		require(hit[i] == 0 && !test_has(f, keys[i]), "key %zu is in", i);
	memset(hit, 1, n);
	require(!f->ops->value || f->ops->value(f, keys, n, hit, value) == 0, "a key has a value");
	for (size_t i = 0; i < n && f->ops->value; i++)
		require(hit[i] == 0, "key %zu has a value", i);
	require(test_items(f) == 0 && !f->ops->check(f), "its facts");
	free(value);
	free(hit);
}

static void
no_keys(const struct filter_ops *ops)
{
	enum { ASKED = 1000 };
	const struct filter_ops *twin = ops->twin ? filter_find(ops->twin) : ops;
	uint64_t *keys = random_keys("of none", ASKED);

	for (unsigned r = LEAST_R; r <= MOST_R; r += 4) {
		const struct filter_params params = {.fp_bits = r, .seed = r};
		struct filter *f = build(ops, &params, NULL, 0), *of = build(twin, &params, NULL, 0), *g;

		is_empty(f, keys, ASKED);
		if (ops->load) {
			const struct test_bytes saved = test_save(f);

			require(test_load(ops, saved.data, saved.size, &g) == FILTER_OK, "it is not loaded");
			is_empty(g, keys, ASKED);
			ops->destroy(g);
			free(saved.data);
		}
		if (ops->view) {
			require(filter_view(ops, of, &g) == FILTER_OK, "it has no view");
			is_empty(g, keys, ASKED);
			ops->destroy(g);
		}
		ops->destroy(of);
		ops->destroy(f);
	}
	free(keys);
}

static void
whatever_caches(const struct filter_ops *ops, void (*check)(const struct filter_ops *))
{
	for (int held = 0; held < 2; held++) {
		pretend(held);
		check(ops);
	}
	cache_pretend(0, 0);
}

PROPERTY(every_number, FILTER_STATIC, "any number of keys")
{
	whatever_caches(ops, any_number);
}

PROPERTY(no_key, FILTER_STATIC, "a filter of no keys says no")
{
	whatever_caches(ops, no_keys);
}

PROPERTY(every_width, FILTER_STATIC, "any width")
{
	whatever_caches(ops, any_width);
}

PROPERTY(odd_sets, FILTER_STATIC, "equal keys, and keys in a row")
{
	whatever_caches(ops, odd_keys);
}

/* Among keys that were not given, about one in 2^r is reported present, at most: within five standard deviations. A
 * filter of sorted values stays below that, for some of its keys' values are equal: by half of the rate. */
PROPERTY(rate, FILTER_STATIC, "absent keys are reported present as rarely as the source says")
{
	static const unsigned widths[] = {4, 5, 8, 9, 12, 16};
	const size_t asked = TEST_SANITIZED ? 1 << 16 : 1 << 20;
	uint64_t *keys = random_keys("rate", MANY);
	const uint64_t stream = test_stream("absent");

	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		const struct filter_params params = {.fp_bits = widths[i], .seed = i};
		struct filter *f = build(ops, &params, keys, MANY);
		/* one that tells an owner is wrong in three of 2^r cases */
		const double ways = ops->set_value ? 3 : 1, expected = ways * ldexp((double)asked, -(int)widths[i]),
			     spread = 5 * sqrt(expected) + 1;
		uint64_t some[256];
		size_t hits = 0;

		for (size_t k = 0; k < asked; k += COUNT_OF(some)) {
			uint8_t hit[COUNT_OF(some)];

			for (size_t j = 0; j < COUNT_OF(some); j++)
				some[j] = test_key(stream, k + j);
			hits += ops->contains(f, some, COUNT_OF(some), hit);
		}
		require((double)hits <= expected + spread &&
		                (double)hits >= expected * (1 - ldexp(1, -(int)widths[i] - 1)) - spread,
		        "%zu of %zu, and %.0f +- %.0f are expected", hits, asked, expected, spread);
		ops->destroy(f);
	}
	free(keys);
}

/* The twin's answers and table, or the same seed twice; with other caches. */
static void
agree(const struct filter_ops *ops, bool held)
{
	const struct filter_ops *twin = ops->twin ? filter_find(ops->twin) : ops;
	uint64_t *keys = random_keys("twins", MANY);

	for (unsigned r = LEAST_R; r <= MOST_R; r += 4) {
		for (size_t h = 0; hash_all[h].name; h++) {
			const struct filter_params params = {.fp_bits = r, .seed = r + h, .hash = hash_all[h].name};
			const size_t n = MANY / (r + h + 1);
			uint8_t *hit = model_memory(2 * MANY, 1);
			struct filter *a, *b;

			pretend(held);
			a = build(ops, &params, keys, n);
			pretend(!held);
			b = build(twin, &params, keys, n);
			test_same_table(a, b, "twins");
			require(ops->contains(a, keys, MANY, hit) == twin->contains(b, keys, MANY, hit + MANY),
			        "counts differ");
			require(memcmp(hit, hit + MANY, MANY) == 0, "answers differ");
			free(hit);
			ops->destroy(a);
			twin->destroy(b);
		}
	}
	free(keys);
}

PROPERTY(same_table, FILTER_STATIC, "the seed decides, whatever the caches, and twins agree")
{
	agree(ops, false);
	agree(ops, true);
	cache_pretend(0, 0);
}

/* Each key has its value; with set_value another. A value changes no other key's. */
PROPERTY(values, FILTER_STATIC | FILTER_VALUES, "each key has its value")
{
	uint64_t *keys = random_keys("values", MANY);
	uint32_t *wanted = model_memory(MANY, sizeof *wanted), *told = model_memory(MANY, sizeof *told);
	uint8_t *hit = model_memory(MANY, 1);

	for (unsigned v = 1; v <= 24; v += 23 - v / 2 > 8 ? 4 : 8) {
		const struct filter_params params = {
			.fp_bits = 4 + v % 29, .value_bits = v, .values = wanted, .seed = v};
		const size_t n = MANY / v;
		struct filter *f;

		for (size_t i = 0; i < n; i++)
			wanted[i] = (uint32_t)(test_key(1, i) & ((1u << v) - 1));
		f = build(ops, &params, keys, n);
		has_all(f, keys, n);
		for (unsigned round = 0; round < 2; round++) {
			require(ops->value(f, keys, n, hit, told) == n, "a key has no value");
			for (size_t i = 0; i < n; i++)
				require(hit[i] == 1 && told[i] == wanted[i], "key %zu of %zu, v=%u: %u, not %u", i, n,
				        v, told[i], wanted[i]);
			for (size_t i = 0; i < n && ops->set_value && round == 0; i += 3) {
				wanted[i] ^= 1;
				ops->set_value(f, keys + i, 1, wanted + i);
			}
		}
		ops->destroy(f);
	}
	free(keys);
	free(wanted);
	free(told);
	free(hit);
}

PROPERTY(files, FILTER_STATIC | TEST_LOADS, "saved and loaded; damaged files are refused")
{
	uint64_t *keys = random_keys("files", 500);

	for (size_t n = 0; n <= 500; n += n < 4 ? 1 : 248) {
		const struct filter_params params = {.seed = n, .fp_bits = n % 2 ? 13 : 0};
		struct filter *f = build(ops, &params, keys, n), *g;
		const struct test_bytes saved = test_save(f);

		require(test_load(ops, saved.data, saved.size, &g) == FILTER_OK, "a saved filter is not loaded");
		test_same_bytes(f, g, "loaded");
		has_all(g, keys, n);
		ops->destroy(g);
		for (size_t i = 0; i < saved.size; i += 1 + saved.size / 300) {
			saved.data[i] ^= 1;
			require(test_load(ops, saved.data, saved.size, &g) == FILTER_ECORRUPT,
			        "byte %zu may be anything", i);
			saved.data[i] ^= 1;
			require(test_load(ops, saved.data, i, &g) == FILTER_ECORRUPT, "%zu bytes suffice", i);
		}
		free(saved.data);
		ops->destroy(f);
	}
	free(keys);
}

/* Parameters that it does not use are refused by name. So are keys that no seed lays out, and keys that are too many.
 * */
PROPERTY(refusals, FILTER_STATIC, "refuses what it cannot do")
{
	static const struct {
		const char *names;
		struct filter_params params;
	} refused[] = {{"bytes", {.bytes = 4096}},
	               {"buckets", {.buckets = 64}},
	               {"items", {.items = 3}},
	               {"slots", {.slots = 3}},
	               {"hashes", {.hashes = 3}},
	               {"tables", {.tables = 4}},
	               {"counter_bits", {.counter_bits = 1}},
	               {"max_kicks", {.max_kicks = 500}},
	               {"max_load", {.max_load = 900}},
	               {"stripes", {.stripes = 64}},
	               {"doublings", {.doublings = 2}},
	               {"kicks", {.kicks = FILTER_KICKS_BFS}},
	               {"fp_bits", {.fp_bits = 33}},
	               {"value_bits", {.value_bits = 25}},
	               {"hash", {.hash = "crc"}}};
	const struct filter_params plain = {.hash = "identity"};
	const uint64_t three[] = {1, 2, 3};
	struct filter *f = (struct filter *)(void *)&f;
	uint64_t row[1000];
	const char *why;
	unsigned seeds;

	for (size_t i = 0; i < COUNT_OF(refused); i++) {
		why = NULL;
		require(filter_build(ops, &refused[i].params, three, 3, &f, &why) == FILTER_EINVAL && !f, "%s is taken",
		        refused[i].names);
		require(why && strstr(why, refused[i].names), "%s: %s", refused[i].names, why);
	}
	require(filter_create(ops, &plain, &f, &why) == FILTER_EINVAL && !f && *why, "created without keys");
	for (size_t i = 0; i < COUNT_OF(row); i++)
		row[i] = i;
	if (build_filter(ops, &plain, row, COUNT_OF(row), &f, &seeds, &why) == FILTER_OK) {
		has_all(f, row, COUNT_OF(row));
		ops->destroy(f);
	} else {
		require(!f && seeds == BUILD_SEEDS && strstr(why, "seed"), "%u seeds: %s", seeds, why);
	}
	require(filter_build(ops, &ops->facts.params, three, SIZE_MAX / 16, &f, &why) == FILTER_EINVAL && !f,
	        "too many keys");
}
