/* SPDX-License-Identifier: MIT */
/*
 * morton_block.h - the block of a Morton filter: a line of buckets whose fingerprints lie side by side, without empty
 * entries (Breslow and Jayasena, "Morton filters: faster, space-efficient cuckoo filters via biasing, compression, and
 * decoupled logical sparsity", PVLDB 11(9), 2018).
 *
 *      f = 8:   | fingerprints, 46 of 8 bits | overflow, 16 | low, 64 | high, 64 |      64 bytes, a line
 *
 *      bucket        0     1     2     3     4   ...  63         64 buckets of up to 3 fingerprints
 *      count         1     0     3     0     2                   bit i of `low` + 2 * bit i of `high`
 *      fingerprints  a           b c d       e f  ...            in the order of their buckets, then zeros
 *
 *      first of bucket i  =  ones of low below i  +  2 * ones of high below i
 *
 * The published names: FSA (fingerprint storage array), OTA (overflow tracking array), FCA (fullness counter array). An
 * empty bucket costs two bits, not three entries. So buckets may be mostly empty, and then most keys are in their first
 * one. Bit i / (buckets / 16) of the overflow says that a key of bucket i, or of one beside it, has gone to its other
 * bucket. Lookups go there only then. It is never cleared.
 *
 * Two things are laid out in another way than in the authors' program; nothing that a lookup sees depends on them. A
 * counter's bits are in two words, so that a prefix sum is two population counts without masks for odd and even bits.
 * The fingerprints come first, so that eight bytes can be read from any of them without touching the next line.
 *
 * Invariants: no count is above 3 by its two bits; their sum is at most the number of entries; bits behind the last
 * fingerprint are 0.
 */
#ifndef CUCKOOBENCH_MORTON_BLOCK_H
#define CUCKOOBENCH_MORTON_BLOCK_H

#include "core/bits.h"
#include "core/probe.h"

enum { MORTON_BLOCK = 64, MORTON_WORDS = MORTON_BLOCK / 8, MORTON_BUCKET = 3, MORTON_OVERFLOWS_LOG2 = 4 };

/* A block of 2^buckets_log2 buckets and `entries` fingerprints of f bits. */
struct morton_shape {
	unsigned f, buckets_log2, entries;
};

/*
 * Those of the authors' program with buckets of three and whole nibbles (Morton3_8, Morton3_12, Morton3_16):
 *
 *      46 *  8 + 16 + 64 * 2  =  36 * 12 + 16 + 32 * 2  =  27 * 16 + 16 + 32 * 2  =  512
 */
#define MORTON_F8 ((struct morton_shape){8, 6, 46})
#define MORTON_F12 ((struct morton_shape){12, 5, 36})
#define MORTON_F16 ((struct morton_shape){16, 5, 27})

/* The counters of a block. */
struct morton_counts {
	uint64_t low, high;
};

/* --- where things are --------------------------------------------------------------------------------------------- */

/* Bytes of the fingerprints: 46 or 54. They end two bytes before the end of a word: the overflow's. */
ALWAYS_INLINE unsigned
morton_fp_bytes(struct morton_shape s)
{
	return s.entries * s.f / 8;
}

ALWAYS_INLINE unsigned
morton_fp_words(struct morton_shape s)
{
	return (morton_fp_bytes(s) + 2) / 8;
}

/* Bytes of one bit of all counters. */
ALWAYS_INLINE unsigned
morton_count_bytes(struct morton_shape s)
{
	return 1u << s.buckets_log2 >> 3;
}

ALWAYS_INLINE struct morton_counts
morton_counts(const uint8_t *block, struct morton_shape s)
{
	const uint8_t *at = block + MORTON_BLOCK - 2 * morton_count_bytes(s);

	return (struct morton_counts){load_bytes(at, morton_count_bytes(s)),
	                              load_bytes(at + morton_count_bytes(s), morton_count_bytes(s))};
}

ALWAYS_INLINE void
morton_set_counts(uint8_t *block, struct morton_counts c, struct morton_shape s)
{
	uint8_t *at = block + MORTON_BLOCK - 2 * morton_count_bytes(s);

	memcpy(at, &c.low, morton_count_bytes(s));
	memcpy(at + morton_count_bytes(s), &c.high, morton_count_bytes(s));
}

