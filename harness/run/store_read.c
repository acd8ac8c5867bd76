/* SPDX-License-Identifier: MIT */
/*
 * store_read.c - reads the two files of a run. See store.h. What is wrong with them means three things:
 *
 *                                    results are read     a run goes on          runs are merged
 *      the last line is cut off      left out             left out               refused
 *      a row or a line is damaged    refused              its attempt is lost    refused
 *      a done attempt lacks samples  refused              it is lost             refused
 *      another version's columns     found by name        refused                refused
 */
#include "harness/base/archive.h"
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- the rows --------------------------------------------------------------------------------------------- */

static int
refuse_header(const struct store *s, const char *path, const char *what, struct failure *f)
{
	if (s->reading == STORE_READ)
		return failed(f, STATUS_FAILED, "%s:1: %s: unexpected header", path, what);
	return failed(f, STATUS_FAILED, "%s: line 1: unexpected header%s", path,
	              s->reading == STORE_MERGE ? "" : "; what does not belong to a run of this version is left alone");
}

static int
read_rows(struct store *s, struct failure *f)
{
	struct row_columns columns;
	unsigned long number = 1;
	char *row = s->rows_text, *end = strchr(row, '\n');

	if (!*row && s->reading == STORE_CONTINUE)
		return STATUS_DONE;
	if (end)
		*end = '\0';
	if (!end || !row_header(row, &columns) || (s->reading != STORE_READ && !columns.ours))
		return refuse_header(s, s->rows_path, "not a list of cells", f);
	for (row = end + 1; (end = strchr(row, '\n')); row = end + 1) {
		const char *wrong;

		*end = '\0';
		number++;
		s->at = memory_grown(s->at, s->count, sizeof *s->at);
		wrong = row_parse(row, &columns, &s->at[s->count]);
		if (wrong && s->reading == STORE_READ)
			return failed(f, STATUS_FAILED, "%s:%lu: %s", s->rows_path, number, wrong);
		if (wrong && s->reading == STORE_MERGE)
			return failed(f, STATUS_FAILED, "%s: line %lu: not a cell", s->rows_path, number);
		s->count += !wrong;
	}
	store_sort(s);
	return STATUS_DONE;
}

/* --- their samples ---------------------------------------------------------------------------------------- */

int
store_refuses_line(const struct store *s, const char *line, struct failure *f)
{
	const size_t length = strcspn(line, "\n") + 1;
	const char *at = s->samples_text;
	unsigned long number = 1;

	if (s->reading == STORE_MERGE)
		return failed(f, STATUS_FAILED, "%s: not a sample: '%.*s'", s->samples_path,
		              (int)(length <= 40 ? length - 1 : 40), line);
	for (; strncmp(at, line, length) != 0; at = strchr(at, '\n') + 1)
		number++;
	return failed(f, STATUS_FAILED, "%s:%lu: not a sample of eleven fields", s->samples_path, number);
}

/* The attempt that a line is of, by its first `key` bytes; NULL if they are none. */
static struct attempt *
attempt_of(const struct store *s, char *line, size_t key)
{
	char *comma = memchr(line, ',', key);
	struct attempt *a;

	if (!comma)
		return NULL;
	*comma = '\0';
	a = store_find(s, line, (unsigned)strtoul(comma + 1, NULL, 10));
	*comma = ',';
	return a;
}

/*
 * Is a line that was cut off of the same attempt as the whole line before it, whose key is given? One that is too short
 * to decide may be another cell's first: it is none of the samples, but a run that goes on measures both again.
 */
static bool
is_of_same(const struct store *s, const char *cut, const char *before, size_t key)
{
	const size_t n = strlen(cut);

	if (s->reading == STORE_CONTINUE && n < key)
		return n > 0 && strncmp(cut, before, n) == 0;
	return strncmp(cut, before, key) == 0;
}

/* Gives each attempt that is done its lines. */
static int
take_samples(struct store *s, struct failure *f)
{
	char *line = s->samples_text + strcspn(s->samples_text, "\n"), *end;
	const char *before = "\n";
	struct attempt *a = NULL;
	size_t key = 1;

	for (line += *line != '\0'; (end = strchr(line, '\n')); line = end + 1) {
		bool whole;
		const size_t its_key = sample_key(line, &whole);

		if (!whole && s->reading != STORE_CONTINUE)
			return store_refuses_line(s, line, f);
		if (key == 0 || strncmp(line, before, key) != 0)
			a = attempt_of(s, line, its_key);
		before = line;
		key = its_key;
		if (a && a->done)
			attempt_add_line(a, line, (size_t)(end - line) + 1);
		if (a && !whole)
			a->dropped = true;
	}
	if (a && is_of_same(s, line, before, key))
		a->samples = NULL;
	return STATUS_DONE;
}

