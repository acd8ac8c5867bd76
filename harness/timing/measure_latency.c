/* SPDX-License-Identifier: MIT */
/* measure_latency.c - see measure_latency.h. */
#include "harness/timing/measure_latency.h"

#include "core/bits.h"
#include "harness/timing/measure.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

/* --- the clock --- */

static struct latency_clock the_clock;
static uint64_t ns_per_tick; /* times 2^32 */
static bool counts_ticks;    /* whether the time stamp counter can be used */

#if defined(__x86_64__)

/*
 * Requires an "invariant TSC" (AMD APM volume 3, CPUID Fn8000_0007 EDX bit 8; Intel SDM volume 3, 18.17.1), which keeps
 * one rate through all power states. Requires RDTSCP, too (Fn8000_0001 EDX bit 27). A virtual machine may hide either.
 * The counters of two processors may differ, which does not matter: threads that measure are pinned.
 */
static bool
has_invariant_counter(void)
{
	unsigned a, b, c, d;

	if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(d >> 27 & 1))
		return false;
	return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
}

/* The first fence waits until everything before it is done. The second keeps everything after it from beginning before
 * the reading (Intel SDM volume 2, RDTSC). */
ALWAYS_INLINE uint64_t
counter_begin(void)
{
	uint64_t ticks;

	_mm_lfence();
	ticks = __rdtsc();
	_mm_lfence();
	return ticks;
}

/* RDTSCP itself waits for everything before it, loads included. Stores may still be on their way to the cache. */
ALWAYS_INLINE uint64_t
counter_end(void)
{
	unsigned processor;
	uint64_t ticks = __rdtscp(&processor);

	_mm_lfence();
	return ticks;
}

#else

static bool
has_invariant_counter(void)
{
	return false;
}

#define counter_begin clock_ns /* no ticks: never read */
#define counter_end clock_ns

#endif

ALWAYS_INLINE uint64_t
begin(bool ticks)
{
	return ticks ? counter_begin() : clock_ns();
}

ALWAYS_INLINE uint64_t
end(bool ticks)
{
	return ticks ? counter_end() : clock_ns();
}

uint64_t
latency_begin(void)
{
	return begin(counts_ticks);
}

uint64_t
latency_end(void)
{
	return end(counts_ticks);
}

/* Reads both clocks at one moment: of several tries it takes the one in which the other clock's readings are
 * closest. */
static void
read_both(uint64_t *ticks, uint64_t *ns)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 16; i++) {
		const uint64_t from = clock_ns(), reading = latency_begin(), to = clock_ns();

		if (to - from < best) {
			best = to - from;
			*ticks = reading;
			*ns = from + best / 2;
		}
	}
}

/* Returns the greatest common divisor of all differences seen. */
static uint64_t
find_step(void)
{
	uint64_t step = 0;

	for (int i = 0; i < 1000; i++) {
		const uint64_t from = latency_begin();
		uint64_t difference = latency_end() - from;

		while (difference != 0) { /* Euclid's algorithm */
			const uint64_t rest = step % difference;

			step = difference;
			difference = rest;
		}
	}
	return step ? step : 1;
}

const struct latency_clock *
latency_clock(void)
{
	/* Each reading is accurate to about 50 ns: 1 in 10^5 of this span. */
	const uint64_t span = 5000000;
	uint64_t from_ticks = 0, from_ns = 0, to_ticks = 0, to_ns = 0;

	if (the_clock.name)
		return &the_clock;
	counts_ticks = has_invariant_counter();
	read_both(&from_ticks, &from_ns);
	while (clock_ns() < from_ns + span)
		;
	read_both(&to_ticks, &to_ns);
	the_clock.ticks_per_ns = counts_ticks ? (double)(to_ticks - from_ticks) / (double)(to_ns - from_ns) : 1;
	ns_per_tick = (uint64_t)(0x1p32 / the_clock.ticks_per_ns + 0.5);
	the_clock.step_ticks = find_step();
	the_clock.name = counts_ticks ? "rdtsc" : "clock_gettime";
	return &the_clock;
}

uint64_t
latency_ns(uint64_t ticks)
{
	return (uint64_t)(((uint128)ticks * ns_per_tick + (UINT32_C(1) << 31)) >> 32);
}

/* --- lookups --- */

/* Checks the answers to a batch, eight by eight. Returns where the next one begins. */
static size_t
settle(const struct query_set *q, size_t at, const uint8_t hit[LATENCY_BATCH], uint64_t *missed)
{
	for (size_t i = 0; i < LATENCY_BATCH; i += 8)
		*missed += query_set_missed_of_eight(q, at + i, hit + i);
	return at + LATENCY_BATCH == q->n ? 0 : at + LATENCY_BATCH;
}

size_t
latency_read(void *state)
{
	struct latency_reader *r = state;
	const uint64_t *keys = r->asked->keys + r->at;
	const struct filter *f = r->filter;
	const bool ticks = counts_ticks;
	uint8_t hit[LATENCY_BATCH];

	for (size_t i = 0; i < LATENCY_BATCH; i += LATENCY_EVERY) {
		const uint64_t *key = keys + i;
		uint64_t from, taken, empty;

		f->ops->contains(f, key, LATENCY_EVERY - 1, hit + i);
		from = begin(ticks);
		f->ops->contains(f, key + LATENCY_EVERY - 1, 1, hit + i + LATENCY_EVERY - 1);
		taken = end(ticks) - from;
		from = begin(ticks);
		empty = end(ticks) - from;
		histogram_add(r->service, latency_ns(taken));
		histogram_add(r->timer, latency_ns(empty));
	}
	r->at = settle(r->asked, r->at, hit, &r->missed);
	return LATENCY_BATCH;
}

size_t
latency_serve(void *state)
{
	struct latency_server *s = state;
	const uint64_t *keys = s->asked->keys + s->at;
	const struct filter *f = s->filter;
	const bool ticks = counts_ticks;
	uint64_t now = s->started ? s->now : begin(ticks), due = s->started ? s->due : now;
	uint8_t hit[LATENCY_BATCH];

	for (size_t i = 0; i < LATENCY_BATCH; i++) {
		uint64_t began;

		while (now < due)
			now = begin(ticks);
		began = now;
		f->ops->contains(f, keys + i, 1, hit + i);
		now = end(ticks);
		histogram_add(s->response, latency_ns(now - due));
		histogram_add(s->service, latency_ns(now - began));
		due += s->gap[s->next];
		s->next = s->next + 1 < s->gaps ? s->next + 1 : 0;
	}
	s->started = true;
	s->due = due;
	s->now = now;
	s->at = settle(s->asked, s->at, hit, &s->missed);
	return LATENCY_BATCH;
}

/* --- insertions --- */

size_t
latency_insert(struct filter *f, const uint64_t *keys, size_t n, struct histogram *service, struct histogram *kicks,
               struct histogram *timer)
{
	const bool ticks = counts_ticks;
	uint64_t kicked = filter_told(f).kicks;

	for (size_t i = 0; i < n; i++) {
		const uint64_t from = begin(ticks);
		const size_t accepted = f->ops->insert(f, keys + i, 1);
		const uint64_t taken = end(ticks) - from, before = kicked, again = begin(ticks),
			       empty = end(ticks) - again;

		if (!accepted)
			return i;
		kicked = filter_told(f).kicks;
		histogram_add(service, latency_ns(taken));
		histogram_add(kicks, kicked - before);
		histogram_add(timer, latency_ns(empty));
	}
	return n;
}
