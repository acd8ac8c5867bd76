/* SPDX-License-Identifier: MIT */
/* test_stats.c - statistics: known answers, and the coverage that the intervals promise. */
#include "tests/test.h"

#include "harness/stats/stats.h"

#include <math.h>

TEST(ranks_are_the_tabulated_ones)
{
	static const struct {
		size_t n, lo, hi;
	} known[] = {{6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {15, 4, 12}, {20, 6, 15}, {25, 8, 18}};
	size_t lo, hi;

	for (size_t n = 1; n < 6; n++)
		assert_false(median_ranks(n, STATS_LEVEL, &lo, &hi));
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		assert_true(median_ranks(known[i].n, STATS_LEVEL, &lo, &hi));
		assert_int_equal(lo, known[i].lo);
		assert_int_equal(hi, known[i].hi);
	}
}

TEST(summaries_are_right)
{
	double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, one[] = {7}, ten[] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
	struct summary s = summarise(odd, 3, NAN);

	assert_true(s.median == 2 && s.mean == 2 && s.min == 1 && s.max == 3 && s.variance == 1 && isnan(s.lo));
	s = summarise(even, 4, NAN);
	assert_true(s.median == 2.5);
	s = summarise(one, 1, NAN);
	assert_true(s.median == 7 && isnan(s.variance) && isnan(s.hi));
	s = summarise(ten, 10, NAN);
	assert_true(s.lo == 2 && s.hi == 9 && s.median == 5.5);
}

/* Two samples apart, together, half apart; Smirnov's table for two samples of 50 at 5 %: 1.358 sqrt(2 / 50). */
TEST(distances_of_distributions)
{
	const double low[] = {1, 2, 3, 4}, high[] = {5, 6}, same[] = {1, 2, 3, 4}, tied[] = {2, 2, 2},
		     middle[] = {2.5, 2.6};

	assert_true(ks_distance(low, 4, high, 2) == 1 && ks_distance(high, 2, low, 4) == 1);
	assert_true(ks_distance(low, 4, same, 4) == 0);
	assert_true(ks_distance(low, 4, tied, 3) == 0.5 && ks_distance(low, 4, middle, 2) == 0.5);
	assert_true(fabs(ks_critical(50, 50, 0.05) - 0.2716) < 1e-4);
	assert_true(fabs(ks_critical(10, 40, 0.01) - 1.6276 * sqrt(50.0 / 400)) < 1e-4);
}

/* Samples of one distribution are further apart than the critical distance in no more cases than promised, and in about
 * that many. */
TEST(distances_keep_their_level)
{
	enum { TRIALS = 2000, N = 60 };
	uint64_t random = 7;
	unsigned beyond = 0;

	for (int t = 0; t < TRIALS; t++) {
		double v[2][N];

		for (int k = 0; k < 2; k++) {
			for (int i = 0; i < N; i++)
				v[k][i] = (double)(rng_next(&random) >> 11);
			stats_sort(v[k], N);
		}
		beyond += ks_distance(v[0], N, v[1], N) > ks_critical(N, N, 0.05);
	}
	assert_in_range(beyond, TRIALS / 50, TRIALS / 20 + 20);
}

/* Known answers of the Wilson score interval at 95 %, computed from its closed form by hand: 0 of 10 gives
 * z^2/(10+z^2). */
TEST(wilson_known_answers)
{
	double lo, hi, z2 = 1.959963984540054 * 1.959963984540054;

	wilson(0, 10, STATS_LEVEL, &lo, &hi);
	assert_true(lo == 0 && fabs(hi - z2 / (10 + z2)) < 1e-12);
	wilson(10, 10, STATS_LEVEL, &lo, &hi);
	assert_true(hi == 1 && fabs(lo - 10 / (10 + z2)) < 1e-12);
	wilson(5, 10, STATS_LEVEL, &lo, &hi);
	assert_true(fabs(lo - 0.2366) < 1e-4 && fabs(hi - 0.7634) < 1e-4);
	wilson(1, 0, STATS_LEVEL, &lo, &hi);
	assert_true(isnan(lo) && isnan(hi));
}

/* With 2000 samples of 10 from a skewed distribution, at least 95 % of the intervals must hold the true median,
 * ln 2. */
TEST(interval_covers)
{
	uint64_t random = test_seed();
	size_t covered = 0;

	for (int trial = 0; trial < 2000; trial++) {
		double v[10];
		struct summary s;

		for (int i = 0; i < 10; i++)
			v[i] = -log(((double)(rng_next(&random) >> 11) + 1) / 9007199254740993.0);
		s = summarise(v, 10, NAN);
		covered += s.lo <= M_LN2 && M_LN2 <= s.hi;
	}
	assert_in_range(covered, 1900, 2000);
}

/* Two-sided tails of fair coins: 10 of 10 is 2/1024, 9 of 10 is 22/1024, 8 of 9 with a tie counted against it
 * 112/1024. */
