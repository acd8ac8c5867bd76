/* SPDX-License-Identifier: MIT */
/*
 * test_latency.c - single operations one by one: the schedule of arrivals, what counts as a sample, and that a filter
 * that loses a key fails its cell. Nothing here depends on speed.
 */
#include "tests/test.h"

#include "harness/machine/topology.h"
#include "harness/plan/options.h"
#include "harness/programs/programs.h"
#include "harness/run/run.h"
#include "harness/stats/arrivals.h"
#include "harness/timing/measure.h"
#include "harness/timing/measure_latency.h"

#include <math.h>

/* --- arrivals --- */

enum { GAPS = 1 << 14 };

TEST(arrivals_follow_from_the_seed)
{
	static uint32_t one[GAPS], same[GAPS], other[GAPS];
	const uint64_t seed = test_stream("arrivals");
	size_t differ = 0;

	arrivals_poisson(one, GAPS, 300, seed);
	arrivals_poisson(same, GAPS, 300, seed);
	arrivals_poisson(other, GAPS, 300, seed + 1);
	assert_memory_equal(one, same, sizeof one);
	for (size_t i = 0; i < GAPS; i++)
		differ += one[i] != other[i];
	require(differ > GAPS / 10 * 9, "%zu of %d gaps differ with another seed", differ, GAPS);
}

/* Exactly the rate, and exponential: the largest distance of the distributions, times the root of n, exceeds 1.95 once
 * in a thousand times (Kolmogorov). */
TEST(arrivals_are_poisson)
{
	static const double means[] = {1, 7.3, 300, 40000, 6e7};
	static uint32_t gap[GAPS];

	for (size_t m = 0; m < COUNT_OF(means); m++) {
		uint64_t sum = 0;
		double widest = 0, seen = 0;

		arrivals_poisson(gap, GAPS, means[m], test_stream("poisson") + m);
		for (size_t i = 0; i < GAPS; i++)
			sum += gap[i];
		require(sum == (uint64_t)llround(means[m] * GAPS), "mean %g: %g", means[m], (double)sum / GAPS);
		if (means[m] < 100) /* whole numbers are too coarse for the check */
			continue;
		for (double x = 0.05; x < 5; x += 0.05) {
			seen = 0;
			for (size_t i = 0; i < GAPS; i++)
				seen += gap[i] <= x * means[m];
			widest = fmax(widest, fabs(seen / GAPS - (1 - exp(-x))));
		}
		require(widest * sqrt(GAPS) < 1.95, "mean %g: %g from exponential", means[m], widest);
	}
}

/* --- the clock --- */

/* The time between a pair of readings lies between what the other clock shows just inside and just outside the pair. */
TEST(the_clocks_agree)
{
	const struct latency_clock *clock = latency_clock();

	require(clock->ticks_per_ns > 0 && clock->step_ticks >= 1 && *clock->name, "%s", clock->name);
	assert_ptr_equal(clock, latency_clock());
	for (int i = 0; i < 5; i++) {
		const uint64_t outer = clock_ns(), from = latency_begin(), inner = clock_ns();
		uint64_t last, ticks, whole;

		while ((last = clock_ns()) < inner + 2000000)
			;
		ticks = latency_end() - from;
		whole = clock_ns() - outer;
		/* The calibration is good to 1 in 10^5; the test allows a hundred times that. */
		require((double)latency_ns(ticks) > (double)(last - inner) * 0.999, "%llu ns",
		        (unsigned long long)latency_ns(ticks));
		require((double)latency_ns(ticks) < (double)whole * 1.001, "%llu ns",
		        (unsigned long long)latency_ns(ticks));
	}
}

/* --- samples --- */

enum { KEYS = 3000, QUERIES = 96 * LATENCY_BATCH };

struct scene {
	struct filter *filter;
	uint64_t in[KEYS], key[QUERIES];
	uint8_t present[QUERIES / 8];
	struct query_set asked;
};

