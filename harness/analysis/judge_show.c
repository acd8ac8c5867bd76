/* SPDX-License-Identifier: MIT */
/*
 * judge_show.c - prints relations for a reader: one by one, and all of a claim in few lines for the board:
 *
 *      of 25 relations 23 hold, 1 is open, 1 fails
 *      CF/QF at p=100: 0.953x [0.931, 0.978], n=10, p=0.002 (fails)       what fails, one by one
 *      BF/QF at p=0: 1.020x [0.994, 1.041], n=10, p=0.34 (not separated)  what is open; many of one kind together
 *      CF/QF at p=0, 25, 50, 75: 3.44 to 4.31x [3.31, 4.52], ...          what holds, one line a kind
 *
 * Relations are of one kind if they demand the same and their labels differ only between the bars. A line for several
 * shows the range of their medians. In brackets it shows the lowest and the highest end of their intervals.
 */
#include "harness/analysis/judge_parts.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum {
	PLACES = 5 /* listed; if there are more, only the first and the last */,
	ALONE = 3 /* up to this many open ones of a kind are printed one by one */,
	LINE = 400
};

const char *
show_number(char text[NUMBER], double v, const char *unit)
{
	if (strcmp(unit, "x") == 0)
		snprintf(text, NUMBER, fabs(v) < 9.9995 ? "%.3f" : "%.4g", v);
	else if (strcmp(unit, "points") == 0)
		snprintf(text, NUMBER, "%.2f", 100 * v);
	else if (strcmp(unit, "%") == 0)
		snprintf(text, NUMBER, "%.4g", 100 * v);
	else
		snprintf(text, NUMBER, v == floor(v) && fabs(v) < 1e15 ? "%.0f" : "%.4g", v);
	return text;
}

static const char *
suffix_of(const char *unit)
{
	return strcmp(unit, "x") == 0 || !*unit ? "" : " ";
}

const char *
show_number_with_unit(char text[NUMBER], double v, const char *unit)
{
	show_number(text, v, unit);
	snprintf(text + strlen(text), NUMBER - strlen(text), "%s%.12s", suffix_of(unit), unit);
	return text;
}

void
show_label(char *text, size_t room, const char *label)
{
	size_t used = 0;

	for (; *label && used + 1 < room; label++)
		if (*label != '|')
			text[used++] = *label;
	text[used] = '\0';
}

/* Appends to a text like printf. */
static void __attribute__((format(printf, 3, 4))) add(char *to, size_t room, const char *format, ...)
{
	const size_t used = strlen(to);
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(to + used, room - used, format, arguments);
	va_end(arguments);
}

static const char *
outcome(const struct relation *r)
{
	if (r->state == RELATION_OPEN)
		return r->few ? "" : r->comparison ? " (not separated)" : " (open)";
	return r->state == RELATION_FAILS ? " (fails)" : "";
}

void
show_relation(struct relation *r)
{
	const struct value *v = &r->value;
	char middle[NUMBER], lo[NUMBER], hi[NUMBER];

	show_label(r->text, sizeof r->text, r->label);
	add(r->text, sizeof r->text, ": %s", show_number_with_unit(middle, v->middle, v->unit));
	if (r->few)
		add(r->text, sizeof r->text, ", n=%zu, too few", v->n);
	else if (!v->exact)
		add(r->text, sizeof r->text, " [%s, %s]", show_number(lo, v->lo, v->unit),
		    show_number(hi, v->hi, v->unit));
	if (!r->few && !v->exact && !v->pooled)
		add(r->text, sizeof r->text, ", n=%zu", v->n);
	if (!r->few && r->comparison && !isnan(v->p))
		add(r->text, sizeof r->text, ", p=%.2g", v->p);
	add(r->text, sizeof r->text, "%s", outcome(r));
}

/* --- several of a kind ------------------------------------------------------------------------------------ */

/* Finds the bars of a label; returns false if there are none. */
static bool
bars(const char *label, const char **open, const char **close)
{
	*open = label ? strchr(label, '|') : NULL;
	*close = *open ? strchr(*open + 1, '|') : NULL;
	return *close != NULL;
}

static bool
same_kind(const struct relation *a, const struct relation *b)
{
	const char *a1, *a2, *b1, *b2;

	if (a->state != b->state || a->few != b->few || a->comparison != b->comparison || !bars(a->label, &a1, &a2) ||
	    !bars(b->label, &b1, &b2))
		return false;
	return strcmp(a->value.unit, b->value.unit) == 0 && a->demand.lo == b->demand.lo &&
	       a->demand.hi == b->demand.hi && a->demand.strict == b->demand.strict && a1 - a->label == b1 - b->label &&
	       strncmp(a->label, b->label, (size_t)(a1 - a->label)) == 0 && strcmp(a2, b2) == 0;
}

/* What the relations of the kind of `first` have in common; members: their number, from `first` on. */
struct kind {
	size_t members, fewest, most;
	double low, high, lo, hi, p;
};

