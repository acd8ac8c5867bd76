/* SPDX-License-Identifier: MIT */
/*
 * vqf_place.h - where a key goes (vqf.c has the picture), and what is done in a block, in a file that includes
 * vqf_block_portable.h or vqf_block_vector.h before this one.
 */
#ifndef CUCKOOBENCH_VQF_PLACE_H
#define CUCKOOBENCH_VQF_PLACE_H

#include "baselines/vqf/vqf_table.h"
#include "core/rng.h"

/*
 * The operations on one block (vqf_block.h).
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

/* What the loops over keys do to each. */
enum vqf_work { VQF_INSERT, VQF_CONTAINS, VQF_REMOVE };

/* A kernel's operations on many keys at a time, by kernel_batch(f, work, keys, n, hit). */
#define VQF_BATCH_OPERATIONS                                                                                \
	VQF_TARGET static size_t kernel_insert_batch(struct vqf *f, const uint64_t *keys, size_t n)         \
	{                                                                                                   \
		return kernel_batch(f, VQF_INSERT, keys, n, NULL);                                          \
	}                                                                                                   \
                                                                                                            \
	VQF_TARGET static size_t kernel_contains_batch(const struct vqf *f, const uint64_t *keys, size_t n, \
	                                               uint8_t *hit)                                        \
	{                                                                                                   \
		return kernel_batch(f, VQF_CONTAINS, keys, n, hit);                                         \
	}                                                                                                   \
                                                                                                            \
	VQF_TARGET static size_t kernel_remove_batch(struct vqf *f, const uint64_t *keys, size_t n)         \
	{                                                                                                   \
		return kernel_batch(f, VQF_REMOVE, keys, n, NULL);                                          \
	}

/* The blocks of a key by number, and its tag: | bucket | remainder |. */
struct vqf_place {
	uint32_t i1, i2, tag;
};

VQF_TARGET ALWAYS_INLINE struct vqf_place
vqf_locate(enum vqf_form form, const struct vqf_map *map, uint64_t hash)
{
	const uint64_t tag = (hash & UINT32_MAX) * ((uint64_t)vqf_buckets(form) << form) >> 32;
	const uint64_t i1 = fast_range(hash, map->m), sum = fast_range(tag * RNG_STEP, map->m);

	return (struct vqf_place){(uint32_t)i1, (uint32_t)(sum - i1 + (sum < i1 ? map->m : 0)), (uint32_t)tag};
}

ALWAYS_INLINE uint8_t *
vqf_block(const struct vqf_map *map, uint32_t i)
{
	return map->data + (uint64_t)i * VQF_BYTES;
}

ALWAYS_INLINE unsigned
vqf_bucket(enum vqf_form form, struct vqf_place p)
{
	return p.tag >> form;
}

ALWAYS_INLINE uint64_t
vqf_remainder(enum vqf_form form, struct vqf_place p)
{
	return p.tag & low_mask(form);
}

#endif
