/* SPDX-License-Identifier: MIT */
/* records.c - see records.h. */
#include "harness/run/records.h"

#include "harness/base/archive.h"
#include "harness/base/memory.h"
#include "harness/run/ledger.h"
#include "harness/run/store_parts.h"

#include <stdlib.h>
#include <string.h>

/* Reads DIR/name and checks its header. Returns the text, with *body after the header. */
static char *
read_body(const char *dir, const char *name, const char *header, char **body, struct failure *f)
{
	char path[FILES_PATH], *text;
	size_t length;

	if (archive_find(path, dir, name, f) != STATUS_DONE)
		return NULL;
	text = archive_read(path, &length);
	if (!text) {
		(void)failed_at(f, STATUS_FAILED, path);
		return NULL;
	}
	if (strncmp(text, header, strlen(header)) != 0)
		(void)failed(f, STATUS_FAILED, "%s: line 1: unexpected header", path);
	else if (length != strlen(text))
		(void)failed(f, STATUS_FAILED, "%s: not a text file", path);
	else if (text[length - 1] != '\n')
		(void)failed(f, STATUS_FAILED, "%s: the last line is cut off; run it again to mend it", path);
	else
		return *body = text + strlen(header), text;
	free(text);
	return NULL;
}

/* Returns the position of the n-th comma of a line; NULL if the line has fewer. */
static char *
nth_comma(char *line, unsigned n)
{
	char *at = strpbrk(line, ",\n");

	for (; n > 1 && at && *at == ','; n--)
		at = strpbrk(at + 1, ",\n");
	return at && *at == ',' ? at : NULL;
}

/* Parses one row, whose newline has been replaced by NUL. */
static bool
parse_row(char *line, struct record *r)
{
	enum { CELL, ATTEMPT, STATUS, SECONDS, CALL, FOR, ALU, FIELDS };
	char *field[FIELDS], *rest = line, *end, names[400];
	const char *rep;

	for (int i = 0; i < ALU; i++)
		if (!(field[i] = strsep(&rest, ",")))
			return false;
	*r = (struct record){.cell = field[CELL],
	                     .attempt = field[ATTEMPT],
	                     .status = field[STATUS],
	                     .seconds = field[SECONDS],
	                     .rest = rest};
	rep = strstr(r->cell, ":rep=");
	if (!rest || !rep)
		return false;
	r->call = (unsigned)strtoul(field[CALL], &end, 10);
	r->names = field[FOR];
	snprintf(names, sizeof names, "%s", field[FOR]);
	r->wants = ledger_parse_wants(names);
	r->done = strcmp(r->status, "done") == 0;
	r->timed = *rest != ','; /* only timed cells have canary readings */
	r->rep = (unsigned)strtoul(rep + 5, NULL, 10);
	return *field[CALL] && !*end;
}

static int
parse_rows(struct records *all, char *body, const char *dir, struct failure *f)
{
	size_t lines = 1, line = 1;

	for (const char *c = body; *c; c++)
		lines += *c == '\n';
	all->at = calloc(lines, sizeof *all->at);
	memory_needed(all->at);
	for (char *row = body, *end; (end = strchr(row, '\n')); row = end + 1) {
		*end = '\0';
		line++;
		if (!parse_row(row, &all->at[all->count++]))
			return failed(f, STATUS_FAILED, "%s/cells.csv: line %zu: not a cell", dir, line);
	}
	return STATUS_DONE;
}

static int
records_compare_keys(const char *cell_a, const char *attempt_a, const char *cell_b, const char *attempt_b)
{
	const int c = strcmp(cell_a, cell_b);

	return c ? c : strcmp(attempt_a, attempt_b);
}

static int
compare_records(const void *a, const void *b)
{
	const struct record *p = *(struct record *const *)a, *q = *(struct record *const *)b;

	return records_compare_keys(p->cell, p->attempt, q->cell, q->attempt);
}

static struct record *
find(struct record *const *sorted, size_t count, const char *cell, const char *attempt)
{
	const struct record key = {.cell = cell, .attempt = attempt}, *wanted = &key;
	struct record *const *found = bsearch(&wanted, sorted, count, sizeof *sorted, compare_records);

	return found ? *found : NULL;
}

