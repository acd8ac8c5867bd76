/* SPDX-License-Identifier: MIT */
/* store_sample.c - a sample as a line of samples.csv: its columns, and the lines of one attempt. See store.h. */
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CELL, ATTEMPT, REP, EXP, PANEL, SERIES, X, METRIC, UNIT, NUM, DEN, FIELDS };
const char samples_header[] = "cell,attempt,rep,exp,panel,series,x,metric,unit,num,den\n";

void
sample_write(FILE *f, const char *cell, const struct sample *s)
{
	fprintf(f, "%s,%u,%u,%s,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", cell, s->attempt, s->rep, s->exp, s->panel,
	        s->series, s->x, s->metric, s->unit, s->num, s->den);
}

/* Finds the fields of a line; field[FIELDS] is after its end. Returns false if it has more of them, or fewer. */
static bool
sample_split(const char *line, const char *field[FIELDS + 1])
{
	const char *const end = line + strcspn(line, "\n");

	field[CELL] = line;
	for (int i = 1; i < FIELDS; i++) {
		const char *comma = memchr(field[i - 1], ',', (size_t)(end - field[i - 1]));

		if (!comma)
			return false;
		field[i] = comma + 1;
	}
	field[FIELDS] = end + 1;
	return !memchr(field[DEN], ',', (size_t)(end - field[DEN]));
}

size_t
sample_key(const char *line, bool *whole)
{
	const char *field[FIELDS + 1] = {NULL};

	*whole = sample_split(line, field);
	return field[REP] ? (size_t)(field[REP] - line) : 0;
}

static bool
sample_text(const char *from, const char *after, char *to, size_t room)
{
	const size_t n = (size_t)(after - from) - 1;

	if (n >= room)
		return false;
	memcpy(to, from, n);
	to[n] = '\0';
	return true;
}

bool
sample_parse(const char *line, struct sample *s)
{
	static const int numbers[] = {ATTEMPT, REP, X, NUM, DEN};
	const char *field[FIELDS + 1];
	char *end[FIELDS];

	if (!sample_split(line, field))
		return false;
	*s = (struct sample){.attempt = (unsigned)strtoul(field[ATTEMPT], &end[ATTEMPT], 10),
	                     .rep = (unsigned)strtoul(field[REP], &end[REP], 10),
	                     .x = strtod(field[X], &end[X]),
	                     .num = strtoull(field[NUM], &end[NUM], 10),
	                     .den = strtoull(field[DEN], &end[DEN], 10)};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (end[numbers[i]] == field[numbers[i]] || end[numbers[i]] != field[numbers[i] + 1] - 1)
			return false;
	return sample_text(field[EXP], field[EXP + 1], s->exp, sizeof s->exp) &&
	       sample_text(field[PANEL], field[PANEL + 1], s->panel, sizeof s->panel) &&
	       sample_text(field[SERIES], field[SERIES + 1], s->series, sizeof s->series) &&
	       sample_text(field[METRIC], field[METRIC + 1], s->metric, sizeof s->metric) &&
	       sample_text(field[UNIT], field[UNIT + 1], s->unit, sizeof s->unit);
}

void
attempt_add_line(struct attempt *a, const char *line, size_t length)
{
	if (!a->samples)
		a->samples = line;
	if (a->samples + a->length != line) {
		char *text = malloc(a->length + length + 1);

		memory_needed(text);
		memcpy(text, a->samples, a->length);
		memcpy(text + a->length, line, length);
		text[a->length + length] = '\0';
		free(a->owned);
		a->samples = a->owned = text;
	}
	a->length += length;
}

/* --- the samples of two attempts at one cell ---------------------------------------------------------------- */

/* Returns the next line from *at that belongs to one of these experiments; *length includes its newline. NULL at the
 * end. */
static const char *
next_line(const char **at, const char *end, uint64_t wants, size_t *length)
{
	const char *field[FIELDS + 1];
	char exp[16];

	while (*at < end) {
		const char *line = *at;

		sample_split(line, field);
		*at = field[FIELDS];
		*length = (size_t)(*at - line);
		if (sample_text(field[EXP], field[EXP + 1], exp, sizeof exp) && row_parse_wants(exp) & wants)
			return line;
	}
	return NULL;
}

const char *
attempts_differ(const struct attempt *a, const struct attempt *b)
{
	const uint64_t both = a->wants & b->wants;
	const char *in_a = a->samples, *in_b = b->samples, *line_a, *line_b;
	size_t length_a = 0, length_b = 0;

	do {
		line_a = next_line(&in_a, a->samples + a->length, both, &length_a);
		line_b = next_line(&in_b, b->samples + b->length, both, &length_b);
	} while (line_a && line_b && length_a == length_b && memcmp(line_a, line_b, length_a) == 0);
	return line_b ? line_b : line_a;
}

void
attempt_join(struct attempt *a, const struct attempt *b)
{
	const char *at = b->samples, *line;
	size_t length;

	while ((line = next_line(&at, b->samples + b->length, b->wants & ~a->wants, &length)))
		attempt_add_line(a, line, length);
	a->wants |= b->wants;
	a->names = NULL;
}
