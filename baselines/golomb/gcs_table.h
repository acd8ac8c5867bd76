/* SPDX-License-Identifier: MIT */
/*
 * gcs_table.h - the Golomb-compressed sequence (Putze, Sanders and Singler, "Cache-, hash- and space-efficient Bloom
 * filters", JEA 14, 2009): the sorted hashes of all keys, as gaps in a Rice code.
 *
 *      keys     hashed to 0 .. n 2^r - 1, sorted, each value once        two keys are equal with probability 2^-r a key
 *      slices   | 0 ............. | 1 ............. | 2 ............. |  I 2^r values each: I keys on average
 *      index    | where 0 begins  | where 1 begins  | ...             |  bit addresses of as few bits as they need
 *      code     | first, gap, gap | first, gap, ... | ...             |  of each slice, one after the other
 *
 *      gap g:   | g / 2^k zeros | 1 | low k bits of g |               k = r - 1
 *
 * An absent key is reported present if its value is one of n in n 2^r: with probability 2^-r at most. Gaps are
 * geometric with a mean of 2^r. Their entropy is r + 1.443 bits. A Rice code with k = r - 1 takes r + 1.541 of them,
 * with k = r it would be r + 1.582. So no other k is better, whatever r is. (Golomb's own code, whose divisor is ln 2
 * times the mean, takes r + 1.470; it needs a division.) The index adds its bits over I.
 *
 * A lookup goes to its slice at once, and decodes half of it: small I is fast, large I is small. I is the parameter
 * `slots`, a power of two; 32 by default.
 */
#ifndef CUCKOOBENCH_GCS_TABLE_H
#define CUCKOOBENCH_GCS_TABLE_H

#include "core/bits.h"
#include "core/family.h"
#include "core/probe.h"

enum {
	GCS_LEAST_R = 1,
	GCS_MOST_R = 32, /* a remainder of 31 bits, its 1 and 25 zeros are in one 64-bit load wherever they begin */
	GCS_R = 8,
	GCS_STEP = 32,
	GCS_MOST_STEP = 1024,
};

/* Where a key's value is sought. Hot loops work on a copy. */
struct gcs_map {
	const uint8_t *index, *code;
	uint64_t range;      /* n 2^r */
	unsigned r, k;       /* k: low bits of a gap */
	unsigned slice_log2; /* of the values of a slice */
	unsigned width;      /* bits of an index entry */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
};

/* Where a slice's code is, in bits. */
struct gcs_slice {
	uint64_t at, end;
};

ALWAYS_INLINE uint64_t
gcs_entry(const struct gcs_map *m, uint64_t i)
{
	const uint64_t bit = i * m->width;

	PROBE(m->index + bit / 8, (bit % 8 + m->width + 7) / 8);
	return load64(m->index + bit / 8) >> bit % 8 & low_mask(m->width);
}

/* The value of a key's hash. */
ALWAYS_INLINE uint64_t
gcs_value(const struct gcs_map *m, uint64_t h)
{
	return mul_high(h, m->range);
}

ALWAYS_INLINE struct gcs_slice
gcs_slice(const struct gcs_map *m, uint64_t value)
{
	const uint64_t slice = value >> m->slice_log2;

	return (struct gcs_slice){gcs_entry(m, slice), gcs_entry(m, slice + 1)};
}

/* Bits that a load has, wherever it begins. */
enum { GCS_LOADED = 57 };

/*
 * Decodes the gap at *at, and moves on. What it reads begins before `end`, or up to 57 bits behind it if the code is
 * damaged: 15 bytes, for which there is room (MEM_PAD).
 */
ALWAYS_INLINE uint64_t
gcs_gap(const struct gcs_map *m, uint64_t *at, uint64_t end)
{
	const uint64_t stop = UINT64_C(1) << GCS_LOADED;
	uint64_t zeros = 0, word = load64(m->code + *at / 8) >> *at % 8;

	while (!(word & (stop - 1)) && *at + GCS_LOADED < end) {
		zeros += GCS_LOADED;
		*at += GCS_LOADED;
		word = load64(m->code + *at / 8) >> *at % 8;
	}
	word |= stop;
	zeros += (unsigned)__builtin_ctzll(word);
	*at += (unsigned)__builtin_ctzll(word) + 1;
	word = load64(m->code + *at / 8) >> *at % 8 & low_mask(m->k);
	*at += m->k;
	return zeros << m->k | word;
}

/*
 * Is the value in its slice? A load has GCS_LOADED bits and more, so several codes: a gap waits for a shift and not for
 * a load where it can. A code that no load holds is left to gcs_gap.
 */
ALWAYS_INLINE bool
gcs_find(const struct gcs_map *m, uint64_t value, struct gcs_slice s)
{
	const uint64_t sought = value & low_mask(m->slice_log2);
	uint64_t here = UINT64_MAX; /* the first is coded as a gap from -1, less 1 as all are */

	while (s.at < s.end) {
		uint64_t word = load64(m->code + s.at / 8) >> s.at % 8;
		unsigned left = GCS_LOADED, zeros, length;

		for (;;) {
			zeros = (unsigned)__builtin_ctzll(word | UINT64_C(1) << GCS_LOADED);
			length = zeros + 1 + m->k;
			if (length > left)
				break;
			PROBE(m->code + s.at / 8, 1);
			here += ((uint64_t)zeros << m->k | (word >> zeros >> 1 & low_mask(m->k))) + 1;
			if (here >= sought)
				return here == sought;
			s.at += length;
			left -= length;
			word >>= length;
			if (s.at >= s.end)
				return false;
		}
		if (left < GCS_LOADED)
			continue;
		PROBE(m->code + s.at / 8, 1);
		here += gcs_gap(m, &s.at, s.end) + 1;
		if (here >= sought)
			return here == sought;
	}
	return false;
}

ALWAYS_INLINE bool
gcs_has(const struct gcs_map *m, uint64_t h)
{
	const uint64_t value = gcs_value(m, h);

	return gcs_find(m, value, gcs_slice(m, value));
}

/* --- the filter ----------------------------------------------------------------------------------------------- */

struct gcs {
	struct filter base;
	struct gcs_map map;
	struct mem table; /* the index, then the code from a whole byte on */
	size_t items;     /* keys that it was built of */
	size_t stored;    /* values in the code */
	uint64_t bits;    /* of the code */
	size_t scratch;
	bool is_view; /* the table is another filter's */
	struct filter_params params;
};

/* The operations that all share; struct filter_ops (core/filter.h) documents them. */
enum filter_status gcs_build(const struct filter_ops *self, const struct filter_params *, const uint64_t *keys,
                             size_t n, struct filter **out, const char **why);
enum filter_status gcs_load(const struct filter_ops *self, FILE *, const struct placement *, struct filter **out);
void gcs_info(const struct filter *, struct filter_info *);
const char *gcs_check(const struct filter *);
extern const struct filter_family gcs_family;

#define GCS_OPS                                                                                                      \
	.caps = FILTER_STATIC, .uses = USES_FP_BITS | USES_SLOTS, .family = &gcs_family, .build = gcs_build,         \
	.settle = family_settle, .load = gcs_load, .view = family_view, .destroy = family_destroy, .info = gcs_info, \
	.check = gcs_check, .save = family_save

#endif
