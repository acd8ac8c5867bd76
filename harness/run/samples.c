/* SPDX-License-Identifier: MIT */
/* samples.c - see samples.h. */
#include "harness/run/samples.h"

#include "core/rng.h"
#include "harness/base/archive.h"
#include "harness/base/csv.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char samples_header[] = "cell,attempt,rep,exp,panel,series,x,metric,unit,num,den\n";

void
sample_write(FILE *f, const char *cell, const struct sample *s)
{
	fprintf(f, "%s,%u,%u,%s,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", cell, s->attempt, s->rep, s->exp, s->panel,
	        s->series, s->x, s->metric, s->unit, s->num, s->den);
}

double
sample_value(const struct sample *s)
{
	double ratio = s->den ? (double)s->num / (double)s->den : NAN;

	return strcmp(s->unit, "Mops/s") == 0 ? ratio * 1e3 : ratio;
}

static bool
copy_field(char *to, size_t room, const char *from)
{
	size_t n = strlen(from);

	if (n >= room)
		return false;
	memcpy(to, from, n + 1);
	return true;
}

static uint64_t
digest(const char *label)
{
	uint64_t d = 0;

	for (; *label; label++)
		d = rng_mix(d ^ (unsigned char)*label);
	return d;
}

static bool
parse_sample(char *line, struct sample *s)
{
	enum { CELL, ATTEMPT, REP, EXP, PANEL, SERIES, X, METRIC, UNIT, NUM, DEN, FIELDS };
	static const int numbers[] = {ATTEMPT, REP, X, NUM, DEN};
	char *field[FIELDS], *rest = line, *end[FIELDS] = {NULL};

	for (int i = 0; i < FIELDS; i++)
		if (!(field[i] = strsep(&rest, ",")))
			return false;
	*s = (struct sample){.cell = digest(field[CELL])};
	s->attempt = (unsigned)strtoul(field[ATTEMPT], &end[ATTEMPT], 10);
	s->rep = (unsigned)strtoul(field[REP], &end[REP], 10);
	s->x = strtod(field[X], &end[X]);
	s->num = strtoull(field[NUM], &end[NUM], 10);
	s->den = strtoull(field[DEN], &end[DEN], 10);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (!*field[numbers[i]] || *end[numbers[i]])
			return false;
	return !rest && copy_field(s->exp, sizeof s->exp, field[EXP]) &&
	       copy_field(s->panel, sizeof s->panel, field[PANEL]) &&
	       copy_field(s->series, sizeof s->series, field[SERIES]) &&
	       copy_field(s->metric, sizeof s->metric, field[METRIC]) &&
	       copy_field(s->unit, sizeof s->unit, field[UNIT]);
}

static struct sample *
samples_append(struct samples *all)
{
	if (all->count == all->room) {
		size_t room = all->room ? 2 * all->room : 1024;
		struct sample *bigger = realloc(all->at, room * sizeof *bigger);

		if (!bigger)
			return NULL;
		all->at = bigger;
		all->room = room;
	}
	return &all->at[all->count++];
}

static int
compare_attempts(const void *a, const void *b)
{
	const struct sample *p = *(struct sample *const *)a, *q = *(struct sample *const *)b;

	if (p->cell != q->cell)
		return p->cell < q->cell ? -1 : 1;
	return p->attempt > q->attempt ? -1 : p->attempt < q->attempt;
}

/* Marks the samples of all attempts of a cell but its last. */
static bool
mark_superseded(struct samples *all)
{
	struct sample **order = malloc((all->count + 1) * sizeof *order), *last = NULL;

	if (!order)
		return false;
	for (size_t i = 0; i < all->count; i++)
		order[i] = &all->at[i];
	qsort(order, all->count, sizeof *order, compare_attempts);
	for (size_t i = 0; i < all->count; i++) {
		if (!last || order[i]->cell != last->cell)
			last = order[i];
		order[i]->superseded = order[i]->attempt != last->attempt;
	}
	free(order);
	return true;
}

/* If the line continues with this field and a comma, returns the position after them; else NULL. */
static const char *
after_field(const char *line, const char *field)
{
	const size_t n = strlen(field);

	return line && strncmp(line, field, n) == 0 && line[n] == ',' ? line + n + 1 : NULL;
}

