/* SPDX-License-Identifier: MIT */
/*
 * allocation.h - the program's allocator, and its counters of allocated bytes.
 *
 *      tables from 2 MiB up:  mmap (core/mem.h), exact
 *      everything else:       malloc = jemalloc; its counters of each thread are exact: bytes allocated, bytes freed
 *  The memory of a constructor is a difference of two readings. If the difference over a measured window is 0, nothing
 * was allocated inside it. While the program runs, freed memory never returns to the system (decay -1), and no
 * background thread runs, so neither falls into a window. Builds with a sanitizer, which brings its own allocator, and
 * fuzzers use the C library's.
 */
#ifndef CUCKOOBENCH_ALLOCATION_H
#define CUCKOOBENCH_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

/* Return "jemalloc 5.3.0-0-g..." or "C library", and the options it runs with, or "". Both texts live forever. */
const char *allocation_name(void);
const char *allocation_options(void);
/* Returns whether the allocator counts. If not, the next two functions always return 0. */
bool allocation_counts(void);
/* Return the bytes that the calling thread has ever allocated, and has ever freed. */
uint64_t allocation_given(void);
uint64_t allocation_returned(void);
/* Returns the resident bytes of this process, as the kernel counts them; 0 if unknown. */
uint64_t allocation_resident(void);

#endif
