/* SPDX-License-Identifier: MIT */
/*
 * store_read.c - reads the record of a run. See store.h. What is wrong with it means three things:
 *
 *                                   results are read     a run goes on             runs are merged
 *      the last attempt is cut off  left out             left out                  refused
 *      a record is damaged          refused              left out: measured again  refused
 *      a later version's format     refused              refused                   refused
 */
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/run/store_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 4 }; /* format, asked, attempt, sample */

struct reader {
	struct store *s;
	struct line_columns attempt, sample;
	char *at; /* the line to read next */
	unsigned long line;
	struct failure *f;
};

/* Ends the line at a NUL, and goes on to the next. NULL at the end, and if the last line is cut off. */
static char *
next_line(struct reader *r)
{
	char *line = r->at, *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	r->at = end + 1;
	r->line++;
	return line;
}

static int
damaged(struct reader *r, const char *what)
{
	return failed(r->f, STATUS_FAILED, "%s:%lu: %s", r->s->path, r->line, what);
}

/* --- records ---------------------------------------------------------------------------------------------- */

static bool
starts(const char *line, const char *kind)
{
	return strncmp(line, kind, strlen(kind)) == 0;
}

/* Takes the n samples of an attempt. Returns how many there are before the end, or the first damaged one. */
static size_t
take_samples(struct reader *r, struct attempt *a, size_t n)
{
	struct store *s = r->s;
	size_t i = 0;
	char *end;

	a->samples = r->at;
	a->first = s->samples;
	for (; i < n && (end = strchr(r->at, '\n')); i++) {
		s->sample = memory_grown(s->sample, s->samples, sizeof *s->sample);
		r->line++;
		if (!starts(r->at, "sample,") || !line_sample(r->at, &r->sample, &s->sample[s->samples]))
			break;
		s->sample[s->samples++].attempt = a->number;
		r->at = end + 1;
	}
	a->length = (size_t)(r->at - a->samples);
	a->count = i;
	return i;
}

static int
take_attempt(struct reader *r, char *line)
{
	struct store *s = r->s;
	struct attempt *a;
	const char *wrong;
	size_t n;

	s->at = memory_grown(s->at, s->count, sizeof *s->at);
	a = &s->at[s->count];
	if ((wrong = line_attempt(line, &r->attempt, a, &n)))
		return damaged(r, wrong);
	if (take_samples(r, a, n) < n) {
		s->samples = a->first;
		if (strchr(r->at, '\n'))
			return damaged(r, "not a sample, and the attempt before it has more");
		s->cut = true;
		return STATUS_DONE;
	}
	s->count++;
	return STATUS_DONE;
}

static void
take_asked(struct store *s, const char *names)
{
	const char *cells = strchr(names, ',');

	line_names(names, s->asked);
	s->planned = cells ? strtoull(cells + 1, NULL, 10) : 0;
}

/* A run that goes on leaves out what is damaged, up to the next record. */
static void
skip_damaged(struct reader *r)
{
	while (*r->at && !starts(r->at, "attempt,") && !starts(r->at, "asked,") && next_line(r))
		;
	r->s->lost++;
	*r->f = (struct failure){.status = STATUS_DONE};
}

static int
take_records(struct reader *r)
{
	int status = STATUS_DONE;
	char *line;

	while (status == STATUS_DONE && !r->s->cut && (line = next_line(r))) {
		if (starts(line, "attempt,"))
			status = take_attempt(r, line);
		else if (starts(line, "asked,"))
			take_asked(r->s, line + strlen("asked,"));
		else
			status = damaged(r, "neither an attempt nor what a call was asked for");
		if (status != STATUS_DONE && r->s->reading == STORE_CONTINUE) {
			skip_damaged(r);
			status = STATUS_DONE;
		}
	}
	r->s->cut |= *r->at != '\0';
	return status;
}

/* --- headers ---------------------------------------------------------------------------------------------- */

/* Is this a file of which only a part of the headers was written? A run that goes on begins it anew. */
static bool
is_begun(const char *text)
{
	char *headers = NULL;
	size_t length;
	FILE *f = open_memstream(&headers, &length);
	bool begun;

	memory_needed(f);
	line_write_headers(f, false);
	memory_needed(fclose(f) == 0);
	begun = strlen(text) < length && strncmp(text, headers, strlen(text)) == 0;
	free(headers);
	return begun;
}

static int
read_headers(struct reader *r)
{
	char *line[HEADERS] = {NULL};
	int n = 0;

	while (n < HEADERS && (line[n] = next_line(r)))
		n++;
	if (n > 0 && starts(line[0], "format,") && strcmp(line[0], "format,1") != 0)
		return failed(r->f, STATUS_FAILED, "%s:1: '%s': a later version's record", r->s->path, line[0]);
	if (n == HEADERS && strcmp(line[0], "format,1") == 0 && starts(line[1], "asked,") &&
	    line_attempt_header(line[2], &r->attempt) && line_sample_header(line[3], &r->sample))
		return STATUS_DONE;
	return failed(r->f, STATUS_FAILED, "%s:%d: not the record of a run: unexpected header", r->s->path, n ? n : 1);
}

/* --- the file --------------------------------------------------------------------------------------------- */

static int
check_whole(const struct store *s, struct failure *f)
{
	if (s->cut)
		return failed(f, STATUS_FAILED, "%s: its end is cut off; run it again to mend it", s->path);
	for (size_t i = 0; i + 1 < s->count; i++)
		if (strcmp(s->sorted[i]->cell, s->sorted[i + 1]->cell) == 0 &&
		    s->sorted[i]->number == s->sorted[i + 1]->number && s->sorted[i + 1]->done && s->sorted[i]->done)
			return failed(f, STATUS_FAILED, "%s has %s twice", s->path, s->sorted[i]->cell);
	return STATUS_DONE;
}

/* Finds the text: the run's own file; or both files of an earlier version. A run to continue may have neither. */
static int
read_text(struct store *s, const char *dir, struct failure *f)
{
	size_t length = 0;

	if (files_find(s->path, dir, STORE_FILE, f) != STATUS_DONE)
		return f->status;
	s->text = files_read(s->path, &length);
	if (!s->text && errno == ENOENT) {
		if (store_holds(dir, older_files[0], "") || store_holds(dir, older_files[0], ".gz")) {
			s->older = true;
			s->text = older_text(dir, f);
			return f->status;
		}
		errno = ENOENT;
		if (s->reading == STORE_CONTINUE)
			return STATUS_DONE;
	}
	if (!s->text)
		return failed_at(f, STATUS_FAILED, s->path);
	/* A power cut may leave zeros. With a comma for each, their line has more fields than its header. */
	for (char *zero = s->text; (zero = memchr(zero, '\0', (size_t)(s->text + length - zero)));)
		*zero = ',';
	return STATUS_DONE;
}

int
store_read(struct store *s, enum store_reading reading, const char *dir, struct failure *f)
{
	struct reader r = {.s = s, .f = f};

	*s = (struct store){.reading = reading};
	if (read_text(s, dir, f) != STATUS_DONE)
		return f->status;
	s->cut = s->text && reading == STORE_CONTINUE && is_begun(s->text);
	if (s->text && !s->cut) {
		r.at = s->text;
		if (read_headers(&r) != STATUS_DONE || take_records(&r) != STATUS_DONE)
			return f->status;
	}
	store_sort(s);
	return reading == STORE_MERGE ? check_whole(s, f) : STATUS_DONE;
}
