/* SPDX-License-Identifier: MIT */
/*
 * rounds.h - times lookups and ceilings in turn, round after round, in one process. So values that are compared were
 * measured within a second of each other.
 *
 *      round 0   | cf | ceiling-2 | cf-avx512 | cf-batch | ceiling-1 |       each a slice of 5 ms or more, in the order
 *      round 1   | cf-batch | cf | ceiling-1 | ceiling-2 | cf-avx512 |       of a row of a Latin square (latin.h)
 *  The speed of a shared machine changes by half within seconds. So a comparison takes two slices of one round, and the
 * result over many rounds is the median of such ratios.
 *  Each contestant goes through the keys chunk by chunk, from a starting place of its own. In the next round it
 * continues where it stopped. So with a table beyond the caches it never hits lines that the contestant before it has
 * just fetched. Nor can a branch predictor learn a short sequence of answers by heart. Every chunk's hits are
 * compared with what they must be, outside the timed part.
 */
#ifndef CUCKOOBENCH_ROUNDS_H
#define CUCKOOBENCH_ROUNDS_H

#include "harness/stats/latin.h"
#include "harness/stats/slice.h"
#include "harness/timing/ceiling.h"
#include "harness/timing/table.h"

/* One that takes part. All contestants of a round should have the same query set. */
struct contestant {
	const struct filter *filter; /* whose lookups are timed; NULL: a ceiling */
	enum ceiling what;           /* which ceiling; its fastest style counts (ceiling.h) */
	struct ceiling_memory ground;
	const struct test_table *kernels; /* the table that is looked up */
	const struct query_set *asked;
	uint8_t *hit; /* asked->n places for a filter that gets all keys in one call; otherwise NULL */
	size_t next;  /* next chunk */
};

/* Returns the contestant's name, such as "cf-avx2" or "ceiling-2". */
const char *contestant_name(const struct contestant *);
/* Returns a ceiling on the lines of a table, with the keys that its filters look up. */
struct contestant contestant_ceiling(enum ceiling, const struct test_table *, const struct query_set *);
/* Returns whether the filter wants so many keys per call that it gets all of them at once. */
bool contestant_is_bulk(const struct filter_ops *);
/* Times one contestant: a chunk to warm up, then chunks until they have taken `least` nanoseconds. A ceiling gets that
 * time for each style. Fails if an answer is wrong. */
bool contend(struct contestant *, uint64_t least, struct slice *, struct failure *);

/*
 * Lists all contestants of one table: each view, and the ceilings of one and of two lines. A filter that wants more
 * keys per call than the query set has is left out. `to` has room for TABLE_VIEWS + 2, at most LATIN_MOST; *count is
 * their number. Returns false if memory is short. rounds_leave frees what they needed.
 */
bool rounds_enter(struct contestant *to, size_t *count, const struct test_table *, const struct query_set *);
void rounds_leave(struct contestant *, size_t count);

/* Runs one round. slice[i] is the result of contestant i. Fails if an answer is wrong. */
bool rounds_run(struct contestant *, size_t count, unsigned round, uint64_t seed, uint64_t least, struct slice *slice,
                struct failure *);

#endif
