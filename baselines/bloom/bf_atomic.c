/* SPDX-License-Identifier: MIT */
/* bf_atomic.c - the Bloom filter for many threads (bloom_atomic.h has the argument). */
#include "baselines/bloom/bloom_atomic.h"

static const struct bloom_kind kind = {.unit = 1, .per_byte = 8};

/* The loops, for each kind of hash. */
ALWAYS_INLINE void
bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
	HASH_BY_KIND(&f->map.hash, bf_insert_keys, f->map, k, keys, n, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_ATOMIC_INSERT(bf_atomic, bf_atomic_insert_all)

ALWAYS_INLINE size_t
bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, bf_contains_keys, f->map, k, keys, n, hit, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_CONTAINS(bf_atomic)

static const char *
check(const struct filter *base)
{
	const struct bloom one = bloom_atomic_alone(base);

	return bloom_check_table(&one.base);
}

const struct filter_ops FILTER_OPS(bf_atomic) = {
	.name = "bf-atomic",
	.title = "BF, atomic",
	.about = "bf for many threads: bits set by an atomic or",
	.twin = "bf",
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {180, 90, 0}},
	.check = check,
	.kind = &kind,
	BLOOM_ATOMIC_OPS(bf_atomic),
};
