/* SPDX-License-Identifier: MIT */
/* store_line.c - the columns of an attempt and of a sample. See store.h. */
#include "harness/run/given_up.h"
#include "harness/run/store_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* --- columns ---------------------------------------------------------------------------------------------- */

/* `KIND` is what a line begins with. */
enum { KIND, CELL, ATTEMPT, REP, STATUS, SECONDS, CALL, ALU, READ, STEAL, MIGRATIONS, SWITCHES, SHORT, NOISE };
enum { REASON = NOISE + 1, SAMPLES, ATTEMPT_COLUMNS, FOR = ATTEMPT_COLUMNS };
static const char *const attempt_names[ATTEMPT_COLUMNS + 1] = {"attempt", "cell",     "attempt",    "rep",
                                                               "status",  "seconds",  "call",       "alu_ps",
                                                               "read_ps", "steal_ms", "migrations", "switches",
                                                               "short",   "noise",    "reason",     "samples",
                                                               "for" /* only of converted runs */};

enum { S_KIND, S_REP, S_PLACE, S_SERIES, S_X, S_MEASURE, S_UNIT, S_NUM, S_DEN, SAMPLE_COLUMNS };
static const char *const sample_names[SAMPLE_COLUMNS] = {"sample",  "rep",  "place", "series", "x",
                                                         "measure", "unit", "num",   "den"};

int
line_split(char *line, char *field[LINE_MOST])
{
	int n = 0;

	while (line && n < LINE_MOST)
		field[n++] = strsep(&line, ",");
	return n + (line != NULL);
}

/* Finds the n columns of these names, of which all but the last `more` must be there. */
static bool
find_columns(char *header, const char *const *names, int n, int more, struct line_columns *c)
{
	char *field[LINE_MOST];
	bool all = true;

	c->count = line_split(header, field);
	if (c->count > LINE_MOST || strcmp(field[0], names[0]) != 0)
		return false;
	c->at[0] = 0;
	for (int i = 1; i < n; i++) {
		c->at[i] = -1;
		for (int j = 1; j < c->count; j++)
			if (strcmp(field[j], names[i]) == 0)
				c->at[i] = j;
		all &= c->at[i] > 0 || i >= n - more;
	}
	return all;
}

bool
line_attempt_header(char *header, struct line_columns *c)
{
	return find_columns(header, attempt_names, ATTEMPT_COLUMNS + 1, 1, c);
}

bool
line_sample_header(char *header, struct line_columns *c)
{
	return find_columns(header, sample_names, SAMPLE_COLUMNS, 0, c);
}

static void
write_names(FILE *f, const char *const *names, int n)
{
	for (int i = 0; i < n; i++)
		fprintf(f, "%s%c", names[i], i + 1 < n ? ',' : '\n');
}

void
line_write_headers(FILE *f, bool converted)
{
	fputs("format,1\nasked,experiments,cells\n", f);
	write_names(f, attempt_names, ATTEMPT_COLUMNS + converted);
	write_names(f, sample_names, SAMPLE_COLUMNS);
}

/* --- attempts --------------------------------------------------------------------------------------------- */

/* Is this a number in the program's own format: whole, or with a decimal point? */
static bool
is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789.")] == '\0';
}

/* Only a timed cell that is done has canary readings. */
static struct disturbance
parse_disturbance(const char *const value[ATTEMPT_COLUMNS])
{
	uint64_t number[SHORT - ALU + 1];

	for (int i = ALU; i <= SHORT; i++) {
		if (!is_number(value[i]))
			return (struct disturbance){.known = false};
		number[i - ALU] = strtoull(value[i], NULL, 10);
	}
	return (struct disturbance){.alu_ps = number[0],
	                            .read_ps = number[1],
	                            .steal_ms = number[2],
	                            .migrations = number[3],
	                            .switches = number[4],
	                            .short_slices = number[5],
	                            .known = true};
}

