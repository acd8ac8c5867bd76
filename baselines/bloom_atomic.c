/* SPDX-License-Identifier: MIT */
/*
 * bloom_atomic.c - bf-atomic and blk-bf-atomic: the Bloom and the blocked Bloom filter for many threads. Hash, positions and
 * table are those of bf.c and blk_bf.c, bit for bit; only a bit is set by an atomic or.
 *
 *      insert, thread A:   | 0 1 0 0 1 0 1 1 |  or  | 0 0 1 0 0 0 0 0 |        both bits stay: an or of one word is one step,
 *      insert, thread B:   | 0 1 0 0 1 0 1 1 |  or  | 1 0 0 0 0 0 0 0 |        where load, or, store could lose either
 *
 * Bits are only ever set, which makes these the easiest filters to share: no lock, no version, nothing to be made again. All
 * accesses are relaxed. When a look-up begins after an insertion has ended, that is, when whatever told its thread of the
 * insertion orders them (happens-before), it loads every word as the insertion left it or later, for a word's values have one
 * order that all threads agree on (C11 5.1.2.4, coherence), and later ones have no bit fewer.
 *
 * The or is not spared where the bit is set already, every second time in a full filter: the jump is not predictable, and with it,
 * with words of a block set in one or, or with all lines of an insertion asked for first, insertions were slower, in cache and from
 * memory. The items are counted apart from what look-ups read, once a call, so that counting takes no line from a reader.
 *
 * Invariants: as in bf.c and blk_bf.c, of the items accepted by all threads together, while no operation runs.
 */
#include "baselines/bloom_blocked.h"

enum { LINE = 64 };

struct bloom_atomic {
	struct bloom bloom; /* items: as many as were loaded from a file */
	uint8_t before[LINE];
	shared64 added; /* items inserted since */
	uint8_t behind[LINE - sizeof(shared64)];
};

static const struct bloom_kind bf_atomic_kind = {
	.unit = 1, .per_byte = 8, .size = sizeof(struct bloom_atomic)};
static const struct bloom_kind blk_bf_atomic_kind = {
	.unit = BLK_BYTES, .per_byte = 8, .size = sizeof(struct bloom_atomic)};

/* The loops, for each kind of hash. */
ALWAYS_INLINE void
bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
#define INSERT(kind) bf_insert_keys(f->map, kind, k, keys, n, BLOOM_SHARED, bloom_bits_known)
	HASH_INSTANCES(&f->map.hash, INSERT);
#undef INSERT
}

ALWAYS_INLINE void
blk_bf_atomic_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
#define INSERT(kind) blk_insert_keys(f->map, kind, k, keys, n, BLOOM_SHARED)
	HASH_INSTANCES(&f->map.hash, INSERT);
#undef INSERT
}

/* Items are counted apart, once a call. */
#define BLOOM_ATOMIC_INSERT(id, INSERT)                                                                                                    \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n)                                                     \
	{                                                                                                                                  \
		struct bloom_atomic *f = (struct bloom_atomic *)base;                                                                      \
                                                                                                                                           \
		if (bloom_is_k9(&f->bloom))                                                                                                \
			INSERT(&f->bloom, BLOOM_K, keys, n);                                                                               \
		else                                                                                                                       \
			INSERT(&f->bloom, f->bloom.params.hashes, keys, n);                                                                \
		atomic_fetch_add_explicit(&f->added, n, memory_order_relaxed);                                                             \
		return n;                                                                                                                  \
	}

BLOOM_ATOMIC_INSERT(bf_atomic, bf_atomic_insert_all)
BLOOM_ATOMIC_INSERT(blk_bf_atomic, blk_bf_atomic_insert_all)

ALWAYS_INLINE size_t
bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define LOOK_UP(kind) bf_contains_keys(f->map, kind, k, keys, n, hit, BLOOM_SHARED, bloom_bits_known)
	return HASH_INSTANCES(&f->map.hash, LOOK_UP);
#undef LOOK_UP
}

ALWAYS_INLINE size_t
blk_bf_atomic_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define LOOK_UP(kind) blk_contains_keys(f->map, kind, k, keys, n, hit, BLOOM_SHARED)
	return HASH_INSTANCES(&f->map.hash, LOOK_UP);
#undef LOOK_UP
}

BLOOM_CONTAINS(bf_atomic)
BLOOM_CONTAINS(blk_bf_atomic)

/* The filter as one of a single thread, all items counted: for what runs alone. Its table is the same one. */
static struct bloom
alone(const struct filter *base)
{
	const struct bloom_atomic *f = (const struct bloom_atomic *)base;
	struct bloom one = f->bloom;

	one.items += atomic_load_explicit(&f->added, memory_order_relaxed);
	return one;
}

static void
atomic_info(const struct filter *base, struct filter_info *info)
{
	const struct bloom one = alone(base);

	bloom_info(&one.base, info);
}

static const char *
bf_check(const struct filter *base)
{
	const struct bloom one = alone(base);

	return bloom_check_table(&one.base);
}

static const char *
blk_check(const struct filter *base)
{
	const struct bloom one = alone(base);

	return blk_check_blocks(&one.base);
}

static enum filter_status
atomic_save(const struct filter *base, FILE *file)
{
	const struct bloom one = alone(base);

	return bloom_save(&one.base, file);
}

const struct filter_ops FILTER_OPS(bf_atomic) = {
	.name = "bf-atomic", .title = "BF, atomic",
	.about = "bf for many threads: bits set by an atomic or",
	.twin = "bf", .caps = FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {180, 90, 0}},
	.info = atomic_info, .check = bf_check, .save = atomic_save,
	.kind = &bf_atomic_kind,
	BLOOM_OPS(bf_atomic),
};

const struct filter_ops FILTER_OPS(blk_bf_atomic) = {
	.name = "blk-bf-atomic", .title = "blk-BF, atomic",
	.about = "blk-bf for many threads: bits set by an atomic or",
	.twin = "blk-bf", .caps = FILTER_SHARED,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {90, 60, 0}},
	.info = atomic_info, .check = blk_check, .save = atomic_save,
	.kind = &blk_bf_atomic_kind,
	BLOOM_OPS(blk_bf_atomic),
};
