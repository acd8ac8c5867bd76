/* SPDX-License-Identifier: MIT */
/* fits.c - see fits.h. */
#include "core/fits.h"

#include <math.h>

/* ln(x!), by Stirling's series from 8 on: an error below 10^-6. (lgamma writes a global.) */
static double
log_factorial(double x)
{
	double product = 1;

	while (x < 8)
		product *= ++x;
	return (x + 0.5) * log(x) - x + 0.918938533204673 /* ln sqrt(2 pi) */ + 1 / (12 * x) - 1 / (360 * x * x * x) -
	       log(product);
}

static double
log_choose(double n, double k)
{
	return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

/* The first term of the tail, and the geometric series of its ratio to the second. Further ratios are less. */
double
fits_tail(double n, double p, double most)
{
	const double k = most + 1, ratio = (n - k) * p / ((k + 1) * (1 - p));
	double first;

	if (k > n || p <= 0)
		return 0;
	if (p >= 1 || k <= n * p || ratio >= 1)
		return 1;
	first = exp(log_choose(n, k) + k * log(p) + (n - k) * log1p(-p));
	return fmin(1, first / (1 - fmax(0, ratio)));
}

/*
 * Markov: P(S > room) <= E (e^(tS) - 1) / (e^(t (room + 1)) - 1) for any t. What bins get is negatively associated, so
 * E e^(tS) is at most the product of theirs.
 */
double
fits_excess(double n, double bins, double most, double room)
{
	const double odds = 1 / (bins - 1), at = most + 1; /* p / (1 - p) with p = 1 / bins */
	double first, least = 1;

	if (n <= most + room)
		return 0;
	if (bins <= 1)
		return 1;
	first = exp(log_choose(n, at) + at * log(odds) + n * log1p(-1 / bins));
	for (double t = 1. / 32; t < 4; t *= 1.4) {
		const double factor = exp(t), high = t * (room + 1);
		double more = 0, p = first, power = factor, mean;

		for (double x = 1; x < 400 && at + x <= n + 1; x++) {
			more += p * (power - 1);
			p *= (n - at - x + 1) / (at + x) * odds;
			power *= factor;
		}
		mean = bins * log1p(more);
		least = fmin(least, high > 30 ? exp(mean - high) : expm1(mean) / expm1(high));
	}
	return least;
}

/*
 * The loads of section 5.1 are 50, 84, 95 and 98 per cent; planned are those at which walks of 500 evictions end. The
 * share of insertions that evict more than k falls exponentially with k. Measured at the planned load, with 65536
 * buckets, it falls to a tenth every 39 (b = 2), 47 (b = 4) and 33 evictions (b = 8). A bucket of one leaves no choice:
 * a path of length k has a probability of 0.8^k. So 500 fall to 10^-12, 2 10^-11, 10^-15. It is less at a lower load.
 * Over the whole filling b = 4 refuses one key of 4 10^12.
 *
 * In few buckets chance moves the load at which a graph is full. A reach of r b m - c sqrt(b m) keys had refusals with
 * less than one in 10^6 tables: what the first refusals of 10^4 to 8 10^5 tables, of 8 to 8192 buckets, come to if each
 * next decade is as far from the one before.
 *
 *      b = 2, m = 1024    1707 keys refused in one of 10^5 tables    19 fewer a decade     1670 by this formula
 *      b = 4, m = 64       227             one of 3 10^5              4                     218
 *      b = 4, m = 256      952             one of 3 10^5              8                     928
 *      b = 4, m = 1024    3882             one of 2 10^4             18                    3823
 *      b = 8, m = 128      993             one of 3 10^5              6                     970
 */
double
fits_planned(double m, unsigned b)
{
	static const struct {
		double most, reach, spread;
	} load[] = {[1] = {0.40, 0.40, 0}, [2] = {0.83, 0.86, 2}, [4] = {0.94, 0.96, 1.7}, [8] = {0.97, 0.985, 1.2}};
	const double slots = m * b;

	return fmin(load[b].most * slots, load[b].reach * slots - load[b].spread * sqrt(slots));
}

/*
 * b = 1. A component with two cycles has a key too many. The smallest such graphs are three: two vertices with three
 * paths between them; two cycles joined by a path; two cycles that share a vertex. With x = 2 n / m, a path has k
 * edges with weight x^k, together y = x / (1 - x). The expected numbers are y^3 / 12 m, y^3 / 8 m, y^2 / 8 m: each
 * divided by how many ways a graph lies upon itself.
 */
static double
bicycles(double n, double m)
{
	const double x = 2 * n / m, y = x / (1 - x);

	return x >= 1 ? 1 : y * y * (5 * y / 24 + 1. / 8) / m;
}

/* The expected number of sets of s buckets with more than s b keys, s = least, ..., as long as it falls: that large
 * sets have too many is what fits_planned excludes, where this bound is not sharp. */
double
fits_graph(double n, double m, unsigned b, unsigned least)
{
	double sum = 0, before = 1;

	if (b == 1)
		return bicycles(n, m);
	for (double s = least; s < m && s * b < n; s++) {
		const double sets = exp(log_choose(m, s)) * fits_tail(n, s / m * (s / m), s * b);

		if (sets > before || sets < 1e-15)
			break;
		sum += sets;
		before = sets;
	}
	return fmin(1, sum);
}
