/* SPDX-License-Identifier: MIT */
/*
 * cf_avx512.c - CF with look-ups and deletions of eight keys at a time, with AVX-512 (plain_avx512.h): for 8, 12 and 16 bits in buckets
 * of 4. All else is as in cf-batch.
 */
#include "variants/plain_avx512.h"

#ifdef PLAIN_AVX512
AVX512_LOOK_UP(contains, 8)
AVX512_LOOK_UP(contains, 12)
AVX512_LOOK_UP(contains, 16)
AVX512_REMOVE(remove, 8)
AVX512_REMOVE(remove, 12)
AVX512_REMOVE(remove, 16)
#endif

ALWAYS_INLINE size_t
contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#ifdef PLAIN_AVX512
	(void)codec, (void)b;
	return (f == 8 ? contains_8 : f == 12 ? contains_12 : contains_16)(c, keys, n, hit);
#else
	return batch_contains(c, codec, keys, n, hit, f, b);
#endif
}

ALWAYS_INLINE size_t
removes(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
#ifdef PLAIN_AVX512
	(void)codec, (void)b;
	return (f == 8 ? remove_8 : f == 12 ? remove_12 : remove_16)(c, keys, n);
#else
	return cuckoo_remove_ahead(c, codec, keys, n, f, b);
#endif
}

#define KERNEL(id, f) CUCKOO_KERNEL_OF(id, batch_plain, cuckoo_insert_batch, cuckoo_search_batch, contains, removes, f, 4)

KERNEL(f8b4, 8)
KERNEL(f12b4, 12)
KERNEL(f16b4, 16)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f12b4", f12b4, 12, 4), CUCKOO_KERNEL_ROW_VECTORS("avx512-f8b4", f8b4, 8, 4),
	CUCKOO_KERNEL_ROW_VECTORS("avx512-f16b4", f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0),
};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	.lanes = AVX512_LANES, CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx512) = {
	.name = "cf-avx512", .title = "CF, AVX-512",
	.about = "cf-batch, look-ups and deletions of eight keys at a time with AVX-512",
	.twin = "cf", .rearranges = true, .isa = ISA_AVX512, .batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	CUCKOO_OPS,
};
