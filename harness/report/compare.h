/* SPDX-License-Identifier: MIT */
/*
 * compare.h - two runs compared: what they have in common, which verdicts changed, which points differ.
 *
 *      folder A --\                     /--> compare_text.c   summary, or JSON, on stdout
 *      folder B ---> comparison_make ---
 *      (run_data.h)       (compare.c)   \--> compare_page.c   one page
 *                   (compare_conditions.c)
 *
 * The input is manifest.json and the raw samples. This program reduces and judges the samples again, so the two sides
 * differ in their data only. It writes nothing into either folder.
 *
 * The runs are not paired: a repetition of one has no partner in the other. A timed point is *separated* if the 95 %
 * intervals of its two medians do not overlap. Deterministic points must be equal, to the last bit, if seed, hash and
 * scale are equal.
 */
#ifndef CUCKOOBENCH_COMPARE_H
#define CUCKOOBENCH_COMPARE_H

#include "harness/analysis/run_data.h"

#include <jansson.h>

enum { SIDES = 2, COMPARE_TEXT = 512 };
extern const char *const compare_letter[SIDES]; /* "A", "B" */

enum compare_outcome {
	COMPARE_EQUAL,         /* to the last bit */
	COMPARE_DIFFERS,       /* deterministic, so it should be equal */
	COMPARE_SEPARATED,     /* the intervals do not overlap */
	COMPARE_NOT_SEPARATED, /* the intervals overlap */
	COMPARE_NO_INTERVAL,   /* a point has no interval */
	COMPARE_ONE_SIDED,     /* a run lacks the point */
	COMPARE_OUTCOMES
};
extern const char *const compare_outcome_names[COMPARE_OUTCOMES];

struct compare_row {
	const struct point *side[SIDES]; /* NULL: not in that run */
	enum compare_outcome outcome;
	double ratio, lo, hi; /* B / A of the medians, with at least 90 %; NaN if unknown */
};

/* The points of one experiment. */
struct compare_part {
	struct compare_row *at;
	size_t count, of[COMPARE_OUTCOMES];
};

/* A difference in the conditions. */
struct compare_note {
	char text[COMPARE_TEXT];
	bool warning; /* it limits the conclusions; else it is only information */
};

struct comparison {
	struct run_data side[SIDES];
	bool same_conditions;      /* same seed and hash (the scale always is): deterministic points must be equal */
	struct compare_part *part; /* [index in experiment_all] */
	size_t of[COMPARE_OUTCOMES];
	size_t changed; /* verdicts that changed */
	size_t unasked; /* claims that neither run was asked for */
	struct compare_note *note;
	size_t notes;
};

/* Loads and compares two runs. STATUS_USAGE: no run, or another scale. Free it in either case. */
int comparison_make(struct comparison *, const char *a, const char *b, struct failure *);
void comparison_free(struct comparison *);

/* compare_page.c: fails if FILE could not be written, before anything is compared. */
int compare_page_check(const char *path, struct failure *);
/* compare_page.c: writes FILE. Returns whether it did. Each figure that could not be drawn fails, too, and the page is
 * without it. */
bool compare_page_write(const struct comparison *, const char *path, struct failure *);
/* compare_text.c: prints to stdout. */
void compare_print(const struct comparison *, const char *page);
void compare_print_json(const struct comparison *, const char *page);

/* --- what the files of a comparison share ------------------------------------------------------------------ */

/* Do both manifests have the same value of this key? */
bool compare_same_fact(const struct comparison *, const char *group, const char *key);
/* Notes all differences of the conditions that limit the comparison. */
void compare_note_conditions(struct comparison *);

#endif
