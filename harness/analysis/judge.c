/* SPDX-License-Identifier: MIT */
/* judge.c - see judge.h: relations between values, and the verdict that follows, with the deciding numbers and the
 * remaining margin. */
#include "harness/analysis/judge_parts.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
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

struct value
judge_over(struct judge *j, const struct judge_lines *l, const char *a, const char *b, double x, const char *unit)
{
	const struct runs one = judge_speed(j, l, a, x), other = judge_speed(j, l, b, x);

	return judge_median(j, judge_ratio(j, one, other), unit);
}

void
judge_faster(struct judge *j, const struct judge_lines *l, const char *a, const char *b, double x)
{
	const char *at = l->axis ? judge_text(j, " at %s=|%g|", l->axis, x) : "";

	judge_more(j, judge_over(j, l, a, b, x, "x"), 1,
	           judge_text(j, "%s/%s%s%s", judge_name(a), judge_name(b), l->of, at));
}

struct value
judge_along(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	struct runs one = judge_speed(j, l, series, x), other = judge_speed(j, l, series, y);

	return judge_median(j, judge_ratio(j, one, other), "x");
}

static const char *
along_text(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	return judge_text(j, "%s%s at %s=|%g / %g|", judge_name(series), l->of, l->axis, x, y);
}

void
judge_falls(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	judge_more(j, judge_along(j, l, series, x, y), 1, along_text(j, l, series, x, y));
}

void
judge_moves(struct judge *j, const struct judge_lines *l, const char *series, double x, double y, double lo, double hi)
{
	judge_between(j, judge_along(j, l, series, x, y), lo, hi, along_text(j, l, series, x, y));
}

void
judge_level(struct judge *j, const struct judge_lines *l, const char *series, double x, double y)
{
	judge_moves(j, l, series, x, y, 1 / MARGIN_LEVEL, MARGIN_LEVEL);
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

/* --- the rule --------------------------------------------------------------------------------------------- */

static enum verdict_kind
verdict_of(const struct judge *j)
{
	bool open = false;

	if (j->missed || j->relations == 0)
		return VERDICT_NOT_RUN;
	for (size_t i = 0; i < j->relations; i++)
		if (j->relation[i].state == RELATION_FAILS)
			return VERDICT_CONTRADICTED;
		else if (j->relation[i].state == RELATION_OPEN)
			open = true;
	return open ? VERDICT_INCONCLUSIVE : VERDICT_CONFIRMED;
}

/* Do only too few runs leave it open? */
static bool
lacks_runs(const struct judge *j)
{
	size_t lacking = 0;

	for (size_t i = 0; i < j->relations; i++) {
		if (j->relation[i].state == RELATION_OPEN && !j->relation[i].few)
			return false;
		lacking += j->relation[i].few;
	}
	return lacking > 0;
}

static void
write_margin(const struct judge *j, enum verdict_kind kind, char *to, size_t room)
{
	static const char *const words[] = {[VERDICT_CONFIRMED] = "closest: ",
	                                    [VERDICT_CONTRADICTED] = "farthest out: ",
	                                    [VERDICT_INCONCLUSIVE] = "most open: "};
	const enum relation_state of = kind == VERDICT_CONTRADICTED   ? RELATION_FAILS
	                               : kind == VERDICT_INCONCLUSIVE ? RELATION_OPEN
	                                                              : RELATION_HOLDS;
	const struct relation *worst = NULL;

	snprintf(to, room, "%s", j->allows);
	for (size_t i = 0; i < j->relations; i++)
		if (j->relation[i].state == of && *j->relation[i].close &&
		    (!worst || j->relation[i].slack < worst->slack))
			worst = &j->relation[i];
	if (worst && kind != VERDICT_NOT_RUN) {
		judge_append(to, room, "; ", words[kind]);
		judge_append(to, room, "", worst->close);
	}
}

static void
write_verdict(const struct judge *j, struct verdict *v)
{
	const enum verdict_kind here = verdict_of(j);
	const bool larger = judge_scale_of(j) < j->needs;
	const size_t room = sizeof v->numbers;
	char here_numbers[VERDICT_NUMBERS - 200] = "";

	v->kind = here;
	if (here == VERDICT_NOT_RUN && (!j->beyond || j->missed)) {
		snprintf(v->numbers, room, "not measured in this run: %s%s",
		         j->missed ? j->missing : "anything it needs", j->missed > MISSING ? " and more" : "");
		return;
	}
	if (j->beyond) {
		v->kind = larger ? VERDICT_LARGER_SCALE : VERDICT_NOT_RUN;
		snprintf(v->numbers, room, "%s", j->why);
		if (*j->notes)
			judge_append(v->numbers, room, "; ", j->notes);
		return;
	}
	if (larger) {
		v->kind = VERDICT_LARGER_SCALE;
		snprintf(v->numbers, room, "at this scale it would be %s (%s): ", verdict_names[here], j->why);
	}
	v->lacks_runs = here == VERDICT_INCONCLUSIVE && lacks_runs(j);
	show_relations(j, here_numbers, sizeof here_numbers - strlen(j->notes) - 8);
	if (*j->notes)
		judge_append(here_numbers, sizeof here_numbers, "; ", j->notes);
	judge_append(v->numbers, room, "", here_numbers);
	for (size_t i = 0; i < j->relations; i++)
		judge_append(v->relations, sizeof v->relations, "\n", j->relation[i].text);
	write_margin(j, here, v->margin, sizeof v->margin);
}

static void
forget(struct judge *j)
{
	while (j->blocks) {
		struct judge_block *next = j->blocks->next;

		free(j->blocks);
		j->blocks = next;
	}
	free(j->relation);
}

void
judge_claim(const struct run_data *d, const struct claim *claim, struct verdict *v, size_t *comparisons)
{
	struct judge count = {.run = d, .counting = true, .level = STATS_LEVEL}, j = {.run = d};

	*v = (struct verdict){.kind = VERDICT_NOT_RUN};
	claim->judge(&count);
	j.level = bonferroni(count.comparisons);
	claim->judge(&j);
	write_verdict(&j, v);
	if (comparisons)
		*comparisons = count.comparisons;
	forget(&count);
	forget(&j);
}
