/* SPDX-License-Identifier: MIT */
/*
 * bloom_atomic.h - what bf-atomic and blk-bf-atomic, the Bloom and the blocked Bloom filter for many threads, share.
 * Hash, positions and table are those of bf.c and blk_bf.c, bit for bit; only a bit is set by an atomic or.
 *
 *      insert, thread A:   | 0 1 0 0 1 0 1 1 |  or  | 0 0 1 0 0 0 0 0 |        both bits stay: an or of one word is one step,
 *      insert, thread B:   | 0 1 0 0 1 0 1 1 |  or  | 1 0 0 0 0 0 0 0 |        where load, or, store could lose either
 *  Bits are only ever set, which makes these the easiest filters to share: no lock, no version, nothing to be made
 * again. All accesses are relaxed. When a lookup begins after an insertion has ended, that is, when whatever told its
 * thread of the insertion orders them (happens-before), it loads every word as the insertion left it or later, for a
 * word's values have one order that all threads agree on (C11 5.1.2.4, coherence), and later ones have no bit fewer.
 *  The or is not spared where the bit is set already, every second time in a full filter: the jump is not predictable,
 * and with it, with words of a block set in one or, or with all lines of an insertion asked for first, insertions were
 * slower, in cache and from memory. The items are counted apart from what lookups read, once a call, so that counting
 * takes no line from a reader.
 *
 * Invariants: as in bf.c and blk_bf.c, of the items accepted by all threads together, while no operation runs.
 */
#ifndef CUCKOOBENCH_BLOOM_ATOMIC_H
#define CUCKOOBENCH_BLOOM_ATOMIC_H

#include "baselines/bloom/bloom_bits.h"

enum { BLOOM_LINE = 64 };

struct bloom_atomic {
	struct bloom bloom; /* items: as many as were loaded from a file */
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

/* The filter as one of a single thread, all items counted: for what runs alone. Its table is the same one. */
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

	return bloom_save(&one.base, file);
}

#endif
