/* SPDX-License-Identifier: MIT */
/* built.h - for tests of filters that are built at once: random keys, a filter of them, and that they are in. */
#ifndef CUCKOOBENCH_TESTS_BUILT_H
#define CUCKOOBENCH_TESTS_BUILT_H

#include "core/build.h"
#include "harness/base/memory.h"
#include "tests/test.h"

static inline uint64_t *
random_keys(const char *purpose, size_t n)
{
	uint64_t *keys = model_memory(n + 1, sizeof *keys);
	const uint64_t stream = test_stream(purpose);

	for (size_t i = 0; i < n; i++)
		keys[i] = test_key(stream, i);
	return keys;
}

static inline struct filter *
build(const struct filter_ops *ops, const struct filter_params *params, const uint64_t *keys, size_t n)
{
	const char *why = "no reason";
	struct filter *f;
	unsigned seeds;
	const enum filter_status status = build_filter(ops, params, keys, n, &f, &seeds, &why);

	test_context("%s, %zu keys, r=%u, %u seeds", ops->name, n, params->fp_bits, seeds);
	require(status == FILTER_OK && f, "build: %s: %s", filter_status_text(status), why);
	return f;
}

/* All keys are in, one by one and in one call, and the filter says how many it was built of. */
static inline void
has_all(const struct filter *f, const uint64_t *keys, size_t n)
{
	uint8_t *hit = model_memory(n + 1, 1);
	const size_t hits = f->ops->contains(f, keys, n, hit);

	require(hits == n, "%zu of %zu keys are found", hits, n);
	for (size_t i = 0; i < n; i++)
		require(hit[i] == 1, "key %zu is not found", i);
	for (size_t i = 0; i < n && i < 100; i++)
		require(test_has(f, keys[i]), "key %zu alone is not found", i);
	require(test_items(f) == n, "%zu items", test_items(f));
	require(!f->ops->check(f), "check: %s", f->ops->check(f));
	free(hit);
}

#endif
