/* SPDX-License-Identifier: MIT */
/*
 * peeled_avx2.h - lookups as in peeled_batch.h, of 4 keys at a time by AVX2.
 *
 *      4 hashes --> first cells (two products of 32 bits) --> 4 cells of each segment --> bit addresses, prefetched
 *      later:       one gather a segment, shifted, xor-ed;  4 sums tested at once --> 4 answers
 *
 * A table that the second cache holds is gathered from at once.
 */
#ifndef CUCKOOBENCH_PEELED_AVX2_H
#define CUCKOOBENCH_PEELED_AVX2_H

#include "baselines/peeled/peeled_batch.h"
#include "core/hash_vector.h"

#ifdef ISA_X86
/* Keys whose lines are asked for before the first of them is read, as PEELED_SOME; and a place for their vectors. */
enum { PEELED_256 = 4, PEELED_256_SOME = 8 * PEELED_256 };

struct peeled_ring_avx2 {
	_Alignas(64) uint64_t bit[PEEL_MOST][PEELED_256_SOME]; /* where a cell begins in the table */
	uint64_t sum[PEELED_256_SOME];
};

TARGET_AVX2 ALWAYS_INLINE __m256i
peel_offset_avx2(__m256i h, unsigned i)
{
	return i == 1   ? _mm256_srli_epi64(h, PEEL_OFFSET)
	       : i == 2 ? h
	                : _mm256_srli_epi64(hash_mul_avx2(h, HASH_MIX), 64 - PEEL_OFFSET);
}

/* Cell i of 4 keys. `first` is their first cell, in a graph that has one. */
TARGET_AVX2 ALWAYS_INLINE __m256i
peel_cell_avx2(enum peel_graph graph, const struct peel_map *m, __m256i h, __m256i first, unsigned i)
{
	const __m256i length = _mm256_set1_epi64x((long long)m->length),
		      skip = _mm256_set1_epi64x((long long)(i * m->length));
	__m256i offset;

	if (graph == PEEL_XOR) {
		const __m256i turned =
			_mm256_or_si256(_mm256_slli_epi64(h, 21 * (int)i),
		                        _mm256_srli_epi64(h, 64 - 21 * (int)i)); /* a shift by 64 gives 0 */

		return _mm256_add_epi64(_mm256_srli_epi64(_mm256_mul_epu32(turned, length), 32), skip);
	}
	if (i == 0)
		return first;
	offset = _mm256_and_si256(peel_offset_avx2(h, i), _mm256_sub_epi64(length, _mm256_set1_epi64x(1)));
	return _mm256_xor_si256(_mm256_add_epi64(first, skip), offset);
}

TARGET_AVX2 ALWAYS_INLINE void
peeled_locate_avx2(enum peel_graph graph, const struct peel_map *m, enum hash_kind kind, const uint64_t *keys,
                   struct peeled_ring_avx2 *ring, size_t at, bool asks, unsigned r)
{
	const __m256i starts = _mm256_set1_epi64x((long long)m->starts);
	const __m256i h = hash_keys_avx2(kind, &m->hash, keys);
	const __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(h, 32), starts),
		      low = _mm256_srli_epi64(_mm256_mul_epu32(h, starts), 32),
		      first = _mm256_srli_epi64(_mm256_add_epi64(high, low), 32);

	_mm256_store_si256((void *)&ring->sum[at], _mm256_xor_si256(h, _mm256_srli_epi64(h, 32)));
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const __m256i cell = peel_cell_avx2(graph, m, h, first, i);

		_mm256_store_si256((void *)&ring->bit[i][at], _mm256_mul_epu32(cell, _mm256_set1_epi64x(r)));
		for (unsigned k = 0; asks && k < PEELED_256; k++)
			cache_ask(m->data + ring->bit[i][at + k] / 8, m->second);
	}
}

TARGET_AVX2 ALWAYS_INLINE size_t
peeled_answer_avx2(enum peel_graph graph, const struct peel_map *m, const struct peeled_ring_avx2 *ring, size_t at,
                   uint8_t *hit, unsigned r)
{
	__m256i sum = _mm256_load_si256((const void *)&ring->sum[at]);
	uint32_t found, answers;

	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const __m256i bit = _mm256_load_si256((const void *)&ring->bit[i][at]);
		const __m256i word =
			_mm256_i64gather_epi64((const long long *)(const void *)m->data, _mm256_srli_epi64(bit, 3), 1);

		sum = _mm256_xor_si256(sum, _mm256_srlv_epi64(word, _mm256_and_si256(bit, _mm256_set1_epi64x(7))));
	}
	sum = _mm256_and_si256(sum, _mm256_set1_epi64x((long long)low_mask(r)));
	found = (uint32_t)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(sum, _mm256_setzero_si256())));
	answers = found * UINT32_C(0x00204081) & UINT32_C(0x01010101); /* bit i to byte i */
	memcpy(hit, &answers, sizeof answers);
	return (size_t)__builtin_popcount(found);
}

TARGET_AVX2 ALWAYS_INLINE size_t
peeled_look_up_avx2(enum peel_graph graph, const struct peel_map map, enum hash_kind kind, const uint64_t *keys,
                    size_t n, uint8_t *hit, unsigned r)
{
	struct peeled_ring_avx2 ring[2];
	const size_t whole = n / PEELED_256 * PEELED_256;
	size_t hits = 0, here, next, which = 0;

	here = whole < PEELED_256_SOME ? whole : PEELED_256_SOME;
	for (size_t i = 0; i < here; i += PEELED_256)
		peeled_locate_avx2(graph, &map, kind, keys + i, &ring[0], i, !map.near, r);
	for (size_t j = 0; j < whole; j += here, here = next, which ^= 1) {
		next = whole - j - here < PEELED_256_SOME ? whole - j - here : PEELED_256_SOME;
		for (size_t i = 0; i < next; i += PEELED_256)
			peeled_locate_avx2(graph, &map, kind, keys + j + here + i, &ring[which ^ 1], i, !map.near, r);
		for (size_t i = 0; i < here; i += PEELED_256)
			hits += peeled_answer_avx2(graph, &map, &ring[which], i, hit + j + i, r);
	}
	return hits + peeled_look_up(graph, map, kind, keys + whole, n - whole, hit + whole, r);
}
#define PEELED_TARGET_AVX2 TARGET_AVX2
#else
#define peeled_look_up_avx2 peeled_batch
#define PEELED_TARGET_AVX2
#endif

#endif
