/* SPDX-License-Identifier: MIT */
/* format.c - see format.h. */
#include "harness/report/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A unit of the data, and the unit in which it is shown: shown = value * factor. */
struct unit {
	const char *name, *shown;
	double factor;
	int decimals, digits; /* at least this many decimals, and at least this many significant digits */
};

/*
 * The units that experiments emit and that papers print. Two units compare if they are shown in the same unit. Digits:
 * a proportion measured on 10^6 to 10^8 queries has three good ones, a number of items four and more.
 */
static const struct unit units[] = {
	{"items", "million", 1e-6, 2, 4},
	{"million", "million", 1, 2, 4},
	{"rate", "%", 100, 2, 3},
	{"fraction", "%", 100, 2, 3},
	{"percent", "%", 1, 2, 3},
	{"share", "%", 100, 1, 2}, /* of a ceiling, which varies by more than the omitted digits */
	{"bits/item", "bits/item", 1, 2, 3},
	{"Mops/s", "Mops/s", 1, 2, 3},
	{"lines", "lines", 1, 2, 3},
	{"references", "references", 1, 2, 3},
	{"lines of code", "lines of code", 1, 0, 1},
	{"keys", "keys", 1, 0, 1},
	{"ns", "ns", 1, 0, 1},
	{"kicks", "kicks", 1, 0, 1},
	{"rounds", "rounds", 1, 0, 1},
	{"processes", "processes", 1, 0, 1},
	{"x BF", "× BF", 1, 2, 3},
	{"ratio", "", 1, 2, 2},
	{"in flight", "in flight", 1, 1, 2},
};

enum { MAX_DECIMALS = 9 };

bool
format_is_answer(const char *unit)
{
	return strcmp(unit, "yes/no") == 0;
}

static struct unit
unit_of(const char *name)
{
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(units[i].name, name) == 0)
			return units[i];
	return (struct unit){name, format_is_answer(name) ? "" : name, 1, 0, 4};
}

/* The number of decimals that gives `shown` the unit's digits. */
static int
present_decimals(const struct unit *u, double shown)
{
	double d;

	if (shown == 0 || !isfinite(shown))
		return u->decimals;
	d = u->digits - 1 - floor(log10(fabs(shown)));
	return d < u->decimals ? u->decimals : d > MAX_DECIMALS ? MAX_DECIMALS : (int)d;
}

const char *
format_number(char text[FORMAT_TEXT], const char *unit, double value)
{
	const struct unit u = unit_of(unit);
	const double shown = value * u.factor;

	if (isnan(value))
		*text = '\0';
	else if (format_is_answer(u.name))
		snprintf(text, FORMAT_TEXT, "%s", value >= 0.5 ? "yes" : "no");
	else if (value != 0 && fabs(shown) < 1e-6)
		snprintf(text, FORMAT_TEXT, "%.*e", u.digits - 1, shown);
	else
		snprintf(text, FORMAT_TEXT, "%.*f", present_decimals(&u, shown), shown);
	return text;
}

/* For a rate, the mean replaces the median, because the interval is that of all queries pooled. A median may lie
 * outside of it. */
double
format_value(const struct experiment *e, const struct point *p)
{
	const bool mean = strcmp(experiment_statistic(e), "mean") == 0 ||
	                  (strcmp(experiment_statistic(e), "median") == 0 && strcmp(p->unit, "rate") == 0);
	double v = strcmp(experiment_statistic(e), "min") == 0 ? p->min : mean ? p->mean : p->median;

	return isnan(v) ? p->median : v;
}

const char *
format_point(char text[FORMAT_TEXT], const struct experiment *e, const struct point *p)
{
	/* Answers have no median and no mean. */
	if (format_is_answer(p->unit) && p->mean > 0 && p->mean < 1) {
		snprintf(text, FORMAT_TEXT, "yes in %.0f of %u", p->mean * p->n, p->n);
		return text;
	}
	return format_number(text, p->unit, format_value(e, p));
}

