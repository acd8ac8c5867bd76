/* SPDX-License-Identifier: MIT */
/* test_overhead_map.c - the map of the filter with the least overhead, on made-up samples: ties are reported, and
 * builds and a budget of memory count. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/exp/overhead_points.h"
#include "harness/stats/overhead.h"

#include <math.h>

enum { ROUNDS = 15 };

static const double ten[ROUNDS] = {10, 10.5, 9.6, 10, 10.1, 11, 10, 9, 10, 9.9, 10.5, 10, 9.5, 10, 10};

static void
put(struct samples *all, const char *panel, const char *series, double n, unsigned rep, const char *metric,
    uint64_t num, uint64_t den)
{
	struct sample *s;

	all->at = realloc(all->at, (all->count + 1) * sizeof *all->at);
	assert_non_null(all->at);
	s = &all->at[all->count++];
	*s = (struct sample){.exp = "h4", .x = n, .rep = rep, .num = num, .den = den};
	snprintf(s->panel, sizeof s->panel, "%s", panel);
	snprintf(s->series, sizeof s->series, "%s", series);
	snprintf(s->metric, sizeof s->metric, "%s", metric);
}

/* A filter that takes `ns`, more in every other round, with `errors` in a million. */
static void
put_filter(struct samples *all, const char *panel, const char *series, double n, double ns, uint64_t errors)
{
	put(all, panel, series, n, 0, "fpr", errors, 1000000);
	for (unsigned rep = 0; rep < ROUNDS; rep++)
		put(all, panel, series, n, rep, "lookup", 1000000, (uint64_t)(ns * 1e6 * (rep % 2 ? 1.5 : 1)));
}

static struct points
map_of(struct samples *all)
{
	struct points points = {0};
	struct run_data run;

	run_data_of(&run, all, SCALE_FULL);
	overhead_map(&run, "h4", &points);
	run_data_free(&run);
	free(all->at);
	return points;
}

TEST(the_map_names_the_winner)
{
	struct samples all = {0};
	struct points points;
	const struct point *p;

	put_filter(&all, "p0", "cf:f16", 15360, 20, 120);
	put_filter(&all, "p0", "ss-cf:f13", 15360, 30, 900);
	put_filter(&all, "p0", "sb-bf:8", 15360, 10, 30000);
	put_filter(&all, "p0", "nosuch:9", 15360, 1, 0);
	put_filter(&all, "p0", "ceiling-1", 15360, 1, 0);
	put_filter(&all, "p50", "cf:f16", 15360, 20, 120);
	put_filter(&all, "p50", "sb-bf:8", 15360, 10, 30000);
	put_filter(&all, "p0", "cf:f16", 245760, 5, 120);
	put_filter(&all, "p0", "sb-bf:8", 245760, 10, 30000);
	put(&all, "p0", "blk-bf:13k9", 245760, 0, "lookup", 1000, 1); /* no rate: not on the map */
	points = map_of(&all);

	p = points_find(&points, "map_p0", "sb-bf:8", 15360, "from");
	assert_true(p && p->median == 1 && fabs(p->max - 10 / (0.03 - 0.00012)) < 20);
	assert_non_null(p = points_find(&points, "map_p0", "cf:f16", 15360, "from"));
	assert_true(fabs(p->median - 10 / (0.03 - 0.00012)) < 20 && p->max == OVERHEAD_MAP_MOST);
	assert_null(points_find(&points, "map_p0", "ss-cf:f13", 15360, "from"));
	assert_null(points_find(&points, "map_p0", "sb-bf:8", 245760, "from"));
	/* With half of the keys present, there are half the errors. */
	assert_non_null(p = points_find(&points, "map_p50", "cf:f16", 15360, "from"));
	assert_true(fabs(p->median - 20 / (0.03 - 0.00012)) < 40);
	/* The next best at the middle of the Bloom filter's piece is the cuckoo filter. */
	assert_non_null(p = points_find(&points, "map_p0", "sb-bf:8", 15360, "margin"));
	assert_true(p->lo > 1 && p->hi < 2.1 && p->lo <= p->median && p->median <= p->hi);
	assert_non_null(p = points_find(&points, "best_p0", "sb-bf:8", 16, "n=15360"));
	assert_true(fabs(p->median - 10.48) < 0.01);
	assert_null(points_find(&points, "best_p0", "cf:f16", 16, "n=15360"));
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 1, "bloom_over_cuckoo"));
	assert_true(p->hi < 1 && fabs(p->median - 0.5) < 0.01);
	assert_non_null(p = points_find(&points, "gain_p0", "n=245760", 1, "bloom_over_cuckoo"));
	assert_true(p->lo > 1 && fabs(p->median - 2) < 0.01);
	free(points.at);
}

