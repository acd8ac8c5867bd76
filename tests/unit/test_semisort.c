/* SPDX-License-Identifier: MIT */
/* test_semisort.c - variants/semisort_code.h over all 3876 multisets and all 4096 codes. */
#include "tests/test.h"

#include "variants/semisort_code.h"

/* Every sorted quadruple, in the order of its code: the greatest digit is the most significant. */
static void
codes_are_ranks(void **state)
{
	unsigned rank = 0;

	(void)state;
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

static void
decoding_is_sorted_and_unique(void **state)
{
	static bool seen[1 << 16];

	(void)state;
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

static void
other_codes_are_empty(void **state)
{
	(void)state;
	require(COUNT_OF(semisort_nibbles) == 4096 + SEMISORT_SPARE && SEMISORT_SPARE * sizeof *semisort_nibbles >= 6,
	        "a load of 12 bits' code can reach beyond the table");
	for (unsigned code = SEMISORT_CODES; code < COUNT_OF(semisort_nibbles); code++)
		require(semisort_nibbles[code] == 0, "code %u stands for nothing, but reads %04x", code,
		        semisort_nibbles[code]);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_are_ranks),
		cmocka_unit_test(decoding_is_sorted_and_unique),
		cmocka_unit_test(other_codes_are_empty),
	};

	return test_run(argc, argv, "semisort", tests, COUNT_OF(tests));
}
