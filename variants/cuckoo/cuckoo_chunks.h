/* SPDX-License-Identifier: MIT */
/* cuckoo_chunks.h - the index policy of vacuum filters (cuckoo_index.h), for cuckoo.h. */
#ifndef CUCKOOBENCH_CUCKOO_CHUNKS_H
#define CUCKOOBENCH_CUCKOO_CHUNKS_H

#include "variants/cuckoo/cuckoo_index.h"

#define CUCKOO_FIRST(c, high) cuckoo_spread((uint32_t)(high), (c)->mask)
#define CUCKOO_OTHER(c, i, fp_hash, fp) cuckoo_within_chunk(i, fp_hash, (c)->chunk[(fp) % CUCKOO_LENGTHS])

/* The same for a vector of keys (cuckoo_vector.h). */
#define VECTOR_FIRST(c, high) vector_spread(high, (c)->mask)
#define VECTOR_OTHER(c, i, fp_hash, fp) vector_within_chunk(i, fp_hash, vector_of_four((c)->chunk, fp))

#endif
