/* SPDX-License-Identifier: MIT */
/* flight.c - see flight.h. */
#include "harness/timing/flight.h"

#include "baselines/bloom/bloom_blocked.h"
#include "variants/plain/plain_codec.h"
#include "variants/semisort/semisort_codec.h"

#include <string.h>

/* Hides the origin of v from the compiler. */
#define OPAQUE(v) __asm__ volatile("" : "+r"(v))

/*
 * Defines id_flight, the loop over a table_type. It uses a local copy of the table, because no store can alias that.
 *
 *      id_ask     computes where a key's lines are, and prefetches them
 *      id_come    words of all its lines: loaded when all have arrived
 *      id_has     the answer
 */
#define FLIGHT(id, table_type, place_type)                                                               \
	static size_t id##_flight(const table_type *table, const uint64_t *keys, size_t n, uint8_t *hit, \
	                          unsigned width)                                                        \
	{                                                                                                \
		const table_type local = *table;                                                         \
		const size_t first = n < width ? n : width;                                              \
		place_type place[FLIGHT_MOST];                                                           \
		uint64_t nothing = 0;                                                                    \
		size_t hits = 0;                                                                         \
                                                                                                         \
		OPAQUE(nothing);                                                                         \
		for (size_t k = 0; k < first; k++)                                                       \
			place[k] = id##_ask(&local, keys[k]);                                            \
		for (size_t k = 0; k < n; k++) {                                                         \
			place_type *lane = &place[k & (width - 1)];                                      \
			const place_type now = *lane;                                                    \
			uint64_t come = id##_come(&local, now);                                          \
                                                                                                         \
			OPAQUE(come);                                                                    \
			if (k + width < n)                                                               \
				*lane = id##_ask(&local, keys[k + width] ^ (come & nothing));            \
			hit[k] = id##_has(&local, now);                                                  \
			hits += hit[k];                                                                  \
		}                                                                                        \
		return hits;                                                                             \
	}

/* --- cuckoo filters --------------------------------------------------------------------------------------------- */

enum { CF_F = 12, SSCF_F = 13, SLOTS = 4 };
static const struct cuckoo_codec located = {.fp_hash = cuckoo_fp_hash};

ALWAYS_INLINE struct cuckoo_place
cf_ask(const struct cuckoo *c, uint64_t key)
{
	const struct cuckoo_place p = cuckoo_locate(c, located, key, CF_F);

	plain_fetch(c->table.data, p.i1, false, CF_F, SLOTS);
	plain_fetch(c->table.data, p.i2, false, CF_F, SLOTS);
	return p;
}

ALWAYS_INLINE uint64_t
cf_come(const struct cuckoo *c, struct cuckoo_place p)
{
	return packed_load(c->table.data, p.i1, CF_F * SLOTS) | packed_load(c->table.data, p.i2, CF_F * SLOTS);
}

ALWAYS_INLINE bool
cf_has(const struct cuckoo *c, struct cuckoo_place p)
{
	return plain_pair_has(c->table.data, p.i1, p.i2, p.fp, CF_F, SLOTS);
}

FLIGHT(cf, struct cuckoo, struct cuckoo_place)

ALWAYS_INLINE struct cuckoo_place
sscf_ask(const struct cuckoo *c, uint64_t key)
{
	const struct cuckoo_place p = cuckoo_locate(c, located, key, SSCF_F);

	ss_fetch(c->table.data, p.i1, false, SSCF_F, SLOTS);
	ss_fetch(c->table.data, p.i2, false, SSCF_F, SLOTS);
	return p;
}

ALWAYS_INLINE uint64_t
sscf_come(const struct cuckoo *c, struct cuckoo_place p)
{
	return (uint64_t)ss_load(c->table.data, p.i1, SSCF_F) | (uint64_t)ss_load(c->table.data, p.i2, SSCF_F);
}

ALWAYS_INLINE bool
sscf_has(const struct cuckoo *c, struct cuckoo_place p)
{
	return ss_pair_has(c->table.data, p.i1, p.i2, p.fp, SSCF_F, SLOTS);
}

FLIGHT(sscf, struct cuckoo, struct cuckoo_place)

/* --- blk-BF ----------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE struct blk_place
blkbf_ask(const struct bloom_map *map, uint64_t key)
{
	const struct blk_place p = blk_locate(bloom_bits_known, map, hash_key(&map->hash, key));

	cache_ask(p.block, false);
	return p;
}

ALWAYS_INLINE uint64_t
blkbf_come(const struct bloom_map *map, struct blk_place p)
{
	(void)map;
	return load64(p.block);
}

/* Tests all k bits. A branch at the first clear bit would be mispredicted, and the lines of all lanes would wait for
 * it. */
ALWAYS_INLINE bool
blkbf_has(const struct bloom_map *map, struct blk_place p)
{
	(void)map;
	return blk_has_all(p, BLOOM_K);
}

FLIGHT(blkbf, struct bloom_map, struct blk_place)

/* --- lines alone ------------------------------------------------------------------------------------------------ */

struct lines {
	const uint64_t *first, *second;
};

/* A line as ceiling.h selects it. */
ALWAYS_INLINE const uint64_t *
line_at(const struct ceiling_memory *g, uint64_t half)
{
	return (const uint64_t *)g->table + (half * g->lines >> 32) * 8;
}

ALWAYS_INLINE struct lines
line_ask(const struct ceiling_memory *g, uint64_t key)
{
	const struct lines l = {line_at(g, hash_key(g->hash, key) >> 32), NULL};

	cache_ask(l.first, false);
	return l;
}

ALWAYS_INLINE uint64_t
line_come(const struct ceiling_memory *g, struct lines l)
{
	(void)g;
	return *l.first;
}

ALWAYS_INLINE bool
line_has(const struct ceiling_memory *g, struct lines l)
{
	(void)g;
	return *l.first & 1;
}

FLIGHT(line, struct ceiling_memory, struct lines)

ALWAYS_INLINE struct lines
pair_ask(const struct ceiling_memory *g, uint64_t key)
{
	const uint64_t h = hash_key(g->hash, key);
	const struct lines l = {line_at(g, h >> 32), line_at(g, h & UINT32_MAX)};

	cache_ask(l.first, false);
	cache_ask(l.second, false);
	return l;
}

ALWAYS_INLINE uint64_t
pair_come(const struct ceiling_memory *g, struct lines l)
{
	(void)g;
	return *l.first | *l.second;
}

ALWAYS_INLINE bool
pair_has(const struct ceiling_memory *g, struct lines l)
{
	(void)g;
	return (*l.first | *l.second) & 1;
}

FLIGHT(pair, struct ceiling_memory, struct lines)

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
