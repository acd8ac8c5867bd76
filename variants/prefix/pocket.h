/* SPDX-License-Identifier: MIT */
/*
 * pocket.h - the pocket dictionary of a prefix filter's bin (Even, Even and Morrison, PVLDB 15(7), 2022, section 5):
 * up to 25 pairs of a quotient 0..24 and a remainder of 8 bits, in 32 bytes. In portable C; pocket_avx2.h has the parts
 * that an instruction of AVX2 or BMI2 does better.
 *
 *      byte  0                            24   25                         31
 *            | s0 | s1 | s2 |  ...  | s23 | s24 |          header            |
 *                                         |<---------- one word, w --------->|
 *
 *      w     | s24, 8 bits | most, 5 bits | 1 | 50 bits: the lists' lengths |
 *                                           ^
 *              e.g.   1 | 0 0 1 | 1 | 0 1 | ...      two remainders in list 0, none in list 1, one in list 2, ...
 *
 * A list has the remainders of one quotient. The slots hold list 0, then list 1, and so on. In the header each
 * remainder is a 0, and each list ends with a 1. So 25 remainders and 25 lists take 50 bits. The 1 before them stands
 * for the end of what is before list 0. So each list is between two ones, and list 0 is no special case.
 *
 * `most` is the quotient of the largest pair of a bin that has overflowed: all larger pairs are in the spare
 * (prefix_table.h). The largest remainder of that list is then in the last slot. So the 13 low bits of w are the
 * largest pair. While `most` is POCKET_NONE, they are above every pair. The published layout has the same content in
 * the same number of bits, but with the header in front. There the largest pair is in two places.
 *
 * Invariants (pocket_broken): the header has 25 ones; slots behind the last pair are 0; if there is a `most`, the bin
 * is full, `most` is its last list, and the last slot has that list's largest remainder.
 */
#ifndef CUCKOOBENCH_POCKET_H
#define CUCKOOBENCH_POCKET_H

#include "core/bits.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum {
	POCKET_BYTES = 32,
	POCKET_SLOTS = 25,
	POCKET_LISTS = 25,
	POCKET_PAIRS = POCKET_LISTS << 8, /* pairs are 0..6399 */
	POCKET_WORD = 24,                 /* the byte at which w begins */
	POCKET_HEADER = 14,               /* the bit of w at which the 50 bits begin; the one before them is 1 */
	POCKET_NONE = 31,                 /* more than any quotient */
	POCKET_MOST = 0x1fff,             /* the bits of w that are the largest pair */
	/* The bit of w at which the last of 25 remainders is, if it is in list 0. In list q there are q ones before. */
	POCKET_LAST = POCKET_HEADER + POCKET_SLOTS - 1,
};

/* w of a bin without a pair. */
#define POCKET_EMPTY (low_mask(POCKET_LISTS + 1) << (POCKET_HEADER - 1) | POCKET_NONE << 8)

ALWAYS_INLINE uint64_t
pocket_word(const uint8_t *bin)
{
	return load64(bin + POCKET_WORD);
}

/* The last of 50 bits ends a list, and it is at the top of w. */
ALWAYS_INLINE bool
pocket_is_full(uint64_t w)
{
	return (int64_t)w < 0;
}

ALWAYS_INLINE bool
pocket_has_overflowed(uint64_t w)
{
	return (w & POCKET_MOST) < POCKET_PAIRS;
}

/* Is this pair, if it was ever inserted, in the spare? */
ALWAYS_INLINE bool
pocket_is_beyond(uint64_t w, unsigned pair)
{
	return pair > (w & POCKET_MOST);
}

/* The number of ones. Compilers call a function where the processor may lack the instruction. */
ALWAYS_INLINE unsigned
pocket_ones(uint64_t v)
{
	v -= v >> 1 & UINT64_C(0x5555555555555555);
	v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
	v = (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
	return (unsigned)(v * UINT64_C(0x0101010101010101) >> 56);
}

/* How many of 8 bytes, each less than 128, are n at most; n is less than 128. */
ALWAYS_INLINE unsigned
pocket_bytes_up_to(uint64_t bytes, uint64_t n)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;

	return (unsigned)(((((n * ones | tops) - bytes) & tops) >> 7) * ones >> 56);
}

