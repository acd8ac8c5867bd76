/* SPDX-License-Identifier: MIT */
/*
 * test_table_sizes.c - filter_size tells before any memory is taken what a filter is that create or build makes.
 *
 *      parameters --filter_size-->  bytes, what defaults became       equal to, or refused as
 *                 --filter_create-> filter_info of the filter
 */
#include "tests/built.h"

#include <math.h>

static const size_t numbers[] = {1,   2,   3,    5,    8,    31,   32,    33,    100,   218,
                                 219, 256, 1000, 3823, 3824, 4096, 10007, 65536, 100000};

/* Both agree on these parameters. */
static void
are_equal(const struct filter_ops *ops, const struct filter_params *params)
{
	struct test_config c = {.params = *params};
	struct filter_params resolved = *params;
	const char *why, *refused;
	struct filter_info info;
	size_t bytes;
	struct filter *f;
	enum filter_status status;

	test_describe(&c, ops->name);
	test_context("%s", c.text);
	refused = filter_size(ops, &resolved, &bytes);
	status = filter_create(ops, params, &f, &why);
	if (status == FILTER_EISA)
		return;
	require(!!refused == (status != FILTER_OK), "size: %s; create: %s", refused ? refused : "made",
	        why ? why : "made");
	if (refused) {
		require(strcmp(refused, why) == 0, "size says: %s; create: %s", refused, why);
		require(bytes == 0, "refused, and %zu bytes", bytes);
		return;
	}
	info = test_info(f);
	require(bytes == info.bytes, "%zu bytes, and the filter has %zu", bytes, info.bytes);
	require(resolved.fp_bits == info.fp_bits || !(ops->uses & USES_FP_BITS), "f = %u, and it has %u",
	        resolved.fp_bits, info.fp_bits);
	require(resolved.hashes == info.hashes || !(ops->uses & USES_HASHES), "k = %u, and it has %u", resolved.hashes,
	        info.hashes);
	require(!resolved.items, "items is left, so the size is not resolved");
	ops->destroy(f);
}

PROPERTY(created, 0, "the size is known before memory is taken")
{
	if (!ops->settle)
		return;
	for (size_t i = 0; i < COUNT_OF(numbers); i++) {
		are_equal(ops, &(struct filter_params){.items = numbers[i]});
		are_equal(ops, &(struct filter_params){.bytes = numbers[i]});
		are_equal(ops, &(struct filter_params){.buckets = numbers[i]});
		for (unsigned f = 4; f <= 17 && ops->uses & USES_FP_BITS; f++)
			are_equal(ops, &(struct filter_params){.items = numbers[i], .fp_bits = f});
		for (unsigned b = 1; b <= 8 && ops->uses & USES_SLOTS; b++)
			are_equal(ops, &(struct filter_params){.items = numbers[i], .slots = b});
		for (unsigned k = 1; k <= 12 && ops->uses & USES_HASHES; k++)
			are_equal(ops, &(struct filter_params){.items = numbers[i], .hashes = k});
	}
}

/* Of filters whose keys decide how large they are, a size is what random keys take on average: their number of bits
 * spreads by a few bits times the root of n. */
static double
tolerance(const struct filter_ops *ops, size_t n)
{
	const char *name = test_twin(ops, NULL);

	return strcmp(name, "gcs") == 0 || strcmp(name, "ribbon-bumped") == 0 ? 0.002 + 2 / sqrt((double)n) : 0;
}

PROPERTY(built, FILTER_STATIC, "the size of n keys is known before it is built")
{
	const size_t most = numbers[COUNT_OF(numbers) - 1];
	uint64_t *keys = random_keys("sizes", most);

	for (size_t i = 0; ops->settle && i < COUNT_OF(numbers); i++)
		for (unsigned r = 0; r <= 12; r += 4) {
			struct filter_params p = {.fp_bits = r}, sized = {.fp_bits = r, .items = numbers[i]};
			const double allowed = tolerance(ops, numbers[i]);
			struct filter *f = build(ops, &p, keys, numbers[i]);
			const struct filter_info info = test_info(f);
			const char *why;
			size_t bytes;

			test_context("%s, %zu keys, r=%u", ops->name, numbers[i], r);
			why = filter_size(ops, &sized, &bytes);
			require(!why, "refused: %s", why);
			require(fabs((double)bytes - (double)info.bytes) <= allowed * (double)info.bytes,
			        "%zu bytes, and the filter has %zu", bytes, info.bytes);
			require(sized.fp_bits == info.fp_bits, "r = %u, and it has %u", sized.fp_bits, info.fp_bits);
			ops->destroy(f);
		}
	free(keys);
}

PROPERTY(nothing_built, FILTER_STATIC, "a static filter is sized by its keys alone")
{
	struct filter_params p = {.bytes = 4096};
	size_t bytes = 1;

	if (!ops->settle)
		return;
	require(filter_size(ops, &p, &bytes) && bytes == 0, "bytes is taken");
	p = (struct filter_params){.items = SIZE_MAX};
	require(filter_size(ops, &p, &bytes) && bytes == 0, "2^64 keys are taken");
}
