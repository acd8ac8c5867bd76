/* SPDX-License-Identifier: MIT */
/*
 * records.h - splits the raw files of a run into attempts at cells, and joins them again.
 *
 *      cells.csv     life:cf:...:rep=3,0,done,...      one record: the row,
 *      samples.csv   life:cf:...:rep=3,0,3,f5,...      and its lines of samples, which follow each other
 *                    life:cf:...:rep=3,0,3,f6,...
 */
#ifndef CUCKOOBENCH_RECORDS_H
#define CUCKOOBENCH_RECORDS_H

#include "harness/base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record {
	const char *cell, *attempt, *status, *seconds, *rest; /* rest: from the canary's columns on */
	unsigned call;
	uint64_t wants;    /* experiments that it has samples for, as bits */
	const char *names; /* the same as the row's text; NULL after records_join added some */
	bool done, timed;
	unsigned rep;
	const char *samples; /* its lines of samples.csv */
	size_t length;
	char *joined; /* owns `samples` after records_join; else NULL */
	bool dropped; /* another run's record of the same cell is used instead */
};

struct records {
	char *cells_text, *samples_text;
	struct record *at;
	size_t count, cells; /* cells: number of distinct cells */
};

/*
 * Reads DIR/samples.csv and DIR/cells.csv, plain or compressed. Fails if a file is damaged or unfinished, or if a done
 * cell has no samples.
 */
int records_read(struct records *, const char *dir, struct failure *);
void records_free(struct records *);

/* Compares two records of one deterministic cell, byte for byte, over the experiments that both served. Returns the
 * first line of b that differs, or of a where b has no more lines; NULL if none differs. */
const char *records_differ(const struct record *a, const struct record *b);
/* Adds b's samples for the experiments that a did not serve. */
void records_join(struct record *a, const struct record *b);

/* Writes the records that are not dropped, in their order and without headers. Their calls are numbered from
 * first_call. */
void records_write(const struct records *, unsigned first_call, FILE *cells, FILE *samples);

#endif
