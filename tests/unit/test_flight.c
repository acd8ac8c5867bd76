/* SPDX-License-Identifier: MIT */
/* test_flight.c - lookups in flight give the filter's answers, key by key, at any width; reads load the lines of the
 * ceilings; points are read off a line. */
#include "tests/test.h"

#include "core/cache.h"
#include "core/hash.h"
#include "datasets/keys.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/round_points.h"
#include "harness/timing/flight.h"

#include <math.h>

enum { ITEMS = 9000, KEYS = 4096 + 3 };

static const struct {
	const char *name;
	struct filter_params params;
} filters[] = {
	{"cf", {.buckets = 4096, .fp_bits = 12, .slots = 4}},
	{"cf-batch", {.buckets = 4096, .fp_bits = 12, .slots = 4}},
	{"ss-cf", {.buckets = 4096, .fp_bits = 13, .slots = 4}},
	{"blk-bf", {.bytes = 16384, .hashes = 9}},
};

static struct filter *
make(const char *name, const struct filter_params *params)
{
	struct filter *f;
	const char *why;

	assert_int_equal(filter_create(filter_find(name), params, &f, &why), FILTER_OK);
	return f;
}

/* Half of the keys are in. */
static void
ask(uint64_t keys[KEYS])
{
	keys_fill(keys, KEYS / 2, 5, 0);
	keys_fill(keys + KEYS / 2, KEYS - KEYS / 2, 5, KEYS_ABSENT);
}

/* With prefetches into the first cache, and, on a machine that has any, into the second. */
static void
pretend(bool second)
{
	cache_pretend(second ? 1 : (size_t)1 << 40, second ? 1 : (size_t)1 << 50);
}

static void
answers_alike(bool second)
{
	static uint64_t in[ITEMS], keys[KEYS];
	static uint8_t right[KEYS], hit[KEYS];
	static const size_t few[] = {0, 1, 2, 100, KEYS};

	pretend(second);
	keys_fill(in, ITEMS, 5, 0);
	ask(keys);
	for (size_t i = 0; i < COUNT_OF(filters); i++) {
		struct filter *f = make(filters[i].name, &filters[i].params);
		unsigned widths = 0;

		assert_int_equal(f->ops->insert(f, in, ITEMS), ITEMS);
		assert_true(flight_has(f));
		for (unsigned width = 1; width <= FLIGHT_MOST; width *= 2, widths++)
			for (size_t k = 0; k < COUNT_OF(few); k++) {
				const size_t hits = f->ops->contains(f, keys, few[k], right);

				memset(hit, 7, sizeof hit);
				assert_int_equal(flight_contains(f, keys, few[k], hit, width), hits);
				assert_memory_equal(hit, right, few[k]);
				assert_true(few[k] == KEYS || hit[few[k]] == 7);
			}
		assert_int_equal(widths, FLIGHT_WIDTHS);
		f->ops->destroy(f);
	}
}

TEST(every_width_answers_alike)
{
	answers_alike(false);
	answers_alike(true);
	cache_pretend(0, 0);
}

/* A filter with another layout is refused. */
TEST(others_have_none)
{
	static const struct {
		const char *name;
		struct filter_params params;
	} others[] = {
		{"cf", {.buckets = 64, .fp_bits = 8, .slots = 4}},
		{"cf", {.buckets = 64, .fp_bits = 12, .slots = 2}},
		{"ss-cf", {.buckets = 64, .fp_bits = 12, .slots = 4}},
		{"blk-bf", {.bytes = 4096, .hashes = 7}},
		{"sb-bf", {.bytes = 4096}},
		{"bf", {.bytes = 4096}},
		{"cf-striped", {.buckets = 1024, .fp_bits = 12, .slots = 4}},
	};

	for (size_t i = 0; i < COUNT_OF(others); i++) {
		struct filter *f = make(others[i].name, &others[i].params);

		require(!flight_has(f), "%s", others[i].name);
		f->ops->destroy(f);
	}
}

