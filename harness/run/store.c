/* SPDX-License-Identifier: MIT */
/* store.c - see store.h. */
#include "harness/base/archive.h"
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <stdlib.h>
#include <string.h>

/* --- order ------------------------------------------------------------------------------------------------ */

static int
compare_keys(const struct attempt *a, const struct attempt *b)
{
	const int c = strcmp(a->cell, b->cell);

	return c ? c : (a->number > b->number) - (a->number < b->number);
}

/* Attempts of one key keep their order. */
static int
compare_attempts(const void *a, const void *b)
{
	const struct attempt *p = *(struct attempt *const *)a, *q = *(struct attempt *const *)b;
	const int c = compare_keys(p, q);

	return c ? c : (p > q) - (p < q);
}

struct attempt *
store_find(const struct store *s, const char *cell, unsigned number)
{
	const struct attempt key = {.cell = cell, .number = number};
	size_t from = 0, to = s->count;

	while (from < to) {
		const size_t middle = (from + to) / 2;

		if (compare_keys(s->sorted[middle], &key) <= 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from > 0 && compare_keys(s->sorted[from - 1], &key) == 0 ? s->sorted[from - 1] : NULL;
}

/* Sorts the attempts. Marks the last one of each cell, and the one whose samples count. */
static void
store_sort(struct store *s)
{
	struct attempt *speaks = NULL;

	s->sorted = calloc(s->count + 1, sizeof(struct attempt *));
	memory_needed(s->sorted);
	for (size_t i = 0; i < s->count; i++)
		s->sorted[i] = &s->at[i];
	qsort(s->sorted, s->count, sizeof(struct attempt *), compare_attempts);
	for (size_t i = 0; i < s->count; i++) {
		struct attempt *a = s->sorted[i];

		if (a->done)
			speaks = a;
		a->last = i + 1 == s->count || strcmp(a->cell, s->sorted[i + 1]->cell) != 0;
		if (!a->last)
			continue;
		s->cells++;
		if (speaks)
			speaks->speaks = true;
		speaks = NULL;
	}
}

/* --- the rows --------------------------------------------------------------------------------------------- */

static int
read_rows(struct store *s, struct failure *f)
{
	struct row_columns columns;
	unsigned long number = 1;
	char *row = s->rows_text, *end = strchr(row, '\n');

	if (end)
		*end = '\0';
	if (!end || !row_header(row, &columns))
		return failed(f, STATUS_FAILED, "%s:1: not a list of cells: unexpected header", s->rows_path);
	for (row = end + 1; (end = strchr(row, '\n')); row = end + 1) {
		const char *wrong;

		*end = '\0';
		number++;
		s->at = memory_grown(s->at, s->count, sizeof *s->at);
		if ((wrong = row_parse(row, &columns, &s->at[s->count])))
			return failed(f, STATUS_FAILED, "%s:%lu: %s", s->rows_path, number, wrong);
		s->count++;
	}
	store_sort(s);
	return STATUS_DONE;
}

/* --- their samples ---------------------------------------------------------------------------------------- */

unsigned long
store_line(const struct store *s, const char *line)
{
	const size_t length = strcspn(line, "\n") + 1;
	const char *at = s->samples_text;
	unsigned long number = 1;

	for (; strncmp(at, line, length) != 0; at = strchr(at, '\n') + 1)
		number++;
	return number;
}

/* The attempt that a line is of, by its first `key` bytes. */
static struct attempt *
attempt_of(const struct store *s, char *line, size_t key)
{
	char *comma = memchr(line, ',', key);
	struct attempt *a;

	*comma = '\0';
	a = store_find(s, line, (unsigned)strtoul(comma + 1, NULL, 10));
	*comma = ',';
	return a;
}

/* Adds a line to the samples of an attempt. They follow each other, except in a file that somebody rearranged. */
static void
add_line(struct attempt *a, const char *line, size_t length)
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

/*
 * Gives each attempt that is done its lines. The last line may be cut off: if it is of the same attempt as the line
 * before it, that attempt has lost samples. A line that is too short to decide may be another cell's first.
 */
static int
take_samples(struct store *s, struct failure *f)
{
	char *line = strchr(s->samples_text, '\n') + 1, *end;
	const char *before = "\n";
	struct attempt *a = NULL;
	size_t key = 1;

	for (; (end = strchr(line, '\n')); line = end + 1) {
		const size_t its_key = sample_key(line);

		if (its_key == 0)
			return failed(f, STATUS_FAILED, "%s:%lu: not a sample of eleven fields", s->samples_path,
			              store_line(s, line));
		if (strncmp(line, before, key) != 0)
			a = attempt_of(s, line, its_key);
		before = line;
		key = its_key;
		if (a && a->done)
			add_line(a, line, (size_t)(end - line) + 1);
	}
	if (a && strncmp(line, before, key) == 0)
		a->samples = NULL;
	return STATUS_DONE;
}

/* --- both ------------------------------------------------------------------------------------------------- */

static int
check_samples_header(const struct store *s, struct failure *f)
{
	const char *text = s->samples_text, *path = s->samples_path;

	if (strncmp(text, samples_header, strlen(samples_header)) == 0)
		return STATUS_DONE;
	if (strchr(text, '\n'))
		return failed(f, STATUS_FAILED, "%s:1: not a samples file: unexpected header", path);
	return failed(f, STATUS_FAILED, "%s: %s", path,
	              *text ? "not a samples file: no line is complete" : "empty file");
}

/* Samples are written before their row. So if an attempt lacks some, something has damaged the file since. */
static int
check_attempts(const struct store *s, struct failure *f)
{
	size_t lack = 0;

	for (size_t i = 0; i < s->count; i++)
		lack += s->at[i].done && !s->at[i].samples;
	if (lack == 0)
		return STATUS_DONE;
	return failed(f, STATUS_FAILED,
	              "%s: damaged: %zu cells that are done lack samples; `cuckoobench run` measures them again",
	              s->samples_path, lack);
}

static int
read_text(char **text, const char *path, struct failure *f)
{
	*text = archive_read(path, NULL);
	return *text ? STATUS_DONE : failed_at(f, STATUS_FAILED, path);
}

int
store_read(struct store *s, const char *dir, struct failure *f)
{
	int status;

	*s = (struct store){.at = NULL};
	if ((status = archive_find(s->samples_path, dir, "samples.csv", f)) != STATUS_DONE ||
	    (status = archive_find(s->rows_path, dir, "cells.csv", f)) != STATUS_DONE ||
	    (status = read_text(&s->samples_text, s->samples_path, f)) != STATUS_DONE ||
	    (status = check_samples_header(s, f)) != STATUS_DONE ||
	    (status = read_text(&s->rows_text, s->rows_path, f)) != STATUS_DONE ||
	    (status = read_rows(s, f)) != STATUS_DONE || (status = take_samples(s, f)) != STATUS_DONE)
		return status;
	return check_attempts(s, f);
}

void
store_free(struct store *s)
{
	for (size_t i = 0; i < s->count; i++)
		free(s->at[i].owned);
	free(s->at);
	free(s->sorted);
	free(s->rows_text);
	free(s->samples_text);
	*s = (struct store){.at = NULL};
}
