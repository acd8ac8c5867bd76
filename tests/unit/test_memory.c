/* SPDX-License-Identifier: MIT */
/* test_memory.c - an array that grows one by one: it has room for the next element, and keeps those before it. */
#include "tests/test.h"

#include "harness/base/memory.h"

#include <malloc.h>

TEST(grows)
{
	uint64_t *array = NULL;

	for (size_t count = 0; count < 1000; count++) {
		array = memory_grown(array, count, sizeof *array);
		require(malloc_usable_size(array) >= (count + 1) * sizeof *array, "no room for element %zu", count);
		array[count] = count;
	}
	for (size_t i = 0; i < 1000; i++)
		require(array[i] == i, "element %zu is lost", i);
	free(array);
}
