/* SPDX-License-Identifier: MIT */
/* test_front.c - the Pareto front, on made-up rounds: who is on it, and in how many. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/exp/front_points.h"
#include "harness/stats/front.h"

#include <math.h>

enum { MOST = 24, ROUNDS = 31 };

/* The picture of front.h: b takes more bits than a and was slower, in every round but one. */
TEST(who_is_both_larger_and_slower_is_dominated)
{
	static const double a[] = {30, 30, 30}, b[] = {20, 33, 34}, c[] = {19, 22, 9}, d[] = {5, 5, 50};
	struct front f[] = {
		{.bits = 9, .time = c}, {.bits = 8, .time = a}, {.bits = 10, .time = b}, {.bits = 15, .time = d}};

	front_count(f, COUNT_OF(f), 3);
	assert_int_equal(f[0].on, 3);
	assert_int_equal(f[1].on, 3); /* the smallest always is */
	assert_int_equal(f[2].on, 0);
	assert_int_equal(f[3].on, 2); /* in the last round three are faster */
	for (size_t i = 0; i < COUNT_OF(f); i++)
		assert_int_equal(f[i].of, 3);
}

/* Of equal size only the fastest is there; who is alike in both, or absent, dominates nobody. */
TEST(ties_and_absence)
{
	static const double a[] = {10, 10, NAN}, b[] = {10, 12, 12}, c[] = {10, 10, 12};
	struct front f[] = {{.bits = 9, .time = a}, {.bits = 9, .time = b}, {.bits = 12, .time = c}};

	front_count(f, COUNT_OF(f), 3);
	assert_int_equal(f[0].on, 2);
	assert_int_equal(f[0].of, 2);
	assert_int_equal(f[1].on, 2); /* the first and the last round */
	assert_int_equal(f[1].of, 3);
	assert_int_equal(f[2].on, 3); /* as fast as the fastest: larger, yet no slower */
}

/* Whoever is not there has someone on the front that dominates him; whoever is has none at all. */
TEST(the_front_dominates_the_others)
{
	uint64_t random = test_stream("front");

	for (int trial = 0; trial < 500; trial++) {
		static double time[MOST][ROUNDS];
		struct front f[MOST];
		const size_t n = 1 + rng_next(&random) % MOST;
		size_t on[MOST] = {0};

		for (size_t i = 0; i < n; i++) {
			f[i] = (struct front){.bits = 8 + (double)(rng_next(&random) % 9), .time = time[i]};
			for (size_t r = 0; r < ROUNDS; r++)
				time[i][r] = rng_next(&random) % 8 ? (double)(1 + rng_next(&random) % 20) : NAN;
		}
		for (size_t r = 0; r < ROUNDS;
		     r++) { /* from the smallest on, the fastest so far; of one size together */
			double fastest = INFINITY;

			for (double bits = 8; bits <= 16; bits++) {
				for (size_t i = 0; i < n; i++)
					if (f[i].bits == bits)
						fastest = fmin(fastest, time[i][r]); /* not NaN */
				for (size_t i = 0; i < n; i++)
					on[i] += f[i].bits == bits && time[i][r] <= fastest;
			}
		}
		front_count(f, n, ROUNDS);
		for (size_t i = 0; i < n; i++)
			require(f[i].on == on[i] && f[i].on <= f[i].of, "%zu rounds on the front, not %zu", f[i].on,
			        on[i]);
	}
}

/* Half a bit either way: 0.0039 * 1.41 and / 1.41; not CF's 12 bits at 7/8 load, 2^-9.19, for 2^-8. */
TEST(rates_are_within_half_a_bit)
{
	static const struct {
		double fpr;
		unsigned rate;
	} cases[] = {{0.0039, 8}, {0.0055, 8},  {0.0056, 0}, {0.0028, 8}, {0.0027, 0}, {0.0017, 0}, {0.00024, 12},
	             {0.0004, 0}, {1.5e-5, 16}, {2.2e-5, 0}, {1.0e-5, 0}, {0, 0},      {1, 0}};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		require(front_rate(cases[i].fpr) == cases[i].rate, "%g is at 2^-%u", cases[i].fpr,
		        front_rate(cases[i].fpr));
}

/* --- of a run ---------------------------------------------------------------------------------------------- */

static void
put(struct samples *all, const char *series, double n, unsigned process, unsigned round, unsigned ns)
{
	struct sample *s;

	all->at = realloc(all->at, (all->count + 1) * sizeof *all->at);
	assert_non_null(all->at);
	s = &all->at[all->count++];
	*s = (struct sample){
		.exp = "p1", .panel = "rounds", .metric = "best_0", .x = n, .rep = process, .round = round};
	s->num = 100, s->den = 100 * ns;
	snprintf(s->series, sizeof s->series, "%s", series);
}

static void
put_table(struct points *points, const char *series, double n, double fpr, double bits)
{
	points_add(points, "rounds", series, n, "fpr", "rate", fpr);
	points_add(points, "rounds", series, n, "bits_per_key", "bits/item", bits);
	points_add(points, "rounds", series, n, "best_0", "Mops/s", 142);
}