/* What is built once has a map of its own with the others; theirs, and the comparison of cuckoo and Bloom filters, are
 * as if it was not there. */
TEST(who_inserts_sees_what_inserts)
{
	struct samples all = {0};
	struct points points;
	const struct point *p;

	put_filter(&all, "p0", "cf:f16", 15360, 20, 120);
	put_filter(&all, "p0", "sb-bf:8", 15360, 10, 30000);
	put_filter(&all, "p0", "fuse3:f16", 15360, 16, 15);
	put_filter(&all, "p0", "gcs:f17", 15360, 200, 8);
	put_filter(&all, "p50", "cf:f16", 15360, 20, 120);
	put_filter(&all, "p50", "sb-bf:8", 15360, 10, 30000);
	points = map_of(&all);

	assert_non_null(p = points_find(&points, "map_p0", "cf:f16", 15360, "from"));
	assert_true(fabs(p->median - 10 / (0.03 - 0.00012)) < 20 && p->max == OVERHEAD_MAP_MOST);
	assert_null(points_find(&points, "map_p0", "fuse3:f16", 15360, "from"));
	assert_non_null(p = points_find(&points, "map_all_p0", "fuse3:f16", 15360, "from"));
	assert_true(fabs(p->median - 6 / (0.03 - 0.000015)) < 10);
	assert_true(fabs(p->max / (184 / (0.000015 - 0.000008)) - 1) < 0.01);
	assert_non_null(points_find(&points, "map_all_p0", "fuse3:f16", 15360, "margin"));
	assert_non_null(points_find(&points, "map_all_p0", "sb-bf:8", 15360, "from"));
	assert_null(points_find(&points, "map_all_p0", "cf:f16", 15360, "from"));
	/* At 2^28 ns cf costs 120 / 8 times what gcs costs, nearly: the lookup adds 200 ns to 2147. */
	assert_null(points_find(&points, "best_p0", "gcs:f17", 268435456, "n=15360"));
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 268435456, "inserting_over_static"));
	assert_true(p->lo > 1 && fabs(p->median - 32232.3 / 2347.5) < 0.3);
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 1, "inserting_over_static"));
	assert_true(p->hi < 1 && fabs(p->median - 10 / 16.0) < 0.01);
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 1, "bloom_over_cuckoo"));
	assert_true(p->hi < 1 && fabs(p->median - 0.5) < 0.01);
	/* Where none was timed there is no second map. */
	assert_non_null(points_find(&points, "map_p50", "cf:f16", 15360, "from"));
	assert_null(points_find(&points, "map_all_p50", "cf:f16", 15360, "from"));
	assert_null(points_find(&points, "gain_p50", "n=15360", 1, "inserting_over_static"));
	free(points.at);
}

