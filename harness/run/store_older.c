/* SPDX-License-Identifier: MIT */
/*
 * store_older.c - the runs of earlier versions, whose raw record was two files:
 *
 *      samples.csv   cell,attempt,rep,exp,panel,series,x,metric,unit,num,den      --\
 *                                                                                    older_text --> record.csv's text
 *      cells.csv     cell,attempt,status,seconds,call,for,alu_ps,...,noise,reason --/
 *
 * A sample belonged to an experiment, and a cell to those that it was measured `for`. Lines that a kill cut off are
 * left out. Earlier versions of cells.csv lack columns, which then are empty.
 */
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/plan/label.h"
#include "harness/run/store_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const older_files[] = {"cells.csv", "samples.csv", NULL};

void
older_remove(const char *dir)
{
	char path[FILES_PATH];

	for (int i = 0; i < 2; i++)
		if (files_path(path, "%s/%s", dir, older_files[i]))
			unlink(path);
}

/* --- a table of lines ------------------------------------------------------------------------------------- */

enum { COLUMNS = 14 };
enum { CELL, ATTEMPT };
enum { STATUS = 2, SECONDS, CALL, FOR, ALU, NOISE = 12, REASON };              /* of cells.csv */
enum { REP = 2, EXP, PANEL, SERIES, X, METRIC, UNIT, NUM, DEN, SAMPLE_COUNT }; /* of samples.csv */
static const char *const names[2][COLUMNS] = {
	{"cell", "attempt", "status", "seconds", "call", "for", "alu_ps", "read_ps", "steal_ms", "migrations",
         "switches", "short", "noise", "reason"},
	{"cell", "attempt", "rep", "exp", "panel", "series", "x", "metric", "unit", "num", "den"}};

struct row {
	const char *of[COLUMNS]; /* "": its file has no such column */
	size_t order;
};

struct rows {
	char path[FILES_PATH], *text;
	struct row *at;
	size_t count;
};

static int
compare_keys(const void *a, const void *b)
{
	const struct row *p = a, *q = b;
	const int c = strcmp(p->of[CELL], q->of[CELL]);

	return c ? c : strcmp(p->of[ATTEMPT], q->of[ATTEMPT]);
}

/* By cell, attempt, and then as in the file. */
static int
compare_rows(const void *a, const void *b)
{
	const struct row *p = a, *q = b;
	const int c = compare_keys(p, q);

	return c ? c : (p->order > q->order) - (p->order < q->order);
}

static int
read_rows(struct rows *r, const char *dir, int file, struct failure *f)
{
	char *field[LINE_MOST], *line, *end;
	int at[COLUMNS], n;

	if (files_find(r->path, dir, older_files[file], f) != STATUS_DONE)
		return f->status;
	if (!(r->text = files_read(r->path, NULL)))
		return failed_at(f, STATUS_FAILED, r->path);
	if (!(end = strchr(r->text, '\n')))
		return failed(f, STATUS_FAILED, "%s: empty file", r->path);
	*end = '\0';
	n = line_split(r->text, field);
	for (int i = 0; i < COLUMNS; i++) {
		at[i] = -1;
		for (int j = 0; j < n && j < LINE_MOST && names[file][i]; j++)
			if (strcmp(field[j], names[file][i]) == 0)
				at[i] = j;
		if (at[i] < 0 && names[file][i] && (file == 1 || i <= SECONDS))
			return failed(f, STATUS_FAILED, "%s:1: no column '%s'", r->path, names[file][i]);
	}
	for (line = end + 1; (end = strchr(line, '\n')); line = end + 1) {
		struct row *row;

		*end = '\0';
		r->at = memory_grown(r->at, r->count, sizeof *r->at);
		row = &r->at[r->count];
		row->order = r->count++;
		if (line_split(line, field) != n)
			return failed(f, STATUS_FAILED, "%s:%zu: not as many fields as its header", r->path,
			              r->count + 1);
		for (int i = 0; i < COLUMNS; i++)
			row->of[i] = at[i] < 0 ? "" : field[at[i]];
	}
	return STATUS_DONE;
}

/* --- one text --------------------------------------------------------------------------------------------- */

static struct sample
sample_of(const struct row *row)
{
	struct sample s = {.rep = (unsigned)strtoul(row->of[REP], NULL, 10),
	                   .x = strtod(row->of[X], NULL),
	                   .num = strtoull(row->of[NUM], NULL, 10),
	                   .den = strtoull(row->of[DEN], NULL, 10)};

	snprintf(s.exp, sizeof s.exp, "%s", row->of[EXP]);
	snprintf(s.panel, sizeof s.panel, "%s", row->of[PANEL]);
	snprintf(s.series, sizeof s.series, "%s", row->of[SERIES]);
	snprintf(s.metric, sizeof s.metric, "%s", row->of[METRIC]);
	snprintf(s.unit, sizeof s.unit, "%s", row->of[UNIT]);
	return s;
}

