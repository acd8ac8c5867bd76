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
sample_key(const char *line)
{
	const char *field[FIELDS + 1];

	return sample_split(line, field) ? (size_t)(field[REP] - line) : 0;
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
