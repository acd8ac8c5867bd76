/* SPDX-License-Identifier: MIT */
/* memory.h - small allocations, of a few kilobytes, without which the program cannot go on. Tables and key sets do not
 * use it: their allocation may be refused. */
#ifndef CUCKOOBENCH_MEMORY_H
#define CUCKOOBENCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Unless `there` holds (a pointer is not NULL, a stream was closed whole), prints that memory is short, and aborts. */
void memory_needed(bool there);
/* Returns an array of `count` elements, all zero. Free it with free(). */
void *memory_new(size_t count, size_t size);
/* Opens a stream that writes to a text in memory, as open_memstream does; closes it, after which the text is whole. */
FILE *memory_stream(char **text, size_t *length);
void memory_whole(FILE *);
/* Returns an array of `count` elements that has room for one more. Begin with NULL and 0. The array moves and doubles
 * whenever `count` is a power of two, so that nobody needs to note its room. Free it with free(). */
void *memory_grown(void *array, size_t count, size_t size);

#endif
