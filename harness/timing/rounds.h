/* SPDX-License-Identifier: MIT */
/*
 * rounds.h - lookups and ceilings timed in turn, round after round, in one process: what is compared was measured
 * within a second.
 *
 *      round 0   | cf | ceiling-2 | cf-avx512 | cf-batch | ceiling-1 |        each a slice of 5 ms or more, in the order
 *      round 1   | cf-batch | cf | ceiling-1 | ceiling-2 | cf-avx512 |        of a row of a Latin square (latin.h)
 *  A machine of other people's moves by half within seconds, so a comparison is of two slices of one round, and what is
 * told of many rounds is the median of such ratios.
 *  Each contender goes through the keys chunk by chunk, from a place of its own, and on where it stopped in the round
 * before: beyond the caches it never meets the lines that the one before it has just fetched, and it does not learn a
 * short sequence of answers by heart. Every chunk's hits are compared with what they must be, outside the clock.
 */
#ifndef CUCKOOBENCH_ROUNDS_H
#define CUCKOOBENCH_ROUNDS_H

#include "harness/stats/latin.h"
#include "harness/timing/ceiling.h"
#include "harness/timing/table.h"

/* Who takes part. All of one round should be asked the same. */
struct contestant {
	const struct filter *filter; /* whose lookups; NULL: a ceiling */
	enum ceiling what;           /* which; the fastest of its styles speaks (ceiling.h) */
	struct ceiling_memory ground;
	const struct test_table *kernels; /* whose table it is */
	const struct query_set *asked;
	uint8_t *hit; /* asked->n places, for a filter that is asked all keys in one call; else NULL */
	size_t next;  /* chunk to go on with */
};

/* What one slice came to. */
struct rounds_slice {
	uint64_t keys, ns;
};

/* "cf-avx2"; "ceiling-2". */
const char *contender_name(const struct contestant *);
/* A ceiling on the lines of a table, by the keys that its filters are asked. */
struct contestant contender_ceiling(enum ceiling, const struct test_table *, const struct query_set *);
/* Does it ask for so many keys a call that it is given all at once? */
bool contender_is_bulk(const struct filter_ops *);
/* Times one: a chunk to warm up, then as many as take `least` nanoseconds; of a ceiling each style so long. False, and
 * why, if an answer is wrong. */
bool contend(struct contestant *, uint64_t least, struct rounds_slice *, char why[TABLE_WHY]);

/*
 * Everyone who takes part in lookups of one table: each view, and the ceilings of one and of two lines. A filter that
 * wants more keys a call than are asked is left out. Returns how many; `to` has room for TABLE_VIEWS + 2, at most
 * LATIN_MOST. False from rounds_enter: no memory. rounds_leave frees what they needed.
 */
bool rounds_enter(struct contestant *to, size_t *count, const struct test_table *, const struct query_set *);
void rounds_leave(struct contestant *, size_t count);

/* One round of them: slice[i] is what contender i did. */
bool rounds_run(struct contestant *, size_t count, unsigned round, uint64_t seed, uint64_t least,
                struct rounds_slice *slice, char why[TABLE_WHY]);

#endif
