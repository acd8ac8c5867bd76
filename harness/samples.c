/* SPDX-License-Identifier: MIT */
/* samples.c - see samples.h. */
#include "harness/samples.h"

#include "core/rng.h"
#include "harness/archive.h"
#include "harness/csv.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char samples_header[] = "cell,attempt,rep,exp,panel,series,x,metric,unit,num,den\n";

void
sample_write(FILE *f, const char *cell, const struct sample *s)
{
	fprintf(f, "%s,%u,%u,%s,%s,%s,%.9g,%s,%s,%" PRIu64 ",%" PRIu64 "\n", cell, s->attempt, s->rep, s->exp, s->panel, s->series,
	        s->x, s->metric, s->unit, s->num, s->den);
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
	       copy_field(s->metric, sizeof s->metric, field[METRIC]) && copy_field(s->unit, sizeof s->unit, field[UNIT]);
}

static struct sample *
append(struct samples *all)
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

int
samples_read(const char *path, struct samples *all, char why[200])
{
	char *text = archive_read(path, NULL), *line = text, *end;
	unsigned long number = 0;

	*all = (struct samples){NULL, 0, 0};
	*why = '\0';
	if (!text) {
		snprintf(why, 200, "%.120s: %s", path, strerror(errno));
		return -1;
	}
	for (; !*why && (end = strchr(line, '\n')); line = end + 1) {
		struct sample *s;

		if (number++ == 0) {
			if (strncmp(line, samples_header, strlen(samples_header)) != 0)
				snprintf(why, 200, "%.120s:1: not a samples file: unexpected header", path);
			continue;
		}
		end[end > line && end[-1] == '\r' ? -1 : 0] = '\0';
		s = append(all);
		if (!s)
			snprintf(why, 200, "%.120s: out of memory", path);
		else if (!parse_sample(line, s))
			snprintf(why, 200, "%.120s:%lu: not a sample of eleven fields", path, number);
	}
	if (!*why && number == 0)
		snprintf(why, 200, "%.120s: %s", path, *text ? "not a samples file: no line is complete" : "empty file");
	else if (!*why && !mark_superseded(all))
		snprintf(why, 200, "%.120s: out of memory", path);
	free(text);
	if (*why)
		samples_free(all);
	return *why ? -1 : 0;
}

/* --- of the cells that are done --------------------------------------------------------------------------- */

/* An attempt at a cell, as both files name it. */
struct attempt {
	uint64_t cell;
	unsigned number;
};

struct attempts {
	struct attempt *at;
	size_t count, room;
};

static int
compare_done(const void *a, const void *b)
{
	const struct attempt *p = a, *q = b;

	if (p->cell != q->cell)
		return p->cell < q->cell ? -1 : 1;
	return (p->number > q->number) - (p->number < q->number);
}

/* Which of the header's columns has this name; -1 if none has. */
static int
column(char *const *field, int fields, const char *name)
{
	for (int i = 0; i < fields; i++)
		if (strcmp(field[i], name) == 0)
			return i;
	return -1;
}

static bool
add_done(struct attempts *done, const char *label, const char *number)
{
	if (done->count == done->room) {
		size_t room = done->room ? 2 * done->room : 1024;
		struct attempt *bigger = realloc(done->at, room * sizeof *bigger);

		if (!bigger)
			return false;
		done->at = bigger;
		done->room = room;
	}
	done->at[done->count++] = (struct attempt){digest(label), (unsigned)strtoul(number, NULL, 10)};
	return true;
}

/* The attempts of cells.csv that are done, sorted. Its columns are found by name; its last line may be cut off. */
static int
read_done(const char *path, struct attempts *done, char why[200])
{
	enum { MOST = 32 };
	char *field[MOST], *cut;
	struct csv csv;
	int fields, cell, attempt, status, columns;

	if (csv_open(&csv, path) != 0) {
		snprintf(why, 200, "%.120s: %s", path, strerror(errno));
		return -1;
	}
	if ((cut = strrchr(csv.text, '\n')))
		cut[1] = '\0';
	columns = csv_row(&csv, field, MOST);
	cell = column(field, columns, "cell");
	attempt = column(field, columns, "attempt");
	status = column(field, columns, "status");
	if (cell < 0 || attempt < 0 || status < 0)
		snprintf(why, 200, "%.120s:1: not a list of cells: unexpected header", path);
	while (!*why && (fields = csv_row(&csv, field, MOST)) != 0) {
		if (fields != columns)
			snprintf(why, 200, "%.120s:%lu: not as many fields as its header", path, csv.line);
		else if (strcmp(field[status], "done") == 0 && !add_done(done, field[cell], field[attempt]))
			snprintf(why, 200, "%.120s: out of memory", path);
	}
	csv_close(&csv);
	if (done->count)
		qsort(done->at, done->count, sizeof *done->at, compare_done);
	return *why ? -1 : 0;
}

int
samples_of(const char *dir, struct samples *all, char why[200])
{
	char samples[FILES_PATH], cells[FILES_PATH];
	struct attempts done = {NULL, 0, 0};
	size_t kept = 0;

	*all = (struct samples){NULL, 0, 0};
	*why = '\0';
	if (archive_find(samples, dir, "samples.csv", why) != 0 || archive_find(cells, dir, "cells.csv", why) != 0 ||
	    samples_read(samples, all, why) != 0)
		return -1;
	if (read_done(cells, &done, why) == 0) {
		for (size_t i = 0; i < all->count; i++) {
			const struct attempt key = {all->at[i].cell, all->at[i].attempt};

			if (done.count && bsearch(&key, done.at, done.count, sizeof key, compare_done))
				all->at[kept++] = all->at[i];
		}
		all->count = kept;
		if (!mark_superseded(all))
			snprintf(why, 200, "%.120s: out of memory", samples);
	}
	free(done.at);
	if (*why)
		samples_free(all);
	return *why ? -1 : 0;
}

void
samples_free(struct samples *all)
{
	free(all->at);
	*all = (struct samples){NULL, 0, 0};
}
