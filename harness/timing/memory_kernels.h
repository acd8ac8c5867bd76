/* SPDX-License-Identifier: MIT */
/*
 * memory_kernels.h - loops that measure the memory itself: bodies for workers.h, which reads the clock.
 *
 *      chase     line --> line --> line       each load waits for the last one's value: latency
 *      random    line   line   line           addresses known well ahead: all the misses that a core can have at a time
 *      stream    | | | | | | | | | | |        all of it in order, as the prefetchers like it
 */
#ifndef CUCKOOBENCH_MEMORY_KERNELS_H
#define CUCKOOBENCH_MEMORY_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { MEMORY_LINE = 64 };

/* Links all lines into one ring, in random order: each begins with the 32-bit number of the next. */
void memory_ring(void *memory, size_t lines, uint64_t seed);

/* Follows a ring. A call returns the number of loads. */
struct memory_chase {
	const void *ring;
	uint32_t at; /* first line */
};
size_t memory_chase(void *state);

/* Reads lines drawn uniformly from all tables, of `lines` lines each. A call returns the number of lines. */
struct memory_random {
	const void *const *table;
	size_t tables, lines;
	uint64_t state; /* of the random number generator */
	uint64_t sum;
};
size_t memory_random(void *state);

/* Reads lines in order from line `at` on, round and round. A call returns the number of lines. */
struct memory_in_order {
	const void *table;
	size_t lines, at;
	uint64_t sum;
};
size_t memory_in_order(void *state);

#endif