/* A filter with KEYS keys, and queries; every second query is for one of them. */
static struct scene *
make_scene(const char *filter)
{
	struct test_config config = test_default_config(filter_find(filter), 2 * KEYS);
	struct scene *s = calloc(1, sizeof *s);
	const uint64_t stream = test_stream("latency");

	s->filter = test_create(filter_find(filter), &config);
	for (size_t i = 0; i < KEYS; i++)
		s->in[i] = test_key(stream, i);
	require(s->filter->ops->insert(s->filter, s->in, KEYS) == KEYS, "refused");
	for (size_t i = 0, absent = KEYS; i < QUERIES; i++)
		s->key[i] = test_key(stream, i % 2 ? i % KEYS : absent++);
	memset(s->present, 0xaa, sizeof s->present);
	s->asked = (struct query_set){.keys = s->key, .present = s->present, .n = QUERIES};
	return s;
}

static void
free_scene(struct scene *s)
{
	s->filter->ops->destroy(s->filter);
	free(s);
}

/* Removes the present key of a query, and returns how many queries are for it. */
static size_t
lose_key(struct scene *s, size_t query)
{
	size_t asked = 0;

	require(test_remove(s->filter, s->key[query]), "not there");
	require(!test_has(s->filter, s->key[query]), "still there: an alias");
	for (size_t i = 0; i < QUERIES; i++)
		asked += i % 2 && !test_has(s->filter, s->key[i]);
	return asked;
}

TEST(one_lookup_in_sixteen_is_timed)
{
	struct scene *s = make_scene("cf-striped");
	struct histogram *h = calloc(2, sizeof *h);
	struct latency_reader reader = {.filter = s->filter, .asked = &s->asked, .service = &h[0], .timer = &h[1]};
	size_t asked, done = 0;

	latency_clock();
	for (size_t i = 0; i < 2 * QUERIES / LATENCY_BATCH; i++)
		done += latency_read(&reader);
	require(done == 2 * QUERIES, "%zu", done);
	require(h[0].count == done / LATENCY_EVERY && h[1].count == h[0].count, "%llu samples",
	        (unsigned long long)h[0].count);
	require(reader.missed == 0 && reader.at == 0, "%llu missed", (unsigned long long)reader.missed);
	/* A key of a timed lookup, and one that no timed lookup has. */
	asked = lose_key(s, LATENCY_EVERY - 1);
	for (size_t i = 0; i < QUERIES / LATENCY_BATCH; i++)
		latency_read(&reader);
	require(reader.missed == asked, "%llu missed, not %zu", (unsigned long long)reader.missed, asked);
	reader.missed = 0;
	asked = lose_key(s, LATENCY_EVERY + 1);
	for (size_t i = 0; i < QUERIES / LATENCY_BATCH; i++)
		latency_read(&reader);
	require(reader.missed == asked, "%llu missed, not %zu", (unsigned long long)reader.missed, asked);
	free(h);
	free_scene(s);
}

/* Every arrival is served once, in order, not before it is due, and its response is never shorter than its service. */
TEST(arrivals_are_served)
{
	static const uint32_t now[1] = {0}, never_early[4] = {200000, 0, 0, 400000};
	struct scene *s = make_scene("cf-mutex");
	struct histogram *h = calloc(2, sizeof *h);
	struct latency_server server = {.filter = s->filter,
	                                .asked = &s->asked,
	                                .gap = never_early,
	                                .gaps = 4,
	                                .response = &h[0],
	                                .service = &h[1]};
	const uint64_t before = (latency_clock(), latency_begin());
	uint64_t after;
	size_t asked, done = 0;

	for (int i = 0; i < 4; i++)
		done += latency_serve(&server);
	after = latency_end();
	require(done == 4 * LATENCY_BATCH && h[0].count == done && h[1].count == done, "%llu",
	        (unsigned long long)h[0].count);
	/* The last arrival was due 600000 ticks a cycle after the first, less its own gap. */
	require(after - before >= done / 4 * 600000 - 400000, "%llu ticks", (unsigned long long)(after - before));
	require(server.due - before >= done / 4 * 600000 && server.due - before < done / 4 * 600000 + (after - before),
	        "due");
	for (double q = 0; q <= 1; q += 0.125)
		require(histogram_at(&h[0], q) >= histogram_at(&h[1], q), "quantile %g", q);
	/* A closed loop: always due, so that the response of the last is all the time since the first. */
	server = (struct latency_server){
		.filter = s->filter, .asked = &s->asked, .gap = now, .gaps = 1, .response = &h[0], .service = &h[1]};
	h[0] = h[1] = (struct histogram){0};
	asked = lose_key(s, 1);
	for (size_t i = 0; i < QUERIES / LATENCY_BATCH; i++)
		latency_serve(&server);
	require(h[0].max == latency_ns(server.now - server.due), "%llu", (unsigned long long)h[0].max);
	require(server.missed == asked, "%llu missed, not %zu", (unsigned long long)server.missed, asked);
	free(h);
	free_scene(s);
}

