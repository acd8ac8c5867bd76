/* SPDX-License-Identifier: MIT */
/*
 * test_semisort.c - the codes of semisort_fields.h, of all 3876 multisets and all 4096. Also the changes of a bucket
 * in place (semisort_fields.h, semisort_bucket.h) against the bucket of the same fingerprints, decoded, sorted and
 * encoded. And semisort_set.h over all sets.
 */
#include "tests/test.h"

#include "core/rng.h"
#include "variants/semisort/semisort_bucket.h"
#include "variants/semisort/semisort_set.h"

/* Every sorted quadruple, in the order of its code: the largest digit is the most significant. */
TEST(codes_are_ranks)
{
	unsigned rank = 0;

	for (unsigned n3 = 0; n3 < 16; n3++)
		for (unsigned n2 = 0; n2 <= n3; n2++)
			for (unsigned n1 = 0; n1 <= n2; n1++)
				for (unsigned n0 = 0; n0 <= n1; n0++, rank++) {
					unsigned nibbles = n0 | n1 << 4 | n2 << 8 | n3 << 12;

					require(semisort_encode(nibbles) == rank, "%04x has code %u, not %u", nibbles,
					        semisort_encode(nibbles), rank);
					require(semisort_nibbles[rank] == nibbles, "code %u decodes to %04x, not %04x",
					        rank, semisort_nibbles[rank], nibbles);
				}
	require(rank == SEMISORT_CODES && rank == 3876, "%u multisets", rank);
	require(rank <= 1u << 12 && rank > 1u << 11, "12 bits are not what it takes");
}

TEST(decoding_is_sorted_and_unique)
{
	static bool seen[1 << 16];

	memset(seen, 0, sizeof seen);
	for (unsigned code = 0; code < SEMISORT_CODES; code++) {
		unsigned nibbles = semisort_nibbles[code];

		for (unsigned shift = 0; shift < 12; shift += 4)
			require((nibbles >> shift & 15) <= (nibbles >> (shift + 4) & 15), "code %u: %04x is not sorted",
			        code, nibbles);
		require(!seen[nibbles], "%04x twice", nibbles);
		seen[nibbles] = true;
		require(semisort_encode(nibbles) == code, "code %u is not its own code", code);
	}
	require(semisort_nibbles[0] == 0, "zeroed memory is not empty buckets");
}

TEST(other_codes_are_empty)
{
	require(COUNT_OF(semisort_nibbles) == 4096 + SEMISORT_SPARE && SEMISORT_SPARE * sizeof *semisort_nibbles >= 6,
	        "a load of 12 bits' code can reach beyond the table");
	for (unsigned code = SEMISORT_CODES; code < COUNT_OF(semisort_nibbles); code++)
		require(semisort_nibbles[code] == 0, "code %u stands for nothing, but reads %04x", code,
		        semisort_nibbles[code]);
}

/* The simple way: sorted by insertion, then packed. */
static uint128
bucket_of(const uint32_t fp[4], unsigned f)
{
	uint32_t sorted[4];

	for (unsigned e = 0; e < 4; e++) {
		unsigned at = e;

		for (; at > 0 && sorted[at - 1] > fp[e]; at--)
			sorted[at] = sorted[at - 1];
		sorted[at] = fp[e];
	}
	return ss_pack(sorted, f);
}

static uint128
bits_of_bucket(uint128 bucket, unsigned f)
{
	return bucket & (((uint128)1 << (4 * f - 4)) - 1);
}

/* Removes every entry of a bucket, exchanges it for fp, and adds fp to the rest. The bits above the bucket belong to
 * others. */
static void
in_place_is_as_anew(const uint32_t fp[4], uint32_t another, unsigned f)
{
	const uint128 above = f == 32 ? (uint128)5 << 124 : ~(uint128)0 << (4 * f - 4), bucket = bucket_of(fp, f);
	uint32_t entry[4];

	ss_decode(bucket, entry, f);
	for (unsigned e = 0; e < 4; e++) {
		const uint32_t old = entry[e];
		uint128 left;

		require(ss_entry(bucket | above, e, f) == old, "f=%u: entry %u is not 0x%x", f, e, old);
		entry[e] = 0;
		left = bucket_of(entry, f);
		require(bits_of_bucket(ss_without(bucket | above, e, f), f) == left, "f=%u: without entry %u, 0x%x", f,
		        e, old);
		entry[e] = another;
		require(bits_of_bucket(ss_exchanged(bucket | above, e, another, f), f) == bucket_of(entry, f),
		        "f=%u: with 0x%x for entry %u, 0x%x", f, another, e, old);
		require(bits_of_bucket(ss_with(left | above, another, f), f) == bucket_of(entry, f), "f=%u: with 0x%x",
		        f, another);
		entry[e] = old;
	}
}

/* Every multiset of prefixes, with few direct parts so that they meet; and random buckets. */
TEST(buckets_change_in_place)
{
	uint64_t random = test_stream("in place");

	for (unsigned f = 5; f <= 32; f++)
		for (unsigned code = 0; code < SEMISORT_CODES; code++) {
			const uint32_t top = (uint32_t)1 << (f - 5), last = (uint32_t)low_mask(f - 4);
			const uint32_t part[8] = {0,       0,    1,        top,
			                          top - 1, last, last - 1, (uint32_t)rng_next(&random) & last};
			const uint64_t r = rng_next(&random);
			uint32_t fp[5];

			for (unsigned e = 0; e < 5; e++) {
				const uint32_t prefix =
					e < 4 ? semisort_nibbles[code] >> 4 * e & 15u : (uint32_t)(r >> 60);

				fp[e] = prefix << (f - 4) | (part[r >> 3 * e & 7] & last);
			}
			if (r >> 40 & 1)
				fp[4] = fp[r >> 41 & 3];
			in_place_is_as_anew(fp, fp[4] ? fp[4] : 1, f);
		}
}

/* Footnote 4: how many sets of at most four fingerprints there are, and that each has a number of its own. */
TEST(sets_have_numbers)
{
	static const unsigned sets[] = {0, 0, 8, 99, 1941};

	for (unsigned f = 2; f <= 4; f++) {
		require(set_before(5, f) == sets[f], "%u sets of %u bits", set_before(5, f), f);
		require(sets[f] <= 1u << set_bits(f) && sets[f] > 1u << (set_bits(f) - 1),
		        "%u bits are not what it takes", set_bits(f));
		for (unsigned code = 0; code < sets[f]; code++) {
			uint32_t fp[4];
			const unsigned k = set_decode(code, fp, f);

			for (unsigned e = 0; e < 4; e++)
				require(fp[e] < 1u << f && (fp[e] != 0) == (e >= 4 - k) &&
				                (e == 0 || !fp[e] || fp[e - 1] < fp[e]),
				        "set %u of %u bits: entry %u is %u", code, f, e, fp[e]);
			require(set_encode(fp, f) == code, "set %u is encoded as %u", code, set_encode(fp, f));
		}
	}
}