TEST(sign_test_known_answers)
{
	assert_true(sign_test(10, 0, 10) == 2.0 / 1024 && sign_test(0, 10, 10) == 2.0 / 1024);
	assert_true(sign_test(9, 1, 10) == 22.0 / 1024);
	assert_true(sign_test(8, 1, 10) == 112.0 / 1024);
	assert_true(sign_test(5, 5, 10) == 1 && sign_test(0, 0, 10) == 1 && sign_test(0, 0, 0) == 1);
	assert_true(sign_test(6, 0, 6) == 2.0 / 64 && sign_test(5, 0, 5) == 2.0 / 32);
}

TEST(paired_known_answers)
{
	const double a[10] = {2, 4, 8, 16, 32, 2, 4, 8, 16, 32}, b[10] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
	struct paired p = paired_log_ratio(a, b, NULL, 10, STATS_LEVEL);

	/* Sorted 2 2 4 4 8 8 16 16 32 32: the median of the logarithms is that of 8, the interval ranks 2 and 9. */
	assert_true(fabs(p.ratio - 8) < 1e-12 && fabs(p.lo - 2) < 1e-12 && fabs(p.hi - 32) < 1e-12 && p.n == 10);
	assert_true(p.p == 2.0 / 1024 && paired_separated(&p) == 1);
	p = paired_log_ratio(b, a, NULL, 10, bonferroni(25));
	assert_true(fabs(p.lo - 1.0 / 32) < 1e-12 && paired_separated(&p) == -1); /* ten runs carry 25 comparisons */
	p = paired_log_ratio(b, a, NULL, 10, bonferroni(26));
	assert_true(isnan(p.lo) && paired_separated(&p) == 0); /* and no more */
	p = paired_log_ratio(a, b, NULL, 5, STATS_LEVEL);
	assert_true(isnan(p.lo) && paired_separated(&p) == 0 && p.ratio > 1); /* five runs carry none */
	p = paired_log_ratio(a, b, NULL, 0, STATS_LEVEL);
	assert_true(isnan(p.ratio) && paired_separated(&p) == 0 && p.p == 1);
	p = paired_log_ratio(a, a, NULL, 10, STATS_LEVEL);
	assert_true(p.ratio == 1 && p.p == 1 && paired_separated(&p) == 0);
}

/* Rounds of a process come to their median, and the medians are counted; those of one process stay. */
TEST(processes_are_counted)
{
	const double a[] = {1, 9, 2, 4, 4, 7, 3, 100}, one = 1;
	const uint64_t turn[] = {turn_of(0, 0), turn_of(0, 1), turn_of(0, 5), turn_of(2, 0),
	                         turn_of(2, 1), turn_of(3, 9), turn_of(4, 0), turn_of(4, 1)};
	double v[COUNT_OF(a)], b[COUNT_OF(a)];
	struct paired p;

	for (size_t i = 0; i < COUNT_OF(a); i++)
		b[i] = one;
	memcpy(v, a, sizeof a);
	assert_int_equal(per_process(v, turn, COUNT_OF(a)), 4);
	assert_true(v[0] == 2 && v[1] == 4 && v[2] == 7 && v[3] == 51.5);
	memcpy(v, a, sizeof a);
	assert_true(per_process(v, turn, 3) == 3 && memcmp(v, a, sizeof a) == 0);
	assert_true(per_process(v, NULL, 8) == 8 && per_process(v, turn, 0) == 0);
	assert_true(memcmp(v, a, sizeof a) == 0);
	p = paired_log_ratio(a, b, turn, COUNT_OF(a), STATS_LEVEL);
	/* half-way between 4 and 7, where logarithms are */
	assert_true(p.n == 4 && fabs(p.ratio - sqrt(28)) < 1e-12 && p.lo < 2 && p.hi > 51.5 && p.p > STATS_LEVEL);
	p = paired_log_ratio(a, b, NULL, COUNT_OF(a), STATS_LEVEL);
	assert_true(p.n == 8 && fabs(p.lo - 1) < 1e-12 && fabs(p.hi - 100) < 1e-9);
}

static double
uniform(uint64_t *random)
{
	return (double)(rng_next(random) >> 11) / 9007199254740992.0;
}

/* The interval excludes 1 exactly where p is at most its level, ties included: with rounds of one process, where p is
 * the sign test's, and with processes. Beyond that it excludes nothing that a sign test would not. */
