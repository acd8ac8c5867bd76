/* SPDX-License-Identifier: MIT */
/*
 * judge_values.h - quantities with their intervals at the level of a claim; texts that the judge owns.
 */
#ifndef CUCKOOBENCH_JUDGE_VALUES_H
#define CUCKOOBENCH_JUDGE_VALUES_H

#include "harness/analysis/claims.h"

#include <stdbool.h>
#include <stddef.h>

/* One value per repetition, in the order of repetitions. The judge owns the arrays. */
struct runs {
	size_t n;
	const double *value;
	const unsigned *rep;
};

/* A quantity with its interval at the claim's level. n = 0: absent. NaN lo and hi: too few runs for an interval. */
struct value {
	double middle, lo, hi;
	size_t n;
	double p; /* p-value of the sign test against `at`; NaN if there was none */
	/* "x": a ratio; "%" and "points": a share printed in per cent; anything else is printed as it is */
	const char *unit;
	bool exact;     /* needs no repetition */
	bool pooled;    /* counted over all repetitions together, so n does not limit it */
	unsigned parts; /* number of intervals that it combines: it counts as this many comparisons */
};

/* The median. */
struct value judge_median(struct judge *, struct runs, const char *unit);
/* A count that one run determines: source lines, combinations, wrong answers. */
struct value judge_exact(double value, const char *unit);
/* a - b and a / b. Their intervals combine every pair of the operands' ends; for a quotient both must be > 0. */
struct value judge_minus(struct value a, struct value b);
struct value judge_quotient(struct value a, struct value b);

/* Formats a text like printf, up to 200 bytes. The judge owns it. */
const char *judge_text(struct judge *, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
