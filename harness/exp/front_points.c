/* SPDX-License-Identifier: MIT */
/* front_points.c - see front_points.h. */
#include "harness/exp/front_points.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/exp/round_points.h"
#include "harness/exp/turns.h"
#include "harness/stats/front.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char rounds_panel[] = "rounds", apart[] = "apart";
static const char *const measures[] = {"lookup_0", "best_0", "lookup_50", "best_50", "build", "best_build"};
enum { MEASURES = sizeof measures / sizeof *measures, STEP = 4, LEAST = 8, GREATEST = 16 };
/* Half a bit either way. Fingerprints have whole bits, so a filter with them has a length that is so near. */
#define NEAR 0.5

unsigned
front_rate(double fpr)
{
	const double bits = -log2(fpr), nearest = STEP * floor(bits / STEP + 0.5);

	return nearest >= LEAST && nearest <= GREATEST && fabs(bits - nearest) <= NEAR ? (unsigned)nearest : 0;
}

/* Filters that are compared with each other: by one measure, at one rate. */
struct rivals {
	const char *measure;
	unsigned rate;
	double n; /* keys */
	char panel[NAME_MAX_PANEL];
	struct rival {
		const char *series;
		double bits, fpr; /* bits a key */
		struct samples_at there;
		double *time, *median; /* by round; by process */
		double ns;             /* the median of those */
	} * at;
	struct front *front;
	size_t count;
	struct turns rounds; /* that every rival has */
	size_t processes;
};

static int
compare_turns(const void *a, const void *b)
{
	const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

	return (p > q) - (p < q);
}

/* Finds the turns of all of them. */
static void
find_rounds(struct rivals *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->count; i++)
		n += r->at[i].there.count;
	r->rounds.at = memory_new(n, sizeof *r->rounds.at);
	n = 0;
	for (size_t i = 0; i < r->count; i++)
		for (size_t k = 0; k < r->at[i].there.count; k++)
			r->rounds.at[n++] = sample_turn(r->at[i].there.at[k]);
	qsort(r->rounds.at, n, sizeof *r->rounds.at, compare_turns);
	for (size_t i = 0; i < n; i++)
		if (i == 0 || r->rounds.at[i] != r->rounds.at[i - 1])
			r->rounds.at[r->rounds.n++] = r->rounds.at[i];
}

/* Finds a rival's median over the rounds of each process. Of a single process each round counts (per_process). */
static void
find_medians(struct rivals *r, struct rival *one)
{
	const uint64_t *turn = r->rounds.at;
	const size_t n = r->rounds.n;
	const bool is_single = turn_process(turn[0]) == turn_process(turn[n - 1]);
	double *some = memory_new(n, sizeof *some);
	size_t there = 0;

	one->median = memory_new(n, sizeof *one->median);
	r->processes = 0;
	for (size_t i = 0; i < n; i++) {
		const bool is_last = is_single || i + 1 == n || turn_process(turn[i + 1]) != turn_process(turn[i]);

		if (isfinite(one->time[i]))
			some[there++] = one->time[i];
		if (!is_last)
			continue;
		stats_sort(some, there);
		one->median[r->processes++] = there > 0 ? stats_median(some, there) : NAN;
		there = 0;
	}
	for (size_t i = 0; i < r->processes; i++)
		if (isfinite(one->median[i]))
			some[there++] = one->median[i];
	stats_sort(some, there);
	one->ns = stats_median(some, there);
	free(some);
}

/* Can it do what the other can: delete, and take keys one by one? Of series without a filter nothing is known. */
static bool
does_as_much(const struct rival *one, const struct rival *other)
{
	const struct filter_ops *a = series_filter(one->series), *b = series_filter(other->series);

	return a && b && !(b->caps & FILTER_REMOVE && ~a->caps & FILTER_REMOVE) &&
	       !(a->caps & FILTER_STATIC && ~b->caps & FILTER_STATIC);
}

/* Adds a rival's time over that of the fastest other one that takes no more bits for its rate; `alike`: and can do what
 * it can. Adds nothing if there is none. */
static void
add_behind(const struct rivals *r, size_t one, bool alike, struct points *points)
{
	const struct turns_place place = {r->panel, r->at[one].series, alike ? "behind_alike" : "behind", "ratio",
	                                  r->n};
	const struct rival *fastest = NULL;

	for (size_t i = 0; i < r->count; i++)
		if (i != one && r->front[i].bits <= r->front[one].bits && (!fastest || r->at[i].ns < fastest->ns) &&
		    (!alike || does_as_much(&r->at[i], &r->at[one])))
			fastest = &r->at[i];
	if (fastest) /* of speeds, so the other way round */
		turns_add_ratios(points, &place, fastest->there, r->at[one].there);
}

static void
add_points(const struct rivals *r, size_t i, struct points *points)
{
	const struct rival *one = &r->at[i];
	const struct front *front = &r->front[i];
	const struct turns_place place = {r->panel, one->series, "ns", "ns/key", r->n};
	const struct filter_ops *ops = series_filter(one->series);
	const struct point ns = *turns_add(points, &place, &r->rounds, one->time, 0);
	char drawn[NAME_MAX_PANEL];
	struct point *copy;

	points_add(points, r->panel, one->series, r->n, "bits_per_key", "bits/item", one->bits);
	points_add(points, r->panel, one->series, r->n, "fpr", "rate", one->fpr);
	points_add(points, r->panel, one->series, r->n, "over_log2", "ratio", front->bits);
	points_add(points, r->panel, one->series, r->n, "on_front", "fraction", (double)front->on / (double)front->of);
	points_add(points, r->panel, one->series, r->n, "processes", "processes", (double)front->of);
	add_behind(r, i, false, points);
	add_behind(r, i, true, points);
	if (ops) {
		points_add(points, r->panel, one->series, r->n, "deletes", "yes/no", (ops->caps & FILTER_REMOVE) != 0);
		points_add(points, r->panel, one->series, r->n, "static", "yes/no", (ops->caps & FILTER_STATIC) != 0);
	}
	snprintf(drawn, sizeof drawn, "drawn_%.32s", r->panel);
	copy = points_add(points, drawn, one->series, front->bits * r->rate,
	                  2 * front->on > front->of ? "front" : "dominated", "ns/key", ns.median);
	copy->lo = ns.lo, copy->hi = ns.hi;
}

