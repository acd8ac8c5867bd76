/* SPDX-License-Identifier: MIT */
/* test_ceiling.c - with every style and vector width, ceilings touch the right lines, as often as they should, and
 * leave their contents unchanged. */
#include "tests/test.h"

#include "harness/timing/measure.h"

enum { LINES = 1000, KEYS = 3001, WORDS = LINES * 8 };

static _Alignas(64) uint64_t table[WORDS], before[WORDS];
static uint64_t keys[KEYS];

/* Random words in all of each line, so that a wrong read shows in the sum. */
static struct ceiling_memory
make(struct hash *hash, const char *name)
{
	const uint64_t stream = test_stream("ceiling");

	require(hash_init(hash, name, 77), "no hash");
	for (size_t i = 0; i < KEYS; i++)
		keys[i] = test_key(stream, i);
	for (size_t i = 0; i < WORDS; i++)
		table[i] = before[i] = test_key(stream, KEYS + i);
	return ceiling_memory(hash, table, sizeof table, keys, KEYS);
}

/* By the definition in ceiling.h. */
static uint64_t
expected(const struct hash *hash, size_t from, size_t n, bool two)
{
	uint64_t sum = 0;

	for (size_t i = from; i < from + n; i++) {
		const uint64_t h = hash_key(hash, keys[i]);

		sum += before[(h >> 32) * LINES / ((uint64_t)1 << 32) * 8];
		if (two)
			sum += before[(h & UINT32_MAX) * LINES / ((uint64_t)1 << 32) * 8];
	}
	return sum;
}

/* Passes of all lengths up to several vectors and rings, over all keys and around again. */
static void
check_passes(const struct ceiling_memory *memory, enum ceiling what, enum ceiling_style style)
{
	static const size_t lengths[] = {1, 7, 8, 9, 31, 32, 40, 96, 127, 160, 168, 169, 500, 2000, 5000};
	struct ceiling_memory g = *memory;

	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		const size_t from = g.at, left = KEYS - from, n = lengths[i] < left ? lengths[i] : left;
		const size_t done = (g.sum = 0, ceiling_pass(&g, what, style, lengths[i]));

		require(done == n && g.at == (from + n) % KEYS, "%s, %s, %s: %zu keys done, %zu expected, then at %zu",
		        ceiling_series[what], ceiling_style_names[style], isa_name(g.isa), done, n, g.at);
		require(g.sum == expected(g.hash, from, n, what == CEILING_READ_2 || what == CEILING_UPDATE_2),
		        "%s, %s, %s: other lines for %zu keys", ceiling_series[what], ceiling_style_names[style],
		        isa_name(g.isa), n);
		require(memcmp(table, before, sizeof table) == 0, "%s, %s, %s: the table is another",
		        ceiling_series[what], ceiling_style_names[style], isa_name(g.isa));
	}
}

TEST(the_same_lines_in_every_style)
{
	static const char *const hashes[] = {"xxh3", "city", "mulshift", "xxh64"};

	for (size_t h = 0; h < COUNT_OF(hashes); h++) {
		struct hash hash;
		struct ceiling_memory g = make(&hash, hashes[h]);
		const enum isa widest = g.isa;

		require(widest == (hash.kind != HASH_OTHER ? isa_best() : ISA_PORTABLE), "vectors of %s for %s",
		        isa_name(widest), hashes[h]);
		for (g.isa = ISA_PORTABLE; g.isa <= widest; g.isa++)
			for (enum ceiling what = CEILING_READ_1; what <= CEILING_UPDATE_2; what++)
				for (enum ceiling_style style = 0; style < CEILING_STYLES; style++)
					if (ceiling_has(&g, what, style))
						check_passes(&g, what, style);
	}
}

/* Every operation adds one to the first word of some line. */
TEST(shared_lines_are_counted)
{
	struct hash hash;
	struct ceiling_memory g = make(&hash, NULL);
	const enum isa widest = g.isa;

	require(!ceiling_has(&g, CEILING_SHARED_1, CEILING_GATHER), "no gather stores");
	for (g.isa = ISA_PORTABLE; g.isa <= widest; g.isa++)
		for (enum ceiling_style style = CEILING_LOADS; style <= CEILING_SECOND; style++) {
			size_t done = ceiling_pass(&g, CEILING_SHARED_1, style, KEYS), changes = 0;

			for (size_t i = 0; i < WORDS; i++) {
				require(i % 8 == 0 || table[i] == before[i], "word %zu has changed", i);
				changes += table[i] - before[i];
				table[i] = before[i];
			}
			require(done == KEYS && changes == KEYS, "%s, %s: %zu changes in %zu operations",
			        ceiling_style_names[style], isa_name(g.isa), changes, done);
		}
}

TEST(the_best_is_one_of_them)
{
	struct hash hash;
	struct ceiling_memory g = make(&hash, NULL);

	for (enum ceiling what = 0; what < CEILINGS; what++) {
		enum ceiling_style style = CEILING_STYLES;
		const struct slice s = measure_ceiling_best(&g, what, 10000, &style);

		require(style < CEILING_STYLES && ceiling_has(&g, what, style) && s.ops > 0 && s.ns >= 10000,
		        "%s: %llu in %llu ns", ceiling_series[what], (unsigned long long)s.ops,
		        (unsigned long long)s.ns);
	}
}
