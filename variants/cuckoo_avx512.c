/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_avx512.c - CF with look-ups and deletions of eight keys at a time, with AVX-512 (plain_avx512.h): for 8, 12 and 16 bits in buckets of 4 and the
 * default hash. All else is as in cf-batch.
 */
#include "variants/plain_avx512.h"

#ifdef PLAIN_AVX512
#define LOOK_UP(f)                                                                                                                      \
	TARGET_AVX512 static size_t near_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                      \
	{                                                                                                                               \
		return avx512_contains(c, keys, n, hit, f, false);                                                                      \
	}                                                                                                                               \
	TARGET_AVX512 static size_t ahead_##f(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                     \
	{                                                                                                                               \
		return avx512_contains(c, keys, n, hit, f, true);                                                                       \
	}                                                                                                                               \
	TARGET_AVX512 static size_t remove_near_##f(struct cuckoo *c, const uint64_t *keys, size_t n)                                   \
	{                                                                                                                               \
		return avx512_remove(c, batch_plain, keys, n, f, false);                                                                \
	}                                                                                                                               \
	TARGET_AVX512 static size_t remove_ahead_##f(struct cuckoo *c, const uint64_t *keys, size_t n)                                  \
	{                                                                                                                               \
		return avx512_remove(c, batch_plain, keys, n, f, true);                                                                 \
	}

LOOK_UP(8)
LOOK_UP(12)
LOOK_UP(16)
#endif

ALWAYS_INLINE size_t
contains(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
#ifdef PLAIN_AVX512
	const bool near = c->table.bytes <= AVX512_NEAR;

	if (c->hash.kind == HASH_XXH3)
		return f == 8 ? (near ? near_8 : ahead_8)(c, keys, n, hit) : f == 12 ? (near ? near_12 : ahead_12)(c, keys, n, hit) :
		       (near ? near_16 : ahead_16)(c, keys, n, hit);
#endif
	return batch_contains(c, codec, keys, n, hit, f, b);
}

ALWAYS_INLINE size_t
removes(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
#ifdef PLAIN_AVX512
	const bool near = c->table.bytes <= AVX512_NEAR;

	if (c->hash.kind == HASH_XXH3)
		return f == 8 ? (near ? remove_near_8 : remove_ahead_8)(c, keys, n) : f == 12 ? (near ? remove_near_12 : remove_ahead_12)(c, keys, n) :
		       (near ? remove_near_16 : remove_ahead_16)(c, keys, n);
#endif
	return cuckoo_remove_ahead(c, codec, keys, n, f, b);
}

#define KERNEL(id, f) CUCKOO_KERNEL_OF(id, batch_plain, cuckoo_insert_batch, cuckoo_search_batch, contains, removes, f, 4)

KERNEL(f8b4, 8)
KERNEL(f12b4, 12)
KERNEL(f16b4, 16)
CUCKOO_KERNEL_BATCH(any, batch_plain, batch_contains, c->f, c->b)

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

extern const struct filter_ops FILTER_OPS(cf_avx512);

static const struct cuckoo_kind kind = {
	.ops = &FILTER_OPS(cf_avx512), .kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	CUCKOO_INTERLEAVES};

CUCKOO_BIND(cf_avx512, kind)

const struct filter_ops FILTER_OPS(cf_avx512) = {.name = "cf-avx512",
                                                 .title = "CF, AVX-512",
                                                 .about = "cf-batch, look-ups and deletions of eight keys at a time with AVX-512",
                                                 .twin = "cf",
                                                 .rearranges = true,
                                                 .isa = ISA_AVX512,
                                                 .batch = CUCKOO_CALL,
                                                 CUCKOO_OPS(cf_avx512)};