/* Shows an interval only with its own statistic. An interval of the median does not describe a mean or a minimum; a
 * rate's interval describes the rate. */
static bool
present_shows_interval(const struct experiment *e, const struct point *p)
{
	return (strcmp(experiment_statistic(e), "median") == 0 || strcmp(p->unit, "rate") == 0) && !isnan(p->lo) &&
	       !isnan(p->hi) && !format_is_answer(p->unit);
}

const char *
format_x(char text[FORMAT_TEXT], double x)
{
	snprintf(text, FORMAT_TEXT, x == trunc(x) ? "%.0f" : "%.6g", x);
	return text;
}

const char *
format_interval(char text[FORMAT_TEXT], const struct experiment *e, const struct point *p)
{
	struct unit u = unit_of(p->unit);
	double value = format_value(e, p) * u.factor;
	int decimals = present_decimals(&u, value == 0 ? p->hi * u.factor : value);

	*text = '\0';
	if (present_shows_interval(e, p))
		snprintf(text, FORMAT_TEXT, "[%.*f, %.*f]", decimals, p->lo * u.factor, decimals, p->hi * u.factor);
	return text;
}

const char *
format_printed(char text[FORMAT_TEXT], const struct published_value *v)
{
	struct unit u = unit_of(v->unit);
	const char *point = strchr(v->text, '.');
	int printed = point ? (int)strspn(point + 1, "0123456789") : 0;
	int decimals = printed - (int)lround(log10(u.factor));
	size_t n;

	if (format_is_answer(u.name))
		return format_number(text, v->unit, v->value);
	if (decimals < 0)
		decimals = 0;
	n = (size_t)snprintf(text, FORMAT_TEXT, "%.*f", decimals, v->value * u.factor);
	/* A whole number of items, shown in millions, would get zeros that nobody printed. */
	for (; printed == 0 && decimals > u.decimals && text[n - 1] == '0'; decimals--)
		text[--n] = '\0';
	return text;
}

const char *
format_source(char text[FORMAT_TEXT], const struct published_value *v)
{
	int word = (int)strcspn(v->source, " ,");

	if (word == 0 || strncmp(v->source, "CoNEXT", (size_t)word) == 0)
		snprintf(text, FORMAT_TEXT, "paper");
	else
		snprintf(text, FORMAT_TEXT, "%.*s", word, v->source);
	return text;
}

/* Does the name of a metric begin with its unit, with "/" read as " per "? */
static bool
present_says_unit(const char *text, const char *shown)
{
	for (; *shown; shown++) {
		const char *part = *shown == '/' ? " per " : (const char[]){*shown, '\0'};
		size_t n = strlen(part);

		if (strncmp(text, part, n) != 0)
			return false;
		text += n;
	}
	return true;
}

static const char share_of_ceiling[] = "of_ceiling";

const char *
format_metric(char text[FORMAT_TEXT], const char *metric, const char *unit)
{
	const struct unit u = unit_of(unit);
	size_t n = 0;

	if (strcmp(metric, share_of_ceiling) == 0) {
		snprintf(text, FORMAT_TEXT, "%s of ceiling", u.shown);
		return text;
	}
	for (; metric[n] && n < FORMAT_TEXT - 1; n++)
		text[n] = metric[n] == '_' ? ' ' : metric[n];
	text[n] = '\0';
	if (!present_says_unit(text, u.shown))
		snprintf(text + n, FORMAT_TEXT - n, " (%s)", u.shown);
	return text;
}

double
format_ratio(const struct experiment *e, const struct point *p, const struct published_value *v)
{
	struct unit ours = unit_of(p->unit), theirs = unit_of(v->unit);

	if (strcmp(ours.shown, theirs.shown) != 0 || format_is_answer(ours.name) || v->value == 0)
		return NAN;
	return format_value(e, p) * ours.factor / (v->value * theirs.factor);
}

