/* SPDX-License-Identifier: MIT */
/* test_index_avx2.c - index policies of cuckoo filters for a vector of keys with AVX2 (tests/index_vector.h). */
#include "core/vector_avx2.h"

#define INDEX_ISA ISA_AVX2
#include "tests/index_vector.h"