/*
 * The n-th one of v, from 0 on, which v must have: that bit. Counts of ones up to and with each byte (sums of bytes, by
 * a product) tell in which byte it is: behind those whose count is n at most. The bits of that byte are spread to one
 * each byte, and tell likewise which it is.
 */
ALWAYS_INLINE uint64_t
pocket_select(uint64_t v, unsigned n)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), sevens = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint64_t sums = v - (v >> 1 & UINT64_C(0x5555555555555555)), bits;
	unsigned at;

	sums = (sums & UINT64_C(0x3333333333333333)) + (sums >> 2 & UINT64_C(0x3333333333333333));
	sums = ((sums + (sums >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * ones;
	at = 8 * pocket_bytes_up_to(sums, n);
	bits = (((v >> at & 0xff) * ones & UINT64_C(0x8040201008040201)) + sevens) >> 7 & ones;
	/* sums << 8: the count before each byte */
	return UINT64_C(1) << (at + pocket_bytes_up_to(bits * ones, n - (sums << 8 >> at & 0xff)));
}

/* The slots with this remainder: bit s for slot s. Those behind the last pair may be among them. */
ALWAYS_INLINE uint32_t
pocket_same(const uint8_t *bin, uint8_t remainder)
{
#if defined(__SSE2__)
	const __m128i want = _mm_set1_epi8((char)remainder);
	const __m128i low = _mm_load_si128((const __m128i *)(const void *)bin);
	const __m128i high = _mm_load_si128((const __m128i *)(const void *)(bin + 16));
	const uint32_t same = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(low, want)) |
	                      (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(high, want)) << 16;

	return same & (uint32_t)low_mask(POCKET_SLOTS);
#else
	const uint64_t sevens = UINT64_C(0x7f7f7f7f7f7f7f7f);
	uint32_t same = (uint32_t)(bin[24] == remainder) << 24;

	for (unsigned i = 0; i < 3; i++) {
		const uint64_t v = load64(bin + 8 * i) ^ remainder * UINT64_C(0x0101010101010101);
		const uint64_t zeros = ~(((v & sevens) + sevens) | v | sevens) >> 7; /* bit 0 of each byte that is 0 */

		same |= (uint32_t)(zeros * UINT64_C(0x0102040810204080) >> 56) << 8 * i;
	}
	return same;
#endif
}

/* Is slot s, below the 25th, in list q? Then there are q + 1 ones before its 0. */
ALWAYS_INLINE bool
pocket_is_in(uint64_t w, unsigned s, unsigned q)
{
	const unsigned at = POCKET_HEADER + s + q;

	return !(w >> at & 1) && pocket_ones(w >> (POCKET_HEADER - 1) & low_mask(s + q + 1)) == q + 1;
}

/* Is the pair in the bin? As in the authors' program, only slots with the remainder are looked up in the header. */
ALWAYS_INLINE bool
pocket_has(const uint8_t *bin, uint64_t w, unsigned pair)
{
	for (uint32_t same = pocket_same(bin, (uint8_t)pair); same; same &= same - 1)
		if (pocket_is_in(w, (unsigned)__builtin_ctz(same), pair >> 8))
			return true;
	return false;
}

/*
 * Puts a pair into a bin that has w and a free slot, at the end of its list. `end` is the bit of w that ends the list.
 * The slots from there on move by one, in three words. Returns the new w, which is stored.
 *
 *      w     ... 0 0 1 1 0 1 ...      w + (w from `end` on)      ... 0 0 0 1 1 0 1 ...
 *                    ^ end
 */
ALWAYS_INLINE uint64_t
pocket_put_at(uint8_t *bin, uint64_t w, uint64_t end, unsigned pair)
{
	const unsigned s = (unsigned)__builtin_ctzll(end) - POCKET_HEADER - (pair >> 8);
	uint8_t last = s < POCKET_WORD ? bin[POCKET_WORD - 1] : (uint8_t)pair;
	uint64_t carry = 0;

	for (unsigned i = 0; i < POCKET_WORD; i += 8) {
		const uint64_t old = load64(bin + i), stay = s > i ? low_mask(8 * (s - i)) : 0;

		store64(bin + i, (old & stay) | ((old << 8 | carry) & ~stay));
		carry = old >> 56;
	}
	bin[s] = (uint8_t)pair;
	w = ((w + (w & -end)) & ~UINT64_C(0xff)) | last;
	store64(bin + POCKET_WORD, w);
	return w;
}

ALWAYS_INLINE uint64_t
pocket_put(uint8_t *bin, uint64_t w, unsigned pair)
{
	const uint64_t header = w & ~low_mask(POCKET_HEADER);

	return pocket_put_at(bin, w, pocket_select(header, pair >> 8), pair);
}

/* Without the last pair of a full bin, which is in list w's `most`: its 0 is the last one. Ones behind it move down. */
ALWAYS_INLINE uint64_t
pocket_drop_most(uint64_t w)
{
	return (w | UINT64_C(1) << (POCKET_LAST + (w >> 8 & 31))) & (~UINT64_C(0) >> 1);
}

/* In a full bin: moves the largest remainder of the last list into the last slot. Returns w with the largest pair,
 * whose list the caller stores. */
static inline uint64_t
pocket_settle(uint8_t *bin, uint64_t w)
{
	const unsigned last = 63 - (unsigned)__builtin_clzll(~w);            /* the last 0 */
	const unsigned length = (unsigned)__builtin_clzll(w << (63 - last)); /* of the zeros up to there */
	unsigned most = POCKET_SLOTS - length;
	uint8_t largest;

	for (unsigned s = most + 1; s < POCKET_SLOTS; s++)
		most = bin[s] > bin[most] ? s : most;
	largest = bin[most];
	bin[most] = bin[POCKET_SLOTS - 1];
	bin[POCKET_SLOTS - 1] = largest;
	return (w & ~(uint64_t)POCKET_MOST) | (last - POCKET_LAST) << 8 | largest;
}

/* The number of pairs: 26 ones and as many zeros up to the last one. */
static inline unsigned
pocket_used(uint64_t w)
{
	return 64 - (unsigned)__builtin_clzll(w) - POCKET_HEADER - POCKET_LISTS;
}

/* NULL, or which invariant a bin breaks. */
static inline const char *
pocket_broken(const uint8_t *bin)
{
	const uint64_t w = pocket_word(bin);
	unsigned last;

	if (!(w >> (POCKET_HEADER - 1) & 1) || pocket_ones(w >> POCKET_HEADER) != POCKET_LISTS)
		return "the header of a bin has not as many ones as it has lists";
	for (unsigned s = pocket_used(w); s < POCKET_SLOTS; s++)
		if (bin[s])
			return "a slot behind a bin's last pair is not empty";
	last = 63 - (unsigned)__builtin_clzll(~w); /* a header has as many ones as above, so there are zeros */
	if ((w >> 8 & 31) == POCKET_NONE)
		return NULL;
	if (!pocket_is_full(w))
		return "a bin that is not full has overflowed";
	if ((w >> 8 & 31) != last - POCKET_LAST)
		return "a bin's largest quotient is not that of its last list";
	/* A damaged header may have no one below; the 1 is then the only one. */
	for (unsigned s = POCKET_SLOTS - 1; s + 1 > POCKET_SLOTS - (unsigned)__builtin_clzll(w << (63 - last) | 1); s--)
		if (bin[s] > bin[POCKET_SLOTS - 1])
			return "the largest remainder of a bin's last list is not in the last slot";
	return NULL;
}

#endif
