/* SPDX-License-Identifier: MIT */
/*
 * store.c - see store.h. The files that a folder keeps its record in, and the record that is read from them.
 *
 *      DIR/record.csv[.gz]  -> store_read.c -> attempts, samples -> store_index.c
 */
#include "harness/run/store_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(STORE_SHA256 == SHA256_DIGEST_STRING_LENGTH, "a digest and its NUL");

bool
store_is_history(const char *dir)
{
	char path[FILES_PATH];

	return files_path(path, "%s/%s.gz", dir, STORE_FILE) && files_exists(path);
}

int
store_sha256(const char *dir, char digest[STORE_SHA256], struct failure *f)
{
	char path[FILES_PATH];

	if (files_path(path, "%s/%s", dir, STORE_FILE) && SHA256File(path, digest))
		return STATUS_DONE;
	return failed_at(f, STATUS_FAILED, path);
}

static int
check_whole(const struct store *s, struct failure *f)
{
	if (s->cut && s->reading == STORE_MERGE)
		return failed(f, STATUS_FAILED, "%s: its end is cut off; run it again to mend it", s->path);
	for (size_t i = 0; i + 1 < s->count; i++)
		if (strcmp(s->sorted[i]->cell, s->sorted[i + 1]->cell) == 0)
			return failed(f, STATUS_FAILED, "%s has %s twice", s->path, s->sorted[i]->cell);
	return STATUS_DONE;
}

int
store_read(struct store *s, enum store_reading reading, const char *dir, struct failure *f)
{
	int status = STATUS_DONE, error;
	size_t length;

	*s = (struct store){.reading = reading};
	if (files_find(s->path, dir, STORE_FILE, f) != STATUS_DONE)
		return f->status;
	s->text = files_read(s->path, &length);
	error = errno;
	if (s->text) {
		status = record_read(s, length, f);
	} else if (error == ENOENT && reading != STORE_CONTINUE) {
		status = failed(f, STATUS_FAILED, "%s: %s: without its raw samples this folder is no run to read",
		                s->path, strerror(error));
	} else if (error != ENOENT) {
		errno = error;
		status = failed_at(f, STATUS_FAILED, s->path);
	}
	if (status != STATUS_DONE)
		return status;
	store_sort(s);
	return check_whole(s, f);
}

void
store_free(struct store *s)
{
	if (s->file)
		fclose(s->file);
	free(s->at);
	free(s->sorted);
	free(s->by_base);
	free(s->sample);
	free(s->text);
	*s = (struct store){.at = NULL};
}
