/* SPDX-License-Identifier: MIT */
/* field_build.h - the construction of a filter and its deletions, as contestants of program_field. */
#ifndef CUCKOOBENCH_FIELD_BUILD_H
#define CUCKOOBENCH_FIELD_BUILD_H

#include "harness/timing/contestant.h"

/*
 * SHORT_TO: below so many keys a slice is a fifth as long, a millisecond: a table in the caches answers a chunk of keys
 * in a tenth of that. So small scales can have all filters. BUILD_ONCE: beyond so many keys a table takes seconds, and
 * is built once a process: in turn, or when its table was made, which is then what it took.
 */
enum { FIELD_SHORT_TO = 1 << 17, FIELD_SHORTER = 5, FIELD_BUILD_ONCE = 1 << 22 };

/* A table that is made and emptied again in turn. */
struct field_builder {
	const struct filter_ops *ops;
	struct filter_params params;
	const uint64_t *keys;
	size_t n;
	struct slice made;    /* by the same filter, of the same keys; no ops: not */
	struct slice removed; /* of the last turn */
	bool done;
};

/* Measures, for a contestant whose state is a builder: makes the filter of all keys and deletes them all, until the
 * construction alone has taken long enough. */
bool field_build(struct contestant *, uint64_t least, struct slice *, struct failure *);

#endif