static bool
is_same(const struct sample *a, const struct sample *b)
{
	return a->x == b->x && a->rep == b->rep && a->num == b->num && a->den == b->den &&
	       strcmp(a->metric, b->metric) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->panel, b->panel) == 0;
}

/* Of programs that several experiments shared, at most this many samples of a cell are compared with each other. */
enum { SHARED_MOST = 1000 };

/* Writes the samples of one cell's attempt, n rows, each once. Returns how many these are. */
static size_t
write_samples(FILE *f, const struct row *row, size_t n)
{
	struct sample *all = calloc(n + 1, sizeof *all);
	size_t count = 0;

	memory_needed(all);
	for (size_t i = 0; i < n; i++) {
		bool again = false;

		all[count] = sample_of(&row[i]);
		if (!older_sample(row[i].of[CELL], &all[count]))
			continue;
		for (size_t j = 0; j < count && n <= SHARED_MOST && !again; j++)
			again = is_same(&all[j], &all[count]);
		if (!again)
			sample_write(f, &all[count++]);
	}
	free(all);
	return count;
}

/* Which experiments was an attempt for? If it does not say so, its n samples do. */
static void
served_by(const struct row *row, const struct row *samples, size_t n, bool served[EXPERIMENTS])
{
	line_names(row->of[FOR], served);
	for (size_t i = 0; i < n && !*row->of[FOR]; i++)
		line_names(samples[i].of[EXP], served);
}

static void
write_attempt(FILE *f, const struct row *row, const bool served[EXPERIMENTS], size_t count)
{
	char label[LABEL_ROOM];

	fprintf(f, "attempt,%s,%s,%u,%s,%s,%s", older_label(row->of[CELL], served, label), row->of[ATTEMPT],
	        (unsigned)label_number(row->of[CELL], "rep"), row->of[STATUS], row->of[SECONDS],
	        *row->of[CALL] ? row->of[CALL] : "0");
	for (int i = ALU; i <= REASON; i++)
		fprintf(f, ",%s", row->of[i]);
	fprintf(f, ",%zu,", count);
	line_write_names(f, served);
	fputc('\n', f);
}

/* The first of the samples, which are sorted, of a cell's attempt; their number if it has none. */
static size_t
first_of(const struct rows *samples, const struct row *cell)
{
	size_t first = samples->count;
	const struct row *at = first ? bsearch(cell, samples->at, first, sizeof *at, compare_keys) : NULL;

	if (at)
		first = (size_t)(at - samples->at);
	while (at && first > 0 && compare_keys(&samples->at[first - 1], cell) == 0)
		first--;
	return first;
}

static int
convert(FILE *out, const struct rows *cells, const struct rows *samples, struct failure *f)
{
	line_write_headers(out, true);
	for (size_t i = 0; i < cells->count; i++) {
		const struct row *row = &cells->at[i];
		const size_t first = first_of(samples, row);
		bool served[EXPERIMENTS] = {false};
		size_t n = 0, count, length;
		char *text = NULL;
		FILE *lines = open_memstream(&text, &length);

		memory_needed(lines);
		while (strcmp(row->of[STATUS], "done") == 0 && first + n < samples->count &&
		       compare_keys(&samples->at[first + n], row) == 0)
			n++;
		count = write_samples(lines, &samples->at[first], n);
		memory_needed(fclose(lines) == 0);
		if (strcmp(row->of[STATUS], "done") == 0 && n == 0) {
			free(text);
			return failed(f, STATUS_FAILED, "%s has lost the samples of %s", samples->path, row->of[CELL]);
		}
		served_by(row, &samples->at[first], n, served);
		line_write_asked(out, served, 0);
		write_attempt(out, row, served, count);
		fwrite(text, 1, length, out);
		free(text);
	}
	return STATUS_DONE;
}

char *
older_text(const char *dir, struct failure *f)
{
	struct rows cells = {.at = NULL}, samples = {.at = NULL};
	char *text = NULL;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	int status;

	memory_needed(out);
	if ((status = read_rows(&cells, dir, 0, f)) == STATUS_DONE &&
	    (status = read_rows(&samples, dir, 1, f)) == STATUS_DONE) {
		if (samples.count > 0)
			qsort(samples.at, samples.count, sizeof *samples.at, compare_rows);
		status = convert(out, &cells, &samples, f);
	}
	memory_needed(fclose(out) == 0);
	free(cells.at);
	free(cells.text);
	free(samples.at);
	free(samples.text);
	if (status == STATUS_DONE) {
		notice("%s: a run of an earlier version, in cells.csv and samples.csv, is converted", dir);
		return text;
	}
	free(text);
	return NULL;
}
