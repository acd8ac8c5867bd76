/* SPDX-License-Identifier: MIT */
/*
 * judge.h - the functions for the predicate of a claim, and the one rule by which relations become a verdict.
 *
 *      samples --> runs: one value a turn --> value with its interval --> relation: holds | fails | open
 *                    |  combined turn by turn    one value a process           |
 *                    '-- rates: pooled counts                                  '--> verdict
 *
 * A predicate registers relations one by one. It is called with intervals at the level 0.05, and with intervals at
 * 0.05 / K, where K is the number of relations that rest on repeated measurements (stats.h). Then
 *
 *      data that it requested are missing            -> not run
 *      no relation has a bound                       -> counted
 *      a relation fails over its interval at 0.05/K  -> contradicted
 *      all hold over their intervals at 0.05         -> confirmed; true by construction if each of them must hold
 *      else                                          -> inconclusive: not separated, straddling, or too few runs; if
 *                                                       only too few runs, no cause in the filters is named
 *
 * A relation with one bound is tested on that side alone: by the end of an interval at twice the level, which is beyond
 * the bound by mistake as often as the level says. The interval that is shown has both of its ends at the level.
 *
 * If the claim concerns sizes beyond this scale (claim.least), the verdict is "needs a larger scale", with the verdict
 * that this scale would give. A relation compares quantities of one run. An absolute speed is never compared with a
 * printed one.
 */
#ifndef CUCKOOBENCH_JUDGE_H
#define CUCKOOBENCH_JUDGE_H

#include "harness/analysis/claims.h"

#include <math.h>

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

/* --- the data --------------------------------------------------------------------------------------------- */

/* One value per repetition; of a cell with rounds, one per round. In the order of turns (stats.h). The judge owns the
 * arrays. */
struct runs {
	size_t n;
	const double *value;
	const uint64_t *turn;
	bool timed; /* from a clock: its intervals are also Student's (stats.h), however many processes there are */
	bool difference; /* of two values, and so of either sign */
};

/* A quantity with its interval at the judge's level. n = 0: absent. NaN lo and hi: too few runs for an interval. */
struct value {
	double middle, lo, hi;
	double low, high; /* the interval at twice the level: either end alone errs as often as the level says */
	size_t n;
	double p;      /* of a ratio: the least level at which its interval leaves out 1; else NaN */
	double spread; /* standard deviation of the repetitions, of their logarithms if all are above 0; 0: unknown */
	bool plain;    /* it is of the repetitions themselves */
	/* "x": a ratio; "%" and "points": a share printed in per cent; anything else is printed as it is */
	const char *unit;
	bool timed;     /* from runs that are */
	bool exact;     /* needs no repetition */
	bool pooled;    /* counted over all repetitions together, so n does not limit it */
	unsigned parts; /* number of intervals that it combines: it counts as this many comparisons */
};

enum scale judge_scale_of(const struct judge *);
/* Are there samples? A query does not mark anything as missing. */
bool judge_has(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric);
/* The value of every turn, from the last attempt. Absent data are marked as missing. */
struct runs judge_runs(struct judge *, const char *exp, const char *panel, const char *series, double x,
                       const char *metric);
/* Applies of(values, count, context) to each turn that all inputs have; omits results that are not finite. */
struct runs judge_combine(struct judge *, const struct runs *in, size_t count,
                          double (*of)(const double *v, size_t count, const void *context), const void *context);
/* For judge_combine: the mean of the inputs. */
double judge_mean_of(const double *v, size_t count, const void *context);
/* The same for two, for their quotient, and for a - b. */
struct runs judge_pairs(struct judge *, struct runs a, struct runs b, double (*of)(double a, double b));
struct runs judge_ratio(struct judge *, struct runs a, struct runs b);
struct runs judge_difference(struct judge *, struct runs a, struct runs b);
/* The point that reduce_experiment computes, or NULL. Used for notes and for computed points. */
const struct point *judge_point(struct judge *, const char *exp, const char *panel, const char *series, double x,
                                const char *metric);
/* The mean over the points of a line at x >= from; NaN if there are none. */
double judge_points_mean(struct judge *, const char *exp, const char *series, const char *metric, double from);
/* Returns the next x > after at which the line was measured; NaN at the end. */
double judge_next_x(struct judge *, const char *exp, const char *panel, const char *series, const char *metric,
                    double after);
/* Finds the values of a line at each x > after that has at least `fewest` repetitions, at most `most` such x. Returns
 * their number. */
size_t judge_line(struct judge *, const char *exp, const char *panel, const char *series, const char *metric,
                  double after, size_t fewest, struct runs runs[], double x[], size_t most);
/* The printed name of a series: "CF", "ss-CF". */
const char *judge_name(const char *series);
/* A proportion, pooled over the repetitions, with Wilson's interval. The interval is wider if the repetitions differ by
 * more than chance. */
