/* SPDX-License-Identifier: MIT */
/* h5_flight.c - H5: lookups against the number in flight, with the same numbers of line reads; and millions of lookups
 * per call, answered or counted. */
#include "harness/exp/life_cells.h"
#include "harness/exp/limits.h"
#include "harness/exp/round_points.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <string.h>

static const char counts[] = "cf-bulk:count";

/* Sizes of tables in bytes: in the second-level cache, in the last-level cache, and in memory. A last-level cache has
 * 16 to 64 MiB for a few cores that share it, and the tables of three filters take turns. */
#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)
static const size_t sizes[SCALES][4] = {
	{6 * KIB},
	{192 * KIB, 3 * MIB, 12 * MIB},
	{192 * KIB, 3 * MIB, 192 * MIB},
	{192 * KIB, 3 * MIB, 192 * MIB},
};

/* CF's tables for calls of this many keys. Such a table is large enough to have scratch memory for them
 * (variants/plain/cf_bulk.c). The one at smoke scale has none, and counts answers. */
static const struct {
	size_t buckets, queries;
} counted[SCALES] = {{1 << 10, 1 << 14}, {0, 0}, {1 << 25, 1 << 23}, {1 << 25, 1 << 23}};

static void
plan_count(struct plan *plan)
{
	const enum scale s = plan_scale(plan);
	const size_t m = counted[s].buckets;
	struct cell cell = {.program = &program_count,
	                    .filter = filter_find("cf"),
	                    .params = {.buckets = m, .fp_bits = 12, .slots = 4}};

	if (m == 0)
		return;
	cell.target = limits_items(m);
	cell.queries = counted[s].queries;
	plan_add_rounds(plan, &cell);
}

static void
plan_flight(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	/* The filters share one cell, in which they are compared. */
	if (!plan_admits(plan, filter_find("cf")) || !plan_admits(plan, filter_find("ss-cf")) ||
	    !plan_admits(plan, filter_find("blk-bf")))
		return;
	for (size_t i = 0; sizes[s][i]; i++) {
		struct cell cell = {.program = &program_flight,
		                    .params = {.bytes = sizes[s][i]},
		                    .queries = limits_queries(sizes[s][i], 1 << 22)};

		plan_add_rounds(plan, &cell);
	}
}

static void
plan_both(struct plan *plan)
{
	plan_flight(plan);
	plan_count(plan);
}

/* The same number of reads in flight, of the same number of lines; for counted keys, that of CF. */
static bool
h5_ceiling(const struct point *rate, struct ceiling_of *c)
{
	if (strcmp(rate->series, counts) == 0) {
		c->lines = 2;
		return true;
	}
	return line_ceiling(rate, c, SETUP_LOOKUP, 0, 1);
}

/* --- claims ----------------------------------------------------------------------------------------------------- */

static const char *const families[] = {"cf", "ss-cf", "blk-bf"};
enum { FAMILIES = sizeof families / sizeof *families };
static const struct judge_lines in_flight = {"h5", "192MiB", "lookup", NULL, ""},
				counting = {"h5", "bulk", "lookup", NULL, ""};

/* A core can have ten outstanding misses since 2008 (Nehalem's line fill buffers), and a lookup of two lines has two.
 * The bound leaves a fifth for the lookup's other work. */
static void
judge_gain(struct judge *j)
{
	for (size_t i = 0; i < FAMILIES; i++)
		judge_at_least(j, judge_along(j, &in_flight, families[i], 64, 1), i < 2 ? 4 : 8,
		               judge_text(j, "|%s|: 64 over 1 in flight", families[i]));
}

/* Three quarters: both compute the hash, and comparing takes a third of the instructions of a lookup. At 64 in flight
 * reads are near the ceiling of C1 and H1. At 16 they are some three fifths of it where the second cache takes more. */
static void
judge_ceiling(struct judge *j)
{
	for (size_t i = 0; i < FAMILIES; i++) {
		const struct runs read = judge_speed(j, &in_flight, i < 2 ? "ceiling-2" : "ceiling-1", 64);

		judge_at_least(j,
		               judge_median(j, judge_ratio(j, judge_speed(j, &in_flight, families[i], 64), read), "%"),
		               0.75, judge_text(j, "|%s| / as many lines, 64 in flight", families[i]));
	}
}

/* A window of 200 to 512 instructions holds three to seven lookups of some 70 instructions. */
static void
judge_own(struct judge *j)
{
	for (size_t i = 0; i < FAMILIES; i++) {
		const struct runs many = judge_speed(j, &in_flight, families[i], 16),
				  own = judge_runs(j, "h5", "192MiB", families[i], 0, "own");

		judge_less(j, judge_median(j, judge_ratio(j, own, many), "x"), 1,
		           judge_text(j, "|%s|: its own loop over 16 in flight", families[i]));
	}
}