/*
 * Does a truncated line have the cell and the attempt of the line before it, whose fields are NUL-terminated by now? A
 * line that is too short to decide may be another cell's first.
 */
static bool
same_attempt(const char *cut, const char *before)
{
	return before && after_field(after_field(cut, before), before + strlen(before) + 1);
}

/* Parses the lines. *torn: the last line is incomplete, and belongs to the same attempt as the sample before it. */
static int
read_lines(const char *path, struct samples *all, bool *torn, struct failure *f)
{
	char *text = archive_read(path, NULL), *line = text, *end, *before = NULL;
	unsigned long number = 0;
	int status = STATUS_DONE;

	*all = (struct samples){.at = NULL};
	*torn = false;
	if (!text)
		return failed_at(f, STATUS_FAILED, path);
	for (; status == STATUS_DONE && (end = strchr(line, '\n')); line = end + 1) {
		struct sample *s;

		if (number++ == 0) {
			if (strncmp(line, samples_header, strlen(samples_header)) != 0)
				status = failed(f, STATUS_FAILED, "%s:1: not a samples file: unexpected header", path);
			continue;
		}
		end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
		before = line;
		s = samples_append(all);
		if (!s)
			status = failed(f, STATUS_FAILED, "%s: out of memory", path);
		else if (!parse_sample(line, s))
			status = failed(f, STATUS_FAILED, "%s:%lu: not a sample of eleven fields", path, number);
	}
	if (number == 0)
		status = failed(f, STATUS_FAILED, "%s: %s", path,
		                *text ? "not a samples file: no line is complete" : "empty file");
	else if (status == STATUS_DONE && !mark_superseded(all))
		status = failed(f, STATUS_FAILED, "%s: out of memory", path);
	*torn = status == STATUS_DONE && same_attempt(line, before);
	free(text);
	if (status != STATUS_DONE)
		samples_free(all);
	return status;
}

int
samples_read(const char *path, struct samples *all, struct failure *f)
{
	bool torn;

	return read_lines(path, all, &torn, f);
}

/* --- samples of done cells --------------------------------------------------------------------------------- */

/* An attempt at a cell, as both files name it. */
struct attempt {
	uint64_t cell;
	unsigned number;
	bool done, sampled;
};

struct attempts {
	struct attempt *at;
	size_t count, room;
};

static int
samples_compare_keys(const void *a, const void *b)
{
	const struct attempt *p = a, *q = b;

	if (p->cell != q->cell)
		return p->cell < q->cell ? -1 : 1;
	return (p->number > q->number) - (p->number < q->number);
}

/* Returns the index of the header's column with this name; -1 if there is none. */
static int
column(char *const *field, int fields, const char *name)
{
	for (int i = 0; i < fields; i++)
		if (strcmp(field[i], name) == 0)
			return i;
	return -1;
}

static bool
add_attempt(struct attempts *all, struct attempt a)
{
	if (all->count == all->room) {
		size_t room = all->room ? 2 * all->room : 1024;
		struct attempt *bigger = realloc(all->at, room * sizeof *bigger);

		if (!bigger)
			return false;
		all->at = bigger;
		all->room = room;
	}
	all->at[all->count++] = a;
	return true;
}

/* Is this a number in the program's own format: whole, or with a decimal point? */
static bool
is_number(const char *text)
{
	return *text && text[strspn(text, "0123456789.")] == '\0';
}

/* Parses one row of cells.csv. Returns false if it is damaged. */
static bool
parse_attempt(const char *cell, const char *number, const char *status, const char *seconds, struct attempt *a)
{
	*a = (struct attempt){.cell = digest(cell),
	                      .number = (unsigned)strtoul(number, NULL, 10),
	                      .done = strcmp(status, "done") == 0};
	return is_number(number) && is_number(seconds) &&
	       (a->done || strcmp(status, "failed") == 0 || strcmp(status, "skipped") == 0);
}