/* --- counters ----------------------------------------------------------------------------------------------------- */

/* The sum of all counters. popcnt: this function is compiled for processors with that instruction. In C, the two words
 * are added where their pairs of bits have become counts: 2 * 2 + 2 * 2 * 2 = 12 fit a nibble. */
ALWAYS_INLINE unsigned
morton_sum(struct morton_counts c, bool popcnt)
{
	const uint64_t odd = UINT64_C(0x5555555555555555), two = UINT64_C(0x3333333333333333),
		       four = UINT64_C(0x0f0f0f0f0f0f0f0f);

	if (popcnt)
		return (unsigned)__builtin_popcountll(c.low) + 2 * (unsigned)__builtin_popcountll(c.high);
	c.low -= c.low >> 1 & odd;
	c.high -= c.high >> 1 & odd;
	c.low = (c.low & two) + (c.low >> 2 & two) + 2 * ((c.high & two) + (c.high >> 2 & two));
	c.low = (c.low & four) + (c.low >> 4 & four);
	return (unsigned)(c.low * UINT64_C(0x0101010101010101) >> 56);
}

/* The counters of the buckets before i; i is at most 63. */
ALWAYS_INLINE struct morton_counts
morton_before(struct morton_counts c, unsigned i)
{
	const uint64_t mask = (UINT64_C(1) << i) - 1;

	return (struct morton_counts){c.low & mask, c.high & mask};
}

ALWAYS_INLINE unsigned
morton_count(struct morton_counts c, unsigned i)
{
	return (unsigned)((c.low >> i & 1) + 2 * (c.high >> i & 1));
}

/* The bucket's count is less than 3. */
ALWAYS_INLINE struct morton_counts
morton_more(struct morton_counts c, unsigned i)
{
	c.high ^= c.low & UINT64_C(1) << i;
	c.low ^= UINT64_C(1) << i;
	return c;
}

/* The bucket's count is above 0. */
ALWAYS_INLINE struct morton_counts
morton_less(struct morton_counts c, unsigned i)
{
	c.low ^= UINT64_C(1) << i;
	c.high ^= c.low & UINT64_C(1) << i;
	return c;
}

/* The bucket of the fingerprint at place v, which is in use: the greatest with at most v fingerprints before it. */
ALWAYS_INLINE unsigned
morton_owner(struct morton_counts c, unsigned v, struct morton_shape s, bool popcnt)
{
	unsigned i = 0;

	for (unsigned step = 1u << (s.buckets_log2 - 1); step; step /= 2)
		if (morton_sum(morton_before(c, i + step), popcnt) <= v)
			i += step;
	return i;
}

/* --- overflow ----------------------------------------------------------------------------------------------------- */

/* Has a key of bucket i perhaps gone to its other bucket? */
ALWAYS_INLINE bool
morton_overflowed(const uint8_t *block, unsigned i, struct morton_shape s)
{
	const unsigned all = (unsigned)load_bytes(block + morton_fp_bytes(s), 2);

	return all >> (i >> (s.buckets_log2 - MORTON_OVERFLOWS_LOG2)) & 1;
}

ALWAYS_INLINE void
morton_set_overflow(uint8_t *block, unsigned i, bool value, struct morton_shape s)
{
	const unsigned which = i >> (s.buckets_log2 - MORTON_OVERFLOWS_LOG2);
	uint8_t *at = block + morton_fp_bytes(s) + which / 8;

	*at = (uint8_t)((*at & ~(1u << which % 8)) | (unsigned)value << which % 8);
}

/* --- fingerprints ------------------------------------------------------------------------------------------------- */

/* Fingerprint v: f bits, which begin in byte v * f / 8 and end within 16 bits of its start. */
ALWAYS_INLINE uint32_t
morton_fp(const uint8_t *block, unsigned v, struct morton_shape s)
{
	const uint32_t bits = (uint32_t)load_bytes(block + v * s.f / 8, s.f > 8 ? 2 : 1);

	return bits >> v * s.f % 8 & (uint32_t)low_mask(s.f);
}

ALWAYS_INLINE void
morton_set_fp(uint8_t *block, unsigned v, uint32_t fp, struct morton_shape s)
{
	uint8_t *at = block + v * s.f / 8;
	const size_t bytes = s.f > 8 ? 2 : 1;
	const uint32_t shift = v * s.f % 8, mask = (uint32_t)low_mask(s.f) << shift,
		       bits = ((uint32_t)load_bytes(at, bytes) & ~mask) | fp << shift;

	memcpy(at, &bits, bytes);
}

