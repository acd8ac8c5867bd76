/* SPDX-License-Identifier: MIT */
/* flight.c - see flight.h. */
#include "harness/timing/flight.h"

#include "baselines/bloom/bloom_blocked.h"
#include "core/cache.h"
#include "harness/timing/memory_kernels.h"
#include "variants/plain/plain_codec.h"
#include "variants/semisort/semisort_codec.h"

#include <string.h>

/* Hides the origin of v from the compiler. */
#define OPAQUE(v) __asm__ volatile("" : "+r"(v))

/*
 * Defines id_flight, the loop over a table_type. It uses a local copy of the table, because no store can alias that.
 * The steps of a kind of table are four functions, inlined for one of its two forms:
 *
 *      kind_second  into which cache lines are asked: where more of them can be in flight, as the batched filters do
 *      kind_ask     computes where a key's lines are, and prefetches them
 *      kind_come    words of all its lines: loaded when all have arrived
 *      kind_has     the answer
 */
#define FLIGHT(id, kind, form, table_type, place_type)                                                         \
	ALWAYS_INLINE size_t id##_lanes(const table_type *table, const uint64_t *keys, size_t n, uint8_t *hit, \
	                                unsigned width, bool second)                                           \
	{                                                                                                      \
		const table_type local = *table;                                                               \
		const size_t first = n < width ? n : width;                                                    \
		place_type place[FLIGHT_MOST];                                                                 \
		uint64_t nothing = 0;                                                                          \
		size_t hits = 0;                                                                               \
                                                                                                               \
		OPAQUE(nothing);                                                                               \
		for (size_t k = 0; k < first; k++)                                                             \
			place[k] = kind##_ask(&local, keys[k], second, form);                                  \
		for (size_t k = 0; k < n; k++) {                                                               \
			place_type *lane = &place[k & (width - 1)];                                            \
			const place_type now = *lane;                                                          \
			uint64_t come = kind##_come(&local, now, form);                                        \
                                                                                                               \
			OPAQUE(come);                                                                          \
			if (k + width < n)                                                                     \
				*lane = kind##_ask(&local, keys[k + width] ^ (come & nothing), second, form);  \
			hit[k] = kind##_has(&local, now, form);                                                \
			hits += hit[k];                                                                        \
		}                                                                                              \
		return hits;                                                                                   \
	}                                                                                                      \
	static size_t id##_flight(const table_type *table, const uint64_t *keys, size_t n, uint8_t *hit,       \
	                          unsigned width)                                                              \
	{                                                                                                      \
		return kind##_second(table) ? id##_lanes(table, keys, n, hit, width, true)                     \
		                            : id##_lanes(table, keys, n, hit, width, false);                   \
	}

/* --- cuckoo filters: plain buckets, or semi-sorted ones --------------------------------------------------------- */

enum { CF_F = 12, SSCF_F = 13, SLOTS = 4 };
static const struct cuckoo_codec located = {.fp_hash = cuckoo_fp_hash};

static bool
cuckoo_second(const struct cuckoo *c)
{
	return c->second;
}

ALWAYS_INLINE struct cuckoo_place
cuckoo_ask(const struct cuckoo *c, uint64_t key, bool second, bool sorted)
{
	const struct cuckoo_place p = cuckoo_locate(c, located, key, sorted ? SSCF_F : CF_F);

	if (sorted) {
		ss_fetch(c->table.data, p.i1, second, SSCF_F, SLOTS);
		ss_fetch(c->table.data, p.i2, second, SSCF_F, SLOTS);
	} else {
		plain_fetch(c->table.data, p.i1, second, CF_F, SLOTS);
		plain_fetch(c->table.data, p.i2, second, CF_F, SLOTS);
	}
	return p;
}

ALWAYS_INLINE uint64_t
cuckoo_come(const struct cuckoo *c, struct cuckoo_place p, bool sorted)
{
	if (sorted)
		return (uint64_t)ss_load(c->table.data, p.i1, SSCF_F) | (uint64_t)ss_load(c->table.data, p.i2, SSCF_F);
	return packed_load(c->table.data, p.i1, CF_F * SLOTS) | packed_load(c->table.data, p.i2, CF_F * SLOTS);
}

