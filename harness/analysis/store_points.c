/* SPDX-License-Identifier: MIT */
/* store_points.c - see store_points.h. */
#include "harness/analysis/store_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"

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

/* The value in that turn; NaN: none. Samples are in the order of turns. */
static double
in_turn(struct samples_at there, uint64_t turn)
{
	size_t lo = 0, hi = there.count;

	while (lo < hi) {
		const size_t middle = (lo + hi) / 2;

		if (sample_turn(there.at[middle]) < turn)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo < there.count && sample_turn(there.at[lo]) == turn ? sample_value(there.at[lo]) : NAN;
}

/* Rates are in millions a second. */
static double
ns_in_turn(struct samples_at there, uint64_t turn)
{
	return 1000 / in_turn(there, turn);
}

enum { T_L, MEASURED, PREDICTED, OVER_PREDICTED, GAIN, T_W_BEHIND, POINTS };
static const struct {
	const char *metric, *unit;
} added[POINTS] = {{"t_l", "ns"},     {"measured", "ns"},  {"predicted", "ns"}, {"over_predicted", "ratio"},
                   {"gain", "ratio"}, {"t_w_behind", "ns"}};

/* What a false positive takes is what remains of the measured time without t_l. Both vary by some per cent. So it is
 * told only where it makes up this share of what is predicted. */
#define BEHIND_LEAST 0.25

/* Fills in the values of each turn of `front`, the store behind the filter; NaN where something was not measured. */
static void
compute(const struct spot *s, struct samples_at front, double *const value[POINTS])
{
	const double present = atof(s->panel + 1) / 100;
	char room[NAME_MAX_SERIES];
	const char *beside = store_beside(s, s->series, room);
	const struct samples_at t_l = at(s, s->panel, s->series, "lookup"),
				through = at(s, s->panel, s->series, "let_through"),
				absent = at(s, "p0", beside, "lookup"), found = at(s, "p100", beside, "lookup"),
				alone = at(s, s->panel, beside, "lookup");

	for (size_t i = 0; i < front.count; i++) {
		const uint64_t turn = sample_turn(front.at[i]);
		const double lookup = ns_in_turn(t_l, turn), measured = ns_in_turn(front, turn);
		/* where no key is present, nothing needs to be known of present ones */
		const double e = in_turn(through, turn), t_w = ns_in_turn(absent, turn);
		const double predicted =
			store_predicted(lookup, e, present, present > 0 ? ns_in_turn(found, turn) : 0, t_w);

		value[T_L][i] = lookup;
		value[MEASURED][i] = measured;
		value[PREDICTED][i] = predicted;
		value[OVER_PREDICTED][i] = measured / predicted;
		value[GAIN][i] = ns_in_turn(alone, turn) / measured;
		value[T_W_BEHIND][i] =
			present > 0 || e * t_w < BEHIND_LEAST * predicted ? NAN : (measured - lookup) / e;
	}
}

/* Adds the median of the finite values of those turns, if most are: otherwise it would be of the luckiest ones. */
static void
store_add(struct points *points, const struct spot *s, const char *metric, const char *unit, struct samples_at turns,
          const double *value)
{
	double *there = memory_new(turns.count, sizeof *there);
	uint64_t *turn = memory_new(turns.count, sizeof *turn);
	size_t n = 0;

	for (size_t i = 0; i < turns.count; i++)
		if (isfinite(value[i])) {
			turn[n] = sample_turn(turns.at[i]);
			there[n++] = value[i];
		}
	if (n > turns.count / 2)
		points_add_summary(points, s->panel, s->series, s->x, metric, unit, there, turn, n);
	free(there);
	free(turn);
}

static void
add_filter(struct points *points, const struct spot *s)
{
	const struct samples_at front = at(s, s->panel, s->series, "in_front");
	double *value[POINTS];

	for (size_t i = 0; i < POINTS; i++)
		value[i] = memory_new(front.count, sizeof **value);
	compute(s, front, value);
	for (size_t i = 0; i < POINTS; i++) {
		store_add(points, s, added[i].metric, added[i].unit, front, value[i]);
		free(value[i]);
	}
}

static void
add_store(struct points *points, const struct spot *s)
{
	const struct samples_at alone = at(s, s->panel, s->series, "lookup");
	double *value = memory_new(alone.count, sizeof *value);

	for (size_t i = 0; i < alone.count; i++)
		value[i] = 1000 / sample_value(alone.at[i]);
	store_add(points, s, "t_w", "ns", alone, value);
	free(value);
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
	struct samples_at chosen, least;
	double *value;

	if (predicted == count || best == count)
		return;
	memcpy(series[0], points->at[predicted].series, sizeof series[0]);
	memcpy(series[1], points->at[best].series, sizeof series[1]);
	s.series = series[0];
	chosen = at(&s, s.panel, series[0], "in_front");
	least = at(&s, s.panel, series[1], "in_front");
	value = memory_new(chosen.count, sizeof *value);
	for (size_t i = 0; i < chosen.count; i++)
		value[i] = in_turn(least, sample_turn(chosen.at[i])) / sample_value(chosen.at[i]); /* of rates */
	store_add(points, &s, "regret", "ratio", chosen, value);
	free(value);
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
