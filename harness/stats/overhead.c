/* SPDX-License-Identifier: MIT */
/* overhead.c - see overhead.h. */
#include "harness/stats/overhead.h"

#include <math.h>
#include <stdbool.h>

double
overhead_at(struct overhead_line line, double work)
{
	return line.time + line.slope * work;
}

/* Returns whether a is lower. Of two lines that are equally low, the one that stays lower wins; NaN loses. */
static bool
is_lower(struct overhead_line a, struct overhead_line b, double work)
{
	const double x = overhead_at(a, work), y = overhead_at(b, work);

	return x < y || (x == y && a.slope < b.slope) || (isnan(y) && !isnan(x));
}

size_t
overhead_envelope(const struct overhead_line *line, size_t n, struct overhead_piece *piece)
{
	size_t at = 0, pieces = 0;

	for (size_t i = 1; i < n; i++)
		at = is_lower(line[i], line[at], 0) ? i : at;
	if (n == 0 || isnan(line[at].time))
		return 0;
	piece[pieces++] = (struct overhead_piece){.line = at, .from = 0};
	/* The next piece is the flatter line that the present one meets first. Slopes fall, so this ends. */
	for (;;) {
		double first = INFINITY;
		size_t next = n;

		for (size_t i = 0; i < n; i++) {
			const double meet = (line[i].time - line[at].time) / (line[at].slope - line[i].slope);

			if (!(line[i].slope < line[at].slope) || isnan(line[i].time))
				continue;
			if (meet < first || (next < n && meet == first && line[i].slope < line[next].slope)) {
				first = meet;
				next = i;
			}
		}
		if (next == n)
			return pieces;
		at = next;
		piece[pieces++] = (struct overhead_piece){.line = at, .from = first};
	}
}

/* Returns the ratios of b over a with these rates. */
static struct paired
with_rates(const struct overhead_measured *a, const struct overhead_measured *b, size_t n, double weight, double rate_a,
           double rate_b, double level)
{
	enum { MOST = 1000 };
	double x[MOST], y[MOST];

	n = n < MOST ? n : MOST;
	for (size_t i = 0; i < n; i++) {
		x[i] = a->time[i] + weight * rate_a;
		y[i] = b->time[i] + weight * rate_b;
	}
	return paired_log_ratio(y, x, a->turn, n, level);
}

static double
rate_of(const struct overhead_measured *m)
{
	return m->negatives ? (double)m->positives / (double)m->negatives : 0;
}

struct paired
overhead_advantage(const struct overhead_measured *a, const struct overhead_measured *b, size_t n, double absent,
                   double work, double level)
{
	const double weight = absent * work;
	struct paired out = with_rates(a, b, n, weight, rate_of(a), rate_of(b), level / 2), end;
	double lo_a, hi_a, lo_b, hi_b;

	if (weight <= 0)
		return with_rates(a, b, n, 0, 0, 0, level);
	/* Two rates get a quarter of the level each. One rate, by which both move, gets a half. */
	wilson(a->positives, a->negatives, a->table == b->table ? level / 2 : level / 4, &lo_a, &hi_a);
	wilson(b->positives, b->negatives, a->table == b->table ? level / 2 : level / 4, &lo_b, &hi_b);
	if (a->table == b->table) {
		/* (y + x) / (z + x) moves from y / z monotonically towards 1 as x grows. So its extremes are at the
		 * ends of x's interval. */
		end = with_rates(a, b, n, weight, lo_a, lo_a, level / 2);
		out.lo = fmin(out.lo, end.lo), out.hi = fmax(out.hi, end.hi);
		end = with_rates(a, b, n, weight, hi_a, hi_a, level / 2);
		out.lo = fmin(out.lo, end.lo), out.hi = fmax(out.hi, end.hi);
		return out;
	}
	end = with_rates(a, b, n, weight, hi_a, lo_b, level / 2);
	out.lo = end.lo;
	end = with_rates(a, b, n, weight, lo_a, hi_b, level / 2);
	out.hi = end.hi;
	return out;
}
