/* SPDX-License-Identifier: MIT */
/*
 * vqf_block.h - one block of a vector quotient filter: the metadata of 48 or 28 remainders, and how they move.
 *
 *      64 bytes:   | metadata, 128 bits | 48 remainders of 8 bits  |      80 buckets      VQF_8
 *                  | metadata, 64 bits  | 28 remainders of 16 bits |      36 buckets      VQF_16
 *
 * A block is a small quotient filter. Remainders stand without a gap, in the order of their buckets. The metadata has
 * a 0 where a bucket begins, and a 1 for each remainder of it:
 *
 *      bucket          0     1 2       3   4
 *      metadata        0 1 1 0 0 1 1 1 0 1 0 0 ... 0           bits from the lowest; behind the last bucket 0s
 *      remainder         a b     c d e   f
 *      slot              0 1     2 3 4   5
 *
 *      the b-th 0, at bit p:    p - b remainders before it, so bucket b begins in slot p - b
 *      bucket b, as a set:      the slots from there up to, not including, the slot where bucket b + 1 begins
 *
 * So the number of ones is the number of remainders, and a block of zeros is empty. The published code has ones and
 * zeros the other way round, and a bucket's mark behind its remainders. A new remainder is the first of its bucket, for
 * which one mark has to be found, not two.
 *
 * A set of slots is a word with a bit for each lane of the block, of 8 or 16 bits: the first lanes are the metadata's.
 *
 * Only insertions and deletions depend on how many bytes a processor moves at once, and lookups on how many it compares
 * (vqf_block_portable.h, vqf_block_vector.h).
 *
 * Invariants: there are as many marks as buckets, the first one at bit 0; slots that are not used are 0.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_H
#define CUCKOOBENCH_VQF_BLOCK_H

#include "core/bits.h"
#include "core/isa.h"

/* The two published kinds of block, by the bits of a remainder. */
enum vqf_form { VQF_8 = 8, VQF_16 = 16 };

enum { VQF_BYTES = 64 };

ALWAYS_INLINE unsigned
vqf_slots(enum vqf_form form)
{
	return form == VQF_8 ? 48 : 28;
}

/* An insertion looks at the second block if the first has so many remainders: three quarters, as published. */
ALWAYS_INLINE unsigned
vqf_asks_second(enum vqf_form form)
{
	return vqf_slots(form) / 4 * 3;
}

/* All other bits of a line: 512 - 48 * 8 = 128 = 48 + 80, and 512 - 28 * 16 = 64 = 28 + 36. */
ALWAYS_INLINE unsigned
vqf_buckets(enum vqf_form form)
{
	return form == VQF_8 ? 80 : 36;
}

/* Bytes of the metadata. */
ALWAYS_INLINE unsigned
vqf_head(enum vqf_form form)
{
	return form == VQF_8 ? 16 : 8;
}

/* Lanes of the metadata. */
ALWAYS_INLINE unsigned
vqf_lead(enum vqf_form form)
{
	return vqf_head(form) * 8 / form;
}

ALWAYS_INLINE uint128
vqf_meta(enum vqf_form form, const uint8_t *block)
{
	return form == VQF_8 ? load128(block) : load64(block);
}

ALWAYS_INLINE void
vqf_set_meta(enum vqf_form form, uint8_t *block, uint128 meta)
{
	if (form == VQF_8)
		store128(block, meta);
	else
		store64(block, (uint64_t)meta);
}

#endif
