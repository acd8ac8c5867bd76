/* SPDX-License-Identifier: MIT */
/* memory.c - see memory.h. */
#include "harness/base/memory.h"

#include "harness/base/failure.h"

#include <stdlib.h>

void
memory_needed(bool there)
{
	if (there)
		return;
	notice("out of memory");
	abort();
}

void *
memory_new(size_t count, size_t size)
{
	void *array = calloc(count ? count : 1, size);

	memory_needed(array);
	return array;
}

FILE *
memory_stream(char **text, size_t *length)
{
	FILE *f = open_memstream(text, length);

	memory_needed(f);
	return f;
}

void
memory_whole(FILE *f)
{
	memory_needed(fclose(f) == 0);
}

void *
memory_grown(void *array, size_t count, size_t size)
{
	void *bigger = array;

	if ((count & (count - 1)) == 0) {
		bigger = reallocarray(array, count ? 2 * count : 1, size);
		memory_needed(bigger);
	}
	return bigger;
}
