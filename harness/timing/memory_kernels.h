/* SPDX-License-Identifier: MIT */
/*
 * memory_kernels.h - what threads do to memory when it is the memory that is measured: bodies for workers.h, which keep
 * the clock.
 *
 *      chase     line --> line --> line       each load waits for the last one's value: latency
 *      random    line   line   line           addresses known well ahead, as many misses at a time as the core can have
 *      stream    | | | | | | | | | | |        all of it in order, as the prefetchers like it
 */
#ifndef CUCKOOBENCH_MEMORY_KERNELS_H
#define CUCKOOBENCH_MEMORY_KERNELS_H

#include <stddef.h>
#include <stdint.h>

enum { MEMORY_LINE = 64 };

/* Makes one ring through all lines, in random order: each begins with the 32-bit number of the next. */
void memory_ring(void *memory, size_t lines, uint64_t seed);

/* Loads a call. */
struct memory_chase {
	const void *ring;
	uint32_t at; /* line to begin with */
};
size_t memory_chase(void *state);

/* Lines a call, from tables of `lines` lines each, drawn evenly over all. */
struct memory_random {
	const void *const *table;
	size_t tables, lines;
	uint64_t state; /* of the random numbers */
	uint64_t sum;
};
size_t memory_random(void *state);

/* Lines a call, from line `at` on, round and round. */
struct memory_stream {
	const void *table;
	size_t lines, at;
	uint64_t sum;
};
size_t memory_stream(void *state);

#endif
