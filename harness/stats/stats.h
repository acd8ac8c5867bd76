/* SPDX-License-Identifier: MIT */
/*
 * stats.h - the few statistics the suite reports, each exact and without random numbers.
 *
 * The rule of every comparison (applied by judge.c, one claim at a time):
 *
 *   1. Values that are compared were measured in one block, a repetition: same keys, same minutes, in an order that is
 *      balanced over the repetitions. So the quotients within blocks count, not the quotient of two averages. Their
 *      logarithms make "twice" and "half" equally far. Rounds of one process are no repetitions of their own: layout
 *      and pages, which differ by 3 to 5 % from process to process, are common to them. So the median over the rounds
 *      of a process is that process's one value, and processes are counted (per_process). This is the outer level of
 *      Kalibera and Jones, "Rigorous benchmarking in reasonable time", ISMM 2013; it needs no model of the inner one.
 *   2. The median of the quotients has two intervals. That between two order statistics covers it with at least the
 *      stated probability for any distribution: the sign test inverted (Thompson, Ann. Math. Statist. 7, 1936; David
 *      and Nagaraja, Order Statistics, 2003, 7.1). It takes more repetitions the more comparisons there are, however
 *      large the effect is: its smallest p is 2/2^n. Student's, of the logarithms (student.h), uses how large it is.
 *      What either leaves open is open, and is the interval that is shown. With too few repetitions for order
 *      statistics, all values take their place: each must lie beyond a bound, and Student's interval, too. So an
 *      interval never narrows where more confidence is asked for. Order statistics alone count where a value is no
 *      time and they have an interval at the level that is asked for, or where all are rounds of one process.
 *   3. A claim that K comparisons hold is confirmed if each does at 0.05, and contradicted if one fails at 0.05 / K. If
 *      the claim is true, only the second can err: with 95 % all K intervals at that level hold at once (Bonferroni;
 *      Dunn, J. Am. Statist. Assoc. 56, 1961). If it is false, only the first can: the comparison that does not hold
 *      must come out as if it did (the intersection-union test; Berger, Technometrics 24, 1982). So either verdict is
 *      wrong at most one time in twenty.
 *   4. A comparison that its interval does not decide is "not separated". There is an interval from three processes
 *      on.
 */
#ifndef CUCKOOBENCH_STATS_H
#define CUCKOOBENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STATS_LEVEL 0.05 /* of a claim, of an interval: its conclusion is wrong at most this often */
/* Standard errors of Student's are taken to be larger by this. Processes are few, and the logarithms of their ratios
 * are skewed: in the committed run `full` by 1.5 (the median of all). 1.3 is the least tenth with which an exponential
 * distribution, of skewness 2, errs at most 1.4 times as often as said, at 0.05 as at 0.05 / 20, with 3 to 12 processes
 * (tests/unit/test_coverage.c). That is 93 % for 95 %. With 1.0 it errs 2.5 times as often. A/A asks for no more: the
 * quotients of C2 in `full` leave out 1 less often than said, and neighbouring processes do not depend on each other
 * (tests/referee/coverage.py). */
#define STATS_WIDER 1.3

enum { STATS_LEAST_RUNS = 6 }; /* with fewer order statistics say nothing at it, nor does the test of C2 (power.h) */

struct summary {
	double median, mean, variance, min, max; /* variance: sample variance, NaN for fewer than two values */
	double lo, hi;                           /* 95 % interval of the median; NaN if none can be claimed */
};

/* Summarises n >= 1 values, and sorts them in place. floor: as of stats_interval. */
struct summary summarise(double *values, size_t n, double floor);

/*
 * Finds the 1-based ranks of the order statistics that enclose the median with probability at least 1 - level for any
 * distribution (sign test). Returns false if there is no such pair: at level 0.05, if n < 6.
 */
bool median_ranks(size_t n, double level, size_t *lo, size_t *hi);

