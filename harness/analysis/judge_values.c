/* SPDX-License-Identifier: MIT */
/* judge_values.c - the values that a predicate computes with, and their intervals (judge.h); memory for them and for
 * texts. */
#include "harness/analysis/judge_parts.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* --- memory and text -------------------------------------------------------------------------------------- */

struct runs
judge_room(struct judge *j, size_t n, double **value, unsigned **rep)
{
	struct judge_block *block = malloc(sizeof *block + n * (sizeof **value + sizeof **rep));

	memory_needed(block);
	block->next = j->blocks;
	j->blocks = block;
	*value = block->value;
	*rep = (unsigned *)(void *)(block->value + n);
	return (struct runs){n, *value, *rep};
}

const char *
judge_text(struct judge *j, const char *format, ...)
{
	enum { ROOM = 200 };
	unsigned *rep;
	double *value;
	va_list arguments;
	char *text;

	judge_room(j, ROOM / sizeof *value, &value, &rep);
	text = (char *)value;
	va_start(arguments, format);
	vsnprintf(text, ROOM, format, arguments);
	va_end(arguments);
	return text;
}

void
judge_append(char *to, size_t room, const char *separator, const char *text)
{
	size_t used = strlen(to), more = strlen(text) + (used ? strlen(separator) : 0);

	if (used + more < room)
		sprintf(to + used, "%s%s", used ? separator : "", text);
}

/* --- values ----------------------------------------------------------------------------------------------- */

static const struct value absent = {.middle = NAN, .lo = NAN, .hi = NAN, .p = NAN, .unit = ""};

/* The median of quotients: the paired comparison of stats.h, with 1 as the other side of each block. */
static struct value
median_of_ratios(const struct judge *j, const double *v, size_t n)
{
	struct value out = {.n = n, .unit = "x", .parts = 1};
	double *ones = malloc(n * sizeof *ones);
	struct paired p;

	memory_needed(ones);
	for (size_t i = 0; i < n; i++)
		ones[i] = 1;
	p = paired_log_ratio(v, ones, n, j->level);
	free(ones);
	out.middle = p.ratio, out.lo = p.lo, out.hi = p.hi, out.p = p.p;
	return out;
}

struct value
judge_median(struct judge *j, struct runs runs, const char *unit)
{
	struct value out = {.lo = NAN, .hi = NAN, .p = NAN, .n = runs.n, .unit = unit, .parts = 1};
	size_t n = runs.n, lo, hi;
	double *v;
	unsigned *rep;

	if (n == 0)
		return absent;
	if (strcmp(unit, "x") == 0)
		return median_of_ratios(j, runs.value, n);
	judge_room(j, n, &v, &rep);
	memcpy(v, runs.value, n * sizeof *v);
	stats_sort(v, n);
	out.middle = stats_median(v, n);
	if (median_ranks_at(n, j->level, &lo, &hi)) {
		out.lo = v[lo - 1];
		out.hi = v[hi - 1];
	}
	return out;
}

struct value
judge_pooled(const struct judge *j, const uint64_t *num, const uint64_t *den, size_t n)
{
	struct value out = {.p = NAN, .n = n, .unit = "%", .pooled = true, .parts = 1};
	double hits = 0, of = 0;

	for (size_t i = 0; i < n; i++) {
		hits += (double)num[i];
		of += (double)den[i];
	}
	if (!(of > 0))
		return absent;
	out.middle = hits / of;
	wilson_pooled(num, den, n, j->level, &out.lo, &out.hi);
	return out;
}

struct value
judge_exact(double value, const char *unit)
{
	return (struct value){.middle = value, .lo = value, .hi = value, .n = 1, .p = NAN, .unit = unit, .exact = true};
}

/* An exact value limits nothing. */
static size_t
fewer_runs(const struct value *a, const struct value *b)
{
	if (a->exact || b->exact)
		return a->exact ? b->n : a->n;
	return a->n < b->n ? a->n : b->n;
}

struct value
judge_minus(struct value a, struct value b)
{
	if (a.n == 0 || b.n == 0)
		return absent;
	a.n = fewer_runs(&a, &b);
	a.middle -= b.middle;
	a.lo -= b.hi;
	a.hi -= b.lo;
	a.p = NAN;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	return a;
}

struct value
judge_quotient(struct value a, struct value b)
{
	if (a.n == 0 || b.n == 0 || !(b.lo > 0))
		return absent;
	a.n = fewer_runs(&a, &b);
	a.middle /= b.middle;
	a.lo /= b.hi;
	a.hi /= b.lo;
	a.p = NAN;
	a.exact = a.exact && b.exact;
	a.parts += b.parts;
	a.unit = "x";
	return a;
}
