/* SPDX-License-Identifier: MIT */
/*
 * store_write.c - writes a record: all of it beside the old one, which it then replaces; or one attempt at its end.
 *
 *      store_begin    what was read, without what is dropped -> DIR/record.csv, if it is not there already
 *      store_append   an attempt, its samples and its digest -> one write to the end of it
 *      store_write    several runs -> one record
 */
#include "harness/run/store_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- entries ---------------------------------------------------------------------------------------------- */

/* Says what n runs together were asked for, and how many cells they have, with `more` to come. */
static void
write_asked(FILE *f, struct store *const *stores, size_t n, size_t more)
{
	bool asked[EXPERIMENTS] = {false};
	char digest[STORE_DIGEST];
	struct entry e;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; experiment_all[j]; j++)
			asked[j] |= stores[i]->asked[j];
		more += store_kept(stores[i]);
	}
	line_write_asked(entry_begin(&e), asked, more);
	fputs(",\n", e.stream);
	(void)entry_end(&e, f, digest);
}

/* Begins an attempt's entry, behind that whose digest is `head`. */
static FILE *
begin_attempt(struct entry *e, const struct attempt *a, const char *head)
{
	line_write_attempt(entry_begin(e), a);
	fprintf(e->stream, ",%s,\n", head);
	return e->stream;
}

static void
write_attempt(FILE *f, const struct store *s, const struct attempt *a, char head[STORE_DIGEST])
{
	struct entry e;

	(void)begin_attempt(&e, a, head);
	for (size_t i = 0; i < a->count; i++)
		sample_write(e.stream, &s->sample[a->first + i]);
	(void)entry_end(&e, f, head); /* files_finish finds out what could not be written */
}

/* --- all of it -------------------------------------------------------------------------------------------- */

/* head receives the digest of the last attempt. */
static int
write_record(const char *dir, struct store *const *stores, size_t n, size_t more, char head[STORE_DIGEST],
             struct failure *f)
{
	struct files_new new;

	*head = '\0';
	if (!files_begin(&new, "%s/%s", dir, STORE_FILE))
		return files_finish(&new, STATUS_FAILED, f);
	line_write_headers(new.stream);
	write_asked(new.stream, stores, n, more);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < stores[i]->count; j++)
			if (!stores[i]->at[j].dropped)
				write_attempt(new.stream, stores[i], &stores[i]->at[j], head);
	return files_finish(&new, STATUS_FAILED, f);
}

int
store_write(const char *dir, struct store *const *stores, size_t n, size_t more, struct failure *f)
{
	char head[STORE_DIGEST];

	return write_record(dir, stores, n, more, head, f);
}

void
store_remove(const char *dir)
{
	char path[FILES_PATH];

	if (files_path(path, "%s/%s", dir, STORE_FILE))
		unlink(path);
}

/* --- going on --------------------------------------------------------------------------------------------- */

/* Does the file hold what is no longer part of the run? */
static bool
is_stale(const struct store *s)
{
	bool stale = !s->text || s->other || s->cut || s->lost > 0;

	for (size_t i = 0; i < s->count; i++)
		stale |= s->at[i].dropped;
	return stale;
}

int
store_begin(struct store *s, const char *dir, const bool asked[EXPERIMENTS], size_t more, struct failure *f)
{
	bool stale = is_stale(s) || s->planned != store_kept(s) + more;

	for (size_t i = 0; experiment_all[i]; i++) {
		stale |= asked[i] && !s->asked[i];
		s->asked[i] |= asked[i];
	}
	if (stale && write_record(dir, &s, 1, more, s->head, f) != STATUS_DONE)
		return f->status;
	if (!files_path(s->path, "%s/%s", dir, STORE_FILE) || !(s->file = fopen(s->path, "ae")))
		return failed_at(f, STATUS_FAILED, s->path);
	setvbuf(s->file, NULL, _IONBF, 0); /* an attempt is one write, with its digest */
	return STATUS_DONE;
}

int
store_append(struct store *s, const struct attempt *a, const char *samples, size_t length)
{
	struct attempt whole = *a;
	struct entry e;

	if (!a->done)
		length = 0;
	for (size_t i = 0; i < length; i++)
		whole.count += samples[i] == '\n';
	(void)begin_attempt(&e, &whole, s->head);
	if (length > 0)
		fwrite(samples, 1, length, e.stream);
	return entry_end(&e, s->file, s->head);
}
