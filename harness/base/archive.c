/* SPDX-License-Identifier: MIT */
/* archive.c - see archive.h. zlib reads plain and compressed files by the same call. */
#include "harness/base/archive.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

int
archive_find(char path[FILES_PATH], const char *dir, const char *name, struct failure *f)
{
	char packed[FILES_PATH];

	if (!files_path(path, "%s/%s", dir, name) || !files_path(packed, "%s.gz", path)) {
		errno = ENAMETOOLONG;
		return failed_at(f, STATUS_FAILED, dir);
	}
	if (!files_exists(packed))
		return STATUS_DONE; /* if the plain file is missing, too, reading it reports that */
	if (files_exists(path))
		return failed(f, STATUS_FAILED, "%s holds both %s and %s.gz; remove the one that is out of date", dir,
		              name, name);
	memcpy(path, packed, sizeof packed);
	return STATUS_DONE;
}

/* Reads to the end. Returns false with errno on failure. */
static bool
read_all(gzFile f, char **text, size_t *length)
{
	size_t room = 1 << 16;
	int got, wrong;

	for (;;) {
		char *bigger = realloc(*text, room += room / 2);

		if (!bigger)
			return false;
		*text = bigger;
		got = gzread(f, *text + *length,
		             (unsigned)(room - *length - 1 < INT_MAX ? room - *length - 1 : INT_MAX));
		if (got <= 0)
			break;
		*length += (size_t)got;
	}
	gzerror(f, &wrong);
	if (wrong == Z_OK)
		return true;
	if (wrong != Z_ERRNO)
		errno = EBADMSG; /* Z_BUF_ERROR: truncated; Z_DATA_ERROR: wrong checksum */
	return false;
}

char *
archive_read(const char *path, size_t *length)
{
	gzFile f;
	char *text = NULL;
	size_t n = 0;
	bool good;
	int error;

	errno = ENOMEM; /* gzopen sets errno only if the system call failed */
	f = gzopen(path, "rbe");
	if (!f)
		return NULL;
	gzbuffer(f, 1 << 17);
	good = read_all(f, &text, &n);
	error = errno;
	gzclose(f);
	if (!good) {
		free(text);
		errno = error;
		return NULL;
	}
	text[n] = '\0';
	if (length)
		*length = n;
	return text;
}
