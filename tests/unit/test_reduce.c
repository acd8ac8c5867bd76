/* SPDX-License-Identifier: MIT */
/* test_reduce.c - from samples to points: grouping, units, intervals, and their file. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"

#include <math.h>

static struct sample
sample(const char *series, double x, const char *metric, const char *unit, unsigned rep, uint64_t num, uint64_t den)
{
	struct sample s = {.rep = rep, .x = x, .num = num, .den = den};

	snprintf(s.exp, sizeof s.exp, "f5");
	snprintf(s.series, sizeof s.series, "%s", series);
	snprintf(s.metric, sizeof s.metric, "%s", metric);
	snprintf(s.unit, sizeof s.unit, "%s", unit);
	return s;
}

/* The points of f5 at smoke scale. */
static struct points
reduced(const struct samples *all)
{
	struct run_data run;
	struct points points;

	run_data_of(&run, all, SCALE_SMOKE);
	reduce_experiment(&run, experiment_find("f5"), &points);
	run_data_free(&run);
	return points;
}

TEST(groups_and_units)
{
	struct sample at[] = {
		sample("cf", 50, "lookup", "Mops/s", 1, 1000, 50000), /* 20 M/s */
		sample("bf", 50, "lookup", "Mops/s", 0, 1000, 100000),
		sample("cf", 50, "lookup", "Mops/s", 0, 1000, 25000), /* 40 M/s */
		sample("cf", 75, "lookup", "Mops/s", 0, 3, 4),
	};
	struct samples all = {.at = at, .count = 4};
	struct points p;
	struct point *cf;

	p = reduced(&all);
	assert_int_equal(p.count, 3);
	cf = points_find(&p, "", "cf", 50, "lookup");
	assert_non_null(cf);
	assert_true(cf->n == 2 && cf->median == 30 && cf->mean == 30 && cf->min == 20 && cf->max == 40 &&
	            isnan(cf->lo));
	assert_true(points_find(&p, "", "bf", 50, "lookup")->median == 10);
	assert_null(points_find(&p, "", "bf", 75, "lookup"));
	points_free(&p);
}

/* CF's lookups touch two lines, BF's lookups of present keys nine; each is compared with the same repetition's
 * ceiling. */
TEST(shares_of_ceilings)
{
	struct sample at[] = {
		sample("cf", 0, "lookup", "Mops/s", 0, 10, 1000),
		sample("cf", 0, "lookup", "Mops/s", 1, 20, 1000),
		sample("cf", 0, "lookup", "Mops/s", 2, 90, 1000),
		sample("cf", 0, "lookup", "Mops/s", 3, 77, 1000),
		sample("ceiling-2", 0, "lookup", "Mops/s", 0, 100, 1000),
		sample("ceiling-2", 0, "lookup", "Mops/s", 1, 50, 1000),
		sample("ceiling-2", 0, "lookup", "Mops/s", 2, 300, 1000),
		sample("ceiling-2", 100, "lookup", "Mops/s", 3, 1, 1000),
		sample("bf", 100, "lookup", "Mops/s", 0, 20, 1000),
		sample("ceiling-1", 100, "lookup", "Mops/s", 0, 270, 1000),
		sample("user's", 0, "lookup", "Mops/s", 0, 20, 1000),
		sample("cf", 0, "fpr", "rate", 0, 1, 10),
		sample("blk-bf", 0, "lookup", "Mops/s", 0, 200, 1000), /* no ceiling-1 at this x */
	};
	struct samples all = {.at = at, .count = COUNT_OF(at)};
	struct point *share;
	struct points p;
	size_t shares = 0;

	p = reduced(&all);
	for (size_t i = 0; i < p.count; i++)
		shares += strcmp(p.at[i].metric, "of_ceiling") == 0;
	assert_int_equal(shares, 2);
	share = points_find(&p, "", "cf", 0, "of_ceiling");
	assert_non_null(share);
	/* 10/100, 20/50, 90/300; repetition 3 has no ceiling. */
	assert_true(share->n == 3 && fabs(share->median - 0.3) < 1e-12 && fabs(share->min - 0.1) < 1e-12 &&
	            fabs(share->max - 0.4) < 1e-12);
	share = points_find(&p, "", "bf", 100, "of_ceiling");
	assert_non_null(share);
	assert_true(share->n == 1 && fabs(share->median - 20.0 / (270.0 / 9)) < 1e-12 &&
	            strcmp(share->unit, "share") == 0);
	points_free(&p);
}

TEST(rates_are_pooled)
{
	struct sample at[] = {
		sample("cf", 0, "fpr", "rate", 0, 0, 10),
		sample("cf", 0, "fpr", "rate", 1, 10, 10),
	};
	struct samples all = {.at = at, .count = 2};
	struct points p;

	p = reduced(&all);
	assert_int_equal(p.count, 1);
	/* Wilson for 10 of 20 would be 0.299 to 0.701. They differ twenty times as much as chance allows: for 0.5 of
	 * 1. */
	assert_true(p.at[0].mean == 0.5 && fabs(p.at[0].lo - 0.0546) < 1e-4 && fabs(p.at[0].hi - 0.9454) < 1e-4);
	points_free(&p);
	at[0].num = 4, at[1].num = 6;
	p = reduced(&all);
	assert_true(fabs(p.at[0].lo - 0.2993) < 1e-4 && fabs(p.at[0].hi - 0.7007) < 1e-4);
	points_free(&p);
	/* The rate is that of the counts together, which its interval holds. */
	at[0].num = 0, at[1].num = 30, at[1].den = 30;
	p = reduced(&all);
	assert_true(p.at[0].median == 0.75 && p.at[0].mean == 0.5 && p.at[0].lo < 0.75 && p.at[0].hi > 0.75);
	points_free(&p);
}

TEST(figure_data_are_written)
{
	struct points points = {0};
	char *text;
	size_t length;
	FILE *f = open_memstream(&text, &length);

	points_add(&points, "a", "cf", 0.1, "load", "fraction", 1.0 / 3)->n = 7;
	assert_int_equal(points_write(&points, f), 0);
	fclose(f);
	assert_string_equal(text, "panel,series,x,metric,unit,n,median,lo,hi,mean,min,max\na,cf,0.1,load,fraction,7,"
	                          "0.333333333,NaN,NaN,0.333333333,0.333333333,0.333333333\n");
	points_round(&points);
	assert_true(points.at[0].median == 0.333333333 && isnan(points.at[0].lo));
	free(text);
	points_free(&points);
}
