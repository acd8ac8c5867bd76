/* SPDX-License-Identifier: MIT */
/*
 * records.h - the raw files of a run taken apart into attempts at cells, and put together again.
 *
 *      cells.csv     life:cf:...:rep=3,0,done,...      one record: the row,
 *      samples.csv   life:cf:...:rep=3,0,3,f5,...      and its lines of samples, which follow each other
 *                    life:cf:...:rep=3,0,3,f6,...
 */
#ifndef CUCKOOBENCH_RECORDS_H
#define CUCKOOBENCH_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct record {
	const char *cell, *attempt, *status, *seconds, *rest; /* rest: from the canary's columns on */
	unsigned call;
	uint64_t wants;    /* experiments that it has samples for */
	const char *names; /* the same as the row has it; NULL once another's were joined */
	bool done, timed;
	unsigned rep;
	const char *samples; /* its lines */
	size_t length;
	char *joined; /* owns them where some are of the same cell in another run */
	bool dropped; /* another run's speaks for the cell */
};

struct records {
	char *cells_text, *samples_text;
	struct record *at;
	size_t count, cells; /* cells: different ones */
};

/*
 * Reads DIR/samples.csv and DIR/cells.csv, plain or compressed. 0; or -1 with a one-line reason in why[200]: a damaged
 * or unfinished file, or a cell that is done without samples.
 */
int records_read(struct records *, const char *dir, char why[200]);
void records_free(struct records *);

/* Where two records of one deterministic cell, of experiments that both served, do not have the same samples, to the
 * byte: the first such line of b's, or of a's where b has no more; NULL if nowhere. */
const char *records_differ(const struct record *a, const struct record *b);
/* Gives `a` what b has for experiments that a did not serve. */
void records_join(struct record *a, const struct record *b);

/* Writes the records that are not dropped, in their order, their calls counted from first_call on; without headers. */
void records_write(const struct records *, unsigned first_call, FILE *cells, FILE *samples);

#endif
