/* SPDX-License-Identifier: MIT */
/* test_hash_vector.c - the vector hashes of core/hash_vector.h equal hash_key, lane by lane, where their instructions
 * may be used. */
#include "tests/test.h"

#include "core/hash.h"
#include "core/hash_vector.h"

enum { LANES = 8, ROUNDS = 20000 };

#ifdef ISA_X86
TARGET_AVX512 static void
lanes_avx512(const struct hash *h, const uint64_t *key, uint64_t *out)
{
	_mm512_storeu_si512(out, HASH_BY_KIND(h, hash_keys_avx512, h, key));
}

TARGET_AVX2 static void
lanes_avx2(const struct hash *h, const uint64_t *key, uint64_t *out)
{
	for (unsigned i = 0; i < LANES; i += 4)
		_mm256_storeu_si256((__m256i *)(void *)(out + i), HASH_BY_KIND(h, hash_keys_avx2, h, key + i));
}
#endif

/* Random words, and words for which a carry, a sign or a rotation may go wrong. */
static uint64_t
word(uint64_t *random)
{
	const uint64_t r = rng_next(random);

	switch (r >> 60) {
	case 0:
		return 0;
	case 1:
		return ~UINT64_C(0);
	case 2:
		return UINT64_C(1) << (r & 63);
	case 3:
		return r & UINT32_MAX;
	case 4:
		return r << 32;
	default:
		return rng_next(random);
	}
}

static void
equal(enum isa isa, void (*lanes)(const struct hash *, const uint64_t *, uint64_t *))
{
	uint64_t random = test_stream(isa_name(isa));

	test_needs(isa);
	for (const struct hash_entry *e = hash_all; e->name; e++)
		for (unsigned round = 0; round < ROUNDS; round++) {
			struct hash h;
			uint64_t key[LANES], out[LANES];

			hash_init(&h, e->name, word(&random));
			for (unsigned i = 0; i < LANES; i++)
				key[i] = word(&random);
			lanes(&h, key, out);
			for (unsigned i = 0; i < LANES; i++)
				require(out[i] == hash_key(&h, key[i]), "%s, lane %u, key 0x%llx, seed 0x%llx", e->name,
				        i, (unsigned long long)key[i], (unsigned long long)h.seed);
		}
}

TEST(avx512)
{
#ifdef ISA_X86
	equal(ISA_AVX512, lanes_avx512);
#else
	equal(ISA_AVX512, NULL);
#endif
}

TEST(avx2)
{
#ifdef ISA_X86
	equal(ISA_AVX2, lanes_avx2);
#else
	equal(ISA_AVX2, NULL);
#endif
}
