/* SPDX-License-Identifier: MIT */
/* judge.c - what predicates call (judge.h): the data of a run, the values of both sides repetition by repetition, and
 * relations between them. Only samples that count are seen. */
#include "harness/analysis/judge_parts.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/stats/power.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- memory and text -------------------------------------------------------------------------------------- */

struct runs
judge_room(struct judge *j, size_t n, double **value, uint64_t **turn)
{
	struct judge_block *block = memory_new(1, sizeof *block + n * (sizeof **value + sizeof **turn));

	block->next = j->blocks;
	j->blocks = block;
	*value = block->value;
	*turn = (uint64_t *)(void *)(block->value + n);
	return (struct runs){.n = n, .value = *value, .turn = *turn};
}

const char *
judge_text(struct judge *j, const char *format, ...)
{
	enum { ROOM = 200 };
	uint64_t *turn;
	double *value;
	va_list arguments;
	char *text;

	judge_room(j, ROOM / sizeof *value, &value, &turn);
	text = (char *)value;
	va_start(arguments, format);
	vsnprintf(text, ROOM, format, arguments);
	va_end(arguments);
	return text;
}

void
judge_append(char *to, size_t room, const char *separator, const char *text)
{
	size_t used = strlen(to), more = strlen(text) + (used ? strlen(separator) : 0);

	if (used + more < room)
		sprintf(to + used, "%s%s", used ? separator : "", text);
}

/* --- the data --------------------------------------------------------------------------------------------- */

enum scale
judge_scale_of(const struct judge *j)
{
	return j->run->scale;
}

/* Finds the samples of one point; marks it as missing if there are none. */
struct samples_at
judge_samples(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const struct samples_at there = run_data_at(j->run, exp, panel, series, metric, x);
	const char *text;

	if (there.count > 0)
		return there;
	text = judge_text(j, "%s%s%s %s %s at x=%g", exp, *panel ? "." : "", panel, series, metric, x);
	if (!strstr(j->missing, text) && j->missed++ < MISSING)
		judge_append(j->missing, sizeof j->missing, ", ", text);
	return there;
}

struct runs
judge_runs(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	const struct samples_at there = judge_samples(j, exp, panel, series, x, metric);
	uint64_t *turn;
	double *value;
	struct runs runs = judge_room(j, there.count, &value, &turn);

	runs.timed = there.count > 0 && sample_is_timed(there.at[0]);
	for (size_t i = 0; i < there.count; i++) {
		value[i] = sample_value(there.at[i]);
		turn[i] = sample_turn(there.at[i]);
	}
	return runs;
}

const struct point *
judge_point(struct judge *j, const char *exp, const char *panel, const char *series, double x, const char *metric)
{
	return points_find(run_data_points(j->run, experiment_find(exp)), panel, series, x, metric);
}

const char *
judge_name(const char *series)
{
	const struct filter_ops *ops = filter_find(series);

	return ops ? ops->title : series;
}

/* --- run by run ------------------------------------------------------------------------------------------- */

struct runs
judge_combine(struct judge *j, const struct runs *in, size_t count, double (*of)(const double *, size_t, const void *),
              const void *context)
{
	size_t n = 0, *next = memory_new(count + 1, sizeof *next);
	uint64_t *turn;
	double *value, *v = memory_new(count + 1, sizeof *v);
	struct runs out = judge_room(j, count ? in[0].n : 0, &value, &turn);

	for (size_t k = 0; k < count; k++)
		out.timed |= in[k].timed;
	for (size_t i = 0; count > 0 && i < in[0].n; i++) {
		bool everywhere = i == 0 || in[0].turn[i] != in[0].turn[i - 1];

		v[0] = in[0].value[i];
		for (size_t k = 1; k < count && everywhere; k++) {
			while (next[k] < in[k].n && in[k].turn[next[k]] < in[0].turn[i])
				next[k]++;
			everywhere = next[k] < in[k].n && in[k].turn[next[k]] == in[0].turn[i];
			if (everywhere)
				v[k] = in[k].value[next[k]];
		}
		if (!everywhere)
			continue;
		value[n] = of(v, count, context);
		turn[n] = in[0].turn[i];
		n += isfinite(value[n]) != 0;
	}
	out.n = n;
	free(next);
	free(v);
	return out;
}