/* Two equal filters are not separated. */
TEST(the_map_knows_ties)
{
	struct samples all = {0};
	struct points points;
	const struct point *p;

	put_filter(&all, "p0", "cf:f12", 15360, 10, 2000);
	put(&all, "p0", "blk-bf:20k9", 15360, 0, "fpr", 2010, 1000000);
	for (unsigned rep = 0; rep < ROUNDS; rep++)
		put(&all, "p0", "blk-bf:20k9", 15360, rep, "lookup", 1000000,
		    (uint64_t)(1e6 * ten[(rep * 7) % ROUNDS] * (rep % 2 ? 1.5 : 1)));
	points = map_of(&all);
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 1, "bloom_over_cuckoo"));
	assert_true(p->lo <= 1 && p->hi >= 1);
	assert_non_null(p = points_find(&points, "gain_p0", "n=15360", 16777216, "bloom_over_cuckoo"));
	assert_true(p->lo <= 1 && p->hi >= 1);
	free(points.at);
}

/* --- lookups served, and a budget ---------------------------------------------------------------------------- */

/* As put_filter, for absent keys, with the time of a build in each process, ns a key, and its size. */
static void
put_built(struct samples *all, const char *series, double n, double ns, uint64_t errors, double build, double bits)
{
	put_filter(all, "p0", series, n, ns, errors);
	put(all, "p0", series, n, 0, "bits_per_key", (uint64_t)(bits * 1000), 1000);
	for (unsigned rep = 0; rep < ROUNDS; rep++)
		put(all, "p0", series, n, rep, "build", 1000, (uint64_t)(build * 1000));
}

static bool
is_near(const struct point *p, double from, double to)
{
	return p && fabs(p->median / from - 1) < 1e-3 && fabs(p->max / to - 1) < 1e-3;
}

/* A static filter is the better one in everything except its build, which is ten times as long: 100 ns a key over 10.
 * It takes 4 ns less for a lookup, so it is worth its build from 90 / 4 lookups a key on. */
TEST(a_long_build_has_to_serve)
{
	struct samples all = {0};
	const double steeper = 0.00012 - 0.000015;
	struct points points;
	const struct point *p;

	put_built(&all, "cf:f16", 15360, 20, 120, 10, 17);
	put_built(&all, "fuse3:f16", 15360, 16, 15, 100, 18);
	points = map_of(&all);

	p = points_find(&points, "map_served_n=15360", "cf:f16", 0.1, "from");
	assert_true(is_near(p, 1, (1016 - 120) / steeper));
	p = points_find(&points, "map_served_n=15360", "cf:f16", 10, "from");
	assert_true(is_near(p, 1, (26 - 21) / steeper));
	p = points_find(&points, "map_served_n=15360", "fuse3:f16", 10, "from");
	assert_true(is_near(p, (26 - 21) / steeper, OVERHEAD_MAP_MOST));
	/* The margin is of both with their builds. */
	p = points_find(&points, "map_served_n=15360", "cf:f16", 10, "margin");
	assert_true(p && p->median > 1.1 && p->median < 26.0 / 21 && p->lo > 1);
	/* Enough of them: it costs less whatever the work. */
	assert_null(points_find(&points, "map_served_n=15360", "cf:f16", 100, "from"));
	p = points_find(&points, "map_served_n=15360", "fuse3:f16", 100, "from");
	assert_true(is_near(p, 1, OVERHEAD_MAP_MOST));
	/* The other maps know no builds. */
	p = points_find(&points, "map_all_p0", "fuse3:f16", 15360, "from");
	assert_true(is_near(p, 1, OVERHEAD_MAP_MOST));
	free(points.at);
}

/* Two processes, of three rounds each: one builds fast. A lookup of any round pays for the build of its own process. */
TEST(a_process_pays_for_its_own_build)
{
	struct samples all = {0};
	struct points points;
	const struct point *p;

	put(&all, "p0", "cf:f16", 15360, 0, "fpr", 0, 1000000);
	put(&all, "p0", "sb-bf:8", 15360, 0, "fpr", 10000, 1000000);
	for (unsigned rep = 0; rep < 2; rep++) {
		put(&all, "p0", "cf:f16", 15360, rep, "build", 1, rep ? 50 : 10);
		put(&all, "p0", "sb-bf:8", 15360, rep, "build", 1, 10);
		for (unsigned round = 0; round < 3; round++) {
			put(&all, "p0", "cf:f16", 15360, rep, "lookup", 1, round ? 20 : 90);
			all.at[all.count - 1].round = round;
			put(&all, "p0", "sb-bf:8", 15360, rep, "lookup", 1, 10);
			all.at[all.count - 1].round = round;
		}
	}
	points = map_of(&all);
	/* 30 and 70 ns, half-way between them 50, over 20 ns */
	p = points_find(&points, "map_served_n=15360", "sb-bf:8", 1, "from");
	assert_true(is_near(p, 1, (50 - 20) / 0.01));
	free(points.at);
}

