/* SPDX-License-Identifier: MIT */
/*
 * vqf_block_ops.h - the operations on one block (vqf_block.h), over what a file includes before this one:
 * vqf_block_portable.h, vqf_block_avx2.h or vqf_block_avx512.h.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_OPS_H
#define CUCKOOBENCH_VQF_BLOCK_OPS_H

/* Where a bucket is marked: one bit of the metadata's low or high word. 0: it has no mark. */
struct vqf_mark {
	uint64_t bit;
	bool high;
};

/* The mark of bucket b. Without a branch: which word has it is as good as random. */
VQF_TARGET ALWAYS_INLINE struct vqf_mark
vqf_mark(enum vqf_form form, uint128 meta, unsigned b)
{
	const uint64_t low = ~(uint64_t)meta, high = ~(uint64_t)(meta >> 64);
	const unsigned in_low = form == VQF_8 ? vqf_ones(low) : vqf_buckets(form) + 1;
	const bool is_high = b >= in_low;

	return (struct vqf_mark){vqf_pick(is_high ? high : low, is_high ? b - in_low : b), is_high};
}

/* The slot in which bucket b, with this mark, begins. */
VQF_TARGET ALWAYS_INLINE uint64_t
vqf_begin(struct vqf_mark mark, unsigned b)
{
	return mark.bit >> b % 64 | mark.bit << (64 - b % 64) % 64;
}

VQF_TARGET ALWAYS_INLINE unsigned
vqf_used(enum vqf_form form, const uint8_t *block)
{
	const uint128 meta = vqf_meta(form, block);

	return vqf_ones((uint64_t)meta) + (form == VQF_8 ? vqf_ones((uint64_t)(meta >> 64)) : 0);
}

/* The slots of bucket b. Of the last bucket of a full block no mark says the end. Then 0 is taken away from, and the set
 * goes up to the last slot. */
VQF_TARGET ALWAYS_INLINE uint64_t
vqf_run(enum vqf_form form, const uint8_t *block, unsigned b)
{
	const uint128 meta = vqf_meta(form, block);

	return vqf_begin(vqf_mark(form, meta, b + 1), b + 1) - vqf_begin(vqf_mark(form, meta, b), b);
}

/* The slots of bucket b that have this remainder. */
VQF_TARGET ALWAYS_INLINE uint64_t
vqf_find(enum vqf_form form, const uint8_t *block, unsigned b, uint64_t remainder)
{
	return vqf_equal(form, block, remainder) & vqf_run(form, block, b);
}

/* The metadata with a 1 right above the mark, and what was above it one bit higher. */
VQF_TARGET ALWAYS_INLINE uint128
vqf_meta_with(enum vqf_form form, uint128 meta, struct vqf_mark mark)
{
	const uint128 bit = form == VQF_8 && mark.high ? (uint128)mark.bit << 64 : mark.bit, above = bit + bit;

	return meta + (meta & -above) + above;
}

/* The metadata without its bit p. */
VQF_TARGET ALWAYS_INLINE uint128
vqf_meta_without(uint128 meta, unsigned p)
{
	const uint128 below = ((uint128)1 << p) - 1;

	return (meta & below) | (meta >> 1 & ~below);
}

/* Adds a remainder to bucket b of a block that is not full. */
VQF_TARGET ALWAYS_INLINE void
vqf_add(enum vqf_form form, uint8_t *block, unsigned b, uint64_t remainder)
{
	const uint128 meta = vqf_meta(form, block);
	const struct vqf_mark mark = vqf_mark(form, meta, b);

	vqf_open(form, block, vqf_begin(mark, b), remainder);
	vqf_set_meta(form, block, vqf_meta_with(form, meta, mark));
}

/* Takes the lowest of these slots, which are of bucket b, out of the block. */
VQF_TARGET ALWAYS_INLINE void
vqf_take(enum vqf_form form, uint8_t *block, unsigned b, uint64_t found)
{
	const uint128 meta = vqf_meta(form, block);

	vqf_close(form, block, found & -found);
	vqf_set_meta(form, block, vqf_meta_without(meta, (unsigned)__builtin_ctzll(found) + b + 1));
}

#endif
