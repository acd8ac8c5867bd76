/* SPDX-License-Identifier: MIT */
/*
 * test_packed.c - variants/cuckoo/packed.h: groups that one load covers, the search for a zero field, and entries that
 * change nothing except themselves. Exhaustive where that is possible, and every f from 1 to 32 everywhere.
 */
#include "tests/test.h"

#include "variants/cuckoo/packed.h"

TEST(groups_fit_in_one_load)
{
	for (unsigned f = 1; f <= 32; f++)
		for (unsigned b = 1; b <= 8; b *= 2) {
			unsigned g = packed_group(f, b), worst[2] = {0, 0};

			require(is_power_of_two(g) && g <= b, "f=%u b=%u: groups of %u", f, b, g);
			for (unsigned i = 0; i < 64; i++) { /* where groups of g and of 2g begin inside a byte */
				unsigned here = i * g * f % 8 + g * f, twice = i * 2 * g * f % 8 + 2 * g * f;

				worst[0] = here > worst[0] ? here : worst[0];
				worst[1] = twice > worst[1] ? twice : worst[1];
			}
			require(worst[0] <= 64, "f=%u b=%u: a group of %u needs %u bits", f, b, g, worst[0]);
			require(g == b || worst[1] > 64, "f=%u b=%u: groups of %u, though %u would fit", f, b, g,
			        2 * g);
		}
}

/* The lowest field of v that is zero, or g. */
static unsigned
first_zero(uint64_t v, unsigned f, unsigned g)
{
	unsigned i = 0;

	while (i < g && v >> i * f & low_mask(f))
		i++;
	return i;
}

static void
search(uint64_t v, unsigned f, unsigned g)
{
	uint64_t zero = packed_zero_field(v, packed_ones(f, g), f);
	unsigned first = first_zero(v, f, g);

	if (first == g)
		require(zero == 0, "f=%u g=%u v=0x%llx: a zero field is seen", f, g, (unsigned long long)v);
	else
		require(zero && (unsigned)__builtin_ctzll(zero) / f == first,
		        "f=%u g=%u v=0x%llx: field %u is not the one found", f, g, (unsigned long long)v, first);
	require(!zero || (unsigned)__builtin_ctzll(zero) % f == f - 1, "f=%u g=%u: not the top bit of a field", f, g);
}

TEST(zero_fields)
{
	uint64_t random = test_stream("zero fields");

	for (unsigned f = 1; f <= 32; f++)
		for (unsigned g = 1; g <= 8 && f * g <= 64; g *= 2) {
			if (f * g <= 16) /* every group, under two kinds of bits above it */
				for (uint64_t v = 0; v < UINT64_C(1) << f * g; v++) {
					search(v, f, g);
					search(v | ~low_mask(f * g), f, g);
				}
			for (unsigned i = 0; i < 4000; i++) { /* random groups in which zeros and ones are frequent */
				uint64_t v = rng_next(&random);

				for (unsigned e = 0; e < g; e++) {
					uint64_t kind = rng_next(&random) % 8, field = low_mask(f) << e * f;

					if (kind < 3)
						v &= ~field;
					if (kind == 1)
						v |= UINT64_C(1) << e * f;
					if (kind == 3)
						v |= field;
				}
				search(v, f, g);
			}
		}
}

TEST(ones)
{
	for (unsigned f = 1; f <= 32; f++)
		for (unsigned g = 1; g <= 8 && f * g <= 64; g *= 2)
			for (unsigned bit = 0; bit < 64; bit++)
				require((packed_ones(f, g) >> bit & 1) == (bit % f == 0 && bit / f < g),
				        "f=%u g=%u bit %u", f, g, bit);
}

/* An array of entries against an array of words. Neighbours must stay unchanged, and the bytes behind the last entry
 * too. */
TEST(entries)
{
	enum { ENTRIES = 41, PAD = 16 };
	uint64_t random = test_stream("entries");

	for (unsigned f = 1; f <= 32; f++) {
		size_t bytes = (ENTRIES * f + 7) / 8;
		uint8_t *table = model_memory(bytes + PAD, 1); /* exactly the size that a filter has */
		uint32_t model[ENTRIES] = {0};

		for (unsigned step = 0; step < 4000; step++) {
			size_t i = (size_t)(rng_next(&random) % ENTRIES);
			unsigned g = packed_group(f, 8);

			model[i] = (uint32_t)(rng_next(&random) & low_mask(f));
			packed_store(table, i / g, g * f, (unsigned)(i % g), f, model[i]);
			for (size_t k = 0; k < ENTRIES && step % 16 == 0; k++)
				require(packed_entry(table, k, f) == model[k], "f=%u: entry %zu after a store to %zu",
				        f, k, i);
			i -= i % g;
			if (i + g <= ENTRIES)
				for (unsigned e = 0; e < g; e++)
					require((packed_load(table, i / g, g * f) >> e * f & low_mask(f)) ==
					                model[i + e],
					        "f=%u: field %u of group %zu", f, e, i / g);
		}
		for (size_t k = ENTRIES * f; k < 8 * (bytes + PAD); k++)
			require(!(table[k / 8] >> k % 8 & 1), "f=%u: bit %zu behind the last entry is set", f, k);
		free(table);
	}
}
