/* SPDX-License-Identifier: MIT */
/*
 * vqf_keys.h - the loops over keys of one kernel: over vqf_block_portable.h or vqf_block_vector.h, which a file
 * includes before this one. vqf.c has the picture.
 *
 *      one after the other     hash -> both blocks -> compare -> answer           the next key
 *
 *      pipelined               | locate some | locate the next | process one, prefetch one of the next | ...
 *                                               a vector of keys at a time where the kernel has vectors
 *
 * The prefetches are spread over the work on the keys before. In a row, while the next keys were located, they left the
 * memory with nothing to do during that work, and vectors made the row shorter still. In 3 MiB, lookups with vectors
 * alone were 0.8 times as fast as with neither, and are 1.55 times as fast with both.
 *
 * No branch depends on what a lookup finds. A block has a remainder like the one sought in one lookup of six, and most
 * of those stand in other buckets. So a jump over the metadata would be mispredicted once in three lookups, and a
 * processor that waits for memory then begins no other key.
 */
#ifndef CUCKOOBENCH_VQF_KEYS_H
#define CUCKOOBENCH_VQF_KEYS_H

#include "baselines/vqf/vqf_place.h"
#include "baselines/vqf/vqf_table.h"
#include "core/ahead.h"
#include "core/cache.h"
#include "core/probe.h"

/* Two blocks' lines of so many keys, twice, must cover what a core can have in flight (10 to 70), and fit its first
 * cache (512 lines and more). In 192 MiB, 64 were slower by a twentieth. */
enum { VQF_SOME = 32 };

/* False: both blocks are full. */
VQF_TARGET ALWAYS_INLINE bool
vqf_insert_one(enum vqf_form form, const struct vqf_map *map, struct vqf_place p)
{
	uint8_t *first = vqf_block(map, p.i1), *second = vqf_block(map, p.i2);
	unsigned used = vqf_used(form, first);

	if (used >= vqf_asks_second(form)) {
		const unsigned other = vqf_used(form, second);

		first = other < used ? second : first;
		used = other < used ? other : used;
		if (used == vqf_slots(form))
			return false;
	}
	vqf_add(form, first, vqf_bucket(form, p), vqf_remainder(form, p));
	return true;
}

VQF_TARGET ALWAYS_INLINE bool
vqf_contains_one(enum vqf_form form, const struct vqf_map *map, struct vqf_place p)
{
	const uint8_t *first = vqf_block(map, p.i1), *second = vqf_block(map, p.i2);
	const unsigned b = vqf_bucket(form, p);
	const uint64_t remainder = vqf_remainder(form, p);

	PROBE(first, VQF_BYTES);
	PROBE(second, VQF_BYTES);
	return (vqf_find(form, first, b, remainder) | vqf_find(form, second, b, remainder)) != 0;
}

VQF_TARGET ALWAYS_INLINE bool
vqf_remove_one(enum vqf_form form, const struct vqf_map *map, struct vqf_place p)
{
	uint8_t *first = vqf_block(map, p.i1), *second = vqf_block(map, p.i2);
	const unsigned b = vqf_bucket(form, p);
	const uint64_t in_first = vqf_find(form, first, b, vqf_remainder(form, p)),
		       in_second = vqf_find(form, second, b, vqf_remainder(form, p));

	if (!(in_first | in_second))
		return false;
	vqf_take(form, in_first ? first : second, b, in_first ? in_first : in_second);
	return true;
}

/* --- one key after the other ------------------------------------------------------------------------------------ */

VQF_TARGET ALWAYS_INLINE size_t
vqf_insert_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_map map, const uint64_t *keys, size_t n)
{
	size_t k = 0;

	while (k < n && vqf_insert_one(form, &map, vqf_locate(form, &map, vqf_hash(kind, &map.hash, keys[k]))))
		k++;
	return k;
}

VQF_TARGET ALWAYS_INLINE size_t
vqf_contains_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_map map, const uint64_t *keys, size_t n,
                  uint8_t *hit)
{
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = vqf_contains_one(form, &map, vqf_locate(form, &map, vqf_hash(kind, &map.hash, keys[k])));
		hits += hit[k];
	}
	return hits;
}

VQF_TARGET ALWAYS_INLINE size_t
vqf_remove_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_map map, const uint64_t *keys, size_t n)
{
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		found += vqf_remove_one(form, &map, vqf_locate(form, &map, vqf_hash(kind, &map.hash, keys[k])));
	return found;
}

/* --- pipelined across the keys of a call ------------------------------------------------------------------------ */

/* The places of some keys. */
struct vqf_places {
	_Alignas(64) uint32_t i1[VQF_SOME], i2[VQF_SOME], tag[VQF_SOME];
};

VQF_TARGET ALWAYS_INLINE void
vqf_ask_place(const struct vqf_map *map, bool second, const struct vqf_places *p, size_t k)
{
	cache_ask(vqf_block(map, p->i1[k]), second);
	cache_ask(vqf_block(map, p->i2[k]), second);
}

#ifdef VECTOR_TARGET
/* v times m / 2^64, for m below 2^32: fast_range. */
VQF_TARGET ALWAYS_INLINE vector
vqf_range(vector v, vector m)
{
	return (vector_product(v >> 32, m) + (vector_product(v, m) >> 32)) >> 32;
}

