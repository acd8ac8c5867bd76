/* SPDX-License-Identifier: MIT */
/*
 * semisort_fields.h - a semi-sorted bucket of one word, 9 <= f <= 17, changed in place: no fingerprint is unpacked and
 * nothing is sorted.
 *
 *      direct   |    0    |  d0  |  d1  |  d2  |  d3  |     the bucket without its code
 *      prefix   |    0    |  n0  |  n1  |  n2  |  n3  |     the nibbles of the code, one a field: the same shifts,
 *                                                          under the same masks, move an entry in both
 *
 *      d2 out:        d0 and d1 move up a field, and field 0 becomes empty           | 0  | d0 | d1 | d3 |
 *      d in:          field 0 was empty; what is less than d moves down a field      | d0 | d1 | d  | d3 |
 *
 * The entries were in order and stay in order. One comparison of all fields at once counts those that are less. Two
 * table lookups rebuild the code from the nibbles. Nothing here is a branch, because the position of an entry cannot be
 * predicted.
 */
#ifndef CUCKOOBENCH_SEMISORT_FIELDS_H
#define CUCKOOBENCH_SEMISORT_FIELDS_H

#include "core/bits.h"
#include "variants/semisort/semisort_code.h"

struct ss_fields {
	uint64_t direct, prefix;
};

/* A nibble has a bit to spare in its field, and the bucket is one word. */
ALWAYS_INLINE bool
ss_has_fields(unsigned f)
{
	return f >= 9 && f <= 17;
}

/* The lowest bit of every direct part, in a bucket of one word. */
ALWAYS_INLINE uint64_t
ss_ones(unsigned f)
{
	const unsigned w = f - 4;

	return (UINT64_C(1) | UINT64_C(1) << w | UINT64_C(1) << 2 * w | UINT64_C(1) << 3 * w) << 12;
}

/* The highest bit of every direct part. */
ALWAYS_INLINE uint64_t
ss_tops(unsigned f)
{
	return ss_ones(f) << (f - 5);
}

/* Non-zero iff one of the direct parts of v is zero; the lowest set bit is the top of the lowest such part.
 * packed_zero_field, in place: nothing borrows from the code. */
ALWAYS_INLINE uint64_t
ss_zero(uint64_t v, unsigned f)
{
	return (v - ss_ones(f)) & ~v & ss_tops(f);
}

/* Spreads the nibbles, one to a field, in two steps: first the upper two, then the upper one of each two. */
ALWAYS_INLINE uint64_t
ss_spread(uint64_t nibbles, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t even = (UINT64_C(15) | UINT64_C(15) << 2 * w) << 12;
	const uint64_t two = (nibbles & 0xff) << 12 | (nibbles & 0xff00) << (12 + 2 * (w - 4));

	return (two & even) | (two << (w - 4) & even << w);
}

/* Copies a fingerprint into every field. */
ALWAYS_INLINE struct ss_fields
ss_everywhere(uint32_t fp, unsigned f)
{
	return (struct ss_fields){(fp & low_mask(f - 4)) * ss_ones(f), (fp >> (f - 4)) * ss_ones(f)};
}

/* v is a bucket of one word with its direct parts xor-ed with the key's. prefix is the key's, in every field. Non-zero:
 * the fingerprint is there. */
ALWAYS_INLINE uint64_t
ss_decoded_has(uint64_t v, uint64_t prefix, unsigned f)
{
	return ss_zero(v | (ss_spread(semisort_nibbles[v & 0xfff], f) ^ prefix), f);
}

/* The bits above the bucket stay there. */
ALWAYS_INLINE struct ss_fields
ss_split(uint64_t bucket, unsigned f)
{
	return (struct ss_fields){bucket & ~UINT64_C(0xfff), ss_spread(semisort_nibbles[bucket & 0xfff], f)};
}

/* semisort_encode of nibbles in fields of their own. */
ALWAYS_INLINE uint64_t
ss_joined(struct ss_fields x, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t low = x.prefix >> 12, high = low >> 2 * w;

	return x.direct | (uint64_t)(semisort_low[(low & 15) | (low >> (w - 4) & 0xf0)] +
	                             semisort_high[(high & 15) | (high >> (w - 4) & 0xf0)]);
}

/* The bits of a bucket up to the top of entry e. */
ALWAYS_INLINE uint64_t
ss_up_to(unsigned e, unsigned f)
{
	return (UINT64_C(2) << (11 + (e + 1) * (f - 4))) - 1;
}

/* Takes entry e out: entry 0 of the result is empty. */
ALWAYS_INLINE struct ss_fields
ss_taken(struct ss_fields x, unsigned e, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t up_to = ss_up_to(e, f);

	x.direct = (x.direct & ~up_to) | (x.direct << w & up_to);
	x.prefix = (x.prefix & ~up_to) | (x.prefix << w & up_to);
	return x;
}

/*
 * The same for a whole bucket whose nibbles are known, so that they need not be spread. up_to: all bits up to the top
 * of entry e. For deletions: as many of them are in flight as the processor has room for their instructions.
 */
ALWAYS_INLINE uint64_t
ss_shortened(uint64_t bucket, unsigned nibbles, unsigned e, uint64_t up_to, unsigned f)
{
	const uint64_t direct = bucket & ~UINT64_C(0xfff);
	const unsigned nibbles_up_to = (16u << 4 * e) - 1;

	return (direct ^ ((direct ^ direct << (f - 4)) & up_to)) |
	       semisort_encode(nibbles ^ ((nibbles ^ nibbles << 4) & nibbles_up_to));
}

/* Which entries are less, as the tops of their fields: a borrow stays in a field whose top is set. The top bits of
 * direct parts are compared separately. */
ALWAYS_INLINE uint64_t
ss_less(struct ss_fields x, struct ss_fields fp, unsigned f)
{
	const uint64_t tops = ss_tops(f), differ = x.direct ^ fp.direct;
	const uint64_t rest = (x.direct | tops) - (fp.direct & ~tops); /* top: the other bits are not less */
	const uint64_t less = ((differ & fp.direct) | ~(differ | rest)) & tops;

	return ~((x.prefix | tops) - fp.prefix - (less >> (f - 5))) & tops;
}

/* Puts fp, given in every field, in place of entry 0, which is empty. */
ALWAYS_INLINE struct ss_fields
ss_given(struct ss_fields x, struct ss_fields fp, unsigned f)
{
	const unsigned w = f - 4;
	const uint64_t less = ss_less(x, fp, f);                  /* at least entry 0 */
	const uint64_t up_to = less | (less - (less >> (w - 1))); /* whole fields */
	const uint64_t but_one = up_to >> w;

	x.direct = (x.direct & ~up_to) | (x.direct >> w & but_one) | (fp.direct & up_to & ~but_one);
	x.prefix = (x.prefix & ~up_to) | (x.prefix >> w & but_one) | (fp.prefix & up_to & ~but_one);
	return x;
}

#endif
