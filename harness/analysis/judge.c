/* SPDX-License-Identifier: MIT */
/* judge.c - see judge.h: relations between values, and the verdict that follows. */
#include "harness/analysis/judge_show.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <string.h>

/* --- relations -------------------------------------------------------------------------------------------- */

static struct relation *
relation_append(struct judge *j)
{
	j->relation = memory_grown(j->relation, j->relations, sizeof *j->relation);
	j->relation[j->relations] = (struct relation){0};
	return &j->relation[j->relations++];
}

/* How far `end` is above `bound`: as a logarithm, or relative to the bound, or absolutely if the bound is 0. */
static double
judge_distance(double end, double bound)
{
	if (end > 0 && bound > 0)
		return log(end / bound);
	return bound != 0 ? (end - bound) / fabs(bound) : end;
}

static enum relation_state
decide(const struct value *v, const struct demand *d)
{
	if (isnan(v->lo))
		return RELATION_OPEN;
	if (d->strict ? v->lo > d->lo && v->hi < d->hi : v->lo >= d->lo && v->hi <= d->hi)
		return RELATION_HOLDS;
	if (d->strict ? v->hi <= d->lo || v->lo >= d->hi : v->hi < d->lo || v->lo > d->hi)
		return RELATION_FAILS;
	return RELATION_OPEN;
}

/* Finds the end of the interval that decides, and the bound that it is closest to or farthest beyond. */
static void
find_slack(struct relation *r, const struct value *v, const struct demand *d, const char *label)
{
	const bool fails = r->state == RELATION_FAILS;
	const double low_end = fails ? v->hi : v->lo, high_end = fails ? v->lo : v->hi;
	const double low = isinf(d->lo) ? INFINITY : judge_distance(low_end, d->lo);
	const double high = isinf(d->hi) ? INFINITY : -judge_distance(high_end, d->hi);
	char end[NUMBER], bound[NUMBER];

	r->slack = isnan(v->lo) ? -INFINITY : fmin(low, high);
	if (isnan(v->lo)) {
		snprintf(r->close, sizeof r->close, "%s, too few runs", label);
		return;
	}
	if ((v->exact && (isinf(d->lo) ? d->hi : d->lo) == 0) || (d->lo == d->hi && r->state == RELATION_HOLDS))
		return; /* none, some, or an exact count: there is no margin to report */
	show_number_with_unit(end, low <= high ? low_end : high_end, v->unit);
	show_number_with_unit(bound, low <= high ? d->lo : d->hi, v->unit);
	snprintf(r->close, sizeof r->close, "%s, %s against %s", label, end, bound);
}

static void
relate(struct judge *j, const struct value *v, struct demand d, const char *label)
{
	struct relation *r;
	char plain[200];

	show_label(plain, sizeof plain, label);
	if (v->n == 0) {
		if (j->missed == 0) {
			snprintf(j->missing, sizeof j->missing, "%s", plain);
			j->missed = 1;
		}
		return;
	}
	j->comparisons += v->parts;
	if (j->counting)
		return;
	r = relation_append(j);
	r->state = decide(v, &d);
	r->few = isnan(v->lo);
	r->comparison = strcmp(v->unit, "x") == 0 && d.strict && (d.lo == 1 || d.hi == 1);
	r->label = label;
	r->value = *v;
	r->demand = d;
	find_slack(r, v, &d, plain);
	show_relation(r);
}

void
judge_more(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, &v, (struct demand){bound, INFINITY, true}, label);
}

void
judge_less(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, &v, (struct demand){-INFINITY, bound, true}, label);
}

void
judge_at_least(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, &v, (struct demand){bound, INFINITY, false}, label);
}

void
judge_at_most(struct judge *j, struct value v, double bound, const char *label)
{
	relate(j, &v, (struct demand){-INFINITY, bound, false}, label);
}

void
judge_between(struct judge *j, struct value v, double lo, double hi, const char *label)
{
	relate(j, &v, (struct demand){lo, hi, false}, label);
}

void
judge_open(struct judge *j, const char *why)
{
	struct relation *r;

	if (j->counting)
		return;
	r = relation_append(j);
	r->state = RELATION_OPEN;
	r->slack = -INFINITY;
	snprintf(r->text, sizeof r->text, "%s", why);
	snprintf(r->close, sizeof r->close, "%s", why);
}

/* The reverse of the other relations: it holds if the interval contains 1. */
void
judge_same(struct judge *j, struct value v, const char *label)
{
	struct relation *r;

	relate(j, &v, (struct demand){-INFINITY, INFINITY, false}, label);
	if (v.n == 0 || j->counting)
		return;
	r = &j->relation[j->relations - 1];
	r->comparison = true;
	if (!r->few) {
		r->state = v.lo > 1 || v.hi < 1 ? RELATION_FAILS : RELATION_HOLDS;
		r->slack = fmin(-log(v.lo), log(v.hi));
		show_label(r->close, sizeof r->close, label);
		snprintf(r->close + strlen(r->close), sizeof r->close - strlen(r->close), ", [%.3f, %.3f] around 1",
		         v.lo, v.hi);
	}
	show_relation(r);
}

struct runs
judge_speed(struct judge *j, const struct judge_lines *l, const char *series, double x)
{
	return judge_runs(j, l->exp, l->panel, series, x, l->metric);
}

void
judge_faster(struct judge *j, const struct judge_lines *l, const char *a, const char *b, double x)
{
	struct runs one = judge_speed(j, l, a, x), other = judge_speed(j, l, b, x);
	const char *at = l->axis ? judge_text(j, " at %s=|%g|", l->axis, x) : "";

	judge_more(j, judge_median(j, judge_ratio(j, one, other), "x"), 1,
	           judge_text(j, "%s/%s%s%s", judge_name(a), judge_name(b), l->of, at));
}

struct value
judge_along(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	struct runs one = judge_speed(j, l, series, x), other = judge_speed(j, l, series, y);

	return judge_median(j, judge_ratio(j, one, other), "x");
}

const char *
judge_along_text(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	return judge_text(j, "%s%s at %s=|%g / %g|", judge_name(series), l->of, l->axis, x, y);
}

void
judge_falls(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	judge_more(j, judge_along(j, l, series, x, y), 1, judge_along_text(j, l, series, x, y));
}

void
judge_level(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	judge_between(j, judge_along(j, l, series, x, y), 1 / MARGIN_LEVEL, MARGIN_LEVEL,
	              judge_along_text(j, l, series, x, y));
}

/* --- in addition to relations ----------------------------------------------------------------------------- */

void
judge_note(struct judge *j, const char *text)
{
	if (!j->counting)
		judge_append(j->notes, sizeof j->notes, "; ", text);
}

void
judge_allows(struct judge *j, const char *text)
{
	if (!j->counting)
		judge_append(j->allows, sizeof j->allows, "; ", text);
}

void
judge_needs(struct judge *j, enum scale least, const char *why)
{
	if (judge_scale_of(j) < least) {
		j->needs = least;
		j->why = why;
	}
}

void
judge_beyond(struct judge *j, enum scale least, const char *why)
{
	j->beyond = true;
	judge_needs(j, least, why);
	j->why = why;
}
