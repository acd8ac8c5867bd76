/* SPDX-License-Identifier: MIT */
/*
 * store_lines.c - the lines of a record: their columns, their values and their text. A line is read as strictly as it
 * is written: no number has another form than the program gives it, and no sample divides by zero.
 *
 *      attempt,life:cf:...:rep=3,3,done,...,42,9c11...,      the digest is the entry's (store_entry.c)
 *      \_____/ \___ fields, named by the header ___/
 *        kind
 */
#include "harness/run/store_parts.h"

#include "harness/base/values.h"
#include "harness/run/given_up.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <string.h>

const char line_format[] = "format,3";

/* --- columns ---------------------------------------------------------------------------------------------- */

static const char *const attempt_names[ATTEMPT_COLUMNS] = {
	"cell",       "rep",      "status", "seconds", "call",   "by",      "alu_ps", "read_ps", "steal_ms",
	"migrations", "switches", "short",  "noise",   "reason", "samples", "after",  "digest"};
static const char *const sample_names[SAMPLE_COLUMNS] = {"rep",     "place", "series", "x",
                                                         "measure", "unit",  "num",    "den"};
static const char *const asked_names[ASKED_COLUMNS] = {"experiments", "cells", "digest"};

/* Splits a line at its commas. Returns the number of fields; more than LINE_MOST count as one more. */
static int
split(char *line, char *field[LINE_MOST])
{
	int n = 0;

	while (line && n < LINE_MOST)
		field[n++] = strsep(&line, ",");
	return n + (line != NULL);
}

void
line_columns(char *header, const char *const *names, int count, struct line_columns *c)
{
	char *field[LINE_MOST];

	c->count = count;
	c->fields = split(header, field);
	for (int i = 0; i < count; i++) {
		c->at[i] = -1;
		for (int j = 0; j < c->fields && c->fields <= LINE_MOST; j++)
			if (strcmp(field[j], names[i]) == 0)
				c->at[i] = j;
	}
}

bool
line_split(char *line, const struct line_columns *c, const char *value[LINE_MOST])
{
	char *field[LINE_MOST];

	if (split(line, field) != c->fields)
		return false;
	for (int i = 0; i < c->count; i++)
		value[i] = c->at[i] < 0 ? "" : field[c->at[i]];
	return true;
}

char *
line_after(char *line, const char *beginning)
{
	const size_t n = strlen(beginning);

	return strncmp(line, beginning, n) == 0 ? line + n : NULL;
}

/* --- headers ---------------------------------------------------------------------------------------------- */

static void
write_header(FILE *f, const char *kind, const char *const *names, int n)
{
	fputs(kind, f);
	for (int i = 0; i < n; i++)
		fprintf(f, "%s%c", names[i], i + 1 < n ? ',' : '\n');
}

void
line_write_headers(FILE *f)
{
	fprintf(f, "%s\n", line_format);
	write_header(f, "asked,", asked_names, ASKED_COLUMNS);
	write_header(f, "attempt,", attempt_names, ATTEMPT_COLUMNS);
	write_header(f, "sample,", sample_names, SAMPLE_COLUMNS);
}

/* Finds the columns of a kind of lines, whose header begins with its name. Returns false if one is missing. */
static bool
has_columns(char *header, const char *kind, const char *const *names, int count, struct line_columns *c)
{
	header = line_after(header, kind);
	if (!header)
		return false;
	line_columns(header, names, count, c);
	while (count > 0 && c->at[count - 1] >= 0)
		count--;
	return count == 0;
}

bool
line_headers(char *const line[LINE_HEADERS], struct line_kinds *k)
{
	return has_columns(line[1], "asked,", asked_names, ASKED_COLUMNS, &k->asked) &&
	       has_columns(line[2], "attempt,", attempt_names, ATTEMPT_COLUMNS, &k->attempt) &&
	       has_columns(line[3], "sample,", sample_names, SAMPLE_COLUMNS, &k->sample) &&
	       k->asked.at[A_DIGEST] == k->asked.fields - 1 && k->attempt.at[DIGEST] == k->attempt.fields - 1;
}

/* --- numbers ---------------------------------------------------------------------------------------------- */

/* Parses a whole number of digits alone, without a zero in front: elsewhere "010" would be 8 for one reader and 10 for
 * another. */
static bool
whole(const char *text, uint64_t most, uint64_t *out)
{
	return (*text != '0' || !text[1]) && value_number(text, 0, most, out);
}

static bool
small(const char *text, unsigned *out)
{
	uint64_t n;

	if (!whole(text, UINT_MAX, &n))
		return false;
	*out = (unsigned)n;
	return true;
}

/* Parses a real number of digits, not in hexadecimal, and not a negative zero: that would be another x than zero in a
 * file, and the same one in a table. */
static bool
real(const char *text, double least, double *out)
{
	return !text[strspn(text, "0123456789+-.e")] && value_real(text, least, HUGE_VAL, out) &&
	       (*out != 0 || !signbit(*out));
}

/* --- experiments ------------------------------------------------------------------------------------------ */

/* Parses "f5 f6": sets their elements of `set`. Skips names from other versions. */
static void
add_names(const char *names, bool set[EXPERIMENTS])
{
	char name[16];

	for (; *names; names += strcspn(names, " "), names += *names == ' ') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
		if (experiment_find(name))
			set[experiment_index(name)] = true;
	}
}