static void
rivals_compare(struct rivals *r, struct points *points)
{
	find_rounds(r);
	for (size_t i = 0; i < r->count; i++) {
		r->at[i].time = turns_read(&r->rounds, r->at[i].there, turns_ns);
		find_medians(r, &r->at[i]);
		r->front[i].time = r->at[i].median;
	}
	front_count(r->front, r->count, r->processes);
	for (size_t i = 0; i < r->count; i++)
		add_points(r, i, points);
	for (size_t i = 0; i < r->count; i++) {
		free(r->at[i].time);
		free(r->at[i].median);
	}
	free(r->rounds.at);
}

/* Takes a series that was measured and has this rate. The points may move later, so its name is the sample's. */
static void
rivals_take(const struct run_data *d, const char *exp, struct rivals *r, struct points *points, const struct point *p)
{
	const struct point *fpr = points_find(points, p->panel, p->series, p->x, "fpr"),
			   *bits = points_find(points, p->panel, p->series, p->x, "bits_per_key");
	struct samples_at there;

	if (!fpr || !bits || p->x != r->n || strcmp(p->panel, rounds_panel) != 0 ||
	    strcmp(p->metric, r->measure) != 0 || front_rate(fpr->mean) != r->rate)
		return;
	there = run_data_at(d, exp, p->panel, p->series, p->metric, p->x);
	if (there.count == 0)
		return;
	r->at[r->count] =
		(struct rival){.series = there.at[0]->series, .bits = bits->median, .fpr = fpr->mean, .there = there};
	r->front[r->count++].bits = -bits->median / log2(fpr->mean);
}

/* Is it the rate of a filter that was measured, and near this one? */
static bool
has_rate(const struct point *p, unsigned rate)
{
	return strcmp(p->panel, rounds_panel) == 0 && strcmp(p->metric, "fpr") == 0 && front_rate(p->mean) == rate;
}

/* Returns the largest number of keys at which at least half as many filters have this rate as at any. A few of those
 * that were made for another rate may come near it where nothing else does. */
static double
rate_keys(const struct point *p, size_t measured, unsigned rate)
{
	double largest = 0;
	size_t *count = memory_new(measured, sizeof *count), most = 0;

	for (size_t i = 0; i < measured; i++) {
		for (size_t k = 0; k < measured && has_rate(&p[i], rate); k++)
			count[i] += p[k].x == p[i].x && has_rate(&p[k], rate);
		most = count[i] > most ? count[i] : most;
	}
	for (size_t i = 0; i < measured; i++)
		if (count[i] > 0 && 2 * count[i] >= most)
			largest = fmax(largest, p[i].x);
	free(count);
	return largest;
}

static void
add_front(const struct run_data *d, const char *exp, struct points *points, size_t measured, struct rivals r)
{
	r.at = memory_new(measured, sizeof *r.at);
	r.front = memory_new(measured, sizeof *r.front);
	snprintf(r.panel, sizeof r.panel, "%s_%u", r.measure, r.rate);
	for (size_t i = 0; i < measured; i++)
		rivals_take(d, exp, &r, points, &points->at[i]);
	if (r.count > 0)
		rivals_compare(&r, points);
	free(r.at);
	free(r.front);
}

/* Adds the filters that are at no rate, of the numbers of keys of the fronts. */
static void
add_apart(struct points *points, size_t measured, const double n[GREATEST + 1])
{
	for (size_t i = 0; i < measured; i++) {
		const struct point p = points->at[i];
		const struct point *bits = points_find(points, p.panel, p.series, p.x, "bits_per_key");
		bool shown = false;

		for (unsigned rate = LEAST; rate <= GREATEST; rate += STEP)
			shown |= n[rate] == p.x;
		if (!shown || !bits || strcmp(p.panel, rounds_panel) != 0 || strcmp(p.metric, "fpr") != 0 ||
		    !(p.mean > 0) || front_rate(p.mean))
			continue;
		points_add(points, apart, p.series, p.x, "bits_per_key", "bits/item", bits->median);
		points_add(points, apart, p.series, p.x, "fpr", "rate", p.mean);
		points_add(points, apart, p.series, p.x, "over_log2", "ratio",
		           -points_find(points, apart, p.series, p.x, "bits_per_key")->median / log2(p.mean));
	}
}

void
front_points(const struct run_data *d, const char *exp, struct points *points)
{
	const size_t measured = points->count;
	double n[GREATEST + 1];

	for (unsigned rate = LEAST; rate <= GREATEST; rate += STEP)
		n[rate] = rate_keys(points->at, measured, rate);
	for (size_t m = 0; m < MEASURES; m++)
		for (unsigned rate = LEAST; rate <= GREATEST; rate += STEP)
			add_front(d, exp, points, measured,
			          (struct rivals){.measure = measures[m], .rate = rate, .n = n[rate]});
	add_apart(points, measured, n);
}
