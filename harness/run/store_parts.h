/* SPDX-License-Identifier: MIT */
/*
 * store_parts.h - the parts of the store, one file each. Private to store*.c.
 *
 *      store.c          the attempts in order; writes the two files
 *      store_read.c     reads them, for results, to go on and to merge
 *      store_row.c      the columns of an attempt's row
 *      store_sample.c   the columns of a sample; the samples of one attempt
 */
#ifndef CUCKOOBENCH_STORE_PARTS_H
#define CUCKOOBENCH_STORE_PARTS_H

#include "harness/run/store.h"

enum { ROWS, SAMPLES, FILES };
extern const char *const store_files[FILES];

/* Compares cells, then numbers. */
int attempt_compare_keys(const struct attempt *, const struct attempt *);
/* Sorts the attempts. Marks the last one of each cell, and the one whose samples count. */
void store_sort(struct store *);

enum { ROW_COLUMNS = 14, ROW_MOST = 32 };

/* Where the header of a file has the columns; -1: nowhere. */
struct row_columns {
	int at[ROW_COLUMNS];
	int count;
	bool ours; /* the header is the one that this version writes */
};

/* Parses a header, whose newline has been replaced by NUL. Returns false if it lacks a column that is needed. */
bool row_header(char *header, struct row_columns *);
/* Parses a row, whose newline has been replaced by NUL; the attempt's strings point into it. Returns NULL, or what is
 * wrong. */
const char *row_parse(char *row, const struct row_columns *, struct attempt *);
void row_write_header(FILE *);
void row_write(FILE *, const struct attempt *);

extern const char samples_header[]; /* with its newline */
/* Returns the length of a line's cell and attempt with their commas; 0 if it has none. whole: it has the fields of a
 * sample. */
size_t sample_key(const char *line, bool *whole);
/* Adds a line to the samples of an attempt. They follow each other, except in a file that somebody rearranged. */
void attempt_add_line(struct attempt *, const char *line, size_t length);
/* Parses the column "for": "t3 f5". Skips unknown names, from another version. */
uint64_t row_parse_wants(const char *names);

#endif