/* Which of the `count` fingerprints from place v on are fp: the lowest bit set is the highest bit of the first of them.
 * 0: none. (Above a field that is 0 the subtraction borrows, but it does so nowhere below the first.) */
ALWAYS_INLINE uint64_t
morton_match(const uint8_t *block, unsigned v, unsigned count, uint32_t fp, struct morton_shape s)
{
	const uint64_t each = 1 | UINT64_C(1) << s.f | UINT64_C(1) << 2 * s.f;
	const uint64_t found = load64(block + v * s.f / 8) >> (s.f % 8 ? v * s.f % 8 : 0) ^ fp * each;

	return (found - each) & ~found & each << (s.f - 1) & ((UINT64_C(1) << count * s.f) - 1);
}

/* Bytes that select what is before a bit: [nibble][64 - byte + j] is byte j of that mask. */
static const uint8_t morton_keep[2][2 * MORTON_BLOCK] = {
	{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0},
	{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f},
};

/* The mask of word 0 for place v; that of word w is 8 * w bytes further. */
ALWAYS_INLINE const uint8_t *
morton_keep_before(unsigned v, struct morton_shape s)
{
	return morton_keep[s.f % 8 ? v * s.f / 4 % 2 : 0] + MORTON_BLOCK - v * s.f / 8;
}

/* The last word with fingerprints ends in the 16 bits of the overflow, which stay. */
static const uint64_t morton_not_fps = UINT64_C(0xffff) << 48;

/* Makes room at place v: all behind it move up by one place. The last place is free. */
ALWAYS_INLINE void
morton_open_words(uint8_t *block, unsigned v, struct morton_shape s)
{
	const uint8_t *keep = morton_keep_before(v, s);
	const unsigned words = morton_fp_words(s);
	uint64_t word = load64(block + 8 * (words - 1)), stays = morton_not_fps;

#pragma GCC unroll 8
	for (unsigned w = words; w-- > 0; stays = 0) {
		const uint64_t below = w ? load64(block + 8 * (w - 1)) : 0, moved = word << s.f | below >> (64 - s.f),
			       mask = load64(keep + 8 * w) | stays;

		store64(block + 8 * w, (word & mask) | (moved & ~mask));
		word = below;
	}
}

/* Takes the fingerprint at place v away: all behind it move down by one place, and the last one becomes 0. */
ALWAYS_INLINE void
morton_close_words(uint8_t *block, unsigned v, struct morton_shape s)
{
	const uint8_t *keep = morton_keep_before(v, s);
	const unsigned words = morton_fp_words(s);
	uint64_t word = load64(block), stays = 0;

#pragma GCC unroll 8
	for (unsigned w = 0; w < words; w++) {
		const bool last = w + 1 == words;
		const uint64_t above = last ? 0 : load64(block + 8 * (w + 1)),
			       here = last ? word & ~morton_not_fps : word,
			       next = w + 2 == words ? above & ~morton_not_fps : above,
			       moved = here >> s.f | next << (64 - s.f);

		stays = last ? morton_not_fps : 0;
		store64(block + 8 * w,
		        (word & (load64(keep + 8 * w) | stays)) | (moved & ~(load64(keep + 8 * w) | stays)));
		word = above;
	}
}

/*
 * The same by 16 bytes at a time, for fingerprints of whole bytes: the bytes from one fingerprint further are what comes
 * here. The last 16 bytes end with the fingerprints, so the overflow is never written, nor the next line read.
 *
 *      f = 8:     | 0 ... 15 | 16 ... 31 | 30 ... 45 |         f = 16:   0, 16, 32, and 38 ... 53
 */
typedef uint8_t morton_bytes __attribute__((vector_size(16)));

ALWAYS_INLINE morton_bytes
morton_16(const uint8_t *at)
{
	morton_bytes bytes;

	memcpy(&bytes, at, sizeof bytes);
	return bytes;
}

/* The number of such parts, and where the i-th begins if the first one does at `from`. */
ALWAYS_INLINE unsigned
morton_parts(struct morton_shape s)
{
	return (morton_fp_bytes(s) + 15) / 16;
}

