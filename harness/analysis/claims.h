/* SPDX-License-Identifier: MIT */
/*
 * claims.h - the paper's claims, and the verdicts that the data of one run give on them.
 *
 *      samples ----> judge (judge.h) ----------> claim.judge ----> verdict ----> board ----> text, JSON, report
 *                    points and pairs of runs    in the file of
 *                    of any experiment           its experiment
 *
 * A claim is in the file of the experiment that measures it, with its predicate in words and as a function. The board
 * is a pure function of the samples and the scale. It depends on no clock, no random numbers and no order of lines.
 */
#ifndef CUCKOOBENCH_CLAIMS_H
#define CUCKOOBENCH_CLAIMS_H

#include "harness/analysis/published.h"
#include "harness/analysis/separation.h"
#include "harness/run/samples.h"

#include <stdio.h>

enum verdict_kind {
	VERDICT_CONFIRMED,    /* the predicate holds over the whole of every interval it uses */
	VERDICT_CONTRADICTED, /* a part of it fails over a whole interval */
	/* an interval contains a bound, two filters are not separated, or repetitions are too few */
	VERDICT_INCONCLUSIVE,
	VERDICT_NOT_RUN,      /* data that it needs are missing */
	VERDICT_LARGER_SCALE, /* it concerns sizes that this scale does not reach */
	VERDICT_CONSTRUCTED,  /* it holds, as it must: only a fault of the implementation could make it fail */
	VERDICT_COUNTED,      /* what it counts has no right or wrong, so it is told and not judged */
	VERDICT_NOT_ASKED,    /* the run was not asked for its experiment; the last kind: boards leave it out */
	VERDICT_KINDS
};
extern const char *const verdict_names[VERDICT_KINDS]; /* "confirmed" ... "not asked for" */

enum { VERDICT_NUMBERS = 3072, VERDICT_MARGIN = 512, VERDICT_RELATIONS = 16384 };

struct verdict {
	enum verdict_kind kind;
	bool lacks_runs; /* inconclusive, and only because repetitions are too few */
	/* what decided, in readable UTF-8: failing parts first; parts end in "; " */
	char numbers[VERDICT_NUMBERS];
	/* the margin allowed, and how close the nearest part is to the other verdict */
	char margin[VERDICT_MARGIN];
	char relations[VERDICT_RELATIONS]; /* every relation, one per line, in the order of the predicate */
};

struct judge;

struct claim {
	const char *id;        /* "A1", "B5 (paper)" */
	const char *says;      /* the claim in one sentence */
	const char *source;    /* where the paper makes it: "section 7.2, Figure 5" */
	const char *predicate; /* what is tested, in words */
	void (*judge)(struct judge *);
	const char *if_contradicted, *if_inconclusive; /* the likely reason here, one paragraph */
	/* It concerns sizes that only this and larger scales measure; `why` continues "at this scale". unmeasured:
	 * smaller scales do not measure it at all. */
	enum scale least;
	const char *why;
	bool unmeasured;
};

struct judged {
	const struct claim *claim;
	const struct experiment *experiment;
	struct verdict verdict;
	/* the reason for contradicted or inconclusive, or what a count says: the claim's own text, or claims_lack_runs;
	 * else NULL */
	const char *paragraph;
};

/* The paragraph for a claim that only a lack of repetitions leaves open. It must name no cause in the filters. */
extern const char claims_lack_runs[];

/* Every claim of every experiment, in the order A1..A18, B1..B13, S1, A/A. */
struct board {
	struct judged *at;
	size_t count;
	size_t of_kind[VERDICT_KINDS];
	struct given_up given_up;                 /* what the run lacks for its time budget */
	struct separation separates[EXPERIMENTS]; /* [index in experiment_all] */
};

/* Judges a claim. *comparisons, if not NULL, receives the number of comparisons that the claim corrects for. */
struct run_data;
void judge_claim(const struct run_data *, const struct claim *, struct verdict *, size_t *comparisons);
/* Judges every claim. */
void board_make(struct board *, const struct run_data *);
void board_free(struct board *);
/* Returns how many claims the run was asked for. */
size_t board_asked(const struct board *);
/* "40 claims: 23 confirmed, 6 contradicted, ..." of those. Writes to `text` and returns it. */
enum { BOARD_COUNTS = 320 };
const char *board_counts(const struct board *, char text[BOARD_COUNTS]);
/* "48 claims of other studies were not asked for: make threads, make field". Writes to `text` and returns it; "" if the
 * run was asked for all. */
enum { BOARD_OTHERS = 240 };
const char *board_others(const struct board *, char text[BOARD_OTHERS]);
/* Writes one JSON document. Returns 0, or -1 with errno. */
int board_write_json(const struct board *, FILE *);

/* Writes DIR/claims.json. */
int claims_write(struct run_data *, struct failure *);

#endif
