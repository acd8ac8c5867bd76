/* SPDX-License-Identifier: MIT */
/*
 * mem.h - memory for filter tables: zeroed, aligned, padded, on the pages asked for.
 *
 *      | table: `bytes` as the paper counts them | PAD | rest of the last page
 *      ^ 64-byte aligned; 2 MiB aligned from 2 MiB up
 *
 * A huge page is a request, not a fact: mem_huge_bytes reads back what the kernel really gave, and timed cells record it.
 */
#ifndef CUCKOOBENCH_MEM_H
#define CUCKOOBENCH_MEM_H

#include <stddef.h>
#include <stdint.h>

enum mem_pages {
	MEM_PAGES_DEFAULT, /* as MEM_PAGES_THP */
	MEM_PAGES_4K,      /* ordinary pages; huge ones are refused with MADV_NOHUGEPAGE */
	MEM_PAGES_THP,     /* transparent huge pages are asked for with MADV_HUGEPAGE */
};

struct placement {
	enum mem_pages pages;
};

/* Readable and writable bytes behind every table, so that a 128-bit access may begin in its last byte. */
enum { MEM_PAD = 16 };

struct mem {
	uint8_t *data;
	size_t bytes;  /* as asked for */
	size_t mapped; /* with padding and alignment, as taken from the system */
};

/* Zeroed memory, every page touched. place may be NULL. Returns 0, or -1 if there is none. */
int mem_alloc(struct mem *, size_t bytes, const struct placement *place);
void mem_free(struct mem *);

/* Bytes of this process that are on huge pages now, from /proc/self/smaps_rollup; -1 if unknown. */
long long mem_huge_bytes(void);

#endif
