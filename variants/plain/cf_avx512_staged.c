/* SPDX-License-Identifier: MIT */
/*
 * cf_avx512_staged.c - CF with lookups in two stages, with AVX-512. The second bucket is fetched only for keys that the
 * first does not answer (cf_staged.c explains why). Eight keys at a time (cuckoo_vector.h), in blocks of 64, so that
 * answers are bits of a word.
 *
 *      block i+1, eight keys     prefetch the first bucket's lines
 *      block i,   eight keys     first bucket: found?  -> first = 0110 0011 ...   compress and keep the keys not found;
 *                                                                                 prefetch their second bucket's lines
 *      block i-1, eight misses   second bucket: found? -> second = 0 10 010 ...   a bit a miss
 *                                           answer = first | second's bits, in the places of the zeros of first
 */
#include "core/vector_avx512.h"

#include "variants/cuckoo/cuckoo_parted.h"
#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"

#ifdef VECTOR_TARGET
/* BLOCK is VECTOR_AHEAD: one line a key is prefetched at that distance, and another a block later */
enum { BLOCK = 64, EACH = BLOCK / VECTOR_LANES };

/* As in cf_staged.c, which explains them: stages are used as long as the last LATELY blocks have at least STAGED_FROM
 * hits. */
enum { LATELY = 2, STAGED_FROM = LATELY * BLOCK / 4, STAGED_BEGIN = 2 * STAGED_FROM };

/* A block between its two stages. */
struct half {
	uint64_t first;                      /* bit k: key k is in its first bucket */
	uint64_t miss[BLOCK + VECTOR_LANES]; /* the other keys, with room for a whole vector after the last */
	unsigned misses;
};

VECTOR_TARGET ALWAYS_INLINE void
fetch(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned f)
{
	vector_fetch(c->table.data, vector_at(vector_locate(kind, c, keys, f).i1, f), c->second_in_a_row, f);
}

/* The first bucket of keys 8j..8j+7 of the block. */
VECTOR_TARGET ALWAYS_INLINE void
look_first(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, unsigned j, struct half *h, unsigned f)
{
	const struct vector_place p = vector_locate(kind, c, keys, f);
	const vector at1 = vector_at(p.i1, f);
	const vector_set miss = vector_zeros(vector_has(c->table.data, at1, vector_want(p.fp, f), f));
	h->first |= (uint64_t)(uint8_t)~miss << 8 * j;
	_mm512_storeu_si512(h->miss + h->misses, _mm512_maskz_compress_epi64(miss, _mm512_loadu_si512(keys)));
	h->misses += (unsigned)__builtin_popcount(miss);
	/* Always eight: their number would be a branch, and mispredicted. The extra ones are lines that are already
	 * there. */
	vector_fetch(c->table.data, vector_choose(miss, vector_at(p.i2, f), at1), c->second_in_a_row, f);
}

/* The second bucket of misses 8j..8j+7; bit k: miss k is in it. */
VECTOR_TARGET ALWAYS_INLINE uint64_t
look_second(enum hash_kind kind, const struct cuckoo *c, const struct half *h, unsigned j, unsigned f)
{
	const unsigned left = h->misses > 8 * j ? h->misses - 8 * j : 0;
	const vector_set lanes = (vector_set)low_mask(left < 8 ? left : 8);
	struct vector_place p;
	vector at2;

	if (!lanes)
		return 0;
	p = vector_locate(kind, c, h->miss + 8 * j, f);
	/* Lanes without a key read the bucket of the first lane. */
	at2 = vector_at(vector_choose(lanes, p.i2, vector_all(p.i2[0])), f);
	return (uint64_t)(lanes & ~vector_zeros(vector_has(c->table.data, at2, vector_want(p.fp, f), f))) << 8 * j;
}

/* Stores the answers of a block. Returns the number of its keys that were found. */
VECTOR_TARGET ALWAYS_INLINE size_t
settle(const struct half *h, uint64_t second, uint8_t *hit)
{
	const uint64_t answer = h->first | _pdep_u64(second, ~h->first);

	_mm512_storeu_si512(hit, _mm512_maskz_set1_epi8(answer, 1));
	return (size_t)__builtin_popcountll(answer);
}

VECTOR_TARGET ALWAYS_INLINE size_t
contains_staged(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f)
{
	const struct cuckoo local = *c; /* as in cuckoo_contains_by */
	const size_t blocks = n / BLOCK;
	struct half half[2];
	size_t hits = 0, lately = STAGED_BEGIN, i = 0;
	uint64_t second;

	for (unsigned j = 0; blocks && j < EACH; j++)
		fetch(kind, &local, keys + 8 * j, f);
	for (; i < blocks && lately >= STAGED_FROM; i++) {
		const uint64_t *block = keys + i * BLOCK;
		struct half *here = &half[i % 2], *last = &half[(i + 1) % 2];

		second = 0;
		here->first = here->misses = 0;
		for (unsigned j = 0; j < EACH; j++) {
			if (i + 1 < blocks)
				fetch(kind, &local, block + BLOCK + 8 * j, f);
			look_first(kind, &local, block + 8 * j, j, here, f);
			if (i > 0)
				second |= look_second(kind, &local, last, j, f);
		}
		if (i > 0) {
			const size_t found = settle(last, second, hit + (i - 1) * BLOCK);

			hits += found;
			lately += found - lately / LATELY;
		}
	}
	second = 0;
	for (unsigned j = 0; i > 0 && j < EACH; j++)
		second |= look_second(kind, &local, &half[(i - 1) % 2], j, f);
	if (i > 0)
		hits += settle(&half[(i - 1) % 2], second, hit + (i - 1) * BLOCK);
	return hits + vector_contains_by(kind, true, c, keys + i * BLOCK, n - i * BLOCK, hit + i * BLOCK, f);
}

VECTOR_TARGET ALWAYS_INLINE size_t
staged_contains(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f)
{
	return c->near ? vector_contains(c, keys, n, hit, f)
	               : VECTOR_BY_KIND(&c->hash, contains_staged, c, keys, n, hit, f);
}

VECTOR_CONTAINS(staged_contains)
#endif

static const struct cuckoo_kernel kernels[] = {PLAIN_VECTOR_KERNELS("avx512", .contains = vectors_contains), {0}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(cf_batch),
                                        .limits = &cuckoo_limits_plain,
                                        .bucket_used = plain_bucket_used,
                                        .lanes = VECTOR_LANES,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

const struct filter_ops FILTER_OPS(cf_avx512_staged) = {
	.name = "cf-avx512-staged",
	.title = "CF, AVX-512, staged",
	.about = "cf-avx512, the second bucket fetched only for keys not in the first",
	.twin = "cf",
	.rearranges = true,
	.isa = ISA_AVX512,
	.batch = CUCKOO_CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	.build = cuckoo_build,
	CUCKOO_OPS,
};
