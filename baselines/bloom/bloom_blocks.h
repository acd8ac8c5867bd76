/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocks.h - what the Bloom filters with all bits of a key in one block share, for the loops that work on many
 * keys at a time: blk-BF with blocks of 512 bits (bloom_blocked.h), sb-BF with blocks of 256 (bloom_split.h), rb-BF and
 * cs-BF with blocks of one word and of eight (bloom_words.h). A key of any needs one line of the table, which is
 * prefetched early, and then k bits that are tested or set there.
 *
 *      hash --> block, word:      BLOCK_512     bits (h1 + i * h2) mod 512, i = 0 .. k - 1       word: h1, h2
 *                                 BLOCK_SPLIT   bit x * salt[i] / 2^27 of word i = 0 .. 7        word: x
 *                                 BLOCK_WORD, BLOCK_SECTORS    6 bits each of the chooser        word: the fraction
 *
 *      keys               | some 64 | the next | ...
 *      hash, prefetch     |=========|==========|=====
 *      test, or set                 |==========|=====        by then the lines have come
 *
 * In C these are two short loops, one after the other, and not one loop that handles keys some distance apart. An
 * iteration of that one loop is so long that a processor has only a few in view. Where it waits for room to prefetch
 * one more line, it has nothing else to do. From memory the two loops are 1.6 times as fast as the one. In the
 * second-level cache, too, they are 1.4 times as fast as one key after the other: the prefetch costs nothing there.
 *
 * All k bits of blk-BF are tested without a branch. The first 0 bit ends a lookup of blk-bf-exit, which is the shorter
 * way where the processor predicts it. Here the line is already in the cache, and an early end made lookups 1.6 times
 * as slow for any share of positive ones.
 */
#ifndef CUCKOOBENCH_BLOOM_BLOCKS_H
#define CUCKOOBENCH_BLOOM_BLOCKS_H

#include "baselines/bloom/bloom_blocked.h"
#include "baselines/bloom/bloom_split.h"
#include "baselines/bloom/bloom_words.h"
#include "core/ahead.h"

enum block_form { BLOCK_512, BLOCK_SPLIT, BLOCK_WORD, BLOCK_SECTORS };

/* Keys that a call should have: each call waits for its first and last lines. */
enum { BLOCKS_BATCH = 4096 };

struct block_place {
	uint8_t *block;
	uint64_t hash; /* with BLOCK_WORD and BLOCK_SECTORS the fraction */
};

/* Twice as many lines must cover what a core can have in flight (10 to 70), and fit its first cache (512 lines and
 * more). 32 were the same, 128 a tenth slower. */
enum { BLOCKS_SOME = 64 };

/* Keys in flight whose hashes vectors make. BLOCKS_AHEAD lines are prefetched before the first of them is used: more
 * than a core can have in flight (10 to 70), and a fraction of its first cache. Half as many were a tenth slower. */
enum { BLOCKS_AHEAD = 128, BLOCKS_RING = 2 * BLOCKS_AHEAD };

struct blocks_ring {
	_Alignas(64) uint64_t at[BLOCKS_RING]; /* where the block begins */
	/* BLOCK_512: h1 + 2^16 h2, of 9 bits each. Else in the low half: x; the highest 32 bits of the fraction */
	uint64_t word[BLOCKS_RING];
};

ALWAYS_INLINE bool
block_is_words(enum block_form form)
{
	return form == BLOCK_WORD || form == BLOCK_SECTORS;
}

/* Of a block that consists of words. */
ALWAYS_INLINE enum words_form
block_words(enum block_form form)
{
	return form == BLOCK_WORD ? WORDS_ONE : WORDS_SECTORS;
}

/* The k that have instances of their own. */
ALWAYS_INLINE unsigned
block_usual_k(enum block_form form)
{
	return form == BLOCK_512     ? (unsigned)BLOOM_K
	       : form == BLOCK_SPLIT ? (unsigned)SPLIT_WORDS
	                             : words_usual_k(block_words(form));
}

ALWAYS_INLINE unsigned
block_near_k(enum block_form form)
{
	return block_is_words(form) ? words_near_k(block_words(form)) : block_usual_k(form);
}

/* Calls for a filter's k; sb-BF has one. */
#define BLOCK_INSTANCES(f, form, CALL)                                                                  \
	((form) == BLOCK_SPLIT || (f)->params.hashes == block_usual_k(form) ? CALL(block_usual_k(form)) \
	 : (f)->params.hashes == block_near_k(form)                         ? CALL(block_near_k(form))  \
	                                                                    : CALL((f)->params.hashes))

