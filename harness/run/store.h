/* SPDX-License-Identifier: MIT */
/*
 * store.h - the raw record of a run: every attempt at a cell, with its samples. Only store*.c knows how it is kept:
 *
 *      samples.csv   life:cf:...:rep=3,0,3,f5,...      the samples of an attempt, appended at once when it is done
 *                    life:cf:...:rep=3,0,3,f6,...
 *      cells.csv     life:cf:...:rep=3,0,done,...      then its row: the attempt counts once this is written
 *
 * The columns of a sample are
 *
 *      cell,attempt                 the cell, and how often it was measured before: together the key of both files
 *      rep,exp,panel,series,x       what the sample is of
 *      metric,unit,num,den          the ratio num / den of two whole numbers: a count, and what it is relative to
 *
 * and those of a row
 *
 *      cell,attempt
 *      status,seconds  done, failed or skipped; how long it took
 *      call            which of the manifest's calls ran it, from 0
 *      for             the experiments that it emitted samples for
 *      alu_ps,read_ps,steal_ms,migrations,switches,short    a timed cell's canary and disturbances (canary.h)
 *      noise           what makes it noisy, if anything
 *      reason          why it failed or was skipped
 *
 * Either file may be compressed once the run is history (archive.h). A kill or a full disk may cut off the last line of
 * either. A machine that stops may lose the end of the samples, though their rows are there.
 */
#ifndef CUCKOOBENCH_STORE_H
#define CUCKOOBENCH_STORE_H

#include "harness/base/failure.h"
#include "harness/base/files.h"
#include "harness/plan/experiment.h"
#include "harness/timing/canary.h"

/* --- samples ---------------------------------------------------------------------------------------------- */

struct sample {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	unsigned rep, attempt;
	bool superseded; /* by a later attempt of the same cell; samples_of sets it */
	double x;
	uint64_t num, den;
};

/* Writes one line. `cell` is the label, which alone identifies the cell; the attempt comes from the sample. */
void sample_write(FILE *, const char *cell, const struct sample *);
/* Parses a line, which ends at its newline. Returns false if it is damaged. */
bool sample_parse(const char *line, struct sample *);

/* --- attempts --------------------------------------------------------------------------------------------- */

/* One attempt at a cell, and how it ended. */
struct attempt {
	const char *cell;   /* its label */
	unsigned number;    /* how often the cell was measured before */
	unsigned rep, call; /* the cell's repetition; the manifest's call that ran it */
	const char *status; /* done, failed or skipped */
	bool done, given_up;
	double seconds;
	uint64_t wants;    /* the experiments that it has samples for, bits as in struct cell */
	const char *names; /* the same as its row has it, with names from other versions; NULL: only `wants` is known */
	struct disturbance disturbance; /* known: a timed cell that is done */
	const char *noise, *reason;     /* "" if there is none; the text ends at its first newline */
	const char *samples;            /* its lines; NULL: none */
	size_t length;
	char *owned; /* `samples`, if they were put together here */

	bool last;    /* of its cell */
	bool speaks;  /* the last of its cell that is done: its samples count */
	bool dropped; /* no longer part of the run */
};

/* Compares two attempts at one deterministic cell, byte for byte, over the experiments that both served. Returns the
 * first line of b that differs, or of a where b has no more lines; NULL if none differs. */
const char *attempts_differ(const struct attempt *a, const struct attempt *b);
/* Adds b's samples for the experiments that a did not serve. */
void attempt_join(struct attempt *a, const struct attempt *b);

/* --- reading ---------------------------------------------------------------------------------------------- */

enum store_reading { STORE_READ, STORE_CONTINUE, STORE_MERGE };

struct store {
	struct attempt *at;      /* in the order in which they ended */
	struct attempt **sorted; /* by cell, then by number */
	size_t count, cells;     /* cells: how many have an attempt */
	char samples_path[FILES_PATH], rows_path[FILES_PATH];
	char *samples_text, *rows_text; /* what the attempts point into */
	enum store_reading reading;
	size_t lost; /* attempts dropped because their samples are lost */
	FILE *samples, *rows;
};

/*
 * Reads the run in DIR. Leaves out what a kill or a full disk cut off, so that a run that stopped anywhere reads as if
 * it had stopped between two cells. A failure names file and line; one is that an attempt is done and has no samples.
 * Call store_free in any case.
 */
int store_read(struct store *, const char *dir, struct failure *);
void store_free(struct store *);
/* Reads a run to continue, which may not exist yet. Leaves out what is damaged, and drops attempts that are done but
 * have lost samples. Fails if the run is another version's, which is left alone. */
int store_look(struct store *, const char *dir, struct failure *);
/* Reads a run to merge. Fails also if anything was cut off, or if the run is another version's. */
int store_read_whole(struct store *, const char *dir, struct failure *);
/* Finds an attempt; the last, if there are several of one number. NULL if there is none. */
struct attempt *store_find(const struct store *, const char *cell, unsigned number);
/* Fails because of this line of samples, and names it by its number. */
int store_refuses_line(const struct store *, const char *line, struct failure *);
/* Returns whether the run in DIR is compressed. If so, nothing may be measured into DIR. */
bool store_is_history(const char *dir);

/* --- writing ---------------------------------------------------------------------------------------------- */

/* Drops all attempts at a cell. */
void store_drop(struct store *, const char *cell);
/* After store_look: writes again what was not dropped, or creates the files. From then on attempts can be appended.
 * Those that were read have no samples any more. */
int store_begin(struct store *, const char *dir, struct failure *);
/* Removes the files that store_write made. */
void store_remove(const char *dir);
/* Writes the attempts of n runs that are not dropped, in their order, as the run in DIR. */
int store_write(const char *dir, struct store *const *, size_t n, struct failure *);
/* Appends an attempt: its samples if it is done, then its row. Returns 0, or -1 with errno. */
int store_append(struct store *, const struct attempt *);

#endif
