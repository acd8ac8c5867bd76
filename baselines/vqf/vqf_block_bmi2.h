/* SPDX-License-Identifier: MIT */
/* vqf_block_bmi2.h - what vqf_block_ops.h needs of any processor that has AVX2, and so BMI2. The file that includes
 * this one says for which instructions (VQF_TARGET). vqf_block_portable.h says what each function does. */
#ifndef CUCKOOBENCH_VQF_BLOCK_BMI2_H
#define CUCKOOBENCH_VQF_BLOCK_BMI2_H

#include "baselines/vqf/vqf_block.h"
#include "core/hash.h"

#include <immintrin.h>

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_hash(enum hash_kind kind, const struct hash *h, uint64_t key)
{
	return hash_key_bmi2(kind, h, key);
}

VQF_TARGET ALWAYS_INLINE unsigned
vqf_ones(uint64_t v)
{
	return (unsigned)__builtin_popcountll(v);
}

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_low(uint64_t v, unsigned bits)
{
	return _bzhi_u64(v, bits);
}

VQF_TARGET ALWAYS_INLINE uint64_t
vqf_deposit(uint64_t which, uint64_t v)
{
	return _pdep_u64(which, v);
}

#endif
