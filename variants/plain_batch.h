/* SPDX-License-Identifier: MIT */
/*
 * plain_batch.h - look-ups of many keys in plain buckets, pipelined across the keys of a call, in portable C.
 *
 *      keys       |  block 0  |  block 1  |  block 2  |
 *      locate     |===========|===========|===========|                and ask for the lines of both buckets
 *      look up                |===========|===========|===========|    by then they have come
 *
 * Two short loops, each over a block, rather than one over all keys that locates one and looks another up: that is a hundred
 * instructions an iteration, so a processor has but two or three keys at hand, and when it waits for room to ask for one more line there
 * is nothing else to do. Blocks are half as fast again. No branch depends on an answer.
 *
 * What is asked for is what is loaded. An 8-byte load of a bucket of 6 bytes touches a second line in 3 of 32 cases, the bucket itself
 * in 2; a load that spares the third takes instructions that cost more than the line.
 */
#ifndef CUCKOOBENCH_PLAIN_BATCH_H
#define CUCKOOBENCH_PLAIN_BATCH_H

#include "variants/cuckoo_ahead.h"
#include "variants/plain_codec.h"

/* Two blocks' lines, two or three a key, must cover what a core can have under way (10 to 70) and stay in its first cache (512 lines and
 * more). 16 and 64 are slower, by a tenth and a fiftieth. */
enum { BATCH_BLOCK = 32 };

/* Where the keys of a block may be. */
struct batch_places {
	uint32_t i1[BATCH_BLOCK], i2[BATCH_BLOCK], fp[BATCH_BLOCK];
};

/* Asks for the lines that the loads of a bucket will touch. */
ALWAYS_INLINE void
batch_fetch(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;

	__builtin_prefetch(t + i * groups * width / 8);
	if (groups > 1 || (width != 32 && width != 64))
		__builtin_prefetch(t + (i * groups + groups - 1) * width / 8 + 7);
}

ALWAYS_INLINE void
batch_fetch_block(enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                  struct batch_places *at, unsigned f, unsigned b)
{
	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, c, codec, keys[k], f);

		PLAIN_PROBE(c->table.data, p, f, b);
		at->i1[k] = (uint32_t)p.i1;
		at->i2[k] = (uint32_t)p.i2;
		at->fp[k] = p.fp;
		batch_fetch(c->table.data, p.i1, f, b);
		batch_fetch(c->table.data, p.i2, f, b);
	}
}

ALWAYS_INLINE plain_count
batch_look_up_block(const struct plain_compare *compare, const uint8_t *t, const struct batch_places *at, size_t n, uint8_t *hit, plain_count hits,
                    unsigned f, unsigned b)
{
	size_t k = 0;

	for (; k < plain_early(n); k++)
		hits = plain_answer_early(hits, hit + k, plain_find(compare, t, at->i1[k], at->fp[k], at->i2[k], at->fp[k], f, b));
	for (; k < n; k++)
		hits = plain_answer(hits, hit + k, plain_find(compare, t, at->i1[k], at->fp[k], at->i2[k], at->fp[k], f, b));
	return hits;
}

ALWAYS_INLINE size_t
batch_contains_by(enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
                  unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	struct batch_places place[2];
	plain_count hits = plain_count_none();
	size_t here = n < BATCH_BLOCK ? n : BATCH_BLOCK, next, which = 0;

	batch_fetch_block(hash, &local, codec, keys, here, &place[0], f, b);
	for (size_t k = 0; k < n; k += here, here = next, which ^= 1) {
		next = n - k - here < BATCH_BLOCK ? n - k - here : BATCH_BLOCK;
		batch_fetch_block(hash, &local, codec, keys + k + here, next, &place[which ^ 1], f, b);
		hits = batch_look_up_block(&compare, local.table.data, &place[which], here, hit + k, hits, f, b);
	}
	return plain_count_of(hits);
}

ALWAYS_INLINE size_t
batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#define LOOK_UP(hash) batch_contains_by(hash, c, codec, keys, n, hit, f, b)
	if (c->near)
		return plain_contains(c, codec, keys, n, hit, f, b);
	return HASH_INSTANCES(&c->hash, LOOK_UP);
#undef LOOK_UP
}

/* The plain bucket for CUCKOO_KERNEL_BATCH (cuckoo_ahead.h). */
static const struct cuckoo_codec batch_plain = {.pair_has = plain_pair_has,
                                                .put = plain_put,
                                                .replace = plain_replace,
                                                .swap = plain_swap,
                                                .entries = plain_entries,
                                                .fp_hash = cuckoo_fp_hash,
                                                .fetch = plain_fetch,
                                                .pair_remove = plain_pair_remove};

#endif
