/* SPDX-License-Identifier: MIT */
/* Statistics: known answers, and the coverage that the intervals promise. */
#include "tests/test.h"

#include "harness/stats.h"

#include <math.h>

static void
ranks_are_the_tabulated_ones(void **state)
{
	static const struct {
		size_t n, lo, hi;
	} known[] = {{6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {10, 2, 9}, {15, 4, 12}, {20, 6, 15}, {25, 8, 18}};
	size_t lo, hi;

	(void)state;
	for (size_t n = 1; n < 6; n++)
		assert_false(median_ranks(n, &lo, &hi));
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		assert_true(median_ranks(known[i].n, &lo, &hi));
		assert_int_equal(lo, known[i].lo);
		assert_int_equal(hi, known[i].hi);
	}
}

static void
summaries_are_right(void **state)
{
	double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2}, one[] = {7}, ten[] = {10, 9, 8, 7, 6, 5, 4, 3, 2, 1};
	struct summary s = summarise(odd, 3);

	(void)state;
	assert_true(s.median == 2 && s.mean == 2 && s.min == 1 && s.max == 3 && s.variance == 1 && isnan(s.lo));
	s = summarise(even, 4);
	assert_true(s.median == 2.5);
	s = summarise(one, 1);
	assert_true(s.median == 7 && isnan(s.variance) && isnan(s.hi));
	s = summarise(ten, 10);
	assert_true(s.lo == 2 && s.hi == 9 && s.median == 5.5);
}

/* Known answers of the Wilson score interval at 95 %, computed from its closed form by hand: 0 of 10 gives z^2/(10+z^2). */
static void
wilson_known_answers(void **state)
{
	double lo, hi, z2 = 1.959963984540054 * 1.959963984540054;

	(void)state;
	wilson(0, 10, &lo, &hi);
	assert_true(lo == 0 && fabs(hi - z2 / (10 + z2)) < 1e-12);
	wilson(10, 10, &lo, &hi);
	assert_true(hi == 1 && fabs(lo - 10 / (10 + z2)) < 1e-12);
	wilson(5, 10, &lo, &hi);
	assert_true(fabs(lo - 0.2366) < 1e-4 && fabs(hi - 0.7634) < 1e-4);
	wilson(1, 0, &lo, &hi);
	assert_true(isnan(lo) && isnan(hi));
}

/* Of 2000 samples of 10 from a skewed distribution, at least 95 % of the intervals must hold the true median, ln 2. */
static void
interval_covers(void **state)
{
	uint64_t random = test_seed();
	size_t covered = 0;

	(void)state;
	for (int trial = 0; trial < 2000; trial++) {
		double v[10];
		struct summary s;

		for (int i = 0; i < 10; i++)
			v[i] = -log(((double)(rng_next(&random) >> 11) + 1) / 9007199254740993.0);
		s = summarise(v, 10);
		covered += s.lo <= M_LN2 && M_LN2 <= s.hi;
	}
	assert_in_range(covered, 1900, 2000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_the_tabulated_ones),
		cmocka_unit_test(summaries_are_right),
		cmocka_unit_test(wilson_known_answers),
		cmocka_unit_test(interval_covers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
