/* SPDX-License-Identifier: MIT */
/* measure.c - see measure.h. */
#include "harness/timing/measure.h"

#include "core/build.h"
#include "harness/machine/allocation.h"

#include <stdio.h>

/* Of a coarse clock, a tenth of a second is enough: a thousand ticks of 10 ms would take ten seconds. */
static uint64_t
smallest_tick(void)
{
	const uint64_t start = clock_ns(), most = 100000000;
	uint64_t least = 0, to = start;

	for (int i = 0; i < 1000 && least != 1 && (i < 3 || to - start < most); i++) {
		const uint64_t from = clock_ns();

		while ((to = clock_ns()) == from)
			;
		least = least == 0 || to - from < least ? to - from : least;
	}
	return least;
}

uint64_t
measure_resolution_ns(void)
{
	static uint64_t tick; /* the first thread that asks is the only one */

	return tick ? tick : (tick = smallest_tick());
}

const char *
measure_refuses(uint64_t tick_ns, char why[MEASURE_WHY])
{
	if (tick_ns <= MEASURE_COARSEST_NS)
		return NULL;
	snprintf(why, MEASURE_WHY, "the clock ticks every %.3g ms, and a timed slice takes 1000 ticks: %.3g s",
	         (double)tick_ns * 1e-6, (double)tick_ns * 1e-6);
	return why;
}

int
measure_ready(struct failure *f)
{
	char why[MEASURE_WHY];

	return measure_refuses(measure_resolution_ns(), why)
	               ? failed(f, STATUS_UNFIT, "nothing can be timed here: %s", why)
	               : STATUS_DONE;
}

uint64_t
measure_least_ns(void)
{
	const uint64_t ticks = 1000 * measure_resolution_ns(), slice = 5000000;

	return ticks > slice ? ticks : slice;
}

/* Returns the number of keys of the call that begins with key `done`. */
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

/* A timed slice. The bytes allocated are read outside its timed part. */
struct stopwatch {
	uint64_t given, start;
};

static struct stopwatch
measure_begin(void)
{
	const uint64_t given = allocation_given();

	return (struct stopwatch){given, clock_ns()};
}

/* Ends the slice. Returns its nanoseconds, at least 1. */
static uint64_t
end(struct stopwatch watch)
{
	const uint64_t ns = clock_ns() - watch.start;

	allocated += allocation_given() - watch.given;
	return ns ? ns : 1;
}

/* Not by a stopwatch: a build has to allocate. */
uint64_t
measure_build(const struct filter_ops *ops, const struct filter_params *params, const uint64_t *keys, size_t n,
              struct filter **out, unsigned *seeds, const char **why)
{
	const uint64_t start = clock_ns();
	const enum filter_status status = build_filter(ops, params, keys, n, out, seeds, why);
	const uint64_t ns = clock_ns() - start;

	(void)status; /* *out tells */
	return ns ? ns : 1;
}

uint64_t
measure_insert(struct filter *f, const uint64_t *keys, size_t n, size_t *accepted)
{
	size_t done = 0, batch, got;
	const struct stopwatch watch = measure_begin();

	do {
		batch = batch_at(f, done, n);
		got = f->ops->insert(f, keys + done, batch);
		done += got;
	} while (got == batch && done < n);
	*accepted = done;
	return end(watch);
}

uint64_t
measure_contains(const struct filter *f, const uint64_t *keys, size_t n, size_t *hits)
{
	/* On the stack, where it stays in the nearest cache. If a call has so many keys that no cache holds the
	 * answers, the caller provides the array. */
	uint8_t hit[MEASURE_MOST];
	size_t sum = 0, batch;
	const struct stopwatch watch = measure_begin();

	for (size_t done = 0; done < n; done += batch) {
		batch = batch_at(f, done, n);
		batch = batch < MEASURE_MOST ? batch : MEASURE_MOST;
		sum += f->ops->contains(f, keys + done, batch, hit);
	}
	*hits = sum;
	return end(watch);
}

uint64_t
measure_contains_at_once(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit, size_t *hits)
{
	const struct stopwatch watch = measure_begin();

	*hits = f->ops->contains(f, keys, n, hit);
	return end(watch);
}

uint64_t
measure_remove(struct filter *f, const uint64_t *keys, size_t n, size_t *found)
{
	size_t sum = 0, batch;
	const struct stopwatch watch = measure_begin();

	for (size_t done = 0; done < n; done += batch) {
		batch = batch_at(f, done, n);
		sum += f->ops->remove(f, keys + done, batch);
	}
	*found = sum;
	return end(watch);
}

uint64_t
measure_call(size_t (*call)(void *state), void *state, size_t *result)
{
	const struct stopwatch watch = measure_begin();

	*result = call(state);
	return end(watch);
}

/* --- the machine itself --- */

/* Uses a result, because the compiler would otherwise drop the loop that computes it. Each thread has its own, because
 * workers measure concurrently. */
static _Thread_local volatile uint64_t result;

uint64_t
measure_adds(size_t n)
{
	const struct stopwatch watch = measure_begin();
	uint64_t x = result;

	for (size_t i = 0; i < n; i++)
		/* the multiplier and increment of Knuth's MMIX generator; any odd numbers would do */
		x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
	result = x;
	return end(watch);
}

uint64_t
measure_ring(const void *ring, size_t from, size_t n)
{
	const struct line {
		uint32_t next, rest[15];
	} *line = ring;
	const struct stopwatch watch = measure_begin();
	uint32_t at = (uint32_t)from;

	for (size_t i = 0; i < n; i++)
		at = line[at].next;
	result = at;
	return end(watch);
}

uint64_t
measure_hash(const struct hash *h, const uint64_t *keys, size_t n)
{
	const struct stopwatch watch = measure_begin();
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += hash_key(h, keys[i]);
	result = sum;
	return end(watch);
}

/* Keys per pass: enough to make the wait for its last lines negligible. */
enum { CEILING_PASS = 1 << 14 };

struct slice
measure_ceiling(struct ceiling_memory *g, enum ceiling what, enum ceiling_style style, uint64_t least_ns)
{
	struct slice s = {0};

	do {
		const struct stopwatch watch = measure_begin();

		s.ops += ceiling_pass(g, what, style, CEILING_PASS);
		s.ns += end(watch);
	} while (s.ns < least_ns);
	return s;
}

struct slice
measure_ceiling_best(struct ceiling_memory *g, enum ceiling what, uint64_t least_ns, enum ceiling_style *fastest)
{
	struct slice best = {0};

	for (enum ceiling_style style = 0; style < CEILING_STYLES; style++)
		if (ceiling_has(g, what, style)) {
			const struct slice s = measure_ceiling(g, what, style, least_ns);

			if (!slice_is_faster(s, best))
				continue;
			best = s;
			if (fastest)
				*fastest = style;
		}
	return best;
}
