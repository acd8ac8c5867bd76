/* SPDX-License-Identifier: MIT */
/* import.c - see import.h. */
#include "datasets/import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

const char import_no_memory[] = "out of memory";

enum keyset_status
import_out_of_memory(char why[KEYSET_WHY])
{
	snprintf(why, KEYSET_WHY, "%s", import_no_memory);
	return KEYSET_ENOMEM;
}

enum keyset_status
import_bad(char why[KEYSET_WHY], const char *path, const char *format, ...)
{
	const int n = snprintf(why, KEYSET_WHY, "%s: ", path);
	va_list args;

	va_start(args, format);
	if (n >= 0 && n < KEYSET_WHY)
		vsnprintf(why + n, KEYSET_WHY - (size_t)n, format, args);
	va_end(args);
	return KEYSET_EINVAL;
}

/* --- lines --- */

/* The first control character of a line; n if it has none. */
static size_t
control_at(const char *line, size_t n)
{
	size_t i = 0;

	while (i < n && (((unsigned char)line[i] >= 0x20 && line[i] != 0x7f) || line[i] == '\t'))
		i++;
	return i;
}

enum keyset_status
import_lines(struct keyset *set, const char *path, const char *bytes, size_t n, import_line *take, void *state,
             char why[KEYSET_WHY])
{
	const char *const end = bytes + n;
	size_t number = 1;

	for (const char *line = bytes; line < end; number++) {
		const char *newline = memchr(line, '\n', (size_t)(end - line)), *fault;
		size_t length, control;

		if (!newline)
			return import_bad(why, path, "line %zu: no newline at its end: the file was cut off", number);
		length = (size_t)(newline - line);
		control = control_at(line, length);
		if (control < length)
			return import_bad(why, path, "line %zu: a control character (byte 0x%02x)", number,
			                  (unsigned char)line[control]);
		fault = take(set, line, length, state);
		if (fault == import_no_memory)
			return import_out_of_memory(why);
		if (fault)
			return import_bad(why, path, "line %zu: %s", number, fault);
		line = newline + 1;
	}
	return KEYSET_OK;
}

enum keyset_status
import_enclosed_lines(struct keyset *set, const char *path, const char *bytes, size_t n, import_line *take, bool open,
                      const char *missing, char why[KEYSET_WHY])
{
	const enum keyset_status status = import_lines(set, path, bytes, n, take, &open, why);

	return status == KEYSET_OK && open ? import_bad(why, path, "%s", missing) : status;
}

/* --- compressed files --- */

/*
 * Inflates a whole stream, whose input and first `room` bytes of output the caller has set up. A gzip file may have
 * several members, one after the other. NULL: success; else what is wrong.
 */
static const char *
inflate_all(z_stream *z, char **out, size_t *room, size_t *n)
{
	int status = Z_OK;

	while (status != Z_STREAM_END || z->avail_in) {
		if (status == Z_STREAM_END && inflateReset(z) != Z_OK)
			return "not a gzip file to its end";
		if (*n == *room) {
			char *bigger = realloc(*out, *room * 2);

			if (!bigger)
				return import_no_memory;
			*out = bigger;
			*room *= 2;
		}
		z->next_out = (unsigned char *)*out + *n;
		z->avail_out = (unsigned)(*room - *n < 1U << 30 ? *room - *n : 1U << 30);
		*n += z->avail_out;
		status = inflate(z, Z_NO_FLUSH);
		*n -= z->avail_out;
		if (status == Z_BUF_ERROR && !z->avail_in)
			return "a gzip file that was cut off";
		if (status == Z_MEM_ERROR)
			return import_no_memory;
		if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
			return "not a gzip file, or a damaged one";
	}
	return NULL;
}

enum keyset_status
import_inflate(const char *path, char **bytes, size_t *n, char why[KEYSET_WHY])
{
	/* Added to the window's 15 bits: neither zlib's own format nor a bare stream (zlib.h). */
	enum { GZIP_ONLY = 16 };
	size_t room = 4 * *n + 64, inflated = 0; /* text and bases shrink to a quarter or so */
	z_stream z = {.next_in = (unsigned char *)*bytes, .avail_in = (unsigned)*n};
	const char *fault = import_no_memory;
	char *out;

	if (*n > UINT32_MAX)
		return import_bad(why, path, "a compressed file of 4 GiB or more");
	out = malloc(room);
	if (out && inflateInit2(&z, 15 + GZIP_ONLY) == Z_OK) {
		fault = inflate_all(&z, &out, &room, &inflated);
		inflateEnd(&z);
	}
	if (fault) {
		free(out);
		return fault == import_no_memory ? import_out_of_memory(why) : import_bad(why, path, "%s", fault);
	}
	free(*bytes);
	*bytes = out;
	*n = inflated;
	return KEYSET_OK;
}

/* --- versions --- */

/* The rest of a line that begins with "NAME: ", without its newline; NULL if the line is another field's. */
static const char *
field(char *line, const char *name)
{
	const size_t n = strlen(name);

	if (strncmp(line, name, n) != 0 || strncmp(line + n, ": ", 2) != 0)
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	return line + n + 2;
}

/*
 * dpkg(1) keeps a stanza of fields for every package, with an empty line behind each. A removed package may keep its
 * stanza, but not this status.
 */
static bool
version_in(FILE *f, const char *package, char version[KEYSET_NAME])
{
	bool named = false, installed = false;
	char *line = NULL;
	size_t room = 0;

	version[0] = '\0';
	while (getline(&line, &room, f) > 0) {
		const char *value;

		if (line[0] == '\n') {
			if (named && installed)
				break;
			named = installed = false;
			version[0] = '\0';
		} else if ((value = field(line, "Package"))) {
			named = strcmp(value, package) == 0;
		} else if ((value = field(line, "Status"))) {
			installed =
				strcmp(value, "install ok installed") == 0 || strcmp(value, "hold ok installed") == 0;
		} else if ((value = field(line, "Version"))) {
			snprintf(version, KEYSET_NAME, "%s", value);
		}
	}
	free(line);
	return named && installed && version[0];
}

bool
import_version(const char *root, const char *package, char version[KEYSET_NAME])
{
	char *path = NULL;
	bool found = false;
	FILE *f = NULL;

	if (asprintf(&path, "%s/var/lib/dpkg/status", root) < 0)
		return false;
	f = fopen(path, "re");
	if (f) {
		found = version_in(f, package, version);
		fclose(f);
	}
	free(path);
	if (!found)
		version[0] = '\0';
	return found;
}
