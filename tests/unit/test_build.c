/* SPDX-License-Identifier: MIT */
/* test_build.c - core/build.h: seeds are tried in their order, and how many is told; incremental filters are filled. */
#include "core/build.h"
#include "tests/test.h"

static uint64_t tried[BUILD_SEEDS + 1];
static unsigned builds, refuse; /* of the next builds, the first so many are refused */

static enum filter_status
fake_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
           struct filter **out, const char **why)
{
	static struct filter made;

	require(params->bytes == 0 && keys && n == 2, "%zu bytes, %zu keys", params->bytes, n);
	tried[builds++] = params->seed;
	*out = NULL;
	*why = "no";
	if (builds <= refuse)
		return FILTER_ESEED;
	made.ops = self;
	*out = &made;
	return FILTER_OK;
}

static const struct filter_ops fake = {.name = "fake", .caps = FILTER_STATIC, .build = fake_build};
static const uint64_t two[] = {5, 6};

TEST(seeds_in_order)
{
	const struct filter_params params = {.seed = 42, .bytes = 4096};
	const char *why;
	struct filter *f;
	unsigned seeds;

	for (refuse = 0; refuse < BUILD_SEEDS; refuse += 33) {
		builds = 0;
		require(build_filter(&fake, &params, two, 2, &f, &seeds, &why) == FILTER_OK && f, "%u refusals",
		        refuse);
		require(seeds == refuse + 1 && builds == seeds, "%u seeds, %u builds", seeds, builds);
		for (unsigned i = 0; i < builds; i++)
			require(tried[i] == build_seed(42, i) && (i == 0) == (tried[i] == 42), "seed %u", i);
	}
	builds = 0, refuse = BUILD_SEEDS + 1;
	require(build_filter(&fake, &params, two, 2, &f, &seeds, &why) == FILTER_ESEED && !f, "a seed too many");
	require(seeds == BUILD_SEEDS && builds == BUILD_SEEDS && strstr(why, "seed"), "%u: %s", seeds, why);
}

TEST(incremental_filters_are_filled)
{
	const struct filter_params large = {.items = 100, .seed = 1}, small = {.buckets = 1, .slots = 1};
	const char *why;
	struct filter *f;
	unsigned seeds;

	require(build_filter(filter_find("cf"), &large, two, 2, &f, &seeds, &why) == FILTER_OK && seeds == 1, "%s",
	        why);
	require(test_has(f, 5) && test_has(f, 6) && test_items(f) == 2, "its keys");
	f->ops->destroy(f);
	require(build_filter(filter_find("cf"), &small, two, 2, &f, NULL, &why) == FILTER_EINVAL && !f,
	        "two keys, one place");
	require(strstr(why, "small"), "%s", why);
}

/* What only build uses is refused by every filter that inserts. */
TEST(incremental_filters_refuse_what_build_takes)
{
	static const uint32_t values[] = {1, 2};
	const struct filter_params refused[] = {
		{.items = 100, .threads = 2}, {.items = 100, .value_bits = 8}, {.items = 100, .values = values}};
	const char *why;
	struct filter *f;

	for (size_t i = 0; filter_all[i]; i++)
		for (size_t r = 0; r < COUNT_OF(refused) && filter_all[i]->create; r++) {
			require(filter_create(filter_all[i], &refused[r], &f, &why) == FILTER_EINVAL && !f,
			        "%s takes it", filter_all[i]->name);
			require(strstr(why, r ? "values" : "threads"), "%s", why);
		}
}
