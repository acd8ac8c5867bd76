/* SPDX-License-Identifier: MIT */
/* test_index_avx512.c - index policies of cuckoo filters for a vector of keys with AVX-512 (tests/index_vector.h). */
#include "core/vector_avx512.h"

#define INDEX_ISA ISA_AVX512
#include "tests/index_vector.h"
