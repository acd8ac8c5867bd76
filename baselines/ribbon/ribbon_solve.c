/* SPDX-License-Identifier: MIT */
/* ribbon_solve.c - see ribbon_solve.h. */
#include "baselines/ribbon/ribbon_solve.h"

#include "core/rng.h"

#include <math.h>

/* Rows that take turns. With six they would need more registers than there are. */
enum { RIBBON_TURNS = 4 };

/* Slots by which the band is fetched ahead of the rows' starts, which are in order but for a part. */
enum { RIBBON_AHEAD = 2 * RIBBON_PART };

/* A step is ribbon_add's, without branches: what ends makes place for the next row. */
ALWAYS_INLINE void
add_in_turns(uint64_t *band, uint64_t starts, const uint64_t *hash, size_t n)
{
	uint64_t start[RIBBON_TURNS], row[RIBBON_TURNS];
	size_t next = n < RIBBON_TURNS ? n : RIBBON_TURNS;
	const size_t first = next;
	/* slots a row, times 2^16; they are about as many, unless there are few rows */
	const uint64_t pace = n ? (starts << 16) / n : 0;

	for (size_t i = 0; i < first; i++) {
		start[i] = ribbon_start(hash[i], starts);
		row[i] = ribbon_row(hash[i]);
	}
	while (next + RIBBON_TURNS <= n) {
		const uint64_t ahead = (next * pace >> 16) + RIBBON_AHEAD;

		__builtin_prefetch(band + (ahead < starts ? ahead : starts), 1);
#pragma GCC unroll 4 /* RIBBON_TURNS */
		for (unsigned i = 0; i < RIBBON_TURNS; i++) {
			const uint64_t there = band[start[i]], sum = row[i] ^ there, h = hash[next];
			const uint64_t ends = -(uint64_t)((there == 0) | (sum == 0));
			const unsigned zeros = (unsigned)__builtin_ctzll(sum | UINT64_C(1) << 63);

			band[start[i]] = there ? there : row[i];
			start[i] += zeros;
			start[i] ^= (start[i] ^ ribbon_start(h, starts)) & ends;
			row[i] = sum >> zeros;
			row[i] ^= (row[i] ^ ribbon_row(h)) & ends;
			next -= ends;
		}
	}
	for (size_t i = 0; i < first; i++)
		(void)ribbon_add(band, start[i], row[i]);
	for (; next < n; next++)
		(void)ribbon_add(band, ribbon_start(hash[next], starts), ribbon_row(hash[next]));
}

#ifdef ISA_X86
TARGET_AVX2 static void
add_all_avx2(uint64_t *band, uint64_t starts, const uint64_t *hash, size_t n)
{
	add_in_turns(band, starts, hash, n);
}
#endif

void
ribbon_add_all(uint64_t *band, uint64_t starts, const uint64_t *hash, size_t n, enum isa isa)
{
#ifdef ISA_X86
	if (isa >= ISA_AVX2) {
		add_all_avx2(band, starts, hash, n);
		return;
	}
#endif
	(void)isa;
	add_in_turns(band, starts, hash, n);
}

/* Adds equations one after the other. *noted is how many slots they took. False: two contradict each other. */
static bool
add_one_by_one(uint64_t *band, uint32_t *right, const struct ribbon_equation *equation, size_t n, uint64_t *taken,
               size_t *noted)
{
	for (size_t i = 0; i < n; i++) {
		struct ribbon_equation e = equation[i];

		while (e.row && band[e.start]) {
			unsigned zeros;

			e.row ^= band[e.start];
			e.wanted ^= right[e.start];
			zeros = (unsigned)__builtin_ctzll(e.row | UINT64_C(1) << 63);
			e.start += zeros;
			e.row >>= zeros;
		}
		if (!e.row && e.wanted)
			return false;
		if (!e.row)
			continue;
		band[e.start] = e.row;
		right[e.start] = e.wanted;
		taken[(*noted)++] = e.start;
	}
	return true;
}

#ifdef ISA_X86
/* Equations of a sweep, at most; and how many a vector has. */
enum { SWEEP_MOST = 64, SWEEP_LANES = 8 };

