/* SPDX-License-Identifier: MIT */
/*
 * csv.h - reads comma-separated values that people or other programs wrote: RFC 4180, including quotes. (The suite's
 * own tables of names and numbers never need quoting; points.c and store.c read those.)
 */
#ifndef CUCKOOBENCH_CSV_H
#define CUCKOOBENCH_CSV_H

#include <stddef.h>

struct csv {
	char *text, *next;
	unsigned long line; /* on which the last row began */
	unsigned long next_line;
};

/* Reads the whole file, plain or compressed (files.h). Returns 0, or -1 with errno. */
int csv_open(struct csv *, const char *path);
/*
 * Splits the next row into at most `room` fields. Returns their number, 0 at the end, or -1 if there are more fields or
 * a quote is misplaced. Skips blank lines. Fields stay valid until csv_close.
 */
int csv_row(struct csv *, char **field, size_t room);
void csv_close(struct csv *);

#endif
