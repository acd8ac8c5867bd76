/* SPDX-License-Identifier: MIT */
/*
 * store_parts.h - what store.c, which knows a record, and store_older.c, which knows the two files that earlier
 * versions wrote instead, have from each other. Private to both.
 */
#ifndef CUCKOOBENCH_STORE_PARTS_H
#define CUCKOOBENCH_STORE_PARTS_H

#include "harness/run/store.h"

/* --- lines ------------------------------------------------------------------------------------------------ */

enum { LINE_MOST = 32 };

/* The values of an attempt, and of a sample. */
enum { CELL, ATTEMPT, REP, STATUS, SECONDS, CALL, ALU, READ, STEAL, MIGRATIONS, SWITCHES, SHORT, CHANGE };
enum { NOISE = CHANGE + 1, REASON, SAMPLES, ATTEMPT_COLUMNS };
enum { S_REP, S_PLACE, S_SERIES, S_X, S_MEASURE, S_UNIT, S_NUM, S_DEN, SAMPLE_COLUMNS };

/* Where the lines of a file have the values of `count` names; -1: nowhere. */
struct line_columns {
	int at[LINE_MOST], count, fields;
};

/* Parses a header, which ends at NUL. */
void line_columns(char *header, const char *const *names, int count, struct line_columns *);
/* Splits a line, which ends at NUL, into the values of those names; "": it has none. Returns false if it has not as
 * many fields as the header. */
bool line_split(char *line, const struct line_columns *, const char *value[LINE_MOST]);
/* Parses an attempt; its strings are the values. Returns NULL, or what is wrong. */
const char *line_attempt(const char *const value[ATTEMPT_COLUMNS], struct attempt *);
/* Parses a sample. Returns false if it is damaged. */
bool line_sample(const char *const value[SAMPLE_COLUMNS], struct sample *);
/* Parses "f5 f6", up to a comma: sets their elements of `set`. Skips names from other versions. */
void line_names(const char *names, bool set[EXPERIMENTS]);

/* --- earlier versions ------------------------------------------------------------------------------------- */

extern const char *const older_files[]; /* their names, NULL at the end */
/* Reads the attempts and samples of the run in DIR, named as programs of this version would name them. */
int older_read(struct store *, const char *dir, struct failure *);
void older_remove(const char *dir);

#endif
