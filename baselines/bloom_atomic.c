/* SPDX-License-Identifier: MIT */
/*
 * bloom_atomic.c - bf-atomic and blk-bf-atomic: the Bloom and the blocked Bloom filter for many threads. Hash, positions and
 * table are those of bloom.c and bloom_blocked.c, bit for bit; only a bit is set by an atomic or.
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
 * Invariants: as in bloom.c and bloom_blocked.c, of the items accepted by all threads together, while no operation runs.
 */
#include "baselines/bloom_blocked.h"
#include "core/shared.h"

enum { LINE = 64 };

struct bloom_atomic {
	struct bloom bloom; /* items: as many as were loaded from a file */
	uint8_t before[LINE];
	shared64 added; /* items inserted since */
	uint8_t behind[LINE - sizeof(shared64)];
};

extern const struct filter_ops FILTER_OPS(bf_atomic), FILTER_OPS(blk_bf_atomic);

static const struct bloom_kind bf_kind = {
	.ops = &FILTER_OPS(bf_atomic), .unit = 1, .per_byte = 8, .size = sizeof(struct bloom_atomic)};
static const struct bloom_kind blk_kind = {
	.ops = &FILTER_OPS(blk_bf_atomic), .unit = BLK_BYTES, .per_byte = 8, .size = sizeof(struct bloom_atomic)};

/* Tables are 64-byte aligned and their words are accessed as atomics only, but when nothing else runs (check, save, load). */
ALWAYS_INLINE shared64 *
word_at(const uint8_t *data, uint64_t bit)
{
	return (shared64 *)(uintptr_t)(data + bit / 64 * 8);
}

ALWAYS_INLINE void
set_bit(uint8_t *data, uint64_t bit)
{
	SHARED_OR(word_at(data, bit), UINT64_C(1) << bit % 64, memory_order_relaxed);
}

ALWAYS_INLINE bool
has_bit(const uint8_t *data, uint64_t bit)
{
	PROBE(data + bit / 8, 1);
	return SHARED_LOAD(word_at(data, bit), memory_order_relaxed) >> bit % 64 & 1;
}

/* BF. */

ALWAYS_INLINE void
bf_insert_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		struct bloom_walk w = bloom_start(hash_key(&map.hash, keys[j]));

		for (unsigned i = 0; i < k; i++)
			set_bit(map.data, bloom_next(&w, map.m));
	}
}

ALWAYS_INLINE bool
bf_has(const struct bloom_map *map, unsigned k, uint64_t hash)
{
	struct bloom_walk w = bloom_start(hash);

	for (unsigned i = 0; i < k; i++)
		if (!has_bit(map->data, bloom_next(&w, map->m)))
			return false;
	return true;
}

ALWAYS_INLINE size_t
bf_contains_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = bf_has(&map, k, hash_key(&map.hash, keys[j]));
		hits += hit[j];
	}
	return hits;
}

/* blk-BF. */

ALWAYS_INLINE void
blk_insert_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		struct blk_place p = blk_locate(&map, keys[j]);

		for (unsigned i = 0; i < k; i++, p.h1 += p.h2)
			set_bit(p.block, p.h1 % BLK_BITS);
	}
}

ALWAYS_INLINE bool
blk_has(struct blk_place p, unsigned k)
{
	for (unsigned i = 0; i < k; i++, p.h1 += p.h2)
		if (!has_bit(p.block, p.h1 % BLK_BITS))
			return false;
	return true;
}

ALWAYS_INLINE size_t
blk_contains_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = blk_has(blk_locate(&map, keys[j]), k);
		hits += hit[j];
	}
	return hits;
}

/* Operations: those of a filter, with the paper's k as a constant or any other. */

#define BLOOM_ATOMIC_OPERATIONS(id)                                                                                            \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n)                                         \
	{                                                                                                                      \
		struct bloom_atomic *f = (struct bloom_atomic *)base;                                                          \
                                                                                                                               \
		if (bloom_is_k9(&f->bloom))                                                                                    \
			id##_insert_all(f->bloom.map, BLOOM_K, keys, n);                                                       \
		else                                                                                                           \
			id##_insert_all(f->bloom.map, f->bloom.params.hashes, keys, n);                                        \
		atomic_fetch_add_explicit(&f->added, n, memory_order_relaxed);                                                 \
		return n;                                                                                                      \
	}                                                                                                                      \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)                   \
	{                                                                                                                      \
		const struct bloom *f = (const struct bloom *)base;                                                            \
                                                                                                                               \
		if (bloom_is_k9(f))                                                                                            \
			return id##_contains_all(f->map, BLOOM_K, keys, n, hit);                                               \
		return id##_contains_all(f->map, f->params.hashes, keys, n, hit);                                              \
	}                                                                                                                      \
	static enum filter_status id##_create(const struct filter_params *p, struct filter **out, const char **why)            \
	{                                                                                                                      \
		return bloom_create(&id##_kind, p, out, why);                                                                  \
	}                                                                                                                      \
	static enum filter_status id##_load(FILE *file, const struct placement *place, struct filter **out)                    \
	{                                                                                                                      \
		return bloom_load(&id##_kind, file, place, out);                                                               \
	}

BLOOM_ATOMIC_OPERATIONS(bf)
BLOOM_ATOMIC_OPERATIONS(blk)

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

	return bloom_check_table(&one);
}

static const char *
blk_check(const struct filter *base)
{
	const struct bloom one = alone(base);

	return blk_check_blocks(&one);
}

static enum filter_status
atomic_save(const struct filter *base, FILE *file)
{
	const struct bloom one = alone(base);

	return bloom_save(&one.base, file);
}

const struct filter_ops FILTER_OPS(bf_atomic) = {.name = "bf-atomic",
	.twin = "bf",
                                                 .title = "BF, atomic",
                                                 .about = "bf for many threads: bits set by an atomic or",
                                                 .caps = FILTER_SHARED,
                                                 .create = bf_create,
                                                 .destroy = bloom_destroy,
                                                 .insert = bf_insert,
                                                 .contains = bf_contains,
                                                 .remove = NULL,
                                                 .info = atomic_info,
                                                 .check = bf_check,
                                                 .save = atomic_save,
                                                 .load = bf_load};

const struct filter_ops FILTER_OPS(blk_bf_atomic) = {.name = "blk-bf-atomic",
	.twin = "blk-bf",
                                                     .title = "blk-BF, atomic",
                                                     .about = "blk-bf for many threads: bits set by an atomic or",
                                                     .caps = FILTER_SHARED,
                                                     .create = blk_create,
                                                     .destroy = bloom_destroy,
                                                     .insert = blk_insert,
                                                     .contains = blk_contains,
                                                     .remove = NULL,
                                                     .info = atomic_info,
                                                     .check = blk_check,
                                                     .save = atomic_save,
                                                     .load = blk_load};
