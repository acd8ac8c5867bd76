/* SPDX-License-Identifier: MIT */
/*
 * store_parts.h - what the files of a record have from each other. Private to them.
 *
 *      store.c          the files of a folder; reads them whichever they are
 *      store_lines.c    a line: its columns, its values, its text
 *      store_entry.c    an entry: its lines and their digest
 *      store_read.c     all entries of a record, checked
 *      store_write.c    a record, new or gone on with
 *      store_index.c    the attempts by cell
 */
#ifndef CUCKOOBENCH_STORE_PARTS_H
#define CUCKOOBENCH_STORE_PARTS_H

#include "harness/run/store.h"

#include <sha2.h>

/* --- lines ------------------------------------------------------------------------------------------------ */

enum { LINE_MOST = 32 };

/* The values of an attempt, of a sample, and of what a call was asked for. A digest is the last of its line. */
enum { CELL, REP, STATUS, SECONDS, CALL, BY, ALU, READ, STEAL, MIGRATIONS, SWITCHES, SHORT };
enum { NOISE = SHORT + 1, REASON, SAMPLES, AFTER, DIGEST, ATTEMPT_COLUMNS };
enum { S_REP, S_PLACE, S_SERIES, S_X, S_MEASURE, S_UNIT, S_NUM, S_DEN, SAMPLE_COLUMNS };
enum { A_EXPERIMENTS, A_CELLS, A_DIGEST, ASKED_COLUMNS };

/* Where the lines of a file have the values of `count` names; -1: nowhere. */
struct line_columns {
	int at[LINE_MOST], count, fields;
};

/* Parses a header, which ends at NUL. */
void line_columns(char *header, const char *const *names, int count, struct line_columns *);
/* Splits a line, which ends at NUL, into the values of those names; "": it has none. Returns false if it has not as
 * many fields as the header. */
bool line_split(char *line, const struct line_columns *, const char *value[LINE_MOST]);
/* Returns what is behind the beginning of a line; NULL if it has another. */
char *line_after(char *line, const char *beginning);

/* The first lines of a record: its format, and the columns of the three kinds of lines. */
enum { LINE_HEADERS = 4 };
extern const char line_format[];
void line_write_headers(FILE *);
/* Parses them; each ends at NUL. Returns whether they are a record's. */
struct line_kinds {
	struct line_columns asked, attempt, sample;
};
bool line_headers(char *const line[LINE_HEADERS], struct line_kinds *);

/* Parses an attempt; its strings are the values. Returns NULL, or what is wrong. */
const char *line_attempt(const char *const value[ATTEMPT_COLUMNS], struct attempt *);
/* Writes it up to its digests, without the end of the line. Its samples, a->count lines, are to follow. */
void line_write_attempt(FILE *, const struct attempt *);
/* Parses a sample. Returns NULL, or what is wrong. */
const char *line_sample(const char *const value[SAMPLE_COLUMNS], struct sample *);
/* Parses what a call was asked for: adds to `set`. Returns NULL, or what is wrong. */
const char *line_asked(const char *const value[ASKED_COLUMNS], bool set[EXPERIMENTS], size_t *cells);
void line_write_asked(FILE *, const bool set[EXPERIMENTS], size_t cells);

/* --- entries ---------------------------------------------------------------------------------------------- */

/* Digests an entry line by line: first one, which ends with the comma before its digest; then its samples. */
void entry_digest_first(SHA2_CTX *, const char *line);
void entry_digest_more(SHA2_CTX *, const char *line);
const char *entry_digest(SHA2_CTX *, char digest[STORE_DIGEST]);

/* An entry that is written: into its stream go the first line, up to the comma before its digest, an end of line, and
 * the samples. */
struct entry {
	FILE *stream;
	char *text;
	size_t length;
};
FILE *entry_begin(struct entry *);
/* Writes it to the file with its digest, in one piece. Returns 0, or -1 with errno. */
int entry_end(struct entry *, FILE *, char digest[STORE_DIGEST]);

/* --- the record ------------------------------------------------------------------------------------------- */

/* Reads s->text, which has this length. Leaves it in pieces. */
int record_read(struct store *, size_t length, struct failure *);
/* Orders the attempts: by cell, by base, and which speak. */
void store_sort(struct store *);
/* Returns the number of cells that have an attempt which is not dropped. */
size_t store_kept(const struct store *);

#endif