/* vqf_locate for a vector of keys at a time, as many vectors as n keys have. Returns the number of these keys. */
VQF_TARGET ALWAYS_INLINE size_t
vqf_locate_vectors(enum vqf_form form, const struct vqf_map *map, enum hash_kind kind, const uint64_t *keys, size_t n,
                   struct vqf_places *p)
{
	const vector m = vector_all(map->m), tags = vector_all((uint64_t)vqf_buckets(form) << form);
	size_t k = 0;

	for (; k + VECTOR_LANES <= n && map->m >> 32 == 0; k += VECTOR_LANES) {
		const vector hash = vector_hash(kind, &map->hash, keys + k);
		const vector tag = vector_product(hash, tags) >> 32, i1 = vqf_range(hash, m);
		const vector mixed = vector_product(tag, vector_all(RNG_STEP & UINT32_MAX)) +
		                     (vector_product(tag, vector_all(RNG_STEP >> 32)) << 32);

		vector_store_halves(p->i1 + k, i1);
		vector_store_halves(p->i2 + k, vector_wrapped(vqf_range(mixed, m) - i1, m));
		vector_store_halves(p->tag + k, tag);
	}
	return k;
}
#else
ALWAYS_INLINE size_t
vqf_locate_vectors(enum vqf_form form, const struct vqf_map *map, enum hash_kind kind, const uint64_t *keys, size_t n,
                   struct vqf_places *p)
{
	(void)form, (void)map, (void)kind, (void)keys, (void)n, (void)p;
	return 0;
}
#endif

VQF_TARGET ALWAYS_INLINE void
vqf_locate_some(enum vqf_form form, const struct vqf_map *map, enum hash_kind kind, const uint64_t *keys, size_t n,
                struct vqf_places *p)
{
	for (size_t k = vqf_locate_vectors(form, map, kind, keys, n, p); k < n; k++) {
		const struct vqf_place one = vqf_locate(form, map, vqf_hash(kind, &map->hash, keys[k]));

		p->i1[k] = one.i1;
		p->i2[k] = one.i2;
		p->tag[k] = one.tag;
	}
}

/* Returns how many of n keys were accepted, until one is refused; found; removed. */
VQF_TARGET ALWAYS_INLINE size_t
vqf_some(enum vqf_form form, const struct vqf_map *map, bool second, enum vqf_work work, const struct vqf_places *p,
         size_t n, const struct vqf_places *next, size_t coming, uint8_t *hit)
{
	size_t count = 0;

	for (size_t k = 0; k < n; k++) {
		const struct vqf_place one = {p->i1[k], p->i2[k], p->tag[k]};
		const bool done = work == VQF_CONTAINS ? vqf_contains_one(form, map, one)
		                  : work == VQF_REMOVE ? vqf_remove_one(form, map, one)
		                                       : vqf_insert_one(form, map, one);

		if (k < coming)
			vqf_ask_place(map, second, next, k);
		if (work == VQF_CONTAINS)
			hit[k] = done;
		if (work == VQF_INSERT && !done)
			break;
		count += done;
	}
	return count;
}

VQF_TARGET ALWAYS_INLINE size_t
vqf_batch_keys(enum hash_kind kind, enum vqf_form form, const struct vqf_map map, enum vqf_work work,
               const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct vqf_places place[2];
	struct ahead a = ahead_begin(n, VQF_SOME);
	size_t count = 0;

	vqf_locate_some(form, &map, kind, keys, a.here, &place[0]);
	for (size_t k = 0; k < a.here; k++)
		vqf_ask_place(&map, map.second, &place[0], k);
	for (; a.at < n; ahead_turn(&a)) {
		const struct vqf_places *const these = &place[a.which], *const those = &place[a.which ^ 1];
		uint8_t *const answers = hit ? hit + a.at : NULL;
		size_t done;

		vqf_locate_some(form, &map, kind, keys + a.at + a.here, a.next, &place[a.which ^ 1]);
		/* a test for each key would take a fortieth of the time in a cache */
		done = map.second ? vqf_some(form, &map, true, work, these, a.here, those, a.next, answers)
		                  : vqf_some(form, &map, false, work, these, a.here, those, a.next, answers);
		count += done;
		if (work == VQF_INSERT && done < a.here)
			break;
	}
	return count;
}

/* --- the kernel: one instance of each for both forms and every kind of hash --------------------------------------- */

VQF_TARGET static size_t
kernel_insert(struct vqf *f, const uint64_t *keys, size_t n)
{
	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_insert_keys, VQF_8, f->map, keys, n)
	                        : HASH_BY_KIND(&f->map.hash, vqf_insert_keys, VQF_16, f->map, keys, n);
}

VQF_TARGET static size_t
kernel_contains(const struct vqf *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_contains_keys, VQF_8, f->map, keys, n, hit)
	                        : HASH_BY_KIND(&f->map.hash, vqf_contains_keys, VQF_16, f->map, keys, n, hit);
}

VQF_TARGET static size_t
kernel_remove(struct vqf *f, const uint64_t *keys, size_t n)
{
	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_remove_keys, VQF_8, f->map, keys, n)
	                        : HASH_BY_KIND(&f->map.hash, vqf_remove_keys, VQF_16, f->map, keys, n);
}

VQF_TARGET ALWAYS_INLINE size_t
kernel_batch(const struct vqf *f, enum vqf_work work, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return f->form == VQF_8 ? HASH_BY_KIND(&f->map.hash, vqf_batch_keys, VQF_8, f->map, work, keys, n, hit)
	                        : HASH_BY_KIND(&f->map.hash, vqf_batch_keys, VQF_16, f->map, work, keys, n, hit);
}

VQF_BATCH_OPERATIONS

#endif
