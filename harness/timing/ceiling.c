/* SPDX-License-Identifier: MIT */
/*
 * ceiling.c - see ceiling.h.
 *
 *      keys   . . . . . . . . . . . . . . . . . . . . . .     a ring of the offsets of their lines
 *             touched   |     in flight   | |   known   |
 *                     now - distance    now         now + LAG, hashed 8 or 4 at a time
 */
#include "harness/timing/ceiling.h"

#include "core/bits.h"
#include "core/cache.h"
#include "core/hash_vector.h"

#include <stdatomic.h>

const char *const ceiling_series[CEILINGS] = {"ceiling-1", "ceiling-2", "ceiling-1-update", "ceiling-2-update",
                                              "ceiling-1-shared"};
const char *const ceiling_style_names[CEILING_STYLES] = {"loads", "ahead", "second", "gather"};

enum { LINE = 64, LINE_LOG2 = 6 };
/* Lines prefetched before the first of them is used: more than a core can have in flight (10 to 100), and less than a
 * third of its nearest cache. */
enum { LINES_AHEAD = 128 };
/* Keys between a vector's store into the ring and the loads of its parts. With fewer the loads would wait for the
 * store, because not every core forwards parts of a store. */
enum { LAG = 32 };
enum { RING = 2 * LINES_AHEAD }; /* LINES_AHEAD + LAG and one vector, rounded up to a power of two */
struct ring {
	_Alignas(LINE) uint64_t first[RING]; /* a vector's store stays within a line */
	uint64_t second[RING];
};

ALWAYS_INLINE bool
of_two(enum ceiling what)
{
	return what == CEILING_READ_2 || what == CEILING_UPDATE_2;
}

ALWAYS_INLINE bool
for_writing(enum ceiling what)
{
	return what >= CEILING_UPDATE_1;
}

/* --- the lines of a vector of keys, into the ring --- */

ALWAYS_INLINE void
place_portable(const struct ceiling_memory *g, const uint64_t *keys, struct ring *r, size_t i, bool two)
{
	const uint64_t h = hash_key(g->hash, *keys);

	r->first[i] = (h >> 32) * g->lines >> 32 << LINE_LOG2;
	if (two)
		r->second[i] = (h & UINT32_MAX) * g->lines >> 32 << LINE_LOG2;
}

#ifdef ISA_X86
/* The line numbers of 4 keys. */
struct lines_avx2 {
	__m256i first, second;
};

TARGET_AVX2 ALWAYS_INLINE struct lines_avx2
lines_avx2(const struct ceiling_memory *g, const uint64_t *keys)
{
	const __m256i h = HASH_BY_KIND(g->hash, hash_keys_avx2, g->hash, keys);
	const __m256i lines = _mm256_set1_epi64x((long long)g->lines);

	return (struct lines_avx2){_mm256_srli_epi64(_mm256_mul_epu32(_mm256_srli_epi64(h, 32), lines), 32),
	                           _mm256_srli_epi64(_mm256_mul_epu32(h, lines), 32)};
}

TARGET_AVX2 ALWAYS_INLINE void
place_avx2(const struct ceiling_memory *g, const uint64_t *keys, struct ring *r, size_t i, bool two)
{
	const struct lines_avx2 lines = lines_avx2(g, keys);

	_mm256_storeu_si256((__m256i *)(void *)&r->first[i], _mm256_slli_epi64(lines.first, LINE_LOG2));
	if (two)
		_mm256_storeu_si256((__m256i *)(void *)&r->second[i], _mm256_slli_epi64(lines.second, LINE_LOG2));
}

/* The line numbers of 8 keys. */
struct lines_avx512 {
	__m512i first, second;
};

TARGET_AVX512 ALWAYS_INLINE struct lines_avx512
lines_avx512(const struct ceiling_memory *g, const uint64_t *keys)
{
	const __m512i h = HASH_BY_KIND(g->hash, hash_keys_avx512, g->hash, keys);
	const __m512i lines = _mm512_set1_epi64((long long)g->lines);

	return (struct lines_avx512){_mm512_srli_epi64(_mm512_mul_epu32(_mm512_srli_epi64(h, 32), lines), 32),
	                             _mm512_srli_epi64(_mm512_mul_epu32(h, lines), 32)};
}

TARGET_AVX512 ALWAYS_INLINE void
place_avx512(const struct ceiling_memory *g, const uint64_t *keys, struct ring *r, size_t i, bool two)
{
	const struct lines_avx512 lines = lines_avx512(g, keys);

	_mm512_storeu_si512(&r->first[i], _mm512_slli_epi64(lines.first, LINE_LOG2));
	if (two)
		_mm512_storeu_si512(&r->second[i], _mm512_slli_epi64(lines.second, LINE_LOG2));
}
#endif

/* --- what is done to a line --- */

/* Hides the origin of v from the compiler. Otherwise it drops a store of the value just loaded, or postpones all sums
 * to the end. */
#define OPAQUE(v) __asm__ volatile("" : "+r"(v))

