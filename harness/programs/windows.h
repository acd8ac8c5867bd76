/* SPDX-License-Identifier: MIT */
/*
 * windows.h - windows in which many threads work on one filter, taken in turn and summed up. The parts of scaling.c.
 *
 *      round 0:   1 thread: ceiling, work, work   2 threads: ceiling, work, work   ...   n threads: ...
 *      round 1:   n threads: ...                                                   ...   1 thread: ceiling, work, work
 *
 *      tally[number of threads][work] = operations and nanoseconds of all its windows
 */
#ifndef CUCKOOBENCH_WINDOWS_H
#define CUCKOOBENCH_WINDOWS_H

#include "core/mem.h"
#include "harness/plan/experiment.h"
#include "harness/timing/tasks.h"

/* FILL and BUILD divide a fixed amount of work among the threads; the others last a fixed time. */
enum work { CEILING, CEILING_WRITES, LOOKUP_0, LOOKUP_50, LOOKUP_100, MIX_95, MIX_50, CHURN, BUILD, FILL, WORKS };

struct tally {
	uint64_t ops, ns, *of; /* inside the windows; `of`: operations of each thread */
	uint64_t whole;        /* operations including those before and after the windows; so are the members below */
	uint64_t inserts, refused, kicks;
	struct filter_contention contention;
};

enum { WINDOWS_COUNTS = 24 };

/* Length and number of the windows for a cell's table. */
struct windows_pace {
	uint64_t warm_ns, window_ns;
	unsigned rounds;
};

struct windows {
	struct run *run;
	const struct cell *cell;
	const char *name;
	struct filter *filter;
	struct windows_pace pace;
	size_t count[WINDOWS_COUNTS], counts, most; /* numbers of threads */
	struct workers *pool[WINDOWS_COUNTS];
	size_t capacity; /* items at occupancy 1 */
	uint64_t *keys;
	/* the first `stay` keys are never deleted; the others are in rings, one for each of `most` threads */
	size_t stay;
	struct ring *ring;
	size_t target;             /* resident keys of each ring */
	struct query_set asked[3]; /* 0, 50 and 100 % present */
	struct mem ground;
	struct hash hash;
	struct ceiling_task ceiling[2]; /* what threads do for CEILING and CEILING_WRITES */
	union task *task[WORKS];        /* one for each thread */
	struct worker_job *job;
	struct tally tally[WINDOWS_COUNTS][WORKS];
};

/* Writes 1, 2, 3, 4, 6, 8, 12, 16 ... and the number of processors: powers of two and the numbers half-way between
 * them. So a curve over eight processors has the six points that a fit needs. Returns how many. */
size_t windows_counts(size_t cpus, size_t count[WINDOWS_COUNTS]);
struct windows_pace windows_pace(const struct cell *);
/* Estimates the seconds that all windows take. */
double windows_seconds(const struct cell *);

/* Runs one window with count[c] threads and adds it to its tally. Fails the cell if a key was missed or lost. */
void windows_window(struct windows *, enum work, size_t c);
/* Runs all rounds of these works with the first `counts` numbers of threads. */
void windows_rounds(struct windows *, const enum work *, size_t works, size_t counts);
/* Clears the tallies of a work. */
void windows_forget(struct windows *, enum work);
/* Sets up thread i of n for a task on the rings. */
void windows_churner(struct windows *, enum work, size_t i, size_t n);

/* Emits throughput and the ceiling's for every number of threads; for work that mostly writes, the ceiling of
 * writes. */
void windows_emit(struct windows *, const char *place, enum work);
/* The same as a function of the number of stripes. */
void windows_emit_stripes(struct windows *);
/* As a function of the occupancy, for one number of threads. */
void windows_emit_churn(struct windows *, const char *place, size_t c, double occupancy);

/* How evenly n threads were served, from the operations of each, as num/den; den >= 1. The first is the least count
 * over the greatest. The second is Jain's index, (sum x)^2 / (n sum x^2), which is 1/n if one thread had everything
 * (Jain, Chiu, Hawe, DEC TR-301, 1984). Counts are scaled down where squares would not fit. */
void windows_least_over_greatest(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);
void windows_jain(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);

#endif
