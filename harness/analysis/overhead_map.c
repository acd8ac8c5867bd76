/* SPDX-License-Identifier: MIT */
/* overhead_map.c - see overhead_map.h. */
#include "harness/analysis/overhead_map.h"

#include "harness/base/memory.h"
#include "harness/stats/overhead.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 1000 };

/* One filter at one n: a line of the envelope, and the measurements behind it. */
struct contestant {
	const char *series;
	bool cuckoo;
	size_t rounds;
	double time[ROUNDS]; /* ns per key, by round; 0: none */
	struct overhead_measured measured;
};

struct field {
	struct contestant *at;
	size_t count, rounds; /* rounds: those that all filters have */
	double n, absent;     /* number of keys; share of absent keys among the lookups */
	const char *share;    /* "p0" */
	struct overhead_line line[MOST];
	struct points *points;
};

/* --- from samples ------------------------------------------------------------------------------------------- */

/* "cf-avx512:f12" is a cuckoo filter if cf-avx512 is one: a table that can be full. Returns false if there is no such
 * filter. */
static bool
know_family(const char *series, bool *cuckoo)
{
	char name[NAME_MAX_SERIES];
	const size_t n = strcspn(series, ":");
	const struct filter_ops *ops;

	snprintf(name, sizeof name, "%.*s", (int)n, series);
	ops = series[n] ? filter_find(name) : NULL;
	*cuckoo = ops && ops->caps & FILTER_FILLS;
	return ops != NULL;
}

static struct contestant *
contestant_of(struct field *f, const char *series)
{
	bool cuckoo;

	for (size_t i = 0; i < f->count; i++)
		if (strcmp(f->at[i].series, series) == 0)
			return &f->at[i];
	if (f->count == MOST || !know_family(series, &cuckoo))
		return NULL;
	f->at[f->count] = (struct contestant){.series = series, .cuckoo = cuckoo};
	return &f->at[f->count++];
}

static void
overhead_map_take(struct field *f, const struct sample *s)
{
	struct contestant *c = contestant_of(f, s->series);

	if (c && strcmp(s->metric, "fpr") == 0) {
		c->measured.positives = s->num;
		c->measured.negatives = s->den;
	} else if (c && strcmp(s->metric, "lookup") == 0 && s->rep < ROUNDS && s->num > 0) {
		c->time[s->rep] = (double)s->den / (double)s->num;
		c->rounds++;
	}
}

/* Keeps the filters that have a rate, and the rounds that all of them have. */
static void
keep_measured(struct field *f)
{
	double sorted[ROUNDS];
	size_t kept = 0;

	for (size_t i = 0; i < f->count; i++)
		if (f->at[i].rounds > 0 && f->at[i].measured.negatives > 0)
			f->at[kept++] = f->at[i];
	f->count = kept;
	for (size_t round = 0; round < ROUNDS; round++) {
		bool everyone = kept > 0;

		for (size_t i = 0; i < kept && everyone; i++)
			everyone = f->at[i].time[round] > 0;
		for (size_t i = 0; i < kept && everyone; i++)
			f->at[i].time[f->rounds] = f->at[i].time[round];
		f->rounds += everyone;
	}
	for (size_t i = 0; i < kept && f->rounds > 0; i++) {
		struct contestant *c = &f->at[i];
		const size_t n = f->rounds;

		c->measured.time = c->time;
		c->measured.table = c;
		memcpy(sorted, c->time, n * sizeof *sorted);
		stats_sort(sorted, n);
		f->line[i].time = stats_median(sorted, n);
		f->line[i].slope = f->absent * (double)c->measured.positives / (double)c->measured.negatives;
	}
}

/* --- points ------------------------------------------------------------------------------------------------- */

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
	struct overhead_piece piece[MOST];
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
	f->at = calloc(MOST, sizeof *f->at);
	memory_needed(f->at);
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
	double *n = malloc((all.count + 1) * sizeof *n);

	memory_needed(n);
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
