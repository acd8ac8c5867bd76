/* SPDX-License-Identifier: MIT */
/* key_files.c - see key_files.h. */
#include "datasets/key_files.h"

#include "core/bits.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_BYTES = 8, SHOWN = 24 };

const struct key_format_about key_format_all[KEY_FORMATS] = {
	[KEY_FORMAT_AUTO] = {"auto", "sosd64 or sosd32 if the size is what the count asks for, else lines (default)"},
	[KEY_FORMAT_SOSD64] = {"sosd64",
                               "SOSD's binary files: a count of 64 bits, then as many keys of 64 bits, little endian"},
	[KEY_FORMAT_SOSD32] = {"sosd32", "the same with keys of 32 bits"},
	[KEY_FORMAT_LINES] = {"lines", "text: each line is a string of bytes"},
	[KEY_FORMAT_DECIMAL] = {"decimal", "text: each line is an integer from 0 to 2^64-1"},
	[KEY_FORMAT_FIXED] =
		{"fixed:N", "records of N bytes, 1 to 4096: up to 8 an integer, little endian, else a string of bytes"},
};

bool
key_format_find(const char *text, struct key_format *format)
{
	static const char fixed[] = "fixed:";
	char *end;

	*format = (struct key_format){0};
	for (int kind = 0; kind < KEY_FORMAT_FIXED; kind++)
		if (strcmp(text, key_format_all[kind].name) == 0) {
			format->kind = (enum key_format_kind)kind;
			return true;
		}
	if (strncmp(text, fixed, sizeof fixed - 1) != 0 || !isdigit((unsigned char)text[sizeof fixed - 1]))
		return false;
	errno = 0;
	format->kind = KEY_FORMAT_FIXED;
	format->width = strtoul(text + sizeof fixed - 1, &end, 10);
	return errno == 0 && !*end && format->width >= 1 && format->width <= KEY_RECORD_MOST;
}

const char *
key_format_text(struct key_format format, char text[KEY_FORMAT_TEXT])
{
	if (format.kind == KEY_FORMAT_FIXED)
		snprintf(text, KEY_FORMAT_TEXT, "fixed:%zu", format.width);
	else
		snprintf(text, KEY_FORMAT_TEXT, "%s", key_format_all[format.kind].name);
	return text;
}

void
key_file_name(const char *path, char name[KEYSET_NAME])
{
	const char *slash = strrchr(path, '/');

	snprintf(name, KEYSET_NAME, "%s", slash ? slash + 1 : path);
	for (char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("+-._", *c))
			*c = '_';
	if (!*name)
		snprintf(name, KEYSET_NAME, "_");
}

/* A file that is being parsed. */
struct file {
	struct keyset *set;
	const unsigned char *bytes;
	size_t n;
	char *why;
};

static enum keyset_status refuse(const struct file *, const char *format, ...) __attribute__((format(printf, 2, 3)));

static enum keyset_status
refuse(const struct file *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(f->why, KEYSET_WHY, format, args);
	va_end(args);
	return KEYSET_EINVAL;
}

static enum keyset_status
out_of_memory(const struct file *f)
{
	snprintf(f->why, KEYSET_WHY, "out of memory");
	return KEYSET_ENOMEM;
}

/* --- binary --- */

/* Has the file the size that its count of keys, each `width` bytes, gives? The count may be anything. */
static bool
sosd_fits(const struct file *f, size_t width)
{
	return f->n >= COUNT_BYTES && (f->n - COUNT_BYTES) % width == 0 &&
	       (f->n - COUNT_BYTES) / width == load_bytes(f->bytes, COUNT_BYTES);
}

static enum keyset_status
read_sosd(const struct file *f, size_t width)
{
	if (f->n < COUNT_BYTES)
		return refuse(f, "%zu bytes, too few for the count of %d that SOSD's files begin with", f->n,
		              COUNT_BYTES);
	if (!sosd_fits(f, width))
		return refuse(
			f, "the count says %llu keys, but behind it are %zu bytes, where %zu keys of %zu bits each%s",
			(unsigned long long)load_bytes(f->bytes, COUNT_BYTES), f->n - COUNT_BYTES,
			(f->n - COUNT_BYTES) / width, 8 * width,
			(f->n - COUNT_BYTES) % width ? " leave a part of one" : " fit");
	for (size_t at = COUNT_BYTES; at < f->n; at += width)
		if (!keyset_add(f->set, load_bytes(f->bytes + at, width)))
			return out_of_memory(f);
	return KEYSET_OK;
}

static enum keyset_status
read_fixed(const struct file *f, size_t width)
{
	if (f->n % width)
		return refuse(f, "%zu bytes are no whole number of records of %zu", f->n, width);
	for (size_t at = 0; at < f->n; at += width)
		if (!(width <= 8 ? keyset_add(f->set, load_bytes(f->bytes + at, width))
		                 : keyset_add_bytes(f->set, f->bytes + at, width)))
			return out_of_memory(f);
	return KEYSET_OK;
}

/* --- text --- */

