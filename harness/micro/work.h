/* SPDX-License-Identifier: MIT */
/* work.h - the parts of the micro-benchmarks' bodies. Private to bodies.c, alone.c and together.c. */
#ifndef CUCKOOBENCH_MICRO_WORK_H
#define CUCKOOBENCH_MICRO_WORK_H

#include "harness/micro/bodies.h"
#include "harness/micro/tables.h"
#include "harness/timing/contestant.h"
#include "harness/timing/tasks.h"
#include "harness/timing/workers.h"

/* Only the last ratios are kept. A longer run has more, with about the same median. */
enum { WORK_RATIOS = 1024 };

/* The threads of a benchmark that has several. */
struct team {
	struct workers *workers;
	union task *task;
	struct worker_job *job;
	size_t n;
	struct mem own; /* for the ceiling of updates */
};

struct work {
	struct micro_run *run;
	struct micro_bench *bench;
	const int *pins; /* the processors of the threads */
	struct micro_table *table;
	struct filter *filter; /* a view of the table, or its owner; for building, the last filter built */
	const struct query_set *asked;
	struct contestant contestant;
	uint64_t *keys; /* to delete and insert, or to build with */
	struct team team;
	enum ceiling what;
	double times; /* operations of the ceiling to one of the filter (setup.h) */
	struct ceiling_memory ground;
	enum ceiling_style style; /* the fastest in the first round; CEILING_STYLES: unknown yet */
	double ratio[WORK_RATIOS];
	size_t rounds;
	struct failure failure; /* why there is no result; set by whatever returns false */
};

/* One slice of some milliseconds, for each kind of work: sets operations and nanoseconds. */
typedef bool work_slice(struct work *, struct slice *);
/* Measures the ceiling's nanoseconds an operation. */
typedef bool work_ceiling(struct work *, double *ns);

/* Sets up, and frees, what slices need. */
bool alone_begin(struct work *);
void alone_end(struct work *);
work_slice alone_lookup, alone_change, alone_build;
work_ceiling alone_ceiling;

bool together_begin(struct work *);
void together_end(struct work *);
work_slice together_lookup, together_build;
work_ceiling together_ceiling;

/* Makes the next filter to build in place of the last one; checks that all its keys are in it. */
bool work_create(struct work *);
bool work_built(struct work *, size_t accepted);

#endif
