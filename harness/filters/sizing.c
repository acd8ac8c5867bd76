/* SPDX-License-Identifier: MIT */
/* sizing.c - see sizing.h. */
#include "harness/filters/sizing.h"

#include "harness/filters/candidates.h"
#include "harness/filters/plugin.h"
#include "harness/filters/rates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what a reference run counted --------------------------------------------------------------------------------- */

/* False positive rates of 29 million keys in `field-full`: filter and parameters, as candidates.h names them. */
static const struct counted {
	const char *filter, *parameters;
	double rate;
} counted[] = {
#define COUNTED(filter, parameters, rate) {#filter, #parameters, rate},
#include "harness/filters/rates_counted.def"
#undef COUNTED
};
enum { COUNTED_KEYS = 29360128, COUNTED_ROWS = sizeof counted / sizeof *counted };

/* The name of the filter whose table this one keeps. */
static const char *
family_of(const struct filter_ops *ops)
{
	return ops->twin ? ops->twin : ops->name;
}

/* The theory of a row's filter, with that run's keys; negative: there is none, or a later build has other shapes. */
static double
theory_of_counted(const struct counted *row)
{
	struct candidate all[2 * CANDIDATES_MOST];
	size_t count = candidates_make(all, CANDIDATES_ALL, COUNTED_KEYS, 64);

	count += candidates_near(all + count, NULL, (1u << CANDIDATES_NEARS) - 1, COUNTED_KEYS);
	for (size_t i = 0; i < count; i++) {
		struct filter_params p = all[i].params;
		size_t bytes;

		if (strcmp(all[i].twin->name, row->filter) != 0 || strcmp(all[i].name, row->parameters) != 0)
			continue;
		if (all[i].twin->caps & FILTER_STATIC)
			p.items = COUNTED_KEYS;
		return filter_size(all[i].twin, &p, &bytes)
		               ? -1
		               : rates_theory(all[i].twin, &p, bytes, COUNTED_KEYS).expected;
	}
	return -1;
}

/* What was counted of a family over its theory, in the row that is nearest to a rate; 0: there is none. */
static double
counted_over_theory(const struct filter_ops *ops, double rate)
{
	double nearest = INFINITY, ratio = 0;

	for (const struct counted *c = counted; c < counted + COUNTED_ROWS; c++) {
		const double away = fabs(log(c->rate / rate));
		const bool own = strcmp(c->filter, family_of(ops)) == 0;
		const double theory = own ? theory_of_counted(c) : -1;

		if (theory > 0 && away < nearest) {
			nearest = away;
			ratio = c->rate / theory;
		}
	}
	return ratio;
}

/* Of a family whose rate no theory gives: as counted with this f, with as full a table; negative: it was not. */
static double
rate_as_counted(const struct filter_ops *ops, unsigned f)
{
	for (const struct counted *c = counted; c < counted + COUNTED_ROWS; c++)
		if (strcmp(c->filter, family_of(ops)) == 0 && c->parameters[0] == 'f' &&
		    (unsigned)atoi(c->parameters + 1) == f)
			return c->rate;
	return -1;
}

/* --- parameters of one filter ------------------------------------------------------------------------------------- */

/* Sizes it with these parameters. False: it refuses them, or no rate is known. */
static bool
size_with(const struct sizing_wish *w, const struct filter_ops *ops, const struct filter_params *params,
          struct sizing *s)
{
	struct filter_params p = *params;

	*s = (struct sizing){.ops = ops, .params = *params};
	if (filter_size(ops, &p, &s->bytes))
		return false;
	s->rate = rates_theory(ops, &p, s->bytes, (double)w->items).expected;
	if (s->rate < 0)
		s->rate = rate_as_counted(ops, p.fp_bits);
	return s->rate >= 0;
}

static void
keep_smaller(struct sizing *best, const struct sizing *s)
{
	if (!best->ops || s->bytes < best->bytes || (s->bytes == best->bytes && s->rate < best->rate))
		*best = *s;
}

