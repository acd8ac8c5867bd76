/* SPDX-License-Identifier: MIT */
/*
 * vqf_block_ops.h - the operations on one block (vqf_block.h), over what a file includes before this one:
 * vqf_block_portable.h, vqf_block_avx2.h or vqf_block_avx512.h.
 *
 * The mark of bucket b is at bit b of the metadata, or at most 48 bits behind it, and the next at most 49 behind. So
 * a window of 64 bits from bit s on has both. s is b rounded down to a multiple of 16, for any of the 80 buckets:
 *
 *      metadata, 128 bits   | ones before the window |          s = 0, 16, 32, 48 or 64
 *      window                                        |   0 1 0 1 1 0   | b - s + (ones before it) 0s, then b's mark
 *                                                            ^     ^
 *                                                    b's mark      next mark
 *
 * One instruction (pdep) finds both marks there. The published code finds each in 128 bits, by two. If the metadata is
 * one word, it is the window.
 *
 * A full block has no mark behind its last bucket. There the window may not have a second mark; then the set of slots
 * goes up to the last one, because 0 is what the first mark is taken away from.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_OPS_H
#define CUCKOOBENCH_VQF_BLOCK_OPS_H

/* Where the window of bucket b begins. */
ALWAYS_INLINE unsigned
vqf_from(enum vqf_form form, unsigned b)
{
	return form == VQF_8 ? b / 16 * 16 : 0;
}

/* The marks in the window of bucket b, b's own and those behind it, that `which` has as bits 0, 1 ... */
VQF_TARGET ALWAYS_INLINE uint64_t
vqf_marks(enum vqf_form form, const uint8_t *block, unsigned b, uint64_t which)
{
	const unsigned from = vqf_from(form, b);
	const unsigned before = form == VQF_8 ? vqf_ones(vqf_low(load64(block), from)) : 0;

	return vqf_deposit(which << (b - from) << before, ~load64(block + from / 8));
}

/* A set of slots, whose bit b - s is slot 0, as lanes. */
ALWAYS_INLINE uint64_t
vqf_to_lanes(enum vqf_form form, unsigned b, uint64_t set)
{
	const unsigned by = b - vqf_from(form, b);

	return form == VQF_8 ? set << (vqf_lead(form) - by) : set >> by << vqf_lead(form);
}

VQF_TARGET ALWAYS_INLINE unsigned
vqf_used(enum vqf_form form, const uint8_t *block)
{
	return vqf_ones(load64(block)) + (form == VQF_8 ? vqf_ones(load64(block + 8)) : 0);
}

/* The lanes of bucket b that have this remainder. */
VQF_TARGET ALWAYS_INLINE uint64_t
vqf_find(enum vqf_form form, const uint8_t *block, unsigned b, uint64_t remainder)
{
	const uint64_t marks = vqf_marks(form, block, b, 3);

	return vqf_equal(form, block, remainder) &
	       vqf_to_lanes(form, b, ((marks & (marks - 1)) >> 1) - (marks & -marks));
}

/* Adds a remainder to bucket b of a block that is not full. */
VQF_TARGET ALWAYS_INLINE void
vqf_add(enum vqf_form form, uint8_t *block, unsigned b, uint64_t remainder)
{
	const uint128 meta = vqf_meta(form, block);
	const uint64_t mark = vqf_marks(form, block, b, 1);
	const uint128 above = (uint128)mark << vqf_from(form, b) << 1;

	vqf_open(form, block, vqf_to_lanes(form, b, mark), remainder);
	/* a 1 right above the mark, and what was there one bit higher */
	vqf_set_meta(form, block, meta + (meta & -above) + above);
}

/* Takes the lowest of these lanes, which are of bucket b, out of the block. */
VQF_TARGET ALWAYS_INLINE void
vqf_take(enum vqf_form form, uint8_t *block, unsigned b, uint64_t found)
{
	const uint128 meta = vqf_meta(form, block);
	const uint128 below = ((uint128)1 << ((unsigned)__builtin_ctzll(found) - vqf_lead(form) + b + 1)) - 1;

	vqf_close(form, block, found & -found);
	vqf_set_meta(form, block, (meta & below) | (meta >> 1 & ~below));
}

#endif
