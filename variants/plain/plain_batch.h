/* SPDX-License-Identifier: MIT */
/*
 * plain_batch.h - lookups of many keys in plain buckets, pipelined across the keys of a call, in portable C.
 *
 *      block      | i1 i2 fp | i1 i2 fp | i1 i2 fp | ...       the lines of a block of keys were prefetched together
 *                                                              (cuckoo_ahead.h)
 *      compare         |                                       both buckets of a key, and its answer, in one register
 *                                                              (plain_compare.h)
 *      answers       0 1 0 ...                                 no branch depends on one
 *
 * The prefetches cover the lines that the loads touch. When cf-batch prefetches into the second-level cache, they cover
 * a bucket's first line only (core/cache.h). An 8-byte load of a 6-byte bucket touches a second line in 3 of 32 cases;
 * the bucket itself does in 2. A load that avoids the third case takes instructions that cost more than the line.
 */
#ifndef CUCKOOBENCH_PLAIN_BATCH_H
#define CUCKOOBENCH_PLAIN_BATCH_H

#include "variants/cuckoo/cuckoo_ahead.h"
#include "variants/plain/plain_codec.h"

/* Prefetches the lines that plain_find's loads of a bucket will touch, and counts them as touched. `first`: prefetches
 * only the first line of a bucket that is one load. */
ALWAYS_INLINE void
batch_ask(const uint8_t *t, size_t i, bool second, bool first, unsigned f, unsigned b)
{
	const unsigned g = packed_group(f, b), groups = b / g, width = f * g;

	PROBE(t + i * b * f / 8, (i * b * f % 8 + b * f + 7) / 8);
	cache_ask(t + i * groups * width / 8, second);
	if (groups > 1 || (width != 32 && width != 64 && !first))
		cache_ask(t + (i * groups + groups - 1) * width / 8 + 7, second);
}

ALWAYS_INLINE void
batch_fetch(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	batch_ask(t, i, second, false, f, b);
}

/* The same for lookups in which no key waits for another's bucket. */
ALWAYS_INLINE void
batch_fetch_free(const uint8_t *t, size_t i, bool second, unsigned f, unsigned b)
{
	batch_ask(t, i, second, second, f, b);
}

ALWAYS_INLINE plain_count
batch_look_up_block(const struct plain_compare *compare, const uint8_t *t, const struct cuckoo_block *at, size_t n,
                    uint8_t *hit, plain_count hits, unsigned f, unsigned b)
{
	size_t k = 0;

	for (; k < plain_early(n); k++)
		hits = plain_answer_early(hits, hit + k,
		                          plain_find(compare, t, at->i1[k], at->fp[k], at->i2[k], at->fp[k], f, b));
	for (; k < n; k++)
		hits = plain_answer(hits, hit + k,
		                    plain_find(compare, t, at->i1[k], at->fp[k], at->i2[k], at->fp[k], f, b));
	return hits;
}

ALWAYS_INLINE size_t
batch_contains_by(enum hash_kind hash, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                  size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const struct plain_compare compare = plain_compare(f, b);
	plain_count hits = plain_count_none();
	struct cuckoo_blocks s;

	cuckoo_blocks_begin(&s);
	while (cuckoo_blocks_next(&s, hash, &local, codec, batch_fetch_free, true, keys, n, f, b))
		hits = batch_look_up_block(&compare, local.table.data, &s.block[s.side], s.n, hit + s.at, hits, f, b);
	return plain_count_of(hits);
}

ALWAYS_INLINE size_t
batch_contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,
               unsigned f, unsigned b)
{
	if (c->near)
		return plain_contains(c, codec, keys, n, hit, f, b);
	return HASH_BY_KIND(&c->hash, batch_contains_by, c, codec, keys, n, hit, f, b);
}

/* The plain bucket for CUCKOO_KERNEL_BATCH (cuckoo_ahead.h). */
static const struct cuckoo_codec batch_plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash,
                                                .pair_remove = plain_pair_remove};

/* The kinds of cf-batch, cf-any-batch and vacuum-batch: the `rest` of filters that only look keys up in another way,
 * and what small vacuum filters use, as those with vectors do the kinds of cf-any's. */
extern const struct cuckoo_kind FILTER_KIND(cf_batch), FILTER_KIND(cf_any_batch), FILTER_KIND(vacuum_batch),
	FILTER_KIND(cf_any_avx2), FILTER_KIND(cf_any_avx512), FILTER_KIND(cf_any_neon);

#endif
