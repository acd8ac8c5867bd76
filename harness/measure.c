/* SPDX-License-Identifier: MIT */
/* measure.c - see measure.h. */
#include "harness/measure.h"

#include "core/bits.h"
#include "harness/allocation.h"

#include <stdatomic.h>
#include <time.h>

uint64_t
clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t
measure_resolution_ns(void)
{
	static uint64_t least;

	for (int i = 0; i < 1000 && least != 1; i++) {
		uint64_t from = clock_ns(), to;

		while ((to = clock_ns()) == from)
			;
		least = least == 0 || to - from < least ? to - from : least;
	}
	return least;
}

uint64_t
measure_least_ns(void)
{
	const uint64_t ticks = 1000 * measure_resolution_ns(), slice = 5000000;

	return ticks > slice ? ticks : slice;
}

/* Keys of the call that begins with the one at `done`. */
static size_t
batch_at(const struct filter *f, size_t done, size_t n)
{
	const size_t batch = f->ops->batch > MEASURE_BATCH ? f->ops->batch : MEASURE_BATCH;

	return n - done < batch ? n - done : batch;
}

static _Thread_local uint64_t allocated;

uint64_t
measure_allocated(void)
{
	return allocated;
}

/* A timed slice. What was allocated is asked for outside its clock. */
struct slice {
	uint64_t given, start;
};

static struct slice
begin(void)
{
	const uint64_t given = allocation_given();

	return (struct slice){given, clock_ns()};
}

/* Nanoseconds of it. */
static uint64_t
end(struct slice slice)
{
	const uint64_t ns = clock_ns() - slice.start;

	allocated += allocation_given() - slice.given;
	return ns ? ns : 1;
}

uint64_t
measure_insert(struct filter *f, const uint64_t *keys, size_t n, size_t *accepted)
{
	size_t done = 0, batch, got;
	const struct slice slice = begin();

	do {
		batch = batch_at(f, done, n);
		got = f->ops->insert(f, keys + done, batch);
		done += got;
	} while (got == batch && done < n);
	*accepted = done;
	return end(slice);
}

uint64_t
measure_contains(const struct filter *f, const uint64_t *keys, size_t n, size_t *hits)
{
	/* On the stack, where it stays in the nearest cache; one for a call of so many keys that no cache holds it is the caller's. */
	uint8_t hit[MEASURE_MOST];
	size_t sum = 0, batch;
	const struct slice slice = begin();

	for (size_t done = 0; done < n; done += batch) {
		batch = batch_at(f, done, n);
		batch = batch < MEASURE_MOST ? batch : MEASURE_MOST;
		sum += f->ops->contains(f, keys + done, batch, hit);
	}
	*hits = sum;
	return end(slice);
}

uint64_t
measure_contains_at_once(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit, size_t *hits)
{
	const struct slice slice = begin();

	*hits = f->ops->contains(f, keys, n, hit);
	return end(slice);
}

uint64_t
measure_remove(struct filter *f, const uint64_t *keys, size_t n, size_t *found)
{
	size_t sum = 0, batch;
	const struct slice slice = begin();

	for (size_t done = 0; done < n; done += batch) {
		batch = batch_at(f, done, n);
		sum += f->ops->remove(f, keys + done, batch);
	}
	*found = sum;
	return end(slice);
}

/* --- the machine itself --- */

/* Keeps a result alive, or the compiler would leave out the loop that makes it. Each thread's own: workers measure side by side. */
static _Thread_local volatile uint64_t result;

uint64_t
measure_adds(size_t n)
{
	const struct slice slice = begin();
	uint64_t x = result;

	for (size_t i = 0; i < n; i++)
		x = x * UINT64_C(6364136223846793005) + 1442695040888963407u; /* Knuth's MMIX generator: any odd numbers do */
	result = x;
	return end(slice);
}

uint64_t
measure_ring(const void *ring, size_t from, size_t n)
{
	const struct line {
		uint32_t next, rest[15];
	} *line = ring;
	const struct slice slice = begin();
	uint32_t at = (uint32_t)from;

	for (size_t i = 0; i < n; i++)
		at = line[at].next;
	result = at;
	return end(slice);
}

uint64_t
measure_hash(const struct hash *h, const uint64_t *keys, size_t n)
{
	const struct slice slice = begin();
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += hash_key(h, keys[i]);
	result = sum;
	return end(slice);
}

/* Enough to keep every outstanding miss a core can have (10 to 64) busy, little enough to stay in the first cache. */
enum { READ_AHEAD = 64 };

uint64_t
measure_reads(const struct hash *h, const void *table, size_t lines, unsigned reads, const uint64_t *keys, size_t n)
{
	const struct line {
		uint64_t first, rest[7];
	} *line = table;
	const struct line *waiting[READ_AHEAD][2];
	const struct slice slice = begin();
	uint64_t sum = 0;

	for (size_t i = 0; i < READ_AHEAD; i++)
		waiting[i][0] = waiting[i][1] = line;
	for (size_t i = 0; i < n; i++) {
		const struct line **slot = waiting[i % READ_AHEAD];
		uint64_t key_hash = hash_key(h, keys[i]);

		sum += slot[0]->first;
		slot[0] = line + fast_range(key_hash, lines);
		__builtin_prefetch(slot[0]);
		if (reads == 2) {
			sum += slot[1]->first;
			slot[1] = line + fast_range(key_hash * UINT64_C(0x9e3779b97f4a7c15), lines);
			__builtin_prefetch(slot[1]);
		}
	}
	for (size_t i = 0; i < READ_AHEAD; i++)
		sum += waiting[i][0]->first + waiting[i][1]->first;
	result = sum;
	return end(slice);
}

uint64_t
measure_writes(const struct hash *h, void *table, size_t lines, const uint64_t *keys, size_t n)
{
	struct line {
		_Atomic uint64_t first;
		uint64_t rest[7];
	} *line = table, *waiting[READ_AHEAD];
	const struct slice slice = begin();

	for (size_t i = 0; i < READ_AHEAD; i++)
		waiting[i] = NULL;
	for (size_t i = 0; i < n + READ_AHEAD; i++) {
		struct line **slot = &waiting[i % READ_AHEAD];

		if (*slot) /* order means nothing: only that the line is had for writing */
			atomic_fetch_add_explicit(&(*slot)->first, 1, memory_order_relaxed);
		*slot = i < n ? line + fast_range(hash_key(h, keys[i]), lines) : NULL;
		if (*slot)
			__builtin_prefetch(*slot, 1);
	}
	return end(slice);
}