TEST(reads_are_the_ceilings)
{
	enum { LINES = 37 };
	static _Alignas(64) uint64_t table[LINES * 8];
	static uint64_t keys[KEYS];
	static uint8_t hit[KEYS];
	struct hash hash;
	struct ceiling_memory g;
	size_t odd[2] = {0};

	assert_true(hash_init(&hash, NULL, 3));
	for (size_t i = 0; i < LINES; i++)
		table[i * 8] = i * i / 3;
	ask(keys);
	g = ceiling_memory(&hash, table, sizeof table, keys, KEYS);
	for (size_t k = 0; k < KEYS; k++) {
		const uint64_t h = hash_key(&hash, keys[k]);
		const uint64_t first = table[((h >> 32) * LINES >> 32) * 8],
			       second = table[((h & UINT32_MAX) * LINES >> 32) * 8];

		odd[0] += first & 1;
		odd[1] += (first | second) & 1;
	}
	for (unsigned width = 1; width <= FLIGHT_MOST; width *= 2)
		for (int way = 0; way < 4; way++) {
			pretend(way / 2);
			assert_int_equal(flight_read(&g, way % 2, keys, KEYS, hit, width), odd[way % 2]);
		}
	cache_pretend(0, 0);
}

static bool
near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

TEST(curves_are_read_off)
{
	static const double rate[] = {1, 2, 4, 4};

	assert_true(near(flight_reaches(rate, 4, 0.5), 1));
	assert_true(near(flight_reaches(rate, 4, 2), 2));
	/* a straight line: the number in flight equals the speed-up */
	assert_true(near(flight_reaches(rate, 4, 3), 3));
	assert_true(isnan(flight_reaches(rate, 4, 5)));
	assert_true(isnan(flight_reaches((const double[]){1, NAN, 4}, 3, 3)));
}

/* Three rounds: twice the rate with two in flight, and no more beyond. The filter's own loop has the rate `own` in the
 * last rounds, and a rate out of reach in the others. */
static void
points_of(struct points *points, uint64_t own, unsigned rounds_in_reach)
{
	struct sample at[3 * (FLIGHT_WIDTHS + 1)] = {{.num = 0}};
	struct samples all = {.at = at, .count = 0};
	struct run_data run;

	for (unsigned rep = 0; rep < 3; rep++)
		for (unsigned width = 0; width <= FLIGHT_MOST; width = width ? 2 * width : 1) {
			struct sample *s = &at[all.count++];

			*s = (struct sample){.exp = "h5", .panel = "1MiB", .series = "cf", .unit = "Mops/s"};
			s->rep = rep, s->x = width, s->den = 1000;
			strcpy(s->metric, width ? "lookup" : "own");
			s->num = width == 0 ? (rep < 3 - rounds_in_reach ? 3000 : own) : width == 1 ? 1000 : 2000;
			s->num *= rep + 1;
		}
	*points = (struct points){0};
	for (unsigned width = 1; width <= FLIGHT_MOST; width *= 2)
		points_add(points, "1MiB", "cf", width, "lookup", "Mops/s", width > 1 ? 4000 : 2000);
	run_data_of(&run, &all, SCALE_FULL);
	flight_points(&run, "h5", points);
	run_data_free(&run);
}

TEST(points_follow)
{
	struct points points;

	points_of(&points, 1500, 3);
	assert_true(near(points_find(&points, "1MiB", "cf", 64, "speed_up")->median, 2));
	assert_true(near(points_find(&points, "1MiB", "cf", 0, "enough")->median, 1.8));
	assert_true(near(points_find(&points, "1MiB", "cf", 0, "own_in_flight")->median, 1.5));
	assert_int_equal(points_find(&points, "1MiB", "cf", 0, "enough")->n, 3);
	points_free(&points);
	points_of(&points, 1500, 2);
	assert_int_equal(points_find(&points, "1MiB", "cf", 0, "own_in_flight")->n, 2);
	points_free(&points);
	points_of(&points, 1500, 1); /* most rounds have no value */
	assert_null(points_find(&points, "1MiB", "cf", 0, "own_in_flight"));
	points_free(&points);
	points_of(&points, 900, 3); /* slower than one in flight */
	assert_null(points_find(&points, "1MiB", "cf", 0, "own_in_flight"));
	points_free(&points);
}
