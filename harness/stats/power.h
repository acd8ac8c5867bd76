/* SPDX-License-Identifier: MIT */
/*
 * power.h - what a number of repetitions can see, and a joint test of several comparisons.
 *
 *      n repetitions, spread s of the logarithms of the quotients  -->  the least difference that is separated in four
 *                                                                      runs of five
 *      a difference, s                                             -->  the repetitions that separate it as often
 *
 * What separates is stats_interval's rule: of n values all but r - 1 lie on one side (median_ranks; all, where n is too
 * few for that), and so does Student's interval. If logarithms are normal, a value lies there with probability
 * Phi(difference / s), and Student's with that of the noncentral t. Most runs that do the one do the other. That is an
 * assumption of these two functions alone: they plan, and no verdict rests on them. What is not timed has order
 * statistics alone (stats.h).
 */
#ifndef CUCKOOBENCH_POWER_H
#define CUCKOOBENCH_POWER_H

#include <stdbool.h>
#include <stddef.h>

#define POWER 0.8 /* the probability of detecting a true difference (Cohen, Statistical Power Analysis, 1988, 2.4) */

/* Returns the standard deviation of n values; of their logarithms, 0 if they have none. */
double spread_of(const double *values, size_t n);
double spread_of_logs(const double *values, size_t n);
/* Returns the least difference of logarithms that n repetitions separate at `level`; INFINITY if they separate none. */
double power_difference(size_t n, double spread, double level, bool timed);

enum { POWER_MOST = 1000 };
/* Returns the least number of repetitions, up to POWER_MOST, that separate such a difference; 0 if no such number
 * does. */
size_t power_repetitions(double difference, double spread, double level, bool timed);

/*
 * Are several quotients, measured in the same repetitions, all 1? v[i * k + j] is the logarithm of the j-th of k in
 * repetition i of n. If the two names of each quotient mean one thing, they may be exchanged in any repetition, for all
 * k at once: then all 2^n ways to flip signs of repetitions were equally likely. (Fisher, The Design of Experiments,
 * 1935, 21; the largest of several statistics: Westfall and Young, Resampling-Based Multiple Testing, 1993.) So the
 * test is exact, however the k depend on each other, and errs as often as its level says. The statistic is the largest
 * |sum| over the root of the sum of squares.
 *
 * With more than FLIP_MOST repetitions some flip together, which keeps the test exact. With fewer than 6 it cannot
 * reject at 0.05.
 */
enum { FLIP_MOST = 16 };
struct flip {
	double p;    /* the share of ways with a statistic at least as large */
	double bias; /* the logarithm of a quotient common to all k that the test would reject in four runs of five */
};
struct flip flip_test(const double *v, size_t n, size_t k, double level);

#endif
