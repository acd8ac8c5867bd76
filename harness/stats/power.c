/* SPDX-License-Identifier: MIT */
/* power.c - see power.h. */
#include "harness/stats/power.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double
spread_of(const double *values, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[i];
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - sum / (double)n) * (values[i] - sum / (double)n);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
}

double
spread_of_logs(const double *values, size_t n)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(values[i] > 0))
			return 0;
		sum += log(values[i]);
	}
	for (size_t i = 0; i < n; i++)
		squares += pow(log(values[i]) - sum / (double)n, 2);
	return n > 1 ? sqrt(squares / (double)(n - 1)) : 0;
}

/* P(X >= least) for X ~ Binomial(n, p). */
static double
at_least(size_t least, size_t n, double p)
{
	double sum = 0;

	for (size_t i = least; i <= n; i++)
		sum += exp(lgamma((double)n + 1) - lgamma((double)i + 1) - lgamma((double)(n - i) + 1) +
		           (double)i * log(p) + (double)(n - i) * log1p(-p));
	return sum;
}

/*
 * How often Student's interval of n repetitions lies beyond, if they are z spreads off: where the mean exceeds so many
 * standard errors, over all that the standard deviation may turn out to be. Its share of the true one, x, has the
 * density 2 (f/2)^(f/2) x^(f-1) exp(-f x^2 / 2) / Gamma(f/2) with f degrees of freedom (chi over the root of f), and
 * hardly any beyond 1 + 8 / sqrt(2 f). By Simpson's rule. A trimmed mean with its error is about as good as the mean of
 * fewer values, by three quarters of those left out at one end: a fit to simulated runs, as the next.
 */
static double
student_power(size_t n, double z, double level)
{
	enum { STEPS = 200 };
	const double trimmed = (double)student_trims(n), f = (double)n - 2 * trimmed - 1;
	const double factor = STATS_WIDER * student_quantile(level, (size_t)f), means = (double)n - 0.75 * trimmed;
	const double front = log(2) + f / 2 * log(f / 2) - lgamma(f / 2), step = (1 + 8 / sqrt(2 * f)) / STEPS;
	double sum = 0;

	for (int i = 1; i < STEPS; i++) {
		const double x = i * step, density = exp(front + (f - 1) * log(x) - f * x * x / 2);

		sum += (i % 2 ? 4 : 2) * density * 0.5 * erfc((factor * x - z * sqrt(means)) * M_SQRT1_2);
	}
	return sum * step / 3;
}

/* How independent the two are: 0 if the rarer one never happens without the other, 1 if at random. They are more so
 * where the ends decide for order statistics, and Student's leaves them out. A fit to simulated runs of 3 to 31
 * repetitions (tests/unit/test_power.c), good to four in a hundred. */
#define APART 0.15
#define APART_AT_ENDS 0.65

/* How often n repetitions separate a difference of z spreads. */
static double
power_of(size_t n, double z, double level, bool timed)
{
	const double beyond = 0.5 * erfc(z * M_SQRT1_2); /* 1 - Phi(z) */
	size_t lo, hi;
	double order, student, apart;

	if (!median_ranks(n, level, &lo, &hi)) {
		if (!timed || n < STUDENT_LEAST)
			return 0;
		hi = n;
	}
	order = beyond > 1e-15 ? at_least(hi, n, 1 - beyond) : 1; /* less is lost in 1 - beyond */
	if (!timed || order < POWER) /* then Student's need not be asked, which takes longer */
		return order;
	student = student_power(n, z, level);
	apart = hi == n && student_trims(n) > 0 ? APART_AT_ENDS : APART;
	return apart * order * student + (1 - apart) * fmin(order, student);
}

double
power_difference(size_t n, double spread, double level, bool timed)
{
	double lo = 0, hi = 1e6; /* three repetitions take 90 at 0.05 / 100 */

	if (power_of(n, hi, level, timed) < POWER)
		return INFINITY;
	for (int i = 0; i < 70; i++) {
		const double middle = (lo + hi) / 2;

		if (power_of(n, middle, level, timed) < POWER)
			lo = middle;
		else
			hi = middle;
	}
	return hi * spread;
}

size_t
power_repetitions(double difference, double spread, double level, bool timed)
{
	const double z = spread > 0 ? difference / spread : INFINITY;

	for (size_t n = 1; n <= POWER_MOST; n++)
		if (power_of(n, z, level, timed) >= POWER)
			return n;
	return 0;
}

/* --- flips ------------------------------------------------------------------------------------------------ */

