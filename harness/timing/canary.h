/* SPDX-License-Identifier: MIT */
/*
 * canary.h - was the machine the same for every timed cell?
 *
 *      parent   a ring of cache lines, built once ----fork----> child: canary, [the cell], canary
 *  Before and after each timed cell its process runs two loops that depend on nothing except the machine. In the first,
 * each multiply-add needs the result of the last one: it shows the core's clock. In the second, each load from a ring
 * of 192 MiB needs the last one's value as its address: it shows the memory's latency. While the cell runs, the kernel
 * counts disturbances, which disturbance_judge judges. The loops are told and not judged: what they read says nothing
 * of which cell is off (harness/run/noise.h).
 */
#ifndef CUCKOOBENCH_CANARY_H
#define CUCKOOBENCH_CANARY_H

#include "core/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The ring: each 64-byte line holds the number of the next. */
struct canary {
	struct mem mem;
	size_t lines, loads, adds; /* loads and adds: their numbers in one reading */
};

/* Builds a ring of `bytes`. Returns 0, or -1 with errno. */
int canary_open(struct canary *, size_t bytes, uint64_t seed);
void canary_close(struct canary *);
/* For cells of a second, of which whole readings would be a sixth: a fourth of each. */
void canary_shorten(struct canary *);

/* The disturbances of a cell, as its process measured them. */
struct disturbance {
	/* Picoseconds of a multiply-add, of a load: the slower of the readings before and after the cell. */
	uint64_t alu_ps, read_ps;
	uint64_t steal_ms;     /* time that the hypervisor gave this processor to others */
	uint64_t migrations;   /* moves to other processors */
	uint64_t switches;     /* involuntary context switches */
	uint64_t short_slices; /* timed slices shorter than measure_least_ns() */
	/* Only what disturbance_judge says of these is recorded. */
	uint64_t throttled_ms; /* time in which its control groups had used up their share (cgroup.h) */
	uint64_t stops;        /* how often it was stopped by a signal and continued */
	/* Time in which it neither ran nor was ready to: stopped, frozen, blocked. 0 for a cell with threads, which
	 * waits for them. */
	uint64_t stopped_ms;
	bool known; /* false unless this is a timed cell that ended well */
};

/* Returns how often the process (RUSAGE_SELF) or this thread (RUSAGE_THREAD) has been displaced by others. */
uint64_t involuntary_switches(int who);

/* Takes a reading and starts counting. `random` selects the place in the ring. The process must already be pinned to
 * processor `cpu`. */
void disturbance_begin(struct disturbance *, const struct canary *, uint64_t random, int cpu);
/* Stops counting and takes the second reading. */
void disturbance_end(struct disturbance *, const struct canary *, uint64_t random, int cpu);
/* Write and parse one line, "#...". disturbance_parse returns false if the line is not one of them. */
void disturbance_write(FILE *, const struct disturbance *);
bool disturbance_parse(const char *line, struct disturbance *);

/* Writes into text, and returns, what disturbed a cell of so many seconds while it ran; "" if nothing did. The text
 * contains no comma. */
enum { DISTURBANCE_TEXT = 160 };
const char *disturbance_judge(const struct disturbance *, double seconds, char text[DISTURBANCE_TEXT]);

#endif
