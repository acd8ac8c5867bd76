/* SPDX-License-Identifier: MIT */
/*
 * striped_plain.h - the plain bucket of striped.h: b fingerprints of f bits side by side, as in plain_codec.h, but read and written a
 * whole aligned word at a time, because only those are atomic.
 *
 *      word        |   0   |   1   |   2   |
 *      f=12, b=4   | bucket 0  | bucket 1  |       every bucket lies in two words of 32 bits, 2 of 8 entries as well
 *
 * An entry in two words is written half by half. Readers may see one half: of a fingerprint that arrives, which they then do not
 * find yet; of one that leaves, after the bump, so that a negative answer is not believed; or by chance another fingerprint in a mixture of
 * two, which is a false positive that lasts some nanoseconds.
 */
#ifndef CUCKOOBENCH_STRIPED_PLAIN_H
#define CUCKOOBENCH_STRIPED_PLAIN_H

#include "variants/packed.h"
#include "variants/striped.h"

/* Entries in one load of at most 64 bits. */
ALWAYS_INLINE unsigned
striped_group(unsigned f, unsigned b)
{
	unsigned g = b;

	while (g * f > 64)
		g /= 2;
	return g;
}

ALWAYS_INLINE bool
striped_plain_has(const struct striped *c, struct striped_variant v, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = striped_group(f, b), width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	const size_t bit1 = striped_bit(v, i1, f * b), bit2 = striped_bit(v, i2, f * b);
	uint64_t found = 0;

	PROBE(c->table.data + bit1 / 8, (bit1 % 8 + b * f + 7) / 8);
	PROBE(c->table.data + bit2 / 8, (bit2 % 8 + b * f + 7) / 8);
	/* All of the first bucket before any of the second (striped_ops.h); no branch between, so the processor asks for both at once. */
	for (unsigned j = 0; j < b / g; j++)
		found |= packed_zero_field(striped_bits(c, bit1 + j * width, width) ^ want, ones, f);
	for (unsigned j = 0; j < b / g; j++)
		found |= packed_zero_field(striped_bits(c, bit2 + j * width, width) ^ want, ones, f);
	return found != 0;
}

ALWAYS_INLINE void
striped_plain_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f, unsigned b)
{
	const unsigned g = striped_group(f, b);
	const size_t bit = striped_bit(v, i, f * b);

	for (unsigned j = 0; j < b / g; j++) {
		uint64_t group = striped_bits(c, bit + j * f * g, f * g);

		for (unsigned e = 0; e < g; e++)
			fp[j * g + e] = (uint32_t)(group >> e * f & low_mask(f));
	}
}

/*
 * Whatever it replaces is one entry; all others keep their bits, so that its words may become visible one by one. Of several copies it
 * takes the lowest: a reader, which goes upwards, then still comes to the others (striped_ops.h).
 */
ALWAYS_INLINE bool
striped_plain_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump, unsigned f,
                      unsigned b)
{
	const unsigned g = striped_group(f, b), width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	const size_t bit = striped_bit(v, i, f * b), stripe = striped_stripe(c, v, i, f * b);

	for (unsigned k = 0; k < b / g; k++) {
		const unsigned j = MUTANT(MUTANT_HIGHEST_FIRST) ? b / g - 1 - k : k;
		uint64_t zero = packed_zero_field(striped_bits(c, bit + j * width, width) ^ want, ones, f);

		if (zero) {
			size_t at = bit + j * width + (unsigned)__builtin_ctzll(zero) / f * f;
			uint64_t mask = low_mask(f) << at % 32, value = (uint64_t)by << at % 32;

			if (bump && !MUTANT(MUTANT_BUMP_LATE))
				stripe_bump(c, v, stripe);
			striped_put(c, at / 32, (uint32_t)mask, (uint32_t)value);
			if (mask >> 32)
				striped_put(c, at / 32 + 1, (uint32_t)(mask >> 32), (uint32_t)(value >> 32));
			if (bump && MUTANT(MUTANT_BUMP_LATE))
				stripe_bump(c, v, stripe);
			return true;
		}
	}
	return false;
}

#endif
