/* SPDX-License-Identifier: MIT */
/* stats.c - see stats.h. */
#include "harness/stats.h"

#include <math.h>
#include <stdlib.h>

static int
compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int
median_ranks(size_t n, size_t *lo, size_t *hi)
{
	/* P(X < r) for X ~ Binomial(n, 1/2) is the chance that the median lies below the r-th smallest; take the
	 * largest r whose two tails together stay within 5 %. */
	double term = pow(0.5, (double)n), tail = 0;
	size_t r = 0;

	while (r < n / 2 && 2 * (tail + term) <= 0.05) {
		tail += term;
		term *= (double)(n - r) / (double)(r + 1);
		r++;
	}
	*lo = r;
	*hi = n + 1 - r;
	return r > 0;
}

struct summary
summarise(double *v, size_t n)
{
	struct summary s = {.variance = NAN, .lo = NAN, .hi = NAN};
	double sum = 0, squares = 0;
	size_t lo, hi;

	qsort(v, n, sizeof *v, compare_doubles);
	for (size_t i = 0; i < n; i++)
		sum += v[i];
	s.mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (v[i] - s.mean) * (v[i] - s.mean);
	if (n > 1)
		s.variance = squares / (double)(n - 1);
	s.median = n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
	s.min = v[0];
	s.max = v[n - 1];
	if (median_ranks(n, &lo, &hi)) {
		s.lo = v[lo - 1];
		s.hi = v[hi - 1];
	}
	return s;
}

void
wilson(uint64_t num, uint64_t den, double *lo, double *hi)
{
	const double z = 1.959963984540054; /* 97.5 % point of the normal distribution */
	double n = (double)den, p = (double)num / n, middle, half;

	if (den == 0) {
		*lo = *hi = NAN;
		return;
	}
	middle = (p + z * z / (2 * n)) / (1 + z * z / n);
	half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
	*lo = num == 0 ? 0 : middle - half;
	*hi = num == den ? 1 : middle + half;
}
