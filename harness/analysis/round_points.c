/* SPDX-License-Identifier: MIT */
/* round_points.c - see round_points.h. More than 400 lines, because its three kinds of points read turns alike. */
#include "harness/analysis/round_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/stats/overhead.h"
#include "harness/stats/stats.h"
#include "harness/timing/contestant.h"
#include "harness/timing/flight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The turns of one series: in which processes and rounds it was measured. */
struct turns {
	size_t n;
	uint64_t *at;
};

static struct turns
turns_of(struct samples_at there)
{
	struct turns t = {there.count, memory_new(there.count, sizeof *t.at)};

	for (size_t i = 0; i < there.count; i++)
		t.at[i] = sample_turn(there.at[i]);
	return t;
}

static double
ns_of(const struct sample *s)
{
	return (double)s->den / (double)s->num;
}

/* Returns the values in these turns, NaN where there is none. The caller frees them. */
static double *
turns_read(const struct turns *t, struct samples_at there, double (*of)(const struct sample *))
{
	double *value = memory_new(t->n, sizeof *value);

	for (size_t i = 0, k = 0; i < t->n; i++) {
		while (k < there.count && sample_turn(there.at[k]) < t->at[i])
			k++;
		value[i] = k < there.count && sample_turn(there.at[k]) == t->at[i] ? of(there.at[k]) : NAN;
	}
	return value;
}

/* What a point is called. */
struct place {
	const char *panel, *series, *metric, *unit;
	double x;
};

/* Adds the median of the finite values as a point, if they are more than `fewest`. */
static void
turns_add(struct points *points, const struct place *p, const struct turns *t, const double *value, size_t fewest)
{
	double *there = memory_new(t->n, sizeof *there);
	uint64_t *turn = memory_new(t->n, sizeof *turn);
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		if (isfinite(value[i])) {
			turn[n] = t->at[i];
			there[n++] = value[i];
		}
	if (n > fewest)
		points_add_summary(points, p->panel, p->series, p->x, p->metric, p->unit, there, turn, n);
	free(there);
	free(turn);
}

/* Adds the ratio of two series, taken in the rounds of the first. */
static void
add_ratios(struct points *points, const struct place *place, struct samples_at there, struct samples_at under)
{
	const struct turns t = turns_of(there);
	double *value = turns_read(&t, there, sample_value), *of = turns_read(&t, under, sample_value);

	for (size_t k = 0; k < t.n; k++)
		value[k] /= of[k];
	turns_add(points, place, &t, value, 0);
	free(t.at);
	free(value);
	free(of);
}

/* --- over the best ---------------------------------------------------------------------------------------- */

static const char look_up[] = "lookup";

static bool
is_look_up(const struct point *p)
{
	return strcmp(p->metric, look_up) == 0 && filter_find(p->series);
}

/* Index of the best point at the place of p, among the first `count` points; `count` if there is none. */
static size_t
best_at(const struct points *points, size_t count, const struct point *p)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		const struct point *q = &points->at[i];
		const struct filter_ops *ops = is_look_up(q) ? filter_find(q->series) : NULL;

		if (ops && !contestant_is_bulk(ops) && !(ops->caps & FILTER_CONTROL) && q->x == p->x &&
		    strcmp(q->panel, p->panel) == 0 && (best == count || q->median > points->at[best].median))
			best = i;
	}
	return best;
}

void
over_best(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count; /* the original count, because points_add moves and adds points */

	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		const struct place place = {p.panel, p.series, "over_best", "ratio", p.x};
		size_t best;

		if (!is_look_up(&p) || (best = best_at(points, count, &p)) == count)
			continue;
		add_ratios(points, &place, run_data_at(d, exp, p.panel, p.series, look_up, p.x),
		           run_data_at(d, exp, p.panel, points->at[best].series, look_up, p.x));
	}
}

/* --- over another panel ------------------------------------------------------------------------------------- */

void
over_panel(const struct run_data *d, const char *exp, struct points *points, const struct panels *which)
{
	const size_t count = points->count;

	for (size_t i = 0; i < count; i++) {
		const struct point p = points->at[i];
		const struct place place = {p.panel, p.series, which->called, "ratio", p.x};

		if (strcmp(p.panel, which->panel) != 0 || strcmp(p.metric, which->metric) != 0)
			continue;
		add_ratios(points, &place, run_data_at(d, exp, p.panel, p.series, p.metric, p.x),
		           run_data_at(d, exp, which->under, p.series, p.metric, p.x));
	}
}

