/* SPDX-License-Identifier: MIT */
/*
 * mem.h - memory for filter tables: zeroed, aligned, padded, on the pages asked for.
 *
 *      | table: `bytes` as the paper counts them | PAD | rest of the last page
 *      ^ 64-byte aligned; 2 MiB aligned from 2 MiB up
 *  A transparent huge page is a request, not a fact: mem_huge_bytes reads back what the kernel really gave, and timed
 * cells record it. Pages of the system's pool (hugetlbfs) are had or refused: an administrator sets so many aside, and
 * mem_pages_refuses says beforehand whether they will do. Tables of less than 2 MiB come from the heap and its pages,
 * whatever is asked for.
 *  The node of a page is decided when it is touched first, and its size too, so the order is: map, bind to nodes,
 * advise huge pages, touch. Which node is for a placer to say (harness/machine/placement.h); this file knows the order
 * alone.
 */
#ifndef CUCKOOBENCH_MEM_H
#define CUCKOOBENCH_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mem_pages {
	MEM_PAGES_DEFAULT, /* as MEM_PAGES_THP */
	MEM_PAGES_4K,      /* ordinary pages; huge ones are refused with MADV_NOHUGEPAGE */
	MEM_PAGES_THP,     /* transparent huge pages are asked for with MADV_HUGEPAGE */
	MEM_PAGES_HUGETLB, /* pages of 2 MiB, of the system's pool */
	MEM_PAGES_1G,      /* pages of 1 GiB, of the system's pool */
	MEM_PAGES_KINDS,
};

/* "4k", "thp", "hugetlb", "1g". */
const char *mem_pages_name(enum mem_pages);
/* By name. False if there is none. */
bool mem_pages_find(const char *name, enum mem_pages *);
/* NULL if the system's pool has enough such pages now for a table of so many bytes, or none are needed. Else why not,
 * one static sentence. */
const char *mem_pages_refuses(enum mem_pages, size_t bytes);

/* Decides on which memory node a table's pages lie, and hears of every mapping made for one. */
struct mem_placer {
	bool maps_all; /* tables smaller than a huge page are mapped too: a page of the heap is not theirs alone */
	/* Before the first touch of a mapping. False: refused; the placer can say why. */
	bool (*bind)(struct mem_placer *, uint8_t *data, size_t bytes);
	/* The first touch of every page. False: refused. */
	bool (*touch)(struct mem_placer *, uint8_t *data, size_t bytes);
	/* The mapping that was bound is about to go. */
	void (*forget)(struct mem_placer *, uint8_t *data);
};

struct placement {
	enum mem_pages pages;
	/* outlives the tables; NULL: the kernel's default, pages on the node of the first touch */
	struct mem_placer *placer;
};

/* Readable and writable bytes behind every table, so that a 128-bit access may begin in its last byte. */
enum { MEM_PAD = 16 };

struct mem {
	uint8_t *data;
	size_t bytes;    /* as asked for */
	size_t mapped;   /* with padding and alignment, as taken from the system */
	bool is_mapping; /* else of the heap */
	struct mem_placer *placer;
};

/* Zeroed memory, every page touched. place may be NULL. Returns 0, or -1 if there is none, or the placer refused. */
int mem_alloc(struct mem *, size_t bytes, const struct placement *place);
void mem_free(struct mem *);
/* Writes to every page. */
void mem_touch(uint8_t *data, size_t bytes);

/* Bytes of this process that are on huge pages of any kind now, from /proc/self/smaps_rollup; -1 if unknown. */
long long mem_huge_bytes(void);

#endif
