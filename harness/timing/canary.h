/* SPDX-License-Identifier: MIT */
/*
 * canary.h - was the machine the same for every timed cell?
 *
 *      parent   a ring of cache lines, built once ----fork----> child: canary, [the cell], canary
 *  Before and after each timed cell its process runs two loops that depend on nothing but the machine: multiply-adds
 * that each need the last one's result (the core's clock), and loads that each need the last one's address from a ring
 * of 192 MiB (the memory's latency). While the cell runs, the kernel counts what was done to it. A cell that stands out
 * is *noisy*.
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
	size_t lines, loads, adds; /* loads and adds: how many a reading makes */
};

/* Builds a ring of `bytes`. 0, or -1 with errno. */
int canary_open(struct canary *, size_t bytes, uint64_t seed);
void canary_close(struct canary *);

/* What a cell's process knows of its disturbances. */
struct disturbance {
	/* picoseconds a multiply-add, a load: before the cell or after it, whichever was slower */
	uint64_t alu_ps, read_ps;
	uint64_t steal_ms;     /* time the hypervisor gave this processor to others */
	uint64_t migrations;   /* to other processors */
	uint64_t switches;     /* involuntary */
	uint64_t short_slices; /* timed slices below measure_least_ns() */
	bool known;            /* a timed cell that ended well */
};

/* Takes a reading at a place that `random` draws, and begins to count. The process must be pinned already, to processor
 * `cpu`. */
void disturbance_begin(struct disturbance *, const struct canary *, uint64_t random, int cpu);
/* Counts what happened since, and takes the other reading. */
void disturbance_end(struct disturbance *, const struct canary *, uint64_t random, int cpu);
/* One line, "#..."; and back: false if the line is none. */
void disturbance_write(FILE *, const struct disturbance *);
bool disturbance_parse(const char *line, struct disturbance *);

/* What a machine is like, as the medians of the readings so far. */
enum { CANARY_READINGS = 4096 };
struct canary_usual {
	uint64_t alu_ps[CANARY_READINGS], read_ps[CANARY_READINGS]; /* sorted */
	unsigned count;
};
void canary_learn(struct canary_usual *, const struct disturbance *);
/* Says in text what makes a cell of so many seconds noisy: "" if nothing does. No comma. */
const char *canary_judge(const struct canary_usual *, const struct disturbance *, double seconds, char text[120]);

#endif
