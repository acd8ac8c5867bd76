/* SPDX-License-Identifier: MIT */
/* stats.c - see stats.h. */
#include "harness/stats/stats.h"

#include "harness/stats/student.h"

#include <math.h>
#include <stdlib.h>

int
stats_compare_whole(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static int
compare_values(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void
stats_sort(double *values, size_t n)
{
	qsort(values, n, sizeof *values, compare_values);
}

double
stats_median(const double *sorted, size_t n)
{
	return n == 0 ? NAN : n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

bool
median_ranks(size_t n, double level, size_t *lo, size_t *hi)
{
	/* P(X < r) for X ~ Binomial(n, 1/2) is the probability that the median lies below the r-th smallest value. Take
	 * the largest r whose two tails together stay within the level. */
	double term = pow(0.5, (double)n), tail = 0;
	size_t r = 0;

	while (r < n / 2 && 2 * (tail + term) <= level) {
		tail += term;
		term *= (double)(n - r) / (double)(r + 1);
		r++;
	}
	*lo = r;
	*hi = n + 1 - r;
	return r > 0;
}

bool
stats_interval(const double *v, size_t n, double floor, double level, double *lo, double *hi)
{
	const struct student s = student_of(v, n, floor);
	size_t from = 1, to = n;

	*lo = *hi = NAN;
	if (!median_ranks(n, level, &from, &to)) {
		if (!(s.error > 0))
			return false;
		from = 1, to = n;
	}
	*lo = v[from - 1];
	*hi = v[to - 1];
	if (s.error > 0) {
		const double half = s.error * student_quantile(level, s.freedom);

		*lo = fmin(*lo, exp(s.mean - half));
		*hi = fmax(*hi, exp(s.mean + half));
	}
	return true;
}

struct summary
summarise(double *v, size_t n, double floor)
{
	struct summary s = {.variance = NAN};
	double sum = 0, squares = 0;

	stats_sort(v, n);
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	s.mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (v[i] - s.mean) * (v[i] - s.mean);
	if (n > 1)
		s.variance = squares / (double)(n - 1);
	s.median = stats_median(v, n);
	s.min = v[0];
	s.max = v[n - 1];
	stats_interval(v, n, floor, STATS_LEVEL, &s.lo, &s.hi);
	return s;
}

double
sign_test(size_t above, size_t below, size_t n)
{
	const size_t other = n - (above > below ? above : below);
	double term = pow(0.5, (double)n), tail = 0;

	for (size_t i = 0; i <= other; i++) {
		tail += term;
		term *= (double)(n - i) / (double)(i + 1);
	}
	return fmin(1, 2 * tail);
}

size_t
per_process(double *values, const uint64_t *turn, size_t n)
{
	size_t processes = 0;

	if (!turn || n == 0 || turn_process(turn[0]) == turn_process(turn[n - 1]))
		return n;
	for (size_t i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && turn_process(turn[end]) == turn_process(turn[i]); end++)
			;
		stats_sort(values + i, end - i);
		values[processes++] = stats_median(values + i, end - i);
	}
	return processes;
}

/* The least level at which the interval of these ratios leaves out 1. If all are on one side of it, order statistics do
 * at any level, or all values in their place. Without an error they are all there is. */
static double
least_level(const double *ratio, size_t n, double floor)
{
	const struct student s = student_of(ratio, n, floor);
	size_t above = 0, below = 0;
	double sign, student;

	for (size_t i = 0; i < n; i++) {
		above += ratio[i] > 1;
		below += ratio[i] < 1;
	}
	sign = sign_test(above, below, n);
	if (!(s.error > 0))
		return sign;
	student = student_p(s.mean / s.error, s.freedom);
	return above == n || below == n ? student : fmax(sign, student);
}

struct paired
paired_of(double *ratio, size_t n, double floor, double level)
{
	struct paired out = {.ratio = NAN, .lo = NAN, .hi = NAN, .p = 1, .n = n};

	if (n == 0)
		return out;
	stats_sort(ratio, n);
	/* The median of logarithms: half-way between two is where they are. */
	out.ratio = n % 2 ? ratio[n / 2] : exp((log(ratio[n / 2 - 1]) + log(ratio[n / 2])) / 2);
	out.p = least_level(ratio, n, floor);
	stats_interval(ratio, n, floor, level, &out.lo, &out.hi);
	return out;
}

struct paired
paired_log_ratio(const double *a, const double *b, const uint64_t *turn, size_t n, double level)
{
	enum { MOST = 1000 };
	double v[MOST], floor;

	if (n > MOST)
		return (struct paired){.ratio = NAN, .lo = NAN, .hi = NAN, .p = 1, .n = n};
	for (size_t i = 0; i < n; i++)
		v[i] = a[i] / b[i];
	floor = student_floor(v, turn, n);
	return paired_of(v, per_process(v, turn, n), floor, level);
}

int
paired_separated(const struct paired *p)
{
	return p->lo > 1 ? 1 : p->hi < 1 ? -1 : 0; /* NaN is neither */
}

double
ks_distance(const double *a, size_t n, const double *b, size_t m)
{
	double most = 0;

	for (size_t i = 0, j = 0; i < n && j < m;) {
		const double at = a[i] < b[j] ? a[i] : b[j];

		while (i < n && a[i] <= at)
			i++;
		while (j < m && b[j] <= at)
			j++;
		most = fmax(most, fabs((double)i / (double)n - (double)j / (double)m));
	}
	return most;
}

double
ks_critical(size_t n, size_t m, double level)
{
	return sqrt(-log(level / 2) / 2 * (1 / (double)n + 1 / (double)m));
}

double
bonferroni(size_t comparisons)
{
	return STATS_LEVEL / (double)(comparisons > 1 ? comparisons : 1);
}

/* Returns the z that a standard normal variable exceeds in absolute value with probability `level`. */
static double
normal_quantile(double level)
{
	double lo = 0, hi = 40; /* beyond 38.6 the tail is below the least double */

	for (int i = 0; i < 100; i++) {
		double middle = (lo + hi) / 2;

		if (erfc(middle * M_SQRT1_2) > level)
			lo = middle;
		else
			hi = middle;
	}
	return (lo + hi) / 2;
}

/* The counts need not be whole. */
static void
wilson_of(double num, double n, double level, double *lo, double *hi)
{
	const double z = normal_quantile(level), p = num / n;
	double middle, half;

	if (!(n > 0)) {
		*lo = *hi = NAN;
		return;
	}
	middle = (p + z * z / (2 * n)) / (1 + z * z / n);
	half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
	*lo = num <= 0 ? 0 : middle - half;
	*hi = num >= n ? 1 : middle + half;
}

void
wilson(uint64_t num, uint64_t den, double level, double *lo, double *hi)
{
	wilson_of((double)num, (double)den, level, lo, hi);
}

double
wilson_pooled(const uint64_t *num, const uint64_t *den, size_t n, double level, double *lo, double *hi)
{
	double hits = 0, of = 0, p, chi_square = 0, factor = 1;

	for (size_t i = 0; i < n; i++) {
		hits += (double)num[i];
		of += (double)den[i];
	}
	p = hits / of;
	for (size_t i = 0; i < n && p > 0 && p < 1; i++) {
		const double expected = (double)den[i] * p, off = (double)num[i] - expected;

		if (den[i] > 0)
			chi_square += off * off / (expected * (1 - p));
	}
	if (n > 1)
		factor = fmax(1, chi_square / (double)(n - 1));
	wilson_of(hits / factor, of / factor, level, lo, hi);
	return p;
}