/* By fingerprints, with the filter's own buckets and, of a cuckoo filter, others. Not the shortest that keeps the rate:
 * where few bits leave keys too few places, a longer one may take a smaller table. */
static void
by_fingerprints(const struct sizing_wish *w, const struct filter_ops *ops, struct sizing *best)
{
	const bool cuckoo = ops->uses & USES_KICKS && ops->uses & USES_SLOTS;
	struct filter_params p = {.items = w->items, .value_bits = w->value_bits};
	struct sizing s;

	for (p.slots = cuckoo ? 1 : 0; p.slots <= (cuckoo ? 8 : 0); p.slots *= 2) {
		for (p.fp_bits = 1; p.fp_bits <= 32; p.fp_bits++)
			if (size_with(w, ops, &p, &s) && s.rate <= w->rate)
				keep_smaller(best, &s);
		if (!p.slots)
			break;
	}
}

/* By bits: for each k the fewest bytes that keep the rate, found by halving. */
static void
by_bits(const struct sizing_wish *w, const struct filter_ops *ops, struct sizing *best)
{
	enum { BITS_MOST = 128 };
	const bool has_k = ops->uses & USES_HASHES;
	const size_t block = ops->facts.block ? ops->facts.block : 1;
	const double log_rate = -log2(w->rate);
	/* the best k of an ideal filter is log2(1 / rate); blocks want fewer, and words fewer still */
	const unsigned least = has_k ? (unsigned)fmax(1, floor(log_rate / 2)) : 0,
		       most = has_k ? (unsigned)ceil(log_rate) + 1 : 0;

	for (unsigned k = least; k <= most; k++) {
		size_t few = 0, enough = w->items / 8 * BITS_MOST / block + BITS_MOST;
		struct filter_params p = {.hashes = k, .bytes = enough * block};
		struct sizing s;

		if (!size_with(w, ops, &p, &s) || s.rate > w->rate)
			continue;
		keep_smaller(best, &s);
		while (enough - few > 1 + enough / 2048) { /* half a thousandth */
			const size_t half = few + (enough - few) / 2;

			p.bytes = half * block;
			if (size_with(w, ops, &p, &s) && s.rate <= w->rate) {
				keep_smaller(best, &s);
				enough = half;
			} else {
				few = half;
			}
		}
	}
}

static bool
is_wanted(const struct sizing_wish *w, const struct filter_ops *ops)
{
	const bool shared = ops->caps & FILTER_SHARED;

	if (ops->caps & FILTER_CONTROL || !ops->settle || plugin_of(ops))
		return false;
	if (shared != w->shared || (shared ? strstr(ops->name, "-batch") : ops->twin))
		return false;
	if (ops->caps & FILTER_STATIC && !w->statics)
		return false;
	return (!w->deletes || ops->caps & FILTER_REMOVE) && !w->value_bits == !(ops->caps & FILTER_VALUES);
}

static int
smaller_first(const void *a, const void *b)
{
	const struct sizing *x = a, *y = b;

	return x->bytes != y->bytes ? (x->bytes > y->bytes) - (x->bytes < y->bytes)
	                            : (x->rate > y->rate) - (x->rate < y->rate);
}

size_t
sizing_make(const struct sizing_wish *w, struct sizing to[SIZING_MOST])
{
	size_t count = 0;

	for (size_t i = 0; filter_all[i] && count < SIZING_MOST; i++) {
		struct sizing best = {.ops = NULL};

		if (!is_wanted(w, filter_all[i]))
			continue;
		(filter_all[i]->uses & USES_FP_BITS || filter_all[i]->caps & FILTER_FILLS ? by_fingerprints : by_bits)(
			w, filter_all[i], &best);
		if (!best.ops)
			continue;
		best.counted = counted_over_theory(best.ops, best.rate);
		to[count++] = best;
	}
	qsort(to, count, sizeof *to, smaller_first);
	return count;
}
