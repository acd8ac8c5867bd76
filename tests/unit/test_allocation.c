/* SPDX-License-Identifier: MIT */
/*
 * test_allocation.c - what the allocator counts: exact bytes, and those of a slice in which a filter allocates. (What
 * threads allocate in their window is in test_workers.c.)
 */
#include "tests/test.h"

#include "harness/machine/allocation.h"
#include "harness/timing/measure.h"

/* A slice of measure.c: a filter that allocates in it is detected, one that does not is not. */
static size_t
hoarding_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	void *volatile kept = malloc(100);

	(void)f, (void)keys;
	free(kept);
	return n;
}

static size_t
thrifty_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	(void)f, (void)keys;
	return n;
}

TEST(test_slice_allocates)
{
	const struct filter_ops hoarding = {.name = "hoarding", .insert = hoarding_insert},
				thrifty = {.name = "thrifty", .insert = thrifty_insert};
	struct filter f = {.ops = &thrifty};
	const uint64_t key = 0, before = measure_allocated();
	size_t accepted;

	free(malloc(1000));
	(void)measure_insert(&f, &key, 1, &accepted);
	require(measure_allocated() == before, "%llu bytes", (unsigned long long)(measure_allocated() - before));
	f.ops = &hoarding;
	(void)measure_insert(&f, &key, 1, &accepted);
	if (!allocation_counts())
		skip();
	require(measure_allocated() - before >= 100, "%llu bytes", (unsigned long long)(measure_allocated() - before));
}

/* Exact bytes: allocations are counted at once, and frees too. */
TEST(test_allocation)
{
	uint64_t given, returned;
	void *volatile block;

	require(strlen(allocation_name()) > 0 && allocation_resident() > 1 << 16, "%s", allocation_name());
	if (!allocation_counts())
		skip();
	given = allocation_given();
	returned = allocation_returned();
	block = malloc(4096); /* a size class of its own (jemalloc(3), IMPLEMENTATION NOTES) */
	require(allocation_given() - given == 4096 && allocation_returned() == returned, "not 4096 bytes given");
	free(block);
	require(allocation_given() - given == 4096 && allocation_returned() - returned == 4096,
	        "not 4096 bytes returned");
}