/* The printable part of a line for a message, in quotes. */
static const char *
show(const unsigned char *line, size_t n, char text[SHOWN + 8])
{
	size_t used = 0;

	text[used++] = '\'';
	for (size_t i = 0; i < n && i < SHOWN; i++)
		text[used++] = (char)(isprint(line[i]) ? line[i] : '?');
	snprintf(text + used, 8, n > SHOWN ? "...'" : "'");
	return text;
}

static enum keyset_status
add_decimal(const struct file *f, const unsigned char *line, size_t n, size_t number)
{
	uint64_t v = 0;
	char text[SHOWN + 8];

	for (size_t i = 0; i < n; i++) {
		const unsigned digit = line[i] - (unsigned)'0';

		if (digit > 9 || v > (UINT64_MAX - digit) / 10)
			return refuse(f, "line %zu: %s is no integer from 0 to 2^64-1", number, show(line, n, text));
		v = v * 10 + digit;
	}
	return keyset_add(f->set, v) ? KEYSET_OK : out_of_memory(f);
}

static enum keyset_status
add_line(const struct file *f, const unsigned char *line, size_t n, size_t number, bool decimal)
{
	if (n > 0 && line[n - 1] == '\r')
		n--;
	if (n == 0) {
		f->set->passed_over++;
		return KEYSET_OK;
	}
	if (memchr(line, '\0', n))
		return refuse(f, "line %zu: a NUL byte, which no text has", number);
	if (decimal)
		return add_decimal(f, line, n, number);
	return keyset_add_bytes(f->set, line, n) ? KEYSET_OK : out_of_memory(f);
}

/* The bytes of a byte-order mark, with which some editors begin UTF-8: it tells of the file, and is no part of its
 * first line. (UTF-16 and UTF-32 have NUL bytes, and are no text here.) */
static size_t
byte_order_mark(const struct file *f)
{
	static const char mark[] = "\xEF\xBB\xBF";

	return f->n >= sizeof mark - 1 && memcmp(f->bytes, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
}

static enum keyset_status
read_lines(const struct file *f, bool decimal)
{
	enum keyset_status status = KEYSET_OK;
	size_t number = 0, at = byte_order_mark(f);

	while (at < f->n && status == KEYSET_OK) {
		const unsigned char *line = f->bytes + at, *end = memchr(line, '\n', f->n - at);
		const size_t n = end ? (size_t)(end - line) : f->n - at;

		status = add_line(f, line, n, ++number, decimal);
		at += n + 1;
	}
	return status;
}

/* --- any --- */

static enum keyset_status
guess(const struct file *f, struct key_format *format)
{
	if (sosd_fits(f, 8))
		format->kind = KEY_FORMAT_SOSD64;
	else if (sosd_fits(f, 4))
		format->kind = KEY_FORMAT_SOSD32;
	else if (!memchr(f->bytes, '\0', f->n))
		format->kind = KEY_FORMAT_LINES;
	else if (f->n < COUNT_BYTES)
		return refuse(f, "neither text, for it has a NUL byte, nor as long as SOSD's count; --keys-format says "
		                 "what it is");
	else
		return refuse(f,
		              "neither text, for it has a NUL byte, nor SOSD's, for behind a count of %llu keys are "
		              "%zu bytes; --keys-format says what it is",
		              (unsigned long long)load_bytes(f->bytes, COUNT_BYTES), f->n - COUNT_BYTES);
	return KEYSET_OK;
}

static enum keyset_status
take_apart(const struct file *f, struct key_format *format)
{
	enum keyset_status status = KEYSET_OK;

	if (f->n == 0)
		return refuse(f, "empty");
	if (format->kind == KEY_FORMAT_AUTO)
		status = guess(f, format);
	if (status != KEYSET_OK)
		return status;
	switch (format->kind) {
	case KEY_FORMAT_SOSD64:
		return read_sosd(f, 8);
	case KEY_FORMAT_SOSD32:
		return read_sosd(f, 4);
	case KEY_FORMAT_FIXED:
		return read_fixed(f, format->width);
	default:
		return read_lines(f, format->kind == KEY_FORMAT_DECIMAL);
	}
}

enum keyset_status
key_file_load(struct keyset *set, const char *path, struct key_format *format, char why[KEYSET_WHY])
{
	char *bytes;
	struct file f = {.set = set, .why = why};
	enum keyset_status status = keyset_read(set, "", path, &bytes, &f.n, why);

	if (status != KEYSET_OK)
		return status;
	f.bytes = (unsigned char *)bytes;
	status = take_apart(&f, format);
	free(bytes);
	return status == KEYSET_OK ? keyset_finish(set, why) : status;
}

bool
key_file_write(FILE *out, const uint64_t *keys, size_t n)
{
	for (size_t i = 0; i <= n; i++) {
		uint64_t v = i ? keys[i - 1] : n;
		unsigned char bytes[8];

		for (int b = 0; b < 8; b++, v >>= 8)
			bytes[b] = (unsigned char)v;
		if (fwrite(bytes, 1, sizeof bytes, out) != sizeof bytes)
			return false;
	}
	return true;
}
