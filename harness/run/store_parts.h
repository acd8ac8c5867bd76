/* SPDX-License-Identifier: MIT */
/*
 * store_parts.h - the parts of the store, one file each. Private to store*.c.
 *
 *      store.c          the attempts in order; appends to the file, and writes it
 *      store_read.c     reads it, for results, to go on and to merge
 *      store_line.c     the columns of its lines
 *      store_older.c    turns the two files of an earlier version into one
 *      store_words.c    and the names that its samples had into those that programs use now
 */
#ifndef CUCKOOBENCH_STORE_PARTS_H
#define CUCKOOBENCH_STORE_PARTS_H

#include "harness/run/store.h"

/* Sorts the attempts. Marks the last one of each cell, and the one whose samples count. */
void store_sort(struct store *);

/* Is there DIR/file with this suffix, "" or ".gz"? */
bool store_holds(const char *dir, const char *file, const char *suffix);

/* --- lines ------------------------------------------------------------------------------------------------ */

enum { LINE_MOST = 32 };

/* Where a header has the columns of one kind of lines; -1: nowhere. */
struct line_columns {
	int at[LINE_MOST], count;
};

/* Splits a line at its commas. Returns the number of fields; more than LINE_MOST count as one more. */
int line_split(char *line, char *field[LINE_MOST]);
/* Parses a header, which ends at NUL. Returns false if it lacks a column. */
bool line_attempt_header(char *header, struct line_columns *);
bool line_sample_header(char *header, struct line_columns *);
/* Parses an attempt, whose newline has been replaced by NUL; its strings point into it. *samples is how many follow.
 * Returns NULL, or what is wrong. */
const char *line_attempt(char *line, const struct line_columns *, struct attempt *, size_t *samples);
/* Parses a sample, which ends at its newline. Returns false if it is damaged. */
bool line_sample(const char *line, const struct line_columns *, struct sample *);
/* Write the lines that come before all others (converted: an attempt says what it was for); an attempt, with its number
 * of samples; what a call was asked for. */
void line_write_headers(FILE *, bool converted);
void line_write_attempt(FILE *, const struct attempt *);
void line_write_asked(FILE *, const bool asked[EXPERIMENTS], size_t cells);
/* Writes "f5 f6"; and parses it, up to a comma: sets their elements of `set`. Skips names from other versions. */
void line_write_names(FILE *, const bool set[EXPERIMENTS]);
void line_names(const char *names, bool set[EXPERIMENTS]);

/* --- earlier versions ------------------------------------------------------------------------------------- */

/* If DIR has a run of two files, returns both as the text of one, which the caller frees. NULL with STATUS_DONE: it has
 * none. */
char *older_text(const char *dir, struct failure *);
extern const char *const older_files[]; /* their names, NULL at the end */
void older_remove(const char *dir);

/* Names a sample of an earlier version, whose exp, panel, series and metric were an experiment's, as its program would.
 * Returns false if that program emits no such sample: it can be computed from others. */
bool older_sample(const char *cell, struct sample *);
/* Writes the label that a cell has now which served these experiments. */
const char *older_label(const char *cell, const bool served[EXPERIMENTS], char label[]);

#endif
