/* SPDX-License-Identifier: MIT */
/*
 * vqf.c - VQF, the vector quotient filter of Pandey, Conway, Durie, Bender, Farach-Colton and Johnson ("Vector Quotient
 * Filters: Overcoming the Time/Space Trade-Off in Filter Design", SIGMOD 2021): two blocks a key, each of them a
 * quotient filter of one line, and no relocation.
 *
 *      64-bit hash:   | first block: high bits  ...          | tag, of the low 32 bits |
 *      tag:           | bucket | remainder |                   80 * 2^8 tags, or 36 * 2^16
 *
 *      first block i, second block (H(tag) - i) mod m          table of m blocks:  | 64 bytes | 64 bytes | ...
 *                                                              vqf_block.h has a block
 *
 * A key goes to its first block until three quarters of that are full. Then it goes to the emptier of both, the first
 * of two alike. So the blocks fill alike. The first refusal comes when both blocks of a key are full, at some 94 % of
 * all slots. An insertion never moves another key's remainder to another block, so its cost is the same up to the end.
 *
 * The second block is a function of the first and of what is stored, the tag; and the first is the same function of the
 * second. So two keys with the same tag and one block in common have both in common. Otherwise a deletion could take
 * the other key's copy, and leave its own where that other key is never looked up. In the published code the bucket is
 * part of what the function changes, and the remainder alone decides how far. (Until 2024 it was not its own inverse.)
 * Here the bucket stays, so 20480 or more tags spread the second blocks, not 255 remainders. And a lookup has the same
 * bucket to find in both blocks.
 *
 * m may be any number, because i -> H(tag) - i mod m is its own inverse for all.
 *
 * A lookup of an absent key meets 2 * 48 * load other tags of 80 * 2^8, or 2 * 28 * load of 36 * 2^16. So the rate is
 * 0.44 % at 93 % of the slots, or 0.002 % at 88 %.
 *
 * Invariants: those of each block; an item is in one of its two blocks.
 */
#include "baselines/vqf/vqf_block_portable.h"
#include "baselines/vqf/vqf_keys.h"

static const struct vqf_kernel portable = VQF_KERNEL("portable", ISA_PORTABLE);
#ifdef ISA_X86
const struct vqf_kind FILTER_KIND(vqf) = {{&vqf_kernel_avx512, &vqf_kernel_avx2, &portable}};
#else
const struct vqf_kind FILTER_KIND(vqf) = {{&portable}};
#endif

static size_t
vqf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf *f = (struct vqf *)base;
	const size_t accepted = f->kernel->insert(f, keys, n);

	f->items += accepted;
	return accepted;
}

static size_t
vqf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct vqf *f = (const struct vqf *)base;

	return f->kernel->contains(f, keys, n, hit);
}

static size_t
vqf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct vqf *f = (struct vqf *)base;
	const size_t found = f->kernel->remove(f, keys, n);

	f->items -= found;
	return found;
}

/* 10.67 and 18.29 bits a slot, at 93 and 88 % of the slots. */
static const struct filter_shape shapes[] = {
	{.fp_bits = 8, .bits = 12, .near = 8, .usual = true}, {.fp_bits = 16, .bits = 21}, {0}};

const struct filter_ops FILTER_OPS(vqf) = {
	.name = "vqf",
	.title = "VQF",
	.about = "vector quotient filter: two choices among blocks of one line (Pandey et al., SIGMOD 2021)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 8},
                  .lines = {2, 2, 1, 2},
                  .ns = {60, 50, 60},
                  .part = FILTER_FIELD,
                  .full = 93,
                  .shapes = shapes},
	VQF_OPS,
	.insert = vqf_insert,
	.contains = vqf_contains,
	.remove = vqf_remove,
};
