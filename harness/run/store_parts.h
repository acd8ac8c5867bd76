/* SPDX-License-Identifier: MIT */
/* store_parts.h - shared by store.c, which reads and writes files, store_row.c, which knows the columns of an attempt's
 * row, and store_sample.c, which knows those of its samples. */
#ifndef CUCKOOBENCH_STORE_PARTS_H
#define CUCKOOBENCH_STORE_PARTS_H

#include "harness/run/store.h"

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

extern const char samples_header[]; /* with its newline */
/* Returns the length of cell and attempt with their commas, if a line has the fields of a sample; else 0. */
size_t sample_key(const char *line);

#endif
