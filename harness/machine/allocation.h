/* SPDX-License-Identifier: MIT */
/*
 * allocation.h - the program's allocator, asked for what it gave.
 *
 *      tables from 2 MiB up:  mmap (core/mem.h), exact
 *      everything else:       malloc = jemalloc, whose counters of each thread are exact: bytes ever given, bytes ever taken back
 *  What a constructor takes is a difference of two readings; that nothing was allocated inside a measured window is a
 * difference of none. Freed memory is never handed back to the system while the program runs (decay -1) and no
 * background thread does it, so that neither falls into a window. Builds with a sanitizer, which brings an allocator of
 * its own, and fuzzers use the C library's.
 */
#ifndef CUCKOOBENCH_ALLOCATION_H
#define CUCKOOBENCH_ALLOCATION_H

#include <stdbool.h>
#include <stdint.h>

/* "jemalloc 5.3.0-0-g..." or "C library"; the options it runs with, or "". They live forever. */
const char *allocation_name(void);
const char *allocation_options(void);
/* Does it count? If not, the next two are always 0. */
bool allocation_counts(void);
/* Bytes that the calling thread has ever been given, and has ever given back. */
uint64_t allocation_given(void);
uint64_t allocation_returned(void);
/* Bytes of this process that are in memory now, as the kernel counts them; 0 if it does not say. */
uint64_t allocation_resident(void);

#endif
