/* SPDX-License-Identifier: MIT */
/*
 * mem.c - tables from 2 MiB (one huge page) up are mapped, because malloc would round 192 MiB + 8 bytes up to its next
 * size class and could not promise alignment; smaller ones come from the heap, where the sanitizers see every
 * byte past the end.
 */
#include "core/mem.h"

#include "core/bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

static const size_t huge_page = (size_t)2 << 20;

/* Maps `length` bytes aligned to a huge page, by mapping one more and giving both ends back. */
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
	const enum mem_pages pages = place ? place->pages : MEM_PAGES_DEFAULT;
	struct mem_placer *placer = place ? place->placer : NULL;
	bool placed = true;

	*m = (struct mem){.bytes = bytes};
	if (bytes > SIZE_MAX / 4)
		return -1;
	if (bytes < huge_page && !(placer && placer->maps_all))
		return alloc_heap(m);
	m->mapped = (bytes + MEM_PAD + 4095) / 4096 * 4096;
	m->data = map_aligned(m->mapped);
	if (!m->data)
		return -1;
	m->is_mapping = true;
	if (placer) {
		m->placer = placer;
		placed = placer->bind(placer, m->data, m->mapped);
	}
	/* Advice is best effort by nature; what came of it is read back by mem_huge_bytes. It must come before the
	 * first touch: a page once small is not promoted at once. */
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
	long long kib = -1;

	if (!f)
		return -1;
	while (kib < 0 && fgets(line, sizeof line, f))
		if (sscanf(line, "AnonHugePages: %lld kB", &kib) != 1)
			kib = -1;
	fclose(f);
	return kib < 0 ? -1 : kib * 1024;
}
