/* SPDX-License-Identifier: MIT */
/*
 * bloom_atomic.c - bf-atomic and blk-bf-atomic, the Bloom and the blocked Bloom filter for many threads.
 * Hash, positions and table are those of bf.c and blk_bf.c, bit for bit. The one difference: an atomic or sets a bit.
 *
 *      insert, thread A:   | 0 1 0 0 1 0 1 1 |  or  | 0 0 1 0 0 0 0 0 |    both bits stay, because an or of one word is
 *      insert, thread B:   | 0 1 0 0 1 0 1 1 |  or  | 1 0 0 0 0 0 0 0 |    one step; load, or, store could lose either
 *
 * Bits are only ever set, so these are the easiest filters to share: no lock, no version, no retry. All accesses are
 * relaxed. Consider a lookup that begins after an insertion has ended. "After" means happens-before: whatever made the
 * insertion known to the lookup's thread orders the two. Such a lookup loads every word as the insertion left it or
 * later, because all threads agree on one order of a word's values (C11 5.1.2.4, coherence). Later values have no bit
 * fewer.
 *
 * An insertion does the or even where the bit is set already, which is every second time in a full filter. A test
 * before the or adds a jump that the processor cannot predict. Three variants made insertions slower, in cache and from
 * memory: that test, one or for all bits in a word of a block, and a prefetch of all lines of an insertion first. Each
 * call counts its items once, apart from what lookups read. So counting takes no line from a reader.
 *
 * Invariants: as in bf.c and blk_bf.c, for the items that all threads together inserted, while no operation runs.
 */
#include "baselines/bloom/bloom_bits.h"
#include "baselines/bloom/bloom_blocked.h"

enum { BLOOM_LINE = 64 };

struct bloom_atomic {
	struct bloom bloom; /* items: only those loaded from a file */
	uint8_t before[BLOOM_LINE];
	shared64 added; /* items inserted since */
	uint8_t behind[BLOOM_LINE - sizeof(shared64)];
};

/* Items are counted apart, once a call. */
#define BLOOM_ATOMIC_INSERT(id, INSERT)                                                \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n) \
	{                                                                              \
		struct bloom_atomic *f = (struct bloom_atomic *)base;                  \
                                                                                       \
		if (bloom_is_k9(&f->bloom))                                            \
			INSERT(&f->bloom, BLOOM_K, keys, n);                           \
		else                                                                   \
			INSERT(&f->bloom, f->bloom.params.hashes, keys, n);            \
		atomic_fetch_add_explicit(&f->added, n, memory_order_relaxed);         \
		return n;                                                              \
	}

/* The filter as one of a single thread, with all items counted. For operations that run alone. It has the same
 * table. */
static inline struct bloom
bloom_atomic_alone(const struct filter *base)
{
	const struct bloom_atomic *f = (const struct bloom_atomic *)base;
	struct bloom one = f->bloom;

	one.items += atomic_load_explicit(&f->added, memory_order_relaxed);
	return one;
}

static inline void
bloom_atomic_info(const struct filter *base, struct filter_info *info)
{
	const struct bloom one = bloom_atomic_alone(base);

	bloom_info(&one.base, info);
}

static inline enum filter_status
bloom_atomic_save(const struct filter *base, FILE *file)
{
	const struct bloom one = bloom_atomic_alone(base);

	return family_save(&one.base, file);
}

#define BLOOM_ATOMIC_OPS(id)                                                                                      \
	.caps = FILTER_SHARED, .uses = USES_HASHES, .family = &bloom_family, .size = sizeof(struct bloom_atomic), \
	.create = family_create, .settle = family_settle, .destroy = family_destroy, .save = bloom_atomic_save,   \
	.load = family_load, .view = family_view, .insert = id##_insert, .contains = id##_contains,               \
	.info = bloom_atomic_info

/* --- BF ------------------------------------------------------------------------------------------------------- */

static const struct bloom_kind bf_kind = {.unit = 1, .per_byte = 8};

/* The loops, for each kind of hash. */
ALWAYS_INLINE void
bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
	HASH_BY_KIND(&f->map.hash, bf_insert_keys, f->map, k, keys, n, BLOOM_SHARED, bloom_bits_known);
}

ALWAYS_INLINE size_t
bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, bf_contains_keys, f->map, k, keys, n, hit, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_ATOMIC_INSERT(bf_atomic, bf_atomic_insert_all)
BLOOM_CONTAINS(bf_atomic)

static const char *
bf_atomic_check(const struct filter *base)
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
	.check = bf_atomic_check,
	.kind = &bf_kind,
	BLOOM_ATOMIC_OPS(bf_atomic),
};

/* --- blk-BF --------------------------------------------------------------------------------------------------- */

static const struct bloom_kind blk_bf_kind = {.unit = BLK_BYTES, .per_byte = 8};

/* The loops, for each kind of hash. */
ALWAYS_INLINE void
blk_bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
	HASH_BY_KIND(&f->map.hash, blk_insert_keys, f->map, k, keys, n, BLOOM_SHARED, bloom_bits_known);
}

ALWAYS_INLINE size_t
blk_bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->map.hash, blk_contains_keys, f->map, k, keys, n, hit, BLOOM_SHARED, bloom_bits_known);
}

BLOOM_ATOMIC_INSERT(blk_bf_atomic, blk_bf_atomic_insert_all)
BLOOM_CONTAINS(blk_bf_atomic)

static const char *
blk_bf_atomic_check(const struct filter *base)
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
	.check = blk_bf_atomic_check,
	.kind = &blk_bf_kind,
	BLOOM_ATOMIC_OPS(blk_bf_atomic),
};
