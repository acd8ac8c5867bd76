/* SPDX-License-Identifier: MIT */
/*
 * ab_place.c - where the memory of a process of `cuckoobench ab` lies: drawn anew for each.
 *
 *      addresses   | drawn shift | object | drawn shift | object | drawn shift | what is mapped next
 *      pages       | kept | free | free | kept | free | ...      a pool. A drawn half is free, in drawn order
 *
 * A child inherits its parent's addresses, and the free parts of its heap. So the three tables lay at the same three
 * places in all processes of a run. And the kernel hands out first what was given back last. So a process got the
 * pages of the one before: half of those of its keys and a quarter of those of its tables, with other work beside it.
 * Which pages these are decides which lines of tables, keys and code compete for a set of a cache. No interval covers
 * what the processes of its run have in common.
 */
#include "harness/ab/ab.h"

#include "core/bits.h"
#include "core/mem.h"
#include "core/rng.h"
#include "harness/base/memory.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

void
ab_place_shift(uint64_t *random)
{
	const size_t pages = 1 + (rng_next(random) >> 52);
	static void *held;

	(void)mmap(NULL, pages * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	held = malloc((1 + (rng_next(random) >> 58)) * PAGE);
	memory_needed(held);
}

void
ab_place_pages(size_t bytes, uint64_t *random)
{
	enum { MOST = 64 << 20 };
	const size_t pages = (bytes < MOST / 2 ? 2 * bytes : MOST) / PAGE;
	uint8_t *pool = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t *order;

	if (pool == MAP_FAILED)
		return; /* what is short for it is short for the tables, which say so */
	order = memory_new(pages, sizeof *order);
	madvise(pool, pages * PAGE, MADV_NOHUGEPAGE); /* of a huge page no part can be given back */
	mem_touch(pool, pages * PAGE);
	for (size_t i = 0; i < pages; i++) {
		const size_t at = fast_range(rng_next(random), i + 1);

		order[i] = order[at];
		order[at] = i;
	}
	for (size_t i = 0; i < pages / 2; i++)
		madvise(pool + order[i] * PAGE, PAGE, MADV_DONTNEED);
	free(order);
}
