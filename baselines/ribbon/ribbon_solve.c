/* SPDX-License-Identifier: MIT */
/* ribbon_solve.c - back substitution; see ribbon_solve.h. */
#include "baselines/ribbon/ribbon_solve.h"

#include "core/rng.h"

#include <math.h>

/*
 * From the last slot to the first. Word j of `state` has column j of the current slot, in its lowest bit, and of the 63
 * slots after it. Where the slot is a block's first, these are the block's words.
 */
ALWAYS_INLINE void
solve_columns(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	uint64_t state[RIBBON_MOST_R] = {0};

	for (uint64_t slot = blocks * RIBBON_W; slot-- > 0;) {
		const uint64_t row = band[slot], given = row ? 0 : rng_mix(seed + slot);

		for (unsigned j = 0; j < r; j++) {
			const uint64_t later = state[j] << 1;

			state[j] = later | ((unsigned)__builtin_parityll(later & row) ^ (given >> j & 1));
		}
		if (slot % RIBBON_W == 0)
			memcpy(words + slot / RIBBON_W * r, state, r * sizeof *state);
	}
}

static void
solve_portable(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	if (r == 8)
		solve_columns(band, blocks, 8, seed, words);
	else
		solve_columns(band, blocks, r, seed, words);
}

#ifdef ISA_X86
TARGET_AVX2 static void
solve_avx2(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	if (r == 8)
		solve_columns(band, blocks, 8, seed, words);
	else
		solve_columns(band, blocks, r, seed, words);
}

/* Eight columns a vector. */
TARGET_AVX512 ALWAYS_INLINE void
solve_vectors(const uint64_t *band, uint64_t blocks, unsigned r, unsigned vectors, uint64_t seed, uint64_t *words)
{
	const __m512i one = _mm512_set1_epi64(1), number = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	__m512i state[RIBBON_MOST_R / 8];

	for (unsigned v = 0; v < vectors; v++)
		state[v] = _mm512_setzero_si512();
	for (uint64_t slot = blocks * RIBBON_W; slot-- > 0;) {
		const __m512i row = _mm512_set1_epi64((long long)band[slot]);
		const uint64_t given = band[slot] ? 0 : rng_mix(seed + slot);

		for (unsigned v = 0; v < vectors; v++) {
			const __m512i later = _mm512_add_epi64(state[v], state[v]);
			__m512i bit = ribbon_parities(_mm512_and_si512(later, row));

			if (given)
				bit = _mm512_srlv_epi64(_mm512_set1_epi64((long long)(given >> 8 * v)), number);
			/* later | bit & 1 */
			state[v] = _mm512_ternarylogic_epi64(later, bit, one, 0xf8);
		}
		for (unsigned v = 0; v < vectors && slot % RIBBON_W == 0; v++)
			_mm512_mask_storeu_epi64(words + slot / RIBBON_W * r + (size_t)8 * v,
			                         r - 8 * v >= 8 ? 0xff : (__mmask8)low_mask(r - 8 * v), state[v]);
	}
}

TARGET_AVX512 static void
solve_avx512(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	switch ((r + 7) / 8) {
	case 1:
		solve_vectors(band, blocks, r, 1, seed, words);
		break;
	case 2:
		solve_vectors(band, blocks, r, 2, seed, words);
		break;
	case 3:
		solve_vectors(band, blocks, r, 3, seed, words);
		break;
	default:
		solve_vectors(band, blocks, r, 4, seed, words);
		break;
	}
}
#endif

void
ribbon_solve(const uint64_t *band, uint64_t blocks, unsigned r, uint64_t seed, enum isa isa, uint64_t *words)
{
#ifdef ISA_X86
	if (isa >= ISA_AVX512)
		solve_avx512(band, blocks, r, seed, words);
	else if (isa >= ISA_AVX2)
		solve_avx2(band, blocks, r, seed, words);
	else
#endif
	{
		(void)isa;
		solve_portable(band, blocks, r, seed, words);
	}
}

static unsigned
rank_of(const uint64_t *words, unsigned r)
{
	uint64_t reduced[RIBBON_MOST_R];
	unsigned rank = 0;

	for (unsigned j = 0; j < r; j++) {
		uint64_t word = words[j];

		/* each is the least of itself and its sums with those before it, so it lacks their highest ones */
		for (unsigned k = 0; k < rank; k++)
			word = (word ^ reduced[k]) < word ? word ^ reduced[k] : word;
		if (word)
			reduced[rank++] = word;
	}
	return rank;
}

double
ribbon_rate(const uint64_t *words, uint64_t blocks, unsigned r)
{
	double sum = 0;

	for (uint64_t i = 0; i < blocks; i++)
		sum += ldexp(1, -(int)rank_of(words + i * r, r));
	return sum / (double)blocks;
}
