/* SPDX-License-Identifier: MIT */
/* round_points.c - see round_points.h. */
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

/* More rounds than any scale has; further rounds are ignored. */
enum { ROUNDS_MOST = 256 };

/* Fills value[round], NaN where there is none. Returns the number of rounds that have a value. */
static size_t
rounds_read(const struct run_data *d, const char *exp, const char *panel, const char *series, const char *metric,
            double x, double value[ROUNDS_MOST])
{
	const struct samples_at there = run_data_at(d, exp, panel, series, metric, x);
	size_t rounds = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		value[i] = NAN;
	for (size_t i = 0; i < there.count; i++)
		if (there.at[i]->rep < ROUNDS_MOST) {
			value[there.at[i]->rep] = sample_value(there.at[i]);
			rounds++;
		}
	return rounds;
}

/* Adds the median of the finite values as a point; adds nothing if there are none. */
static void
rounds_add(struct points *points, const char *panel, const char *series, double x, const char *metric, const char *unit,
           const double value[ROUNDS_MOST])
{
	double there[ROUNDS_MOST];
	size_t n = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		if (isfinite(value[i]))
			there[n++] = value[i];
	if (n > 0)
		points_add_summary(points, panel, series, x, metric, unit, there, n);
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
		double value[ROUNDS_MOST], of[ROUNDS_MOST];
		size_t best;

		if (!is_look_up(&p) || (best = best_at(points, count, &p)) == count)
			continue;
		rounds_read(d, exp, p.panel, p.series, look_up, p.x, value);
		rounds_read(d, exp, p.panel, points->at[best].series, look_up, p.x, of);
		for (size_t round = 0; round < ROUNDS_MOST; round++)
			value[round] /= of[round];
		rounds_add(points, p.panel, p.series, p.x, "over_best", "ratio", value);
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

/* Adds the point only if most rounds have a value. Otherwise the median would cover only the luckiest rounds. */
static void
add_if_most(struct points *points, const char *panel, const char *series, const char *metric,
            const double value[ROUNDS_MOST], size_t rounds)
{
	size_t there = 0;

	for (size_t round = 0; round < ROUNDS_MOST; round++)
		if (isfinite(value[round]))
			there++;
	if (2 * there > rounds)
		rounds_add(points, panel, series, 0, metric, "in flight", value);
}

/* One series of a panel. */
struct curve {
	const char *panel, *series;
	double rate[FLIGHT_WIDTHS][ROUNDS_MOST], own[ROUNDS_MOST];
	size_t rounds;
};

static void
add_curve(const struct curve *c, struct points *points)
{
	double enough[ROUNDS_MOST], own[ROUNDS_MOST];

	for (size_t round = 0; round < ROUNDS_MOST; round++) {
		double rate[FLIGHT_WIDTHS], greatest = NAN;

		for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
			rate[i] = c->rate[i][round];
			greatest = fmax(greatest, rate[i]); /* fmax of a number and NaN is the number */
		}
		enough[round] = flight_reaches(rate, FLIGHT_WIDTHS, ENOUGH * greatest);
		own[round] = own_reaches(rate, c->own[round]);
	}
	add_if_most(points, c->panel, c->series, "enough", enough, c->rounds);
	add_if_most(points, c->panel, c->series, "own_in_flight", own, c->rounds);
	for (size_t i = 0; i < FLIGHT_WIDTHS; i++) {
		double gain[ROUNDS_MOST];

		for (size_t round = 0; round < ROUNDS_MOST; round++)
			gain[round] = c->rate[i][round] / c->rate[0][round];
		rounds_add(points, c->panel, c->series, exp2((double)i), "speed_up", "ratio", gain);
	}
}

void
flight_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t count = points->count;

	for (size_t k = 0; k < count; k++) {
		const struct point p = points->at[k]; /* a copy, because points_add moves the array */
		struct curve c = {.panel = p.panel, .series = p.series};

		if (p.x != 1 || strcmp(p.metric, "lookup") != 0)
			continue;
		for (size_t i = 0; i < FLIGHT_WIDTHS; i++)
			rounds_read(d, exp, c.panel, c.series, "lookup", exp2((double)i), c.rate[i]);
		c.rounds = rounds_read(d, exp, c.panel, c.series, "own", 0, c.own);
		add_curve(&c, points);
	}
}

/* --- which filter costs least ------------------------------------------------------------------------------- */

enum { ENTRANTS_MOST = 64, MAP_ROUNDS = 1000 };

/* One filter at one n: a line of the envelope, and the measurements behind it. */
struct entrant {
	const char *series;
	bool cuckoo; /* a table that can be full */
	size_t rounds;
	double time[MAP_ROUNDS]; /* ns per key, by round; 0: none */
	struct overhead_measured measured;
};