ALWAYS_INLINE struct block_place
block_locate(const struct bloom_map *map, uint64_t hash, enum block_form form)
{
	if (block_is_words(form)) {
		const struct words_place p = words_locate(map, block_words(form), hash);

		return (struct block_place){p.block, p.fraction};
	}
	return (struct block_place){form == BLOCK_512 ? blk_locate(bloom_bits_known, map, hash).block
	                                              : split_locate(map, hash).block,
	                            hash};
}

ALWAYS_INLINE struct blk_place
blk_of(struct block_place p)
{
	return (struct blk_place){p.block, p.hash, p.hash >> BLK_BITS_LOG2 | 1};
}

ALWAYS_INLINE void
block_set(struct block_place p, enum block_form form, unsigned k)
{
	if (block_is_words(form))
		words_set(block_words(form), k, (struct words_place){p.block, p.hash});
	else if (form == BLOCK_SPLIT)
		split_set((struct split_place){p.block, (uint32_t)p.hash});
	else
		blk_set(bloom_bits_known, blk_of(p), k, BLOOM_ALONE);
}

ALWAYS_INLINE bool
block_has(struct block_place p, enum block_form form, unsigned k)
{
	if (block_is_words(form))
		return words_has(block_words(form), k, (struct words_place){p.block, p.hash});
	if (form == BLOCK_SPLIT)
		return split_has((struct split_place){p.block, (uint32_t)p.hash});
	return blk_has_all(blk_of(p), k);
}

ALWAYS_INLINE void
blocks_locate_to(const struct bloom_map *map, bool second, enum block_form form, enum hash_kind kind,
                 const uint64_t *keys, size_t n, struct block_place *place)
{
	for (size_t i = 0; i < n; i++) {
		place[i] = block_locate(map, hash_key_by(kind, &map->hash, keys[i]), form);
		cache_ask(place[i].block, second);
	}
}

ALWAYS_INLINE void
blocks_locate_some(const struct bloom_map *map, enum block_form form, enum hash_kind kind, const uint64_t *keys,
                   size_t n, struct block_place *place)
{
	if (map->second) /* a choice for each key made lookups 1.6 times as slow */
		blocks_locate_to(map, true, form, kind, keys, n, place);
	else
		blocks_locate_to(map, false, form, kind, keys, n, place);
}

ALWAYS_INLINE size_t
blocks_contain_some(enum block_form form, unsigned k, const struct block_place *place, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		hit[i] = block_has(place[i], form, k);
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE void
blocks_insert_some(enum block_form form, unsigned k, const struct block_place *place, size_t n)
{
	for (size_t i = 0; i < n; i++)
		block_set(place[i], form, k);
}

/* Looks up, or with hit == NULL inserts, n keys. */
ALWAYS_INLINE size_t
blocks_keys(enum hash_kind kind, const struct bloom_map map, enum block_form form, unsigned k, const uint64_t *keys,
            size_t n, uint8_t *hit)
{
	struct block_place place[2][BLOCKS_SOME];
	struct ahead a = ahead_begin(n, BLOCKS_SOME);
	size_t hits = 0;

	blocks_locate_some(&map, form, kind, keys, a.here, place[0]);
	for (; a.at < n; ahead_turn(&a)) {
		blocks_locate_some(&map, form, kind, keys + a.at + a.here, a.next, place[a.which ^ 1]);
		if (hit)
			hits += blocks_contain_some(form, k, place[a.which], a.here, hit + a.at);
		else
			blocks_insert_some(form, k, place[a.which], a.here);
	}
	return hits;
}

ALWAYS_INLINE size_t
blocks_kinds(const struct bloom *f, enum block_form form, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define EACH(kind) blocks_keys(kind, f->map, form, k, keys, n, hit)
	return HASH_BY_KIND(&f->map.hash, blocks_keys, f->map, form, k, keys, n, hit);
#undef EACH
}

/* The same for the keys of a filter. */
ALWAYS_INLINE size_t
blocks_batch(const struct bloom *f, enum block_form form, const uint64_t *keys, size_t n, uint8_t *hit)
{
#define EACH(k) blocks_kinds(f, form, k, keys, n, hit)
	return BLOCK_INSTANCES(f, form, EACH);
#undef EACH
}

#endif
