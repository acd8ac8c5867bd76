/* SPDX-License-Identifier: MIT */
/* measure.c - see measure.h. */
#include "harness/measure.h"

#include <time.h>

uint64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static size_t
batch_at(size_t done, size_t n)
{
	return n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;
}

static uint64_t
elapsed(uint64_t start)
{
	uint64_t ns = clock_ns() - start;

	return ns ? ns : 1;
}

uint64_t
measure_insert(struct filter *f, const uint64_t *keys, size_t n, size_t *accepted)
{
	size_t done = 0, batch, got;
	uint64_t start = clock_ns();

	do {
		batch = batch_at(done, n);
		got = f->ops->insert(f, keys + done, batch);
		done += got;
	} while (got == batch && done < n);
	*accepted = done;
	return elapsed(start);
}

uint64_t
measure_contains(const struct filter *f, const uint64_t *keys, size_t n, size_t *hits)
{
	uint8_t hit[MEASURE_BATCH];
	size_t sum = 0;
	uint64_t start = clock_ns();

	for (size_t done = 0; done < n; done += MEASURE_BATCH)
		sum += f->ops->contains(f, keys + done, batch_at(done, n), hit);
	*hits = sum;
	return elapsed(start);
}

uint64_t
measure_remove(struct filter *f, const uint64_t *keys, size_t n, size_t *found)
{
	size_t sum = 0;
	uint64_t start = clock_ns();

	for (size_t done = 0; done < n; done += MEASURE_BATCH)
		sum += f->ops->remove(f, keys + done, batch_at(done, n));
	*found = sum;
	return elapsed(start);
}
