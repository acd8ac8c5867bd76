/* SPDX-License-Identifier: MIT */
/*
 * test_rank.c - baselines/rank: the chains of a bundle against lists, and the overflow against a set.
 *
 *      random appends and removals --> bundle: each chain, walked by ranks == list: the same fingerprints, any order
 */
#include "baselines/rank/rih_overflow.h"
#include "tests/test.h"

struct lists {
	uint32_t fp[RIH_CHAINS][RIH_NODES];
	unsigned n[RIH_CHAINS], total;
};

static int
compare_fps(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void
agrees(const uint64_t *bundle, struct lists *l, unsigned f)
{
	require(rih_used(bundle) == l->total, "%u nodes, not %u", rih_used(bundle), l->total);
	for (unsigned c = 0; c < RIH_CHAINS; c++) {
		uint32_t seen[RIH_NODES];
		struct rih_walk w;
		unsigned n = 0;

		require(rih_bit(bundle, c) == (l->n[c] > 0), "chain %u has %u keys", c, l->n[c]);
		if (!l->n[c])
			continue;
		w = rih_first(bundle, c);
		do
			seen[n++] = rih_node(bundle, w.node, f);
		while (n < RIH_NODES && rih_go(bundle, &w));
		require(n == l->n[c], "chain %u has %u nodes, not %u", c, n, l->n[c]);
		qsort(seen, n, sizeof *seen, compare_fps);
		qsort(l->fp[c], n, sizeof *seen, compare_fps);
		require(memcmp(seen, l->fp[c], n * sizeof *seen) == 0, "chain %u has other fingerprints", c);
	}
}

TEST(chains_are_lists)
{
	static struct lists l;
	static uint64_t bundle[256];

	for (unsigned f = 1; f <= 32; f += f < 9 ? 4 : 7) {
		uint64_t random = test_stream("chains") + f;
		/* few chains are long, many are short */
		const unsigned chains = f % 2 ? RIH_CHAINS : 8;

		memset(&l, 0, sizeof l);
		memset(bundle, 0, sizeof bundle);
		for (unsigned step = 0; step < 3000; step++) {
			const unsigned c = (unsigned)(rng_next(&random) % chains);
			const uint32_t fp = (uint32_t)(rng_next(&random) & low_mask(f));
			struct rih_walk w;

			if (l.total < RIH_NODES && (rng_next(&random) % 8 < 5 || !l.n[c])) {
				rih_append(bundle, c, fp, f);
				l.fp[c][l.n[c]++] = fp;
				l.total++;
			} else if (l.n[c]) {
				const unsigned which = (unsigned)(rng_next(&random) % l.n[c]);
				const uint32_t gone = l.fp[c][which];

				require(rih_find(bundle, c, gone, f, &w), "a fingerprint is not found");
				rih_remove(bundle, c, w, f);
				l.fp[c][which] = l.fp[c][--l.n[c]];
				l.total--;
			}
			if (step % 17 == 0 || l.total > RIH_NODES - 3)
				agrees(bundle, &l, f);
		}
		agrees(bundle, &l, f);
		for (size_t i = rih_words(f); i < COUNT_OF(bundle); i++)
			require(bundle[i] == 0, "word %zu behind the bundle was written", i);
	}
}

/* A naive count of the same bits. */
TEST(ranks_count_ones)
{
	uint64_t bits[8], random = test_stream("ranks");

	for (unsigned i = 0; i < 2000; i++) {
		const unsigned from = (unsigned)(rng_next(&random) % 500),
			       to = from + (unsigned)(rng_next(&random) % (512 - from));
		unsigned ones = 0;

		for (size_t w = 0; w < COUNT_OF(bits); w++)
			bits[w] = rng_next(&random) & rng_next(&random);
		for (unsigned b = from; b < to; b++)
			ones += rih_bit(bits, b);
		require(rih_ones(bits, from, to) == ones, "%u to %u: %u, not %u", from, to, rih_ones(bits, from, to),
		        ones);
	}
}

TEST(the_overflow_is_exact)
{
	enum { PLACES = 40, BUNDLES = 6 };
	uint64_t place[PLACES] = {0}, in[PLACES], random = test_stream("overflow");
	struct rih_overflow o = {.place = place, .places = PLACES, .f = 5};
	size_t n = 0;

	for (unsigned step = 0; step < 20000; step++) {
		const uint64_t entry =
			rih_entry(rng_next(&random) % BUNDLES, (unsigned)(rng_next(&random) % RIH_CHAINS),
		                  (uint32_t)(rng_next(&random) % 32), 5);

		if (rng_next(&random) % 2 && rih_overflow_has_room(&o)) {
			rih_overflow_put(&o, entry);
			in[n++] = entry;
		} else if (n) {
			const size_t which = (size_t)(rng_next(&random) % n), at = rih_overflow_find(&o, in[which]);

			require(at < PLACES, "an entry is not found");
			rih_overflow_take(&o, at);
			in[which] = in[--n];
		}
		require(o.used == n, "%zu entries, not %zu", o.used, n);
		for (size_t i = 0; i < n; i++)
			require(rih_overflow_find(&o, in[i]) < PLACES &&
			                rih_overflow_any(&o, rih_bundle_of(&o, in[i])) < PLACES,
			        "entry %zu of %zu is not found", i, n);
	}
}
