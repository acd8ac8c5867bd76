/* SPDX-License-Identifier: MIT */
/* blk_bf_atomic.c - the blocked Bloom filter for many threads (bloom_atomic.h has the argument). */
#include "baselines/bloom/bloom_atomic.h"
#include "baselines/bloom/bloom_blocked.h"

static const struct bloom_kind kind = {.unit = BLK_BYTES, .per_byte = 8};

/* The loops, for each kind of hash. */
ALWAYS_INLINE void
blk_bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
	HASH_BY_KIND(&f->map.hash, blk_insert_keys, f->map, k, keys, n, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_ATOMIC_INSERT(blk_bf_atomic, blk_bf_atomic_insert_all)

ALWAYS_INLINE size_t
blk_bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, blk_contains_keys, f->map, k, keys, n, hit, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_CONTAINS(blk_bf_atomic)

static const char *
check(const struct filter *base)
{
	const struct bloom one = bloom_atomic_alone(base);

	return blk_check_blocks(&one.base);
}

const struct filter_ops FILTER_OPS(blk_bf_atomic) = {
	.name = "blk-bf-atomic",
	.title = "blk-BF, atomic",
	.about = "blk-bf for many threads: bits set by an atomic or",
	.twin = "blk-bf",
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {90, 60, 0}},
	.check = check,
	.kind = &kind,
	BLOOM_ATOMIC_OPS(blk_bf_atomic),
};
