/* SPDX-License-Identifier: MIT */
/*
 * pool.h - the system's pools of huge pages (hugetlbfs), one for each size of pages.
 *
 *      /sys/kernel/mm/hugepages/hugepages-2048kB/{nr,free,resv,surplus,nr_overcommit}_hugepages
 *
 * An administrator reserves pages; a mapping gets them or is refused (core/mem.h).
 */
#ifndef CUCKOOBENCH_POOL_H
#define CUCKOOBENCH_POOL_H

#include "core/mem.h"

struct pool {
	const char *folder; /* where the kernel tells of it */
	size_t page;        /* bytes of a page */
	bool there;         /* the kernel has pages of this size */
	/* pages of the pool, and how many of them, or beyond them, a mapping can get now */
	unsigned long long all, free;
};
/* Returns false if pages of this kind come from no pool. */
bool pool_look(enum mem_pages, struct pool *);
/* The bytes that a table of `bytes` takes from the pool: whole pages. 0: it needs none, because pages of this kind come
 * from no pool or it is so small that it comes from the heap. SIZE_MAX: more than there can be. */
size_t pool_bytes(enum mem_pages, size_t bytes);

#endif
