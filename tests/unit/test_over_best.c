/* SPDX-License-Identifier: MIT */
/* test_over_best.c - each lookup of a place over the best one there: by its median, in the same round; the last attempt
 * counts. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/analysis/round_points.h"

#include <math.h>

enum { ROUNDS = 7 };
struct bench {
	struct sample at[64];
	struct samples all;
	struct points points;
};

/* Rates of a million a second, times 1, 2 ... by the round: as on a machine with other load. */
static void
put(struct bench *b, const char *panel, const char *series, double x, uint64_t rate)
{
	for (unsigned rep = 0; rep < ROUNDS; rep++) {
		struct sample *s = &b->at[b->all.count++];

		*s = (struct sample){.exp = "h1", .metric = "lookup", .unit = "Mops/s", .x = x, .rep = rep};
		s->num = rate * (rep + 1), s->den = 1000;
		snprintf(s->panel, sizeof s->panel, "%s", panel);
		snprintf(s->series, sizeof s->series, "%s", series);
	}
	points_add(&b->points, panel, series, x, "lookup", "Mops/s", (double)rate * (ROUNDS + 1) / 2);
}

static double
over(struct bench *b, const char *panel, const char *series, double x)
{
	const struct point *p = points_find(&b->points, panel, series, x, "over_best");

	return p ? p->median : NAN;
}

TEST(the_best_of_each_place_is_one)
{
	static struct bench b;
	struct run_data run;

	b = (struct bench){.all = {.at = b.at}};
	put(&b, "cf12_p0", "cf", 192, 20);
	put(&b, "cf12_p0", "cf-batch", 192, 50);
	put(&b, "cf12_p0", "cf-bulk", 192, 100); /* compared, but not the best */
	put(&b, "cf12_p0", "ceiling-2", 192, 200);
	put(&b, "cf12_p0", "cf", 24, 30);
	put(&b, "sscf13_p0", "ss-cf", 192, 10);
	put(&b, "sscf13_p0", "ss-cf-decode", 192, 12); /* a control */
	for (size_t i = 0; i < ROUNDS; i++) {          /* a disturbed attempt */
		b.at[b.all.count] = b.at[i];
		b.at[b.all.count].num = 1;
		b.at[b.all.count++].superseded = true;
	}
	run_data_of(&run, &b.all, SCALE_FULL);
	over_best(&run, "h1", &b.points);
	run_data_free(&run);
	assert_true(fabs(over(&b, "cf12_p0", "cf", 192) - 0.4) < 1e-12);
	assert_true(over(&b, "cf12_p0", "cf-batch", 192) == 1);
	assert_true(over(&b, "cf12_p0", "cf-bulk", 192) == 2);
	assert_true(isnan(over(&b, "cf12_p0", "ceiling-2", 192)));
	assert_true(over(&b, "cf12_p0", "cf", 24) == 1);
	assert_true(over(&b, "sscf13_p0", "ss-cf", 192) == 1 &&
	            fabs(over(&b, "sscf13_p0", "ss-cf-decode", 192) - 1.2) < 1e-12);
	assert_int_equal(points_find(&b.points, "cf12_p0", "cf", 192, "over_best")->n, ROUNDS);
	points_free(&b.points);
}