ALWAYS_INLINE void
touch(uint8_t *line, enum ceiling what, uint64_t *sum)
{
	uint64_t *word = (void *)line, v;

	/* order does not matter: the operation only has to fetch the line for writing */
	if (what == CEILING_SHARED_1) {
		v = atomic_fetch_add_explicit((_Atomic uint64_t *)(void *)line, 1, memory_order_relaxed);
	} else {
		v = *word;
		OPAQUE(v);
		if (for_writing(what))
			*word = v;
	}
	*sum += v;
	OPAQUE(*sum);
}

ALWAYS_INLINE void
ask(const uint8_t *line, bool second, enum ceiling what)
{
	if (for_writing(what) && !second)
		__builtin_prefetch(line, 1);
	else
		cache_ask(line, second);
}

/* Touches the lines of the key at place `then` of the ring. Prefetches those of the key at `now`, into the second cache
 * or the first. */
ALWAYS_INLINE void
turn(uint8_t *table, const struct ring *r, bool touches, size_t then, bool asks, size_t now, bool second,
     enum ceiling what, uint64_t *sum)
{
	if (touches)
		touch(table + r->first[then], what, sum);
	if (asks)
		ask(table + r->first[now], second, what);
	if (touches && of_two(what))
		touch(table + r->second[then], what, sum);
	if (asks && of_two(what))
		ask(table + r->second[now], second, what);
}

/* --- styles --- */

/* Selects the body specialised for what is done, once per pass. */
#define SPECIALISE(body, ...)                               \
	switch (what) {                                     \
	case CEILING_READ_1:                                \
		return body(__VA_ARGS__, CEILING_READ_1);   \
	case CEILING_READ_2:                                \
		return body(__VA_ARGS__, CEILING_READ_2);   \
	case CEILING_UPDATE_1:                              \
		return body(__VA_ARGS__, CEILING_UPDATE_1); \
	case CEILING_UPDATE_2:                              \
		return body(__VA_ARGS__, CEILING_UPDATE_2); \
	default:                                            \
		return body(__VA_ARGS__, CEILING_SHARED_1); \
	}

