/* SPDX-License-Identifier: MIT */
/*
 * store_read.c - reads a record, entry by entry, and checks each by its digest.
 *
 *      line -> digest -> fields -> attempt -> its samples' lines -> digest -> as written? -> kept
 *
 * What is wrong with a record means three things:
 *
 *                                     results are read     a run goes on             runs are merged
 *      the last attempt is cut off    left out             left out                  refused
 *      an entry is damaged, changed   refused              left out: measured again  refused
 *      attempts are gone, moved or    refused              refused                   refused
 *      from another record
 *      another version's format       refused              refused                   refused
 *
 * Only what a machine that stops can do is left out: it loses bytes, but it moves no attempt.
 */
#include "harness/run/store_parts.h"

#include "harness/base/memory.h"

#include <stdlib.h>
#include <string.h>

struct reader {
	struct store *s;
	struct line_kinds kinds;
	SHA2_CTX sha; /* of the entry that is read */
	char *at;     /* the line to read next */
	unsigned long line;
	bool lost;    /* the entry before is lost, so that its digest is not known */
	bool strange; /* this entry does not belong here */
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

/* --- digests ---------------------------------------------------------------------------------------------- */

/* Is the entry that began at this line, now read to its end, as it was written? */
static int
check_digest(struct reader *r, const char *digest, const char *what, unsigned long line)
{
	char made[STORE_DIGEST];

	if (strcmp(entry_digest(&r->sha, made), digest) == 0)
		return STATUS_DONE;
	if (line == r->line)
		return failed(r->f, STATUS_FAILED, "%s:%lu: %s has been changed since it was written", r->s->path, line,
		              what);
	return failed(r->f, STATUS_FAILED, "%s:%lu: %s, up to line %lu, has been changed since it was written",
	              r->s->path, line, what, r->line);
}

/* Does the attempt that began at this line stand where it was written? The first names no other. */
static int
check_place(struct reader *r, const struct attempt *a, const char *after, unsigned long line)
{
	if (strcmp(after, r->s->head) == 0 || (r->lost && *after))
		return STATUS_DONE;
	r->strange = true;
	return failed(r->f, STATUS_FAILED,
	              "%s:%lu: the attempt at %s was not written behind the one before it: some are gone, moved or "
	              "from another record",
	              r->s->path, line, a->cell);
}

/* --- entries ---------------------------------------------------------------------------------------------- */

/* Takes the samples of an attempt, as many as it says. */
static int
take_samples(struct reader *r, struct attempt *a)
{
	const char *value[LINE_MOST];
	struct store *s = r->s;

	a->first = s->samples;
	while (s->samples - a->first < a->count) {
		char *line = next_line(r), *fields = line ? line_after(line, "sample,") : NULL;
		const char *wrong = "not a sample, and the attempt before it has more";

		if (fields) {
			entry_digest_more(&r->sha, line);
			s->sample = memory_grown(s->sample, s->samples, sizeof *s->sample);
			wrong = "not a sample: not as many fields as its header";
			if (line_split(fields, &r->kinds.sample, value) &&
			    !(wrong = line_sample(value, &s->sample[s->samples]))) {
				s->samples++;
				continue;
			}
		} else if (!line) {
			s->cut = true;
			return STATUS_DONE;
		} else { /* it may be the next attempt */
			r->at[-1] = '\n';
			r->at = line;
		}
		return damaged(r, wrong);
	}
	return STATUS_DONE;
}

static int
take_attempt(struct reader *r, char *line)
{
	const char *value[LINE_MOST], *wrong = "not as many fields as its header";
	const unsigned long begin = r->line;
	struct store *s = r->s;
	char what[LABEL_ROOM + 20];
	struct attempt *a;
	int status;

	s->at = memory_grown(s->at, s->count, sizeof *s->at);
	a = &s->at[s->count];
	entry_digest_first(&r->sha, line);
	if (!line_split(line_after(line, "attempt,"), &r->kinds.attempt, value) || (wrong = line_attempt(value, a)))
		return damaged(r, wrong);
	status = take_samples(r, a);
	snprintf(what, sizeof what, "the attempt at %s", a->cell);
	if (status == STATUS_DONE && !s->cut)
		status = check_digest(r, value[DIGEST], what, begin);
	if (status == STATUS_DONE && !s->cut)
		status = check_place(r, a, value[AFTER], begin);
	if (status != STATUS_DONE || s->cut) {
		s->samples = a->first;
		return status;
	}
	snprintf(s->head, sizeof s->head, "%s", value[DIGEST]);
	r->lost = false;
	s->count++;
	return STATUS_DONE;
}

static int
take_asked(struct reader *r, char *line)
{
	const char *value[LINE_MOST], *wrong = "not as many fields as its header";
	bool asked[EXPERIMENTS] = {false};
	struct store *s = r->s;
	size_t planned;
	int status;

	entry_digest_first(&r->sha, line);
	if (!line_split(line_after(line, "asked,"), &r->kinds.asked, value) ||
	    (wrong = line_asked(value, asked, &planned)))
		return damaged(r, wrong);
	if ((status = check_digest(r, value[A_DIGEST], "what a call was asked for", r->line)) != STATUS_DONE)
		return status;
	for (size_t i = 0; experiment_all[i]; i++)
		s->asked[i] |= asked[i];
	s->planned = planned;
	return STATUS_DONE;
}

/* A run that goes on leaves out what is damaged, up to the next entry. */
static void
skip_damaged(struct reader *r)
{
	while (*r->at && !line_after(r->at, "attempt,") && !line_after(r->at, "asked,") && next_line(r))
		;
	if (r->s->lost++ == 0)
		r->s->damage = *r->f;
	r->lost = true;
	*r->f = (struct failure){.status = STATUS_DONE};
}

static int
take_entries(struct reader *r)
{
	struct store *s = r->s;
	int status = STATUS_DONE;
	char *line;

	while (status == STATUS_DONE && !s->cut && (line = next_line(r))) {
		if (line_after(line, "attempt,"))
			status = take_attempt(r, line);
		else if (line_after(line, "asked,"))
			status = take_asked(r, line);
		else
			status = damaged(r, "neither an attempt nor what a call was asked for");
		if (status != STATUS_DONE && s->reading == STORE_CONTINUE && !r->strange) {
			skip_damaged(r);
			status = STATUS_DONE;
		}
	}
	s->cut |= *r->at != '\0';
	return status;
}

/* --- headers ---------------------------------------------------------------------------------------------- */

/* Does the file begin with the headers that this version writes? Or was only a part of these written? Then a run that
 * goes on begins it anew. */
static void
look_at_headers(struct store *s)
{
	const size_t there = strlen(s->text);
	char *headers;
	size_t length;
	FILE *f = memory_stream(&headers, &length);

	line_write_headers(f);
	memory_whole(f);
	s->other = strncmp(s->text, headers, length) != 0;
	s->cut = s->reading == STORE_CONTINUE && there < length && strncmp(s->text, headers, there) == 0;
	free(headers);
}

static int
read_headers(struct reader *r)
{
	char *line[LINE_HEADERS] = {NULL};
	int n = 0;

	while (n < LINE_HEADERS && (line[n] = next_line(r)))
		n++;
	if (n > 0 && line_after(line[0], "format,") && strcmp(line[0], line_format) != 0)
		return failed(r->f, STATUS_FAILED, "%s:1: '%s': another version's record, not '%s'", r->s->path,
		              line[0], line_format);
	if (n == LINE_HEADERS && line_headers(line, &r->kinds))
		return STATUS_DONE;
	return failed(r->f, STATUS_FAILED, "%s:%d: not the record of a run: unexpected header", r->s->path, n ? n : 1);
}

int
record_read(struct store *s, size_t length, struct failure *f)
{
	struct reader r = {.s = s, .at = s->text, .f = f};

	SHA256Data((const uint8_t *)s->text, length, s->sha256);
	/* A power cut may leave zeros. With a comma for each, their line has more fields than its header. */
	for (char *zero = s->text; (zero = memchr(zero, '\0', (size_t)(s->text + length - zero)));)
		*zero = ',';
	look_at_headers(s);
	if (s->cut)
		return STATUS_DONE;
	return read_headers(&r) != STATUS_DONE ? f->status : take_entries(&r);
}