static struct kind
kind_of(const struct judge *j, size_t first)
{
	struct kind k = {.fewest = SIZE_MAX, .low = INFINITY, .high = -INFINITY, .lo = INFINITY, .hi = -INFINITY};

	for (size_t i = first; i < j->relations; i++) {
		const struct value *v = &j->relation[i].value;

		if (i > first && !same_kind(&j->relation[first], &j->relation[i]))
			continue;
		k.members++;
		k.fewest = v->n < k.fewest ? v->n : k.fewest;
		k.most = v->n > k.most ? v->n : k.most;
		k.low = fmin(k.low, v->middle), k.high = fmax(k.high, v->middle);
		k.lo = fmin(k.lo, v->lo), k.hi = fmax(k.hi, v->hi);
		k.p = fmax(k.p, v->p);
	}
	return k;
}

/* Length of the tail " / 0.9" in "0.25 / 0.9|" if all of the kind end in it, else 0. */
static size_t
common_tail(const struct judge *j, size_t first)
{
	const char *open, *close, *slash;
	size_t tail;

	if (!bars(j->relation[first].label, &open, &close) || !(slash = strstr(open, " / ")) || slash > close)
		return 0;
	tail = (size_t)(close - slash);
	for (size_t i = first; i < j->relations; i++)
		if (i == first || same_kind(&j->relation[first], &j->relation[i])) {
			bars(j->relation[i].label, &open, &close);
			if ((size_t)(close - open) <= tail || strncmp(close - tail, slash, tail) != 0)
				return 0;
		}
	return tail;
}

/* "0, 25, 50", "0.25, 0.5 / 0.9", or "5 to 21, 17 of them". */
static void
add_places(const struct judge *j, size_t first, size_t members, char *to, size_t room)
{
	const size_t tail = common_tail(j, first);
	const char *open, *close = NULL;
	size_t seen = 0;

	for (size_t i = first; i < j->relations; i++) {
		if (i > first && !same_kind(&j->relation[first], &j->relation[i]))
			continue;
		seen++;
		if (!bars(j->relation[i].label, &open, &close) || (members > PLACES && seen > 1 && seen < members))
			continue;
		add(to, room, "%s%.*s",
		    seen == 1          ? ""
		    : members > PLACES ? " to "
		                       : ", ",
		    (int)(close - open - 1) - (int)tail, open + 1);
	}
	if (close)
		add(to, room, "%.*s", (int)tail, close - tail);
	if (members > PLACES)
		add(to, room, ", %zu of them", members);
}

static void
show_kind(const struct judge *j, size_t first, const struct kind *k, char *to, size_t room)
{
	const struct relation *r = &j->relation[first];
	const char *unit = r->value.unit, *open, *close;
	char low[NUMBER], high[NUMBER];

	bars(r->label, &open, &close);
	snprintf(to, room, "%.*s", (int)(open - r->label), r->label);
	add_places(j, first, k->members, to, room);
	add(to, room, "%s: ", close + 1);
	show_number(low, k->low, unit);
	if (strcmp(low, show_number(high, k->high, unit)) != 0)
		add(to, room, "%s to ", low);
	add(to, room, "%s", show_number_with_unit(high, k->high, unit));
	if (!r->few && !r->value.exact)
		add(to, room, " [%s, %s]", show_number(low, k->lo, unit), show_number(high, k->hi, unit));
	if (!r->value.exact && !r->value.pooled)
		add(to, room, k->fewest == k->most ? ", n=%zu" : ", n=%zu to %zu", k->fewest, k->most);
	if (!r->few && r->comparison)
		add(to, room, ", p<=%.2g", k->p);
	add(to, room, "%s", r->few ? ", too few" : r->state == RELATION_HOLDS ? ", all hold" : outcome(r));
}

static void
show_counts(const struct judge *j, char *to, size_t room)
{
	size_t of[3] = {0};

	for (size_t i = 0; i < j->relations; i++)
		of[j->relation[i].state]++;
	if (j->relations < 5)
		return;
	snprintf(to, room, "of %zu relations %zu %s", j->relations, of[RELATION_HOLDS],
	         of[RELATION_HOLDS] == 1 ? "holds" : "hold");
	if (of[RELATION_OPEN])
		add(to, room, ", %zu %s open", of[RELATION_OPEN], of[RELATION_OPEN] == 1 ? "is" : "are");
	if (of[RELATION_FAILS])
		add(to, room, ", %zu %s", of[RELATION_FAILS], of[RELATION_FAILS] == 1 ? "fails" : "fail");
}

void
show_relations(const struct judge *j, char *to, size_t room)
{
	static const enum relation_state order[] = {RELATION_FAILS, RELATION_OPEN, RELATION_HOLDS};

	show_counts(j, to, room);
	for (size_t s = 0; s < sizeof order / sizeof *order; s++)
		for (size_t i = 0; i < j->relations; i++) {
			const struct relation *r = &j->relation[i];
			struct kind k;
			char line[LINE];
			size_t all = 0, earlier = 0;

			if (r->state != order[s])
				continue;
			for (size_t o = 0; o < j->relations; o++) {
				all += o == i || same_kind(r, &j->relation[o]);
				earlier += o < i && same_kind(r, &j->relation[o]);
			}
			if (all == 1 || r->state == RELATION_FAILS ||
			    (r->state == RELATION_OPEN && !r->few && all <= ALONE)) {
				judge_append(to, room, "; ", r->text);
			} else if (earlier == 0) {
				k = kind_of(j, i);
				show_kind(j, i, &k, line, sizeof line);
				judge_append(to, room, "; ", line);
			}
		}
}
