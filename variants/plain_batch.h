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
 * is nothing else to do. Blocks are half as fast again. Two keys share the comparisons, as a vector of two words, which any 64-bit
 * processor has instructions for. No branch depends on an answer.
 *
 * What is asked for is what is loaded. An 8-byte load of a bucket of 6 bytes touches a second line in 3 of 32 cases, the bucket itself
 * in 2; a load that spares the third takes instructions that cost more than the line.
 */
#ifndef CUCKOOBENCH_PLAIN_BATCH_H
#define CUCKOOBENCH_PLAIN_BATCH_H

#include "variants/cuckoo_ahead.h"
#include "variants/plain_codec.h"

/*
 * BLOCK: two blocks' lines, two or three a key, must cover what a core can have under way (10 to 70) and stay in its first cache (512 lines
 * and more). 16 and 64 are slower, by a tenth and a fiftieth.
 * NEAR: in the second cache (1 to 2 MiB on today's processors) asking first costs a tenth; right beyond it, it gains a tenth.
 */
enum { BATCH_BLOCK = 32, BATCH_NEAR = 1 << 20 };

typedef uint64_t batch_two __attribute__((vector_size(16)));

/* Where the keys of a block may be. */
struct batch_places {
	uint32_t i1[BATCH_BLOCK], i2[BATCH_BLOCK], fp[BATCH_BLOCK];
};

/* Group `i` in the low `width` bits. One of 32 bits is aligned: no more of it is loaded, and it is never in two lines. */
ALWAYS_INLINE uint64_t
batch_load(const uint8_t *t, size_t i, unsigned width)
{
	uint32_t v;

	if (width != 32)
		return packed_load(t, i, width);
	memcpy(&v, t + i * sizeof v, sizeof v);
	return v;
}

/* Asks for the lines that the loads of a bucket will touch. */
ALWAYS_INLINE void
batch_fetch(const uint8_t *t, size_t i, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;

	__builtin_prefetch(t + i * groups * width / 8);
	if (groups > 1 || (width != 32 && width != 64))
		__builtin_prefetch(t + (i * groups + groups - 1) * width / 8 + 7);
}

/* Is p in bucket i, q in bucket j? Not zero: yes. */
ALWAYS_INLINE batch_two
batch_has(const uint8_t *t, size_t i, uint32_t p, size_t j, uint32_t q, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;
	const uint64_t one = packed_ones(f, g), top = one << (f - 1);
	const batch_two ones = {one, one}, tops = {top, top}, want = {p * one, q * one};
	batch_two found = {0, 0};

	for (unsigned k = 0; k < groups; k++) {
		batch_two v = {batch_load(t, i * groups + k, width), batch_load(t, j * groups + k, width)};

		v ^= want;
		found |= (v - ones) & ~v; /* packed_zero_field */
	}
	return found & tops;
}

ALWAYS_INLINE struct cuckoo_place
batch_locate(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f, unsigned b)
{
	struct cuckoo_place p = cuckoo_locate(c, codec, key, f);

	(void)b; /* but for PROBE */
	PROBE(c->table.data + p.i1 * b * f / 8, (p.i1 * b * f % 8 + b * f + 7) / 8);
	PROBE(c->table.data + p.i2 * b * f / 8, (p.i2 * b * f % 8 + b * f + 7) / 8);
	return p;
}

/* One key after the other, two at a time. */
ALWAYS_INLINE size_t
batch_contains_near(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const uint8_t *t = c->table.data;
	size_t hits = 0, k = 0;

	for (; k + 2 <= n; k += 2) {
		struct cuckoo_place p = batch_locate(c, codec, keys[k], f, b), q = batch_locate(c, codec, keys[k + 1], f, b);
		batch_two found = batch_has(t, p.i1, p.fp, q.i1, q.fp, f, b) | batch_has(t, p.i2, p.fp, q.i2, q.fp, f, b);

		hit[k] = found[0] != 0;
		hit[k + 1] = found[1] != 0;
		hits += hit[k] + hit[k + 1];
	}
	if (k < n) {
		struct cuckoo_place p = batch_locate(c, codec, keys[k], f, b);
		batch_two found = batch_has(t, p.i1, p.fp, p.i2, p.fp, f, b);

		hit[k] = (found[0] | found[1]) != 0;
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE void
batch_fetch_block(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, struct batch_places *at, unsigned f,
                  unsigned b)
{
	for (size_t k = 0; k < n; k++) {
		struct cuckoo_place p = batch_locate(c, codec, keys[k], f, b);

		at->i1[k] = (uint32_t)p.i1;
		at->i2[k] = (uint32_t)p.i2;
		at->fp[k] = p.fp;
		batch_fetch(c->table.data, p.i1, f, b);
		batch_fetch(c->table.data, p.i2, f, b);
	}
}

ALWAYS_INLINE size_t
batch_look_up_block(const struct cuckoo *c, const struct batch_places *at, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const uint8_t *t = c->table.data;
	size_t hits = 0, k = 0;

	for (; k + 2 <= n; k += 2) {
		batch_two found = batch_has(t, at->i1[k], at->fp[k], at->i1[k + 1], at->fp[k + 1], f, b) |
		                  batch_has(t, at->i2[k], at->fp[k], at->i2[k + 1], at->fp[k + 1], f, b);

		hit[k] = found[0] != 0;
		hit[k + 1] = found[1] != 0;
		hits += hit[k] + hit[k + 1];
	}
	if (k < n) {
		batch_two found = batch_has(t, at->i1[k], at->fp[k], at->i2[k], at->fp[k], f, b);

		hit[k] = (found[0] | found[1]) != 0;
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains */
	struct batch_places place[2];
	size_t hits = 0, here, next, which = 0;

	if (local.table.bytes <= BATCH_NEAR)
		return batch_contains_near(&local, codec, keys, n, hit, f, b);
	here = n < BATCH_BLOCK ? n : BATCH_BLOCK;
	batch_fetch_block(&local, codec, keys, here, &place[0], f, b);
	for (size_t k = 0; k < n; k += here, here = next, which ^= 1) {
		next = n - k - here < BATCH_BLOCK ? n - k - here : BATCH_BLOCK;
		batch_fetch_block(&local, codec, keys + k + here, next, &place[which ^ 1], f, b);
		hits += batch_look_up_block(&local, &place[which], here, hit + k, f, b);
	}
	return hits;
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
