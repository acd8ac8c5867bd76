/* SPDX-License-Identifier: MIT */
/* vqf_block_vector.h - a block for the instructions that a file is compiled for (core/vector.h). */
#ifndef CUCKOOBENCH_VQF_BLOCK_VECTOR_H
#define CUCKOOBENCH_VQF_BLOCK_VECTOR_H

#include "core/vector.h"

#if defined(VECTOR_AVX2)
#include "baselines/vqf/vqf_block_avx2.h"
#elif defined(VECTOR_AVX512)
#include "baselines/vqf/vqf_block_avx512.h"
#endif

#endif
