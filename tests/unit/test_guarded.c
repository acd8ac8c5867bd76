/* SPDX-License-Identifier: MIT */
/* test_guarded.c - a store behind filters: a wrong answer is noticed whoever gives it; and what the points of made-up
 * times come to. */
#include "tests/made_samples.h"

#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/store_points.h"
#include "harness/programs/store_asker.h"
#include "harness/stats/stats.h"

#include <math.h>

enum { ITEMS = 3000 };

/* --- who asks ------------------------------------------------------------------------------------------------- */

struct scene {
	struct test_table table;
	struct kv_store *store;
	uint64_t keys[STORE_PIECE], inside[ITEMS];
	struct store_asker asker;
};

/* A filter of all keys, and a store of the first `stored`. */
static struct scene *
scene_make(size_t stored, unsigned percent)
{
	struct scene *s = calloc(1, sizeof *s);
	const struct filter_ops *cf = filter_find("cf");
	struct test_config config = test_default_config(cf, ITEMS);
	struct failure f = {0};
	const uint64_t seed = test_stream("keys");

	require(table_make(&s->table, cf, &config.params, seed, ITEMS, &f), "%s", f.text);
	keys_fill(s->inside, stored, seed, 0);
	qsort(s->inside, stored, sizeof *s->inside, stats_compare_whole);
	require((s->store = kv_store_make(s->inside, stored, kv_store_bytes(stored), &f)), "%s", f.text);
	s->asker = (struct store_asker){.store = s->store,
	                                .filter = s->table.filter,
	                                .seed = seed,
	                                .items = ITEMS,
	                                .percent = percent,
	                                .random = test_stream("asked"),
	                                .keys = s->keys};
	return s;
}

static void
scene_free(struct scene *s)
{
	kv_store_free(s->store);
	table_free(&s->table);
	free(s);
}

/* Asks for a short slice. Returns what was wrong. */
static const char *
asks(struct scene *s, struct slice *slice)
{
	static struct failure f;
	struct contestant c = store_asker_contestant(&s->asker);

	f = (struct failure){0};
	return contend(&c, 100000, slice, &f) ? "" : f.text;
}

TEST(everyone_gets_the_present_keys)
{
	static const unsigned percents[] = {0, 50, 100};

	for (size_t i = 0; i < COUNT_OF(percents); i++) {
		struct scene *s = scene_make(ITEMS, percents[i]);
		struct slice slice;

		assert_string_equal(asks(s, &slice), ""); /* the store behind the filter */
		assert_true(slice.ns >= 100000 && slice.ops % STORE_PIECE == 0);
		require(percents[i] == 0 ? s->asker.of_absent == slice.ops : s->asker.of_absent < slice.ops * 6 / 10,
		        "%zu of %zu keys are absent", (size_t)s->asker.of_absent, (size_t)slice.ops);
		require(s->asker.wrong <= s->asker.of_absent / 20, "%zu of %zu false positives", (size_t)s->asker.wrong,
		        (size_t)s->asker.of_absent);
		s->asker.store = NULL;
		assert_string_equal(asks(s, &slice), ""); /* the filter alone */
		s->asker.store = s->store;
		s->asker.filter = NULL;
		assert_string_equal(asks(s, &slice), ""); /* the store alone */
		scene_free(s);
	}
}

static struct filter_ops liar;

/* Denies the first key of every call. */
static size_t
deny_one(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const size_t hits = filter_find("cf")->contains(f, keys, n, hit);
	const uint8_t first = hit[0];

	hit[0] = 0;
	return hits - first;
}

TEST(wrong_answers_are_noticed)
{
	struct scene *s = scene_make(ITEMS - 1, 100); /* the store lacks a key */
	struct slice slice;
	const struct filter_ops *honest;

	assert_true(strstr(asks(s, &slice), "cf-batch gave "));
	s->asker.filter = NULL;
	assert_true(strstr(asks(s, &slice), "the store gave "));
	scene_free(s);

	s = scene_make(ITEMS, 50); /* the filter denies keys */
	honest = s->table.filter->ops;
	liar = *honest;
	liar.contains = deny_one;
	liar.name = "liar";
	s->table.filter->ops = &liar;
	assert_true(strstr(asks(s, &slice), "liar gave "));
	s->asker.store = NULL;
	assert_true(strstr(asks(s, &slice), "liar gave "));
	s->table.filter->ops = honest;
	scene_free(s);
}

