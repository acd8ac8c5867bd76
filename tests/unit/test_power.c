/* SPDX-License-Identifier: MIT */
/* test_power.c - what repetitions can see, against simulated runs; and the false alarms of the joint test. */
#include "tests/test.h"

#include "core/rng.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>

static double
normal(uint64_t *random)
{
	const double u = ((double)(rng_next(random) >> 11) + 0.5) * 0x1p-53,
		     v = (double)(rng_next(random) >> 11) * 0x1p-53;

	return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* The share of simulated runs of n repetitions whose interval lies above 0, or 1 for times. */
static double
separated(size_t n, double difference, double spread, double level, bool timed)
{
	enum { RUNS = 4000 };
	uint64_t random = 5;
	size_t seen = 0;
	double v[64], lo, hi;

	for (size_t run = 0; run < RUNS; run++) {
		for (size_t i = 0; i < n; i++)
			v[i] = exp(difference + spread * normal(&random));
		stats_sort(v, n);
		require(stats_interval(v, n, timed ? 0 : NAN, level, &lo, &hi), "too few");
		seen += lo > 1;
	}
	return (double)seen / RUNS;
}

TEST(differences_are_seen_as_often_as_said)
{
	static const size_t of[] = {3, 4, 5, 6, 7, 10, 12, 20, 31};
	static const double levels[] = {0.05, 0.042, 0.01, 0.0025};

	for (size_t i = 0; i < COUNT_OF(of); i++)
		for (size_t k = 0; k < 2 * COUNT_OF(levels); k++) {
			const bool timed = k % 2;
			const double level = levels[k / 2], least = power_difference(of[i], 0.05, level, timed);
			double share;

			if (isinf(least))
				continue;
			share = separated(of[i], least, 0.05, level, timed);
			require(fabs(share - POWER) < 0.04, "n = %zu: %.3f at %.4f, %d", of[i], share, least, timed);
			require(power_repetitions(least * 1.0001, 0.05, level, timed) <= of[i],
			        "n = %zu: more are asked for", of[i]);
		}
	assert_true(isinf(power_difference(5, 0.05, STATS_LEVEL, false)));
	assert_true(isinf(power_difference(10, 0.05, 0.001, false)));
	assert_true(isinf(power_difference(2, 0.05, STATS_LEVEL, true)));
	assert_true(power_difference(7, 0.05, bonferroni(20), true) < 0.2); /* no sign test of seven sees that */
	assert_int_equal(power_repetitions(1, 0, STATS_LEVEL, false), STATS_LEAST_RUNS);
	assert_int_equal(power_repetitions(1, 0, STATS_LEVEL, true), STUDENT_LEAST);
	assert_int_equal(power_repetitions(0.0001, 1, STATS_LEVEL, true), 0);
}

enum { N = 10, K = 6 };

/* A run of one filter against itself: comparisons that have most of their noise in common. */
static void
run_of(double v[N * K], double bias, uint64_t *random)
{
	for (size_t i = 0; i < N; i++) {
		const double common = normal(random);

		for (size_t j = 0; j < K; j++)
			v[i * K + j] = bias + 0.05 * (0.9 * common + 0.44 * normal(random));
	}
}

TEST(joint_test_keeps_its_level_and_tells_its_power)
{
	enum { RUNS = 1500 };
	uint64_t random = 3;
	double v[N * K], told = 0;
	size_t alarms = 0, seen = 0;

	for (size_t run = 0; run < RUNS; run++) {
		struct flip f;

		run_of(v, 0, &random);
		f = flip_test(v, N, K, STATS_LEVEL);
		alarms += f.p <= STATS_LEVEL;
		told += f.bias / RUNS;
	}
	/* 51 of 1024 ways; three standard errors either way */
	require(fabs((double)alarms / RUNS - 0.0498) < 0.017, "%zu of %d runs alarm", alarms, RUNS);
	for (size_t run = 0; run < RUNS; run++) {
		run_of(v, told, &random);
		seen += flip_test(v, N, K, STATS_LEVEL).p <= STATS_LEVEL;
	}
	require(fabs((double)seen / RUNS - POWER) < 0.06, "a bias of %.4f is seen in %zu of %d runs", told, seen, RUNS);
}

TEST(joint_test_is_exact)
{
	const double all[6] = {1, 2, 3, 4, 5, 6}, two[12] = {1, -1, 2, 1, 3, -1, 4, 1, 5, -1, 6, 1};
	double many[40];

	assert_true(fabs(flip_test(all, 6, 1, STATS_LEVEL).p - 2.0 / 64) < 1e-12); /* all one way: two of 64 */
	/* and two ways in which the second of two goes all one way, which is farther: 6 / sqrt(6), 21 / sqrt(91) */
	assert_true(fabs(flip_test(two, 6, 2, STATS_LEVEL).p - 4.0 / 64) < 1e-12);
	assert_true(flip_test(all, 5, 1, STATS_LEVEL).p == 1);
	for (size_t i = 0; i < 40; i++)
		many[i] = i % 2 ? 1 : -1;
	assert_true(flip_test(many, 40, 1, STATS_LEVEL).p > 0.5);
	for (size_t i = 0; i < 40; i++)
		many[i] = 1;
	assert_true(fabs(flip_test(many, 40, 1, STATS_LEVEL).p - 0x1p-15) < 1e-12);
}
