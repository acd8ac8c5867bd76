/* SPDX-License-Identifier: MIT */
/*
 * groups.c - equation (3) against the code: among n random items, how many groups of 2b+1 share their fingerprint and
 * both buckets? Could the filter hold the n items at all?
 *
 * An item is reduced to its class (fingerprint, smaller bucket). The c items of one class form C(c, 2b+1) groups.
 */
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/stats/stats.h"
#include "variants/cuckoo/cuckoo.h"

#include <stdio.h>
#include <stdlib.h>

static const struct cuckoo_codec addressing = {.fp_hash = cuckoo_fp_hash};

/* C(c, g). For the classes seen here (c of tens, g = 5 or 9) it stays far below 2^64. */
static uint64_t
groups_choose(uint64_t c, unsigned g)
{
	uint64_t r = 1;

	if (c < g)
		return 0;
	for (unsigned i = 1; i <= g; i++)
		r = r * (c - g + i) / i;
	return r;
}

static void
groups_run(struct run *run, const struct cell *cell)
{
	struct filter *f = run_create(run, cell, false);
	const struct cuckoo *c = (const struct cuckoo *)f;
	size_t n = cell->target;
	uint64_t *class = run_alloc(run, n * sizeof *class), groups = 0, run_length = 0;
	const char *panel = c->b == 2 ? "a" : "b";
	char series[NAME_MAX_SERIES];
	const struct filter_info info = filter_told(f);

	for (size_t i = 0; i < n; i++) {
		struct cuckoo_place p = cuckoo_locate(c, addressing, key_at(run_seed(run, 0), i), c->f);

		class[i] = (uint64_t)p.fp << 32 | (p.i1 < p.i2 ? p.i1 : p.i2);
	}
	qsort(class, n, sizeof *class, stats_compare_whole);
	for (size_t i = 0; i < n; i++) {
		run_length = i && class[i] == class[i - 1] ? run_length + 1 : 1;
		if (i + 1 == n || class[i + 1] != class[i])
			groups += groups_choose(run_length, 2 * c->b + 1);
	}
	snprintf(series, sizeof series, "m=2^%u", log2_floor(info.buckets));
	emit(run, panel, series, c->f, "observed_groups", "groups", groups, 1);
	emit(run, panel, series, c->f, "failure", "fraction", program_fill_filter(run, f, 0, n) < n, 1);
}

static void
groups_estimate(const struct cell *cell, struct cell_estimate *e)
{
	e->inserts = e->keys = (double)cell->target;
	e->lookups = 6 * (double)cell->target; /* the sort */
	e->bytes = cell->target * 8;
}

const struct program program_groups = {.name = "groups", .run = groups_run, .estimate = groups_estimate};
