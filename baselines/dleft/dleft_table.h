/* SPDX-License-Identifier: MIT */

/*
 * dleft_table.h - the table of a d-left filter, and everything that does not depend on how keys come to it.
 *
 *      dl_cbf.c         one key after the other      ---\
 *                                                        >---  one table (dl_cbf.c has the picture, and the invariants)
 *      dl_cbf_batch.c   the next keys' buckets asked ---/
 *                       for meanwhile
 *
 * Both leave the same bits.
 */
#ifndef CUCKOOBENCH_DLEFT_TABLE_H
#define CUCKOOBENCH_DLEFT_TABLE_H

#include "core/bits.h"
#include "core/family.h"
#include "core/hash.h"
#include "core/probe.h"

/*
 * The d-left filter's three operations on one key, over groups of cells that one 64-bit load covers. The
 * idea, the picture and the invariants are at the head of dl_cbf.c.
 */
enum { DL_MAX_TABLES = 8 };

/* Parameters that the hot paths are specialised by. A bucket is read in groups of cells that one 64-bit load covers. */
struct dl_shape {
	unsigned d, b, r, c;    /* subtables, cells a bucket, bits of a remainder and of a counter */
	unsigned group, groups; /* cells a group, groups a bucket */
	uint64_t ones;          /* bit 0 of every cell of a group */
};

/* Where a key goes. Hot loops work on a copy of it, which no store through a byte pointer can alias. */
struct dl_map {
	uint8_t *data;
	unsigned bits; /* n */
	uint64_t multiplier[DL_MAX_TABLES];
	struct hash hash;
};

struct dl_group {
	uint8_t *at;
	unsigned shift;
	/* word: as loaded. cells: with cell 0 moved to bit 0; the bits above the last cell are undefined */
	uint64_t word, cells;
};

ALWAYS_INLINE uint64_t
dl_fingerprint(const struct dl_map *m, uint64_t key)
{
	return hash_key(&m->hash, key) >> (64 - m->bits);
}

/* | subtable | bucket | remainder |: the place of x in subtable i. All but the low r bits number the bucket. */
ALWAYS_INLINE uint64_t
dl_place(const struct dl_map *m, uint64_t x, unsigned i)
{
	return (uint64_t)i << m->bits | (x * m->multiplier[i] & low_mask(m->bits));
}

ALWAYS_INLINE struct dl_group
dl_load(const struct dl_map *m, struct dl_shape s, uint64_t place, unsigned j)
{
	uint64_t bit = ((place >> s.r) * s.groups + j) * (s.group * (s.r + s.c));
	struct dl_group g = {.at = m->data + bit / 8, .shift = bit % 8};

	g.word = load64(g.at);
	g.cells = g.word >> g.shift;
	return g;
}

/* From here on a set of cells is a word that has bit r of each member set, the lowest bit of its counter. This set is
 * the cells whose counter is not 0. Called with ~cells, it is the cells whose counter is not at its maximum. */
ALWAYS_INLINE uint64_t
dl_used(struct dl_shape s, uint64_t cells)
{
	uint64_t any = cells;

	for (unsigned i = 1; i < s.c; i++)
		any |= cells >> i;
	return any & s.ones << s.r;
}

/* Used cells with the remainder of place. Adding 2^r - 1 to the r bits of a difference carries into bit r iff they are
 * not all zero, and carries no further. So it is exact in every cell. */
ALWAYS_INLINE uint64_t
dl_match(struct dl_shape s, uint64_t cells, uint64_t place)
{
	uint64_t remainders = (s.ones << s.r) - s.ones;
	uint64_t differ = (cells ^ (place & low_mask(s.r)) * s.ones) & remainders;

	return dl_used(s, cells) & ~(differ + remainders);
}

/* How many cells a set has: the product's last field is their sum. dl_group_size leaves that field enough bits. */
ALWAYS_INLINE unsigned
dl_count(struct dl_shape s, uint64_t set)
{
	return (unsigned)(((set >> s.r) * s.ones >> (s.group - 1) * (s.r + s.c)) & low_mask(s.r + s.c));
}

/* Bit 0 of the lowest cell of a set. */
ALWAYS_INLINE unsigned
dl_lowest(struct dl_shape s, uint64_t set)
{
	return (unsigned)__builtin_ctzll(set) - s.r;
}

/* The first bucket from the left that has a match ends a lookup early (CoNEXT 2014, section 7.2). Empty set: no
 * match. */
