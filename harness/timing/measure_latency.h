/* SPDX-License-Identifier: MIT */
/*
 * measure_latency.h - how long single operations take, one by one, where measure.h times many together.
 *
 *      closed loop     15 lookups | clock  1 lookup  clock | clock clock | 15 lookups | ...       "service time"
 *                                  '----- a sample ----'     '- the timer itself, measured beside it
 *
 *      open loop       due        due   due due              due                                      "response time"
 *                      |op|.......|----op----|op||op|........|op|     from `due`, when it should have begun, to its end
 *  A sample is one call for one key through the filter's interface, between two readings of the clock: nothing before
 * it is still going on when it begins, and its loads are done when it ends. What the readings themselves take is in it;
 * it is measured by pairs of readings with nothing between them, in the same threads at the same time, and told, not
 * subtracted.
 *  Who measures from when an operation really began leaves out all those that a stall kept from beginning ("coordinated
 * omission": Tene, "How NOT to measure latency", 2013). The remedy is YCSB's (pull request 214, 2015): measure from the
 * intended start. That takes a rate that is given beforehand, which is a nuisance where nobody knows what the system
 * can do (YCSB issue 731); here the closed loop with the same readings is run first, and tells.
 *  The clock. On x86 with a time stamp counter that neither stops nor changes its rate, that counter between fences:
 * half of what a pair of clock_gettime adds to a sample. Elsewhere clock_gettime. An x86 counter may advance in steps
 * (of 26 ticks, 10 ns, on an AMD EPYC of 2.6 GHz): latency_clock() tells.
 */
#ifndef CUCKOOBENCH_MEASURE_LATENCY_H
#define CUCKOOBENCH_MEASURE_LATENCY_H

#include "core/filter.h"
#include "harness/stats/histogram.h"

/* What the clock is. Calibrated at the first call, which takes some milliseconds; before any thread measures. */
struct latency_clock {
	const char *name;    /* "rdtsc" or "clock_gettime" */
	double ticks_per_ns; /* 1 for clock_gettime */
	uint64_t step_ticks; /* the least by which two readings have differed */
};
const struct latency_clock *latency_clock(void);
/* A reading before an operation, one after, in ticks; the nanoseconds of so many. */
uint64_t latency_begin(void);
uint64_t latency_end(void);
uint64_t latency_ns(uint64_t ticks);

/* Keys to look up, again and again from the first on, and whether each is present and so must be found. */
struct latency_queries {
	const uint64_t *key;
	const uint8_t *present;
	size_t n, at;    /* n: a multiple of LATENCY_BATCH */
	uint64_t missed; /* present keys that were not found */
};

enum {
	/* One lookup in so many is timed: often enough for the 99.99th percentile of a tenth of a second, and rarely
	 * enough that most of the time is spent in lookups that overlap as those of a caller do. */
	LATENCY_EVERY = 16,
	LATENCY_BATCH = 32 /* operations a call of a body below makes: few, for they may be far apart */
};

/* Service times of lookups, closed loop: a body for workers.h. */
struct latency_reader {
	const struct filter *filter;
	struct latency_queries queries;
	struct histogram *service, *timer;
};
size_t latency_read(void *reader);

/* Lookups that are due at times of their own. All gaps 0: the next is always due, a closed loop; its rate is the
 * capacity. */
struct latency_server {
	const struct filter *filter;
	struct latency_queries queries;
	const uint32_t *gap; /* ticks between arrivals (arrivals.h) */
	size_t gaps, next;
	/* from when it was due; from when it was turned to, that due or the last one's end */
	struct histogram *response, *service;
	bool started;      /* set to false, the first is due at once */
	uint64_t due, now; /* its own */
};
size_t latency_serve(void *server);

/*
 * Inserts one by one until all are in or one is refused; returns how many are. Every insertion is a sample. kicks: how
 * many relocations each took, from info, asked for between them; the refused one is in neither.
 */
size_t latency_insert(struct filter *, const uint64_t *keys, size_t n, struct histogram *service,
                      struct histogram *kicks, struct histogram *timer);

#endif
