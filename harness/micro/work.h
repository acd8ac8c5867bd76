/* SPDX-License-Identifier: MIT */
/* work.h - what the bodies of micro-benchmarks are made of; private to bodies.c, alone.c and together.c. */
#ifndef CUCKOOBENCH_MICRO_WORK_H
#define CUCKOOBENCH_MICRO_WORK_H

#include "harness/micro/bodies.h"
#include "harness/micro/tables.h"
#include "harness/timing/rounds.h"

/* The last so many ratios are kept: a long run has more, and their median would not be another. */
enum { WORK_RATIOS = 1024 };

struct work {
	struct micro_run *run;
	struct micro_bench *bench;
	struct micro_table *table;
	struct filter *filter; /* a view of the table, or the one that has it; of building, the last that was built */
	const struct query_set *asked;
	struct contestant contestant;
	uint64_t *keys; /* to change, or to build with */
	struct team *team;
	enum ceiling what;
	double times; /* that ceiling's operation has to be done for one of the filter's (setup.h) */
	struct ceiling_memory ground;
	enum ceiling_style style; /* the fastest, when it was first asked for; CEILING_STYLES: not yet */
	double ratio[WORK_RATIOS];
	size_t rounds;
};

/* The benchmark has no result, and this is why. Always false. */
bool work_fail(struct work *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The processors of the threads. */
const int *work_pins(void);

/* One slice of each kind of work, of some milliseconds: operations and nanoseconds; or false, having failed. */
typedef bool work_slice(struct work *, struct rounds_slice *);
/* Nanoseconds an operation of the ceiling. */
typedef bool work_ceiling(struct work *, double *ns);

/* Sets up, and ends, what slices need. False, having failed. */
bool alone_begin(struct work *);
void alone_end(struct work *);
work_slice alone_lookup, alone_change, alone_build;
work_ceiling alone_ceiling;

bool together_begin(struct work *);
void together_end(struct work *);
work_slice together_lookup, together_build;
work_ceiling together_ceiling;

/* Makes the filter that is built next in place of the last, and looks whether all its keys are in. */
bool work_create(struct work *);
bool work_built(struct work *, size_t accepted);

#endif