/* Reads the attempts of cells.csv, sorted. Finds its columns by name; its last line may be truncated. */
static int
read_attempts(const char *path, struct attempts *all, struct failure *f)
{
	enum { MOST = 32, CELL = 0, ATTEMPT, STATUS, SECONDS, NEEDED };
	static const char *const names[NEEDED] = {"cell", "attempt", "status", "seconds"};
	char *field[MOST], *cut;
	struct csv csv;
	int fields, at[NEEDED], columns, status = STATUS_DONE;

	if (csv_open(&csv, path) != 0)
		return failed_at(f, STATUS_FAILED, path);
	if ((cut = strrchr(csv.text, '\n')))
		cut[1] = '\0';
	columns = csv_row(&csv, field, MOST);
	for (int i = 0; i < NEEDED; i++)
		if ((at[i] = column(field, columns, names[i])) < 0)
			status = failed(f, STATUS_FAILED, "%s:1: not a list of cells: unexpected header", path);
	while (status == STATUS_DONE && (fields = csv_row(&csv, field, MOST)) != 0) {
		struct attempt a;

		if (fields != columns)
			status = failed(f, STATUS_FAILED, "%s:%lu: not as many fields as its header", path, csv.line);
		else if (!parse_attempt(field[at[CELL]], field[at[ATTEMPT]], field[at[STATUS]], field[at[SECONDS]], &a))
			status = failed(f, STATUS_FAILED,
			                "%s:%lu: not a cell: its attempt, status or seconds cannot be", path, csv.line);
		else if (!add_attempt(all, a))
			status = failed(f, STATUS_FAILED, "%s: out of memory", path);
	}
	csv_close(&csv);
	if (all->count)
		qsort(all->at, all->count, sizeof *all->at, samples_compare_keys);
	return status;
}

static struct attempt *
attempt_of(const struct attempts *all, const struct sample *s)
{
	const struct attempt key = {.cell = s->cell, .number = s->attempt};

	return all->count ? bsearch(&key, all->at, all->count, sizeof key, samples_compare_keys) : NULL;
}

/*
 * Keeps the samples of done attempts only. Returns how many done attempts have none. A done cell's samples were written
 * before its line in cells.csv, so a missing one means that something has damaged the file since. `torn`: the attempt
 * of the last sample is incomplete.
 */
static size_t
keep_done(struct samples *all, const struct attempts *attempts, bool torn)
{
	size_t kept = 0, lack = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct attempt *a = attempt_of(attempts, &all->at[i]);

		if (!a || !a->done)
			continue;
		a->sampled = !torn || i + 1 < all->count;
		all->at[kept++] = all->at[i];
	}
	for (size_t i = 0; i < attempts->count; i++)
		lack += attempts->at[i].done && !attempts->at[i].sampled;
	all->count = kept;
	return lack;
}

int
samples_of(const char *dir, struct samples *all, struct failure *f)
{
	char samples[FILES_PATH], cells[FILES_PATH];
	struct attempts attempts = {NULL, 0, 0};
	json_t *manifest;
	size_t lack;
	bool torn;
	int status;

	*all = (struct samples){.at = NULL};
	if ((status = archive_find(samples, dir, "samples.csv", f)) != STATUS_DONE ||
	    (status = archive_find(cells, dir, "cells.csv", f)) != STATUS_DONE ||
	    (status = read_lines(samples, all, &torn, f)) != STATUS_DONE)
		return status;
	if ((status = read_attempts(cells, &attempts, f)) == STATUS_DONE) {
		lack = keep_done(all, &attempts, torn);
		if (lack > 0)
			status = failed(f, STATUS_FAILED,
			                "%s: damaged: %zu cells that are done lack samples; `cuckoobench run` measures "
			                "them again",
			                samples, lack);
		else if (!mark_superseded(all))
			status = failed(f, STATUS_FAILED, "%s: out of memory", samples);
	}
	free(attempts.at);
	manifest_own_keys(dir, all->keys);
	manifest = manifest_of(dir);
	all->given_up = given_up_of(manifest);
	json_decref(manifest);
	if (status != STATUS_DONE)
		samples_free(all);
	return status;
}

void
samples_free(struct samples *all)
{
	free(all->at);
	*all = (struct samples){.at = NULL};
}
