/* SPDX-License-Identifier: MIT */
/*
 * test_fits.c - what items promises (core/fits.h): n random distinct keys fit, or create refuses with a reason.
 *
 *      n = 1 .. 64, 2^x - 1, 2^x, 2^x + 1, some more   x   f = 1 .. 32   x   b = 1, 2, 4, 8   x   seeds
 *
 * CUCKOOBENCH_STRESS multiplies the seeds. With 5000 each of the smallest numbers, which fit least surely, has 10^5.
 */
#include "tests/test.h"

#include "core/fits.h"

#include <math.h>

/* Does a filter of these parameters take all keys, and without growing? */
static bool
takes_all(struct filter *f, size_t n, uint64_t stream)
{
	const size_t slots = test_slots(f, 0), in = test_fill(f, stream, n);

	require(in <= n && !f->ops->check(f), "%zu accepted, check: %s", in, f->ops->check(f));
	return in == n && test_slots(f, 0) == slots;
}

/* As many tables may refuse a key as the rule allows, and three standard deviations. That is none of less than 10^5. */
static void
all_fit(const struct filter_ops *ops, const struct filter_params *params, size_t seeds)
{
	const double most = fits_chance((double)params->items) * (double)seeds;
	struct test_config c = {.params = *params};
	uint64_t random = test_stream("fits");
	double refusals = 0;

	for (size_t s = 0; s < seeds; s++) {
		struct filter *f = NULL;
		const char *why = NULL;

		c.params.seed = rng_next(&random);
		test_describe(&c, ops->name);
		test_context("%s", c.text);
		if (filter_create(ops, &c.params, &f, &why) != FILTER_OK) {
			require(why && *why, "refused without a reason");
			return;
		}
		refusals += !takes_all(f, c.params.items, rng_next(&random));
		require(refusals <= most + 3 * sqrt(most), "a key is refused, or it grew: %.0f of %zu tables", refusals,
		        s + 1);
		ops->destroy(f);
	}
}

PROPERTY(items_fit, FILTER_FILLS, "items fit")
{
	for (size_t n = 1; n <= 64; n++)
		all_fit(ops, &(struct filter_params){.items = n}, (TEST_SANITIZED ? 2 : 20) * test_stress());
	for (size_t n = 64; n <= 4096; n *= 2)
		for (size_t more = 0; more < 3; more++)
			all_fit(ops, &(struct filter_params){.items = n - 1 + more}, 2 * test_stress());
	for (size_t n = 300; n < 400000; n += n / 2)
		all_fit(ops, &(struct filter_params){.items = n}, n < 10000 ? test_stress() : 1);
}

/* Sizes and shapes that each filter refuses if they are none of its own. */
static const unsigned lengths[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 24, 32}, buckets[] = {0, 1, 2, 4, 8};
enum { NUMBERS_OF = TEST_SANITIZED ? 4 : 1 };
static const size_t numbers[] = {2, 3, 5, 7, 9, 12, 17, 24, 33, 50, 64, 65, 100, 200, 400, 700, 1000, 2000};

PROPERTY(items_fit_in_shapes, FILTER_FILLS, "items fit, in all shapes")
{
	/* a sanitizer is slow: it gets one of four numbers in turn */
	for (size_t f = 0; f < COUNT_OF(lengths); f++)
		for (size_t b = 0; b < COUNT_OF(buckets); b++)
			for (size_t n = (f + b) % NUMBERS_OF; n < COUNT_OF(numbers); n += NUMBERS_OF)
				all_fit(ops,
				        &(struct filter_params){
						.items = numbers[n], .fp_bits = lengths[f], .slots = buckets[b]},
				        test_stress());
}

/* Other parameters that shape a table. A filter that would stop sooner than usual promises nothing. */
PROPERTY(items_fit_with_options, FILTER_FILLS, "items fit, with options")
{
	static const struct filter_params options[] = {
		{.max_kicks = 1},    {.max_kicks = 499}, {.max_kicks = 3000},         {.kicks = FILTER_KICKS_WALK},
		{.max_load = 1},     {.max_load = 999},  {.kicks = FILTER_KICKS_BFS}, {.counter_bits = 2},
		{.counter_bits = 4}, {.tables = 5},      {.tables = 8, .slots = 8},   {.doublings = 1},
		{.doublings = 4},    {.stripes = 64},
	};

	for (size_t o = 0; o < COUNT_OF(options); o++)
		for (size_t n = 1; n < 3000; n += 1 + n / 2) {
			struct filter_params p = options[o];

			p.items = n;
			all_fit(ops, &p, test_stress());
		}
}

/* The bytes of a table for n items; 0: it is refused. */
static size_t
bytes_for(const struct filter_ops *ops, struct filter_params p, size_t n)
{
	struct filter *f = NULL;
	const char *why;
	size_t bytes;

	p.items = n;
	if (filter_create(ops, &p, &f, &why) != FILTER_OK)
		return 0;
	bytes = test_info(f).bytes;
	ops->destroy(f);
	return bytes;
}

PROPERTY(more_items_take_as_much, FILTER_FILLS, "more items take no less")
{
	for (size_t b = 0; b < COUNT_OF(buckets); b++)
		for (unsigned f = 0; f <= 12; f += 6) {
			size_t before = 0;

			for (size_t n = 1; n < 20000; n += 1 + n / 50) {
				const size_t bytes =
					bytes_for(ops, (struct filter_params){.slots = buckets[b], .fp_bits = f}, n);

				require(bytes == 0 || bytes >= before, "f=%u b=%u items=%zu: %zu bytes, fewer than %zu",
				        f, buckets[b], n, bytes, before);
				before = bytes ? bytes : before;
			}
		}
}
