/* SPDX-License-Identifier: MIT */
/*
 * answer.h - what a run answers, before anything else is told: what the paper promises, whether that holds, and how
 * this machine differs from the paper's.
 *
 *      board, manifest, printed numbers --> answer --> summary.c         text, 80 columns
 *                                                  '-> report_answer.c   the first screen of the page
 */
#ifndef CUCKOOBENCH_ANSWER_H
#define CUCKOOBENCH_ANSWER_H

#include "harness/analysis/run_data.h"

/* One promise of the paper's abstract or section 1, or Table 3's ranking. */
struct headline {
	const char *id;     /* the claim that holds it */
	const char *says;   /* in a few words */
	const char *figure; /* where the paper shows it */
};
enum { HEADLINES = 5 };
extern const struct headline headlines[HEADLINES];

/* The word of each verdict in an answer: "holds", "open". */
extern const char *const answer_words[VERDICT_KINDS];

/* The verdict on a headline; NULL: the run was not asked for it. */
const struct judged *answer_judged(const struct board *, const struct headline *);
/* What decided, without intervals: the first comparison that has a number, which fails if any does; "" if nothing was
 * decided. And what the paper prints for it, "1.28x", or where it draws it, "Figure 5". Both return the text. */
enum { ANSWER_TEXT = 480 };
const char *answer_number(const struct judged *, char text[ANSWER_TEXT]);
const char *answer_printed(const struct headline *, const struct published *, char text[ANSWER_TEXT]);

/* Does the last cache hold a table of the run's lives? The paper's did not. */
bool answer_in_cache(const struct run_data *);
/* The machine beside the paper's, in one sentence. */
const char *answer_machine(const struct run_data *, char text[ANSWER_TEXT]);

#endif
