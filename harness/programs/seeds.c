/* SPDX-License-Identifier: MIT */
/*
 * seeds.c - how many seeds of its hash a static filter tries until its keys can be laid out, for those numbers of keys
 * for which that is most likely to fail.
 *
 *      n = 3, 24, ... 11,521, ...    of each a few sets of keys:    failed  failed  built      3 seeds
 *                                                                   built                      1 seed
 *
 * Fewer keys in a table of the same size never fail more often. So the numbers are the greatest of their size, near
 * those at which a size changes. All numbers together are at x = 0 of the place "all".
 */
#include "harness/programs/programs.h"

#include "core/build.h"
#include "core/rng.h"
#include "datasets/keys.h"
#include "harness/filters/setup.h"

/*
 * By the measurements of docs/design/peeled.md, ascending. fuse4 is tightest with 53, 232, 914 and 2955 keys, fuse3
 * with 24, 927 and 2599, xor with 587; both formulas of fuse3 just after a segment doubles, the published one with
 * 1521, 3551, 5206, 11,521, 37,454, 126,131 and 416,077. A ribbon fails more often the more keys there are.
 */
static const size_t seeds_numbers[] = {3,    24,   53,    232,   587,   914,    1521,   2599,   2955,
                                       3551, 5206, 11521, 20085, 37454, 126131, 416077, 1000000};
enum { NUMBERS = sizeof seeds_numbers / sizeof *seeds_numbers, FEWEST_SETS = 4, FOR_KEYS = 1 };

/* Sets of n keys: as many as make four times the most keys together. */
static unsigned
seeds_sets(const struct cell *cell, size_t n)
{
	const size_t sets = 4 * cell->target / n;

	return sets < FEWEST_SETS ? FEWEST_SETS : sets < cell->draws ? (unsigned)sets : cell->draws;
}

struct seeds_count {
	uint64_t sets, seeds, refused, bytes;
};

static void
seeds_one(struct run *run, const struct cell *cell, uint64_t *keys, size_t n, uint64_t seed, struct seeds_count *c)
{
	struct run_built built;

	keys_fill(keys, n, seed, 0);
	built = run_build_try(run, cell, false, keys, n);
	c->sets++;
	c->seeds += built.seeds;
	c->refused += !built.filter;
	if (!built.filter)
		return;
	program_verify_keys(run, built.filter, keys, n, 0);
	c->bytes = filter_told(built.filter).bytes;
	run_discard(run, built.filter);
}

/* A refused set has no seed that did not fail. */
static void
seeds_tell(struct run *run, const struct cell *cell, const char *place, size_t n, const struct seeds_count *c)
{
	const char *name = cell->filter->name;

	emit(run, place, name, (double)n, "seeds", "seeds", c->seeds, c->sets);
	emit(run, place, name, (double)n, "failed", "rate", c->seeds - (c->sets - c->refused), c->seeds);
	emit(run, place, name, (double)n, "refused", "fraction", c->refused, c->sets);
}

static void
seeds_run(struct run *run, const struct cell *cell)
{
	uint64_t *keys = run_alloc(run, cell->target * sizeof *keys);
	struct seeds_count all = {0};

	for (size_t i = 0; i < NUMBERS && seeds_numbers[i] <= cell->target; i++) {
		const size_t n = seeds_numbers[i];
		struct seeds_count c = {0};

		for (unsigned set = 0; set < seeds_sets(cell, n); set++)
			seeds_one(run, cell, keys, n, rng_derive(run_seed(run, FOR_KEYS), n << 16 | set), &c);
		seeds_tell(run, cell, "", n, &c);
		if (c.refused < c.sets)
			emit(run, "", cell->filter->name, (double)n, "bits_of_n", "bits/item", c.bytes * 8, n);
		all.sets += c.sets, all.seeds += c.seeds, all.refused += c.refused;
	}
	seeds_tell(run, cell, "all", 0, &all);
}

static void
seeds_estimate(const struct cell *cell, struct cell_estimate *e)
{
	double n = 0;

	for (size_t i = 0; i < NUMBERS && seeds_numbers[i] <= cell->target; i++)
		n += (double)seeds_numbers[i] * seeds_sets(cell, seeds_numbers[i]);
	e->inserts = n * (cell->filter->caps & FILTER_CONTROL ? BUILD_SEEDS / 10.0 : 1);
	e->lookups = n;
	e->keys = e->inserts + e->lookups;
	e->bytes = cell->target * (8 + 4) + setup_scratch(cell->filter, (double)cell->target);
}

const struct program program_seeds = {.name = "seeds", .run = seeds_run, .estimate = seeds_estimate};
