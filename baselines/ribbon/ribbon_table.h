/* SPDX-License-Identifier: MIT */
/*
 * ribbon_table.h - the homogeneous ribbon filter: size, building, saving, and its lookups one key after the other.
 *
 *      keys --> rows (ribbon_rows.h), sorted roughly by start --> band --> a random solution (ribbon_solve.h)
 *      look up: the product of a key's row and the solution is 0 in all r columns
 *
 * All equations have the right side 0 (arXiv 2103.02515, section 4). So a key whose row is a sum of others needs
 * nothing, and every system has a solution. An absent key is reported present with probability 2^-r, or 1 if its row is
 * a sum of keys' rows. Such rows are where many keys happen to start. They are rare for m = (1 + eps) n slots with
 *
 *      eps = (4 + r / 4) / w             as in the authors' programs: where bits a key for the rate they give are least
 *
 * On average they add a few per cent to the rate. But a crowd of keys congests a thousand slots behind it. So most
 * tables of some ten thousand keys have no such rows, and a few in a hundred so many that the rate is a multiple of
 * 2^-r (docs/design/ribbon.md). A seed that gives such a table is refused, where the authors would keep it: more than
 * an eighth above 2^-r is no rate to compare at. A block more than m for the last rows helps tables of few keys.
 *
 * The more keys, the more seeds would be refused: a sixth of a million keys' for r = 8. So there are more slots while a
 * crowd is likely, and too much: RIBBON_CROWDED.
 */
#ifndef CUCKOOBENCH_RIBBON_TABLE_H
#define CUCKOOBENCH_RIBBON_TABLE_H

#include "baselines/ribbon/ribbon_rows.h"
#include "core/cache.h"
#include "core/family.h"

enum { RIBBON_LEAST_R = 1, RIBBON_R = 8 };
/* The rate may be so much above 2^-r. */
#define RIBBON_EXCESS (1.0 / 8)
/*
 * Of 2^17 keys one seed in twenty makes a crowd, and of twice as many two. Half a slot more for a hundred keys halves
 * that. Up to 2^(12 + r) keys one crowd is an eighth of the rate. Of twice as many it takes two, of four times as many
 * four, which are so much rarer that 2.4 halvings less are enough for each doubling, down to one. All were found by
 * experiment (docs/design/ribbon.md).
 */
enum { RIBBON_CROWDED = 17 /* log2 of keys */, RIBBON_CROWD = 12 /* log2 of keys, and r */ };
#define RIBBON_HALVES 0.005
#define RIBBON_SPREAD 2.4

#define RIBBON_MOST_KEYS (UINT64_C(1) << 40)

/* Resolves the defaults of the parameters for n keys in place. Returns NULL, or the reason for refusing. */
const char *ribbon_defaults(struct filter_params *, size_t n, struct hash *);
/* Blocks in which the rows of n keys start in a homogeneous system, one at least. There is one block more. */
uint64_t ribbon_blocks(uint64_t n, unsigned r);
/* The greatest instructions that a filter with these ops and this limit uses. */
enum isa ribbon_isa(const struct filter_ops *, enum isa limit);

/* filter_info.kernel */
const char *ribbon_kernel(unsigned r, enum isa);

/* Where a key's row is. Hot loops work on a copy. */
struct ribbon_map {
	uint64_t *words;
	uint64_t starts; /* whole blocks of them; there is one block more */
	unsigned r;
	enum isa isa; /* the greatest that it uses */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
	bool held;   /* lookups of one key after the other need no prefetches */
};

struct ribbon {
	struct filter base;
	struct ribbon_map map;
	struct mem table;
	size_t items; /* keys that it was built of: they size it */
	size_t scratch;
	bool is_view; /* the table is another filter's */
	struct filter_params params;
};

/* The operations that all share; struct filter_ops (core/filter.h) documents them. */
enum filter_status ribbon_build(const struct filter_ops *self, const struct filter_params *, const uint64_t *keys,
                                size_t n, struct filter **out, const char **why);
enum filter_status ribbon_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **out);
void ribbon_info(const struct filter *, struct filter_info *);
const char *ribbon_check(const struct filter *);
extern const struct filter_family ribbon_family;

#define RIBBON_OPS                                                                                    \
	.caps = FILTER_STATIC, .uses = USES_FP_BITS, .chooses = ISA_AVX512, .family = &ribbon_family, \
	.build = ribbon_build, .settle = family_settle, .load = ribbon_load, .view = family_view,     \
	.destroy = family_destroy, .info = ribbon_info, .check = ribbon_check, .save = family_save

/* --- lookups -------------------------------------------------------------------------------------------------- */

/* Asks for both blocks that a row meets. They need not begin where a line does. */
ALWAYS_INLINE void
ribbon_ask(const uint64_t *left, unsigned r, bool second)
{
	const uint8_t *block = (const uint8_t *)left;
	const size_t last = (size_t)2 * r * sizeof *left - 1;

	for (size_t at = 0; at < last; at += 64)
		cache_ask(block + at, second);
	if (r % 8)
		cache_ask(block + last, second);
}

ALWAYS_INLINE struct ribbon_place
ribbon_place_of(const struct ribbon_map *m, uint64_t h, unsigned r)
{
	return ribbon_place(m->words, ribbon_start(h, m->starts), ribbon_row(h), r);
}

/* One key after the other. Defines loop, for the instructions of TARGET, over GIVES: ribbon_gives or its like. */
#define RIBBON_LOOK_UP(loop, TARGET, GIVES)                                                                      \
	TARGET ALWAYS_INLINE size_t loop(enum hash_kind kind, const struct ribbon_map map, const uint64_t *keys, \
	                                 size_t n, uint8_t *hit, unsigned r)                                     \
	{                                                                                                        \
		size_t hits = 0;                                                                                 \
                                                                                                                 \
		for (size_t i = 0; i < n; i++) {                                                                 \
			hit[i] = GIVES(ribbon_place_of(&map, hash_key_by(kind, &map.hash, keys[i]), r), 0, r);   \
			hits += hit[i];                                                                          \
		}                                                                                                \
		return hits;                                                                                     \
	}

/* A loop with r as a constant where it is that of a table or figure. */
#define RIBBON_BY_R(kind, loop)                                  \
	(f->map.r == 8    ? loop(kind, f->map, keys, n, hit, 8)  \
	 : f->map.r == 12 ? loop(kind, f->map, keys, n, hit, 12) \
	 : f->map.r == 16 ? loop(kind, f->map, keys, n, hit, 16) \
	                  : loop(kind, f->map, keys, n, hit, f->map.r))

#endif
