/* SPDX-License-Identifier: MIT */
/*
 * morton_batch.c - the Morton filter pipelined across the keys of a call, in portable C.
 *
 *      keys            | group 0 | group 1 | group 2 |
 *      locate          |=========|=========|=========|                 hash, prefetch the line of the first bucket
 *      first bucket              |=========|=========|=========|       answer, or prefetch the line of the second
 *      second bucket                       |=== =====|= ==  ===|...    only of the keys that need it
 *
 * The published measurements are of calls with batches of 128 keys, whose steps are loops of their own. So this filter
 * is what they should be compared with; the authors' program prefetches nothing. Insertions and deletions change the
 * table in order, one key after the other: it is that of `morton`, bit for bit. What is done ahead for them are
 * prefetches alone: of the second bucket where the first has no room, or lacks the fingerprint. In a table that a core
 * holds, they are those of `morton`. Lookups are twice as fast there, too: no lookup waits for the one before.
 */
#include "variants/morton/morton_keys.h"
#include "variants/morton/morton_table.h"

/* Keys of a group. As in cuckoo_ahead.h, two groups' lines must cover what a core can have in flight, and stay in its
 * first-level cache. Groups of 64 and of 128 were a tenth and a fifth slower. */
enum { MORTON_GROUP = 32, MORTON_CALL = 4096 };

struct morton_group {
	_Alignas(64) uint64_t bucket[MORTON_GROUP];
	uint32_t fp[MORTON_GROUP];
};

/* The keys of a group that must be looked up in their second bucket. */
struct morton_rest {
	_Alignas(64) uint64_t bucket[MORTON_GROUP];
	uint32_t fp[MORTON_GROUP];
	uint8_t *hit[MORTON_GROUP];
	size_t n;
};

ALWAYS_INLINE void
group_locate(struct morton_group *g, enum hash_kind kind, const struct morton_map *map, bool second,
             const uint64_t *keys, size_t n, struct morton_shape s)
{
	for (size_t k = 0; k < n; k++) {
		const struct morton_place p = morton_place(map, hash_key_by(kind, &map->hash, keys[k]), s);

		g->bucket[k] = p.bucket;
		g->fp[k] = p.fp;
		cache_ask(morton_block(map, p.bucket, s), second);
	}
}

/* Locates the next group, of at most all keys from `from` on. Returns its size. */
ALWAYS_INLINE size_t
group_next(struct morton_group *g, enum hash_kind kind, const struct morton *f, const struct morton_map *map,
           const uint64_t *keys, size_t from, size_t n, struct morton_shape s)
{
	const size_t here = n - from < MORTON_GROUP ? n - from : MORTON_GROUP;

	if (f->second)
		group_locate(g, kind, map, true, keys + from, here, s);
	else
		group_locate(g, kind, map, false, keys + from, here, s);
	return here;
}

/* --- lookup ------------------------------------------------------------------------------------------------------- */

/* Looks a group's keys up in their first buckets, and lists those that need the second. */
ALWAYS_INLINE size_t
group_first(const struct morton_map *map, const struct morton_group *g, size_t n, uint8_t *hit,
            struct morton_rest *rest, struct morton_shape s, bool popcnt)
{
	size_t hits = 0, more = 0;

	for (size_t k = 0; k < n; k++) {
		const uint8_t *block = morton_block(map, g->bucket[k], s);
		const unsigned i = morton_in_block(g->bucket[k], s);
		const bool found = morton_find(block, i, g->fp[k], s, popcnt);

		hit[k] = found;
		hits += found;
		rest->bucket[more] = g->bucket[k];
		rest->fp[more] = g->fp[k];
		rest->hit[more] = hit + k;
		more += !found & morton_overflowed(block, i, s);
	}
	rest->n = more;
	for (size_t k = 0; k < more; k++) {
		rest->bucket[k] = morton_other(map, rest->bucket[k], rest->fp[k]);
		cache_ask(morton_block(map, rest->bucket[k], s), false);
	}
	return hits;
}

ALWAYS_INLINE size_t
group_second(const struct morton_map *map, const struct morton_rest *rest, struct morton_shape s, bool popcnt)
{
	size_t hits = 0;

	for (size_t k = 0; k < rest->n; k++) {
		const bool found = morton_find(morton_block(map, rest->bucket[k], s),
		                               morton_in_block(rest->bucket[k], s), rest->fp[k], s, popcnt);

		*rest->hit[k] = found;
		hits += found;
	}
	return hits;
}

ALWAYS_INLINE size_t
batch_contains_by(enum hash_kind kind, const struct morton *f, const uint64_t *keys, size_t n, uint8_t *hit,
                  struct morton_shape s, bool popcnt)
{
	const struct morton_map map = f->map;
	struct morton_group group[2];
	struct morton_rest rest[2];
	size_t hits = 0, here = group_next(&group[0], kind, f, &map, keys, 0, n, s), next;
	unsigned side = 0;

