/* SPDX-License-Identifier: MIT */
/*
 * Figure 2: the load factor reached with f-bit fingerprints, f = 1..20, for (a) b = 4 and (b) b = 8 entries a bucket and
 * m = 2^15, 2^20, 2^25, 2^30 buckets, with the load that two independent hash functions reach. A run inserts until one
 * insertion has relocated 500 fingerprints; a point is the minimum of 10 runs.
 */
#include "harness/programs.h"

/* log2 of m; 0 ends the list. m = 2^30 needs up to 20 GiB a table and is left out where memory does not allow it. */
static const unsigned log2_m[SCALES][5] = {{8, 10}, {15, 18}, {15, 20, 25}, {15, 20, 25, 30}};
static const unsigned f_step[SCALES] = {5, 1, 1, 1};

/*
 * Runs of one point. A table of m = 2^25 takes a minute to fill, so full scale runs there only the f where the curve
 * bends and two on its plateau; ten times where ;login: Table 2 needs them too (f = 2 4 6 8 12 16, b = 4), three times elsewhere.
 */
static unsigned
runs_of(enum scale s, unsigned log2, unsigned b, unsigned f)
{
	if (s == SCALE_SMOKE)
		return 2;
	if (s != SCALE_FULL || log2 < 25)
		return 10;
	if (f > 8 && f != 12 && f != 16)
		return 0;
	if (b == 4 && (f % 2 == 0))
		return 10;
	return b == 4 || f != 16 ? 3 : 0;
}
/* The line of two independent hashes is drawn at the largest m whose 8-byte entries stay within a few GiB. */
static const unsigned log2_m_2hash[SCALES] = {10, 18, 20, 25};

static void
plan_fills(struct plan *plan)
{
	enum scale s = plan_scale(plan);

	for (unsigned b = 4; b <= 8; b += 4) {
		struct cell cell = {.program = &program_fill, .filter = filter_find("cf"), .target = SIZE_MAX};

		cell.params.slots = b;
		for (const unsigned *log2 = log2_m[s]; *log2; log2++)
			for (unsigned f = 1; f <= 20; f += f_step[s]) {
				unsigned runs = runs_of(s, *log2, b, f);

				cell.params.buckets = (size_t)1 << *log2;
				cell.params.fp_bits = f;
				plan_add(plan, &cell, runs ? plan_reps(plan, runs) : 0);
			}
		cell.filter = filter_find("cf-2hash");
		cell.params.buckets = (size_t)1 << log2_m_2hash[s];
		cell.params.fp_bits = 0;
		plan_add(plan, &cell, plan_reps(plan, runs_of(s, log2_m_2hash[s], b, 0)));
	}
}

const struct experiment experiment_f2 = {
	.id = "f2",
	.title = "Figure 2. Load factor α achieved by partial-key cuckoo hashing",
	.shows = "With b=4 and b=8 entries per bucket, tables fill to 95 % and 98 % once the fingerprint is long enough; the length "
		 "that suffices grows slowly with the table and shrinks with b. Minimum of 10 runs.",
	.setup = "Random 64-bit keys are inserted until an insertion relocates 500 fingerprints without finding room. Keys come from a "
		 "counter, so no array of keys limits the size. quick: m = 2^15 and 2^18; full: to 2^25, where f = 1 to 8, 12 and 16 "
		 "only are run, some of them three times (the tables say); paper: to 2^30 as far as memory allows.",
	.deviations = "Fingerprint 0 marks an empty entry and is replaced by 1, which doubles the weight of value 1; f = 1 therefore has a "
		      "single value.",
	.reading = "Share of entries in use when an insertion first fails; higher is better. The paper plots the minimum of 10 runs.",
	.x = "f (bits)",
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.statistic = "min",
	.plan = plan_fills,
};