/* Kicks of single insertions add up to the filter's own count; a refused insertion is in no histogram. */
TEST(insertions_are_told_one_by_one)
{
	static const char *const names[] = {"cf", "cf-striped"};

	latency_clock();
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct test_config config = test_default_config(filter_find(names[i]), 1000);
		struct filter *f = test_create(filter_find(names[i]), &config);
		const size_t room = test_slots(f, 0);
		uint64_t *key = calloc(room + 1, sizeof *key), kicks = 0, stream = test_stream("kicks");
		struct histogram *h = calloc(3, sizeof *h);
		size_t in;

		for (size_t k = 0; k <= room; k++)
			key[k] = test_key(stream, k);
		/* While walks are short, every number has a cell of its own. */
		in = latency_insert(f, key, room * 8 / 10, &h[0], &h[1], &h[2]);
		require(in == room * 8 / 10 && h[1].max > 0 && h[1].max < 128, "%s: %zu, %llu", names[i], in,
		        (unsigned long long)h[1].max);
		for (size_t c = 0; c < 128; c++)
			kicks += h[1].cell[c] * c;
		require(kicks == test_info(f).kicks, "%s: %llu", names[i], (unsigned long long)kicks);
		in += latency_insert(f, key + in, room + 1 - in, &h[0], &h[1], &h[2]);
		require(in <= room && test_items(f) == in, "%s: %zu of %zu", names[i], in, room);
		require(h[0].count == in && h[1].count == in && h[2].count == in, "%s: %llu samples", names[i],
		        (unsigned long long)h[0].count);
		free(h);
		free(key);
		f->ops->destroy(f);
	}
}

/* --- the program --- */

static struct filter_ops liar;
static size_t until_it_lies;

static size_t
forget_one(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = filter_find("cf-striped")->contains(f, keys, n, hit);

	/* In a lookup of one key, as timed lookups are; the gate after a fill looks up many at once. */
	if (n == 1 && hit[0] && --until_it_lies == 0)
		hits = hit[0] = 0;
	return hits;
}

static size_t
lose_removed(struct filter *f, const uint64_t *keys, size_t n)
{
	(void)filter_find("cf-striped")->remove(f, keys, n);
	return 0;
}

/* Runs a tiny cell of `liar`. Returns its output, which the caller frees. *failed: the result of run_cell. */
static char *
run_liar(int *failed)
{
	struct planned planned = {.label = "test"};
	struct options options = {.seed = 1, .cpu = -1};
	struct run_notes notes;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	planned.cell = (struct cell){.program = &program_latency,
	                             .filter = &liar,
	                             .params = {.bytes = (size_t)6 << 10},
	                             .target = SIZE_MAX,
	                             .queries = 1 << 12};
	*failed = run_cell(&planned, &options, out, &notes);
	fclose(out);
	return text;
}

TEST(a_lost_key_fails_the_cell)
{
	const char *why;
	int failed;
	char *text;

	liar = *filter_find("cf-striped");
	text = run_liar(&failed);
	require(failed == 0 && strstr(text, "lookup_alone"), "an honest filter: %s", text);
	free(text);
	liar.contains = forget_one;
	until_it_lies = 100;
	text = run_liar(&failed);
	require(failed && strstr(text, "!false negatives: "), "%.200s", text);
	free(text);
	if (topology_get(&why)->cpus > 1) { /* otherwise there is no writer */
		liar = *filter_find("cf-striped");
		liar.remove = lose_removed;
		text = run_liar(&failed);
		require(failed && strstr(text, "keys were inserted and not found to delete"), "%.200s", text);
		free(text);
	}
}
