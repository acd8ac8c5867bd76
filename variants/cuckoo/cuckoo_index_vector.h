/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_index_vector.h - the index policies of cuckoo_index.h for a vector of keys, one in each lane of 64 bits. The
 * including file includes core/vector.h first.
 *
 *      reflection   s - i           below 0 in some lanes: there m more (vector_wrapped), no branch
 *      chunks       hash >> shift   each lane by its own shift, one of four (vector_of_four)
 *
 * Equal to the functions of cuckoo_index.h lane by lane, for every m up to 2^32 (tests/unit/test_index_vector.c). Of a
 * hash only the lanes' low halves count. Bucket numbers are below 2^32.
 */
#ifndef CUCKOOBENCH_CUCKOO_INDEX_VECTOR_H
#define CUCKOOBENCH_CUCKOO_INDEX_VECTOR_H

#include "variants/cuckoo/cuckoo_index.h"

#ifdef VECTOR_TARGET
/* hash * (last + 1) / 2^32: m itself may take 33 bits, and the product has 32 of each. */
VECTOR_TARGET ALWAYS_INLINE vector
vector_spread(vector hash, uint32_t last)
{
	return (vector_product(hash, vector_all(last)) + (hash & vector_all(UINT32_MAX))) >> 32;
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_reflect(vector i, vector fp_hash, uint32_t last)
{
	const vector s = vector_spread(fp_hash ^ fp_hash << 16, last) | vector_all(last & 1);

	return vector_wrapped(s - i, vector_all((uint64_t)last + 1));
}

VECTOR_TARGET ALWAYS_INLINE vector
vector_within_chunk(vector i, vector fp_hash, vector shift)
{
	return i ^ vector_or_one((fp_hash & vector_all(UINT32_MAX)) >> shift);
}
#endif

#endif
