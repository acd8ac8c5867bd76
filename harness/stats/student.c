/* SPDX-License-Identifier: MIT */
/* student.c - see student.h. */
#include "harness/stats/student.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Returns the share I_x(a, b) of the beta distribution below x < 1: x^a (1 - x)^b / (a B(a, b)) times the sum of
 * x^k (a + b) ... (a + b + k - 1) / ((a + 1) ... (a + k)) over k >= 0. All terms are positive, so small shares keep
 * their digits.
 */
static double
beta_below(double x, double a, double b)
{
	const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a;
	double term = 1, sum = 1;

	for (double k = 0; term > sum * 1e-17 && k < 1e6; k++) {
		term *= x * (a + b + k) / (a + 1 + k);
		sum += term;
	}
	return x > 0 ? front * sum : 0;
}

double
student_p(double t, size_t freedom)
{
	const double n = (double)freedom, square = t * t;

	/* The sum converges the faster the smaller x is; near t = 0 that is the other side's. */
	return square > 1 ? beta_below(n / (n + square), n / 2, 0.5)
	                  : 1 - beta_below(square / (n + square), 0.5, n / 2);
}

static double
quantile(double level, size_t freedom)
{
	double lo = 0, hi = 1;

	while (student_p(hi, freedom) > level && hi < 1e300)
		hi *= 2;
	for (int i = 0; i < 64 && hi - lo > 1e-15 * hi; i++) {
		const double middle = (lo + hi) / 2;

		if (student_p(middle, freedom) > level)
			lo = middle;
		else
			hi = middle;
	}
	return (lo + hi) / 2;
}

/* A board asks for a few quantiles ten thousand times, and each takes some sixty sums: half of its time. */
double
student_quantile(double level, size_t freedom)
{
	static _Thread_local struct {
		double level, t;
		size_t freedom; /* 0: nothing is kept here */
	} kept[64], *k;
	uint64_t bits;

	memcpy(&bits, &level, sizeof bits);
	k = &kept[(bits ^ freedom) * UINT64_C(0x9e3779b97f4a7c15) >> 58];
	if (k->freedom != freedom || k->level != level || freedom == 0) {
		k->level = level;
		k->freedom = freedom;
		k->t = quantile(level, freedom);
	}
	return k->t;
}

/* The variance of the logarithms of the rounds of a process, over their number. */
static double
of_rounds(const double *values, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += log(values[i]);
	for (size_t i = 0; i < n; i++)
		squares += pow(log(values[i]) - sum / (double)n, 2);
	return n > 1 ? squares / (double)(n - 1) / (double)n : 0;
}

double
student_floor(const double *values, const uint64_t *turn, size_t n)
{
	double *of, floor;
	size_t processes = 0;

	for (size_t i = 0; i < n; i++)
		if (!(values[i] > 0) || isinf(values[i]))
			return NAN;
	if (!turn || n == 0 || turn_process(turn[0]) == turn_process(turn[n - 1]))
		return NAN;
	of = memory_new(n, sizeof *of);
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && turn_process(turn[end]) == turn_process(turn[i]); end++)
			;
		of[processes++] = of_rounds(values + i, end - i);
	}
	stats_sort(of, processes);
	floor = stats_median(of, processes);
	free(of);
	return floor;
}

/* The logarithm of the i-th of n sorted ratios, or of the nearest one that is not trimmed. */
static double
winsorized(const double *sorted, size_t n, size_t trimmed, size_t i)
{
	const size_t last = n - 1 - trimmed;

	return log(sorted[i < trimmed ? trimmed : i > last ? last : i]);
}

double
interval_floor(const double *values, const uint64_t *turn, size_t n, bool timed, double level)
{
	size_t processes = turn && n ? 1 : 0, lo, hi;

	for (size_t i = 1; turn && i < n; i++)
		processes += turn_process(turn[i]) != turn_process(turn[i - 1]);
	return timed || !median_ranks(processes, level, &lo, &hi) ? student_floor(values, turn, n) : NAN;
}

size_t
student_trims(size_t n)
{
	size_t lo, hi;

	return median_ranks(n, STATS_LEVEL, &lo, &hi) ? lo - 1 : 0;
}

struct student
student_of(const double *sorted, size_t n, double floor)
{
	const size_t trimmed = student_trims(n), kept = n - 2 * trimmed;
	struct student s = {.freedom = kept > 0 ? kept - 1 : 0};
	double mean = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		mean += winsorized(sorted, n, trimmed, i) / (double)n;
	for (size_t i = trimmed; i < n - trimmed; i++)
		s.mean += log(sorted[i]) / (double)kept;
	/* Those that are all alike have no variance, but rounding errors. */
	for (size_t i = 0; n > 0 && sorted[trimmed] < sorted[n - 1 - trimmed] && i < n; i++)
		squares += pow(winsorized(sorted, n, trimmed, i) - mean, 2);
	if (n >= STUDENT_LEAST && floor >= 0)
		s.error = STATS_WIDER * sqrt(fmax(squares / (double)(kept * s.freedom), floor / (double)n));
	return s;
}
