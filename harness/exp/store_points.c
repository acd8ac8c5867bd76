/* SPDX-License-Identifier: MIT */
/* store_points.c - see store_points.h. */
#include "harness/exp/store_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/exp/turns.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char store[] = "store";

/* One filter, or the store, at a share of present keys and a number of keys. */
struct spot {
	const struct run_data *run;
	const char *exp, *panel, *series;
	double x;
};

static struct samples_at
at(const struct spot *s, const char *panel, const char *series, const char *metric)
{
	return run_data_at(s->run, s->exp, panel, series, metric, s->x);
}

/* Returns the name of the store that was measured with the filter: its own, in `room`, or the common one. */
static const char *
store_beside(const struct spot *s, const char *filter, char room[NAME_MAX_SERIES])
{
	snprintf(room, NAME_MAX_SERIES, "%s:%.*s", store, (int)strcspn(filter, ":"), filter);
	return at(s, s->panel, room, "lookup").count > 0 ? room : store;
}

static bool
is_store(const char *series)
{
	return strcmp(series, store) == 0 || strncmp(series, "store:", 6) == 0;
}

/* Rates are in millions a second. */
static double
ns_of(const struct sample *s)
{
	return 1000 / sample_value(s);
}

enum { T_L, MEASURED, PREDICTED, OVER_PREDICTED, GAIN, T_W_BEHIND, POINTS };
static const struct {
	const char *metric, *unit;
} added[POINTS] = {{"t_l", "ns"},     {"measured", "ns"},  {"predicted", "ns"}, {"over_predicted", "ratio"},
                   {"gain", "ratio"}, {"t_w_behind", "ns"}};

/* What a false positive takes is what remains of the measured time without t_l. Both vary by some per cent. So it is
 * told only where it makes up this share of what is predicted. */
#define BEHIND_LEAST 0.25

/* What is measured of a filter and its store, turn by turn; NaN where something was not. */
enum { LOOKUP, FRONT, THROUGH, ABSENT, FOUND, ALONE, READ };

/* Fills in the values of each turn. */
static void
compute(double present, size_t turns, double *const read[READ], double *const value[POINTS])
{
	for (size_t i = 0; i < turns; i++) {
		const double lookup = read[LOOKUP][i], measured = read[FRONT][i], e = read[THROUGH][i],
			     t_w = read[ABSENT][i];
		/* where no key is present, nothing needs to be known of present ones */
		const double predicted = store_predicted(lookup, e, present, present > 0 ? read[FOUND][i] : 0, t_w);

		value[T_L][i] = lookup;
		value[MEASURED][i] = measured;
		value[PREDICTED][i] = predicted;
		value[OVER_PREDICTED][i] = measured / predicted;
		value[GAIN][i] = read[ALONE][i] / measured;
		value[T_W_BEHIND][i] =
			present > 0 || e * t_w < BEHIND_LEAST * predicted ? NAN : (measured - lookup) / e;
	}
}

/* Adds the median over the turns in which the values are finite, if most are: otherwise it would be of the luckiest
 * ones. */
static void
store_add(struct points *points, const struct spot *s, const char *metric, const char *unit, const struct turns *t,
          const double *value)
{
	const struct turns_place place = {s->panel, s->series, metric, unit, s->x};

	(void)turns_add(points, &place, t, value, t->n / 2);
}

static void
add_filter(struct points *points, const struct spot *s)
{
	char room[NAME_MAX_SERIES];
	const char *beside = store_beside(s, s->series, room);
	const struct samples_at front = at(s, s->panel, s->series, "in_front");
	const struct turns t = turns_of(front);
	double *const read[READ] = {[LOOKUP] = turns_read(&t, at(s, s->panel, s->series, "lookup"), ns_of),
	                            [FRONT] = turns_read(&t, front, ns_of),
	                            [THROUGH] = turns_read(&t, at(s, s->panel, s->series, "let_through"), sample_value),
	                            [ABSENT] = turns_read(&t, at(s, "p0", beside, "lookup"), ns_of),
	                            [FOUND] = turns_read(&t, at(s, "p100", beside, "lookup"), ns_of),
	                            [ALONE] = turns_read(&t, at(s, s->panel, beside, "lookup"), ns_of)};
	double *value[POINTS];

	for (size_t i = 0; i < POINTS; i++)
		value[i] = memory_new(t.n, sizeof **value);
	compute(atof(s->panel + 1) / 100, t.n, read, value);
	for (size_t i = 0; i < POINTS; i++) {
		store_add(points, s, added[i].metric, added[i].unit, &t, value[i]);
		free(value[i]);
	}
	for (size_t i = 0; i < READ; i++)
		free(read[i]);
	free(t.at);
}

static void
add_store(struct points *points, const struct spot *s)
{
	const struct samples_at alone = at(s, s->panel, s->series, "lookup");
	const struct turns t = turns_of(alone);
	double *value = turns_read(&t, alone, ns_of);

	store_add(points, s, "t_w", "ns", &t, value);
	free(value);
	free(t.at);
}

/* --- who is best, by prediction and in fact ------------------------------------------------------------------- */

/* The index of the point with the least median at the spot's place, of the filters with the common store; `count` if
 * there is none. */
static size_t
least_at(const struct points *points, size_t count, const struct spot *s, const char *metric)
{
	size_t least = count;

	for (size_t i = 0; i < count; i++) {
		const struct point *p = &points->at[i];
		char room[NAME_MAX_SERIES];

		if (strcmp(p->metric, metric) == 0 && strcmp(p->panel, s->panel) == 0 && p->x == s->x &&
		    store_beside(s, p->series, room) == store &&
		    (least == count || p->median < points->at[least].median))
			least = i;
	}
	return least;
}

static void
add_regret(struct points *points, const struct spot *there)
{
	const size_t count = points->count, predicted = least_at(points, count, there, "predicted"),
		     best = least_at(points, count, there, "measured");
	char series[2][NAME_MAX_SERIES];
	struct spot s = *there;
	struct samples_at chosen;
	struct turns t;
	double *value, *least;

	if (predicted == count || best == count)
		return;
	memcpy(series[0], points->at[predicted].series, sizeof series[0]);
	memcpy(series[1], points->at[best].series, sizeof series[1]);
	s.series = series[0];
	chosen = at(&s, s.panel, series[0], "in_front");
	t = turns_of(chosen);
	value = turns_read(&t, chosen, sample_value);
	least = turns_read(&t, at(&s, s.panel, series[1], "in_front"), sample_value);
	for (size_t i = 0; i < t.n; i++)
		value[i] = least[i] / value[i]; /* of rates */
	store_add(points, &s, "regret", "ratio", &t, value);
	free(value);
	free(least);
	free(t.at);
}

void
store_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count; /* of the measured ones, because points_add_summary moves and adds points */

	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		const struct spot s = {d, exp, p.panel, p.series, p.x};

		if (strcmp(p.metric, "in_front") == 0)
			add_filter(points, &s);
		else if (is_store(p.series) && strcmp(p.metric, "lookup") == 0)
			add_store(points, &s);
	}
	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		const struct spot s = {d, exp, p.panel, store, p.x};

		if (strcmp(p.series, store) == 0 && strcmp(p.metric, "lookup") == 0)
			add_regret(points, &s);
	}
}
