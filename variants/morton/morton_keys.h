/* SPDX-License-Identifier: MIT */
/*
 * morton_keys.h - the Morton filter's operations, one key after the other (Breslow and Jayasena, PVLDB 11(9), 2018).
 *
 *      insert   1. into bucket i1    2. into bucket i2, and i1 has overflowed    3. by moving others (morton_room.h)
 *      look up  bucket i1; only if it has overflowed, bucket i2
 *      remove   from where a lookup would find it
 *
 * Keys are put into i1 as long as bucket and block have room ("primacy"). Most lookups then read one line.
 *
 * That deletion trusts the overflow is safe. A bucket that has not overflowed holds at least as many copies of a
 * fingerprint as it has keys: those whose first bucket it is. Insertion puts them there, and nothing has left. Deletion
 * of such a key takes one of each. Deletion of a key whose first bucket is the other one takes a copy from here only if
 * that one has none. Then the keys of both buckets are here.
 */
#ifndef CUCKOOBENCH_MORTON_KEYS_H
#define CUCKOOBENCH_MORTON_KEYS_H

#include "variants/morton/morton_room.h"

/* --- insertion ---------------------------------------------------------------------------------------------------- */

typedef bool morton_relocates(struct morton *, struct morton_place);

ALWAYS_INLINE bool
morton_insert_one(const struct morton_map *map, struct morton *f, struct morton_place p, morton_relocates *relocate,
                  struct morton_shape s, bool popcnt)
{
	if (!morton_try(map, p.bucket, p.fp, s, popcnt)) {
		if (morton_try(map, morton_other(map, p.bucket, p.fp), p.fp, s, popcnt))
			morton_set_overflow(morton_block(map, p.bucket, s), morton_in_block(p.bucket, s), true, s);
		else if (!relocate(f, p))
			return false;
	}
	f->items++;
	return true;
}

ALWAYS_INLINE size_t
morton_insert_by(enum hash_kind kind, struct morton *f, const uint64_t *keys, size_t n, morton_relocates *relocate,
                 struct morton_shape s, bool popcnt)
{
	const struct morton_map map = f->map; /* stores to the table may alias *f, but not this copy */

	for (size_t k = 0; k < n; k++)
		if (!morton_insert_one(&map, f, morton_place(&map, hash_key_by(kind, &map.hash, keys[k]), s), relocate,
		                       s, popcnt))
			return k;
	return n;
}

ALWAYS_INLINE size_t
morton_insert(struct morton *f, const uint64_t *keys, size_t n, morton_relocates *relocate, struct morton_shape s,
              bool popcnt)
{
	return HASH_BY_KIND(&f->map.hash, morton_insert_by, f, keys, n, relocate, s, popcnt);
}

/* --- lookup and deletion ------------------------------------------------------------------------------------------ */

/* Few keys need the second bucket: one in nine at 95 % load, if absent. So a processor predicts that well. A lookup
 * without that branch, which reads the first bucket again instead, took half as long again. */
ALWAYS_INLINE bool
morton_has(const struct morton_map *map, struct morton_place p, struct morton_shape s, bool popcnt)
{
	const uint8_t *block = morton_block(map, p.bucket, s);
	const unsigned i = morton_in_block(p.bucket, s);
	const bool found = morton_find(block, i, p.fp, s, popcnt);
	uint64_t other;

	if (__builtin_expect(found | !morton_overflowed(block, i, s), 1))
		return found;
	other = morton_other(map, p.bucket, p.fp);
	return morton_find(morton_block(map, other, s), morton_in_block(other, s), p.fp, s, popcnt);
}

