/* SPDX-License-Identifier: MIT */
/*
 * claims.h - what the paper claims, and what the data of one run say about it.
 *
 *      samples ----> judge (harness/analysis/judge.h) ----> claim.judge ----> verdict ----> board ----> text, JSON, report
 *                    points and pairs of runs     beside its
 *                    of any experiment            experiment
 *  A claim stands in the file of the experiment that measures it, with its predicate in words and as a function. The
 * board is a pure function of the samples and the scale: no clock, no randomness, no order of lines.
 */
#ifndef CUCKOOBENCH_CLAIMS_H
#define CUCKOOBENCH_CLAIMS_H

#include "harness/run/samples.h"

#include <stdio.h>

enum verdict_kind {
	VERDICT_CONFIRMED,    /* the predicate holds over the whole of every interval it uses */
	VERDICT_CONTRADICTED, /* a part of it fails over a whole interval */
	VERDICT_INCONCLUSIVE, /* an interval straddles, two filters are not separated, or repetitions are too few */
	VERDICT_NOT_RUN,      /* data it needs are not there */
	VERDICT_LARGER_SCALE, /* it speaks of sizes that this scale does not reach */
	VERDICT_KINDS
};
extern const char *const verdict_names[VERDICT_KINDS]; /* "confirmed" ... "needs a larger scale" */

enum { VERDICT_NUMBERS = 3072, VERDICT_MARGIN = 512, VERDICT_RELATIONS = 16384 };

struct verdict {
	enum verdict_kind kind;
	bool lacks_runs;                   /* inconclusive, and for too few repetitions alone */
	char numbers[VERDICT_NUMBERS];     /* what decided, readable, UTF-8, what fails first; parts end in "; " */
	char margin[VERDICT_MARGIN];       /* what was allowed, and how far the nearest part is from tipping over */
	char relations[VERDICT_RELATIONS]; /* every relation, a line each, in the order of the predicate */
};

struct judge;

struct claim {
	const char *id;        /* "A1", "B5 (paper)" */
	const char *says;      /* the claim in one sentence */
	const char *source;    /* where it is made: "section 7.2, Figure 5" */
	const char *predicate; /* what is tested, in words */
	void (*judge)(struct judge *);
	const char *if_contradicted, *if_inconclusive; /* the likely reason here, a paragraph */
};

struct judged {
	const struct claim *claim;
	const struct experiment *experiment;
	struct verdict verdict;
	/* why, where it is contradicted or inconclusive: the claim's, or claims_lack_runs; else NULL */
	const char *paragraph;
};

/* The paragraph of a claim that too few repetitions alone leave open: no cause in the filters is to be named. */
extern const char claims_lack_runs[];

/* Every claim of every experiment, in the order A1..A18, B1..B13, S1, A/A. */
struct board {
	struct judged *at;
	size_t count;
	size_t of_kind[VERDICT_KINDS];
};

/* 0; or -1 when memory is out. */
int board_make(struct board *, const struct samples *, enum scale);
void board_free(struct board *);
/* One JSON document. 0, or -1 with errno. */
int board_write_json(const struct board *, FILE *);

/*
 * Where the sources print different values for one thing (datasets/paper/printed.csv): both, what was measured here,
 * and which reading it is nearer to. The authors' rerun of 2016 is a measurement, not a statement of the sources, and
 * takes no part.
 */
struct disagreement {
	char exp[8], panel[NAME_MAX_PANEL], series[NAME_MAX_SERIES], metric[NAME_MAX_METRIC], unit[NAME_MAX_UNIT];
	double x;
	double first, second; /* the values printed */
	char first_source[96], second_source[96];
	double measured; /* NaN if it is not measured */
	int nearer;      /* 1: first, 2: second, 0: neither or not measured */
};
/* Allocates *out; freed by the caller. 0; or -1 after one line on stderr. */
int disagreements_make(struct disagreement **out, size_t *count, const struct samples *, enum scale);

/* Judges DIR/samples.csv and writes DIR/claims.json. 0, or -1 after one line on stderr. */
int claims_write(const char *dir);

#endif
