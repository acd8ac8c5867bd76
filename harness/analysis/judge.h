/* SPDX-License-Identifier: MIT */
/*
 * judge.h - the functions for the predicate of a claim, and the one rule by which relations become a verdict.
 *
 *      samples --> runs: one value a repetition --> value with its interval --> relation: holds | fails | open
 *                    |  combined run by run                                          |
 *                    '-- rates: pooled counts                                        '--> verdict
 *
 * A predicate registers relations one by one. It is called twice. The first call counts the relations that rest on
 * repeated measurements, K of them. In the second call every interval has the level 0.05 / K (stats.h). Then
 *
 *      data that it requested are missing            -> not run
 *      a relation fails over its whole interval      -> contradicted
 *      a relation is open                            -> inconclusive: not separated, straddling, or too few runs; if
 *                                                       only too few runs, no cause in the filters is named
 *      all hold over their whole intervals           -> confirmed
 *
 * If the claim concerns sizes beyond this scale, the verdict is "needs a larger scale", with the verdict that this
 * scale would give. A relation compares quantities of one run. An absolute speed is never compared with a printed one.
 */
#ifndef CUCKOOBENCH_JUDGE_H
#define CUCKOOBENCH_JUDGE_H

#include "harness/analysis/evidence.h"
#include "harness/analysis/judge_values.h"

/* --- margins: what words mean ---------------------------------------------------------------------------- */

/* "the same", "constant", "stable", "level": within a tenth. The paper calls the lines of Figure 5 alike at p = 0 and p
 * = 100 %. In the authors' rerun of 2016 those of ss-CF differ by 6 %. A quiet machine drifts by 5 %. */
#define MARGIN_LEVEL 1.10
/* "slightly": less than a quarter. The smallest loss that the paper states as a number is 30 % (section 7.2). Rounded
 * to one digit, that begins at 25 %. What it calls slight is below that. */
#define MARGIN_SLIGHT 0.25
/* "about 2x", "4x": a factor of 1.25 either way. The paper itself writes 4x for 0.43 over 0.09, which is 4.78: a factor
 * of 1.19. */
#define MARGIN_ABOUT 1.25
/* A share printed in whole per cent is accurate to half a point. */
#define MARGIN_PERCENT 0.005

/* --- relations -------------------------------------------------------------------------------------------- */

/*
 * Labels: the part that distinguishes the members of one kind is between bars, "CF/BF at p=|25|". The bars are not
 * printed. All relations of one kind that hold are printed in one line, "CF/BF at p=0, 25, 50: 1.23 to 1.33x"
 * (judge_show.c).
 */
/* Relations of a value to a bound: >, <, >= and <=. */
void judge_more(struct judge *, struct value, double bound, const char *label);
void judge_less(struct judge *, struct value, double bound, const char *label);
void judge_at_least(struct judge *, struct value, double bound, const char *label);
void judge_at_most(struct judge *, struct value, double bound, const char *label);
/* Equivalence by interval: inside [lo, hi]. */
void judge_between(struct judge *, struct value, double lo, double hi, const char *label);
/* Registers a relation that cannot be decided, with the reason. */
void judge_open(struct judge *, const char *why);
/* The ratio is not separated from 1, however wide its interval is. */
void judge_same(struct judge *, struct value ratio, const char *label);

/* The lines of one panel that show rates of operations. */
struct judge_lines {
	const char *exp, *panel, *metric;
	const char *axis; /* "p", "α"; NULL where x is always 0 */
	const char *of;   /* what distinguishes the panel from others, for labels: " negative" */
};
struct runs judge_speed(struct judge *, const struct judge_lines *, const char *series, double x);
/* a is faster than b, run by run. */
void judge_faster(struct judge *, const struct judge_lines *, const char *a, const char *b, double x);
/* One line, run by run: it is faster at x than at y; or the same at both, within MARGIN_LEVEL. */
void judge_falls(struct judge *, const struct judge_lines *, const char *series, double x, double y);
void judge_level(struct judge *, const struct judge_lines *, const char *series, double x, double y);
/* The quotient that both functions judge, and its label. */
struct value judge_along(struct judge *, const struct judge_lines *, const char *series, double x, double y);
const char *judge_along_text(struct judge *, const struct judge_lines *, const char *series, double x, double y);

/* --- in addition to relations ----------------------------------------------------------------------------- */

/* Adds a note to the numbers; it decides nothing. */
void judge_note(struct judge *, const char *text);
/* Records the margin allowed, and its source. */
void judge_allows(struct judge *, const char *text);
/* The claim concerns sizes that only `least` and larger scales measure. `why` continues "at this scale". */
void judge_needs(struct judge *, enum scale least, const char *why);
/* The claim cannot be judged from this run at all: "needs a larger scale" below `least`, else "not run". */
void judge_beyond(struct judge *, enum scale least, const char *why);

#endif
