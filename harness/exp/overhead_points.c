/* SPDX-License-Identifier: MIT */
/* overhead_points.c - see overhead_points.h. */
#include "harness/exp/overhead_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/exp/round_points.h"
#include "harness/exp/turns.h"
#include "harness/stats/overhead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRANTS_MOST = 96 };

/* One filter at one n: a line of the envelope, and the measurements behind it. */
struct entrant {
	const char *series;
	unsigned caps;
	bool later;          /* one of the field (FILTER_FIELD) */
	double *time;        /* ns per key, by turn of the field */
	double *build;       /* ns per key in the turn's process; NaN: not timed */
	uint64_t bits, keys; /* of all its tables */
	struct overhead_measured measured;
};

struct field {
	struct entrant *at;
	size_t count;
	struct turns turns; /* that every filter has */
	double n, absent;   /* number of keys; share of absent keys among the lookups */
	const char *share;  /* "p0" */
	struct overhead_line line[ENTRANTS_MOST];
	struct points *points;
};

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

/* Rates are of all counts together, and so are bits. */
static void
overhead_map_take(struct field *f, const struct sample *s)
{
	const bool counted = strcmp(s->metric, "fpr") == 0, sized = strcmp(s->metric, "bits_per_key") == 0;
	struct entrant *c = counted || sized ? entrant_of(f, s->series) : NULL;

	if (!c)
		return;
	*(counted ? &c->measured.positives : &c->bits) += s->num;
	*(counted ? &c->measured.negatives : &c->keys) += s->den;
}

static struct samples_at
times_of(const struct run_data *d, const char *exp, const struct field *f, const struct entrant *c, const char *metric)
{
	return run_data_at(d, exp, f->share, c->series, metric, f->n);
}

/* Keeps the turns in which every filter has a time. */
static void
keep_turns(struct field *f)
{
	size_t kept = 0;

	for (size_t k = 0; k < f->turns.n; k++) {
		bool everyone = true;

		for (size_t i = 0; i < f->count && everyone; i++)
			everyone = isfinite(f->at[i].time[k]);
		for (size_t i = 0; i < f->count; i++) {
			f->at[i].time[kept] = f->at[i].time[k];
			f->at[i].build[kept] = f->at[i].build[k];
		}
		f->turns.at[kept] = f->turns.at[k];
		kept += everyone;
	}
	f->turns.n = kept;
}

