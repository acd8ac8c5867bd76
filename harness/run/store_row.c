/* SPDX-License-Identifier: MIT */
/* store_row.c - the row of an attempt in cells.csv: its columns, and what they mean. See store.h. */
#include "harness/run/given_up.h"
#include "harness/run/store_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
	CELL,
	ATTEMPT,
	STATUS,
	SECONDS,
	NEEDED,
	CALL = NEEDED,
	FOR,
	ALU,
	READ,
	STEAL,
	MIGRATIONS,
	SWITCHES,
	SHORT,
	NOISE
};
enum { REASON = NOISE + 1 };
static const char *const names[ROW_COLUMNS] = {"cell",     "attempt", "status",  "seconds",  "call",
                                               "for",      "alu_ps",  "read_ps", "steal_ms", "migrations",
                                               "switches", "short",   "noise",   "reason"};

/* Splits a line at its commas. Returns the number of fields; more than ROW_MOST count as one more. */
static int
row_split(char *line, char *field[ROW_MOST])
{
	int n = 0;

	while (line && n < ROW_MOST)
		field[n++] = strsep(&line, ",");
	return n + (line != NULL);
}

bool
row_header(char *header, struct row_columns *c)
{
	char *field[ROW_MOST];
	bool good = true;

	c->count = row_split(header, field);
	c->ours = c->count == ROW_COLUMNS;
	for (int i = 0; i < ROW_COLUMNS; i++) {
		c->at[i] = -1;
		for (int j = 0; j < c->count && j < ROW_MOST; j++)
			if (strcmp(field[j], names[i]) == 0)
				c->at[i] = j;
		c->ours &= c->at[i] == i;
		good &= i >= NEEDED || c->at[i] >= 0;
	}
	return good;
}

/* Is this a number in the program's own format: whole, or with a decimal point? */
static bool
is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789.")] == '\0';
}

uint64_t
row_parse_wants(const char *text)
{
	uint64_t wants = 0;
	char name[16];

	for (; *text; text += strcspn(text, " "), text += *text == ' ') {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(text, " "), text);
		if (experiment_find(name))
			wants |= UINT64_C(1) << experiment_index(name);
	}
	return wants;
}

/* Only a timed cell that is done has canary readings. */
static struct disturbance
parse_disturbance(const char *const value[ROW_COLUMNS])
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
row_parse(char *row, const struct row_columns *c, struct attempt *a)
{
	const char *value[ROW_COLUMNS], *rep;
	char *field[ROW_MOST];

	if (row_split(row, field) != c->count)
		return "not as many fields as its header";
	for (int i = 0; i < ROW_COLUMNS; i++)
		value[i] = c->at[i] >= 0 ? field[c->at[i]] : "";
	rep = strstr(value[CELL], ":rep=");
	*a = (struct attempt){
		.cell = value[CELL],
		.number = (unsigned)strtoul(value[ATTEMPT], NULL, 10),
		.rep = rep ? (unsigned)strtoul(rep + 5, NULL, 10) : 0,
		.call = (unsigned)strtoul(value[CALL], NULL, 10),
		.status = value[STATUS],
		.done = strcmp(value[STATUS], "done") == 0,
		.given_up = strcmp(value[REASON], given_up_reason) == 0,
		.seconds = strtod(value[SECONDS], NULL),
		.wants = row_parse_wants(value[FOR]),
		.names = value[FOR],
		.disturbance = parse_disturbance(value),
		.noise = value[NOISE],
		.reason = value[REASON],
	};
	if (is_number(value[ATTEMPT]) && is_number(value[SECONDS]) && (c->at[CALL] < 0 || is_number(value[CALL])) &&
	    (a->done || strcmp(a->status, "failed") == 0 || strcmp(a->status, "skipped") == 0))
		return NULL;
	return "not a cell: its attempt, status or seconds cannot be";
}

/* --- writing ---------------------------------------------------------------------------------------------- */

void
row_write_header(FILE *f)
{
	for (int i = 0; i < ROW_COLUMNS; i++)
		fprintf(f, "%s%s", i ? "," : "", names[i]);
	fputc('\n', f);
}

static void
write_wants(FILE *f, uint64_t wants)
{
	const char *blank = "";

	for (size_t i = 0; experiment_all[i]; i++)
		if (wants >> i & 1) {
			fprintf(f, "%s%s", blank, experiment_all[i]->id);
			blank = " ";
		}
}

/* Writes free text up to the end of its first line, without commas and quotes, so that rows stay simple to split. */
static void
row_text(FILE *f, const char *text)
{
	fputc(',', f);
	for (; *text && *text != '\n'; text++)
		fputc(*text == ',' || *text == '"' ? ';' : *text, f);
}

void
row_write(FILE *f, const struct attempt *a)
{
	const struct disturbance *d = &a->disturbance;

	fprintf(f, "%s,%u,%s,%.3f,%u,", a->cell, a->number, a->status, a->seconds, a->call);
	if (a->names)
		fputs(a->names, f);
	else
		write_wants(f, a->wants);
	if (d->known)
		fprintf(f, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, d->alu_ps,
		        d->read_ps, d->steal_ms, d->migrations, d->switches, d->short_slices);
	else
		fputs(",,,,,,", f);
	row_text(f, a->noise);
	row_text(f, a->reason);
	fputc('\n', f);
}
