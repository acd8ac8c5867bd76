/* SPDX-License-Identifier: MIT */
/* test_student.c - Student's distribution against tables and closed forms; what its interval rests on, and what it
 * leaves out. test_coverage.c counts how often it is right. */
#include "tests/test.h"

#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>

/* Two-sided; Fisher and Yates, Statistical Tables, 1963, III, with more digits from the closed forms for 1 and 2. */
TEST(quantiles_are_the_tabulated_ones)
{
	static const struct {
		double level;
		size_t freedom;
		double t;
	} known[] = {{0.05, 1, 12.706},  {0.05, 2, 4.303},   {0.05, 4, 2.776},   {0.05, 6, 2.447}, {0.01, 11, 3.106},
	             {0.001, 3, 12.924}, {0.001, 9, 4.781},  {0.05, 30, 2.042},  {0.5, 5, 0.727},  {0.9, 7, 0.130},
	             {0.01, 120, 2.617}, {0.001, 1, 636.62}, {0.05, 1000, 1.962}};

	for (size_t i = 0; i < COUNT_OF(known); i++) {
		const double t = student_quantile(known[i].level, known[i].freedom);

		require(fabs(t - known[i].t) < 6e-4 * fmax(1, t), "%g with %zu: %.6f", known[i].level, known[i].freedom,
		        t);
	}
}

TEST(tails_keep_their_digits)
{
	for (double t = 1e-3; t < 1e9; t *= 1.7) {
		const double one = 2 / M_PI * atan(1 / t), root = sqrt(2 + t * t), two = 2 / (root * (root + t));

		require(fabs(student_p(t, 1) - one) < 1e-12 * one, "1: %g", t);
		require(fabs(student_p(-t, 2) - two) < 1e-12 * two, "2: %g", t);
	}
	assert_true(student_p(0, 5) == 1);
	for (size_t freedom = 1; freedom < 100; freedom += 7)
		for (double level = 0.99; level > 1e-12; level /= 3) {
			const double back = student_p(student_quantile(level, freedom), freedom);

			require(fabs(back - level) < 1e-10 * level, "%g with %zu: %g", level, freedom, back);
		}
}

/* A load or a rate has Student's interval where three to five processes measured it, and where order statistics of more
 * have none at the level that is asked for; a time from three on. */
TEST(what_is_counted_needs_a_model_where_processes_are_few)
{
	double v[8];
	uint64_t turn[8];

	for (unsigned i = 0; i < 8; i++) {
		v[i] = 0.95 + 0.001 * i;
		turn[i] = turn_of(i, 0);
	}
	for (size_t n = 2; n <= 8; n++) {
		require(isnan(interval_floor(v, turn, n, false, STATS_LEVEL)) == (n >= STATS_LEAST_RUNS),
		        "counted, %zu", n);
		require(isnan(interval_floor(v, turn, n, false, STATS_LEVEL / 4)) == (n >= 8), "one of four, %zu", n);
		require(interval_floor(v, turn, n, true, STATS_LEVEL) >= 0, "timed, %zu", n);
	}
	assert_true(isnan(interval_floor(v, NULL, 3, true, STATS_LEVEL)) &&
	            isnan(interval_floor(v, NULL, 3, false, STATS_LEVEL)));
}

/* Three processes whose medians hardly differ, while their rounds do. */
TEST(rounds_are_a_floor)
{
	enum { PROCESSES = 3, ROUNDS = 5, ALL = PROCESSES * ROUNDS };
	double v[ALL], lo, hi, floor;
	uint64_t turn[ALL];

	for (unsigned i = 0; i < ALL; i++) {
		turn[i] = turn_of(i / ROUNDS, i % ROUNDS);
		v[i] = exp(0.1 * ((double)(i % ROUNDS) - 2) + 0.0001 * (i / ROUNDS)); /* variance 0.025 */
	}
	v[ALL - 1] *= 100; /* in one process, which the median over the processes leaves out */
	floor = student_floor(v, turn, ALL);
	assert_true(fabs(floor - 0.025 / ROUNDS) < 1e-12);
	assert_int_equal(per_process(v, turn, ALL), PROCESSES);
	assert_true(stats_interval(v, PROCESSES, floor, STATS_LEVEL, &lo, &hi));
	assert_true(fabs(log(hi / lo) / 2 - STATS_WIDER * 4.30265 * sqrt(0.005 / 3)) < 1e-3);
	assert_true(stats_interval(v, PROCESSES, 0, STATS_LEVEL, &lo, &hi) && log(hi / lo) < 0.002);
}