/* The filters that need 17 and 18 bits are the best for much work, if there are as many. */
TEST(a_budget_leaves_filters_out)
{
	struct samples all = {0};
	struct points points;
	const struct point *p;

	put_built(&all, "cf:f16", 15360, 20, 120, 10, 17);
	put_built(&all, "fuse3:f16", 15360, 26, 15, 100, 18);
	put_built(&all, "sb-bf:16", 15360, 10, 30000, 5, 16);
	points = map_of(&all);

	for (double bits = 18; bits <= 20; bits += 2) { /* 18 of 18: it fits */
		p = points_find(&points, "map_budget_n=15360", "fuse3:f16", bits, "from");
		assert_true(is_near(p, 6 / (0.00012 - 0.000015), OVERHEAD_MAP_MOST));
	}
	assert_null(points_find(&points, "map_budget_n=15360", "cf:f16", 16, "from"));
	assert_null(points_find(&points, "map_budget_n=15360", "fuse3:f16", 16, "from"));
	p = points_find(&points, "map_budget_n=15360", "sb-bf:16", 16, "from");
	assert_true(is_near(p, 1, OVERHEAD_MAP_MOST));
	assert_null(points_find(&points, "map_budget_n=15360", "sb-bf:16", 16, "margin")); /* nobody is next */
	/* With less than 16 bits there is none. */
	assert_null(points_find(&points, "map_budget_n=15360", "sb-bf:16", 14, "from"));
	free(points.at);
}

TEST(both_ends_have_their_maps)
{
	static const double sizes[] = {15360, 61440, 245760};
	struct samples all = {0};
	struct points points;

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		put_built(&all, "cf:f16", sizes[i], 20, 120, 10, 17);
		put_built(&all, "sb-bf:8", sizes[i], 10, 30000, 10, 8);
	}
	points = map_of(&all);
	assert_non_null(points_find(&points, "map_served_n=15360", "sb-bf:8", 1, "from"));
	assert_non_null(points_find(&points, "map_budget_n=245760", "sb-bf:8", 9, "from"));
	assert_null(points_find(&points, "map_served_n=61440", "sb-bf:8", 1, "from"));
	assert_null(points_find(&points, "map_budget_n=61440", "sb-bf:8", 9, "from"));
	free(points.at);

	/* A run of an earlier version has no builds, and no such map. One that lacks a filter's leaves that out. */
	all = (struct samples){0};
	put_filter(&all, "p0", "cf:f16", 15360, 20, 120);
	put_filter(&all, "p0", "sb-bf:8", 15360, 10, 30000);
	put(&all, "p0", "sb-bf:8", 15360, 0, "bits_per_key", 8, 1);
	put_filter(&all, "p0", "sb-bf:8", 245760, 10, 30000);
	put_built(&all, "cf:f16", 245760, 20, 120, 10, 17);
	points = map_of(&all);
	assert_non_null(points_find(&points, "map_p0", "sb-bf:8", 15360, "from"));
	assert_null(points_find(&points, "map_served_n=15360", "sb-bf:8", 1, "from"));
	assert_null(points_find(&points, "map_budget_n=15360", "sb-bf:8", 9, "from"));
	assert_null(points_find(&points, "map_served_n=245760", "sb-bf:8", 1, "from"));
	assert_true(is_near(points_find(&points, "map_served_n=245760", "cf:f16", 1, "from"), 1, OVERHEAD_MAP_MOST));
	free(points.at);
}
