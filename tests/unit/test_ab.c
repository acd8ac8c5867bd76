/* SPDX-License-Identifier: MIT */
/* test_ab.c - the verdicts of `ab`, on made-up rounds. */
#include "tests/test.h"

#include "harness/ab/ab_judge.h"

#include <math.h>

enum { PROCESSES = 24, ROUNDS = PROCESSES * AB_ROUNDS };

static double
uniform(uint64_t *random)
{
	return (double)(rng_next(random) >> 11) * 0x1p-53;
}

/* Rounds in which NEW takes `change` times as long as OLD, and OLD again `control` times as long, each with `noise`
 * more or less. A whole round takes up to ten times as long as another. */
static void
make(struct ab_round *round, size_t n, double change, double control, double noise, uint64_t *random)
{
	for (size_t i = 0; i < n; i++) {
		const double machine = 1e6 * (1 + 9 * uniform(random)), times[AB_SIDES] = {1, change, control};

		for (enum ab_side side = 0; side < AB_SIDES; side++)
			round[i].by[side] = (struct slice){
				1000 + i, (uint64_t)(machine * times[side] * (1 + noise * (2 * uniform(random) - 1)))};
	}
}

static enum ab_verdict
verdict(double change, double control, double noise, uint64_t *random)
{
	struct ab_round round[ROUNDS];

	make(round, ROUNDS, change, control, noise, random);
	return ab_judge(round, PROCESSES, bonferroni(15)).verdict;
}

/* Except for the few rows whose control differs by chance: one in three hundred. */
TEST(differences_are_told)
{
	uint64_t random = test_stream("differences");
	int faster[AB_VERDICTS] = {0}, slower[AB_VERDICTS] = {0};

	for (int trial = 0; trial < 500; trial++) {
		faster[verdict(0.9, 1, 0.04, &random)]++;
		slower[verdict(1.12, 1, 0.04, &random)]++;
	}
	require(faster[AB_FASTER] > 485 && faster[AB_SLOWER] == 0, "%d of 500 are faster, %d slower", faster[AB_FASTER],
	        faster[AB_SLOWER]);
	require(slower[AB_SLOWER] > 485 && slower[AB_FASTER] == 0, "%d of 500 are slower, %d faster", slower[AB_SLOWER],
	        slower[AB_FASTER]);
}

/* What is within one per cent is no difference, however surely it is measured. */
TEST(one_per_cent_is_alike)
{
	uint64_t random = test_stream("alike");

	assert_int_equal(verdict(0.992, 1, 0.0001, &random), AB_NOT_SEPARATED);
	assert_int_equal(verdict(1.008, 0.992, 0.0001, &random), AB_NOT_SEPARATED);
	assert_int_equal(verdict(0.988, 1.008, 0.0001, &random), AB_FASTER);
	assert_int_equal(verdict(1.012, 1, 0.0001, &random), AB_SLOWER);
	assert_int_equal(verdict(1, 1.012, 0.0001, &random), AB_DISTURBED);
}

/* Neither NEW differs from OLD nor OLD from itself, except for one in three hundred each. */
TEST(equals_are_not)
{
	uint64_t random = test_stream("equals");
	int of[AB_VERDICTS] = {0};

	for (int trial = 0; trial < 600; trial++)
		of[verdict(1, 1, 0.2, &random)]++;
	require(of[AB_NOT_SEPARATED] > 580, "%d of 600 are not separated", of[AB_NOT_SEPARATED]);
}

/* Unless NEW is beyond both instances of OLD, on the same side. */
TEST(a_control_that_differs_disturbs)
{
	uint64_t random = test_stream("disturbed");

	for (int trial = 0; trial < 100; trial++) {
		assert_int_equal(verdict(1, 0.9, 0.04, &random), AB_DISTURBED);
		assert_int_equal(verdict(0.95, 0.9, 0.01, &random), AB_DISTURBED);
		assert_int_equal(verdict(1.06, 1.12, 0.01, &random), AB_DISTURBED);
		assert_int_equal(verdict(0.5, 1.12, 0.04, &random), AB_FASTER);
		assert_int_equal(verdict(2, 1.12, 0.04, &random), AB_SLOWER);
	}
}

/* Where code and tables lie changes a process' speed by 2 %, all its rounds alike: neither NEW nor the control differs.
 * As repetitions of their own, the rounds would separate one such row in eight. */
TEST(what_a_process_shares_is_no_difference)
{
	uint64_t random = test_stream("processes");
	int of[AB_VERDICTS] = {0};

	for (int trial = 0; trial < 400; trial++) {
		struct ab_round round[ROUNDS];

		for (size_t p = 0; p < PROCESSES; p++) {
			const double new = 0.98 + 0.04 * uniform(&random), again = 0.98 + 0.04 * uniform(&random);

			make(round + p * AB_ROUNDS, AB_ROUNDS, new, again, 0.0005, &random);
		}
		of[ab_judge(round, PROCESSES, 0.05).verdict]++;
	}
	require(of[AB_NOT_SEPARATED] > 340, "%d of 400 are not separated", of[AB_NOT_SEPARATED]);
}

/* Exact quotients of speeds; a single outlying round changes nothing. */
TEST(medians_are_of_processes)
{
	struct ab_round round[ROUNDS];
	uint64_t random = test_stream("medians");
	struct ab_judged j;

	make(round, ROUNDS, 0.5, 1, 0, &random);
	round[3].by[AB_NEW].ns *= 1000;
	round[5].by[AB_OLD].ops *= 100;
	j = ab_judge(round, PROCESSES, 0.05);
	require(fabs(j.change.ratio - 2) < 1e-4 && fabs(j.change.lo - 2) < 1e-4 && fabs(j.change.hi - 2) < 1e-4 &&
	                j.change.n == PROCESSES,
	        "%g [%g, %g]", j.change.ratio, j.change.lo, j.change.hi);
	require(fabs(j.control.ratio - 1) < 1e-4 && j.verdict == AB_FASTER, "A/A %g", j.control.ratio);
	for (size_t i = 0; i < ROUNDS; i++)
		round[i].by[AB_NEW].ops /= 4; /* fewer keys in the same time */
	assert_int_equal(ab_judge(round, PROCESSES, 0.05).verdict, AB_SLOWER);
}

/* The least number of which order statistics have an interval, so that no model decides by itself. */
TEST(enough_processes)
{
	struct ab_round round[ROUNDS];
	uint64_t random = test_stream("enough");

	assert_int_equal(ab_processes_needed(0.05), 6);
	assert_int_equal(ab_processes_needed(bonferroni(5)), 8);
	assert_int_equal(ab_processes_needed(bonferroni(1000)), 16);
	make(round, ROUNDS, 0.1, 1, 0.01, &random);
	for (size_t k = 1; k < 1000; k *= 3) {
		const size_t n = ab_processes_needed(bonferroni(k));

		require(ab_judge(round, n, bonferroni(k)).verdict == AB_FASTER, "%zu processes of %zu comparisons", n,
		        k);
		require(sign_test(n - 1, 0, n - 1) > bonferroni(k) && sign_test(n, 0, n) <= bonferroni(k),
		        "%zu processes of %zu comparisons", n, k);
	}
}
