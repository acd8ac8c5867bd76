/* SPDX-License-Identifier: MIT */
/*
 * g6_unhashed_fingerprint.c - Why the fingerprint is hashed before it is xor-ed with the bucket index (section 3.1).
 *
 * With i2 = i1 xor f an item never leaves its 2^f buckets. So a table of m buckets is m / 2^f small tables, and is full
 * when the first of them is full.
 *
 *      f = 8:   | 256 buckets | 256 buckets | ... |      no relocation crosses a line
 */
#include "harness/analysis/judge.h"
#include "harness/analysis/reduce.h"
#include "harness/exp/plans.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const unsigned log2_m[SCALES][4] = {{8, 10}, {12, 15}, {12, 15, 20}, {15, 20, 25}};
static const unsigned f_step[SCALES] = {6, 2, 2, 2};

/* Ten. Of the longest fingerprint judged at m = 2^20 130: hashed, it gains 0.1 %, where loads spread by 0.4 % (A6). */
static unsigned
runs_of(enum scale s, unsigned log2, unsigned f)
{
	if (s == SCALE_SMOKE)
		return 2;
	return s >= SCALE_FULL && log2 == 20 && f == 16 ? 130 : 10;
}

static void
g6_plan_fills(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (const unsigned *log2 = log2_m[s]; *log2; log2++)
		for (unsigned f = 4; f <= 16; f += f_step[s]) {
			plan_fill(plan, "cf", (size_t)1 << *log2, 4, f, 0, runs_of(s, *log2, f));
			plan_fill(plan, "cf-nohash", (size_t)1 << *log2, 4, f, 0, runs_of(s, *log2, f));
		}
}

static void
loss_of_load(struct points *points)
{
	const size_t measured = points->count;

	for (size_t i = 0; i < measured; i++) {
		struct point hashed = points->at[i], *plain;

		if (strcmp(hashed.panel, "a") != 0)
			continue;
		plain = points_find(points, "b", hashed.series, hashed.x, hashed.metric);
		if (plain)
			points_add(points, "c", hashed.series, hashed.x, "loss", hashed.unit,
			           hashed.mean - plain->mean);
	}
}

/* "small compared to the table size" is all that the paper says; the bound is this suite's. Unhashed, f bits move an
 * item by less than 2^f buckets. That is a sixteenth of the table if f = log2 m - 4. From 6 bits on the hashed
 * fingerprint is known to fill the table (claim A3). */
static void
judge_loss(struct judge *j)
{
	unsigned sizes = 0;

	for (unsigned log2 = 10; log2 <= 30; log2++)
		for (unsigned f = 6; f + 4 <= log2; f += 2) {
			const char *line = judge_text(j, "m=2^%u", log2);
			struct runs hashed, raw;

			if (!judge_has(j, "g6", "a", line, f, "load"))
				continue;
			hashed = judge_runs(j, "g6", "a", line, f, "load");
			raw = judge_runs(j, "g6", "b", line, f, "load");
			judge_more(j, judge_median(j, judge_ratio(j, hashed, raw), "x"), 1,
			           judge_text(j, "load hashed/not, %s, f=|%u|", line, f));
			sizes++;
		}
	if (sizes == 0 && !isnan(judge_next_x(j, "g6", "a", "m=2^10", "load", 0)))
		judge_beyond(j, SCALE_QUICK, "no fingerprint from 6 bits on is short for these tables");
	else if (sizes == 0)
		judge_runs(j, "g6", "a", "m=2^15", 6, "load");
}

static const struct claim claims[] = {
	{"A6",
         "Without hashing the fingerprint before the xor the load reached is lower, where fingerprints are short for "
         "the table.",
         "section 3.1",
         "Run by run, for every m and f from 6 to log2(m)-4: the load at the first refusal with the fingerprint hashed "
         "is above that without. (The paper says \"small compared to the table size\", and 8 bits for example. The "
         "bound, a sixteenth of the table, is this suite's.)",
         judge_loss,
         "An unhashed xor moves an item by less than 2^f buckets. That costs load only as far as neighbourhoods of "
         "that size fill unevenly; towards the longest fingerprints judged the loss goes to nothing.",
         "Towards the longest fingerprints judged the loss is of the size of the spread between runs.",
         .least = SCALE_QUICK, .why = "tables of 4096 entries and two runs tell no load"},
	{0},
};

/* (a) with the fingerprint hashed, (b) as it is: the line "m=2^15" of the place "b=4:m=2^15". */
static void
g6_renamed(struct sample *s)
{
	const bool hashed = strcmp(s->series, "cf") == 0;

	snprintf(s->series, sizeof s->series, "%.*s", NAME_MAX_SERIES - 1, s->panel + strlen("b=4:"));
	strcpy(s->panel, hashed ? "a" : "b");
}

const struct experiment experiment_g6 = {
	.id = "g6",
	.title = "Design. The fingerprint hashed before it is xor-ed, or not",
	.shows = "Without hashing the fingerprint, items kicked out of nearby buckets land close to each other, at "
		 "most 2^f buckets away; hashing spreads them over the table, which reduces collisions and improves "
		 "its utilisation (section 3.1).",
	.setup = "b = 4, f = 4 to 16, filled until an insertion fails, 10 runs. (a) i2 = i1 xor hash(f), (b) i2 = i1 "
		 "xor f; else the two filters are the same. m = 2^12 and 2^15 at quick scale, to 2^20 at full and 2^25 "
		 "at paper scale.",
	.reading = "load: entries in use when an insertion first fails; higher is better. (c) loss: mean load of (a) "
		   "less that of (b).",
	.x = "f (bits)",
	.figure = true,
	.rows = TABLE_X,
	.columns = TABLE_SERIES,
	.bars = "bars from least to most",
	.plan = g6_plan_fills,
	.views = (const struct view[]){{.program = &program_fill, .measure = "load", .renamed = g6_renamed}, {0}},
	.derive = loss_of_load,
	.claims = claims,
};
