/* SPDX-License-Identifier: MIT */
/*
 * key_files.h - key sets of one's own, read from files.
 *
 *      sosd64      SOSD's binary files:  count (64 bits) | key 0 (64 bits) | key 1 | ...      little endian; the size must be exactly that
 *      sosd32      the same with keys of 32 bits: count (64 bits) | key 0 (32 bits) | ...
 *      lines       text: each line is a string of bytes, without its LF or CR LF; the last one may lack them. Empty lines are passed over
 *                  and counted. Any byte may stand in a line but NUL, which says that this is no text: UTF-8 that is not valid is fine.
 *      decimal     text of the same kind: each line is an integer from 0 to 2^64 - 1, digits alone
 *      fixed:N     records of N bytes, 1 to 4096: up to 8 an integer, little endian, else a string of bytes; the size must be a multiple
 *      auto        sosd64 or sosd32 if the size is what the count asks for; else lines, if there is no NUL byte
 *
 * Whatever is wrong is one sentence with the place, and nothing of the file is used.
 */
#ifndef CUCKOOBENCH_KEY_FILES_H
#define CUCKOOBENCH_KEY_FILES_H

#include "datasets/keyset.h"

#include <stdio.h>

enum key_format_kind {
	KEY_FORMAT_AUTO,
	KEY_FORMAT_SOSD64,
	KEY_FORMAT_SOSD32,
	KEY_FORMAT_LINES,
	KEY_FORMAT_DECIMAL,
	KEY_FORMAT_FIXED,
	KEY_FORMATS
};
enum { KEY_FORMAT_TEXT = 16, KEY_RECORD_MOST = 4096 };

struct key_format {
	enum key_format_kind kind;
	size_t width; /* of a record of FIXED */
};

/* "auto", "sosd64", ... and "fixed:N", as they are listed. */
extern const struct key_format_about {
	const char *name, *about;
} key_format_all[KEY_FORMATS];

/* By name. False if there is none such. */
bool key_format_find(const char *text, struct key_format *);
const char *key_format_text(struct key_format, char text[KEY_FORMAT_TEXT]);

/*
 * The set's name for a file: its own without folders, with '_' for whatever is no letter, digit or one of "+-._", so
 * that it may stand in a cell's label; cut to KEYSET_NAME - 1.
 */
void key_file_name(const char *path, char name[KEYSET_NAME]);

/*
 * Reads a file into a set that was initialised, and finishes it. The format may be auto: then *format says which it
 * was. Not OK: `why` says what is wrong without naming the file. The caller destroys the set, whatever is returned.
 */
enum keyset_status key_file_load(struct keyset *, const char *path, struct key_format *format, char why[KEYSET_WHY]);

/* Writes keys as sosd64. False with errno. */
bool key_file_write(FILE *, const uint64_t *keys, size_t n);

#endif