const struct point *
format_share_of_ceiling(const struct points *points)
{
	for (size_t i = 0; i < points->count; i++)
		if (strcmp(points->at[i].metric, share_of_ceiling) == 0)
			return &points->at[i];
	return NULL;
}

bool
format_has_ceiling(const struct experiment *e, const struct point *p)
{
	struct ceiling_of unused = {.lines = 1};

	return e->ceiling && strcmp(p->unit, "Mops/s") == 0 && e->ceiling(p, &unused);
}

const char format_ceiling_is[] =
	"% of ceiling: of the rate at which as many random lines of bare memory, as large and on the same pages, can "
	"be read, or changed, behind the same hash of each key; repetition by repetition";

const char format_interval_is[] =
	"95 % intervals: of the median over the runs; for rates, of which the mean is shown, Wilson's";

const char *
format_statistic(const struct experiment *e)
{
	if (strcmp(experiment_statistic(e), "none") == 0)
		return NULL;
	return strcmp(experiment_statistic(e), "min") == 0 ? "minimum" : experiment_statistic(e);
}

const char *
format_in_panel(char text[FORMAT_TEXT], const char *panel, const char *name)
{
	snprintf(text, FORMAT_TEXT, strlen(panel) == 1 ? "(%s)%s%s" : "%s%s%s", panel, *panel && *name ? " " : "",
	         name);
	return text;
}

const struct experiment *
format_beside(const struct experiment *e)
{
	static const struct experiment mean = {.statistic = "mean"}, median = {.statistic = "median"};

	if (!format_statistic(e))
		return NULL;
	return strcmp(experiment_statistic(e), "median") == 0 ? &mean : &median;
}

bool
format_has_interval(const struct experiment *e, const struct points *points)
{
	for (size_t i = 0; i < points->count; i++)
		if (present_shows_interval(e, &points->at[i]))
			return true;
	return false;
}

const char *
format_runs(char text[FORMAT_TEXT], const char *statistic, const struct points *points)
{
	unsigned least = 0, most = 0;

	for (size_t i = 0; i < points->count; i++) {
		unsigned n = points->at[i].n;

		if (n > 0 && (least == 0 || n < least))
			least = n;
		if (n > most)
			most = n;
	}
	*text = '\0';
	if (!statistic)
		return text;
	if (most == 0)
		snprintf(text, FORMAT_TEXT, "computed");
	else if (most == 1)
		snprintf(text, FORMAT_TEXT, "one run");
	else if (least == most)
		snprintf(text, FORMAT_TEXT, "%s of %u runs", statistic, most);
	else
		snprintf(text, FORMAT_TEXT, "%s of up to %u runs", statistic, most);
	return text;
}

static void
note_bars(char *text, size_t room, const struct experiment *e, const struct points *points)
{
	if (!strstr(text, "runs"))
		return;
	if (e->bars)
		snprintf(text + strlen(text), room - strlen(text), "%s%s", *e->bars ? ", " : "", e->bars);
	else if (e->timed)
		snprintf(text + strlen(text), room - strlen(text), "%s",
		         format_has_interval(e, points) ? ", 95 % interval" : "; no intervals with fewer than 3");
}

const char *
format_undrawn(const struct experiment *e, const struct points *points)
{
	return e->undrawn ? e->undrawn(points) : NULL;
}

const char *
format_note(char text[FORMAT_TEXT], const struct experiment *e, const struct points *points, const char *keys)
{
	*text = '\0';
	if (format_statistic(e)) {
		format_runs(text, format_statistic(e), points);
		note_bars(text, FORMAT_TEXT, e, points);
	}
	if (*keys && e->keys == KEYS_OWN)
		snprintf(text + strlen(text), FORMAT_TEXT - strlen(text), "%s%s", *text ? "; " : "", keys);
	return text;
}
