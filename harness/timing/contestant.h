/* SPDX-License-Identifier: MIT */
/*
 * contestant.h - one that takes part in a contest (harness/programs/contest.h): a filter's lookups, a ceiling, or
 * whatever else is measured in turn with them.
 *
 *      keys      |  chunk  |  chunk  |  chunk  |  chunk  |  chunk  |
 *      slice 0             | warm-up | timed . . . . . . |
 *      slice 1     . . . . |                             | warm-up | timed . .
 *
 * Each contestant goes through the keys chunk by chunk, from a starting place of its own. In the next round it
 * continues where it stopped. So with a table beyond the caches it never hits lines that the contestant before it has
 * just fetched. Nor can a branch predictor learn a short sequence of answers by heart. Every chunk's hits are compared
 * with what they must be, outside the timed part.
 */
#ifndef CUCKOOBENCH_CONTESTANT_H
#define CUCKOOBENCH_CONTESTANT_H

#include "harness/stats/slice.h"
#include "harness/timing/ceiling.h"
#include "harness/timing/query_set.h"
#include "harness/timing/table.h"

struct contestant {
	const struct filter *filter; /* whose lookups are timed; NULL: a ceiling */
	enum ceiling what;           /* which ceiling; its fastest style counts (ceiling.h) */
	struct ceiling_memory ground;
	const struct query_set *asked;
	uint8_t *hit; /* asked->n places for a filter that gets all keys in one call; otherwise NULL */
	size_t next;  /* next chunk */
	/* Its own way to measure, which adds to an empty slice. NULL: contend_by_chunks. */
	bool (*measure)(struct contestant *, uint64_t least, struct slice *, struct failure *);
	void *state; /* for `measure` */
};

/* Returns the contestant's name, such as "cf-avx2" or "ceiling-2". */
const char *contestant_name(const struct contestant *);
/* Makes a contestant of a filter's lookups, with room for answers if it is bulk. On failure returns false. */
bool contestant_lookups(struct contestant *, const struct filter *, const struct query_set *, struct failure *);
void contestant_free(struct contestant *);
/* Returns a ceiling on the lines of a table, with the keys that its filters look up. */
struct contestant contestant_ceiling(enum ceiling, const struct test_table *, const struct query_set *);
/* Returns whether the filter wants so many keys per call that it gets all of them at once. */
bool contestant_is_bulk(const struct filter_ops *);
/* Lets a contestant start with this chunk of its keys. */
void contestant_start(struct contestant *, size_t chunk);
/* Times one contestant: a chunk to warm up, then chunks until they have taken `least` nanoseconds. A ceiling gets that
 * time for each style. Fails if an answer is wrong. */
bool contend_by_chunks(struct contestant *, uint64_t least, struct slice *, struct failure *);
/* Times it in its own way, if it has one, or as above. */
bool contend(struct contestant *, uint64_t least, struct slice *, struct failure *);

#endif
