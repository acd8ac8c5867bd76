/* SPDX-License-Identifier: MIT */
/*
 * morton_map.h - a Morton filter: its parts, and the two buckets of a key.
 *
 *      64-bit hash of x:   | high bits: bucket, fast_range of m | ... | low f bits: fingerprint |
 *
 *      i2 = i1 + offset(f) mod m, i1 odd                      offset(f) is odd and m is even, so i2 has the other
 *      i2 = i1 - offset(f) mod m, i1 even                     parity, and leads back to i1
 *
 * So m may be any even number. The offset is 65 to 8255 in large tables: i2 is in another block, not far away.
 */
#ifndef CUCKOOBENCH_MORTON_MAP_H
#define CUCKOOBENCH_MORTON_MAP_H

#include "variants/morton/morton_block.h"

#include "core/cache.h"
#include "core/filter.h"
#include "core/hash.h"
#include "core/mem.h"
#include "core/rng.h"

/* Offsets, in large tables: at least a block's buckets, and this many different ones (the authors' 0x1fff). */
enum { MORTON_OFFSETS = 8192 };

/* What an operation needs of the filter. */
struct morton_map {
	uint8_t *table;
	uint64_t buckets;      /* m, of three; 2^buckets_log2 a block */
	uint32_t least, range; /* of offsets */
	struct hash hash;
};

struct morton;

/* One specialisation of the operations, for a length of fingerprints and the instructions. */
struct morton_kernel {
	const char *name;
	unsigned f;
	enum isa isa;
	size_t (*insert)(struct morton *, const uint64_t *, size_t);
	size_t (*contains)(const struct morton *, const uint64_t *, size_t, uint8_t *);
	size_t (*remove)(struct morton *, const uint64_t *, size_t);
};

/* filter_ops.kind: the kernels, of which the first that may run is taken. The last has f = 0. */
struct morton_kind {
	const struct morton_kernel *kernels;
};

/* Records for which a walk has room on its stack, in 1 KiB: more than the usual number. */
enum { MORTON_LISTED = 512 };

struct morton {
	struct filter base;
	struct morton_map map;
	struct morton_shape shape;
	struct mem table;
	const struct morton_kernel *kernel;
	uint16_t *path; /* max_kicks records, for undoing a walk, if these are more than MORTON_LISTED; else NULL */
	size_t items;
	uint64_t kicks, random;
	bool near;   /* the table is near: one key after the other needs no prefetches (core/cache.h) */
	bool second; /* prefetches go into the second-level cache */
	bool is_view;
	struct filter_params params;
};

/* Where a key goes. */
struct morton_place {
	uint64_t bucket;
	uint32_t fp;
};

ALWAYS_INLINE struct morton_place
morton_place(const struct morton_map *map, uint64_t hash, struct morton_shape s)
{
	return (struct morton_place){fast_range(hash, map->buckets), (uint32_t)(hash & low_mask(s.f))};
}

/* The other bucket of a fingerprint. The offset is less than m. */
ALWAYS_INLINE uint64_t
morton_other(const struct morton_map *map, uint64_t bucket, uint32_t fp)
{
	const uint64_t hash = (uint32_t)((fp * RNG_STEP) >> 32), offset = (map->least + (hash * map->range >> 32)) | 1,
		       up = bucket & 1 ? offset : map->buckets - offset, other = bucket + up;

	return other >= map->buckets ? other - map->buckets : other;
}

ALWAYS_INLINE uint8_t *
morton_block(const struct morton_map *map, uint64_t bucket, struct morton_shape s)
{
	return map->table + (bucket >> s.buckets_log2) * MORTON_BLOCK;
}

/* The bucket within its block. */
ALWAYS_INLINE unsigned
morton_in_block(uint64_t bucket, struct morton_shape s)
{
	return (unsigned)bucket & ((1u << s.buckets_log2) - 1);
}

/* Puts fp into a bucket, if there is room. */
ALWAYS_INLINE bool
morton_try(const struct morton_map *map, uint64_t bucket, uint32_t fp, struct morton_shape s, bool popcnt)
{
	uint8_t *block = morton_block(map, bucket, s);
	const unsigned i = morton_in_block(bucket, s);
	const struct morton_counts c = morton_counts(block, s);

	if (!morton_has_room(c, i, s, popcnt))
		return false;
	morton_put(block, c, i, fp, s, popcnt);
	return true;
}

#endif