/*
 * Finds the interval at 1 - level of the median of n sorted values, one a process: what order statistics or Student's t
 * (student.h) leaves open. Where n is too few for the former, all values take their place. floor: of student_floor;
 * NaN: order statistics alone. Returns false, and NaN, if there is none.
 */
bool stats_interval(const double *sorted, size_t n, double floor, double level, double *lo, double *hi);

/*
 * Returns the two-sided p of the sign test: the probability that n fair coins fall at least as unevenly as `above` on
 * one side and `below` on the other. The rest are ties. They count for the smaller side, that is, against a difference.
 */
double sign_test(size_t above, size_t below, size_t n);

/* When a value was measured: in which process, and in which of its rounds. Turns are ordered as whole numbers. */
enum { TURN_ROUND_BITS = 32 };
static inline uint64_t
turn_of(unsigned process, unsigned round)
{
	return (uint64_t)process << TURN_ROUND_BITS | round;
}
static inline unsigned
turn_process(uint64_t turn)
{
	return (unsigned)(turn >> TURN_ROUND_BITS);
}
/*
 * Replaces values of several processes, in the order of their turns, by the median of each process. Returns how many
 * processes there are. Values of a single process stay as they are: then its rounds are the only repetitions there are.
 * turn NULL: all are of one process.
 */
size_t per_process(double *values, const uint64_t *turn, size_t n);

/* Two things measured in the same blocks. */
struct paired {
	double ratio;  /* exp of the median of log(a[i] / b[i]); NaN if n is 0 */
	double lo, hi; /* its interval at 1 - level; NaN if there is none */
	double p;      /* the least level at which the interval leaves out 1; not corrected */
	size_t n;
};

/* Compares with 1 the ratios of n >= 0 processes, and sorts them. floor: as of stats_interval. */
struct paired paired_of(double *ratios, size_t n, double floor, double level);
/* Compares a and b, where a[i] and b[i] > 0 are of the same block, turn[i] (per_process). n up to 1000. turn NULL: all
 * are of one process, whose rounds have no interval but that of order statistics. */
struct paired paired_log_ratio(const double *a, const double *b, const uint64_t *turn, size_t n, double level);
/* Returns which is greater: 1 for a, -1 for b, 0 if they are not separated at the level of the interval. */
int paired_separated(const struct paired *);

/* Sorts numbers in ascending order. stats_compare_whole orders two of uint64_t, for qsort and bsearch. */
void stats_sort(double *values, size_t n);
int stats_compare_whole(const void *a, const void *b);
/* Returns the median of sorted numbers; NaN if there are none. */
double stats_median(const double *sorted, size_t n);

/*
 * ks_distance: the largest distance between the empirical distribution functions of two sorted samples. ks_critical:
 * the distance that two independent samples of one continuous distribution exceed with probability `level`. It is
 * Kolmogorov's limit, sqrt(-ln(level / 2) / 2) sqrt((n + m) / n m), on the safe side of the exact one (Smirnov, Ann.
 * Math. Statist. 19, 1948).
 */
double ks_distance(const double *a, size_t n, const double *b, size_t m);
double ks_critical(size_t n, size_t m, double level);

/* Returns the level for each of `comparisons` >= 1, so that with probability 1 - STATS_LEVEL none of them is wrong. */
double bonferroni(size_t comparisons);

/* Computes Wilson's score interval of a proportion at 1 - level (Wilson, JASA 1927). den = 0 gives NaN. */
void wilson(uint64_t num, uint64_t den, double level, double *lo, double *hi);
/*
 * The same for n proportions pooled, each of another filter, because filters differ. If the n vary more than
 * binomially, by Pearson's chi-square over n - 1, counts are divided by that factor first (Rao and Scott, Biometrics
 * 48, 1992). Returns the rate of all together.
 */
double wilson_pooled(const uint64_t *num, const uint64_t *den, size_t n, double level, double *lo, double *hi);

#endif