/* The bound that cf-bulk has in H1; others set it by counting. */
static void
judge_count(struct judge *j)
{
	judge_at_least(j, judge_over(j, &counting, counts, "ceiling-2", 0, "%"), 1.25, "cf-bulk:count / ceiling-2");
}

static const struct claim claims[] = {
	{"H5 (gain)",
         "With 64 keys in flight a table in memory answers at least eight times as many look-ups of one line as with "
         "one, and four times as many of two.",
         "this suite",
         "Tables of 192 MiB, absent keys, 64 in flight over 1, round by round: blk-BF at least 8, CF and ss-CF 4.",
         judge_gain,
         "So many misses are not outstanding at a time, or the work of a look-up beside waiting takes more than an "
         "eighth of the time that one miss takes.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H5 (ceiling)", "With 64 keys in flight a look-up is at least three quarters as fast as reading its lines.",
         "this suite",
         "Tables of 192 MiB, absent keys: CF and ss-CF over two random lines, blk-BF over one, by the same hash, 64 "
         "of each in flight, round by round.",
         judge_ceiling,
         "What a look-up does with its lines takes more of this processor's time than it can hide behind the next "
         "ones' coming.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H5 (own loop)", "A loop that looks up one key after the other has fewer than 16 in flight.", "this suite",
         "Tables of 192 MiB, absent keys: the filter's own look-up over one with 16 in flight, round by round, below "
         "1: CF, ss-CF, blk-BF.",
         judge_own,
         "This processor's window holds more look-ups than 16, or a loop of few instructions makes up for it.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{"H5 (count)", "Eight million absent keys that are only counted pass the limit of random reads: 125 % of it.",
         "this suite",
         "CF, f=12, m=2^25, absent keys: how many of 2^23 are present, in one call, over the ceiling of two random "
         "lines, round by round.",
         judge_count,
         "Half as many bytes are written and read again as where each key is answered, but as many records: where "
         "random reads are cheap beside the instructions that those take, there is little to gain.",
         LIMITS_STRADDLES, LIMITS_IN_MEMORY},
	{0},
};

const struct experiment experiment_h5 = {
	.id = "h5",
	.title = "H5. Look-ups in flight: speed against how many keys are looked up at a time",
	.shows = "The paper looks up one key after the other; how many of them then wait for memory together is the "
		 "processor's affair, and not told.",
	.setup = "CF (f=12), ss-CF (f=13), 95 % full, and blk-BF (13 bits an item, k=9), tables of as many bytes, "
		 "absent keys. A look-up keeps exactly so many keys in flight: a key is hashed when the lines of the "
		 "one so many places before it have come, and cannot be sooner, since it is combined with what was "
		 "loaded. Its lines are asked for at once, into the "
		 "cache that can wait for more of them, as the batched filters do: from memory the second one of many "
		 "servers. The ceilings' own curves: one and two random lines of CF's "
		 "table for each key, by the same hash, as many in flight. own: the filter's own loop, one key after "
		 "the other; of a ceiling, its fastest style without any such limit, as in H1 and C1: "
		 "what the curve of reads comes to in memory; in a cache it is above the curve, since it hashes "
		 "several keys at a time. All take turns in one "
		 "process, round after round, in slices of 5 ms or more; every answer counts. Panels are the tables' "
		 "sizes. bulk: 2^23 keys in one call to CF's table of 2^25 buckets, partitioned by where they go "
		 "first, against the share of present keys in per cent: each answered (cf-bulk), or only counted "
		 "(cf-bulk:count), which takes half of the records' bytes. " LIMITS_PROCESSES,
	.deviations = "Not in the paper.",
	.reading = "Million look-ups (of a ceiling, keys) per second, higher is better. speed_up: over one in flight. "
		   "enough: keys in flight from which on it has 90 % of its greatest rate; of the ceilings, times the "
		   "lines of a key, that is how many misses this core keeps outstanding. own_in_flight: with so many "
		   "keys in flight it is as fast as its own loop: so many look-ups the processor's window holds. Times "
		   "the instructions of a look-up, that is about the window: a loop of fewer instructions overlaps "
		   "more keys, without asking for anything ahead.",
	.x = "keys in flight, or present keys (%)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.plan = plan_both,
	.views = (const struct view[]){{.program = &program_flight}, {.program = &program_count}, {0}},
	.derive_rounds = flight_points,
	.ceiling = h5_ceiling,
	.claims = claims,
};
