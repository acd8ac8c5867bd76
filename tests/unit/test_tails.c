/* SPDX-License-Identifier: MIT */
/*
 * test_tails.c - the bounds of core/fits.h against sums and against chance.
 *
 *      exact tail, or frequency  <=  bound  <=  a little more
 */
#include "tests/test.h"

#include "core/bits.h"
#include "core/fits.h"

#include <math.h>

static double
exact_tail(unsigned n, double p, unsigned most)
{
	double sum = 0;

	for (unsigned k = most + 1; k <= n; k++)
		sum += exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) + k * log(p) + (n - k) * log1p(-p));
	return sum;
}

TEST(tails_are_bounded_closely)
{
	static const struct {
		unsigned n, most;
		double p;
	} at[] = {{5, 4, 0.25},     {7, 4, 1. / 64},  {9, 8, 0.5},         {100, 8, 0.01},
	          {1000, 20, 0.01}, {1000, 60, 0.03}, {30000, 400, 0.011}, {40, 39, 0.9}};

	for (size_t i = 0; i < COUNT_OF(at); i++) {
		const double exact = exact_tail(at[i].n, at[i].p, at[i].most),
			     bound = fits_tail(at[i].n, at[i].p, at[i].most);

		require(bound >= exact * (1 - 1e-6) && bound <= 1.1 * exact, "n=%u p=%g most=%u: %g, exactly %g",
		        at[i].n, at[i].p, at[i].most, bound, exact);
	}
	require(fits_tail(10, 0.5, 10) == 0 && fits_tail(10, 1, 9) == 1 && fits_tail(10, 0, 0) == 0, "the ends");
	require(fits_tail(100, 0.5, 40) == 1, "below the mean");
}

TEST(excess_is_bounded)
{
	enum { N = 620, BINS = 3, MOST = 210, TABLES = 200000 };
	uint64_t random = test_stream("excess");
	unsigned more[60] = {0};

	for (unsigned t = 0; t < TABLES; t++) {
		unsigned in[BINS] = {0}, excess = 0;

		for (unsigned k = 0; k < N; k++)
			in[fast_range(rng_next(&random), BINS)]++;
		for (unsigned b = 0; b < BINS; b++)
			excess += in[b] > MOST ? in[b] - MOST : 0;
		for (unsigned room = 0; room < COUNT_OF(more); room++)
			more[room] += excess > room;
	}
	for (unsigned room = 0; room < COUNT_OF(more); room += 10) {
		const double bound = fits_excess(N, BINS, MOST, room), share = (double)more[room] / TABLES;

		require(bound >= share - 4 * sqrt(share / TABLES), "room %u: %g, but %g", room, bound, share);
		require(more[room] < 100 || room < 20 || bound < 50 * share, "room %u: %g, not %g", room, bound, share);
	}
	require(fits_excess(100, 2, 90, 10) == 0 && fits_excess(102, 1, 90, 10) == 1, "the ends");
}

/* The root of a tree of buckets, for graphs with b = 1. */
static unsigned
root_of(unsigned *above, unsigned i)
{
	while (above[i] != i)
		i = above[i] = above[above[i]];
	return i;
}

TEST(graphs_have_as_many_small_dense_sets)
{
	enum { M = 256, TABLES = 100000 };
	uint64_t random = test_stream("graphs");

	for (unsigned n = 50; n <= 80; n += 30) {
		const double bound = fits_graph(n, M, 1, 1);
		unsigned refused = 0;

		for (unsigned t = 0; t < TABLES; t++) {
			unsigned above[M], cycles[M] = {0}, k = 0;

			for (unsigned i = 0; i < M; i++)
				above[i] = i;
			for (bool fits = true; k < n && fits; k += fits) {
				const uint64_t r = rng_next(&random);
				const unsigned i = root_of(above, r % M), j = root_of(above, (r >> 32) % M);

				fits = cycles[i] + (i == j ? 1 : cycles[j]) < 2;
				cycles[j] += i == j ? 1 : cycles[i];
				above[i] = j;
			}
			refused += k < n;
		}
		require(bound >= (double)refused / TABLES && bound < 3.0 * refused / TABLES, "n=%u: %g, but %u of %d",
		        n, bound, refused, TABLES);
	}
}

/* The numbers that docs/library.md tells. */
TEST(tables_are_as_large_as_is_told)
{
	static const size_t last[][2] = {{4, 2}, {8, 8}, {218, 64}, {3823, 1024}, {7700, 2048}, {61603, 16384}};
	const struct filter_ops *cf = filter_find("cf");

	for (size_t i = 0; i < COUNT_OF(last); i++)
		for (size_t more = 0; more < 2; more++) {
			struct test_config c = {.params = {.items = last[i][0] + more}};
			struct filter *f;

			test_describe(&c, "cf");
			f = test_create(cf, &c);
			require(more ? test_info(f).buckets > last[i][1] : test_info(f).buckets <= last[i][1],
			        "%zu buckets", test_info(f).buckets);
			cf->destroy(f);
		}
}