static void
write_names(FILE *f, const bool set[EXPERIMENTS])
{
	const char *separator = "";

	for (size_t i = 0; experiment_all[i]; i++)
		if (set[i]) {
			fprintf(f, "%s%s", separator, experiment_all[i]->id);
			separator = " ";
		}
}

/* --- attempts --------------------------------------------------------------------------------------------- */

/* Only a timed cell that is done has canary readings. Returns false if what stands for a number is none. */
static bool
parse_disturbance(const char *const value[ATTEMPT_COLUMNS], struct disturbance *d)
{
	uint64_t *const number[] = {&d->alu_ps,     &d->read_ps,  &d->steal_ms,
	                            &d->migrations, &d->switches, &d->short_slices};
	bool known = true;

	*d = (struct disturbance){.known = false};
	for (int i = ALU; i <= SHORT; i++) {
		if (*value[i] && !whole(value[i], UINT64_MAX, number[i - ALU]))
			return false;
		known &= *value[i] != '\0';
	}
	if (known)
		d->known = true;
	else
		*d = (struct disturbance){.known = false};
	return true;
}

const char *
line_attempt(const char *const value[ATTEMPT_COLUMNS], struct attempt *a)
{
	uint64_t count;

	*a = (struct attempt){
		.cell = value[CELL],
		.status = value[STATUS],
		.done = strcmp(value[STATUS], "done") == 0,
		.given_up = given_up_is(value[REASON]),
		.noise = value[NOISE],
		.reason = value[REASON],
	};
	if (!small(value[REP], &a->rep) || !small(value[CALL], &a->call) || !real(value[SECONDS], 0, &a->seconds) ||
	    !whole(value[SAMPLES], SIZE_MAX, &count) || !parse_disturbance(value, &a->disturbance))
		return "not an attempt: one of its numbers is none";
	a->count = count;
	add_names(value[BY], a->by);
	if (a->done || strcmp(a->status, "failed") == 0 || strcmp(a->status, "skipped") == 0)
		return NULL;
	return "not an attempt: its status is none";
}

/* Writes free text up to the end of its first line, without commas and quotes, so that lines stay simple to split. */
static void
write_text(FILE *f, const char *text)
{
	fputc(',', f);
	for (; *text && *text != '\n'; text++)
		fputc(*text == ',' || *text == '"' ? ';' : *text, f);
}

void
line_write_attempt(FILE *f, const struct attempt *a)
{
	const struct disturbance *d = &a->disturbance;

	fprintf(f, "attempt,%s,%u,%s,%.3f,%u,", a->cell, a->rep, a->status, a->seconds, a->call);
	write_names(f, a->by);
	if (d->known)
		fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, d->alu_ps,
		        d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices);
	else
		fputs(",,,,,,", f);
	write_text(f, a->noise);
	write_text(f, a->reason);
	fprintf(f, ",%zu", a->count);
}

/* --- samples ---------------------------------------------------------------------------------------------- */

void
sample_write(FILE *f, const struct sample *s)
{
	fprintf(f, "sample,%u,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", s->round, s->panel, s->series, s->x,
	        s->metric, s->unit, s->num, s->den);
}

bool
sample_is_same(const struct sample *a, const struct sample *b)
{
	return a->round == b->round && a->x == b->x && a->num == b->num && a->den == b->den &&
	       strcmp(a->panel, b->panel) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->metric, b->metric) == 0 && strcmp(a->unit, b->unit) == 0;
}

static bool
copy_text(const char *from, char *to, size_t room)
{
	return (size_t)snprintf(to, room, "%s", from) < room;
}

const char *
line_sample(const char *const value[SAMPLE_COLUMNS], struct sample *s)
{
	*s = (struct sample){.round = 0};
	if (!copy_text(value[S_PLACE], s->panel, sizeof s->panel) ||
	    !copy_text(value[S_SERIES], s->series, sizeof s->series) ||
	    !copy_text(value[S_MEASURE], s->metric, sizeof s->metric) ||
	    !copy_text(value[S_UNIT], s->unit, sizeof s->unit))
		return "not a sample: one of its names is too long";
	if (!small(value[S_REP], &s->round) || !real(value[S_X], -HUGE_VAL, &s->x) ||
	    !whole(value[S_NUM], UINT64_MAX, &s->num) || !whole(value[S_DEN], UINT64_MAX, &s->den))
		return "not a sample: one of its numbers is none";
	return s->den > 0 ? NULL : "not a sample: its den is 0";
}

/* --- what a call was asked for ---------------------------------------------------------------------------- */

const char *
line_asked(const char *const value[ASKED_COLUMNS], bool set[EXPERIMENTS], size_t *cells)
{
	uint64_t n;

	if (!whole(value[A_CELLS], SIZE_MAX, &n))
		return "not what a call was asked for: its number of cells is none";
	*cells = n;
	add_names(value[A_EXPERIMENTS], set);
	return NULL;
}

void
line_write_asked(FILE *f, const bool set[EXPERIMENTS], size_t cells)
{
	fputs("asked,", f);
	write_names(f, set);
	fprintf(f, ",%zu", cells);
}
