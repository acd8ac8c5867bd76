/* SPDX-License-Identifier: MIT */
/*
 * test_points.c - what holds for every point of every experiment, in the committed runs and in made-up ones
 * (tests/paper_world.h):
 *
 *      samples of one point     one of each repetition and round      --> what is drawn is all that was measured
 *      lo <= median <= hi       min <= median, mean <= max
 *      a line                   has one point at an x
 *      a line over percentiles  does not fall, and is of the same repetitions everywhere
 */
#include "tests/paper_world.h"

#include "harness/analysis/reduce.h"
#include "harness/base/files.h"

/* Do the two differ in nothing that a point or its repetition is known by? */
static bool
same_place(const struct sample *a, const struct sample *b)
{
	return a->x == b->x && a->rep == b->rep && a->round == b->round && is(a->metric, b->metric) &&
	       is(a->series, b->series) && is(a->panel, b->panel);
}

/* Samples of one point are together. */
static void
no_sample_hides_another(const struct run_data *d, const struct experiment *e)
{
	const struct samples_at mine = run_data_line(d, e->id, NULL, NULL, NULL);

	for (size_t i = 0; i < mine.count; i++)
		for (size_t j = i;
		     j-- > 0 && mine.at[j]->x == mine.at[i]->x && is(mine.at[j]->metric, mine.at[i]->metric);)
			require(!same_place(mine.at[i], mine.at[j]), "%s %s %s %s %g: two samples of repetition %u",
			        e->id, mine.at[i]->panel, mine.at[i]->series, mine.at[i]->metric, mine.at[i]->x,
			        mine.at[i]->rep);
}

static void
is_within(const struct experiment *e, const struct point *p)
{
	const double slack = 1e-9 * fabs(p->median);

	require(isnan(p->lo) == isnan(p->hi) && !(p->lo > p->median + slack) && !(p->hi < p->median - slack),
	        "%s %s %s %s %g: %g [%g, %g]", e->id, p->panel, p->series, p->metric, p->x, p->median, p->lo, p->hi);
	require(!(p->min > p->median + slack) && !(p->max < p->median - slack) && !(p->min > p->mean + slack) &&
	                !(p->max < p->mean - slack),
	        "%s %s %s %s %g: median %g and mean %g of %g to %g", e->id, p->panel, p->series, p->metric, p->x,
	        p->median, p->mean, p->min, p->max);
}

/* As far as digits are drawn. Only in L3 are all x measured ones. */
static void
one_at_an_x(const struct experiment *e, const struct points *p)
{
	for (size_t i = 1; i < p->count && !is(e->id, "l3"); i++) {
		const struct point *a = &p->at[i - 1], *b = &p->at[i];

		if (is(a->panel, b->panel) && is(a->series, b->series) && is(a->metric, b->metric))
			require(b->x - a->x > 1e-6 * fabs(b->x), "%s %s %s %s: two points at %.9g", e->id, a->panel,
			        a->series, a->metric, a->x);
	}
}

static void
rises(const struct experiment *e, const struct points *p)
{
	for (size_t i = 1; i < p->count && e->x && is(e->x, "percentile"); i++) {
		const struct point *a = &p->at[i - 1], *b = &p->at[i];

		if (is(a->panel, b->panel) && is(a->series, b->series) && is(a->metric, b->metric))
			require(a->n == b->n && a->median <= b->median, "%s %s %s %s: %g (n=%u) at %g, %g (n=%u) at %g",
			        e->id, a->panel, a->series, a->metric, a->median, a->n, a->x, b->median, b->n, b->x);
	}
}

/* Returns how many points were looked at. */
static size_t
holds_for_all(struct run_data *d)
{
	size_t count = 0;

	for (size_t i = 0; experiment_all[i]; i++) {
		const struct points *p = run_data_points(d, experiment_all[i]);

		no_sample_hides_another(d, experiment_all[i]);
		one_at_an_x(experiment_all[i], p);
		rises(experiment_all[i], p);
		for (size_t k = 0; k < p->count; k++, count++)
			is_within(experiment_all[i], &p->at[k]);
	}
	return count;
}

TEST(points_of_the_committed_runs)
{
	static const struct {
		const char *name;
		size_t least; /* points */
	} runs[] = {{"full", 2000}, {"threads", 1000}, {"hardware", 1000}};

	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		struct failure why = {.status = STATUS_DONE};
		char dir[FILES_PATH];
		struct run_data d;
		size_t count;

		require(files_path(dir, "%s/datasets/reference/%s", files_home(), runs[i].name), "a long path");
		require(run_data_load(&d, dir, &why) == STATUS_DONE, "%s", why.text);
		count = holds_for_all(&d);
		require(count >= runs[i].least, "%s: %zu points", runs[i].name, count);
		run_data_free(&d);
	}
}

/* Makes every proportion differ between repetitions by far more than chance. */
static void
differ(struct samples *all)
{
	for (size_t i = 0; i < all->count; i++)
		if (is(all->at[i].unit, "rate"))
			all->at[i].num /= 1 + all->at[i].rep * all->at[i].rep;
}

TEST(points_of_made_up_runs)
{
	static const unsigned reps[] = {1, 2, 3, 6, 10, 31};

	for (size_t i = 0; i < 2 * COUNT_OF(reps); i++) {
		struct world w = make_world(NULL, reps[i / 2], (double)(i % 3) * 0.2);
		struct run_data d;

		if (i % 2)
			differ(&w.samples);
		run_data_of(&d, &w.samples, SCALE_PAPER);
		require(holds_for_all(&d) > 300, "no points");
		run_data_free(&d);
		samples_free(&w.samples);
	}
}