/* --- in flight -------------------------------------------------------------------------------------------- */

#define ENOUGH 0.9

double
flight_reaches(const double *rate, size_t n, double wanted)
{
	if (rate[0] >= wanted)
		return 1;
	for (size_t i = 1; i < n; i++)
		if (rate[i] >= wanted)
			return exp2((double)(i - 1) + log2(wanted / rate[i - 1]) / log2(rate[i] / rate[i - 1]));
	return NAN;
}

/* The number in flight that matches its own loop; NaN if the loop is slower than one in flight, or faster than any
 * number. */
static double
own_reaches(const double *rate, double own)
{
	return own < rate[0] ? NAN : flight_reaches(rate, FLIGHT_WIDTHS, own);
}

/* Adds the points of a series from its rates in these turns. Where something is reached, adds it only if it is reached
 * in most turns. Otherwise the median would cover only the luckiest ones. */
static void
add_curve(const char *panel, const char *series, const struct turns *t, double *const rates[FLIGHT_WIDTHS], double *own,
          struct points *points)
{
	struct place at = {.panel = panel, .series = series, .unit = "in flight"};
	double *enough = memory_new(t->n, sizeof *enough);

	for (size_t k = 0; k < t->n; k++) {
		double rate[FLIGHT_WIDTHS], greatest = NAN;

		for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
			rate[i] = rates[i][k];
			greatest = fmax(greatest, rate[i]); /* fmax of a number and NaN is the number */
		}
		enough[k] = flight_reaches(rate, FLIGHT_WIDTHS, ENOUGH * greatest);
		own[k] = own_reaches(rate, own[k]);
	}
	at.metric = "enough";
	turns_add(points, &at, t, enough, t->n / 2);
	at.metric = "own_in_flight";
	turns_add(points, &at, t, own, t->n / 2);
	free(enough);
	at.metric = "speed_up", at.unit = "ratio";
	for (size_t i = FLIGHT_WIDTHS; i-- > 0;) { /* the first last: the others are divided by it */
		for (size_t k = 0; k < t->n; k++)
			rates[i][k] /= rates[0][k];
		at.x = exp2((double)i);
		turns_add(points, &at, t, rates[i], 0);
	}
}

void
flight_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count;

	for (size_t k = 0; k < count; k++) {
		const struct point p = points->at[k]; /* a copy, because points_add moves the array */
		double *rates[FLIGHT_WIDTHS], *own;
		struct turns t;

		if (p.x != 1 || strcmp(p.metric, look_up) != 0)
			continue;
		t = turns_of(run_data_at(d, exp, p.panel, p.series, look_up, 1));
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			rates[i] = turns_read(&t, run_data_at(d, exp, p.panel, p.series, look_up, exp2((double)i)),
			                      sample_value);
		own = turns_read(&t, run_data_at(d, exp, p.panel, p.series, "own", 0), sample_value);
		add_curve(p.panel, p.series, &t, rates, own, points);
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			free(rates[i]);
		free(own);
		free(t.at);
	}
}

/* --- which filter costs least ------------------------------------------------------------------------------- */

enum { ENTRANTS_MOST = 96 };

/* One filter at one n: a line of the envelope, and the measurements behind it. */
struct entrant {
	const char *series;
	unsigned caps;
	bool later;   /* one of the field (FILTER_FIELD) */
	double *time; /* ns per key, by turn of the field */
	struct overhead_measured measured;
};

struct field {
	struct entrant *at;
	size_t count;
	struct turns turns; /* those that all filters have */
	double n, absent;   /* number of keys; share of absent keys among the lookups */
	const char *share;  /* "p0" */
	struct overhead_line line[ENTRANTS_MOST];
	struct points *points;
};

const struct filter_ops *
series_filter(const char *series)
{
	char name[NAME_MAX_SERIES];

	snprintf(name, sizeof name, "%.*s", (int)strcspn(series, ":"), series);
	return filter_find(name);
}