ALWAYS_INLINE uint64_t
dl_find(const struct dl_map *m, struct dl_shape s, uint64_t x, struct dl_group *found)
{
	for (unsigned i = 0; i < s.d; i++) {
		uint64_t place = dl_place(m, x, i);

		for (unsigned j = 0; j < s.groups; j++) {
			struct dl_group g = dl_load(m, s, place, j);
			uint64_t match = dl_match(s, g.cells, place);

			if (j == 0)
				PROBE(g.at, (g.shift + s.b * (s.r + s.c) + 7) / 8);
			if (match) {
				*found = g;
				return match;
			}
		}
	}
	return 0;
}

/* Takes a new cell with count 1, in a bucket that has an empty cell. */
ALWAYS_INLINE void
dl_take_cell(const struct dl_map *m, struct dl_shape s, uint64_t place)
{
	uint64_t cell = UINT64_C(1) << s.r | (place & low_mask(s.r));

	for (unsigned j = 0; j < s.groups; j++) {
		struct dl_group g = dl_load(m, s, place, j);
		uint64_t empty = ~dl_used(s, g.cells) & s.ones << s.r;

		if (empty) {
			store64(g.at, g.word + (cell << (dl_lowest(s, empty) + g.shift)));
			return;
		}
	}
}

/* All d buckets are read, without a branch on what the first ones hold, so their cache misses overlap. The emptiest
 * bucket, the leftmost if there are several, is the minimum of | used cells | subtable | bucket | remainder |. */
ALWAYS_INLINE bool
dl_insert_one(const struct dl_map *m, struct dl_shape s, uint64_t x)
{
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; i < s.d; i++) {
		uint64_t place = dl_place(m, x, i), used = 0, rank;

		for (unsigned j = 0; j < s.groups; j++) {
			struct dl_group g = dl_load(m, s, place, j);

			used += dl_count(s, dl_used(s, g.cells));
			if (s.c > 1) { /* a counter of one bit cannot count further */
				uint64_t grow = dl_match(s, g.cells, place) & dl_used(s, ~g.cells);

				if (grow) {
					store64(g.at, g.word + (UINT64_C(1) << (dl_lowest(s, grow) + s.r + g.shift)));
					return true;
				}
			}
		}
		rank = used << 60 | place;
		best = rank < best ? rank : best;
	}
	if (best >> 60 == s.b)
		return false;
	dl_take_cell(m, s, best & low_mask(60));
	return true;
}

ALWAYS_INLINE bool
dl_remove_one(const struct dl_map *m, struct dl_shape s, uint64_t x)
{
	struct dl_group g;
	uint64_t match = dl_find(m, s, x, &g), less = UINT64_C(1) << s.r, cell;

	if (!match)
		return false;
	cell = g.cells >> dl_lowest(s, match) & low_mask(s.r + s.c);
	if (cell >> s.r == 1) /* the last copy removes the remainder too */
		less = cell;
	store64(g.at, g.word - (less << (dl_lowest(s, match) + g.shift)));
	return true;
}

static const struct dl_shape dl_r11c1 = {4, 4, 11, 1, 4, 1, UINT64_C(0x001001001001)};
static const struct dl_shape dl_r15c1 = {4, 4, 15, 1, 4, 1, UINT64_C(0x0001000100010001)};
static const struct dl_shape dl_r19c1 = {4, 4, 19, 1, 2, 2, UINT64_C(0x100001)};
static const struct dl_shape dl_r10c2 = {4, 4, 10, 2, 4, 1, UINT64_C(0x001001001001)};

struct dl_filter {
	struct filter base;
	struct dl_map map;
	struct dl_shape shape;
	enum { DL_R11C1, DL_R15C1, DL_R19C1, DL_R10C2, DL_ANY } kernel;
	struct mem table;
	size_t items;
	struct filter_params params;
	bool is_view; /* the table is another filter's */
};

/* Calls for a filter's shape: the paper's, and those near the rates at which filters are compared, have a body of their
 * own. */
#define DL_INSTANCES(f, CALL)                       \
	((f)->kernel == DL_R11C1   ? CALL(dl_r11c1) \
	 : (f)->kernel == DL_R15C1 ? CALL(dl_r15c1) \
	 : (f)->kernel == DL_R19C1 ? CALL(dl_r19c1) \
	 : (f)->kernel == DL_R10C2 ? CALL(dl_r10c2) \
	                           : CALL((f)->shape))

/* The operations that both share; struct filter_ops (core/filter.h) documents them. */
extern const struct filter_family dl_family;
void dl_info(const struct filter *, struct filter_info *);
const char *dl_check(const struct filter *);
#define DL_OPS                                                                                                 \
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,                                                \
	.uses = USES_FP_BITS | USES_SLOTS | USES_TABLES | USES_COUNTER_BITS, .family = &dl_family, FAMILY_OPS, \
	.view = family_view, .become = family_become, .info = dl_info, .check = dl_check

#endif