static double
of_pair(const double *v, size_t count, const void *context)
{
	double (*const *of)(double, double) = context;

	return count == 2 ? (*of)(v[0], v[1]) : NAN;
}

struct runs
judge_pairs(struct judge *j, struct runs a, struct runs b, double (*of)(double a, double b))
{
	return judge_combine(j, (const struct runs[]){a, b}, 2, of_pair, &of);
}

/* --- values ----------------------------------------------------------------------------------------------- */

const struct value judge_absent = {.middle = NAN, .lo = NAN, .hi = NAN, .low = NAN, .high = NAN, .p = NAN, .unit = ""};

/* The interval of the n sorted values of the processes at a level. Differences have no logarithms, and need none: their
 * exponentials have them for such. */
static void
interval_of(struct judge *j, struct runs runs, const double *sorted, size_t n, double level, double *lo, double *hi)
{
	uint64_t *turn;
	double *v;

	if (!runs.difference) {
		stats_interval(sorted, n, interval_floor(runs.value, runs.turn, runs.n, runs.timed, level), level, lo,
		               hi);
		return;
	}
	judge_room(j, n + runs.n, &v, &turn);
	for (size_t i = 0; i < n + runs.n; i++)
		v[i] = exp(i < n ? sorted[i] : runs.value[i - n]);
	stats_interval(v, n, interval_floor(v + n, runs.turn, runs.n, runs.timed, level), level, lo, hi);
	*lo = log(*lo);
	*hi = log(*hi);
}

struct value
judge_median(struct judge *j, struct runs runs, const char *unit)
{
	struct value out = {.p = NAN, .unit = unit, .parts = 1, .timed = runs.timed};
	uint64_t *turn;
	double *v;

	if (runs.n == 0)
		return judge_absent;
	judge_room(j, runs.n, &v, &turn);
	memcpy(v, runs.value, runs.n * sizeof *v);
	out.n = per_process(v, runs.turn, runs.n);
	out.spread = runs.difference ? 0 : spread_of_logs(v, out.n);
	out.plain = !(out.spread > 0);
	out.spread = out.plain ? spread_of(v, out.n) : out.spread;
	if (strcmp(unit, "x") == 0) {
		const double floor = interval_floor(runs.value, runs.turn, runs.n, runs.timed, STATS_LEVEL);
		const struct paired p = paired_of(v, out.n, floor, j->level);

		out.middle = p.ratio, out.p = p.p;
	} else {
		stats_sort(v, out.n);
		out.middle = stats_median(v, out.n);
	}
	interval_of(j, runs, v, out.n, j->level, &out.lo, &out.hi);
	interval_of(j, runs, v, out.n, 2 * j->level, &out.low, &out.high);
	return out;
}

/* --- relations -------------------------------------------------------------------------------------------- */

static enum relation_state
decide(const struct value *v, const struct demand *d)
{
	const struct ends end = deciding_ends(v, d);
	const double lo = end.lo, hi = end.hi;
	const bool below = d->strict ? hi <= d->lo : hi < d->lo, above = d->strict ? lo >= d->hi : lo > d->hi;

	if (isnan(lo))
		return RELATION_OPEN;
	if (below || above)
		return RELATION_FAILS;
	if (d->strict ? lo > d->lo && hi < d->hi : lo >= d->lo && hi <= d->hi)
		return RELATION_HOLDS;
	return RELATION_OPEN;
}

/* Of what is told and not judged. */
static const struct demand no_bounds = {-INFINITY, INFINITY, false};

static void
relation_append(struct judge *j, const struct relation *r)
{
	j->relation = memory_grown(j->relation, j->relations, sizeof *j->relation);
	j->relation[j->relations++] = *r;
}

static void
relate(struct judge *j, struct value v, struct demand d, const char *label)
{
	const char *open = strchr(label, '|'), *close = open ? strchr(open + 1, '|') : NULL;
	struct relation r = {label, "", "", v, d, decide(&v, &d), j->must_hold};

	if (close) {
		r.before = judge_text(j, "%.*s", (int)(open - label), label);
		r.place = judge_text(j, "%.*s", (int)(close - open - 1), open + 1);
		r.after = close + 1;
	}
	if (v.n == 0 && j->missed == 0) {
		snprintf(j->missing, sizeof j->missing, "%s%s%s", r.before, r.place, r.after);
		j->missed = 1;
	}
	if (v.n == 0)
		return;
	j->comparisons += v.parts;
	relation_append(j, &r);
}