/* The styles for n keys, a multiple of the lanes. */
#define LOADS_AND_AHEAD(isa, target, lanes)                                                                       \
	target ALWAYS_INLINE uint64_t pass_loads_##isa(const struct ceiling_memory *ground, const uint64_t *keys, \
	                                               size_t n, enum ceiling what)                               \
	{                                                                                                         \
		const struct ceiling_memory g = *ground;                                                          \
		struct ring r;                                                                                    \
		uint64_t sum = 0;                                                                                 \
                                                                                                                  \
		for (size_t i = 0; i < n; i += lanes) {                                                           \
			place_##isa(&g, keys + i, &r, 0, of_two(what));                                           \
			for (size_t k = 0; k < lanes; k++)                                                        \
				turn(g.table, &r, true, k, false, 0, false, what, &sum);                          \
		}                                                                                                 \
		return sum;                                                                                       \
	}                                                                                                         \
	target ALWAYS_INLINE uint64_t pass_ahead_##isa(const struct ceiling_memory *ground, const uint64_t *keys, \
	                                               size_t n, bool second, enum ceiling what)                  \
	{                                                                                                         \
		const size_t distance = of_two(what) ? LINES_AHEAD / 2 : LINES_AHEAD;                             \
		const size_t first = n < distance + LAG ? n : distance + LAG;                                     \
		const struct ceiling_memory g = *ground;                                                          \
		struct ring r;                                                                                    \
		uint64_t sum = 0;                                                                                 \
		size_t i = 0;                                                                                     \
                                                                                                                  \
		for (; i < first; i += lanes) {                                                                   \
			place_##isa(&g, keys + i, &r, i, of_two(what));                                           \
			for (size_t k = 0; k < lanes && i >= LAG; k++)                                            \
				turn(g.table, &r, false, 0, true, i - LAG + k, second, what, &sum);               \
		}                                                                                                 \
		for (; i < n; i += lanes) {                                                                       \
			const size_t now = (i - LAG) % RING, then = (i - LAG - distance) % RING;                  \
                                                                                                                  \
			place_##isa(&g, keys + i, &r, i % RING, of_two(what));                                    \
			/* Unrolled, gcc puts requests together, which then wait for each other. */               \
			_Pragma("GCC unroll 1") for (size_t k = 0; k < lanes; k++)                                \
				turn(g.table, &r, true, then + k, true, now + k, second, what, &sum);             \
		}                                                                                                 \
		for (i = n - first; i < n; i++)                                                                   \
			turn(g.table, &r, true, i % RING, false, 0, false, what, &sum);                           \
		return sum;                                                                                       \
	}                                                                                                         \
	target static uint64_t loads_##isa(const struct ceiling_memory *g, const uint64_t *keys, size_t n,        \
	                                   enum ceiling what)                                                     \
	{                                                                                                         \
		SPECIALISE(pass_loads_##isa, g, keys, n);                                                         \
	}                                                                                                         \
	target static uint64_t ahead_##isa(const struct ceiling_memory *g, const uint64_t *keys, size_t n,        \
	                                   enum ceiling what)                                                     \
	{                                                                                                         \
		SPECIALISE(pass_ahead_##isa, g, keys, n, false);                                                  \
	}                                                                                                         \
	target static uint64_t second_##isa(const struct ceiling_memory *g, const uint64_t *keys, size_t n,       \
	                                    enum ceiling what)                                                    \
	{                                                                                                         \
		SPECIALISE(pass_ahead_##isa, g, keys, n, true);                                                   \
	}

LOADS_AND_AHEAD(portable, , 1)
#ifdef ISA_X86
LOADS_AND_AHEAD(avx2, TARGET_AVX2, 4)
LOADS_AND_AHEAD(avx512, TARGET_AVX512, 8)

TARGET_AVX2 static uint64_t
gather_avx2(const struct ceiling_memory *g, const uint64_t *keys, size_t n, enum ceiling what)
{
	const void *table = g->table;
	__m256i sum = _mm256_setzero_si256();
	uint64_t parts[4];

	for (size_t i = 0; i + 4 <= n; i += 4) {
		const struct lines_avx2 lines = lines_avx2(g, keys + i);

		/* 8 words are a line. */
		sum = _mm256_add_epi64(sum, _mm256_i64gather_epi64(table, _mm256_slli_epi64(lines.first, 3), 8));
		if (of_two(what))
			sum = _mm256_add_epi64(sum,
			                       _mm256_i64gather_epi64(table, _mm256_slli_epi64(lines.second, 3), 8));
	}
	_mm256_storeu_si256((__m256i *)(void *)parts, sum);
	return parts[0] + parts[1] + parts[2] + parts[3];
}

TARGET_AVX512 static uint64_t
gather_avx512(const struct ceiling_memory *g, const uint64_t *keys, size_t n, enum ceiling what)
{
	__m512i sum = _mm512_setzero_si512();
	uint64_t parts[8], all = 0;

	for (size_t i = 0; i + 8 <= n; i += 8) {
		const struct lines_avx512 lines = lines_avx512(g, keys + i);

		sum = _mm512_add_epi64(sum, _mm512_i64gather_epi64(_mm512_slli_epi64(lines.first, 3), g->table, 8));
		if (of_two(what))
			sum = _mm512_add_epi64(sum,
			                       _mm512_i64gather_epi64(_mm512_slli_epi64(lines.second, 3), g->table, 8));
	}
	/* The compiler's own reduction adds signed numbers, whose overflow is undefined. */
	_mm512_storeu_si512(parts, sum);
	for (size_t k = 0; k < 8; k++)
		all += parts[k];
	return all;
}
#endif

/* --- interface --- */

struct ceiling_memory
ceiling_memory(const struct hash *hash, void *table, size_t bytes, const uint64_t *keys, size_t n)
{
	return (struct ceiling_memory){.hash = hash,
	                               .table = table,
	                               .lines = bytes < LINE ? 1 : bytes / LINE,
	                               .keys = keys,
	                               .n = n,
	                               .isa = hash->kind == HASH_OTHER ? ISA_PORTABLE : isa_best()};
}

typedef uint64_t style_kernel(const struct ceiling_memory *, const uint64_t *keys, size_t n, enum ceiling);

/* Returns the kernel for a multiple of 8 keys, or NULL if there is none. */
static style_kernel *
kernel_of(const struct ceiling_memory *g, enum ceiling what, enum ceiling_style style)
{
	static style_kernel *const portable[CEILING_STYLES] = {loads_portable, ahead_portable, second_portable, NULL};
#ifdef ISA_X86
	static style_kernel *const avx2[CEILING_STYLES] = {loads_avx2, ahead_avx2, second_avx2, gather_avx2};
	static style_kernel *const avx512[CEILING_STYLES] = {loads_avx512, ahead_avx512, second_avx512, gather_avx512};

	if (isa_contains(g->isa, ISA_AVX2))
		return style == CEILING_GATHER && for_writing(what) ? NULL
		                                                    : (g->isa == ISA_AVX2 ? avx2 : avx512)[style];
#else
	(void)g;
	(void)what;
#endif
	return portable[style];
}

bool
ceiling_has(const struct ceiling_memory *g, enum ceiling what, enum ceiling_style style)
{
	return kernel_of(g, what, style) != NULL;
}

size_t
ceiling_pass(struct ceiling_memory *g, enum ceiling what, enum ceiling_style style, size_t most)
{
	const size_t left = g->n - g->at, n = left < most ? left : most, whole = n / 8 * 8;
	const uint64_t *keys = g->keys + g->at;

	g->sum += kernel_of(g, what, style)(g, keys, whole, what);
	g->sum += loads_portable(g, keys + whole, n - whole, what);
	g->at = n == left ? 0 : g->at + n;
	return n;
}
