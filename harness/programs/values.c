/* SPDX-License-Identifier: MIT */
/*
 * values.c - a filter that is built of keys and their values: each key returns its own, an absent one nearly never any.
 *
 *      keys, values --build--> filter <--value-- every key: its value     <--value-- absent keys: how many get one?
 *                                   <--set_value-- new values, where they can be changed; every key once more
 *
 * A key that does not return its value fails the cell.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"

#include <inttypes.h>

struct valued {
	struct run *run;
	struct filter *filter;
	uint64_t *keys;
	uint32_t *values;
	size_t n;
	uint32_t mask;
};

/* The values of a round: random numbers. */
static void
values_draw(struct valued *v, uint64_t round)
{
	for (size_t i = 0; i < v->n; i++)
		v->values[i] = (uint32_t)rng_mix(v->keys[i] + round * RNG_STEP) & v->mask;
}

static void
values_verify(const struct valued *v)
{
	uint32_t told[MEASURE_BATCH];
	uint8_t hit[MEASURE_BATCH];

	for (size_t done = 0; done < v->n; done += MEASURE_BATCH) {
		const size_t batch = v->n - done < MEASURE_BATCH ? v->n - done : MEASURE_BATCH;

		(void)v->filter->ops->value(v->filter, v->keys + done, batch, hit, told);
		for (size_t i = 0; i < batch; i++)
			if (!hit[i] || told[i] != v->values[done + i])
				run_fail(v->run, "key %zu (%#" PRIx64 ") has value %" PRIu32 " and returns %s%" PRIu32,
				         done + i, v->keys[done + i], v->values[done + i], hit[i] ? "" : "none, or ",
				         told[i]);
	}
}

static void
values_run(struct run *run, const struct cell *cell)
{
	struct cell valued = *cell;
	struct valued v = {.run = run, .n = cell->target, .mask = (UINT32_C(1) << cell->params.value_bits) - 1};
	const char *name = cell->filter->name;
	const double setting = cell->params.fp_bits;
	struct filter_info info;

	v.keys = run_alloc(run, (v.n + 1) * sizeof *v.keys);
	v.values = run_alloc(run, (v.n + 1) * sizeof *v.values);
	keys_fill(v.keys, v.n, run_seed(run, 0), 0);
	values_draw(&v, 0);
	valued.params.values = v.values;
	v.filter = run_build(run, &valued, false, v.keys, v.n).filter;
	values_verify(&v);
	if (cell->filter->set_value) {
		values_draw(&v, 1);
		cell->filter->set_value(v.filter, v.keys, v.n, v.values);
		values_verify(&v);
	}
	info = program_told(run, v.filter, v.n);
	emit(run, "", name, setting, "values_present", "values", v.n, v.n);
	emit(run, "", name, setting, "values_absent", "rate", program_false_positives(run, v.filter, cell->queries),
	     cell->queries);
	emit(run, "", name, setting, "bits_per_item", "bits/item", info.bytes * 8, v.n);
}

static void
values_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const double n = (double)cell->target;

	e->inserts = n;
	e->lookups = 2 * n + (double)cell->queries;
	e->keys = e->inserts + e->lookups;
	e->bytes = 12 * cell->target + setup_scratch(cell->filter, n);
}

const struct program program_values = {.name = "values", .run = values_run, .estimate = values_estimate};