void
judge_more(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, v, (struct demand){.lo = bound, .hi = INFINITY, .strict = true}, label);
}

void
judge_less(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, v, (struct demand){.lo = -INFINITY, .hi = bound, .strict = true}, label);
}

void
judge_at_least(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, v, (struct demand){.lo = bound, .hi = INFINITY}, label);
}

void
judge_at_most(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, v, (struct demand){.lo = -INFINITY, .hi = bound}, label);
}

void
judge_between(struct judge *j, struct value v, double lo, double hi, const char *label)
{
	relate(j, v, (struct demand){.lo = lo, .hi = hi}, label);
}

void
judge_must_hold(struct judge *j, bool must)
{
	j->must_hold = must;
}

void
judge_tell(struct judge *j, struct value v, const char *label)
{
	relate(j, v, no_bounds, label);
}

void
judge_open(struct judge *j, const char *why)
{
	relation_append(
		j, &(struct relation){
			   .before = why, .place = "", .after = "", .value = judge_absent, .state = RELATION_OPEN});
}

/* --- lines ------------------------------------------------------------------------------------------------ */

struct runs
judge_speed(struct judge *j, const struct judge_lines *l, const char *series, double x)
{
	return judge_runs(j, l->exp, l->panel, series, x, l->metric);
}

struct runs
judge_steady(struct judge *j, const struct judge_lines *l, const char *series, double x)
{
	const char *beside = judge_text(j, "%s_beside", l->metric), *anchor = judge_text(j, "%s_anchor", l->metric);

	if (run_data_line(j->run, l->exp, l->panel, series, anchor).count == 0)
		return judge_speed(j, l, series, x);
	return judge_ratio(j, judge_runs(j, l->exp, l->panel, series, x, beside),
	                   judge_runs(j, l->exp, l->panel, series, x, anchor));
}

struct value
judge_over(struct judge *j, const struct judge_lines *l, const char *a, const char *b, double x, const char *unit)
{
	const struct runs one = judge_speed(j, l, a, x), other = judge_speed(j, l, b, x);

	return judge_median(j, judge_ratio(j, one, other), unit);
}

/* The next of names that have a space between them; NULL after the last. */
static const char *
next_name(struct judge *j, const char **names)
{
	const size_t n = strcspn(*names, " ");
	const char *name = n ? judge_text(j, "%.*s", (int)n, *names) : NULL;

	*names += n + ((*names)[n] == ' ');
	return name;
}

void
judge_faster(struct judge *j, const struct judge_lines *l, const char *these, const char *those, const double *x)
{
	for (const char *a; (a = next_name(j, &these));)
		for (const double *at = x; !isnan(*at); at++)
			for (const char *left = those, *b; (b = next_name(j, &left));)
				judge_more(j, judge_over(j, l, a, b, *at, "x"), 1,
				           judge_text(j, l->axis ? "%s/%s%s at %s=|%g|" : "%s/%s%s", judge_name(a),
				                      judge_name(b), l->of, l->axis, *at));
}

struct value
judge_along(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	const struct runs one = judge_steady(j, l, series, x), other = judge_steady(j, l, series, y);

	return judge_median(j, judge_ratio(j, one, other), "x");
}

static const char *
along_text(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	return judge_text(j, "%s%s at %s=|%g / %g|", judge_name(series), l->of, l->axis, x, y);
}

void
judge_falls(struct judge *j, const struct judge_lines *l, const char *names, const double *x)
{
	for (const char *name; (name = next_name(j, &names));)
		for (const double *at = x; !isnan(at[1]); at++)
			judge_more(j, judge_along(j, l, name, at[0], at[1]), 1, along_text(j, l, name, at[0], at[1]));
}

void
judge_moves(struct judge *j, const struct judge_lines *l, const char *series, double x, double y, double lo, double hi)
{
	judge_between(j, judge_along(j, l, series, x, y), lo, hi, along_text(j, l, series, x, y));
}

void
judge_level(struct judge *j, const struct judge_lines *l, const char *names, const double *x, double y)
{
	for (const char *name; (name = next_name(j, &names));)
		for (const double *at = x; !isnan(*at); at++)
			judge_moves(j, l, name, *at, y, 1 / MARGIN_LEVEL, MARGIN_LEVEL);
}
