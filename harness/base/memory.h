/* SPDX-License-Identifier: MIT */
/* memory.h - the few kilobytes without which nothing sensible can follow. Tables and key sets are asked for elsewhere,
 * and may be refused. */
#ifndef CUCKOOBENCH_MEMORY_H
#define CUCKOOBENCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* Unless it is there (a pointer that is not NULL, a stream that was closed whole), says that memory is short, and
 * aborts. */
void memory_needed(bool there);
/* An array of `count` elements, from NULL and 0 on, that has room for one more: moved and doubled whenever `count` is a
 * power of two, so that nobody needs to note how much room there is. */
void *memory_grown(void *array, size_t count, size_t size);

#endif
