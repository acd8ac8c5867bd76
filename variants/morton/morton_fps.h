/* SPDX-License-Identifier: MIT */
/*
 * morton_fps.h - the fingerprints of a Morton filter's block, side by side from its first bit on (morton_block.h).
 *
 *      place         0   1   2   3   4   5 ...
 *      open 2        a   b  NEW  c   d   e          all from there on move up by one place
 *      close 2       a   b   d   e   0              all behind it move down, and a 0 follows
 *      match 2, 3    is it c, d or e?
 *
 * Moving has no loop of unknown length, and jumps nowhere: each byte of the block is kept or replaced, by a mask.
 */
#ifndef CUCKOOBENCH_MORTON_FPS_H
#define CUCKOOBENCH_MORTON_FPS_H

#include "core/bits.h"

enum { MORTON_BLOCK = 64, MORTON_BUCKET = 3, MORTON_OVERFLOWS_LOG2 = 4 };

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

#pragma GCC unroll 8
	for (unsigned w = 0; w < words; w++) {
		const bool last = w + 1 == words;
		const uint64_t word = load64(block + 8 * w), above = last ? 0 : load64(block + 8 * (w + 1)),
			       here = last ? word & ~morton_not_fps : word,
			       next = w + 2 == words ? above & ~morton_not_fps : above,
			       mask = load64(keep + 8 * w) | (last ? morton_not_fps : 0);

		store64(block + 8 * w, (word & mask) | ((here >> s.f | next << (64 - s.f)) & ~mask));
	}
}

/*
 * The same by 16 bytes at a time, for fingerprints of whole bytes. The bytes one fingerprint further are those that
 * come here. The last 16 bytes end with the fingerprints, so the overflow is never written, nor the next line read.
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

#endif