ALWAYS_INLINE bool
cuckoo_has(const struct cuckoo *c, struct cuckoo_place p, bool sorted)
{
	return sorted ? ss_pair_has(c->table.data, p.i1, p.i2, p.fp, SSCF_F, SLOTS)
	              : plain_pair_has(c->table.data, p.i1, p.i2, p.fp, CF_F, SLOTS);
}

FLIGHT(cf, cuckoo, false, struct cuckoo, struct cuckoo_place)
FLIGHT(sscf, cuckoo, true, struct cuckoo, struct cuckoo_place)

/* --- blk-BF ----------------------------------------------------------------------------------------------------- */

static bool
blkbf_second(const struct bloom_map *map)
{
	return map->second;
}

ALWAYS_INLINE struct blk_place
blkbf_ask(const struct bloom_map *map, uint64_t key, bool second, bool only)
{
	const struct blk_place p = blk_locate(bloom_bits_known, map, hash_key(&map->hash, key));

	(void)only;
	cache_ask(p.block, second);
	return p;
}

ALWAYS_INLINE uint64_t
blkbf_come(const struct bloom_map *map, struct blk_place p, bool only)
{
	(void)map;
	(void)only;
	return load64(p.block);
}

/* Tests all k bits. A branch at the first clear bit would be mispredicted, and the lines of all lanes would wait for
 * it. */
ALWAYS_INLINE bool
blkbf_has(const struct bloom_map *map, struct blk_place p, bool only)
{
	(void)map;
	(void)only;
	return blk_has_all(p, BLOOM_K);
}

FLIGHT(blkbf, blkbf, true, struct bloom_map, struct blk_place)

/* --- lines alone: one, or a pair -------------------------------------------------------------------------------- */

struct lines {
	const uint64_t *first, *second;
};

/* A line as ceiling.h selects it. */
ALWAYS_INLINE const uint64_t *
line_at(const struct ceiling_memory *g, uint64_t half)
{
	return (const uint64_t *)g->table + (half * g->lines >> 32) * 8;
}

static bool
lines_second(const struct ceiling_memory *g)
{
	return cache_asks_second(g->lines * MEMORY_LINE, 1);
}

ALWAYS_INLINE struct lines
lines_ask(const struct ceiling_memory *g, uint64_t key, bool second, bool two)
{
	const uint64_t h = hash_key(g->hash, key);
	const struct lines l = {line_at(g, h >> 32), two ? line_at(g, h & UINT32_MAX) : NULL};

	cache_ask(l.first, second);
	if (two)
		cache_ask(l.second, second);
	return l;
}

ALWAYS_INLINE uint64_t
lines_come(const struct ceiling_memory *g, struct lines l, bool two)
{
	(void)g;
	return two ? *l.first | *l.second : *l.first;
}

ALWAYS_INLINE bool
lines_has(const struct ceiling_memory *g, struct lines l, bool two)
{
	return lines_come(g, l, two) & 1;
}

FLIGHT(line, lines, false, struct ceiling_memory, struct lines)
FLIGHT(pair, lines, true, struct ceiling_memory, struct lines)

/* --- interface -------------------------------------------------------------------------------------------------- */

static bool
is_of(const struct filter *f, const char *family)
{
	return strcmp(f->ops->name, family) == 0 || (f->ops->twin && strcmp(f->ops->twin, family) == 0);
}

bool
flight_has(const struct filter *f)
{
	const struct filter_info info = filter_told(f);

	if (f->ops->caps & FILTER_SHARED)
		return false;
	if (is_of(f, "cf") || is_of(f, "ss-cf"))
		return info.fp_bits == (is_of(f, "cf") ? CF_F : SSCF_F) && info.slots_per_bucket == SLOTS;
	return is_of(f, "blk-bf") && info.hashes == BLOOM_K;
}

size_t
flight_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit, unsigned width)
{
	if (is_of(f, "blk-bf"))
		return blkbf_flight(&((const struct bloom *)f)->map, keys, n, hit, width);
	return is_of(f, "cf") ? cf_flight((const struct cuckoo *)f, keys, n, hit, width)
	                      : sscf_flight((const struct cuckoo *)f, keys, n, hit, width);
}

size_t
flight_read(const struct ceiling_memory *g, bool two, const uint64_t *keys, size_t n, uint8_t *hit, unsigned width)
{
	return two ? pair_flight(g, keys, n, hit, width) : line_flight(g, keys, n, hit, width);
}
