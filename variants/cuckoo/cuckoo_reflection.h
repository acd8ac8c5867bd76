/* SPDX-License-Identifier: MIT */
/* cuckoo_reflection.h - the index policy of filters with any number of buckets (cuckoo_index.h), for cuckoo.h. */
#ifndef CUCKOOBENCH_CUCKOO_REFLECTION_H
#define CUCKOOBENCH_CUCKOO_REFLECTION_H

#include "variants/cuckoo/cuckoo_index.h"

#define CUCKOO_FIRST(c, high) cuckoo_spread((uint32_t)(high), (c)->mask)
#define CUCKOO_OTHER(c, i, fp_hash, fp) cuckoo_reflect(i, fp_hash, (c)->mask)

/* The same for a vector of keys (cuckoo_vector.h). */
#define VECTOR_FIRST(c, high) vector_spread(high, (c)->mask)
#define VECTOR_OTHER(c, i, fp_hash, fp) vector_reflect(i, fp_hash, (c)->mask)

#endif
