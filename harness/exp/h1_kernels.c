/* SPDX-License-Identifier: MIT */
/* h1_kernels.c - H1: the lookup implementations for one table, against its size, each with the most that the machine
 * could do. */
#include "harness/analysis/round_points.h"
#include "harness/exp/life_cells.h"
#include "harness/exp/limits.h"
#include "harness/filters/setup.h"
#include "harness/programs/programs.h"

#include <stdlib.h>
#include <string.h>

/* Tables of 4-entry buckets: L1 (m = 2^12), L2 (2^15), beyond it (2^18), L3 (2^20, 2^22), memory (2^25, the paper's),
 * and the largest that fits here. Bloom filters take the bytes of f = 12. */
static const size_t sizes[SCALES][8] = {
	{1 << 10},
	{1 << 15, 1 << 21},
	{1 << 12, 1 << 15, 1 << 18, 1 << 20, 1 << 22, 1 << 25, 1 << 27},
	{1 << 12, 1 << 15, 1 << 18, 1 << 20, 1 << 22, 1 << 25, 1 << 27},
};
static const unsigned rounds[SCALES] = {2, 9, 31, 31};

static const struct family {
	const char *twin;
	unsigned fp_bits;
	enum scale from;
} families[] = {
	{"cf", 12, SCALE_SMOKE}, {"cf", 8, SCALE_FULL},      {"cf", 16, SCALE_FULL},    {"ss-cf", 13, SCALE_QUICK},
	{"bf", 0, SCALE_SMOKE},  {"blk-bf", 0, SCALE_QUICK}, {"sb-bf", 0, SCALE_QUICK},
};

/* So many queries that no cache keeps what they read: one for each 24 bytes of table, with two lines each. A bulk
 * lookup takes 8 million for the paper's table. There are never so few that a processor learns their answers. */
static size_t
h1_queries_for(size_t bytes)
{
	size_t n = 1 << 16;

	while (n < bytes / 24 && n < 1 << 23)
		n *= 2;
	return n;
}

static void
plan_size(struct plan *plan, const struct family *family, size_t m)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = {
		.program = &program_kernels, .filter = filter_find(family->twin), .rounds = plan_reps(plan, rounds[s])};
	size_t bytes = 6 * m, target;

	setup_paper(cell.filter, bytes, &cell.params, &target);
	if (family->fp_bits) {
		cell.params.bytes = 0;
		cell.params.buckets = m;
		cell.params.fp_bits = family->fp_bits;
		cell.params.slots = 4;
		target = m * 4 / 100 * 95 + m * 4 % 100 * 95 / 100;
		/* a semi-sorted entry is a bit shorter */
		bytes = m * (family->fp_bits - (family->fp_bits == 13)) / 2;
	}
	cell.target = target;
	cell.queries = h1_queries_for(bytes);
	plan_add(plan, &cell, 1);
}

static void
plan_kernels(struct plan *plan)
{
	const enum scale s = plan_scale(plan);

	for (size_t f = 0; f < sizeof families / sizeof *families; f++)
		for (size_t i = 0; sizes[s][i]; i++)
			if (families[f].from <= s && filter_find(families[f].twin))
				plan_size(plan, &families[f], sizes[s][i]);
}

/* The name of a panel ends in the share of present keys. */
static bool
h1_ceiling(const struct point *rate, struct ceiling_of *c)
{
	const char *share = strrchr(rate->panel, 'p');

	return share && line_ceiling(rate, c, SETUP_LOOKUP, atof(share + 1) / 100, 1);
}

const struct experiment experiment_h1 = {
	.id = "h1",
	.title = "H1. Look-ups at the limit: every kernel against the size of the table",
	.shows = "The paper looks up one key after the other and says how filters compare, not how far they are from "
		 "what the machine could do.",
	.setup = "One table, 95 % full (Bloom filters: 13 bits an item), is looked up by every filter that gives the "
		 "same answers: the paper's way, one key after the other; pipelined; with vector instructions. They "
		 "take turns, round after round, in one process, in an order that rotates, in slices of 5 ms or more, "
		 "and with them the ceilings: the same hash, and one or two random lines of the same table read. Every "
		 "answer counts: as many hits as the table has. Panels are tables (cf12: CF, f=12, b=4) and the share "
		 "of keys that were inserted (p50: half). A filter that wants millions of keys a call takes part where "
		 "that many are asked; one whose instructions this processor lacks does not.",
	.deviations =
		"Not in the paper. A look-up of its own filters is one key after the other (cf, ss-cf, bf, blk-bf).",
	.reading = "Million look-ups per second, higher is better. over_best: the rate over that of the fastest "
		   "look-up of the same table and share, by its median (not of millions of keys a call, nor a "
		   "control), round by round: which are worth their names, and where.",
	.x = "table (KiB)",
	.timed = true,
	.figure = true,
	.rows = TABLE_SERIES,
	.columns = TABLE_X,
	.statistic = "median",
	.plan = plan_kernels,
	.views = (const struct view[]){{.program = &program_kernels}, {0}},
	.derive_rounds = over_best,
	.ceiling = h1_ceiling,
	.looks_up = limits_looks_up,
	.claims = limits_h1,
};
