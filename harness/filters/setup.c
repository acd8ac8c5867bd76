/* SPDX-License-Identifier: MIT */
/* setup.c - see setup.h. */
#include "harness/filters/setup.h"

#include "harness/filters/plugin.h"
#include "harness/timing/table.h"

#include <math.h>
#include <stdlib.h>

void
setup_paper(const struct filter_ops *ops, size_t bytes, struct filter_params *params, size_t *target)
{
	const double bits = ops->facts.bits_per_item;

	*params = ops->facts.params;
	params->bytes = bytes;
	*target = bits > 0 ? (size_t)((double)bytes * 8 / bits) : SIZE_MAX;
}

/* Bits an item. */
static double
setup_bits_of_hashes(const struct filter_ops *ops, unsigned k)
{
	if (ops->facts.part == FILTER_FIELD)
		for (const struct filter_shape *s = ops->facts.shapes; s && s->bits; s++)
			if (s->hashes == k)
				return s->bits;
	return k / M_LN2;
}

void
setup_for_items(const struct filter_ops *ops, size_t n, struct filter_params *params)
{
	const size_t block = ops->facts.block ? ops->facts.block : 1;

	if (ops->caps & FILTER_FILLS) {
		params->items = n;
	} else if (!(ops->caps & FILTER_STATIC)) {
		params->bytes = (size_t)ceil((double)n * setup_bits_of_hashes(ops, params->hashes) / 8);
		params->bytes = (params->bytes + block - 1) / block * block;
	}
}

bool
setup_is_compared(const struct filter_ops *ops)
{
	if (ops->caps & FILTER_STATIC)
		return false;
	if (plugin_of(ops))
		return true;
	return !ops->twin && !(ops->caps & (FILTER_SHARED | FILTER_CONTROL)) && ops->facts.part != FILTER_LATER &&
	       ops->facts.part != FILTER_FIELD;
}

bool
setup_has_table(const struct filter_ops *ops)
{
	return setup_is_compared(ops) || (ops->facts.part == FILTER_FIELD && !ops->twin &&
	                                  !(ops->caps & (FILTER_STATIC | FILTER_SHARED | FILTER_CONTROL)));
}

bool
setup_is_asked(const struct filter_ops *ops)
{
	return !(ops->caps & FILTER_CONTROL) && isa_is_native(ops->isa);
}

bool
setup_is_static(const struct filter_ops *ops)
{
	return ops->caps & FILTER_STATIC && !(ops->caps & FILTER_CONTROL) && !ops->twin &&
	       ops->facts.part != FILTER_FIELD;
}

struct setup_cost
setup_cost(const struct filter_ops *ops, size_t bytes)
{
	const struct setup_cost told = {ops->facts.ns.insert, ops->facts.ns.lookup, ops->facts.ns.remove};
	const struct setup_cost c = told.insert > 0 ? told : (struct setup_cost){300, 150, 200};
	/* The last: with more pages of 2 MiB than a processor finds without reading page tables. */
	const double place = bytes < (size_t)1 << 20    ? 0.25
	                     : bytes < (size_t)16 << 20 ? 0.4
	                     : bytes < (size_t)1 << 30  ? 1
	                                                : 1.5;

	return (struct setup_cost){c.insert * place, c.lookup * place, c.remove * place};
}

/* Returns the filter whose lines this one touches: itself, or the one whose answers it gives. */
static const struct filter_ops *
lines_owner(const struct filter_ops *ops)
{
	while (ops->twin && !(ops->facts.lines.insert > 0))
		ops = filter_find(ops->twin);
	return ops;
}

static double
or_one(double lines)
{
	return lines > 0 ? lines : 1;
}

/* Returns the expected number of bits read until one is clear, at most k, if a share s of them is set: 1 + s + s^2 +
 * ... + s^(k-1). */
static double
bits_until_clear(double s, double k)
{
	return s < 1 ? (1 - pow(s, k)) / (1 - s) : k;
}

double
setup_lines(const struct filter_ops *ops, enum setup_op op, double positive, double full)
{
	const struct filter_facts *f = &lines_owner(ops)->facts;
	const double present = or_one(f->lines.present);
	double absent;

	if (op != SETUP_LOOKUP)
		return or_one(op == SETUP_INSERT ? f->lines.insert : f->lines.remove);
	/* A Bloom filter with its nominal number of items has half of its bits set. Each item sets the same share of
	 * the bits that are still clear. */
	absent = f->stops ? bits_until_clear(1 - pow(2, -full), present) : or_one(f->lines.absent);
	return (1 - positive) * absent + positive * present;
}

double
setup_lookup_lines(const struct filter_ops *ops, unsigned fp_bits, unsigned hashes, double positive)
{
	for (const struct filter_shape *s = ops->facts.shapes; s && s->fp_bits; s++)
		if (s->fp_bits == fp_bits && s->lines > 0)
			return s->lines;
	if (hashes > 0 && lines_owner(ops)->facts.stops)
		return (1 - positive) * setup_lines(ops, SETUP_LOOKUP, 0, 1) + positive * hashes;
	return setup_lines(ops, SETUP_LOOKUP, positive, 1);
}

double
setup_series_lines(const struct filter_ops *ops, const char *series, double positive)
{
	const char *shape = strchr(series, ':'), *k = shape ? strchr(shape, 'k') : NULL;
	const int bits = shape && shape[1] == 'f' ? atoi(shape + 2) : 0, hashes = k ? atoi(k + 1) : 0;

	return setup_lookup_lines(ops, (unsigned)bits, (unsigned)hashes, positive);
}

/* The tolerance includes a Bloom filter, whose lookup of an absent key stops after nearly two lines. */
bool
setup_are_two(double lines)
{
	return fabs(lines - 2) < 0.02;
}

struct filter_params
setup_kicks(const struct filter_ops *ops, const struct filter_params *params, enum filter_kicks kicks)
{
	const struct filter_params tiny = {.bytes = 4096, .kicks = kicks};
	struct filter_params p = *params;

	/* A plug-in runs only in children, so it is not tried here and keeps its own default. */
	if (kicks && !p.kicks && !plugin_of(ops) && table_accepts(ops, &tiny))
		p.kicks = kicks;
	return p;
}

/* 16 bytes a key is what xor takes, the most of this suite's own; public programs take 24 (peel_build.h). */
size_t
setup_scratch(const struct filter_ops *ops, double n)
{
	return ops->caps & FILTER_STATIC ? (size_t)((plugin_of(ops) ? 24 : 17) * n) : 0;
}

size_t
setup_table_bytes(const struct filter_ops *ops, const struct filter_params *p)
{
	size_t slots = p->slots ? p->slots : 4;

	if (p->bytes)
		return p->bytes;
	if (ops->facts.slot_bits)
		return p->buckets * slots * ops->facts.slot_bits / 8;
	return p->buckets * slots * ((p->fp_bits ? p->fp_bits : 12) + p->counter_bits) / 8 + 1;
}
