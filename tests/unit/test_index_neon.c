/* SPDX-License-Identifier: MIT */
/* test_index_neon.c - index policies of cuckoo filters for a vector of keys with NEON (tests/index_vector.h). */
#include "core/vector_neon.h"

#define INDEX_ISA ISA_NEON
#include "tests/index_vector.h"