/* --- points ----------------------------------------------------------------------------------------------------- */

static void
put_ns(struct world *w, const char *panel, const char *series, const char *metric, double ns)
{
	speed(w, "h6", panel, series, 15360, metric, 1000 / ns);
}

static void
put_filter(struct world *w, const char *panel, const char *series, double t_l, double measured, double e)
{
	put_ns(w, panel, series, "lookup", t_l);
	put_ns(w, panel, series, "in_front", measured);
	count(w, "h6", panel, series, 15360, "let_through", e, 1e6);
}

static double
median_of(struct points *points, const char *panel, const char *series, const char *metric)
{
	const struct point *p = points_find(points, panel, series, 15360, metric);

	return p ? p->median : NAN;
}

static bool
near(double a, double b)
{
	return fabs(a / b - 1) < 1e-4;
}

/* Repetitions differ up to fourfold in speed (made_samples.h), so only ratios within one have these values; times are
 * compared with the others'. */
TEST(points_follow_from_rounds)
{
	struct world w = {.reps = 7};
	struct points points = {0};
	struct run_data run;
	double unit;

	put_ns(&w, "p0", "store", "lookup", 1000);
	put_ns(&w, "p50", "store", "lookup", 900);
	put_ns(&w, "p100", "store", "lookup", 800);
	put_filter(&w, "p0", "cf:f8", 2, 40, 0.03);       /* 32 predicted, the least */
	put_filter(&w, "p0", "ss-cf:f13", 34, 36, 0.001); /* 35 predicted; the least measured */
	put_filter(&w, "p50", "cf:f8", 5, 450, 0.04);     /* 425 */
	put_ns(&w, "p0", "store:two", "lookup", 500);     /* in a process of its own */
	put_filter(&w, "p0", "two:own", 3, 10, 0.02);     /* 13 predicted */
	run_data_of(&run, &w.samples, SCALE_FULL);
	for (size_t i = 0; i < w.samples.count; i += w.reps) {
		const struct sample *s = &w.samples.at[i];

		points_add(&points, s->panel, s->series, s->x, s->metric, s->unit, 1);
	}
	store_points(&run, "h6", &points);
	unit = median_of(&points, "p0", "store", "t_w") / 1000;
	assert_true(near(median_of(&points, "p100", "store", "t_w"), 800 * unit));
	assert_true(near(median_of(&points, "p0", "cf:f8", "t_l"), 2 * unit));
	assert_true(near(median_of(&points, "p0", "cf:f8", "measured"), 40 * unit));
	assert_true(near(median_of(&points, "p0", "cf:f8", "predicted"), 32 * unit));
	assert_true(near(median_of(&points, "p0", "cf:f8", "over_predicted"), 40 / 32.0));
	assert_true(near(median_of(&points, "p0", "cf:f8", "gain"), 25));
	assert_true(near(median_of(&points, "p0", "cf:f8", "t_w_behind"), 38 / 0.03 * unit));
	assert_true(near(median_of(&points, "p0", "cf:f8", "regret"), 40 / 36.0));
	assert_true(near(median_of(&points, "p50", "cf:f8", "predicted"), 425 * unit));
	assert_true(near(median_of(&points, "p50", "cf:f8", "over_predicted"), 450 / 425.0));
	assert_true(near(median_of(&points, "p50", "cf:f8", "gain"), 2));
	assert_true(near(median_of(&points, "p50", "cf:f8", "regret"), 1));
	assert_true(near(median_of(&points, "p0", "store:two", "t_w"), 500 * unit));
	assert_true(near(median_of(&points, "p0", "two:own", "predicted"), 13 * unit));
	assert_true(near(median_of(&points, "p0", "two:own", "gain"), 50));
	assert_true(isnan(median_of(&points, "p0", "two:own", "regret")));
	assert_true(isnan(median_of(&points, "p0", "ss-cf:f13", "regret")));
	assert_true(isnan(median_of(&points, "p0", "ss-cf:f13", "t_w_behind"))); /* one of 35 ns */
	assert_true(isnan(median_of(&points, "p50", "cf:f8", "t_w_behind")));
	assert_int_equal(points_find(&points, "p0", "cf:f8", 15360, "gain")->n, 7);
	run_data_free(&run);
	points_free(&points);
	free(w.samples.at);
}