/* Where there is none of Student's: then order statistics are all there is. */
TEST(what_has_no_interval)
{
	const double two[] = {1, 2}, alike[] = {3, 3, 3}, zero[] = {0, 1, 2, 3, 4, 5}, three[] = {1, 2, 4};
	const uint64_t apart[] = {turn_of(0, 0), turn_of(1, 0), turn_of(2, 0),
	                          turn_of(3, 0), turn_of(4, 0), turn_of(5, 0)},
		       one[] = {turn_of(7, 0), turn_of(7, 1), turn_of(7, 2)};
	double lo, hi;

	assert_true(student_floor(three, apart, 3) == 0);
	assert_true(isnan(student_floor(three, one, 3)) && isnan(student_floor(three, NULL, 3)));
	assert_true(isnan(student_floor(zero, apart, 6)) && isnan(student_floor(NULL, apart, 0)));
	assert_false(stats_interval(two, 2, 0, STATS_LEVEL, &lo, &hi));
	assert_true(isnan(lo) && isnan(hi));
	assert_false(stats_interval(alike, 3, 0, STATS_LEVEL, &lo, &hi));
	assert_false(stats_interval(three, 3, NAN, STATS_LEVEL, &lo, &hi));
	assert_true(stats_interval(three, 3, 0, STATS_LEVEL, &lo, &hi) && lo < 1 && hi > 4);
	assert_true(stats_interval(zero, 6, NAN, STATS_LEVEL, &lo, &hi) && lo == 0 && hi == 5);
}

/* 64 times, in three processes that differ by little: no sign test of three decides anything. */
TEST(a_large_effect_is_decided_by_few)
{
	const double a[] = {64, 66, 63}, b[] = {1, 1, 1};
	const uint64_t turn[] = {turn_of(0, 0), turn_of(1, 0), turn_of(2, 0)};
	const struct paired p = paired_log_ratio(a, b, turn, 3, bonferroni(20));

	assert_true(p.lo > 32 && p.hi < 128 && p.p < 0.001 && sign_test(3, 0, 3) == 0.25);
}

/* One process of twelve at either end that was disturbed moves nothing; nor do two. */
TEST(what_was_disturbed_is_left_out)
{
	double v[12], w[12], lo, hi, low, high;

	for (int i = 0; i < 12; i++)
		v[i] = w[i] = exp(0.01 * i);
	w[0] /= 50, w[1] /= 3, w[10] *= 7, w[11] *= 100;
	assert_true(stats_interval(v, 12, 0, STATS_LEVEL, &lo, &hi));
	assert_true(stats_interval(w, 12, 0, STATS_LEVEL, &low, &high));
	assert_true(lo == low && hi == high);
	w[2] /= 2;
	assert_true(stats_interval(w, 12, 0, STATS_LEVEL, &low, &high) && low < lo);
}

/* The interval holds the median and order statistics', and what is asked for with more confidence is no narrower. */
TEST(intervals_grow_with_confidence)
{
	uint64_t random = test_stream("student");

	for (int trial = 0; trial < 3000; trial++) {
		const size_t n = 3 + rng_next(&random) % 18;
		double v[20], lo, hi, before_lo = INFINITY, before_hi = 0, middle;
		size_t from, to;

		for (size_t i = 0; i < n; i++)
			v[i] = exp(((double)(rng_next(&random) >> 11) * 0x1p-53 - 0.5) *
			           (rng_next(&random) % 4 ? 0.1 : 2));
		stats_sort(v, n);
		middle = stats_median(v, n);
		for (double level = 0.4; level > 1e-6; level /= 2.5) {
			require(stats_interval(v, n, 0, level, &lo, &hi), "n=%zu", n);
			require(lo <= before_lo && hi >= before_hi, "n=%zu level=%g", n, level);
			require(level > STATS_LEVEL || (lo <= middle && middle <= hi), "n=%zu level=%g", n, level);
			if (median_ranks(n, level, &from, &to))
				require(lo <= v[from - 1] && hi >= v[to - 1], "n=%zu level=%g", n, level);
			before_lo = lo, before_hi = hi;
		}
	}
}
