/* SPDX-License-Identifier: MIT */
/*
 * cells.h - which keys of a filter of variants/striped/striped.h are indistinguishable: those of one cell, which is one
 * fingerprint and one pair of buckets.
 */
#ifndef CUCKOOBENCH_TESTS_CELLS_H
#define CUCKOOBENCH_TESTS_CELLS_H

#include "variants/striped/striped_kind.h"

static inline struct striped_place
cells_place(const struct striped *c, uint64_t key)
{
	return c->kind->locate(c, key);
}

static inline bool
cells_same(struct striped_place a, struct striped_place b)
{
	return a.fp == b.fp && ((a.i1 == b.i1 && a.i2 == b.i2) || (a.i1 == b.i2 && a.i2 == b.i1));
}

/* May a lookup of this key combine a part of an entry (semi-sorted: of a bucket) from before a change with a part from
 * after it, and so see a fingerprint that never was there? Only if these parts are in different words. */
static inline bool
cells_may_mix(const struct striped *c, struct striped_place p)
{
	const unsigned word = 8 * sizeof *striped_words(c);
	const struct striped_variant v = {.layout = c->kind->limits->layout};
	const unsigned code = c->kind->limits->code_bits, width = c->f * c->b - code, part = code ? width : c->f;
	const size_t bits[] = {striped_bit(v, p.i1, width), striped_bit(v, p.i2, width)};

	for (unsigned i = 0; i < 2; i++)
		for (size_t bit = bits[i]; bit < bits[i] + width; bit += part)
			if (bit / word != (bit + part - 1) / word)
				return true;
	return false;
}

#endif
