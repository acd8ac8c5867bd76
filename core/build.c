/* SPDX-License-Identifier: MIT */
/* build.c - see build.h. */
#include "core/build.h"

#include "core/rng.h"

uint64_t
build_seed(uint64_t seed, unsigned attempt)
{
	return attempt == 0 ? seed : rng_derive(seed, attempt);
}

static enum filter_status
build_static(const struct filter_ops *ops, const struct filter_params *like, const uint64_t *keys, size_t n,
             struct filter **out, unsigned *seeds, const char **why)
{
	enum filter_status status = FILTER_ESEED;
	struct filter_params params = *like;

	params.bytes = params.buckets = params.items = 0;
	for (*seeds = 0; status == FILTER_ESEED && *seeds < BUILD_SEEDS; ++*seeds) {
		params.seed = build_seed(like->seed, *seeds);
		status = filter_build(ops, &params, keys, n, out, why);
	}
	if (status == FILTER_ESEED)
		*why = "no seed of a hundred lays these keys out: has the hash a seed, and are its values random?";
	return status;
}

static enum filter_status
build_filled(const struct filter_ops *ops, const struct filter_params *params, const uint64_t *keys, size_t n,
             struct filter **out, const char **why)
{
	enum filter_status status;

	if (ops->build)
		return filter_build(ops, params, keys, n, out, why);
	status = filter_create(ops, params, out, why);
	if (status != FILTER_OK || ops->insert(*out, keys, n) == n)
		return status;
	ops->destroy(*out);
	*out = NULL;
	*why = "the table is too small: it refuses a key";
	return FILTER_EINVAL;
}

enum filter_status
build_filter(const struct filter_ops *ops, const struct filter_params *params, const uint64_t *keys, size_t n,
             struct filter **out, unsigned *seeds, const char **why)
{
	unsigned tried = 1;
	const enum filter_status status = ops->caps & FILTER_STATIC
	                                          ? build_static(ops, params, keys, n, out, &tried, why)
	                                          : build_filled(ops, params, keys, n, out, why);

	if (seeds)
		*seeds = tried;
	return status;
}
