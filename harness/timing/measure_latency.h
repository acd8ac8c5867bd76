/* SPDX-License-Identifier: MIT */
/*
 * measure_latency.h - how long single operations take, one by one. (measure.h times many together.)
 *
 *      closed loop     15 lookups | clock  1 lookup  clock | clock clock | 15 lookups | ...       "service time"
 *                                  '----- a sample ----'     '- the timer itself
 *
 *      open loop       due        due   due due              due                                      "response time"
 *                      |op|.......|----op----|op||op|........|op|     from `due`, when it should have begun, to its end
 *  A sample is one call for one key through the filter's interface, between two readings of the clock. No earlier
 * operation is in progress when it begins, and its loads are done when it ends. It includes the time of the readings
 * themselves. That time is measured by pairs of readings with nothing between them, in the same threads at the same
 * time. It is reported, not subtracted.
 *  A timer that starts when an operation really begins misses all operations that a stall kept from beginning
 * ("coordinated omission": Tene, "How NOT to measure latency", 2013). The remedy is YCSB's (pull request 214, 2015):
 * measure from the intended start. It needs a rate given in advance, which is a nuisance if nobody knows what the
 * system can do (YCSB issue 731). Here the closed loop with the same readings runs first and finds that rate.
 *  The clock. An x86 time stamp counter that neither stops nor changes its rate is read between fences. A pair of these
 * readings adds half as much to a sample as a pair of clock_gettime. Other machines use clock_gettime. An x86 counter
 * may advance in steps (of 26 ticks, 10 ns, on an AMD EPYC of 2.6 GHz): latency_clock() returns the step.
 */
#ifndef CUCKOOBENCH_MEASURE_LATENCY_H
#define CUCKOOBENCH_MEASURE_LATENCY_H

#include "core/filter.h"
#include "harness/stats/histogram.h"
#include "harness/timing/query_set.h"

/* The clock in use. The first call calibrates it, which takes some milliseconds; make it before any thread measures. */
struct latency_clock {
	const char *name;    /* "rdtsc" or "clock_gettime" */
	double ticks_per_ns; /* 1 for clock_gettime */
	uint64_t step_ticks; /* the step of the counter: every difference between two readings is a multiple of it */
};
const struct latency_clock *latency_clock(void);
/* Read the clock before an operation and after it, in ticks; convert ticks to nanoseconds. */
uint64_t latency_begin(void);
uint64_t latency_end(void);
uint64_t latency_ns(uint64_t ticks);

enum {
	/* One lookup in this many is timed. That is often enough for the 99.99th percentile of a tenth of a second. And
	 * it is rare enough that most of the time goes to lookups that overlap, as a caller's do. */
	LATENCY_EVERY = 16,
	LATENCY_BATCH = 32 /* operations per call of a body below; few, because they may be far apart */
};

/* Service times of lookups in a closed loop; latency_read is a body for workers.h. */
struct latency_reader {
	const struct filter *filter;
	const struct query_set *asked;
	size_t at;       /* next query */
	uint64_t missed; /* present keys that were not found, at least */
	struct histogram *service, *timer;
};
size_t latency_read(void *reader);

/* Lookups in an open loop, each due at a time of its own. If all gaps are 0, the next one is always due. That is a
 * closed loop, and its rate is the capacity. */
struct latency_server {
	const struct filter *filter;
	const struct query_set *asked;
	size_t at;           /* next query */
	uint64_t missed;     /* present keys that were not found, at least */
	const uint32_t *gap; /* ticks between arrivals (arrivals.h) */
	size_t gaps, next;
	/* Time to the end of a lookup: response from when it was due; service from when it began, the later of its due
	 * time and the end of the last lookup. */
	struct histogram *response, *service;
	bool started;      /* false at first: the first lookup is then due at once */
	uint64_t due, now; /* private to latency_serve */
};
size_t latency_serve(void *server);

/*
 * Inserts one by one until all keys are in or one is refused. Returns how many are in. service gets every accepted
 * insertion. kicks gets how many evictions each took, from filter_info, which is read between insertions. timer gets
 * the timer itself. The refused key is in none of them.
 */
size_t latency_insert(struct filter *, const uint64_t *keys, size_t n, struct histogram *service,
                      struct histogram *kicks, struct histogram *timer);

#endif