/* The most keys that a rate was measured with; but not those at which one filter alone came near it by chance. */
TEST(each_rate_is_of_its_most_keys)
{
	static const struct {
		double n, fpr;
		const char *series;
	} made[] = {{1e4, 0.004, "cf:f11"},   {1e4, 0.004, "fuse3:f8"},   {1e4, 0.004, "vqf:f8"},
	            {1e4, 1.5e-5, "cf:f19"},  {1e4, 1.5e-5, "fuse3:f16"}, {1e4, 1.5e-5, "xor:f16"},
	            {1e6, 0.004, "fuse3:f8"}, {1e6, 0.004, "cf:f11"},     {1e6, 2e-5, "vqf:f8"},
	            {1e6, 0.0017, "cf:f12"}};
	struct samples all = {0};
	struct points points = {0};
	struct run_data run;

	for (size_t i = 0; i < COUNT_OF(made); i++) {
		put(&all, made[i].series, made[i].n, 0, 0, 7);
		put_table(&points, made[i].series, made[i].n, made[i].fpr, 9);
	}
	run_data_of(&run, &all, SCALE_FULL);
	front_points(&run, "p1", &points);
	assert_non_null(points_find(&points, "best_0_8", "cf:f11", 1e6, "ns"));
	assert_null(points_find(&points, "best_0_8", "cf:f11", 1e4, "ns"));
	assert_non_null(points_find(&points, "best_0_16", "xor:f16", 1e4, "ns"));
	assert_null(points_find(&points, "best_0_16", "vqf:f8", 1e6, "ns"));
	assert_null(points_find(&points, "best_0_12", "cf:f11", 1e6, "ns"));
	/* who is at no rate is named, and compared with nobody */
	assert_null(points_find(&points, "best_0_8", "cf:f12", 1e6, "ns"));
	assert_non_null(points_find(&points, "apart", "cf:f12", 1e6, "over_log2"));
	assert_null(points_find(&points, "apart", "cf:f11", 1e6, "over_log2"));
	run_data_free(&run);
	free(all.at);
	points_free(&points);
}

static double
of(struct points *points, const char *series, const char *metric)
{
	const struct point *p = points_find(points, "best_0_8", series, 1e6, metric);

	return p ? p->median : NAN;
}

/*
 * Three processes of three rounds. vqf is faster than cf in seven of nine rounds, yet by the medians of two processes
 * of three. vqf takes fewer bits as they are, but errs 1.2 times as often and takes more for its rate: both are on the
 * front, as is gcs, the smallest. xor takes more bits for its rate than either, and is slower.
 */
TEST(processes_are_counted_and_bits_are_over_the_rate)
{
	static const unsigned cf[] = {20, 20, 20, 20, 20, 20, 20, 20, 20}, vqf[] = {10, 10, 10, 10, 10, 50, 10, 30, 30};
	struct samples all = {0};
	struct points points = {0};
	struct run_data run;

	put_table(&points, "cf:f11", 1e6, 0.0034, 11.8);
	put_table(&points, "vqf:f8", 1e6, 0.0042, 11.7);
	put_table(&points, "xor:f8", 1e6, 0.0039, 13);
	put_table(&points, "gcs:f8", 1e6, 0.0039, 10);
	for (unsigned i = 0; i < 9; i++) {
		put(&all, "cf:f11", 1e6, i / 3, i % 3, cf[i]);
		put(&all, "vqf:f8", 1e6, i / 3, i % 3, vqf[i]);
		put(&all, "xor:f8", 1e6, i / 3, i % 3, 40);
		put(&all, "gcs:f8", 1e6, i / 3, i % 3, 80);
	}
	run_data_of(&run, &all, SCALE_FULL);
	front_points(&run, "p1", &points);
	assert_true(fabs(of(&points, "cf:f11", "over_log2") - 11.8 / -log2(0.0034)) < 1e-9);
	assert_true(of(&points, "cf:f11", "processes") == 3 && of(&points, "cf:f11", "on_front") == 1);
	assert_true(fabs(of(&points, "vqf:f8", "on_front") - 2. / 3) < 1e-9 && of(&points, "xor:f8", "on_front") == 0);
	/* in each round, over the fastest that takes no more: cf's is gcs, vqf's cf, xor's vqf, and gcs has none */
	assert_true(isnan(of(&points, "gcs:f8", "behind")));
	assert_true(fabs(of(&points, "cf:f11", "behind") - 0.25) < 1e-9);
	assert_true(fabs(of(&points, "vqf:f8", "behind") - 0.5) < 1e-9);
	assert_true(fabs(of(&points, "xor:f8", "behind") - 4) < 1e-9);
	/* who deletes can do what xor can, but gcs, which is built once, not what cf can */
	assert_true(isnan(of(&points, "cf:f11", "behind_alike")));
	assert_true(fabs(of(&points, "xor:f8", "behind_alike") - 4) < 1e-9);
	assert_true(fabs(of(&points, "vqf:f8", "behind_alike") - 0.5) < 1e-9);
	assert_non_null(points_find(&points, "drawn_best_0_8", "vqf:f8", 8 * 11.7 / -log2(0.0042), "front"));
	run_data_free(&run);
	free(all.at);
	points_free(&points);
}
