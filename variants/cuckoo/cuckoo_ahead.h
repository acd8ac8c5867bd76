/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_ahead.h - operations pipelined across the keys of a call: the lines of later keys are prefetched while the
 * keys before them are processed.
 *
 *      keys          | block 0 | block 1 | block 2 |
 *      locate        |=========|=========|=========|                hash, both buckets, prefetch their lines
 *      process                 |=========|=========|=========|      look up, or remove: by then the lines have arrived
 *
 * There are two short loops, each over a block. A single loop over all keys, which locates one and processes another,
 * has a hundred instructions an iteration. So a processor has only two or three keys at hand. When it waits for room to
 * prefetch one more line, there is nothing else to do. Blocks are half as fast again for lookups (Zen 5). Prefetching
 * many lines in a row also keeps more of them in flight: deletions are a fifth faster that way.
 */
#ifndef CUCKOOBENCH_CUCKOO_AHEAD_H
#define CUCKOOBENCH_CUCKOO_AHEAD_H

#include "variants/cuckoo/cuckoo_interleaved.h"
#include "variants/cuckoo/cuckoo_searches.h"

/* Two blocks' lines, two or three a key, must cover what a core can have in flight (10 to 70). They must stay in its
 * first-level cache (512 lines and more). For lookups, 16 and 64 are slower, by a tenth and a fiftieth (Zen 5). */
enum { CUCKOO_BLOCK = 32 };

/* Members of a struct cuckoo_kind. */
#define CUCKOO_INTERLEAVES                                                                          \
	.log_bytes = CUCKOO_LOG * sizeof(struct cuckoo_log), .searches_in_flight = CUCKOO_SEARCHES, \
	.log_above = CUCKOO_NEAR

/* The fingerprints and buckets of a block's keys. */
struct cuckoo_block {
	uint32_t i1[CUCKOO_BLOCK], i2[CUCKOO_BLOCK], fp[CUCKOO_BLOCK];
};

/* The blocks of a call; two are in memory. Keys `at` to at + n - 1 are to be processed; the next `coming` keys have
 * been prefetched. */
struct cuckoo_blocks {
	size_t at, n, coming;
	unsigned side; /* the index of the block to be processed */
	/* Each array has lines of its own. When they began in the middle of lines, lookups in 192 MiB were a tenth
	 * slower (Emerald Rapids, gcc 12). */
	_Alignas(64) struct cuckoo_block block[2];
};

/* How a bucket's lines are prefetched: as the fetch of struct cuckoo_codec. */
typedef void cuckoo_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b);

ALWAYS_INLINE void
cuckoo_blocks_begin(struct cuckoo_blocks *s)
{
	s->at = s->n = s->coming = s->side = 0;
}

/* Locates the n keys of a block. Prefetches the lines of the first bucket, and of the second if `both`. */
ALWAYS_INLINE void
cuckoo_block_locate(struct cuckoo_block *block, enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec,
                    cuckoo_fetch *fetch, bool second, bool both, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, c, codec, keys[k], f);

		block->i1[k] = (uint32_t)p.i1;
		block->i2[k] = (uint32_t)p.i2;
		block->fp[k] = p.fp;
		fetch(c->table.data, p.i1, second, f, b);
		if (both)
			fetch(c->table.data, p.i2, second, f, b);
	}
}

/*
 * Advances from one block to the next: false if none is left. The first block is empty. Prefetches, for the block after
 * it, the lines of the first bucket, and of the second if `both`.
 *
 *      cuckoo_blocks_begin(&s);
 *      while (cuckoo_blocks_next(&s, ...))
 *              process the first s.n keys of s.block[s.side], which are keys[s.at] and so on
 */
ALWAYS_INLINE bool
cuckoo_blocks_next(struct cuckoo_blocks *s, enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec,
                   cuckoo_fetch *fetch, bool both, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	struct cuckoo_block *next = &s->block[s->side];

	s->at += s->n;
	s->n = s->coming;
	keys += s->at + s->n;
	n -= s->at + s->n;
	s->coming = n < CUCKOO_BLOCK ? n : CUCKOO_BLOCK;
	if (c->second) /* a test for each key made some lookups a tenth slower */
		cuckoo_block_locate(next, hash, c, codec, fetch, true, both, keys, s->coming, f, b);
	else
		cuckoo_block_locate(next, hash, c, codec, fetch, false, both, keys, s->coming, f, b);
	s->side ^= 1;
	return s->n + s->coming > 0;
}

ALWAYS_INLINE struct cuckoo_place
cuckoo_locate_first(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f, unsigned b)
{
	struct cuckoo_place p = cuckoo_locate(c, codec, key, f);

	codec.fetch(c->table.data, p.i1, false, f, b);
	return p;
}

/* Algorithm 1, one key after the other, with the first buckets prefetched. The resulting table is that of
 * cuckoo_insert, or of cuckoo_insert_bfs. */
ALWAYS_INLINE size_t
cuckoo_insert_ahead(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, bool searches,
                    unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	const size_t ahead = n < CUCKOO_BLOCK ? n : CUCKOO_BLOCK;
	struct cuckoo_place place[CUCKOO_BLOCK];

	for (size_t j = 0; j < ahead; j++)
		place[j] = cuckoo_locate_first(&local, codec, keys[j], f, b);
	for (size_t k = 0; k < n; k++) {
		struct cuckoo_place p = place[k % CUCKOO_BLOCK];

		if (k + ahead < n) /* then ahead = CUCKOO_BLOCK */
			place[k % CUCKOO_BLOCK] = cuckoo_locate_first(&local, codec, keys[k + ahead], f, b);
		if (searches ? !cuckoo_insert_one_bfs(&local, c, codec, p, f, b)
		             : !cuckoo_insert_one(&local, c, codec, p, f, b))
			return k;
	}
	return n;
}

/* Uses whichever is faster for the table's size (CUCKOO_NEAR). */
ALWAYS_INLINE size_t
cuckoo_insert_batch(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return c->log ? cuckoo_insert_interleaved(c, codec, keys, n, f, b)
	              : cuckoo_insert_ahead(c, codec, keys, n, false, f, b);
}

ALWAYS_INLINE size_t
cuckoo_search_batch(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return c->log ? cuckoo_insert_searches(c, codec, keys, n, f, b)
	              : cuckoo_insert_ahead(c, codec, keys, n, true, f, b);
}

/* Algorithm 3, in order. */
ALWAYS_INLINE size_t
cuckoo_remove_ahead(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	/* the default inline, all others through a pointer */
	const enum hash_kind hash = local.hash.kind == HASH_XXH3 ? HASH_XXH3 : HASH_OTHER;
	struct cuckoo_blocks s;
	size_t found = 0;

	cuckoo_blocks_begin(&s);
	while (cuckoo_blocks_next(&s, hash, &local, codec, codec.fetch, true, keys, n, f, b)) {
		const struct cuckoo_block *p = &s.block[s.side];

		for (size_t j = 0; j < s.n; j++)
			found += codec.pair_remove(local.table.data, p->i1[j], p->i2[j], p->fp[j], f, b);
	}
	c->items -= found;
	return found;
}

/* One specialised instance of these operations with a lookup. */
#define CUCKOO_KERNEL_BATCH(id, codec, CONTAINS, F, B) \
	CUCKOO_KERNEL_OF(id, codec, cuckoo_insert_batch, cuckoo_search_batch, CONTAINS, cuckoo_remove_ahead, F, B)

#endif