/*
 * Adds few equations that start near each other, all at once, slot by slot. A lane has the 64 coefficients from the
 * slot on; those with a 1 there have the slot's row added, or the first of them becomes that row. Where slots are
 * nearly all taken, this takes as long for a vector of equations as for one.
 */
TARGET_AVX512 ALWAYS_INLINE bool
sweep(uint64_t *band, uint32_t *right, const struct ribbon_equation *equation, size_t n, uint64_t *taken, size_t *noted,
      unsigned vectors)
{
	uint64_t start[SWEEP_MOST], row[SWEEP_MOST], wanted[SWEEP_MOST], slot = UINT64_MAX, last = 0;
	__m512i rows[SWEEP_MOST / SWEEP_LANES], rests[SWEEP_MOST / SWEEP_LANES];
	const __m512i one = _mm512_set1_epi64(1);
	unsigned left = 1, wrong = 0;

	for (unsigned i = 0; i < vectors * SWEEP_LANES; i++) {
		start[i] = i < n ? equation[i].start : UINT64_MAX;
		row[i] = i < n ? equation[i].row : 0;
		wanted[i] = i < n ? equation[i].wanted : 0;
		slot = start[i] < slot ? start[i] : slot;
		last = i < n && start[i] > last ? start[i] : last;
	}
	for (unsigned v = 0; v < vectors; v++)
		rows[v] = rests[v] = _mm512_setzero_si512();
	for (; slot <= last || left; slot++) {
		uint64_t there = band[slot], product = right[slot];
		__mmask8 odd[SWEEP_MOST / SWEEP_LANES];

		for (unsigned v = 0; v < vectors; v++) {
			const size_t lane = (size_t)v * SWEEP_LANES;

			if (slot <= last) {
				const __mmask8 begins = _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(start + lane),
				                                                _mm512_set1_epi64((long long)slot));

				rows[v] = _mm512_mask_loadu_epi64(rows[v], begins, row + lane);
				rests[v] = _mm512_mask_loadu_epi64(rests[v], begins, wanted + lane);
			}
			odd[v] = _mm512_test_epi64_mask(rows[v], one);
		}
		for (unsigned v = 0; v < vectors && !there; v++)
			if (odd[v]) {
				there = (uint64_t)_mm_cvtsi128_si64(
					_mm512_castsi512_si128(_mm512_maskz_compress_epi64(odd[v], rows[v])));
				product = (uint64_t)_mm_cvtsi128_si64(
					_mm512_castsi512_si128(_mm512_maskz_compress_epi64(odd[v], rests[v])));
				band[slot] = there;
				right[slot] = (uint32_t)product;
				taken[(*noted)++] = slot;
			}
		left = 0;
		for (unsigned v = 0; v < vectors; v++) {
			rows[v] = _mm512_srli_epi64(
				_mm512_mask_xor_epi64(rows[v], odd[v], rows[v], _mm512_set1_epi64((long long)there)),
				1);
			rests[v] = _mm512_mask_xor_epi64(rests[v], odd[v], rests[v],
			                                 _mm512_set1_epi64((long long)product));
			left |= _mm512_test_epi64_mask(rows[v], rows[v]);
		}
	}
	for (unsigned v = 0; v < vectors; v++)
		wrong |= _mm512_test_epi64_mask(rests[v], rests[v]);
	return !wrong;
}

TARGET_AVX512 static bool
add_by_sweep(uint64_t *band, uint32_t *right, const struct ribbon_equation *equation, size_t n, uint64_t *taken,
             size_t *noted)
{
	return n <= 16   ? sweep(band, right, equation, n, taken, noted, 2)
	       : n <= 24 ? sweep(band, right, equation, n, taken, noted, 3)
	       : n <= 32 ? sweep(band, right, equation, n, taken, noted, 4)
	                 : sweep(band, right, equation, n, taken, noted, 8);
}
#endif

bool
ribbon_add_equations(uint64_t *band, uint32_t *right, const struct ribbon_equation *equation, size_t n, bool full,
                     enum isa isa, uint64_t *taken)
{
	size_t noted = 0;
	bool added;

#ifdef ISA_X86
	if (isa >= ISA_AVX512 && full && n > 0 && n <= SWEEP_MOST)
		added = add_by_sweep(band, right, equation, n, taken, &noted);
	else
#endif
	{
		(void)full;
		(void)isa;
		added = add_one_by_one(band, right, equation, n, taken, &noted);
	}
	for (size_t i = 0; i < noted && !added; i++)
		band[taken[i]] = right[taken[i]] = 0;
	return added;
}

