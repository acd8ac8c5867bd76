/* SPDX-License-Identifier: MIT */
/*
 * fill.c - one fill of a filter from a key counter, and the results that follow from it: the load reached; with
 * queries, the false positive rate and the bits per item. x is the bits of a fingerprint, or the hash functions.
 *
 * There is no array of keys, so m = 2^30 needs no more memory than its table. Only a static filter needs all keys at
 * once.
 */
#include "harness/programs/programs.h"

#include "core/bits.h"
#include "datasets/keys.h"
#include "harness/filters/setup.h"
#include "harness/timing/answers.h"
#include "harness/timing/measure.h"
#include "harness/timing/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

size_t
program_fill_filter(struct run *run, struct filter *f, size_t done, size_t target)
{
	const uint64_t seed = run_seed(run, 0);
	const size_t wanted = f->ops->batch, call = wanted <= MEASURE_BATCH ? MEASURE_BATCH
	                                            : wanted < MEASURE_MOST ? wanted
	                                                                    : MEASURE_MOST;
	uint64_t keys[MEASURE_MOST];

	while (done < target) {
		size_t batch = target - done < call ? target - done : call, got;

		keys_fill(keys, batch, seed, done);
		got = f->ops->insert(f, keys, batch);
		done += got;
		if (got < batch)
			break;
	}
	return done;
}

struct filter *
program_build(struct run *run, const struct cell *cell, bool traced, size_t n)
{
	uint64_t *keys = run_alloc(run, (n + 1) * sizeof *keys);

	keys_fill(keys, n, run_seed(run, 0), 0);
	return run_build(run, cell, traced, keys, n).filter;
}

bool
program_fits_again(const struct filter *f, size_t before, size_t now)
{
	return now == before || (f->ops->rearranges && now <= before && before - now <= before / 50);
}

uint64_t
program_false_positives(struct run *run, const struct filter *f, size_t n)
{
	return table_hits(f, run_seed(run, 0), KEYS_ABSENT, n);
}

struct filter_info
program_told(struct run *run, const struct filter *f, size_t n)
{
	const struct filter_info info = filter_told(f);

	if (info.items != n)
		run_fail(run, "%zu keys are in but the filter counts %zu", n, info.items);
	return info;
}

void
program_verify_keys(struct run *run, const struct filter *f, const uint64_t *keys, size_t n, size_t first)
{
	uint8_t hit[MEASURE_BATCH];
	char why[ANSWERS_WHY];

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		const size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH,
			     hits = f->ops->contains(f, keys + done, batch, hit);

		if (answers_look(hit, batch, hits, why) != ANSWERS_RIGHT)
			run_fail(run, "wrong answers: %s", why);
		for (size_t i = 0; i < batch; i++)
			if (!hit[i])
				run_fail(run,
				         "false negative: key %zu (%#" PRIx64 ") was inserted and is reported absent",
				         first + done + i, keys[done + i]);
	}
}

void
program_verify_present(struct run *run, const struct filter *f, size_t n)
{
	const uint64_t seed = run_seed(run, 0);
	uint64_t keys[MEASURE_BATCH];

	for (size_t done = 0; done < n; done += MEASURE_BATCH) {
		const size_t batch = n - done < MEASURE_BATCH ? n - done : MEASURE_BATCH;

		keys_fill(keys, batch, seed, done);
		program_verify_keys(run, f, keys, batch, done);
	}
}

struct slice
program_time_lookups(const struct filter *f, const uint64_t *keys, size_t n, size_t *hits)
{
	struct slice slice = {0, 0};

	*hits = 0;
	for (int pass = 0; pass < PROGRAM_PASSES && slice.ns < measure_least_ns(); pass++) {
		size_t found;

		slice.ns += measure_contains(f, keys, n, &found);
		slice.ops += n;
		*hits += found;
	}
	return slice;
}

struct query_set
program_queries(struct run *run, const struct cell *cell, unsigned percent, size_t items)
{
	const struct query_source source = {.seed = run_seed(run, 0), .items = items, .percent = percent};
	struct query_set q;

	query_set_draw(&q, &source, cell->queries, run_alloc(run, query_set_bytes(cell->queries)));
	return q;
}

/* "b=4:m=2^15", or the number of buckets if it is not a power of two; nothing for a filter without buckets. */
static void
table_name(char name[NAME_MAX_PANEL], const struct filter_info *info)
{
	const size_t m = info->buckets;

	*name = '\0';
	if (info->slots && info->slots_per_bucket && is_power_of_two(m))
		snprintf(name, NAME_MAX_PANEL, "b=%u:m=2^%u", info->slots_per_bucket, log2_floor(m));
	else if (info->slots && info->slots_per_bucket)
		snprintf(name, NAME_MAX_PANEL, "b=%u:m=%zu", info->slots_per_bucket, m);
}

static void
fill_run(struct run *run, const struct cell *cell)
{
	const bool at_once = cell->filter->caps & FILTER_STATIC;
	struct filter *f = at_once ? program_build(run, cell, false, cell->target) : run_create(run, cell, false);
	const char *name = cell->filter->name;
	const double setting = cell->params.fp_bits ? cell->params.fp_bits : cell->params.hashes;
	size_t n = at_once ? cell->target : program_fill_filter(run, f, 0, cell->target);
	const struct filter_info info = program_told(run, f, n);
	char table[NAME_MAX_PANEL];

	program_verify_present(run, f, n);
	table_name(table, &info);
	if (info.slots)
		emit(run, table, name, setting, "load", "fraction", n, info.slots);
	if (cell->queries == 0)
		return;
	emit(run, table, name, setting, "fpr", "rate", program_false_positives(run, f, cell->queries), cell->queries);
	emit(run, table, name, setting, "bits_per_item", "bits/item", info.bytes * 8, n);
}

static void
fill_estimate(const struct cell *cell, struct cell_estimate *e)
{
	const struct filter_params *p = &cell->params;
	size_t slots = p->buckets ? p->buckets * (p->slots ? p->slots : 4) : p->items ? p->items : p->bytes;

	e->inserts = cell->target == SIZE_MAX ? (double)slots : (double)cell->target;
	/* Short fingerprints fail early: by section 4, f bits reach a load of about f/6 of full at these m. */
	if (p->fp_bits && p->fp_bits < 6 && cell->target == SIZE_MAX)
		e->inserts *= p->fp_bits / 6.0;
	e->lookups = e->inserts + (double)cell->queries;
	e->keys = e->inserts + e->lookups;
	if (cell->filter->caps & FILTER_STATIC)
		e->bytes = 8 * cell->target + setup_scratch(cell->filter, (double)cell->target);
}

const struct program program_fill = {.name = "fill", .run = fill_run, .estimate = fill_estimate};
