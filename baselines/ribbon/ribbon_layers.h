/* SPDX-License-Identifier: MIT */
/*
 * ribbon_layers.h - the bumped ribbon filter (BuRR): layers that are too small for their keys, and so are filled.
 *
 *      layer 0      | bucket of 128 starts | bucket | ...         (1 + eps) n slots, eps = -0.074
 *                     a: | ...2...|..1..|....0.........|          groups of starts, the rightmost first
 *                     a bucket's keys go in group by group; a group that contradicts what is there goes out again,
 *                     with all after it. Two bits a bucket say which: 3 none, 2 the last group, 1 the last two, 0 all
 *      layers 1, 2  the keys that went out, by another hash
 *      last layer   the keys that are left: a homogeneous ribbon (ribbon_table.h), which takes all
 *
 * Dillinger, Huebschle-Schneider, Sanders and Walzer, "Fast succinct retrieval and approximate membership using ribbon"
 * (SEA 2022, arXiv 2109.01892), with thresholds of two bits. As in the authors' program, with w = 64:
 *
 *      bucket       w^2 / (4 log2 w), rounded down to a power of two: 128 starts
 *      eps          -2/3 w / (4 * 128 + w)
 *      groups       end at 0.78 + 1.3 eps and 0.91 + 0.75 eps of a bucket, from its right end: after 88 and 110 starts
 *
 * The last layer is theirs in another way: they take an ordinary ribbon, and larger ones until it has a solution. Few
 * keys are in a homogeneous one from the start, because a layer that is filled needs several buckets.
 *
 * A row's product is r bits of the key's hash. Whether a group contradicts does not depend on the order of its keys.
 * Equal keys contradict nothing.
 */
#ifndef CUCKOOBENCH_RIBBON_LAYERS_H
#define CUCKOOBENCH_RIBBON_LAYERS_H

#include "baselines/ribbon/ribbon_table.h"

enum {
	RIBBON_BUCKET = 128,
	RIBBON_GROUPS = 3,
	RIBBON_GROUP_1 = 88, /* where a group begins, counted from a bucket's right end */
	RIBBON_GROUP_2 = 110,
	RIBBON_BUMPING = 3, /* layers with buckets, at most */
	RIBBON_FEW = 256,   /* keys that are not worth one: two buckets' */
};

struct ribbon_layer {
	const uint64_t *words;
	uint64_t starts;
	const uint8_t *marks; /* four buckets a byte */
};

/* Where a key's row is. Hot loops work on a copy. */
struct ribbon_layers {
	struct ribbon_layer layer[RIBBON_BUMPING + 1]; /* those with buckets, then the last */
	unsigned bumping;                              /* layers with buckets */
	unsigned r;
	enum isa isa; /* the greatest that it uses */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
	bool held;   /* lookups of one key after the other need no prefetches */
};

struct ribbon_bumped {
	struct filter base;
	struct ribbon_layers map;
	struct mem table;                /* all layers' blocks, then the marks */
	size_t keys[RIBBON_BUMPING + 1]; /* that each layer got: they size it */
	size_t scratch;
	bool is_view; /* the table is another filter's */
	struct filter_params params;
};

/* The hash by which a key that went out is in the next layer. */
ALWAYS_INLINE uint64_t
ribbon_next(uint64_t h)
{
	return h * HASH_MIX;
}

/* What the product of the row of this hash is to be. The bits above r are undefined. */
ALWAYS_INLINE uint64_t
ribbon_wanted(uint64_t h)
{
	return h ^ h >> 32;
}

ALWAYS_INLINE unsigned
ribbon_group(uint64_t start)
{
	const unsigned from_right = ~(unsigned)start % RIBBON_BUCKET;

	return (unsigned)(from_right >= RIBBON_GROUP_1) + (from_right >= RIBBON_GROUP_2);
}

ALWAYS_INLINE bool
ribbon_went_out(const struct ribbon_layer *l, uint64_t start)
{
	const uint64_t bucket = start / RIBBON_BUCKET;

	return ribbon_group(start) >= (l->marks[bucket / 4] >> bucket % 4 * 2 & 3);
}

/* Where the row of a key with this hash is, and what its product is to be. */
ALWAYS_INLINE struct ribbon_place
ribbon_layers_place(const struct ribbon_layers *m, uint64_t h, uint64_t *wanted, unsigned r)
{
	const struct ribbon_layer *l = m->layer, *last = l + m->bumping;
	uint64_t start = ribbon_start(h, l->starts);

	for (; l < last; l++) {
		PROBE(l->marks + start / RIBBON_BUCKET / 4, 1);
		if (__builtin_expect(!ribbon_went_out(l, start), 1))
			break;
		h = ribbon_next(h);
		start = ribbon_start(h, l[1].starts);
	}
	*wanted = l < last ? ribbon_wanted(h) & low_mask(r) : 0;
	return ribbon_place(l->words, start, ribbon_row(h), r);
}

/* The operations that all share; struct filter_ops (core/filter.h) documents them. */
enum filter_status ribbon_bumped_build(const struct filter_ops *self, const struct filter_params *,
                                       const uint64_t *keys, size_t n, struct filter **out, const char **why);
enum filter_status ribbon_bumped_load(const struct filter_ops *self, FILE *, const struct placement *,
                                      struct filter **out);
void ribbon_bumped_info(const struct filter *, struct filter_info *);
const char *ribbon_bumped_check(const struct filter *);
extern const struct filter_family ribbon_bumped_family;

#define RIBBON_BUMPED_OPS                                                                                       \
	.caps = FILTER_STATIC, .uses = USES_FP_BITS, .chooses = ISA_AVX512, .family = &ribbon_bumped_family,    \
	.build = ribbon_bumped_build, .settle = family_settle, .load = ribbon_bumped_load, .view = family_view, \
	.destroy = family_destroy, .info = ribbon_bumped_info, .check = ribbon_bumped_check, .save = family_save

/* Defines loop, as RIBBON_LOOK_UP does. */
#define RIBBON_LAYERS_LOOK_UP(loop, TARGET, GIVES)                                                                  \
	TARGET ALWAYS_INLINE size_t loop(enum hash_kind kind, const struct ribbon_layers map, const uint64_t *keys, \
	                                 size_t n, uint8_t *hit, unsigned r)                                        \
	{                                                                                                           \
		size_t hits = 0;                                                                                    \
                                                                                                                    \
		for (size_t i = 0; i < n; i++) {                                                                    \
			uint64_t wanted;                                                                            \
			const struct ribbon_place p =                                                               \
				ribbon_layers_place(&map, hash_key_by(kind, &map.hash, keys[i]), &wanted, r);       \
                                                                                                                    \
			hit[i] = GIVES(p, wanted, r);                                                               \
			hits += hit[i];                                                                             \
		}                                                                                                   \
		return hits;                                                                                        \
	}

#endif
