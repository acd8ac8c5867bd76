/* SPDX-License-Identifier: MIT */
/* test_histogram.c - histograms of latencies against the sorted samples themselves. */
#include "tests/test.h"

#include "harness/stats/histogram.h"

#include <math.h>

static const double quantiles[] = {0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.999999, 1};

static int
compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The definition, in whole numbers: the least of the sorted samples such that at least numerator / 10^6 of all are at
 * or below it. */
static uint64_t
exact(const uint64_t *sorted, size_t n, double quantile)
{
	const uint64_t millionths = (uint64_t)llround(quantile * 1e6);
	const size_t rank = (size_t)((millionths * n + 999999) / 1000000);

	return sorted[rank ? rank - 1 : 0];
}

static void
check(struct histogram *h, uint64_t *value, size_t n)
{
	qsort(value, n, sizeof *value, compare);
	require(h->count == n && h->max == value[n - 1], "%llu of %zu, max %llu", (unsigned long long)h->count, n,
	        (unsigned long long)h->max);
	for (size_t i = 0; i < COUNT_OF(quantiles); i++) {
		const uint64_t is = exact(value, n, quantiles[i]), told = histogram_at(h, quantiles[i]);

		require(told >= is && told - is <= is / 64, "%zu samples, quantile %g: %llu, told %llu", n,
		        quantiles[i], (unsigned long long)is, (unsigned long long)told);
	}
	require(histogram_at(h, 1) == value[n - 1], "the maximum is not exact");
}

/* Samples of every size: with a random number of bits, or near one another, or equal. */
static uint64_t
draw(uint64_t *random, unsigned kind)
{
	const uint64_t r = rng_next(random);

	switch (kind) {
	case 0:
		return r >> (rng_next(random) % 64);
	case 1:
		return 30 + r % 40;
	case 2:
		return r % 1000 ? 50 + r % 100 : r >> 40;
	case 3:
		return 12345;
	default:
		return r % 3 ? UINT64_MAX : 0;
	}
}

TEST(quantiles_are_within_the_error)
{
	static const size_t counts[] = {1, 2, 3, 10, 100, 1000, 12345};
	uint64_t random = test_stream("quantiles");
	uint64_t *value = malloc(12345 * sizeof *value);
	struct histogram *h = malloc(sizeof *h);

	for (unsigned kind = 0; kind < 5; kind++)
		for (size_t c = 0; c < COUNT_OF(counts); c++) {
			*h = (struct histogram){0};
			for (size_t i = 0; i < counts[c]; i++)
				histogram_add(h, value[i] = draw(&random, kind));
			check(h, value, counts[c]);
		}
	free(value);
	free(h);
}

/* Several merged histograms equal one histogram of all samples, cell by cell. */
TEST(merging_is_adding)
{
	uint64_t random = test_stream("merge");
	struct histogram *part = calloc(3, sizeof *part), *all = calloc(1, sizeof *all),
			 *merged = calloc(1, sizeof *merged);

	for (size_t i = 0; i < 20000; i++) {
		const uint64_t value = draw(&random, (unsigned)(i % 4));

		histogram_add(&part[rng_next(&random) % 2], value); /* the third stays empty */
		histogram_add(all, value);
	}
	for (size_t i = 0; i < 3; i++)
		histogram_merge(merged, &part[i]);
	assert_memory_equal(merged, all, sizeof *all);
	free(part);
	free(all);
	free(merged);
}

TEST(known_answers)
{
	struct histogram *h = calloc(1, sizeof *h);

	assert_int_equal(histogram_at(h, 0.5), 0);
	for (uint64_t i = 1; i <= 100; i++)
		histogram_add(h, i); /* below 128 nothing is rounded */
	assert_int_equal(histogram_at(h, 0), 1);
	assert_int_equal(histogram_at(h, 0.5), 50);
	assert_int_equal(histogram_at(h, 0.505), 51);
	assert_int_equal(histogram_at(h, 0.99), 99);
	assert_int_equal(histogram_at(h, 1), 100);
	histogram_add(h, 1000); /* in the cell 1000 to 1007; the maximum is known exactly */
	assert_int_equal(histogram_at(h, 1), 1000);
	histogram_add(h, 2000);
	assert_int_equal(histogram_at(h, 101.0 / 102), 1007);
	free(h);
}