/* What the bits of a slot are, but for the products of its row with later slots. */
ALWAYS_INLINE uint64_t
given_of(const uint64_t *band, const uint32_t *right, uint64_t seed, uint64_t slot)
{
	return right ? right[slot] : band[slot] ? 0 : rng_mix(seed + slot);
}

/*
 * From the last slot to the first. Word j of `state` has column j of the current slot, in its lowest bit, and of the 63
 * slots after it. Where the slot is a block's first, these are the block's words.
 */
ALWAYS_INLINE void
solve_columns(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	uint64_t state[RIBBON_MOST_R] = {0};

	for (uint64_t slot = blocks * RIBBON_W; slot-- > 0;) {
		const uint64_t row = band[slot], given = given_of(band, right, seed, slot);

		for (unsigned j = 0; j < r; j++) {
			const uint64_t later = state[j] << 1;

			state[j] = later | ((unsigned)__builtin_parityll(later & row) ^ (given >> j & 1));
		}
		if (slot % RIBBON_W == 0)
			memcpy(words + slot / RIBBON_W * r, state, r * sizeof *state);
	}
}

static void
solve_portable(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	if (r == 8)
		solve_columns(band, right, blocks, 8, seed, words);
	else
		solve_columns(band, right, blocks, r, seed, words);
}

#ifdef ISA_X86
TARGET_AVX2 static void
solve_avx2(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	if (r == 8)
		solve_columns(band, right, blocks, 8, seed, words);
	else
		solve_columns(band, right, blocks, r, seed, words);
}

/* Eight columns a vector. */
TARGET_AVX512 ALWAYS_INLINE void
solve_vectors(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, unsigned vectors, uint64_t seed,
              uint64_t *words)
{
	const __m512i one = _mm512_set1_epi64(1), number = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
	__m512i state[RIBBON_MOST_R / 8];

	for (unsigned v = 0; v < vectors; v++)
		state[v] = _mm512_setzero_si512();
	for (uint64_t slot = blocks * RIBBON_W; slot-- > 0;) {
		const __m512i row = _mm512_set1_epi64((long long)band[slot]);
		const uint64_t given = given_of(band, right, seed, slot);

		for (unsigned v = 0; v < vectors; v++) {
			const __m512i later = _mm512_add_epi64(state[v], state[v]);
			__m512i bit = ribbon_parities(_mm512_and_si512(later, row));

			if (right || given)
				bit = _mm512_xor_si512(
					bit, _mm512_srlv_epi64(_mm512_set1_epi64((long long)(given >> 8 * v)), number));
			/* later | bit & 1 */
			state[v] = _mm512_ternarylogic_epi64(later, bit, one, 0xf8);
		}
		for (unsigned v = 0; v < vectors && slot % RIBBON_W == 0; v++)
			_mm512_mask_storeu_epi64(words + slot / RIBBON_W * r + (size_t)8 * v,
			                         r - 8 * v >= 8 ? 0xff : (__mmask8)low_mask(r - 8 * v), state[v]);
	}
}

TARGET_AVX512 static void
solve_avx512(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, uint64_t *words)
{
	if (r <= 8 && right)
		solve_vectors(band, right, blocks, r, 1, seed, words);
	else if (r <= 8)
		solve_vectors(band, NULL, blocks, r, 1, seed, words);
	else if (r <= 16)
		solve_vectors(band, right, blocks, r, 2, seed, words);
	else if (r <= 24)
		solve_vectors(band, right, blocks, r, 3, seed, words);
	else
		solve_vectors(band, right, blocks, r, 4, seed, words);
}
#endif

void
ribbon_solve(const uint64_t *band, const uint32_t *right, uint64_t blocks, unsigned r, uint64_t seed, enum isa isa,
             uint64_t *words)
{
#ifdef ISA_X86
	if (isa >= ISA_AVX512)
		solve_avx512(band, right, blocks, r, seed, words);
	else if (isa >= ISA_AVX2)
		solve_avx2(band, right, blocks, r, seed, words);
	else
#endif
	{
		(void)isa;
		solve_portable(band, right, blocks, r, seed, words);
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