const char *
line_attempt(char *line, const struct line_columns *c, struct attempt *a, size_t *samples)
{
	static const int numbers[] = {ATTEMPT, REP, SECONDS, CALL, SAMPLES};
	const char *value[ATTEMPT_COLUMNS];
	char *field[LINE_MOST];

	if (line_split(line, field) != c->count)
		return "not as many fields as its header";
	for (int i = 0; i < ATTEMPT_COLUMNS; i++)
		value[i] = field[c->at[i]];
	*a = (struct attempt){
		.cell = value[CELL],
		.number = (unsigned)strtoul(value[ATTEMPT], NULL, 10),
		.rep = (unsigned)strtoul(value[REP], NULL, 10),
		.call = (unsigned)strtoul(value[CALL], NULL, 10),
		.status = value[STATUS],
		.done = strcmp(value[STATUS], "done") == 0,
		.given_up = strcmp(value[REASON], given_up_reason) == 0,
		.seconds = strtod(value[SECONDS], NULL),
		.disturbance = parse_disturbance(value),
		.noise = value[NOISE],
		.reason = value[REASON],
		.served = c->at[FOR] > 0 ? field[c->at[FOR]] : NULL,
	};
	*samples = strtoull(value[SAMPLES], NULL, 10);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!is_number(value[numbers[i]]))
			return "not an attempt: one of its numbers is none";
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

	fprintf(f, "attempt,%s,%u,%u,%s,%.3f,%u", a->cell, a->number, a->rep, a->status, a->seconds, a->call);
	if (d->known)
		fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, d->alu_ps,
		        d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices);
	else
		fputs(",,,,,,", f);
	write_text(f, a->noise);
	write_text(f, a->reason);
	fprintf(f, ",%zu\n", a->count);
}

/* --- samples ---------------------------------------------------------------------------------------------- */

void
sample_write(FILE *f, const struct sample *s)
{
	fprintf(f, "sample,%u,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", s->rep, s->panel, s->series, s->x, s->metric,
	        s->unit, s->num, s->den);
}

/* Finds the fields of a line; field[count] is after its newline. Returns false if it has more of them, or fewer. */
static bool
sample_split(const char *line, int count, const char *field[LINE_MOST + 1])
{
	const char *const end = strchr(line, '\n');

	field[0] = line;
	for (int i = 1; i < count; i++) {
		const char *comma = memchr(field[i - 1], ',', (size_t)(end - field[i - 1]));

		if (!comma)
			return false;
		field[i] = comma + 1;
	}
	field[count] = end + 1;
	return !memchr(field[count - 1], ',', (size_t)(end - field[count - 1]));
}

static bool
copy_text(const char *const *field, char *to, size_t room)
{
	const size_t n = (size_t)(field[1] - field[0]) - 1;

	if (n >= room)
		return false;
	memcpy(to, field[0], n);
	to[n] = '\0';
	return true;
}

/* Is the number that ends here the whole field? */
static bool
ends_field(const char *const *field, const char *end)
{
	return end != field[0] && end == field[1] - 1;
}

bool
line_sample(const char *line, const struct line_columns *c, struct sample *s)
{
	const char *field[LINE_MOST + 1], *const *at[SAMPLE_COLUMNS];
	char *rep, *x, *num, *den;

	if (!sample_split(line, c->count, field))
		return false;
	for (int i = 0; i < SAMPLE_COLUMNS; i++)
		at[i] = &field[c->at[i]];
	*s = (struct sample){.rep = (unsigned)strtoul(*at[S_REP], &rep, 10),
	                     .x = strtod(*at[S_X], &x),
	                     .num = strtoull(*at[S_NUM], &num, 10),
	                     .den = strtoull(*at[S_DEN], &den, 10)};
	return ends_field(at[S_REP], rep) && ends_field(at[S_X], x) && ends_field(at[S_NUM], num) &&
	       ends_field(at[S_DEN], den) && copy_text(at[S_PLACE], s->panel, sizeof s->panel) &&
	       copy_text(at[S_SERIES], s->series, sizeof s->series) &&
	       copy_text(at[S_MEASURE], s->metric, sizeof s->metric) && copy_text(at[S_UNIT], s->unit, sizeof s->unit);
}

/* --- what a call was asked for ---------------------------------------------------------------------------- */

void
line_write_names(FILE *f, const bool set[EXPERIMENTS])
{
	const char *separator = "";

	for (size_t i = 0; experiment_all[i]; i++)
		if (set[i]) {
			fprintf(f, "%s%s", separator, experiment_all[i]->id);
			separator = " ";
		}
}

void
line_write_asked(FILE *f, const bool asked[EXPERIMENTS], size_t cells)
{
	fputs("asked,", f);
	line_write_names(f, asked);
	fprintf(f, ",%zu\n", cells);
}

void
line_names(const char *names, bool set[EXPERIMENTS])
{
	char name[16];

	for (; *names && *names != ','; names += strcspn(names, " ,"), names += *names == ' ') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " ,"), names);
		if (experiment_find(name))
			set[experiment_index(name)] = true;
	}
}