/* Blocks of repetitions that flip together, with the sums of each comparison in them. */
struct blocks {
	size_t n, k;
	double *sum;              /* n times k */
	double *square, *running; /* k: sums of squares of all values; sums under the present signs */
};

/* Moves on to the next way of signs, one block flipped at a time (Gray's order). */
static void
flip_next(struct blocks *b, uint64_t way, uint64_t *signs)
{
	const unsigned block = (unsigned)__builtin_ctzll(way);
	const double by = *signs >> block & 1 ? 2 : -2;

	*signs ^= UINT64_C(1) << block;
	for (size_t j = 0; j < b->k; j++)
		b->running[j] += by * b->sum[block * b->k + j];
}

/* The statistic, if `shift` is added to each of `values` values. */
static double
largest(const struct blocks *b, double shift, double values)
{
	double most = 0;

	for (size_t j = 0; j < b->k; j++) {
		const double sum = b->running[j] + values * shift;
		const double square = b->square[j] + 2 * shift * b->running[j] + values * shift * shift;

		most = fmax(most, square > 0 ? fabs(sum) / sqrt(square) : 0);
	}
	return most;
}

/* Computes the statistics of all ways. The last block need not flip: the statistic has no sign. With a shift it has,
 * and then each way stands for itself and for its opposite. */
static size_t
all_ways(struct blocks *b, double shift, double values, double *of)
{
	const size_t ways = (size_t)1 << (b->n - 1);
	uint64_t signs = 0;

	for (size_t j = 0; j < b->k; j++) {
		b->running[j] = 0;
		for (size_t i = 0; i < b->n; i++)
			b->running[j] += b->sum[i * b->k + j];
	}
	for (size_t way = 0; way < ways; way++) {
		if (way)
			flip_next(b, way, &signs);
		of[2 * way] = largest(b, shift, values);
		of[2 * way + 1] = shift == 0 ? of[2 * way] : largest(b, -shift, values);
	}
	return 2 * ways;
}

/* Fills the blocks with v, less what is in `center` of each comparison. */
static void
fill_blocks(struct blocks *b, const double *v, size_t n, const double *center)
{
	memset(b->sum, 0, b->n * b->k * sizeof *b->sum);
	memset(b->square, 0, b->k * sizeof *b->square);
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < b->k; j++) {
			const double value = v[i * b->k + j] - center[j];

			b->sum[i % b->n * b->k + j] += value;
			b->square[j] += value * value;
		}
}

/* Returns the share of values that are at least this, but for rounding. */
static double
share_from(const double *of, size_t count, double least)
{
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		n += of[i] >= least * (1 - 1e-12);
	return (double)n / (double)count;
}

/* What is not the bias: the values less their means. How large a common bias would the test reject? */
static double
bias_seen(struct blocks *b, const double *v, size_t n, double *of, double level)
{
	double *mean = memory_new(b->k, sizeof *mean), lo = 0, hi = 1, critical;
	size_t count;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < b->k; j++)
			mean[j] += v[i * b->k + j] / (double)n;
	fill_blocks(b, v, n, mean);
	count = all_ways(b, 0, (double)n, of);
	stats_sort(of, count);
	critical = of[count - ((size_t)(level * (double)count) & ~(size_t)1)]; /* each statistic is there twice */
	for (int step = 0; step < 20; step++) {
		const double middle = (lo + hi) / 2;

		count = all_ways(b, middle, (double)n, of);
		if (share_from(of, count, critical) < POWER)
			lo = middle;
		else
			hi = middle;
	}
	free(mean);
	return hi;
}

struct flip
flip_test(const double *v, size_t n, size_t k, double level)
{
	struct blocks b = {.n = n < FLIP_MOST ? n : FLIP_MOST, .k = k};
	struct flip out = {.p = 1, .bias = NAN};
	double *of, *center;
	size_t count;

	if (n < STATS_LEAST_RUNS || k == 0)
		return out;
	of = memory_new((size_t)1 << b.n, sizeof *of);
	b.sum = memory_new(b.n * k, sizeof *b.sum);
	b.square = memory_new(k, sizeof *b.square);
	b.running = memory_new(k, sizeof *b.running);
	center = memory_new(k, sizeof *center);
	fill_blocks(&b, v, n, center);
	count = all_ways(&b, 0, (double)n, of);
	out.p = share_from(of, count, of[0]);
	out.bias = bias_seen(&b, v, n, of, level);
	free(center);
	free(b.running);
	free(b.square);
	free(b.sum);
	free(of);
	return out;
}