TEST(interval_and_test_agree)
{
	uint64_t random = test_stream("duality");

	for (int trial = 0; trial < 5000; trial++) {
		const size_t n = 1 + (size_t)(uniform(&random) * 30);
		const double level = bonferroni(1 + (size_t)(uniform(&random) * 40)), shift = uniform(&random) * 3;
		double a[30], b[30], sign;
		uint64_t turn[30];
		size_t above = 0, below = 0;
		struct paired p;

		for (size_t i = 0; i < n; i++) {
			a[i] = 1 + floor(4 * uniform(&random) + shift);
			b[i] = 1 + floor(4 * uniform(&random));
		}
		for (size_t i = 0; i < n; i++) {
			turn[i] = turn_of((unsigned)i, 0);
			above += a[i] > b[i];
			below += a[i] < b[i];
		}
		sign = sign_test(above, below, n);
		p = paired_log_ratio(a, b, NULL, n, level);
		require(p.p == sign && (paired_separated(&p) != 0) == (sign <= level), "n=%zu level=%g p=%g [%g, %g]",
		        n, level, p.p, p.lo, p.hi);
		p = paired_log_ratio(a, b, turn, n, level);
		require((paired_separated(&p) != 0) == (p.p <= level), "n=%zu level=%g p=%g [%g, %g]", n, level, p.p,
		        p.lo, p.hi);
		require(paired_separated(&p) == 0 || above == n || below == n || sign <= level, "n=%zu: %zu, %zu", n,
		        above, below);
	}
}

/*
 * A/A: families of K comparisons between runs of one skewed, drifting distribution. Any separation in a family is an
 * error of the family. At most 5 % of 4000 families may have one; 6.4 % is four standard errors above.
 */
TEST(itself_is_not_separated)
{
	static const struct {
		size_t n, comparisons;
	} families[] = {{3, 1}, {3, 6}, {5, 20}, {6, 1}, {8, 5}, {10, 1}, {10, 6}, {10, 25}, {15, 20}, {20, 12}};
	uint64_t random = test_stream("a/a"), turn[20];

	for (size_t i = 0; i < COUNT_OF(turn); i++)
		turn[i] = turn_of((unsigned)i, 0);
	for (size_t f = 0; f < COUNT_OF(families); f++) {
		const size_t n = families[f].n;
		int wrong = 0;

		for (int family = 0; family < 4000; family++) {
			bool separated = false;

			for (size_t k = 0; k < families[f].comparisons; k++) {
				double a[20], b[20];
				struct paired p;

				for (size_t i = 0; i < n; i++) {
					double drift = exp(3 * uniform(&random)); /* of the block: it cancels */

					a[i] = drift * (1 - log(1 - uniform(&random)));
					b[i] = drift * (1 - log(1 - uniform(&random)));
				}
				p = paired_log_ratio(a, b, turn, n, bonferroni(families[f].comparisons));
				separated |= paired_separated(&p) != 0;
			}
			wrong += separated;
		}
		require(wrong <= 256, "n=%zu, %zu comparisons: separated in %d of 4000 families", n,
		        families[f].comparisons, wrong);
	}
}

/* Of the intervals at a level, at most that share misses the true proportion; Wilson's is good to a percentage
 * point. */
TEST(wilson_levels)
{
	double lo, hi, wide_lo, wide_hi;

	wilson(300, 1000, STATS_LEVEL, &lo, &hi);
	wilson(300, 1000, bonferroni(20), &wide_lo, &wide_hi);
	assert_true(wide_lo < lo && wide_hi > hi);
	/* z = 3.0233 at 0.0025: half of the interval is about z * sqrt(0.21 / 1000). */
	assert_true(fabs((wide_hi - wide_lo) / 2 - 3.0233 * sqrt(0.21 / 1000)) < 5e-4);
}

/* Like Wilson's where the proportions differ only by chance; as of fewer counts where they differ by more. */
TEST(pooled_proportions_widen_where_they_differ)
{
	static const uint64_t alike[] = {100, 110, 90, 100}, apart[] = {50, 150, 60, 140},
			      of[] = {1000, 1000, 1000, 1000};
	double lo, hi, one_lo, one_hi;

	wilson(400, 4000, STATS_LEVEL, &one_lo, &one_hi);
	wilson_pooled(alike, of, 4, STATS_LEVEL, &lo, &hi);
	assert_true(lo == one_lo && hi == one_hi);
	wilson_pooled(apart, of, 4, STATS_LEVEL, &lo, &hi);
	/* Chi-square: (50^2 + 50^2 + 40^2 + 40^2) / (100 * 0.9) = 91.1 on 3 degrees: as if of 4000 / 30.37 = 131.7. */
	wilson(13, 132, STATS_LEVEL, &one_lo, &one_hi);
	assert_true(fabs(lo - one_lo) < 0.002 && fabs(hi - one_hi) < 0.002);
	wilson_pooled(alike, of, 1, STATS_LEVEL, &lo, &hi);
	wilson(100, 1000, STATS_LEVEL, &one_lo, &one_hi);
	assert_true(lo == one_lo && hi == one_hi);
	wilson_pooled((const uint64_t[]){0, 0}, of, 2, STATS_LEVEL, &lo, &hi);
	assert_true(lo == 0 && hi > 0 && hi < 0.002);
	wilson_pooled(of, of, 2, STATS_LEVEL, &lo, &hi);
	assert_true(hi == 1 && lo > 0.998);
	wilson_pooled(NULL, NULL, 0, STATS_LEVEL, &lo, &hi);
	assert_true(isnan(lo) && isnan(hi));
}
