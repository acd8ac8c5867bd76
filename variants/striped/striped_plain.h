/* SPDX-License-Identifier: MIT */
/*
 * striped_plain.h - the plain bucket of striped.h: b adjacent fingerprints of f bits, as in plain_codec.h. It is read
 * and written one aligned word at a time, because only aligned words are atomic in C11. (Readers have another way as
 * well: striped_find.h.)
 *
 *      word        |   0   |   1   |   2   |
 *      f=12, b=4   | bucket 0  | bucket 1  |       every bucket lies in two words of 32 bits; so do 2 of 8 entries
 *
 * An entry in two words is written half by half. Readers may see one half of a fingerprint that arrives: they do not
 * find it yet. They may see one half of a fingerprint that leaves: that is after the bump, so a negative answer is
 * discarded. Or the mixture of two is by chance another fingerprint: a false positive that lasts some nanoseconds.
 */
#ifndef CUCKOOBENCH_STRIPED_PLAIN_H
#define CUCKOOBENCH_STRIPED_PLAIN_H

#include "variants/striped/striped_find.h"

/* The top bit of each entry of a group that equals its field of `want`. Above the lowest match, other entries may be
 * reported too (packed_zero_field). */
ALWAYS_INLINE uint64_t
striped_plain_holds(const struct striped *c, struct striped_variant v, size_t bit, unsigned width, uint64_t want,
                    uint64_t ones, unsigned f)
{
	return packed_zero_field(striped_group(c, v, bit, width) ^ want, ones, f);
}

/* Does bucket i seem to hold fp, or with fp = 0 an empty entry? */
ALWAYS_INLINE bool
striped_plain_seems(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), width = f * g;
	const uint64_t ones = packed_ones(f, g);
	const size_t bit = striped_bit(v, i, f * b);
	uint64_t held = 0;

	for (unsigned j = 0; j < b / g; j++)
		held |= striped_plain_holds(c, v, bit + j * width, width, fp * ones, ones, f);
	return held != 0;
}

ALWAYS_INLINE void
striped_plain_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f,
                      unsigned b)
{
	const unsigned g = packed_group(f, b);
	const size_t bit = striped_bit(v, i, f * b);

	for (unsigned j = 0; j < b / g; j++) {
		uint64_t group = striped_group(c, v, bit + j * f * g, f * g);

		for (unsigned e = 0; e < g; e++)
			fp[j * g + e] = (uint32_t)(group >> e * f & low_mask(f));
	}
}

/*
 * Sets the entry of f bits at `bit` to `by`. The caller holds its stripe. A 12-bit entry lies in exactly two bytes, so
 * on x86-64 it is written as those two bytes. Whether it lies in one word or two depends on the entry. A branch on that
 * is mispredicted one time in four, and then waits for all that led to the entry. Without it deletions run at 0.75 of
 * cf's rate instead of 0.63 (Emerald Rapids, 24 MiB, gcc 12). Other usual lengths always lie in one word.
 */
ALWAYS_INLINE void
striped_plain_put(struct striped *c, size_t bit, uint32_t by, unsigned f)
{
	const uint64_t mask = low_mask(f) << bit % 32, value = (uint64_t)by << bit % 32;

#if SHARED_BY_MACHINE
	if (f == 12) {
		striped_put_bytes(c->table.data + bit / 8, 0xfffu << bit % 8, by << bit % 8);
		return;
	}
#endif
	striped_put(c, bit / 32, (uint32_t)mask, (uint32_t)value);
	if (mask >> 32)
		striped_put(c, bit / 32 + 1, (uint32_t)(mask >> 32), (uint32_t)(value >> 32));
}

/*
 * Replaces one entry. All others keep their bits, so its words may become visible one by one. If it leaves another copy
 * of what it removes in the same bucket, it also raises the other bucket's version (striped_ops.h). Its caller holds
 * both stripes. `leaves` may be true in error, which does no harm.
 */
ALWAYS_INLINE bool
striped_plain_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump,
                      unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	const size_t bit = striped_bit(v, i, f * b), stripe = striped_stripe(c, v, i, f * b);
	size_t at = SIZE_MAX;
	bool leaves = false;

	for (unsigned j = 0; j < b / g; j++) {
		const uint64_t held = striped_plain_holds(c, v, bit + j * width, width, want, ones, f);

		leaves |= at == SIZE_MAX ? (held & (held - 1)) != 0 : held != 0;
		if (held && at == SIZE_MAX)
			at = bit + j * width + (unsigned)__builtin_ctzll(held) / f * f;
		if (at != SIZE_MAX && !bump)
			break;
	}
	if (at == SIZE_MAX)
		return false;
	if (bump && !MUTANT(MUTANT_BUMP_LATE))
		stripe_bump(c, v, stripe);
	if (bump && leaves && !MUTANT(MUTANT_COPY_BUMPS_ONE))
		stripe_bump(c, v, striped_stripe(c, v, striped_alternate(c, v, i, fp), f * b));
	striped_plain_put(c, at, by, f);
	if (bump && MUTANT(MUTANT_BUMP_LATE))
		stripe_bump(c, v, stripe);
	return true;
}

/* Removes fp from bucket i if that holds exactly one copy of it. The caller needs only this bucket's stripe. */
ALWAYS_INLINE bool
striped_plain_take(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, bool bump, unsigned f,
                   unsigned b)
{
	const unsigned g = packed_group(f, b), width = f * g;
	const uint64_t ones = packed_ones(f, g), want = fp * ones;
	const size_t bit = striped_bit(v, i, f * b);
	size_t at = 0;
	uint64_t held = 0;

	for (unsigned j = 0; j < b / g; j++) {
		const uint64_t more = striped_plain_holds(c, v, bit + j * width, width, want, ones, f);

		if (more && held)
			return false;
		at = more ? bit + j * width : at;
		held |= more;
	}
	if (MUTANT(MUTANT_TAKE_UNSEEN) && !held)
		held = 1;
	if (!held || ((held & (held - 1)) && !MUTANT(MUTANT_TAKE_ANY)))
		return false;
	at += (unsigned)__builtin_ctzll(held) / f * f;
	if (bump && !MUTANT(MUTANT_BUMP_LATE))
		stripe_bump(c, v, striped_stripe(c, v, i, f * b));
	striped_plain_put(c, at, 0, f);
	if (bump && MUTANT(MUTANT_BUMP_LATE))
		stripe_bump(c, v, striped_stripe(c, v, i, f * b));
	return true;
}

#endif