struct field {
	struct entrant *at;
	size_t count, rounds; /* rounds: those that all filters have */
	double n, absent;     /* number of keys; share of absent keys among the lookups */
	const char *share;    /* "p0" */
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
	f->at[f->count] = (struct entrant){.series = series, .cuckoo = ops->caps & FILTER_FILLS};
	return &f->at[f->count++];
}

static void
overhead_map_take(struct field *f, const struct sample *s)
{
	struct entrant *c = entrant_of(f, s->series);

	if (c && strcmp(s->metric, "fpr") == 0) {
		c->measured.positives = s->num;
		c->measured.negatives = s->den;
	} else if (c && strcmp(s->metric, "lookup") == 0 && s->rep < MAP_ROUNDS && s->num > 0) {
		c->time[s->rep] = (double)s->den / (double)s->num;
		c->rounds++;
	}
}

/* Keeps the filters that have a rate, and the rounds that all of them have. */
static void
keep_measured(struct field *f)
{
	double sorted[MAP_ROUNDS];
	size_t kept = 0;

	for (size_t i = 0; i < f->count; i++)
		if (f->at[i].rounds > 0 && f->at[i].measured.negatives > 0)
			f->at[kept++] = f->at[i];
	f->count = kept;
	for (size_t round = 0; round < MAP_ROUNDS; round++) {
		bool everyone = kept > 0;

		for (size_t i = 0; i < kept && everyone; i++)
			everyone = f->at[i].time[round] > 0;
		for (size_t i = 0; i < kept && everyone; i++)
			f->at[i].time[f->rounds] = f->at[i].time[round];
		f->rounds += everyone;
	}
	for (size_t i = 0; i < kept && f->rounds > 0; i++) {
		struct entrant *c = &f->at[i];
		const size_t n = f->rounds;

		c->measured.time = c->time;
		c->measured.table = c;
		memcpy(sorted, c->time, n * sizeof *sorted);
		stats_sort(sorted, n);
		f->line[i].time = stats_median(sorted, n);
		f->line[i].slope = f->absent * (double)c->measured.positives / (double)c->measured.negatives;
	}
}

enum family { ANY, CUCKOO, BLOOM };

/* The filter of this family, except `but`, with the least overhead at this t_w; f->count if there is none. */
static size_t
best_of(const struct field *f, enum family family, double work, size_t but)
{
	size_t best = f->count;

	for (size_t i = 0; i < f->count; i++)
		if (i != but && (family == ANY || (family == CUCKOO) == f->at[i].cuckoo) &&
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
		overhead_advantage(&f->at[a].measured, &f->at[b].measured, f->rounds, f->absent, work, STATS_LEVEL);
	struct point *point = add_point(f, what, series, x, metric, "ratio", p.ratio);

	point->lo = p.lo, point->hi = p.hi;
}

static void
add_map(struct field *f)
{
	struct overhead_piece piece[ENTRANTS_MOST];
	const size_t pieces = overhead_envelope(f->line, f->count, piece);

	for (size_t i = 0; i < pieces; i++) {
		const size_t winner = piece[i].line;
		const double from = fmax(piece[i].from, OVERHEAD_MAP_LEAST);
		const double to = i + 1 < pieces ? fmin(piece[i + 1].from, OVERHEAD_MAP_MOST) : OVERHEAD_MAP_MOST;
		size_t next;

		if (!(from < to))
			continue;
		add_point(f, "map", f->at[winner].series, f->n, "from", "ns", from)->max = to;
		next = best_of(f, ANY, sqrt(from * to), winner);
		if (next < f->count)
			add_ratio(f, "map", f->at[winner].series, f->n, "margin", winner, next, sqrt(from * to));
	}
}

static void
add_curves(struct field *f)
{
	char name[NAME_MAX_METRIC];

	snprintf(name, sizeof name, "n=%.0f", f->n);
	for (double work = OVERHEAD_MAP_LEAST; work <= OVERHEAD_MAP_MOST; work *= 4) {
		const size_t best = best_of(f, ANY, work, f->count), cuckoo = best_of(f, CUCKOO, work, f->count),
			     bloom = best_of(f, BLOOM, work, f->count);

		add_point(f, "best", f->at[best].series, work, name, "ns/key", overhead_at(f->line[best], work));
		if (cuckoo < f->count && bloom < f->count)
			add_ratio(f, "gain", name, work, "bloom_over_cuckoo", cuckoo, bloom, work);
	}
}

static void
add_field(struct samples_at all, struct field *f)
{
	f->at = memory_new(ENTRANTS_MOST, sizeof *f->at);
	for (size_t i = 0; i < all.count; i++)
		if (all.at[i]->x == f->n && strcmp(all.at[i]->panel, f->share) == 0 && !all.at[i]->superseded)
			overhead_map_take(f, all.at[i]);
	keep_measured(f);
	if (f->rounds > 0) {
		add_map(f);
		add_curves(f);
	}
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

			add_field(all, &f);
		}
	free(n);
}