/* Makes the lines of filters whose times and turns are in place. */
static void
make_lines(struct field *f)
{
	keep_turns(f);
	for (size_t i = 0; i < f->count && f->turns.n > 0; i++) {
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

/* Keeps the filters that have rates of both kinds, and fills in their times. */
static void
keep_measured(const struct run_data *d, const char *exp, struct field *f)
{
	size_t kept = 0;

	for (size_t i = 0; i < f->count; i++)
		if (f->at[i].measured.negatives > 0 && times_of(d, exp, f, &f->at[i], "lookup").count > 0)
			f->at[kept++] = f->at[i];
	f->count = kept;
	f->turns = kept > 0 ? turns_of(times_of(d, exp, f, f->at, "lookup")) : (struct turns){0};
	for (size_t i = 0; i < kept; i++) {
		struct entrant *c = &f->at[i];

		c->time = turns_read(&f->turns, times_of(d, exp, f, c, "lookup"), turns_ns);
		c->build = turns_read_once(&f->turns, times_of(d, exp, f, c, "build"), turns_ns);
	}
	make_lines(f);
}

static void
field_free(struct field *f)
{
	for (size_t i = 0; i < f->count; i++) {
		free(f->at[i].time);
		free(f->at[i].build);
	}
	free(f->turns.at);
	free(f->at);
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

static void
add_ratio(struct field *f, const char *panel, const char *series, double x, const char *metric, size_t a, size_t b,
          double work)
{
	const struct paired p =
		overhead_advantage(&f->at[a].measured, &f->at[b].measured, f->turns.n, f->absent, work, STATS_LEVEL);
	struct point *point = points_add(f->points, panel, series, x, metric, "ratio", p.ratio);

	point->lo = p.lo, point->hi = p.hi;
}

/* Adds who of a family costs least over t_w, at one x of a panel. */
static void
add_map(struct field *f, const char *panel, double x, enum family family)
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
		points_add(f->points, panel, f->at[winner].series, x, "from", "ns", from)->max = to;
		next = best_of(f, family, sqrt(from * to), winner);
		if (next < f->count)
			add_ratio(f, panel, f->at[winner].series, x, "margin", winner, next, sqrt(from * to));
	}
}

/* Returns "map_p0" or "map_served_n=61440". */
static const char *
panel_of(char panel[NAME_MAX_PANEL], const char *what, const char *where)
{
	snprintf(panel, NAME_MAX_PANEL, "%.12s_%.20s", what, where);
	return panel;
}

static void
add_curves(struct field *f, const char *n)
{
	char bests[NAME_MAX_PANEL], gains[NAME_MAX_PANEL];

	panel_of(bests, "best", f->share);
	panel_of(gains, "gain", f->share);
	for (double work = OVERHEAD_MAP_LEAST; work <= OVERHEAD_MAP_MOST; work *= 4) {
		const size_t best = best_of(f, INSERTING, work, f->count), cuckoo = best_of(f, CUCKOO, work, f->count),
			     bloom = best_of(f, BLOOM, work, f->count), once = best_of(f, STATIC, work, f->count);

		if (best < f->count)
			points_add(f->points, bests, f->at[best].series, work, n, "ns/key",
			           overhead_at(f->line[best], work));
		if (best < f->count && once < f->count)
			add_ratio(f, gains, n, work, "inserting_over_static", once, best, work);
		if (cuckoo < f->count && bloom < f->count)
			add_ratio(f, gains, n, work, "bloom_over_cuckoo", cuckoo, bloom, work);
	}
}

/* --- lookups served, and a budget ------------------------------------------------------------------------------ */

static bool
is_build_known(const struct field *f, const struct entrant *c)
{
	for (size_t k = 0; k < f->turns.n; k++)
		if (isfinite(c->build[k]))
			return true;
	return false;
}

/* Returns a field of those filters that have at most so many bits a key, if each key's insertion serves so many lookups
 * (INFINITY: it costs nothing). Then those whose builds were not timed have no line. The caller frees it. */
static struct field *
field_where(const struct field *f, double served, double bits)
{
	struct field *some = memory_new(1, sizeof *some);

	*some = *f;
	some->at = memory_new(ENTRANTS_MOST, sizeof *some->at);
	some->turns.at = memory_new(f->turns.n, sizeof *some->turns.at);
	memcpy(some->turns.at, f->turns.at, f->turns.n * sizeof *f->turns.at);
	some->count = 0;
	for (size_t i = 0; i < f->count; i++) {
		const struct entrant *c = &f->at[i];
		struct entrant *to = &some->at[some->count];

		if ((double)c->bits > bits * (double)c->keys || (isfinite(served) && !is_build_known(f, c)))
			continue;
		*to = *c;
		to->time = memory_new(f->turns.n, sizeof *to->time);
		to->build = memory_new(f->turns.n, sizeof *to->build);
		for (size_t k = 0; k < f->turns.n; k++) {
			to->build[k] = c->build[k];
			to->time[k] = c->time[k] + (isfinite(served) ? c->build[k] / served : 0);
		}
		some->count++;
	}
	make_lines(some);
	return some;
}

static void
add_where(const struct field *f, double served, double bits, const char *panel, double x)
{
	struct field *some = field_where(f, served, bits);

	if (some->turns.n > 0)
		add_map(some, panel, x, ANY);
	field_free(some);
	free(some);
}

/* Adds the maps over lookups served and over a budget. A run without builds is older than both; it keeps the points
 * that it was published with. */
static void
add_bounded(const struct field *f, const char *n)
{
	static const double served[] = {0.1, 1, 10, 100, 1000, 10000}, budget[] = {9, 10, 11, 12, 13, 14, 16, 18, 20};
	char panel[NAME_MAX_PANEL];
	bool timed = false;

	for (size_t i = 0; i < f->count; i++)
		timed |= is_build_known(f, &f->at[i]);
	panel_of(panel, "map_served", n);
	for (size_t i = 0; i < sizeof served / sizeof *served && timed; i++)
		add_where(f, served[i], INFINITY, panel, served[i]);
	panel_of(panel, "map_budget", n);
	for (size_t i = 0; i < sizeof budget / sizeof *budget && timed; i++)
		add_where(f, INFINITY, budget[i], panel, budget[i]);
}

/* is_end: it has the least or the greatest number of keys of the run. */
static void
add_field(const struct run_data *d, const char *exp, struct samples_at all, struct field *f, bool is_end)
{
	char n[NAME_MAX_METRIC], panel[NAME_MAX_PANEL];

	snprintf(n, sizeof n, "n=%.0f", f->n);
	f->at = memory_new(ENTRANTS_MOST, sizeof *f->at);
	for (size_t i = 0; i < all.count; i++)
		if (all.at[i]->x == f->n && strcmp(all.at[i]->panel, f->share) == 0)
			overhead_map_take(f, all.at[i]);
	keep_measured(d, exp, f);
	if (f->turns.n > 0) {
		add_map(f, panel_of(panel, "map", f->share), f->n, INSERTING);
		if (best_of(f, STATIC, 0, f->count) < f->count)
			add_map(f, panel_of(panel, "map_all", f->share), f->n, ANY);
		add_curves(f, n);
		if (is_end)
			add_bounded(f, n);
	}
	field_free(f);
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

			add_field(d, exp, all, &f, n[i] == n[0] || n[i] == n[all.count - 1]);
		}
	free(n);
}