ALWAYS_INLINE unsigned
morton_part(unsigned i, unsigned from, struct morton_shape s)
{
	return i + 1 == morton_parts(s) ? morton_fp_bytes(s) - 16 : from + 16 * i;
}

ALWAYS_INLINE void
morton_open_bytes(uint8_t *block, unsigned v, struct morton_shape s)
{
	const uint8_t *keep = morton_keep_before(v, s);
	morton_bytes part[4];

#pragma GCC unroll 4
	for (unsigned i = 0; i < morton_parts(s); i++) {
		const unsigned at = morton_part(i, s.f / 8, s);
		const morton_bytes mask = morton_16(keep + at), moved = morton_16(block + at - s.f / 8);

		part[i] = (morton_16(block + at) & mask) | (moved & ~mask);
	}
#pragma GCC unroll 4
	for (unsigned i = 0; i < morton_parts(s); i++)
		memcpy(block + morton_part(i, s.f / 8, s), &part[i], sizeof part[i]);
}

ALWAYS_INLINE void
morton_close_bytes(uint8_t *block, unsigned v, struct morton_shape s)
{
	static const uint8_t last[2][16] = {
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0},
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0}};
	const uint8_t *keep = morton_keep_before(v, s);
	morton_bytes part[4];

#pragma GCC unroll 4
	for (unsigned i = 0; i < morton_parts(s); i++) {
		const unsigned at = morton_part(i, 0, s);
		const morton_bytes mask = morton_16(keep + at), beside = morton_16(block + at + s.f / 8),
				   moved = i + 1 == morton_parts(s) ? beside & morton_16(last[s.f / 8 - 1]) : beside;

		part[i] = (morton_16(block + at) & mask) | (moved & ~mask);
	}
#pragma GCC unroll 4
	for (unsigned i = 0; i < morton_parts(s); i++)
		memcpy(block + morton_part(i, 0, s), &part[i], sizeof part[i]);
}

ALWAYS_INLINE void
morton_open(uint8_t *block, unsigned v, uint32_t fp, struct morton_shape s)
{
	if (s.f % 8)
		morton_open_words(block, v, s);
	else
		morton_open_bytes(block, v, s);
	morton_set_fp(block, v, fp, s);
}

ALWAYS_INLINE void
morton_close(uint8_t *block, unsigned v, struct morton_shape s)
{
	if (s.f % 8)
		morton_close_words(block, v, s);
	else
		morton_close_bytes(block, v, s);
}

/* --- a key of bucket i -------------------------------------------------------------------------------------------- */

/* Is there room for one more? */
ALWAYS_INLINE bool
morton_has_room(struct morton_counts c, unsigned i, struct morton_shape s, bool popcnt)
{
	return morton_count(c, i) < MORTON_BUCKET && morton_sum(c, popcnt) < s.entries;
}

/* Puts a fingerprint first into a bucket, which has room. */
ALWAYS_INLINE void
morton_put(uint8_t *block, struct morton_counts c, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	morton_open(block, morton_sum(morton_before(c, i), popcnt), fp, s);
	morton_set_counts(block, morton_more(c, i), s);
}

/* Takes the fingerprint at place v, of bucket i, away. */
ALWAYS_INLINE void
morton_take(uint8_t *block, unsigned v, unsigned i, struct morton_shape s)
{
	morton_close(block, v, s);
	morton_set_counts(block, morton_less(morton_counts(block, s), i), s);
}

/* Is fp in bucket i? */
ALWAYS_INLINE bool
morton_find(const uint8_t *block, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	const struct morton_counts c = morton_counts(block, s);

	PROBE(block, MORTON_BLOCK);
	return morton_match(block, morton_sum(morton_before(c, i), popcnt), morton_count(c, i), fp, s) != 0;
}

/* Removes one fp from bucket i. False if there is none. */
ALWAYS_INLINE bool
morton_drop(uint8_t *block, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	const struct morton_counts c = morton_counts(block, s);
	const unsigned v = morton_sum(morton_before(c, i), popcnt);
	const uint64_t match = morton_match(block, v, morton_count(c, i), fp, s);

	if (!match)
		return false;
	morton_close(block, v + (unsigned)__builtin_ctzll(match) / s.f, s);
	morton_set_counts(block, morton_less(c, i), s);
	return true;
}

#endif