struct value judge_rate(struct judge *, const char *exp, const char *panel, const char *series, double x,
                        const char *metric);
/* Sums the counts of all repetitions. Returns false, and marks the data as missing, if there are none. */
bool judge_counts(struct judge *, const char *exp, const char *panel, const char *series, double x, const char *metric,
                  uint64_t *num, uint64_t *den);

/* --- values ----------------------------------------------------------------------------------------------- */

/* The median over the repetitions, which are processes where there are several (per_process). */
struct value judge_median(struct judge *, struct runs, const char *unit);
/* A count that one run determines: source lines, combinations, wrong answers. */
struct value judge_exact(double value, const char *unit);
/* a - b and a / b. Their intervals combine every pair of the operands' ends; for a quotient both must be > 0. */
struct value judge_minus(struct value a, struct value b);
struct value judge_quotient(struct value a, struct value b);

/* Formats a text like printf, up to 200 bytes. The judge owns it. */
const char *judge_text(struct judge *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- relations -------------------------------------------------------------------------------------------- */

/*
 * Labels: the part that distinguishes the members of one kind is between bars, "CF/BF at p=|25|". The bars are not
 * printed. All relations of one kind that hold are printed in one line, "CF/BF at p=0, 25, 50: 1.23 to 1.33x"
 * (verdict_lines.c).
 */
/* Relations of a value to a bound: >, <, >= and <=. */
void judge_more(struct judge *, struct value, double bound, const char *label);
void judge_less(struct judge *, struct value, double bound, const char *label);
void judge_at_least(struct judge *, struct value, double bound, const char *label);
void judge_at_most(struct judge *, struct value, double bound, const char *label);
/* Equivalence by interval: inside [lo, hi]. */
void judge_between(struct judge *, struct value, double lo, double hi, const char *label);
/* Says that the relations from here on must hold, by a theorem or by how the filters are built: only a fault of the
 * implementation makes one fail. Or that they need not. */
void judge_must_hold(struct judge *, bool must);
/* A relation without bounds. A claim of no others is counted, and not judged. */
void judge_tell(struct judge *, struct value, const char *label);
/* Registers a relation that cannot be decided, with the reason. */
void judge_open(struct judge *, const char *why);
/* Quotients of a thing to itself, measured in the same processes: the joint test of power.h does not reject that all
 * are 1; of three to five processes, Student's of each, times their number. It is one comparison, whose value is the
 * test's p. A note says what common bias it would have seen. */
void judge_alike(struct judge *, const struct runs *quotients, size_t count, const char *label);

/* --- lines ------------------------------------------------------------------------------------------------ */

/* The lines of one panel that show rates of operations. Names of several are a text with spaces between them; several x
 * are AT(0, 25, 50). */
struct judge_lines {
	const char *exp, *panel, *metric;
	const char *axis; /* "p", "α"; NULL where x is always 0 */
	const char *of;   /* what distinguishes the panel from others, for labels: " negative" */
};
#define AT(...) ((const double[]){__VA_ARGS__, NAN})
struct runs judge_speed(struct judge *, const struct judge_lines *, const char *series, double x);
/* What is compared with the same line at another x: the rates that the filter had in turns with a table that stays as
 * it is over those there ("lookup_beside", "lookup_anchor"; life_anchor.c); the rates themselves if the run has none.
 * */
struct runs judge_steady(struct judge *, const struct judge_lines *, const char *series, double x);
/* The median of a over b, run by run. */
struct value judge_over(struct judge *, const struct judge_lines *, const char *a, const char *b, double x,
                        const char *unit);
/* The median of one line at x over the same line at y, run by run, as judge_steady. */
struct value judge_along(struct judge *, const struct judge_lines *, const char *series, double x, double y);
/* Relations: each filter of `these` is faster than each of `those`, at each x. */
void judge_faster(struct judge *, const struct judge_lines *, const char *these, const char *those, const double *x);
/* Each line falls from each x to the next; or is at each x within MARGIN_LEVEL of what it is at y. */
void judge_falls(struct judge *, const struct judge_lines *, const char *names, const double *x);
void judge_level(struct judge *, const struct judge_lines *, const char *names, const double *x, double y);
/* A note, not a relation: the medians of the quotients of `this` over `that`, at each x. */
void judge_beside(struct judge *, const struct judge_lines *, const char *this, const char *that, const double *x);
/* The quotient of the line at x over itself at y lies inside [lo, hi]. */
void judge_moves(struct judge *, const struct judge_lines *, const char *series, double x, double y, double lo,
                 double hi);

/* --- in addition to relations ----------------------------------------------------------------------------- */

/* Adds a note to the numbers; it decides nothing. */
void judge_note(struct judge *, const char *text);
/* Records the margin allowed, and its source. */
void judge_allows(struct judge *, const char *text);
/* The claim cannot be judged from this run at all: "needs a larger scale" below `least`, else "not run". */
void judge_beyond(struct judge *, enum scale least, const char *why);

#endif
