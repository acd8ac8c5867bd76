/* SPDX-License-Identifier: MIT */
/*
 * key_files.h - key sets of the user's own, read from files.
 *
 *      sosd64      SOSD's binary files, little endian: count (64 bits) | key 0 (64 bits) | key 1 | ...
 *                  the size must be exactly that
 *      sosd32      the same with keys of 32 bits:      count (64 bits) | key 0 (32 bits) | ...
 *      lines       text: each line is a string of bytes, without its LF or CR LF; the last line may lack them. Empty
 *                  lines are skipped and counted. A line may have any byte except NUL, which means that the file is not
 *                  text. Invalid UTF-8 is fine. A byte-order mark of UTF-8 at the very beginning is skipped
 *      decimal     text of the same kind: each line is an integer from 0 to 2^64 - 1, digits alone
 *      fixed:N     records of N bytes, 1 to 4096: up to 8 bytes are an integer, little endian; more are a string of
 *                  bytes. The size must be a multiple of N
 *      auto        sosd64 or sosd32 if the size is what the count requires; else lines, if there is no NUL byte
 *
 * Any fault is reported in one sentence with its place, and then nothing of the file is used.
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
	size_t width; /* bytes, of a record of FIXED */
};

/* "auto", "sosd64", ... and "fixed:N", in the order in which they are listed. */
extern const struct key_format_about {
	const char *name, *about;
} key_format_all[KEY_FORMATS];

/* By name. False if there is no such format. */
bool key_format_find(const char *text, struct key_format *);
const char *key_format_text(struct key_format, char text[KEY_FORMAT_TEXT]);

/*
 * The set's name for a file: the file's own name without folders, cut to KEYSET_NAME - 1. '_' replaces every character
 * that is not a letter, a digit or one of "+-._", so that the name can be part of a cell's label.
 */
void key_file_name(const char *path, char name[KEYSET_NAME]);

/*
 * Reads a file into an initialised set, and finishes the set. The format may be auto: then *format returns the one
 * found. Not OK: `why` is the reason, without the file's name. The caller destroys the set, whatever is returned.
 */
enum keyset_status key_file_load(struct keyset *, const char *path, struct key_format *format, char why[KEYSET_WHY]);

/* Writes keys as sosd64. False, with errno set, on failure. */
bool key_file_write(FILE *, const uint64_t *keys, size_t n);

#endif
