/* SPDX-License-Identifier: MIT */
/*
 * verdict_lines.c - see verdict_lines.h.
 *
 * Relations are of one kind if they demand the same and their labels differ only between the bars. A line for several
 * shows the range of their medians. In brackets it shows the lowest and the highest end of their intervals.
 */
#include "harness/analysis/verdict_lines.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum {
	PLACES = 5 /* listed; if there are more, only the first and the last */,
	ALONE = 3 /* up to this many open ones of a kind are printed one by one */,
};

/* --- a relation, or several of a kind --------------------------------------------------------------------- */

void
verdict_add(char *to, size_t room, const char *format, ...)
{
	const size_t used = strlen(to);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(to + used, room - used, format, arguments);
	va_end(arguments);
}

const char *
verdict_number(char text[VERDICT_NUMBER], double v, const char *unit, bool with_unit)
{
	const bool ratio = strcmp(unit, "x") == 0;

	if (ratio)
		snprintf(text, VERDICT_NUMBER, fabs(v) < 9.9995 ? "%.3f" : "%.4g", v);
	else if (strcmp(unit, "points") == 0)
		snprintf(text, VERDICT_NUMBER, "%.2f", 100 * v);
	else if (strcmp(unit, "%") == 0)
		snprintf(text, VERDICT_NUMBER, "%.4g", 100 * v);
	else
		snprintf(text, VERDICT_NUMBER, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.4g", v);
	if (with_unit && *unit)
		verdict_add(text, VERDICT_NUMBER, ratio ? "%s" : " %.12s", unit);
	return text;
}

bool
verdict_few(const struct relation *r)
{
	return r->value.n > 0 && isnan(deciding_ends(&r->value, &r->demand).lo);
}

/* A comparison with 1, of which p is shown. */
static bool
is_comparison(const struct relation *r)
{
	const struct demand *d = &r->demand;

	return strcmp(r->value.unit, "x") == 0 && d->strict && (d->lo == 1 || d->hi == 1);
}

static const char *
outcome(const struct relation *r)
{
	if (r->state == RELATION_OPEN)
		return verdict_few(r) ? ", too few" : is_comparison(r) ? " (not separated)" : " (open)";
	return r->state == RELATION_FAILS ? " (fails)" : "";
}

static bool
same_kind(const struct relation *a, const struct relation *b)
{
	const struct demand *p = &a->demand, *q = &b->demand;

	return a->state == b->state && verdict_few(a) == verdict_few(b) && *a->place && *b->place &&
	       strcmp(a->before, b->before) == 0 && strcmp(a->after, b->after) == 0 &&
	       strcmp(a->value.unit, b->value.unit) == 0 && p->lo == q->lo && p->hi == q->hi && p->strict == q->strict;
}

/* Relations that are shown in one line: the first one, and with `all` the later ones of its kind. */
struct kind {
	const struct relation *first;
	bool all;
	size_t members, fewest, most;
	double low, high, lo, hi, p;
};

/* The next member after this one; NULL after the last. */
static const struct relation *
next_member(const struct judge *j, const struct kind *k, const struct relation *r)
{
	while (k->all && ++r < j->relation + j->relations)
		if (same_kind(k->first, r))
			return r;
	return NULL;
}

static struct kind
kind_of(const struct judge *j, const struct relation *first, bool all)
{
	struct kind k = {first, all, 0, SIZE_MAX, 0, INFINITY, -INFINITY, INFINITY, -INFINITY, NAN};

	for (const struct relation *r = first; r; r = next_member(j, &k, r)) {
		const struct value *v = &r->value;

		k.members++;
		k.fewest = v->n < k.fewest ? v->n : k.fewest;
		k.most = v->n > k.most ? v->n : k.most;
		k.low = fmin(k.low, v->middle), k.high = fmax(k.high, v->middle);
		k.lo = fmin(k.lo, v->lo), k.hi = fmax(k.hi, v->hi);
		k.p = fmax(k.p, v->p);
	}
	return k;
}

/* The tail " / 0.9" of "0.25 / 0.9" if all of the kind end in it, else "". */
static const char *
common_tail(const struct judge *j, const struct kind *k)
{
	const char *tail = strstr(k->first->place, " / ");

	for (const struct relation *r = k->first; r && tail; r = next_member(j, k, r)) {
		const size_t length = strlen(r->place), end = strlen(tail);

		if (length < end || strcmp(r->place + length - end, tail) != 0)
			tail = NULL;
	}
	return tail ? tail : "";
}

/* The label with the places of all: "0, 25, 50", "0.25, 0.5 / 0.9", or "5 to 21, 17 of them". */
static void
add_label(const struct judge *j, const struct kind *k, char *to, size_t room)
{
	const char *tail = common_tail(j, k);
	const bool many = k->members > PLACES;
	size_t seen = 0;

	verdict_add(to, room, "%s", k->first->before);
	for (const struct relation *r = k->first; r; r = next_member(j, k, r))
		if (++seen == 1 || seen == k->members || !many)
			verdict_add(to, room, "%s%.*s",
			            seen == 1 ? ""
			            : many    ? " to "
			                      : ", ",
			            (int)(strlen(r->place) - strlen(tail)), r->place);
	verdict_add(to, room, "%s", tail);
	if (many)
		verdict_add(to, room, ", %zu of them", k->members);
	verdict_add(to, room, "%s", k->first->after);
}

void
verdict_line(const struct judge *j, const struct relation *r, bool all, char *to, size_t room)
{
	const struct kind k = kind_of(j, r, all);
	const struct value *v = &r->value;
	char low[VERDICT_NUMBER], high[VERDICT_NUMBER];

	*to = '\0';
	add_label(j, &k, to, room);
	if (v->n == 0)
		return; /* the label is all there is */
	verdict_add(to, room, ": ");
	if (strcmp(verdict_number(low, k.low, v->unit, false), verdict_number(high, k.high, v->unit, false)) != 0)
		verdict_add(to, room, "%s to ", low);
	verdict_add(to, room, "%s", verdict_number(high, k.high, v->unit, true));
	if (!isnan(v->lo) && !v->exact)
		verdict_add(to, room, " [%s, %s]", verdict_number(low, k.lo, v->unit, false),
		            verdict_number(high, k.hi, v->unit, false));
	if (!v->exact && !v->pooled)
		verdict_add(to, room, k.fewest == k.most ? ", n=%zu" : ", n=%zu to %zu", k.fewest, k.most);
	if (!verdict_few(r) && is_comparison(r) && !isnan(k.p)) /* of one side */
		verdict_add(to, room, k.members == 1 ? ", p=%.2g" : ", p<=%.2g", k.p / 2);
	verdict_add(to, room, "%s", k.members > 1 && r->state == RELATION_HOLDS ? ", all hold" : outcome(r));
}

/* --- the numbers of a verdict ----------------------------------------------------------------------------- */

static void
show_counts(const struct judge *j, char *to, size_t room)
{
	size_t of[RELATION_FAILS + 1] = {0};

	for (size_t i = 0; i < j->relations; i++)
		of[j->relation[i].state]++;
	if (j->relations < 5)
		return;
	snprintf(to, room, "of %zu relations %zu %s", j->relations, of[RELATION_HOLDS],
	         of[RELATION_HOLDS] == 1 ? "holds" : "hold");
	if (of[RELATION_OPEN])
		verdict_add(to, room, ", %zu %s open", of[RELATION_OPEN], of[RELATION_OPEN] == 1 ? "is" : "are");
	if (of[RELATION_FAILS])
		verdict_add(to, room, ", %zu %s", of[RELATION_FAILS], of[RELATION_FAILS] == 1 ? "fails" : "fail");
}

void
verdict_lines(const struct judge *j, char *to, size_t room)
{
	static const enum relation_state order[] = {RELATION_FAILS, RELATION_OPEN, RELATION_HOLDS};
	char line[VERDICT_LINE];

	show_counts(j, to, room);
	for (size_t s = 0; s < sizeof order / sizeof *order; s++)
		for (size_t i = 0; i < j->relations; i++) {
			const struct relation *r = &j->relation[i];
			size_t kin = 1, earlier = 0;
			bool alone;

			if (r->state != order[s])
				continue;
			for (size_t o = 0; o < j->relations; o++) {
				kin += o != i && same_kind(r, &j->relation[o]);
				earlier += o < i && same_kind(r, &j->relation[o]);
			}
			alone = r->state == RELATION_FAILS ||
			        (r->state == RELATION_OPEN && !verdict_few(r) && kin <= ALONE);
			if (!alone && earlier > 0)
				continue;
			verdict_line(j, r, !alone, line, sizeof line);
			judge_append(to, room, "; ", line);
		}
}
