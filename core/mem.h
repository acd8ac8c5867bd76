/* SPDX-License-Identifier: MIT */
/*
 * mem.h - memory for filter tables: zeroed, aligned, padded, on the requested pages.
 *
 *      | table: `bytes` as the paper counts them | PAD | rest of the last page
 *      ^ 64-byte aligned; 2 MiB aligned from 2 MiB up
 *
 * A transparent huge page is a request, not a fact. mem_huge_bytes reads back what the kernel really gave, and timed
 * cells record it. Pages of the system's pool (hugetlbfs) are granted or refused. An administrator reserves a number of
 * them, and mem_pages_refuses reports beforehand whether it suffices. Tables of less than 2 MiB come from the heap and
 * its pages, whatever was requested.
 *
 * The first touch of a page decides its node and its size. So the order is: map, bind to nodes, advise huge pages,
 * touch. A placer decides the node (harness/machine/placement.h); this file knows only the order.
 */
#ifndef CUCKOOBENCH_MEM_H
#define CUCKOOBENCH_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mem_pages {
	MEM_PAGES_DEFAULT, /* as MEM_PAGES_THP */
	MEM_PAGES_4K,      /* ordinary pages; huge ones are refused with MADV_NOHUGEPAGE */
	MEM_PAGES_THP,     /* transparent huge pages are requested with MADV_HUGEPAGE */
	MEM_PAGES_HUGETLB, /* pages of 2 MiB from the system's pool */
	MEM_PAGES_1G,      /* pages of 1 GiB from the system's pool */
	MEM_PAGES_KINDS,
};

/* The name of a kind of pages: "4k", "thp", "hugetlb", "1g". */
const char *mem_pages_name(enum mem_pages);
/* NULL if the system's pool now has enough such pages for a table of `bytes`, or if none are needed. Otherwise the
 * reason, one static sentence. */
const char *mem_pages_refuses(enum mem_pages, size_t bytes);

/* Decides on which memory node a table's pages lie, and is notified of every mapping made for one. */
struct mem_placer {
	/* tables smaller than a huge page are mapped too, because a heap page is shared with other data */
	bool maps_all;
	/* Called before the first touch of a mapping. False: refused; the placer can report why. */
	bool (*bind)(struct mem_placer *, uint8_t *data, size_t bytes);
	/* Touches every page for the first time. False: refused. */
	bool (*touch)(struct mem_placer *, uint8_t *data, size_t bytes);
	/* Called before a mapping that was bound is removed. */
	void (*forget)(struct mem_placer *, uint8_t *data);
};

/* The most bytes that a table may have, where they are known before it is made. */
struct mem_limit {
	size_t bytes;
	bool exceeded; /* a larger one was asked for, and refused before memory was taken */
};

struct placement {
	enum mem_pages pages;
	/* outlives the tables; NULL: the kernel's default, pages on the node of the first touch */
	struct mem_placer *placer;
	struct mem_limit *limit; /* NULL: none */
};

/* The same place for memory that is not the table made first, so that its limit does not concern it. place may be NULL.
 */
static inline struct placement
mem_unlimited(const struct placement *place)
{
	struct placement same = place ? *place : (struct placement){.placer = NULL};

	same.limit = NULL;
	return same;
}

/* Where a build's own memory is: beside the table, but never on pages of the system's pool, which are counted out for
 * tables. */
static inline struct placement
mem_beside(const struct placement *place)
{
	struct placement beside = mem_unlimited(place);

	if (beside.pages == MEM_PAGES_HUGETLB || beside.pages == MEM_PAGES_1G)
		beside.pages = MEM_PAGES_DEFAULT;
	return beside;
}

/* Readable and writable bytes after every table, so that a 128-bit access may begin in its last byte. */
enum { MEM_PAD = 16 };

struct mem {
	uint8_t *data;
	size_t bytes;    /* as requested */
	size_t mapped;   /* with padding and alignment, as taken from the system */
	bool is_mapping; /* otherwise heap memory */
	struct mem_placer *placer;
};

/* Allocates zeroed memory, with every page touched. place may be NULL. Returns 0, or -1 if there is no memory, the
 * placer refused, or it is more than the limit. Release it with mem_free. */
int mem_alloc(struct mem *, size_t bytes, const struct placement *place);
void mem_free(struct mem *);
/* Writes to every page. */
void mem_touch(uint8_t *data, size_t bytes);

/* Bytes of this process that are now on huge pages of any kind, from /proc/self/smaps_rollup; -1 if unknown. */
long long mem_huge_bytes(void);

#endif
