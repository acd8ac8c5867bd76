/* SPDX-License-Identifier: MIT */
/*
 * peeled_avx512.h - lookups as in peeled_batch.h, of 8 keys at a time by AVX-512.
 *
 *      8 hashes --> first cells (two products of 32 bits) --> 8 cells of each segment --> bit addresses, prefetched
 *      later:       one gather a segment, shifted, xor-ed;  8 sums tested at once --> 8 answers
 *
 * A table that the second cache holds is gathered from at once.
 */
#ifndef CUCKOOBENCH_PEELED_AVX512_H
#define CUCKOOBENCH_PEELED_AVX512_H

#include "baselines/peeled/peeled_batch.h"
#include "core/hash_vector.h"

#ifdef ISA_X86
/* Keys whose lines are asked for before the first of them is read, as PEELED_SOME; and a place for their vectors. */
enum { PEELED_512 = 8, PEELED_512_SOME = 4 * PEELED_512 };

struct peeled_ring_avx512 {
	_Alignas(64) uint64_t bit[PEEL_MOST][PEELED_512_SOME]; /* where a cell begins in the table */
	uint64_t sum[PEELED_512_SOME];
};

TARGET_AVX512 ALWAYS_INLINE __m512i
peel_offset_avx512(__m512i h, unsigned i)
{
	return i == 1   ? _mm512_srli_epi64(h, PEEL_OFFSET)
	       : i == 2 ? h
	                : _mm512_srli_epi64(_mm512_mullo_epi64(h, _mm512_set1_epi64((long long)HASH_MIX)),
	                                    64 - PEEL_OFFSET);
}

/* Cell i of 8 keys. `first` is their first cell, in a graph that has one. */
TARGET_AVX512 ALWAYS_INLINE __m512i
peel_cell_avx512(enum peel_graph graph, const struct peel_map *m, __m512i h, __m512i first, unsigned i)
{
	const __m512i length = _mm512_set1_epi64((long long)m->length),
		      skip = _mm512_set1_epi64((long long)(i * m->length));
	__m512i offset;

	if (graph == PEEL_XOR) {
		const __m512i turned = _mm512_rolv_epi64(h, _mm512_set1_epi64(21 * (int)i));

		return _mm512_add_epi64(_mm512_srli_epi64(_mm512_mul_epu32(turned, length), 32), skip);
	}
	if (i == 0)
		return first;
	offset = _mm512_and_si512(peel_offset_avx512(h, i), _mm512_sub_epi64(length, _mm512_set1_epi64(1)));
	return _mm512_xor_si512(_mm512_add_epi64(first, skip), offset);
}

TARGET_AVX512 ALWAYS_INLINE void
peeled_locate_avx512(enum peel_graph graph, const struct peel_map *m, enum hash_kind kind, const uint64_t *keys,
                     struct peeled_ring_avx512 *ring, size_t at, bool asks, unsigned r)
{
	const __m512i starts = _mm512_set1_epi64((long long)m->starts);
	const __m512i h = hash_keys_avx512(kind, &m->hash, keys);
	const __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(h, 32), starts),
		      low = _mm512_srli_epi64(_mm512_mul_epu32(h, starts), 32),
		      first = _mm512_srli_epi64(_mm512_add_epi64(high, low), 32);

	_mm512_store_si512(&ring->sum[at], _mm512_xor_si512(h, _mm512_srli_epi64(h, 32)));
	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const __m512i cell = peel_cell_avx512(graph, m, h, first, i);

		_mm512_store_si512(&ring->bit[i][at], _mm512_mul_epu32(cell, _mm512_set1_epi64(r)));
		for (unsigned k = 0; asks && k < PEELED_512; k++)
			cache_ask(m->data + ring->bit[i][at + k] / 8, m->second);
	}
}

TARGET_AVX512 ALWAYS_INLINE size_t
peeled_answer_avx512(enum peel_graph graph, const struct peel_map *m, const struct peeled_ring_avx512 *ring, size_t at,
                     uint8_t *hit, unsigned r)
{
	__m512i sum = _mm512_load_si512(&ring->sum[at]);
	__mmask8 found;

	for (unsigned i = 0; i < peel_arity(graph); i++) {
		const __m512i bit = _mm512_load_si512(&ring->bit[i][at]);
		const __m512i word = _mm512_i64gather_epi64(_mm512_srli_epi64(bit, 3), m->data, 1);

		sum = _mm512_xor_si512(sum, _mm512_srlv_epi64(word, _mm512_and_si512(bit, _mm512_set1_epi64(7))));
	}
	found = _mm512_testn_epi64_mask(sum, _mm512_set1_epi64((long long)low_mask(r)));
	_mm_storel_epi64((void *)hit, _mm_maskz_set1_epi8(found, 1));
	return (size_t)__builtin_popcount(found);
}

TARGET_AVX512 ALWAYS_INLINE size_t
peeled_look_up_avx512(enum peel_graph graph, const struct peel_map map, enum hash_kind kind, const uint64_t *keys,
                      size_t n, uint8_t *hit, unsigned r)
{
	struct peeled_ring_avx512 ring[2];
	const size_t whole = n / PEELED_512 * PEELED_512;
	size_t hits = 0, here, next, which = 0;

	here = whole < PEELED_512_SOME ? whole : PEELED_512_SOME;
	for (size_t i = 0; i < here; i += PEELED_512)
		peeled_locate_avx512(graph, &map, kind, keys + i, &ring[0], i, !map.near, r);
	for (size_t j = 0; j < whole; j += here, here = next, which ^= 1) {
		next = whole - j - here < PEELED_512_SOME ? whole - j - here : PEELED_512_SOME;
		for (size_t i = 0; i < next; i += PEELED_512)
			peeled_locate_avx512(graph, &map, kind, keys + j + here + i, &ring[which ^ 1], i, !map.near, r);
		for (size_t i = 0; i < here; i += PEELED_512)
			hits += peeled_answer_avx512(graph, &map, &ring[which], i, hit + j + i, r);
	}
	return hits + peeled_look_up(graph, map, kind, keys + whole, n - whole, hit + whole, r);
}
#define PEELED_TARGET_AVX512 TARGET_AVX512
#else
#define peeled_look_up_avx512 peeled_batch
#define PEELED_TARGET_AVX512
#endif

#endif