static struct entrant *
entrant_of(struct field *f, const char *series)
{
	const struct filter_ops *ops = strchr(series, ':') ? series_filter(series) : NULL;

	for (size_t i = 0; i < f->count; i++)
		if (strcmp(f->at[i].series, series) == 0)
			return &f->at[i];
	if (f->count == ENTRANTS_MOST || !ops)
		return NULL;
	f->at[f->count] =
		(struct entrant){.series = series, .caps = ops->caps, .later = ops->facts.part == FILTER_FIELD};
	return &f->at[f->count++];
}

/* Rates are of all counts together. */
static void
overhead_map_take(struct field *f, const struct sample *s)
{
	struct entrant *c = strcmp(s->metric, "fpr") == 0 ? entrant_of(f, s->series) : NULL;

	if (c) {
		c->measured.positives += s->num;
		c->measured.negatives += s->den;
	}
}

static struct samples_at
times_of(const struct run_data *d, const char *exp, const struct field *f, const struct entrant *c)
{
	return run_data_at(d, exp, f->share, c->series, look_up, f->n);
}

/* Keeps the turns in which every filter was timed. Fills in all times. */
static void
keep_turns(const struct run_data *d, const char *exp, struct field *f)
{
	size_t kept = 0;

	f->turns = f->count > 0 ? turns_of(times_of(d, exp, f, f->at)) : (struct turns){0};
	for (size_t i = 0; i < f->count; i++)
		f->at[i].time = turns_read(&f->turns, times_of(d, exp, f, &f->at[i]), ns_of);
	for (size_t k = 0; k < f->turns.n; k++) {
		bool everyone = true;

		for (size_t i = 0; i < f->count && everyone; i++)
			everyone = isfinite(f->at[i].time[k]);
		for (size_t i = 0; i < f->count; i++)
			f->at[i].time[kept] = f->at[i].time[k];
		f->turns.at[kept] = f->turns.at[k];
		kept += everyone;
	}
	f->turns.n = kept;
}

/* Keeps the filters that have rates of both kinds, and makes their lines. */
static void
keep_measured(const struct run_data *d, const char *exp, struct field *f)
{
	size_t kept = 0;

	for (size_t i = 0; i < f->count; i++)
		if (f->at[i].measured.negatives > 0 && times_of(d, exp, f, &f->at[i]).count > 0)
			f->at[kept++] = f->at[i];
	f->count = kept;
	keep_turns(d, exp, f);
	for (size_t i = 0; i < kept && f->turns.n > 0; i++) {
		struct entrant *c = &f->at[i];
		double *sorted = memory_new(f->turns.n, sizeof *sorted);
		size_t n;

		c->measured.time = c->time;
		c->measured.turn = f->turns.at;
		c->measured.table = c;
		memcpy(sorted, c->time, f->turns.n * sizeof *sorted);
		n = per_process(sorted, f->turns.at, f->turns.n);
		stats_sort(sorted, n);
		f->line[i].time = stats_median(sorted, n);
		f->line[i].slope = f->absent * (double)c->measured.positives / (double)c->measured.negatives;
		free(sorted);
	}
}

/* STATIC: built once. The others insert; BLOOM: into a table that cannot be full; CUCKOO: into one that can, unless it
 * is one of the field's later tables, most of which are no cuckoo filters. */
enum family { ANY, STATIC, INSERTING, CUCKOO, BLOOM };

static bool
is_of(const struct entrant *c, enum family family)
{
	if (family == ANY || family == STATIC || c->caps & FILTER_STATIC)
		return family == ANY || (family == STATIC && c->caps & FILTER_STATIC);
	if (c->caps & FILTER_FILLS)
		return family == INSERTING || (family == CUCKOO && !c->later);
	return family == INSERTING || family == BLOOM;
}

/* The filter of this family, except `but`, with the least overhead at this t_w; f->count if there is none. */
static size_t
best_of(const struct field *f, enum family family, double work, size_t but)
{
	size_t best = f->count;

	for (size_t i = 0; i < f->count; i++)
		if (i != but && is_of(&f->at[i], family) &&
		    (best == f->count || overhead_at(f->line[i], work) < overhead_at(f->line[best], work)))
			best = i;
	return best;
}

/* Names the panel "map_p0", and adds the point. */
static struct point *
add_point(struct field *f, const char *what, const char *series, double x, const char *metric, const char *unit,
          double value)
{
	char panel[NAME_MAX_PANEL];

	snprintf(panel, sizeof panel, "%.8s_%.6s", what, f->share);
	return points_add(f->points, panel, series, x, metric, unit, value);
}

