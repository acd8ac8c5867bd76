/* SPDX-License-Identifier: MIT */
/* change.c - see change.h. */
#include "harness/stats/change.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <stdlib.h>
#include <string.h>

/*
 * How much is a change? Shares of a ceiling spread by 6 or 7 % from round to round. 15 % between all of two runs finds
 * the change of change.h, whose gap is 19 %. Of other series of 31 rounds it takes less than one in a hundred
 * (tests/referee/changes.py).
 */
static const double large = 1.15;
enum { RUN_LEAST = 3 /* two rounds in a row are disturbed together often enough */ };

/* Their median. Leaves them as they are. */
static double
median_of(const double *values, size_t n)
{
	double *sorted = memory_new(n, sizeof *sorted), median;

	memcpy(sorted, values, n * sizeof *sorted);
	stats_sort(sorted, n);
	median = stats_median(sorted, n);
	free(sorted);
	return median;
}

static uint64_t
thousandths(double after, double before)
{
	return before > 0 && after > 0 ? (uint64_t)(CHANGE_NONE * after / before + 0.5) : CHANGE_NONE;
}

/* The least of the higher run over the greatest of the lower, if they are split before round `at`; below 1 if neither
 * run is above the other. */
static double
gap(const double *round, size_t n, size_t at)
{
	double least[2] = {round[0], round[at]}, most[2] = {round[0], round[at]};

	for (size_t i = 0; i < n; i++) {
		const int side = i >= at;

		least[side] = round[i] < least[side] ? round[i] : least[side];
		most[side] = round[i] > most[side] ? round[i] : most[side];
	}
	return least[1] > most[0] ? least[1] / most[0] : least[0] / most[1];
}

uint64_t
change_of_rounds(const double *round, size_t n)
{
	double widest = large;
	size_t at = 0;

	for (size_t i = RUN_LEAST; i + RUN_LEAST <= n; i++)
		if (gap(round, n, i) > widest) {
			widest = gap(round, n, i);
			at = i;
		}
	return at ? thousandths(median_of(round + at, n - at), median_of(round, at)) : CHANGE_NONE;
}

static double
distance(uint64_t change)
{
	return change >= CHANGE_NONE ? (double)change / CHANGE_NONE : CHANGE_NONE / (double)(change ? change : 1);
}

uint64_t
change_greater(uint64_t a, uint64_t b)
{
	return distance(a) >= distance(b) ? a : b;
}

bool
change_is_large(uint64_t change)
{
	return distance(change) > large;
}
