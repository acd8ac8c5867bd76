/* SPDX-License-Identifier: MIT */
/*
 * student.h - the interval of a ratio from a few processes, whose rounds say how little they can vary.
 *
 *      logarithms of ratios
 *      process 1   x x x x x   --> median v1 .
 *      process 2   x x x x x   --> median v2  }--> mean, variance between them -----.
 *      process 3   x x x x x   --> median v3 '                                       }--> the larger --> error
 *                  '-------------------------> variance within, over the rounds ----'
 *
 * Order statistics need six processes at 95 %, and more at the levels of a claim of many comparisons, however large the
 * effect is. Student (Biometrika 6, 1908) uses how large it is. The price is a model: logarithms of the processes'
 * ratios are spread about normally. stats.h puts both together and says what is assumed where;
 * tests/unit/test_coverage.c measures how far the model may be wrong.
 *
 * The floor. Medians of R rounds vary at least as rounds do over R, so processes that happen to agree closer than that
 * agree by chance. Of three processes one run in a hundred is closer by ten. The floor is the median over the processes
 * of (variance of rounds) / R, so that one disturbed process does not raise it. Rounds that depend on each other make
 * it too low, never too high; then the variance between processes is what counts.
 */
#ifndef CUCKOOBENCH_STUDENT_H
#define CUCKOOBENCH_STUDENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STUDENT_LEAST = 3 }; /* processes: of two the 95 % interval is 16 times as wide as they differ */

/* Returns how often Student's t with so many degrees of freedom >= 1 is at least this far from 0, on both sides. */
double student_p(double t, size_t freedom);
/* Returns the t for which that is `level`, from 0 to 1. */
double student_quantile(double level, size_t freedom);

/*
 * Returns the floor under the variance of logarithms of the processes' medians. values[n] > 0 are of these turns, in
 * their order (stats.h). 0: the processes have one round each. NaN: there is no interval of Student's, because a value
 * is not above 0, or all are of one process, or turn is NULL.
 */
double student_floor(const double *values, const uint64_t *turn, size_t n);

/* The same for values that are timed, or that too few processes measured for order statistics at this level; NaN for
 * others. A load or a rate varies less than a time, and has no need of a model where order statistics have their
 * interval. At the level of one relation of nine they have none of six processes, and nothing could contradict it. */
double interval_floor(const double *values, const uint64_t *turn, size_t n, bool timed, double level);

/* How many of n processes are left out at either end: as many as the order statistics at 95 % leave out, none of up to
 * eight, two of twelve. So a process that was disturbed moves neither. */
size_t student_trims(size_t n);

/* The trimmed mean of the logarithms of n sorted ratios, one a process, and its standard error by the Winsorized
 * variance (Yuen, Biometrika 61, 1974), widened (STATS_WIDER). error 0: there is none. */
struct student {
	double mean, error;
	size_t freedom;
};
/* floor: as above. There is no error of fewer than STUDENT_LEAST processes, nor where processes and rounds are all
 * alike. */
struct student student_of(const double *sorted, size_t n, double floor);

#endif
