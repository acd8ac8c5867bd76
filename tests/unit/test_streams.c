/* SPDX-License-Identifier: MIT */
/*
 * test_streams.c - streams of keys and of lookups: the paper's bit for bit, no key twice, none both present and absent,
 * each stream of its shape, and random draws with the right odds (chi-square, fixed seeds).
 */
#include "tests/test.h"

#include "core/hash.h"
#include "datasets/keys.h"
#include "datasets/queries.h"
#include "datasets/streams.h"

#include <math.h>

enum { KEYS = 1 << 15 };

static int
compare_keys(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Chi-square of counts whose expectations are `each`, or a list of them; at most its mean and five standard
 * deviations. */
static void
require_odds(const uint64_t *count, const double *expected, double each, size_t n, const char *what)
{
	/* + 10, because its tail is longer than a normal one's */
	double chi2 = 0, most = (double)(n - 1) + 5 * sqrt(2 * (double)(n - 1)) + 10;

	for (size_t i = 0; i < n; i++) {
		const double e = expected ? expected[i] : each;

		chi2 += ((double)count[i] - e) * ((double)count[i] - e) / e;
	}
	require(chi2 < most, "%s: chi-square %.1f of %zu cells, at most %.1f", what, chi2, n, most);
}

/* --- permutations --- */

TEST(permutations_are_bijections)
{
	static const uint64_t sizes[] = {1, 2, 3, 4, 5, 15, 16, 17, 31, 100, 255, 256, 257, 1000, 4097};
	bool seen[4097];

	for (size_t s = 0; s < COUNT_OF(sizes); s++)
		for (uint64_t seed = 0; seed < 20; seed++) {
			struct permutation p = permutation_of(sizes[s], seed);

			memset(seen, 0, sizeof seen);
			for (uint64_t i = 0; i < sizes[s]; i++) {
				const uint64_t to = permute(&p, i);

				require(to < sizes[s] && !seen[to], "%llu of %llu goes to %llu", (unsigned long long)i,
				        (unsigned long long)sizes[s], (unsigned long long)to);
				seen[to] = true;
			}
		}
}

/* The image of one place, and the image of its neighbour relative to it: each place as often as any other. */
TEST(permutations_go_anywhere)
{
	static const uint64_t sizes[] = {5, 16, 37, 100, 300};
	enum { SEEDS = 20000 };

	for (size_t s = 0; s < COUNT_OF(sizes); s++) {
		const uint64_t n = sizes[s];
		uint64_t first[300] = {0}, apart[300] = {0};

		for (uint64_t seed = 0; seed < SEEDS; seed++) {
			struct permutation p = permutation_of(n, seed);

			first[permute(&p, 0)]++;
			apart[(permute(&p, n / 2) + n - permute(&p, n / 2 - 1)) % n]++;
		}
		require_odds(first, NULL, (double)SEEDS / (double)n, n, "where a place goes");
		require(apart[0] == 0, "two places went to one");
		require_odds(apart + 1, NULL, (double)SEEDS / (double)(n - 1), n - 1, "how far neighbours are apart");
	}
}

/* --- keys --- */

TEST(uniform_is_the_papers)
{
	require(strcmp(stream_all[0].name, "uniform") == 0, "the first stream");
	for (uint64_t seed = 0; seed < 3; seed++) {
		struct stream_keys s = stream_keys_of(&stream_all[0], seed);

		for (uint64_t j = 0; j < 1000; j++) {
			require(stream_present(&s, j) == key_at(seed, j), "present key %llu", (unsigned long long)j);
			require(stream_absent(&s, j) == key_at(seed, KEYS_ABSENT + j), "absent key %llu",
			        (unsigned long long)j);
		}
	}
	/* The value that made the first deterministic results. */
	require(key_at(2014, 0) == rng_mix(rng_derive(2014, 0x6b657973)), "keys.h has changed");
}

TEST(no_key_comes_twice)
{
	uint64_t *keys = malloc(2 * KEYS * sizeof *keys);

	require(keys, "memory");
	for (const struct stream *of = stream_all; of->name; of++)
		for (uint64_t seed = 0; seed < 5; seed++) {
			const struct stream_keys s = stream_keys_of(of, seed), again = stream_keys_of(of, seed),
						 other = stream_keys_of(of, seed + 1);
			size_t same = 0;

			test_context("%s, seed %llu", of->name, (unsigned long long)seed);
			require(stream_find(of->name) == of, "found by name");
			for (uint64_t j = 0; j < KEYS; j++) {
				keys[2 * j] = stream_present(&s, j);
				keys[2 * j + 1] = stream_absent(&s, j);
				require(keys[2 * j] == stream_present(&again, j), "not the same again");
				same += keys[2 * j] == stream_present(&other, j);
			}
			require(same < 10, "another seed gives the same keys");
			qsort(keys, 2 * KEYS, sizeof *keys, compare_keys);
			for (size_t i = 1; i < 2 * KEYS; i++)
				require(keys[i - 1] != keys[i], "key %llx twice", (unsigned long long)keys[i]);
		}
	require(!stream_find("paper") && !stream_find(""), "a wrong name");
	free(keys);
}

/* The last keys that a stream promises are distinct keys too. */
TEST(streams_are_as_long_as_they_say)
{
	for (const struct stream *of = stream_all; of->name; of++) {
		const struct stream_keys s = stream_keys_of(of, 7);
		const uint64_t last = (UINT64_C(1) << of->log2_keys) - 1;
		uint64_t keys[] = {stream_present(&s, 0),
		                   stream_absent(&s, 0),
		                   stream_present(&s, last / 2),
		                   stream_absent(&s, last / 2),
		                   stream_present(&s, last / 2 + 1),
		                   stream_present(&s, last),
		                   stream_absent(&s, last)};

		qsort(keys, COUNT_OF(keys), sizeof *keys, compare_keys);
		for (size_t i = 1; i < COUNT_OF(keys); i++)
			require(keys[i - 1] != keys[i], "%s: a key twice", of->name);
	}
}

/* All keys of pairs 0..KEYS-1, sorted: the stream as a whole. */
static void
fill_sorted(uint64_t *keys, const char *name)
{
	const struct stream_keys s = stream_keys_of(stream_find(name), 11);

	for (uint64_t j = 0; j < KEYS; j++) {
		keys[2 * j] = stream_present(&s, j);
		keys[2 * j + 1] = stream_absent(&s, j);
	}
	qsort(keys, 2 * KEYS, sizeof *keys, compare_keys);
}

TEST(streams_have_their_shape)
{
	uint64_t *keys = malloc(2 * KEYS * sizeof *keys), bins[64] = {0}, runs = 0;

	require(keys, "memory");
	fill_sorted(keys, "sequential");
	require(keys[2 * KEYS - 1] - keys[0] == 2 * KEYS - 1, "sequential keys have gaps");
	fill_sorted(keys, "clustered");
	for (size_t i = 0; i < 2 * KEYS; i += STREAM_RUN) {
		require(keys[i + STREAM_RUN - 1] - keys[i] == STREAM_RUN - 1, "a run has gaps");
		require(i == 0 || keys[i] - keys[i - 1] > 1, "two runs are one"); /* by chance, in one of 2^40 */
		bins[keys[i] >> 58]++;
		runs++;
	}
	require_odds(bins, NULL, (double)runs / 64, 64, "places of runs");
	fill_sorted(keys, "shared-low");
	memset(bins, 0, sizeof bins);
	for (size_t i = 0; i < 2 * KEYS; i++) {
		require((uint32_t)keys[i] == (uint32_t)keys[0], "low bits differ");
		bins[keys[i] >> 58]++;
	}
	require_odds(bins, NULL, 2 * KEYS / 64.0, 64, "high bits");
	fill_sorted(keys, "shared-high");
	memset(bins, 0, sizeof bins);
	for (size_t i = 0; i < 2 * KEYS; i++) {
		require(keys[i] >> 32 == keys[0] >> 32, "high bits differ");
		bins[keys[i] >> 26 & 63]++;
	}
	require_odds(bins, NULL, 2 * KEYS / 64.0, 64, "low bits");
	free(keys);
}

/* Which key of a pair is present: each as often as the other, without a pattern in the last ones. */
TEST(halves_are_drawn)
{
	for (const struct stream *of = stream_all + 1; of->name; of++) {
		const struct stream_keys s = stream_keys_of(of, 3);
		uint64_t patterns[16] = {0};
		unsigned last = 0;

		for (uint64_t j = 0; j < 4 * KEYS; j++) {
			const uint64_t even = of->key(&s, 2 * j), odd = of->key(&s, 2 * j + 1),
				       p = stream_present(&s, j), a = stream_absent(&s, j);

			require((p == even && a == odd) || (p == odd && a == even), "%s: not a pair's two keys",
			        of->name);
			last = (last << 1 | (p == odd)) & 15;
			if (j % 4 == 3)
				patterns[last]++;
		}
		require_odds(patterns, NULL, KEYS / 16.0, 16, of->name);
	}
}

/* --- questions --- */

TEST(ranks_follow_zipf)
{
	static const double thetas[] = {0, 0.5, 0.99, 1, 1.0000001, 1.5, 4};
	static const uint64_t sizes[] = {1, 2, 3, 10, 300};
	enum { DRAWS = 100000 };

	for (size_t t = 0; t < COUNT_OF(thetas); t++)
		for (size_t s = 0; s < COUNT_OF(sizes); s++) {
			const struct zipf z = zipf_of(sizes[s], thetas[t]);
			uint64_t count[300] = {0}, random = 17, cells = 0;
			double expected[300], sum = 0;

			test_context("n = %llu, theta = %g", (unsigned long long)sizes[s], thetas[t]);
			for (uint64_t k = 1; k <= sizes[s]; k++)
				sum += pow((double)k, -thetas[t]);
			for (int i = 0; i < DRAWS; i++) {
				const uint64_t k = zipf_rank(&z, &random);

				require(k >= 1 && k <= sizes[s], "rank %llu", (unsigned long long)k);
				count[k - 1]++;
			}
			/* Ranks that are hardly ever drawn share one cell. */
			for (uint64_t k = 1; k <= sizes[s]; k++) {
				expected[k - 1] = DRAWS * pow((double)k, -thetas[t]) / sum;
				if (cells && expected[cells - 1] < 10) {
					count[cells - 1] += count[k - 1];
					expected[cells - 1] += expected[k - 1];
				} else {
					count[cells] = count[k - 1];
					expected[cells++] = expected[k - 1];
				}
			}
			if (cells > 1)
				require_odds(count, expected, 0, cells, "ranks");
		}
}

/* A large set: the share of the first ranks in the sum of all, which the Euler-Maclaurin formula gives. And the exact
 * ranks: the same on every machine. */
TEST(ranks_of_large_sets)
{
	static const uint64_t first[] = {1394, 59, 1, 11413, 11432, 43, 5, 2961};
	const double n = 1 << 24, theta = 0.99,
		     sum = (pow(n, 1 - theta) - 1) / (1 - theta) + 0.5 * (1 + pow(n, -theta)) + theta / 12;
	struct zipf z = zipf_of((uint64_t)n, theta);
	uint64_t random = 1, count[3] = {0};

	for (int i = 0; i < 200000; i++) {
		const uint64_t k = zipf_rank(&z, &random);

		if (i < (int)COUNT_OF(first))
			require(k == first[i], "draw %d is %llu", i, (unsigned long long)k);
		count[k > 2 ? 2 : k - 1]++;
	}
	require_odds(count,
	             (double[]){200000 / sum, 200000 * pow(2, -theta) / sum, 200000 * (1 - (1 + pow(2, -theta)) / sum)},
	             0, 3, "first ranks");
}

TEST(questions_are_mixed)
{
	const struct queries u = queries_of(QUERY_UNIFORM, 5, 100, 50, 0.25, 0),
			     z = queries_of(QUERY_ZIPF, 5, 100, 50, 0.25, QUERY_THETA);
	enum { QUESTIONS = 40000 };
	uint64_t of_u[2][100] = {{0}}, of_z[2][100] = {{0}};

	for (uint64_t i = 0; i < QUESTIONS; i++) {
		const struct query a = query_at(&u, i), b = query_at(&z, i), again = query_at(&z, i);

		require(a.place < u.keys[a.present] && b.place < z.keys[b.present], "a place that there is not");
		require(b.place == again.place && b.present == again.present, "another question the second time");
		of_u[a.present][a.place]++;
		of_z[b.present][b.place]++;
	}
	require_odds(of_u[0], NULL, 0.75 * QUESTIONS / 100, 100, "absent keys");
	require_odds(of_u[1], NULL, 0.25 * QUESTIONS / 50, 50, "present keys");
	for (unsigned side = 0; side < 2; side++) {
		uint64_t sum = 0, ordered[100];
		double expected[100], all = 0;

		for (uint64_t r = 0; r < z.keys[side]; r++) {
			ordered[r] = of_z[side][permute(&z.rank[side], r)];
			sum += ordered[r];
			all += pow((double)r + 1, -QUERY_THETA);
		}
		for (uint64_t r = 0; r < z.keys[side]; r++)
			expected[r] = (double)sum * pow((double)r + 1, -QUERY_THETA) / all;
		require_odds(ordered, expected, 0, z.keys[side], "by rank");
		require(fabs((double)sum / QUESTIONS - (side ? 0.25 : 0.75)) < 0.01, "%llu of side %u",
		        (unsigned long long)sum, side);
	}
	require(permute(&z.rank[0], 0) != 0 || permute(&z.rank[0], 1) != 1, "ranks are places");
}

TEST(repeated_and_replayed)
{
	const struct queries r = queries_of(QUERY_REPEATED, 9, 1000, 500, 0.5, 0);
	static const uint64_t found[] = {7, 3, 900};
	const struct queries p = queries_replay(found, 3);
	uint64_t runs[8] = {0};

	for (uint64_t i = 0; i < 4000 * QUERY_REPEATS; i++) {
		const struct query q = query_at(&r, i), first = query_at(&r, i - i % QUERY_REPEATS);

		require(!q.present && q.place < 1000 && q.place == first.place, "question %llu", (unsigned long long)i);
		if (i % QUERY_REPEATS == 0)
			runs[q.place / 125]++;
	}
	require_odds(runs, NULL, 500, 8, "what is repeated");
	for (uint64_t i = 0; i < 10; i++)
		require(!query_at(&p, i).present && query_at(&p, i).place == found[i % 3], "replay %llu",
		        (unsigned long long)i);
}
