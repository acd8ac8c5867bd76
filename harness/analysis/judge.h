/* SPDX-License-Identifier: MIT */
/*
 * judge.h - what the predicate of a claim may use, and the one rule by which relations become a verdict.
 *
 *      samples --> runs: one value a repetition --> value with its interval --> relation: holds | fails | open
 *                    |  combined run by run                                          |
 *                    '-- rates: pooled counts                                        '--> verdict
 *
 * A predicate registers relations one by one. It is called twice: once to count those that rest on repeated
 * measurements, K of them, and once more with every interval at the level 0.05 / K (stats.h). Then
 *
 *      data it asked for are absent                  -> not run
 *      a relation fails over its whole interval      -> contradicted
 *      a relation is open                            -> inconclusive: not separated, straddling, or too few runs; where
 *                                                       it is too few runs alone, no cause in the filters is named
 *      all hold over their whole intervals           -> confirmed
 *
 * and if it speaks of sizes beyond this scale, "needs a larger scale" with the verdict that this scale would give.
 * A relation is between quantities of one run; an absolute speed is never compared with a printed one.
 */
#ifndef CUCKOOBENCH_JUDGE_H
#define CUCKOOBENCH_JUDGE_H

#include "harness/analysis/claims.h"

/* --- margins: how far words reach ------------------------------------------------------------------------- */

/* "the same", "constant", "stable", "level": within a tenth. The paper calls the lines of Figure 5 alike at p = 0 and
 * p = 100 %; in the authors' rerun of 2016 those of ss-CF differ by 6 %, and 5 % is what a quiet machine drifts by. */
#define MARGIN_LEVEL 1.10
/* "slightly": less than a quarter. The smallest loss that the paper gives a number is 30 % (section 7.2), which in one
 * digit begins at 25 %; what it calls slight is below that. */
#define MARGIN_SLIGHT 0.25
/* "about 2x", "4x": a factor of 1.25 either way. The paper itself writes 4x for 0.43 over 0.09, which is 4.78: a factor
 * of 1.19. */
#define MARGIN_ABOUT 1.25
/* A share printed in whole per cent is right to half a point. */
#define MARGIN_PERCENT 0.005

/* --- data ------------------------------------------------------------------------------------------------- */

/* One value a repetition, in the order of repetitions; the judge owns it. */
struct runs {
	size_t n;
	const double *value;
	const unsigned *rep;
};

/* A quantity with its interval at the level of the claim. n = 0: absent; lo, hi NaN: too few runs for any. */
struct value {
	double middle, lo, hi;
	size_t n;
	double p;         /* of the sign test against `at`; NaN if there was none */
	const char *unit; /* "x" a ratio, "%" and "points" a share shown in per cent, else shown as it is */
	bool exact;       /* needs no repetition */
	bool pooled;      /* counted over all repetitions together: n does not limit it */
	unsigned parts;   /* how many intervals it was made from: so many comparisons it is */
};

enum scale judge_scale_of(const struct judge *);
/* Are there samples? Asking is free: nothing is noted as missing. */
bool judge_has(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric);
/* Every repetition's value, that of its last attempt. Absent data are noted as missing. */
struct runs judge_runs(struct judge *, const char *exp, const char *panel, const char *series, double x,
                       const char *metric);
/* of(values, count, context) for each repetition that all inputs have; results that are not finite are left out. */
struct runs judge_combine(struct judge *, const struct runs *in, size_t count,
                          double (*of)(const double *v, size_t count, const void *context), const void *context);
/* For judge_combine: the mean of the inputs. */
double judge_mean_of(const double *v, size_t count, const void *context);
struct runs judge_ratio(struct judge *, struct runs a, struct runs b);
/* The point that reduce_experiment makes of it, or NULL: for notes, and computed points. */
const struct point *judge_point(struct judge *, const char *exp, const char *panel, const char *series, double x,
                                const char *metric);
/* Every x > after that the line was measured at, in order; NaN at the end. */
double judge_next_x(struct judge *, const char *exp, const char *panel, const char *series, const char *metric,
                    double after);
