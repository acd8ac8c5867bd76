/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_nodelete.h - Algorithm 1 for a filter that never deletes: a key that is found already takes no entry.
 *
 *      key --> lookup --> found: accepted, nothing stored (the same key, or a false positive)
 *                     '-> not found: insertion
 *
 * Section 3.1 of the paper gives duplicates this way out for filters without deletion. It saves more than duplicates. A
 * key that is a false positive when it comes is one for good, so it need not be stored: over a fill about half of the
 * final rate of all keys (1.5 % at f = 8, b = 4, and 0.1 % at f = 12). And no bucket ever holds a fingerprint twice.
 * Two equal fingerprints that share one bucket share both, and the second key would have been found. So buckets are
 * sets, which have fewer states than multisets (semisort_set.h).
 */
#ifndef CUCKOOBENCH_CUCKOO_NODELETE_H
#define CUCKOOBENCH_CUCKOO_NODELETE_H

#include "variants/cuckoo/cuckoo.h"

ALWAYS_INLINE size_t
nodelete_insert_by(enum hash_kind kind, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                   unsigned f, unsigned b)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(kind, &local, codec, keys[k], f);

		if (codec.pair_has(local.table.data, p.i1, p.i2, p.fp, f, b))
			c->absorbed++;
		else if (!cuckoo_insert_one(&local, c, codec, p, f, b))
			return k;
	}
	return n;
}

ALWAYS_INLINE size_t
nodelete_insert(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, nodelete_insert_by, c, codec, keys, n, f, b);
}

/* Defines an instance for a codec: insertion and lookup. */
#define NODELETE_KERNEL(id, codec, CONTAINS, F, B)                                  \
	static size_t id##_insert(struct cuckoo *c, const uint64_t *keys, size_t n) \
	{                                                                           \
		return nodelete_insert(c, codec, keys, n, F, B);                    \
	}                                                                           \
	CUCKOO_KERNEL_LOOKUP(id, codec, CONTAINS, F, B)
#define NODELETE_KERNEL_ROW(id, F, B) {.name = #id, .f = F, .b = B, .insert = id##_insert, .contains = id##_contains},

/* The operations of such a filter. */
#define NODELETE_OPS                                                                                                  \
	.caps = FILTER_FILLS, .uses = CUCKOO_USES, .family = &cuckoo_family, FAMILY_OPS, .insert = cuckoo_ops_insert, \
	.contains = cuckoo_ops_contains, .info = cuckoo_info, .check = cuckoo_check

#endif
