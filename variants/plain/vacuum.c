/* SPDX-License-Identifier: MIT */
/*
 * vacuum.c - the vacuum filter: CF whose other bucket is near the first (Wang, Zhou, Shi, Qian, PVLDB 13(2), 2019).
 *
 *      table     |      chunk of L0      |      chunk of L0      |      chunk of L0      |      any number of them
 *      f mod 4   0: |-i1---------------i2|      1: |i1----i2|      2: |i1-i2|      3: |i1i2|
 *
 * i2 = i1 xor (hash(f) mod L[f mod 4]): both buckets are in one chunk of a power of two, so m is any multiple of the
 * longest. cuckoo_index.h says how long chunks have to be. For three quarters of the keys i2 is a few lines from i1, in
 * its page. A table for fewer than 2^18 keys has no chunks, and is cf-any's.
 *
 * Buckets, lookups and deletions are CF's. An insertion looks ahead, as the authors' does: before it evicts a
 * fingerprint at random, it tries whether one of the bucket could go into its other bucket at once. The b buckets that
 * it looks into do not wait for each other, as evictions do.
 */
#include "variants/cuckoo/cuckoo_chunks.h"

#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

/* cuckoo_relocate, looking ahead. */
ALWAYS_INLINE bool
vacuum_relocate(struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_place p, unsigned f, unsigned b)
{
	uint64_t r = rng_next(&c->random);
	size_t i = r >> 63 ? p.i1 : p.i2;
	uint32_t fp = p.fp, entry[8];

	for (unsigned n = 0; n < c->max_kicks; n++) {
		codec.entries(c->table.data, i, entry, f, b);
		for (unsigned e = 0; e < b; e++)
			if (codec.put(c->table.data, cuckoo_alternate(c, codec, i, entry[e]), entry[e], f, b)) {
				codec.swap(c->table.data, i, e, fp, f, b);
				c->kicks += n + 1;
				return true;
			}
		c->path[n] = fp;
		fp = codec.swap(c->table.data, i, (unsigned)(r & (b - 1)), fp, f, b);
		i = cuckoo_alternate(c, codec, i, fp);
		r = rng_next(&c->random);
	}
	cuckoo_roll_back(c, codec, cuckoo_alternate(c, codec, i, fp), fp, c->max_kicks, f, b);
	return false;
}

ALWAYS_INLINE size_t
vacuum_insert_by(enum hash_kind hash, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                 unsigned f, unsigned b)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(hash, &local, codec, keys[k], f);

		if (!codec.put(local.table.data, p.i1, p.fp, f, b) && !codec.put(local.table.data, p.i2, p.fp, f, b) &&
		    !vacuum_relocate(c, codec, p, f, b))
			return k;
		c->items++;
	}
	return n;
}

ALWAYS_INLINE size_t
vacuum_insert(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return HASH_BY_KIND(&c->hash, vacuum_insert_by, c, codec, keys, n, f, b);
}

#define KERNEL(id, F, B) \
	CUCKOO_KERNEL_OF(id, plain, vacuum_insert, cuckoo_insert_bfs, plain_contains, cuckoo_remove, F, B)

CUCKOO_KERNELS(PLAIN_WIDTHS_ANY, KERNEL, CUCKOO_KERNEL_ROW, c->b)

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .whole = &FILTER_KIND(cf_any),
                                        .limits = &cuckoo_limits_vacuum,
                                        .bucket_used = plain_bucket_used};

/* cf-any's */
static const struct filter_shape shapes[] = {{.fp_bits = 11, .bits = 12, .near = 8},
                                             {.fp_bits = 12, .bits = 13, .usual = true},
                                             {.fp_bits = 15, .bits = 16, .near = 12},
                                             {0}};

const struct filter_ops FILTER_OPS(vacuum) = {
	.name = "vacuum",
	.title = "vacuum filter",
	.about = "cuckoo filter whose other bucket is in the same chunk (Wang et al., PVLDB 2019)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4},
                  .lines = {2, 2, 1, 2},
                  .ns = {160, 65, 70},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.kind = &kind,
	CUCKOO_OPS,
};
