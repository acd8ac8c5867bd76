/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_ahead.h - operations that are pipelined across the keys of a call: the lines of keys to come are asked for
 * while those before them are dealt with.
 *
 *      keys          | block 0 | block 1 | block 2 |
 *      locate        |=========|=========|=========|                hash, both buckets, ask for their lines
 *      deal with               |=========|=========|=========|      look up, or remove: by then they are there
 *  Two short loops, each over a block, rather than one over all keys that locates one and deals with another: that is a
 * hundred instructions an iteration, so a processor has but two or three keys at hand, and when it waits for room to
 * ask for one more line there is nothing else to do. Blocks are half as fast again for lookups (Zen 5). Asking in a
 * row keeps more lines on their way, too: deletions are a fifth faster so.
 */
#ifndef CUCKOOBENCH_CUCKOO_AHEAD_H
#define CUCKOOBENCH_CUCKOO_AHEAD_H

#include "variants/cuckoo/cuckoo_interleaved.h"
#include "variants/cuckoo/cuckoo_searches.h"

/* Two blocks' lines, two or three a key, must cover what a core can have under way (10 to 70) and stay in its first
 * cache (512 lines and more). Of lookups 16 and 64 are slower, by a tenth and a fiftieth (Zen 5). */
enum { CUCKOO_BLOCK = 32 };

/* Of a struct cuckoo_kind. */
#define CUCKOO_INTERLEAVES \
	.log_bytes = CUCKOO_LOG * sizeof(struct cuckoo_log), .quests = CUCKOO_QUESTS, .log_above = CUCKOO_NEAR

/* Where the keys of a block may be. */
struct cuckoo_block {
	uint32_t i1[CUCKOO_BLOCK], i2[CUCKOO_BLOCK], fp[CUCKOO_BLOCK];
};

/* The blocks of a call, of which two are known: keys `at` to at + n - 1, to be dealt with, and as many as are coming,
 * asked for. */
struct cuckoo_blocks {
	size_t at, n, coming;
	unsigned side; /* of the block that is to be dealt with */
	/* Each array in lines of its own: where they began in the middle of lines, lookups in 192 MiB were a tenth
	 * slower (Emerald Rapids, gcc 12). */
	_Alignas(64) struct cuckoo_block block[2];
};

/* How a bucket's lines are asked for: as the fetch of struct cuckoo_codec. */
typedef void cuckoo_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b);

ALWAYS_INLINE void
cuckoo_blocks_begin(struct cuckoo_blocks *s)
{
	s->at = s->n = s->coming = s->side = 0;
}

/* Where the n keys of a block may be. Asks for the lines of the first bucket, and of the second if `both`. */
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
 * From one block to the next: false if none is left. The first one is empty. Of the one that is coming asks for the
 * lines of the first bucket, and of the second if `both`.
 *
 *      cuckoo_blocks_begin(&s);
 *      while (cuckoo_blocks_next(&s, ...))
 *              deal with the first s.n of s.block[s.side], which are keys[s.at] and so on
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
	if (c->second) /* a choice for each key made some lookups a tenth slower */
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

/* Algorithm 1, one key after the other, with the first buckets asked for ahead: it leaves the table of cuckoo_insert,
 * or of cuckoo_insert_bfs. */
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

/* Whichever is faster for the table's size (CUCKOO_NEAR). */
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
	/* all but the default through a pointer */
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

/* One specialised instance of these and of a lookup. */
#define CUCKOO_KERNEL_BATCH(id, codec, CONTAINS, F, B) \
	CUCKOO_KERNEL_OF(id, codec, cuckoo_insert_batch, cuckoo_search_batch, CONTAINS, cuckoo_remove_ahead, F, B)

#endif
