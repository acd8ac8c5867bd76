/* SPDX-License-Identifier: MIT */
/*
 * store.h - the raw record of a run: every attempt at a cell, with its samples. Only store_*.c know how it is kept: in
 * DIR/record.csv, a text file that only ever grows:
 *
 *      format,3
 *      asked,experiments,cells,digest                       the columns of the three kinds of lines
 *      attempt,cell,rep,status,...,samples,after,digest
 *      sample,rep,place,series,x,measure,unit,num,den
 *      asked,f5 f6,22,ba7816bf8f01cfea                      a call of the program begins: what it was asked for, and
 *                                                           how many cells the record has when all are measured
 *      attempt,life:cf:...:rep=3,3,done,...,42,,1f0a22...   a cell has ended
 *      sample,3,,cf,25,lookup,Mops/s,1048576,71843220       its 42 samples
 *      ...
 *
 * The columns of an attempt are
 *
 *      cell            the cell's label (label.h): a record has one attempt at it. One that failed is dropped when
 *                      the cell runs again
 *      rep             the cell's repetition
 *      status,seconds  done, failed or skipped; how long it took
 *      call            which of the manifest's calls ran it, from 0
 *      by              the experiments that planned the cell, "f5 f6": they look at its samples. What a later version
 *                      plans does not change what a run shows
 *      alu_ps,read_ps,steal_ms,migrations,switches,short     a timed cell's canary and disturbances (canary.h)
 *      noise           what disturbed it while it ran, if anything (noise.h adds what its own turns tell)
 *      reason          why it failed or was skipped
 *      samples         the number of its lines of samples, which follow
 *      after           the digest of the attempt before it; empty: it is the first
 *      digest          of its lines (store_entry.c); the last column
 *
 * and those of a sample
 *
 *      rep                         a round of the cell; of a cell without rounds, its repetition
 *      place,series,x,measure      where its program measured, and what
 *      unit,num,den                the ratio num / den of two whole numbers: a count, and what it is relative to, which
 *                                  is 1 or more
 *
 * An attempt is appended at once. A kill, a full disk or a stopped machine may cut the last one off: then it does not
 * count, and its cell runs again. The file may be compressed once the run is history (files.h). Columns are found by
 * name.
 */
#ifndef CUCKOOBENCH_STORE_H
#define CUCKOOBENCH_STORE_H

#include "harness/base/failure.h"
#include "harness/base/files.h"
#include "harness/plan/label.h"
#include "harness/timing/canary.h"

/* The file's name, for messages. */
#define STORE_FILE "record.csv"
/* Room for the digest of an entry, and of a whole record. */
enum { STORE_DIGEST = 17, STORE_SHA256 = 65 };

/* Writes the line of a sample as its program emitted it. */
void sample_write(FILE *, const struct sample *);
/* Returns whether two samples are the same but for who looks at them. */
bool sample_is_same(const struct sample *, const struct sample *);

/* One attempt at a cell, and how it ended. */
struct attempt {
	const char *cell;     /* its label */
	uint64_t base;        /* label_base of it */
	unsigned rep, call;   /* the cell's repetition; the manifest's call that ran it */
	bool by[EXPERIMENTS]; /* by[i]: experiment_all[i] planned it */
	const char *status;   /* done, failed or skipped */
	bool done, given_up;
	double seconds;
	struct disturbance disturbance; /* known: a timed cell that is done */
	const char *noise, *reason;     /* "" if there is none; the text ends at its first newline */
	size_t first, count;            /* its samples, in the store's */

	bool dropped; /* no longer part of the run */
};

/* A run to continue may not exist yet, and what is damaged is left out. One to merge may not be cut off anywhere. */
enum store_reading { STORE_READ, STORE_CONTINUE, STORE_MERGE };

struct store {
	struct attempt *at;      /* in the order in which they ended */
	struct attempt **sorted; /* by cell */
	struct attempt **by_base;
	size_t count;          /* of attempts, and so of cells */
	struct sample *sample; /* of all attempts that are done; as emitted */
	size_t samples;
	bool asked[EXPERIMENTS]; /* asked[i]: experiment_all[i] is part of the run */
	size_t planned;          /* cells that the record has when the last call has measured all; 0: not known */
	char path[FILES_PATH];
	bool other;                /* what is kept differs from the file: columns, or who planned a cell */
	bool cut;                  /* the file ends in an attempt that is cut off */
	size_t lost;               /* damaged entries that a run which goes on leaves out */
	struct failure damage;     /* what the first of them has */
	char head[STORE_DIGEST];   /* of the last attempt; "": there is none */
	char sha256[STORE_SHA256]; /* of the record, not compressed */
	enum store_reading reading;
	char *text; /* what the attempts point into */
	FILE *file;
};

/*
 * Reads the run in DIR. Leaves out what a kill or a full disk cut off, so that a run that stopped anywhere reads as if
 * it had stopped between two cells. A failure names file and line. Call store_free in any case.
 */
int store_read(struct store *, enum store_reading, const char *dir, struct failure *);
void store_free(struct store *);
/* Returns the attempt at a cell that is not dropped; NULL if there is none. */
struct attempt *store_find(const struct store *, const char *cell);
/* Returns whether a cell of this base is done. *parts receives the parts that all such cells together have measured. */
bool store_has(const struct store *, uint64_t base, const struct program *, unsigned *parts);
/* Returns whether the run in DIR is compressed. If so, nothing may be measured into DIR. */
bool store_is_history(const char *dir);

/* Drops the attempt at a cell, if there is one. */
void store_drop(struct store *, const char *cell);
/* Adds experiments that look at the cells of this base, whoever measured which of their parts. */
void store_add_by(struct store *, uint64_t base, const bool by[EXPERIMENTS]);
/* After it was read to continue: makes DIR/record.csv hold what was not dropped, and what this call is asked for. It
 * measures `more` cells. From then on attempts can be appended. */
int store_begin(struct store *, const char *dir, const bool asked[EXPERIMENTS], size_t more, struct failure *);
/* Appends an attempt; if it is done, with the lines of its samples; in one write. Returns 0, or -1 with errno. */
int store_append(struct store *, const struct attempt *, const char *samples, size_t length);
/* Writes the attempts of n runs that are not dropped, in their order, as the run in DIR, which has `more` cells to come
 * (as store_begin). */
int store_write(const char *dir, struct store *const *, size_t n, size_t more, struct failure *);
/* SHA-256 of the plain file that DIR keeps its record in. */
int store_sha256(const char *dir, char digest[STORE_SHA256], struct failure *);
/* Removes the file that store_write made. */
void store_remove(const char *dir);

#endif
