/* SPDX-License-Identifier: MIT */
/*
 * csv.h - reading comma-separated values written by people or by others: RFC 4180, quotes and all. (The suite's own
 * tables of names and numbers never need quoting; points.c and samples.c read those.)
 */
#ifndef CUCKOOBENCH_CSV_H
#define CUCKOOBENCH_CSV_H

#include <stddef.h>

struct csv {
	char *text, *next;
	unsigned long line; /* on which the row read last began */
	unsigned long next_line;
};

/* Reads the whole file, plain or compressed (archive.h). 0, or -1 with errno. */
int csv_open(struct csv *, const char *path);
/*
 * Splits the next row into at most `room` fields and says how many there are: 0 at the end, -1 if there are more or
 * a quote is out of place. Blank lines are passed over. Fields stay valid until csv_close.
 */
int csv_row(struct csv *, char **field, size_t room);
void csv_close(struct csv *);

#endif