/* How runs are shown: "CF", "ss-CF". */
const char *judge_name(const char *series);

/* The median. */
struct value judge_median(struct judge *, struct runs, const char *unit);
/* A proportion: pooled over the repetitions, with Wilson's interval, wider where they differ by more than chance. */
struct value judge_rate(struct judge *, const char *exp, const char *panel, const char *series, double x,
                        const char *metric);
/* What was counted of how many, all repetitions together; false, and noted as missing, if there is nothing. */
bool judge_counts(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric,
                  uint64_t *num, uint64_t *den);
/* A count that one run settles: source lines, combinations, wrong answers. */
struct value judge_exact(double value, const char *unit);
/* a - b and a / b, with every pair of their intervals' ends; of a quotient both are > 0. */
struct value judge_minus(struct value a, struct value b);
struct value judge_quotient(struct value a, struct value b);

/* --- relations -------------------------------------------------------------------------------------------- */

/*
 * Labels: what tells the members of one kind apart stands between bars, "CF/BF at p=|25|". The bars are not shown;
 * those of a kind that hold are shown in one line, "CF/BF at p=0, 25, 50: 1.23 to 1.33x" (judge_show.c).
 */
/* A text that the judge owns, as by printf, up to 200 bytes. */
const char *judge_text(struct judge *, const char *format, ...) __attribute__((format(printf, 2, 3)));

void judge_more(struct judge *, struct value, double bound, const char *label);
void judge_less(struct judge *, struct value, double bound, const char *label);
void judge_at_least(struct judge *, struct value, double bound, const char *label);
void judge_at_most(struct judge *, struct value, double bound, const char *label);
/* Equivalence by interval: inside [lo, hi]. */
void judge_between(struct judge *, struct value, double lo, double hi, const char *label);
/* Nothing can be said of it, and why. */
void judge_open(struct judge *, const char *why);
/* Not separated from 1, whatever its width. */
void judge_same(struct judge *, struct value ratio, const char *label);

/* Where rates of operations stand: the lines of one panel. */
struct judge_lines {
	const char *exp, *panel, *metric;
	const char *axis; /* "p", "α"; NULL where x is always 0 */
	const char *of;   /* what tells the panels apart, for labels: " negative" */
};
struct runs judge_speed(struct judge *, const struct judge_lines *, const char *series, double x);
/* a is faster than b, run by run. */
void judge_faster(struct judge *, const struct judge_lines *, const char *a, const char *b, double x);
/* One line, run by run: faster at x than at y; the same at both, within MARGIN_LEVEL. */
void judge_falls(struct judge *, const struct judge_lines *, const char *series, double x, double y);
void judge_level(struct judge *, const struct judge_lines *, const char *series, double x, double y);
/* The quotient that both judge, and its label. */
struct value judge_along(struct judge *, const struct judge_lines *, const char *series, double x, double y);
const char *judge_along_text(struct judge *, const struct judge_lines *, const char *series, double x, double y);

/* --- beside relations ------------------------------------------------------------------------------------- */

/* Told with the numbers; decides nothing. */
void judge_note(struct judge *, const char *text);
/* Which margin was allowed, and where it comes from. */
void judge_allows(struct judge *, const char *text);
/* The claim speaks of what only `least` and above measure; `why` follows "at this scale". */
void judge_needs(struct judge *, enum scale least, const char *why);
/* It cannot be judged from this run at all: "needs a larger scale" below `least`, else "not run". */
void judge_beyond(struct judge *, enum scale least, const char *why);

/* --- the court -------------------------------------------------------------------------------------------- */

/* The samples of a run, sorted for lookup; reduced points as they are asked for. */
struct evidence;
struct evidence *evidence_make(const struct samples *, enum scale); /* NULL: out of memory */
void evidence_free(struct evidence *);
/* The reduced point, or NULL. */
const struct point *evidence_point(struct evidence *, const char *exp, const char *panel, const char *series, double x,
                                   const char *metric);
/* How many comparisons the claim corrects for goes to *comparisons, if not NULL. */
void judge_claim(struct evidence *, const struct claim *, struct verdict *, size_t *comparisons);

#endif
