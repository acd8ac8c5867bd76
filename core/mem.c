/* SPDX-License-Identifier: MIT */
/*
 * mem.c - tables from 2 MiB (one huge page) up are mapped. malloc would round 192 MiB + 8 bytes up to its next size
 * class, and could not promise alignment. Smaller ones come from the heap, where the sanitizers see every byte past the
 * end.
 */
#include "core/mem.h"

#include "core/bits.h"
#include "core/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const size_t huge_page = (size_t)2 << 20;

#define POOLS "/sys/kernel/mm/hugepages/"

/* The kinds of pages. pool: the folder of the kernel's pool (NULL: none). page: bytes of a page. flags: for mmap; bits
 * 26 and up are the logarithm of the page size. */
static const struct kind {
	const char *name, *pool;
	size_t page;
	int flags;
	const char *too_few;
} kinds[MEM_PAGES_KINDS] = {
	[MEM_PAGES_DEFAULT] = {"thp", NULL, 4096, 0, NULL},
	[MEM_PAGES_4K] = {"4k", NULL, 4096, 0, NULL},
	[MEM_PAGES_THP] = {"thp", NULL, 4096, 0, NULL},
	[MEM_PAGES_HUGETLB] = {"hugetlb", POOLS "hugepages-2048kB", (size_t)2 << 20, MAP_HUGETLB | 21 << 26,
                               "too few pages of 2 MiB are free in the system's pool (" POOLS "hugepages-2048kB)"},
	[MEM_PAGES_1G] = {"1g", POOLS "hugepages-1048576kB", (size_t)1 << 30, MAP_HUGETLB | 30 << 26,
                          "too few pages of 1 GiB are free in the system's pool (" POOLS "hugepages-1048576kB)"},
};

const char *
mem_pages_name(enum mem_pages pages)
{
	return kinds[pages].name;
}

/* A number that the kernel reports about its pool; 0 if it does not. */
static unsigned long long
pool_number(const char *pool, const char *what)
{
	char path[128];
	unsigned long long number = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", pool, what);
	f = fopen(path, "re");
	if (f && fscanf(f, "%llu", &number) != 1)
		number = 0;
	if (f)
		fclose(f);
	return number;
}

/* The bytes that a table with its padding takes from the system. */
static size_t
mapped_bytes(const struct kind *kind, size_t bytes)
{
	return (bytes + MEM_PAD + kind->page - 1) / kind->page * kind->page;
}

bool
pool_look(enum mem_pages pages, struct pool *pool)
{
	const struct kind *kind = &kinds[pages];
	unsigned long long have, gone;

	if (!kind->pool)
		return false;
	/* Some pools grow on demand. And some of the free pages are promised to mappings that have not touched them. */
	have = pool_number(kind->pool, "free_hugepages") + pool_number(kind->pool, "nr_overcommit_hugepages");
	gone = pool_number(kind->pool, "resv_hugepages") + pool_number(kind->pool, "surplus_hugepages");
	*pool = (struct pool){.folder = kind->pool,
	                      .page = kind->page,
	                      .there = access(kind->pool, F_OK) == 0,
	                      .all = pool_number(kind->pool, "nr_hugepages"),
	                      .free = have > gone ? have - gone : 0};
	return true;
}

size_t
pool_bytes(enum mem_pages pages, size_t bytes)
{
	const struct kind *kind = &kinds[pages];

	if (!kind->pool || bytes < huge_page)
		return 0;
	return bytes > SIZE_MAX / 4 ? SIZE_MAX : mapped_bytes(kind, bytes);
}

const char *
mem_pages_refuses(enum mem_pages pages, size_t bytes)
{
	const size_t needed = pool_bytes(pages, bytes);
	struct pool pool;

	if (needed == 0 || !pool_look(pages, &pool))
		return NULL;
	return needed / pool.page > pool.free ? kinds[pages].too_few : NULL;
}

