/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_batch.c - CF with look-ups that are pipelined across the keys of a batch, in portable C: the lines of key k + AHEAD are asked
 * for while key k is looked up. So a name of its own: cf looks up one key after the other, as the paper does.
 *
 *      locate, prefetch   k+AHEAD . . . . . . . k   compare the entries of both buckets
 */
#include "variants/plain_codec.h"

/* As in striped_batch.h, which does the same beside writers. */
enum { AHEAD = 32 };

ALWAYS_INLINE void
fetch(const struct cuckoo *c, size_t i, unsigned width)
{
	__builtin_prefetch(c->table.data + i * width / 8);
	__builtin_prefetch(c->table.data + (i * width + width - 1) / 8); /* a bucket may straddle two lines */
}

ALWAYS_INLINE struct cuckoo_place
locate_early(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f, unsigned b)
{
	struct cuckoo_place p = cuckoo_locate(c, codec, key, f);

	fetch(c, p.i1, f * b);
	fetch(c, p.i2, f * b);
	return p;
}

ALWAYS_INLINE size_t
contains_batch(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f,
               unsigned b)
{
	const struct cuckoo local = *c;
	const size_t ahead = n < AHEAD ? n : AHEAD;
	struct cuckoo_place place[AHEAD];
	size_t hits = 0, k = 0;

	for (size_t j = 0; j < ahead; j++)
		place[j] = locate_early(&local, codec, keys[j], f, b);
	for (; k + ahead < n; k++) {
		struct cuckoo_place p = place[k % AHEAD];

		place[k % AHEAD] = locate_early(&local, codec, keys[k + ahead], f, b);
		hit[k] = codec.pair_has(local.table.data, p.i1, p.i2, p.fp, f, b);
		hits += hit[k];
	}
	for (; k < n; k++) {
		struct cuckoo_place p = place[k % AHEAD];

		hit[k] = codec.pair_has(local.table.data, p.i1, p.i2, p.fp, f, b);
		hits += hit[k];
	}
	return hits;
}

static const struct cuckoo_codec plain = {.pair_has = plain_pair_has,
                                          .put = plain_put,
                                          .replace = plain_replace,
                                          .swap = plain_swap,
                                          .fp_hash = cuckoo_fp_hash};

CUCKOO_KERNEL_LOOKING(f8b4, plain, contains_batch, 8, 4)
CUCKOO_KERNEL_LOOKING(f12b4, plain, contains_batch, 12, 4)
CUCKOO_KERNEL_LOOKING(f16b4, plain, contains_batch, 16, 4)
CUCKOO_KERNEL_LOOKING(any, plain, contains_batch, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

extern const struct filter_ops FILTER_OPS(cf_batch);

static const struct cuckoo_kind kind = {
	.ops = &FILTER_OPS(cf_batch), .kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used};

CUCKOO_BIND(cf_batch, kind)

const struct filter_ops FILTER_OPS(cf_batch) = {.name = "cf-batch",
                                                .title = "CF, batched",
                                                .about = "cf, look-ups prefetched across the keys of a batch",
                                                .twin = "cf",
                                                CUCKOO_OPS(cf_batch)};