	rest[1].n = 0;
	for (size_t at = 0; at < n; at += here, here = next, side ^= 1) {
		next = group_next(&group[side ^ 1], kind, f, &map, keys, at + here, n, s);
		hits += group_first(&map, &group[side], here, hit + at, &rest[side], s, popcnt);
		hits += group_second(&map, &rest[side ^ 1], s, popcnt);
	}
	return hits + group_second(&map, &rest[side ^ 1], s, popcnt);
}

ALWAYS_INLINE size_t
batch_contains(const struct morton *f, const uint64_t *keys, size_t n, uint8_t *hit, struct morton_shape s, bool popcnt)
{
	return HASH_BY_KIND(&f->map.hash, batch_contains_by, f, keys, n, hit, s, popcnt);
}

/* --- insertion and deletion --------------------------------------------------------------------------------------- */

/* Prefetches the line of the second bucket where the first has no room; otherwise that of the first, which is there. */
ALWAYS_INLINE void
group_fetch_room(const struct morton_map *map, const struct morton_group *g, size_t n, struct morton_shape s,
                 bool popcnt)
{
	for (size_t k = 0; k < n; k++) {
		const uint8_t *block = morton_block(map, g->bucket[k], s);
		const bool room = morton_has_room(morton_counts(block, s), morton_in_block(g->bucket[k], s), s, popcnt);
		const uint8_t *other = morton_block(map, morton_other(map, g->bucket[k], g->fp[k]), s);

		cache_ask(room ? block : other, false);
	}
}

ALWAYS_INLINE size_t
batch_insert_by(enum hash_kind kind, struct morton *f, const uint64_t *keys, size_t n, morton_relocates *relocate,
                struct morton_shape s, bool popcnt)
{
	const struct morton_map map = f->map;
	struct morton_group group[2];
	size_t here = group_next(&group[0], kind, f, &map, keys, 0, n, s), next;
	unsigned side = 0;

	for (size_t at = 0; at < n; at += here, here = next, side ^= 1) {
		const struct morton_group *g = &group[side];

		next = group_next(&group[side ^ 1], kind, f, &map, keys, at + here, n, s);
		group_fetch_room(&map, g, here, s, popcnt);
		for (size_t k = 0; k < here; k++)
			if (!morton_insert_one(&map, f, (struct morton_place){g->bucket[k], g->fp[k]}, relocate, s,
			                       popcnt))
				return at + k;
	}
	return n;
}

ALWAYS_INLINE size_t
batch_insert(struct morton *f, const uint64_t *keys, size_t n, morton_relocates *relocate, struct morton_shape s,
             bool popcnt)
{
	if (f->near)
		return morton_insert(f, keys, n, relocate, s, popcnt);
	return HASH_BY_KIND(&f->map.hash, batch_insert_by, f, keys, n, relocate, s, popcnt);
}

ALWAYS_INLINE void
group_fetch_copy(const struct morton_map *map, const struct morton_group *g, size_t n, struct morton_shape s,
                 bool popcnt)
{
	for (size_t k = 0; k < n; k++) {
		const uint8_t *block = morton_block(map, g->bucket[k], s);
		const bool found = morton_find(block, morton_in_block(g->bucket[k], s), g->fp[k], s, popcnt);
		const uint8_t *other = morton_block(map, morton_other(map, g->bucket[k], g->fp[k]), s);

		cache_ask(found ? block : other, false);
	}
}

ALWAYS_INLINE size_t
batch_remove_by(enum hash_kind kind, struct morton *f, const uint64_t *keys, size_t n, struct morton_shape s,
                bool popcnt)
{
	const struct morton_map map = f->map;
	struct morton_group group[2];
	size_t found = 0, here = group_next(&group[0], kind, f, &map, keys, 0, n, s), next;
	unsigned side = 0;

	for (size_t at = 0; at < n; at += here, here = next, side ^= 1) {
		const struct morton_group *g = &group[side];

		next = group_next(&group[side ^ 1], kind, f, &map, keys, at + here, n, s);
		group_fetch_copy(&map, g, here, s, popcnt);
		for (size_t k = 0; k < here; k++)
			found += morton_remove_one(&map, (struct morton_place){g->bucket[k], g->fp[k]}, s, popcnt);
	}
	f->items -= found;
	return found;
}

ALWAYS_INLINE size_t
batch_remove(struct morton *f, const uint64_t *keys, size_t n, struct morton_shape s, bool popcnt)
{
	if (f->near)
		return morton_remove(f, keys, n, s, popcnt);
	return HASH_BY_KIND(&f->map.hash, batch_remove_by, f, keys, n, s, popcnt);
}

#define MORTON_INSERT batch_insert
#define MORTON_CONTAINS batch_contains
#define MORTON_REMOVE batch_remove

MORTON_KERNELS

static const struct morton_kernel kernels[] = {MORTON_ROWS, {0}};

static const struct morton_kind kind = {kernels};

const struct filter_ops FILTER_OPS(morton_batch) = {
	.name = "morton-batch",
	.title = "Morton, batched",
	.about = "morton, pipelined across the keys of a call",
	.twin = "morton",
	.batch = MORTON_CALL,
	.kind = &kind,
	.facts = {.source = __FILE__, .params = {.fp_bits = 8}, .ns = {50, 20, 30}, .part = FILTER_FIELD},
	MORTON_OPS,
};
