/* SPDX-License-Identifier: MIT */
/*
 * stats.h - the few statistics the suite reports, each exact and without random numbers.
 *
 * The rule of every comparison (applied by judge.c, one claim at a time):
 *
 *   1. What is compared was measured in one block, a repetition: same keys, same minutes, in an order that is balanced
 *      over the repetitions. So the quotients of a block count, not the quotient of two averages; their logarithms make
 *      "twice" and "half" as far.
 *   2. The median of the quotients has an interval between two order statistics that covers it with at least the stated
 *      probability whatever the distribution: the sign test turned round (Thompson, Ann. Math. Statist. 7, 1936; David
 *      and Nagaraja, Order Statistics, 2003, 7.1). It excludes 1 exactly where the two-sided sign test rejects.
 *   3. A claim of K comparisons tests each at 0.05 / K (Bonferroni; Dunn, J. Am. Statist. Assoc. 56, 1961). So with 95
 *      % all K intervals hold at once, and whatever is concluded from them, for the claim or against it, is wrong at
 *      most one time in twenty. To confirm "all of these hold" 0.05 each would do (Berger, Technometrics 24, 1982); to
 *      contradict it would not. The stricter level is used both ways.
 *   4. What its interval does not decide is "not separated". Below 6 repetitions nothing is: the smallest p is 2/2^n.
 *      Ten repetitions, p = 0.00195, carry 25 comparisons.
 */
#ifndef CUCKOOBENCH_STATS_H
#define CUCKOOBENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_LEVEL 0.05 /* of a claim, of an interval: what is said is wrong at most this often */

struct summary {
	double median, mean, variance, min, max; /* variance: sample variance, NaN below two values */
	double lo, hi;                           /* 95 % interval of the median; NaN where none can be claimed */
};

/* Sorts values in place. n >= 1. */
struct summary summarise(double *values, size_t n);

/*
 * 1-based ranks (*lo, *hi) of the order statistics that enclose the median with probability at least 1 - level whatever
 * the distribution (sign test). False where no such pair exists: at level 0.05, if n < 6.
 */
bool median_ranks_at(size_t n, double level, size_t *lo, size_t *hi);
bool median_ranks(size_t n, size_t *lo, size_t *hi); /* at 0.05 */

/*
 * The two-sided p of the sign test: how likely n fair coins fall at least as unevenly as `above` of them on one side
 * and `below` on the other. The rest are ties; they count for the smaller side, that is, against a difference.
 */
double sign_test(size_t above, size_t below, size_t n);

/* Two things measured in the same blocks. */
struct paired {
	double ratio;  /* exp of the median of log(a[i] / b[i]); NaN if n is 0 */
	double lo, hi; /* its interval at 1 - level; NaN where there is none */
	double p;      /* of the sign test, not corrected */
	size_t n;
};

/* a[i] and b[i] > 0 are of the same block. n up to 1000. */
struct paired paired_log_ratio(const double *a, const double *b, size_t n, double level);
/* Is one the greater? 1: a, -1: b, 0: not separated at the level of the interval. */
int paired_separated(const struct paired *);

/* Sorts numbers, the least first; by qsort, for those that stand in something else. */
void stats_sort(double *values, size_t n);
int stats_compare(const void *a, const void *b);
/* Of sorted numbers; NaN of none. */
double stats_median(const double *sorted, size_t n);

/*
 * The largest distance between the empirical distribution functions of two samples, sorted; and which one two
 * independent samples of one continuous distribution exceed with probability `level` (Kolmogorov's limit,
 * sqrt(-ln(level / 2) / 2) sqrt((n + m) / n m), on the safe side of the exact one; Smirnov, Ann. Math. Statist. 19,
 * 1948).
 */
double ks_distance(const double *a, size_t n, const double *b, size_t m);
double ks_critical(size_t n, size_t m, double level);

/* The level of each of `comparisons` >= 1 so that all together are wrong at most STATS_LEVEL of the time. */
double bonferroni(size_t comparisons);

/* Wilson's score interval of a proportion at 1 - level (Wilson, JASA 1927). den = 0 gives NaN. */
void wilson_at(uint64_t num, uint64_t den, double level, double *lo, double *hi);
void wilson(uint64_t num, uint64_t den, double *lo, double *hi); /* at 0.05 */
/*
 * The same of n proportions pooled, each of another filter. Filters differ: where the n vary more than binomially, by
 * Pearson's chi-square over n - 1, counts are divided by that factor first (Rao and Scott, Biometrics 48, 1992).
 */
void wilson_pooled(const uint64_t *num, const uint64_t *den, size_t n, double level, double *lo, double *hi);

#endif
