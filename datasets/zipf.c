/* SPDX-License-Identifier: MIT */
/* zipf.c - see zipf.h. */
#include "datasets/zipf.h"

#include "core/rng.h"

#include <math.h>

static const double log_2 = 0.6931471805599453;

/* log(1 + z) = 2 atanh(z / (2 + z)); |z| <= 0.42 keeps s^2 below 0.03, and 13 terms leave an error below a unit of the
 * last place. */
static double
log_near_1(double z)
{
	const double s = z / (2 + z), s2 = s * s;
	double sum = 0;

	for (int k = 25; k >= 1; k -= 2)
		sum = sum * s2 + 1.0 / k;
	return 2 * s * sum;
}

static double
log_of(double x)
{
	int exponent;
	double m = frexp(x, &exponent); /* exact; m in [1/2, 1) */

	if (m < 0.7071067811865476)
		m *= 2, exponent--;
	return exponent * log_2 + log_near_1(m - 1);
}

/* exp(t) - 1 for |t| <= 0.35, by its series: the term of t^16 is below 2^-60 times t. */
static double
exp_near_0(double t)
{
	double sum = 0;

	for (int k = 15; k >= 1; k--)
		sum = (sum + 1) * t / k;
	return sum;
}

static double
exp_of(double t)
{
	const double whole = floor(t / log_2 + 0.5);

	if (whole < -1070)
		return 0;
	return ldexp(1 + exp_near_0(t - whole * log_2), (int)whole);
}

/* (exp(t) - 1) / t, which is 1 at 0. Without it, theta near 1 would give a difference of nearly equal numbers. */
static double
exp_slope(double t)
{
	if (t == 0)
		return 1;
	return (fabs(t) < 0.35 ? exp_near_0(t) : exp_of(t) - 1) / t;
}

/* log(1 + z) / z, which is 1 at 0. */
static double
log_slope(double z)
{
	if (z == 0)
		return 1;
	return (fabs(z) < 0.35 ? log_near_1(z) : log_of(1 + z)) / z;
}

/* x^-theta; its integral from 1 on, (x^(1 - theta) - 1) / (1 - theta), or log x; and the inverse of that. */
static double
h(double theta, double x)
{
	return exp_of(-theta * log_of(x));
}

static double
h_integral(double theta, double x)
{
	const double log_x = log_of(x);

	return exp_slope((1 - theta) * log_x) * log_x;
}

static double
h_integral_inverse(double theta, double u)
{
	double z = u * (1 - theta);

	if (z < -1) /* below -1 only by rounding, at the first rank's end */
		z = -1;
	return z == -1 ? INFINITY : exp_of(log_slope(z) * u);
}

struct zipf
zipf_of(uint64_t n, double theta)
{
	return (struct zipf){.n = n,
	                     .theta = theta,
	                     .from = h_integral(theta, 1.5) - 1,
	                     .to = h_integral(theta, (double)n + 0.5),
	                     .near = 2 - h_integral_inverse(theta, h_integral(theta, 2.5) - h(theta, 2))};
}

uint64_t
zipf_rank(const struct zipf *z, uint64_t *state)
{
	for (;;) {
		const double uniform = (double)(rng_next(state) >> 11) * 0x1p-53; /* [0, 1) */
		const double u = z->to + uniform * (z->from - z->to);             /* (from, to] */
		const double x = h_integral_inverse(z->theta, u), n = (double)z->n;
		const double k = x < 1 ? 1 : x > n ? n : floor(x + 0.5);

		if (k - x <= z->near || u >= h_integral(z->theta, k + 0.5) - h(z->theta, k))
			return (uint64_t)k;
	}
}
