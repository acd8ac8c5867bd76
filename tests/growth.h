/* SPDX-License-Identifier: MIT */
/* growth.h - what the tests of filters that grow share: their shape, which of them is a chain, and rebuilding. */
#ifndef CUCKOOBENCH_TESTS_GROWTH_H
#define CUCKOOBENCH_TESTS_GROWTH_H

#include "tests/test.h"

#include "variants/growing/growing.h"

enum { DOUBLINGS = 4, F = 14 };

static inline bool
is_chain(const struct filter_ops *ops)
{
	return strcmp(ops->name, "cf-chain") == 0;
}

static inline struct test_config
config_of(const struct filter_ops *ops, size_t buckets, unsigned f, unsigned doublings)
{
	struct test_config c = {
		.params = {.buckets = buckets, .fp_bits = f, .doublings = doublings, .seed = test_stream("growing")}};

	test_describe(&c, ops->name);
	return c;
}

/* Keys 0 to n - 1 of a stream, which a rebuild asks for in batches. */
struct keys_of {
	uint64_t stream;
	size_t at, n;
};

static inline size_t
next_keys(void *state, uint64_t *keys, size_t room)
{
	struct keys_of *k = state;
	size_t n = 0;

	while (n < room && n < 100 && k->at < k->n) /* sometimes fewer than there is room for */
		keys[n++] = test_key(k->stream, k->at++);
	return n;
}

/* NULL, or why it was not rebuilt. */
static inline const char *
rebuild(struct filter *f, size_t buckets, uint64_t stream, size_t n)
{
	struct keys_of all = {stream, 0, n};

	return growing_rebuild(f, buckets, (struct growing_source){next_keys, &all});
}

#endif
