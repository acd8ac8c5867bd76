/* SPDX-License-Identifier: MIT */
/*
 * vqf_block_portable.h - what vqf_place.h needs of a processor, in C: words of 64 bits, eight or four remainders
 * each. vqf_block_vector.h defines the same.
 */
#ifndef CUCKOOBENCH_VQF_BLOCK_PORTABLE_H
#define CUCKOOBENCH_VQF_BLOCK_PORTABLE_H

#include "baselines/vqf/vqf_block.h"
#include "core/hash.h"

#define VQF_TARGET

ALWAYS_INLINE uint64_t
vqf_hash(enum hash_kind kind, const struct hash *h, uint64_t key)
{
	return hash_key_by(kind, h, key);
}

/* The number of ones of each byte, in that byte. */
ALWAYS_INLINE uint64_t
vqf_ones_of_bytes(uint64_t v)
{
	v -= v >> 1 & UINT64_C(0x5555555555555555);
	v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
	return (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}

ALWAYS_INLINE unsigned
vqf_ones(uint64_t v)
{
	return (unsigned)(vqf_ones_of_bytes(v) * UINT64_C(0x0101010101010101) >> 56);
}

/* The bits of v below `bits`, which is at most 64. */
ALWAYS_INLINE uint64_t
vqf_low(uint64_t v, unsigned bits)
{
	return v & low_mask(bits);
}

/*
 * The one of v that has `rank` ones below it, as a word with that bit alone; 0 if there is none. The product has in
 * each byte the ones up to that byte, at most 64. A byte that has no more than `rank` of them keeps its highest bit in
 * the difference, so the number of such bytes is the number of the byte that is sought.
 */
ALWAYS_INLINE uint64_t
vqf_pick(uint64_t v, unsigned rank)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), up_to = vqf_ones_of_bytes(v) * ones;
	const unsigned byte = (unsigned)((((rank * ones | ones << 7) - up_to) >> 7 & ones) * ones >> 56);
	uint64_t here;

	if (byte == 8)
		return 0;
	here = v >> byte * 8 & 0xff;
	for (rank -= (unsigned)(up_to << 8 >> byte * 8 & 0xff); rank; rank--)
		here &= here - 1;
	return (here & -here) << byte * 8;
}

/* Bit i of `which` is put to the one of v that has i ones below it (pdep). At most two bits are set, next to each
 * other. */
ALWAYS_INLINE uint64_t
vqf_deposit(uint64_t which, uint64_t v)
{
	const uint64_t first = which ? vqf_pick(v, (unsigned)__builtin_ctzll(which)) : 0;
	const uint64_t behind = v & -(first << 1);

	return which & (which - 1) ? first | (behind & -behind) : first;
}

/* The lanes that have this remainder; those of the metadata are undefined. In a lane that differs, adding 2^(r-1) - 1
 * to all but its highest bit carries into that bit, or the bit is set already. The product gathers one bit a lane. */
ALWAYS_INLINE uint64_t
vqf_equal(enum vqf_form form, const uint8_t *block, uint64_t remainder)
{
	const uint64_t ones = form == VQF_8 ? UINT64_C(0x0101010101010101) : UINT64_C(0x0001000100010001);
	const uint64_t high = ones << (form - 1), low = high - ones,
		       gather = form == VQF_8 ? UINT64_C(0x0102040810204080) : UINT64_C(0x0001000200040008);
	const unsigned lanes = 64 / form;
	uint64_t set = 0;

	for (unsigned j = 0; j < vqf_slots(form) / lanes; j++) {
		const uint64_t differ = load64(block + vqf_head(form) + 8 * j) ^ remainder * ones;
		const uint64_t equal = ~(((differ & low) + low) | differ) & high;

		set |= ((equal >> (form - 1)) * gather >> (64 - form) & low_mask(lanes)) << j * lanes;
	}
	return set << vqf_lead(form);
}

/* Moves the remainders from a lane on up by one lane, and puts one there. */
ALWAYS_INLINE void
vqf_open(enum vqf_form form, uint8_t *block, uint64_t lane, uint64_t remainder)
{
	uint8_t *words = block + vqf_head(form);
	const unsigned at = (unsigned)__builtin_ctzll(lane) * form - vqf_head(form) * 8, first = at / 64;
	const uint64_t below = low_mask(at % 64);
	uint64_t word;

	for (unsigned j = vqf_slots(form) * form / 64 - 1; j > first; j--)
		store64(words + 8 * j, load64(words + 8 * j) << form | load64(words + 8 * j - 8) >> (64 - form));
	word = load64(words + 8 * first);
	store64(words + 8 * first, (word & below) | remainder << at % 64 | (word & ~below) << form);
}

/* Takes out the remainder of a lane. The ones behind it move down, and the last lane becomes 0. */
ALWAYS_INLINE void
vqf_close(enum vqf_form form, uint8_t *block, uint64_t lane)
{
	uint8_t *words = block + vqf_head(form);
	const unsigned at = (unsigned)__builtin_ctzll(lane) * form - vqf_head(form) * 8,
		       last = vqf_slots(form) * form / 64 - 1;
	uint64_t below = low_mask(at % 64);

	for (unsigned j = at / 64; j <= last; j++, below = 0) {
		const uint64_t word = load64(words + 8 * j), next = j < last ? load64(words + 8 * j + 8) : 0;

		store64(words + 8 * j, (word & below) | (word >> form & ~below) | next << (64 - form));
	}
}

#endif