/* Assigns to each record its lines of samples: the run of lines that begin with its key. */
static int
take_samples(struct record *const *sorted, size_t count, char *body, const char *dir, struct failure *f)
{
	char *line = body, *end;

	while (*line) {
		char *comma = nth_comma(line, 1), *second = nth_comma(line, 2);
		struct record *r;
		size_t key;

		if (!second)
			return failed(f, STATUS_FAILED, "%s/samples.csv: not a sample: '%.40s'", dir,
			              strtok(line, "\n"));
		*comma = *second = '\0';
		r = count ? find(sorted, count, line, comma + 1) : NULL;
		*comma = *second = ',';
		key = (size_t)(second - line) + 1;
		for (end = line; *end && strncmp(end, line, key) == 0; end = strchr(end, '\n') + 1)
			;
		if (r && r->done && r->samples)
			return failed(f, STATUS_FAILED, "%s/samples.csv: the samples of %s are in two places", dir,
			              r->cell);
		if (r && r->done) {
			r->samples = line;
			r->length = (size_t)(end - line);
		}
		line = end;
	}
	return STATUS_DONE;
}

/* Checks that no attempt occurs twice and that no done attempt lacks samples; counts the cells. */
static int
check_records(struct records *all, struct record *const *sorted, const char *dir, struct failure *f)
{
	for (size_t i = 0; i < all->count; i++) {
		all->cells += i == 0 || strcmp(sorted[i]->cell, sorted[i - 1]->cell) != 0;
		if (sorted[i]->done && !sorted[i]->samples)
			return failed(f, STATUS_FAILED, "%s/samples.csv has lost the samples of %s; run it again", dir,
			              sorted[i]->cell);
		if (i > 0 && sorted[i]->done && sorted[i - 1]->done && compare_records(&sorted[i], &sorted[i - 1]) == 0)
			return failed(f, STATUS_FAILED, "%s/cells.csv has %s twice", dir, sorted[i]->cell);
	}
	return STATUS_DONE;
}

int
records_read(struct records *all, const char *dir, struct failure *f)
{
	struct record **sorted;
	char *cells, *samples;
	int status;

	*all = (struct records){0};
	all->cells_text = read_body(dir, "cells.csv", ledger_header, &cells, f);
	all->samples_text = all->cells_text ? read_body(dir, "samples.csv", samples_header, &samples, f) : NULL;
	if (!all->samples_text || parse_rows(all, cells, dir, f) != STATUS_DONE) {
		records_free(all);
		return f->status;
	}
	sorted = malloc((all->count + 1) * sizeof *sorted);
	memory_needed(sorted);
	for (size_t i = 0; i < all->count; i++)
		sorted[i] = &all->at[i];
	qsort(sorted, all->count, sizeof *sorted, compare_records);
	status = take_samples(sorted, all->count, samples, dir, f);
	if (status == STATUS_DONE)
		status = check_records(all, sorted, dir, f);
	free(sorted);
	if (status != STATUS_DONE)
		records_free(all);
	return status;
}

void
records_free(struct records *all)
{
	for (size_t i = 0; i < all->count; i++)
		free(all->at[i].joined);
	free(all->at);
	free(all->cells_text);
	free(all->samples_text);
	*all = (struct records){0};
}

/* --- two records of one cell -------------------------------------------------------------------------------- */

/* The experiment that a line of samples is for, as a bit. */
static uint64_t
line_wants(const char *line)
{
	char exp[16];
	const char *at = line;

	for (int i = 0; i < 3; i++)
		at = strchr(at, ',') + 1;
	snprintf(exp, sizeof exp, "%.*s", (int)strcspn(at, ","), at);
	return ledger_parse_wants(exp);
}

/* Returns the next line from *at that belongs to one of these experiments; *length includes its newline. NULL at the
 * end. */
static const char *
next_line(const char **at, const char *end, uint64_t wants, size_t *length)
{
	while (*at < end) {
		const char *line = *at;

		*at = strchr(line, '\n') + 1;
		*length = (size_t)(*at - line);
		if (line_wants(line) & wants)
			return line;
	}
	return NULL;
}

const char *
records_differ(const struct record *a, const struct record *b)
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
records_join(struct record *a, const struct record *b)
{
	const char *at = b->samples, *line;
	char *text = malloc(a->length + b->length + 1);
	size_t length = a->length, n;

	memory_needed(text);
	memcpy(text, a->samples, a->length);
	while ((line = next_line(&at, b->samples + b->length, b->wants & ~a->wants, &n))) {
		memcpy(text + length, line, n);
		length += n;
	}
	text[length] = '\0';
	free(a->joined);
	a->samples = a->joined = text;
	a->length = length;
	a->wants |= b->wants;
	a->names = NULL;
}

void
records_write(const struct records *all, unsigned first_call, FILE *cells, FILE *samples)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct record *r = &all->at[i];

		if (r->dropped)
			continue;
		fprintf(cells, "%s,%s,%s,%s,%u,", r->cell, r->attempt, r->status, r->seconds, first_call + r->call);
		if (r->names)
			fputs(r->names, cells);
		else
			ledger_print_wants(cells, r->wants);
		fprintf(cells, ",%s\n", r->rest);
		if (r->done)
			fwrite(r->samples, 1, r->length, samples);
	}
}
