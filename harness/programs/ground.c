/* SPDX-License-Identifier: MIT */
/*
 * ground.c - the baselines of all throughput figures: the hash alone, and the machine's ceilings.
 *
 * A ceiling reads one or two random lines per operation, or stores them back. Its memory has the size and pages of the
 * filters', and its cells run between theirs.
 */
#include "harness/programs/programs.h"

#include "core/mem.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/machine/placement.h"
#include "harness/timing/measure.h"
#include "harness/timing/placer.h"

/* Emits the rate of every style; the fastest is the ceiling. */
static void
measure_ceilings(struct run *run, struct ceiling_memory *g, enum ceiling what)
{
	struct slice best = {0};

	for (enum ceiling_style style = 0; style < CEILING_STYLES; style++)
		if (ceiling_has(g, what, style)) {
			const struct slice s = measure_ceiling(g, what, style, 4 * measure_least_ns());

			emit(run, "styles", ceiling_series[what], 0, ceiling_style_names[style], "Mops/s", s.ops, s.ns);
			if (slice_is_faster(s, best))
				best = s;
		}
	emit(run, "", ceiling_series[what], 0, "rate", "Mops/s", best.ops, best.ns);
}

static void
ground_run(struct run *run, const struct cell *cell)
{
	/* The number of passes over the keys that makes a slice at a nanosecond per key. */
	const size_t n = cell->queries, passes = measure_least_ns() * 2 / n + 1;
	uint64_t *keys = run_alloc(run, n * sizeof *keys), ns = 0;
	struct hash hash;
	struct mem table;
	struct ceiling_memory ground;

	if (mem_alloc(&table, cell->params.bytes, cell->params.place) != 0)
		run_fail(run, "no memory for %zu bytes%s%s", cell->params.bytes,
		         placer_refusal(cell->params.place) ? ": " : "",
		         placer_refusal(cell->params.place) ? placer_refusal(cell->params.place) : "");
	hash_init(&hash, cell->params.hash, run_seed(run, 1));
	keys_fill(keys, n, run_seed(run, 0), 0);
	for (size_t pass = 0; pass < passes; pass++)
		ns += measure_hash(&hash, keys, n);
	emit(run, "", "hash", 0, "rate", "Mops/s", passes * n, ns);
	ground = ceiling_memory(&hash, table.data, cell->params.bytes, keys, n);
	for (enum ceiling what = CEILING_READ_1; what <= CEILING_UPDATE_2; what++)
		measure_ceilings(run, &ground, what);
	mem_free(&table);
}

static void
ground_estimate(const struct cell *cell, struct cell_estimate *e)
{
	/* The hash; 16 slices, at the 2 ns per key that the plan assumes. */
	e->keys = 10 * (double)cell->queries + 16 * 20e6 / 2;
	e->bytes = cell->params.bytes + cell->queries * 8;
}

const struct program program_ground = {.name = "ground", .timed = true, .run = ground_run, .estimate = ground_estimate};