static void
add_ratio(struct field *f, const char *what, const char *series, double x, const char *metric, size_t a, size_t b,
          double work)
{
	const struct paired p =
		overhead_advantage(&f->at[a].measured, &f->at[b].measured, f->turns.n, f->absent, work, STATS_LEVEL);
	struct point *point = add_point(f, what, series, x, metric, "ratio", p.ratio);

	point->lo = p.lo, point->hi = p.hi;
}

static void
add_map(struct field *f, const char *what, enum family family)
{
	struct overhead_piece piece[ENTRANTS_MOST];
	struct overhead_line line[ENTRANTS_MOST];
	size_t pieces;

	for (size_t i = 0; i < f->count; i++)
		line[i] = is_of(&f->at[i], family) ? f->line[i] : (struct overhead_line){.time = NAN};
	pieces = overhead_envelope(line, f->count, piece);
	for (size_t i = 0; i < pieces; i++) {
		const size_t winner = piece[i].line;
		const double from = fmax(piece[i].from, OVERHEAD_MAP_LEAST);
		const double to = i + 1 < pieces ? fmin(piece[i + 1].from, OVERHEAD_MAP_MOST) : OVERHEAD_MAP_MOST;
		size_t next;

		if (!(from < to))
			continue;
		add_point(f, what, f->at[winner].series, f->n, "from", "ns", from)->max = to;
		next = best_of(f, family, sqrt(from * to), winner);
		if (next < f->count)
			add_ratio(f, what, f->at[winner].series, f->n, "margin", winner, next, sqrt(from * to));
	}
}

static void
add_curves(struct field *f)
{
	char name[NAME_MAX_METRIC];

	snprintf(name, sizeof name, "n=%.0f", f->n);
	for (double work = OVERHEAD_MAP_LEAST; work <= OVERHEAD_MAP_MOST; work *= 4) {
		const size_t best = best_of(f, INSERTING, work, f->count), cuckoo = best_of(f, CUCKOO, work, f->count),
			     bloom = best_of(f, BLOOM, work, f->count), once = best_of(f, STATIC, work, f->count);

		if (best < f->count)
			add_point(f, "best", f->at[best].series, work, name, "ns/key",
			          overhead_at(f->line[best], work));
		if (best < f->count && once < f->count)
			add_ratio(f, "gain", name, work, "inserting_over_static", once, best, work);
		if (cuckoo < f->count && bloom < f->count)
			add_ratio(f, "gain", name, work, "bloom_over_cuckoo", cuckoo, bloom, work);
	}
}

static void
add_field(const struct run_data *d, const char *exp, struct samples_at all, struct field *f)
{
	f->at = memory_new(ENTRANTS_MOST, sizeof *f->at);
	for (size_t i = 0; i < all.count; i++)
		if (all.at[i]->x == f->n && strcmp(all.at[i]->panel, f->share) == 0 && !all.at[i]->superseded)
			overhead_map_take(f, all.at[i]);
	keep_measured(d, exp, f);
	if (f->turns.n > 0) {
		add_map(f, "map", INSERTING);
		if (best_of(f, STATIC, 0, f->count) < f->count)
			add_map(f, "map_all", ANY);
		add_curves(f);
	}
	for (size_t i = 0; i < f->count; i++)
		free(f->at[i].time);
	free(f->turns.at);
	free(f->at);
}

void
overhead_map(const struct run_data *d, const char *exp, struct points *points)
{
	static const struct {
		const char *name;
		double absent;
	} shares[] = {{"p0", 1}, {"p50", 0.5}};
	const struct samples_at all = run_data_line(d, exp, NULL, NULL, NULL);
	double *n = memory_new(all.count, sizeof *n);

	for (size_t i = 0; i < all.count; i++)
		n[i] = all.at[i]->x;
	stats_sort(n, all.count);
	for (size_t i = 0; i < all.count; i++)
		for (size_t s = 0; s < sizeof shares / sizeof *shares && (i == 0 || n[i] > n[i - 1]); s++) {
			struct field f = {
				.n = n[i], .absent = shares[s].absent, .share = shares[s].name, .points = points};

			add_field(d, exp, all, &f);
		}
	free(n);
}