/* --- both ------------------------------------------------------------------------------------------------- */

static int
check_samples_header(const struct store *s, struct failure *f)
{
	const char *text = s->samples_text, *path = s->samples_path;

	if (strncmp(text, samples_header, strlen(samples_header)) == 0 || (!*text && s->reading == STORE_CONTINUE))
		return STATUS_DONE;
	if (strchr(text, '\n') || s->reading != STORE_READ)
		return refuse_header(s, path, "not a samples file", f);
	return failed(f, STATUS_FAILED, "%s: %s", path,
	              *text ? "not a samples file: no line is complete" : "empty file");
}

/* In a run to merge, no attempt may occur twice, and none may have its samples in two places. */
static int
check_keys(const struct store *s, struct failure *f)
{
	for (size_t i = 0; i < s->count; i++) {
		const struct attempt *a = s->sorted[i];

		if (!a->last && a->done && s->sorted[i + 1]->done && attempt_compare_keys(a, s->sorted[i + 1]) == 0)
			return failed(f, STATUS_FAILED, "%s has %s twice", s->rows_path, a->cell);
		if (a->done && !a->samples)
			return failed(f, STATUS_FAILED, "%s has lost the samples of %s; run it again", s->samples_path,
			              a->cell);
		if (a->owned)
			return failed(f, STATUS_FAILED, "%s: the samples of %s are in two places", s->samples_path,
			              a->cell);
	}
	return STATUS_DONE;
}

/* Samples are written before their row. So if an attempt lacks some, something has damaged the file since. */
static int
check_attempts(struct store *s, struct failure *f)
{
	if (s->reading == STORE_MERGE)
		return check_keys(s, f);
	for (size_t i = 0; i < s->count; i++) {
		s->at[i].dropped |= s->at[i].done && !s->at[i].samples;
		s->lost += s->at[i].dropped;
	}
	if (s->lost > 0 && !files_exists(s->samples_path))
		return failed(f, STATUS_FAILED, "%s: %s", s->samples_path, strerror(ENOENT));
	if (s->lost == 0 || s->reading == STORE_CONTINUE)
		return STATUS_DONE;
	return failed(f, STATUS_FAILED,
	              "%s: damaged: %zu cells that are done lack samples; `cuckoobench run` measures them again",
	              s->samples_path, s->lost);
}

/* A run to continue may have no files yet. */
static int
read_text(const struct store *s, char **text, const char *path, struct failure *f)
{
	size_t length = 0;

	*text = archive_read(path, &length);
	if (!*text && errno == ENOENT && s->reading == STORE_CONTINUE)
		*text = calloc(1, 1);
	if (!*text)
		return failed_at(f, STATUS_FAILED, path);
	if (s->reading == STORE_MERGE && length != strlen(*text))
		return failed(f, STATUS_FAILED, "%s: not a text file", path);
	if (s->reading == STORE_MERGE && length > 0 && (*text)[length - 1] != '\n')
		return failed(f, STATUS_FAILED, "%s: the last line is cut off; run it again to mend it", path);
	return STATUS_DONE;
}

static int
store_read_as(struct store *s, enum store_reading reading, const char *dir, struct failure *f)
{
	int status;

	*s = (struct store){.reading = reading};
	if ((status = archive_find(s->samples_path, dir, store_files[SAMPLES], f)) != STATUS_DONE ||
	    (status = archive_find(s->rows_path, dir, store_files[ROWS], f)) != STATUS_DONE ||
	    (status = read_text(s, &s->samples_text, s->samples_path, f)) != STATUS_DONE ||
	    (status = check_samples_header(s, f)) != STATUS_DONE ||
	    (status = read_text(s, &s->rows_text, s->rows_path, f)) != STATUS_DONE ||
	    (status = read_rows(s, f)) != STATUS_DONE || (status = take_samples(s, f)) != STATUS_DONE)
		return status;
	return check_attempts(s, f);
}

int
store_read(struct store *s, const char *dir, struct failure *f)
{
	return store_read_as(s, STORE_READ, dir, f);
}

int
store_look(struct store *s, const char *dir, struct failure *f)
{
	return store_read_as(s, STORE_CONTINUE, dir, f);
}

int
store_read_whole(struct store *s, const char *dir, struct failure *f)
{
	return store_read_as(s, STORE_MERGE, dir, f);
}