ALWAYS_INLINE size_t
morton_contains_by(enum hash_kind kind, const struct morton *f, const uint64_t *keys, size_t n, uint8_t *hit,
                   struct morton_shape s, bool popcnt)
{
	const struct morton_map map = f->map;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = morton_has(&map, morton_place(&map, hash_key_by(kind, &map.hash, keys[k]), s), s, popcnt);
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
morton_contains(const struct morton *f, const uint64_t *keys, size_t n, uint8_t *hit, struct morton_shape s,
                bool popcnt)
{
	return HASH_BY_KIND(&f->map.hash, morton_contains_by, f, keys, n, hit, s, popcnt);
}

ALWAYS_INLINE bool
morton_remove_one(const struct morton_map *map, struct morton_place p, struct morton_shape s, bool popcnt)
{
	uint8_t *block = morton_block(map, p.bucket, s);
	const unsigned i = morton_in_block(p.bucket, s);
	uint64_t other;

	if (morton_drop(block, i, p.fp, s, popcnt))
		return true;
	if (!morton_overflowed(block, i, s))
		return false;
	other = morton_other(map, p.bucket, p.fp);
	return morton_drop(morton_block(map, other, s), morton_in_block(other, s), p.fp, s, popcnt);
}

ALWAYS_INLINE size_t
morton_remove_by(enum hash_kind kind, struct morton *f, const uint64_t *keys, size_t n, struct morton_shape s,
                 bool popcnt)
{
	const struct morton_map map = f->map;
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		found += morton_remove_one(&map, morton_place(&map, hash_key_by(kind, &map.hash, keys[k]), s), s,
		                           popcnt);
	f->items -= found;
	return found;
}

ALWAYS_INLINE size_t
morton_remove(struct morton *f, const uint64_t *keys, size_t n, struct morton_shape s, bool popcnt)
{
	return HASH_BY_KIND(&f->map.hash, morton_remove_by, f, keys, n, s, popcnt);
}

/* --- kernels ------------------------------------------------------------------------------------------------------ */

/* The operations of one shape, for instructions TARGET: id_insert, id_relocate, id_contains, id_remove. */
#define MORTON_KERNEL(id, TARGET, shape, popcnt)                                                                 \
	TARGET static __attribute__((noinline)) bool id##_relocate(struct morton *f, struct morton_place p)      \
	{                                                                                                        \
		return morton_relocate(f, p, shape, popcnt);                                                     \
	}                                                                                                        \
	TARGET static size_t id##_insert(struct morton *f, const uint64_t *keys, size_t n)                       \
	{                                                                                                        \
		return MORTON_INSERT(f, keys, n, id##_relocate, shape, popcnt);                                  \
	}                                                                                                        \
	TARGET static size_t id##_contains(const struct morton *f, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                        \
		return MORTON_CONTAINS(f, keys, n, hit, shape, popcnt);                                          \
	}                                                                                                        \
	TARGET static size_t id##_remove(struct morton *f, const uint64_t *keys, size_t n)                       \
	{                                                                                                        \
		return MORTON_REMOVE(f, keys, n, shape, popcnt);                                                 \
	}

#define MORTON_ROW(id, F, ISA)                                                                     \
	{                                                                                          \
		.name = #id, .f = F, .isa = ISA, .insert = id##_insert, .contains = id##_contains, \
		.remove = id##_remove                                                              \
	}

/* All kernels of a filter, by its MORTON_INSERT, MORTON_CONTAINS and MORTON_REMOVE. */
#ifdef ISA_X86
#define MORTON_KERNELS                                           \
	MORTON_KERNEL(f8, , MORTON_F8, false)                    \
	MORTON_KERNEL(f12, , MORTON_F12, false)                  \
	MORTON_KERNEL(f16, , MORTON_F16, false)                  \
	MORTON_KERNEL(f8_popcnt, TARGET_AVX2, MORTON_F8, true)   \
	MORTON_KERNEL(f12_popcnt, TARGET_AVX2, MORTON_F12, true) \
	MORTON_KERNEL(f16_popcnt, TARGET_AVX2, MORTON_F16, true)
#define MORTON_ROWS                                                                                             \
	MORTON_ROW(f8_popcnt, 8, ISA_AVX2), MORTON_ROW(f12_popcnt, 12, ISA_AVX2),                               \
		MORTON_ROW(f16_popcnt, 16, ISA_AVX2), MORTON_ROW(f8, 8, ISA_ANY), MORTON_ROW(f12, 12, ISA_ANY), \
		MORTON_ROW(f16, 16, ISA_ANY)
#else
#define MORTON_KERNELS                          \
	MORTON_KERNEL(f8, , MORTON_F8, false)   \
	MORTON_KERNEL(f12, , MORTON_F12, false) \
	MORTON_KERNEL(f16, , MORTON_F16, false)
#define MORTON_ROWS MORTON_ROW(f8, 8, ISA_ANY), MORTON_ROW(f12, 12, ISA_ANY), MORTON_ROW(f16, 16, ISA_ANY)
#endif

#endif