/* Maps `length` bytes aligned to a huge page: maps one page more and unmaps both ends. */
static uint8_t *
map_aligned(size_t length)
{
	uint8_t *raw = mmap(NULL, length + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint8_t *data;
	size_t before;

	if (raw == MAP_FAILED)
		return NULL;
	before = (huge_page - (uintptr_t)raw % huge_page) % huge_page;
	data = raw + before;
	if (before)
		munmap(raw, before);
	munmap(data + length, huge_page - before);
	return data;
}

/* The call reserves the pool's pages, or fails; it also aligns to them. */
static uint8_t *
map_pool(size_t length, int flags)
{
	uint8_t *data = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);

	return data == MAP_FAILED ? NULL : data;
}

void
mem_touch(uint8_t *data, size_t bytes)
{
	for (size_t at = 0; at < bytes; at += 4096)
		((volatile uint8_t *)data)[at] = 0;
}

static int
alloc_heap(struct mem *m)
{
	m->mapped = (m->bytes + MEM_PAD + 63) / 64 * 64;
	m->data = aligned_alloc(64, m->mapped);
	if (!m->data)
		return -1;
	memset(m->data, 0, m->mapped);
	return 0;
}

int
mem_alloc(struct mem *m, size_t bytes, const struct placement *place)
{
	const enum mem_pages asked = place ? place->pages : MEM_PAGES_DEFAULT;
	const enum mem_pages pages = bytes < huge_page && kinds[asked].pool ? MEM_PAGES_THP : asked;
	struct mem_placer *placer = place ? place->placer : NULL;
	bool placed = true;

	*m = (struct mem){.data = NULL};
	if (place && place->limit && bytes > place->limit->bytes) {
		place->limit->exceeded = true;
		return -1;
	}
	if (bytes > SIZE_MAX / 4)
		return -1;
	m->bytes = bytes;
	if (bytes < huge_page && !(placer && placer->maps_all))
		return alloc_heap(m);
	m->mapped = mapped_bytes(&kinds[pages], bytes);
	m->data = kinds[pages].pool ? map_pool(m->mapped, kinds[pages].flags) : map_aligned(m->mapped);
	if (!m->data) {
		*m = (struct mem){.data = NULL};
		return -1;
	}
	m->is_mapping = true;
	if (placer) {
		m->placer = placer;
		placed = placer->bind(placer, m->data, m->mapped);
	}
	/* Advice is best effort by nature; mem_huge_bytes reads back the result. The advice must precede the first
	 * touch: a page that was touched as a small one is not promoted at once. */
	if (!kinds[pages].pool)
		madvise(m->data, m->mapped, pages == MEM_PAGES_4K ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
	madvise(m->data, m->mapped, MADV_DONTDUMP);
	if (!placer)
		mem_touch(m->data, m->mapped);
	else if (!placed || !placer->touch(placer, m->data, m->mapped))
		mem_free(m);
	return m->data ? 0 : -1;
}

void
mem_free(struct mem *m)
{
	if (m->placer)
		m->placer->forget(m->placer, m->data);
	if (m->is_mapping)
		munmap(m->data, m->mapped);
	else
		free(m->data);
	*m = (struct mem){.data = NULL};
}

long long
mem_huge_bytes(void)
{
	FILE *f = fopen("/proc/self/smaps_rollup", "re");
	char line[256];
	long long kib, sum = 0;
	bool reported = false;

	if (!f)
		return -1;
	while (fgets(line, sizeof line, f)) {
		reported |= sscanf(line, "AnonHugePages: %lld kB", &kib) == 1;
		/* The kernel estimates whether a page of the pool is shared, and sometimes counts a process's own page
		 * as shared. */
		if (sscanf(line, "AnonHugePages: %lld kB", &kib) == 1 ||
		    sscanf(line, "Private_Hugetlb: %lld kB", &kib) == 1 ||
		    sscanf(line, "Shared_Hugetlb: %lld kB", &kib) == 1)
			sum += kib;
	}
	fclose(f);
	return reported ? sum * 1024 : -1;
}
