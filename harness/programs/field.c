/* SPDX-License-Identifier: MIT */
/*
 * field.c - every filter for a number of keys, near a rate: its size, rate and load; and in turns its construction, its
 * lookups and its deletions.
 *
 *      tables     | cf:f12 | qf:f8 | ... | fuse4:f8 |       one each (candidates_near)
 *      choose     short slices of all kernels of a table; the fastest is its best one from here on
 *      count      false positives, bits, the load at the first refusal
 *      round 0    p = 0     | cf | cf-avx512 | qf | ... | ceilings |     each key by itself, and the best kernel
 *                 p = 50 %  |               "               |
 *                 p = 100 % |               "               |
 *                 build     | cf: create, insert all, delete all | qf ... |
 *      round 1    ...
 *
 * A cell without a filter takes all filters of the suite in turn. A cell that names a filter has only this filter and
 * ceilings of its own: if it is a plug-in's, whose faults must end no other cell; or if the tables of so many keys
 * would not fit in memory together.
 */
#include "harness/programs/contest.h"
#include "harness/programs/field_build.h"
#include "harness/programs/programs.h"

#include "datasets/keys.h"
#include "harness/filters/candidates.h"
#include "harness/filters/setup.h"
#include "harness/timing/measure.h"

#include <math.h>
#include <stdio.h>

enum { SHARES = 3, HALF = 1, PRELIMS = 2, CEILINGS_READ = 2 };
static const unsigned shares[SHARES] = {0, 50, 100};
static const char *const looks[SHARES] = {"lookup_0", "lookup_50", "lookup_100"}, *const best_looks[SHARES] = {
											  "best_0", "best_50",
											  "best_100"};

/* The load at which a table refuses depends little on its size (F2), so larger ones are not filled again. */
enum { FILL_TO = 1 << 20, CALL = 1 << 12 };
/* Absent keys for the false positive rate: some hundred errors near 2^-12; where there is time, also near 2^-16. */
enum { RATE_QUERIES = 1 << 19, RATE_LONG = 1 << 22, RATE_LONG_FROM = 1 << 17 };

/* One candidate. */
struct member {
	struct candidate of;
	char series[CANDIDATES_TEXT], place[8];
	const struct test_table *table;
	const struct filter *each, *best; /* its lookups one key after the other, and its fastest ones */
	const struct query_set *asked[SHARES];
	struct field_builder one, batched; /* batched.ops NULL: it has no other way to build */
	size_t lookup[SHARES], built;      /* entrants */
};

struct field {
	struct contest *contest;
	struct member *member;
	size_t members;
	size_t ceiling[CEILINGS_READ]; /* entrants: one line, two lines */
	bool has_ceiling;
	uint64_t *keys;
};

static bool
is_short(const struct cell *cell)
{
	return cell->target < FIELD_SHORT_TO;
}

static uint64_t
shorter(const struct cell *cell, uint64_t ns)
{
	return is_short(cell) ? ns / FIELD_SHORTER : ns;
}

static bool
look_up_shortly(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	return contend_by_chunks(c, least / FIELD_SHORTER, slice, f);
}

/* --- before the rounds -------------------------------------------------------------------------------------- */

/* Would the filter take all keys? That a table of few keys refuses one is chance, and no fault. */
static bool
fits(struct field *d, const struct member *m)
{
	const struct filter_params params = contest_params(d->contest, &m->of.params);
	const size_t n = d->contest->cell->target;
	struct filter *f;
	const char *why;
	bool all;

	if (m->of.twin->caps & FILTER_STATIC || !(m->of.twin->caps & FILTER_FILLS) || n > FILL_TO)
		return true;
	all = filter_create(m->of.twin, &params, &f, &why) == FILTER_OK && f->ops->insert(f, d->keys, n) == n;
	m->of.twin->destroy(f);
	return all;
}

static void
tell_load(struct field *d, const struct member *m)
{
	const struct filter_params params = contest_params(d->contest, &m->of.params);
	const struct filter_info info = m->table->info;
	uint64_t keys[CALL];
	size_t n = 0, got = CALL;
	struct filter *f;
	const char *why;

	if (!info.slots)
		return;
	emit(d->contest->run, m->place, m->series, (double)m->table->items, "load", "fraction", m->table->items,
	     info.slots);
	if (!(m->of.twin->caps & FILTER_FILLS) || m->table->items > FILL_TO ||
	    filter_create(m->of.twin, &params, &f, &why) != FILTER_OK)
		return;
	for (; got == CALL && n <= info.slots; n += got) {
		keys_fill(keys, CALL, contest_keys(d->contest), n);
		got = f->ops->insert(f, keys, CALL);
	}
	f->ops->destroy(f);
	emit(d->contest->run, m->place, m->series, (double)m->table->items, "greatest_load", "fraction", n, info.slots);
}

/* Does it take as many bits a key whatever their number? Of eight numbers from one to less than its double, the most
 * and the least bits differ by less than a fourth. */
static void
tell_any_size(struct field *d, const struct member *m)
{
	enum { SIZES = 8, KEYS = 1 << 13 };
	struct filter_params params = contest_params(d->contest, &m->of.params);
	double least = INFINITY, most = 0;

	for (size_t i = 0; i < SIZES && m->of.twin->caps & FILTER_FILLS && !(m->of.twin->caps & FILTER_STATIC); i++) {
		struct filter_info info;
		struct filter *f;
		const char *why;

		params.bytes = params.buckets = 0;
		params.items = KEYS + i * KEYS / SIZES;
		if (filter_create(m->of.twin, &params, &f, &why) != FILTER_OK)
			return;
		f->ops->info(f, &info);
		f->ops->destroy(f);
		least = fmin(least, (double)info.bytes / (double)params.items);
		most = fmax(most, (double)info.bytes / (double)params.items);
	}
	emit(d->contest->run, m->place, m->series, (double)m->table->items, "any_size", "yes/no", most < 1.25 * least,
	     1);
}

static size_t
rate_queries(const struct cell *cell)
{
	return cell->queries >= RATE_LONG_FROM ? RATE_LONG : RATE_QUERIES;
}

/* What is known of a table without a clock. */
static void
tell_table(struct field *d, const struct member *m)
{
	const struct cell *cell = d->contest->cell;
	const size_t n = m->table->items, queries = rate_queries(cell);
	const double x = (double)n;
	char kernel[CANDIDATES_TEXT], chosen[16];
	struct run *run = d->contest->run;

	emit(run, m->place, m->series, x, "bits_per_key", "bits/item", 8 * m->table->info.bytes, n);
	emit(run, m->place, m->series, x, "scratch", "bits/item", 8 * m->table->info.scratch, n);
	emit(run, m->place, m->series, x, "fpr", "rate", table_false_positives(m->table, m->best, 0, queries), queries);
	snprintf(chosen, sizeof chosen, "chosen-%s", m->place);
	emit(run, chosen, candidates_text(kernel, m->best->ops->name, &m->of), x, "chosen", "processes", 1, 1);
	tell_load(d, m);
	tell_any_size(d, m);
}

/* --- the contest -------------------------------------------------------------------------------------------- */

/* Makes a candidate's table, and knows how it is built in turn. */
static void
member_make(struct field *d, struct member *m)
{
	struct contest *c = d->contest;
	const size_t n = c->cell->target;
	const struct filter_ops *twin = m->of.twin, *batch = table_builder(twin, &m->of.params);

	m->table = contest_table(c, twin, &m->of.params, n);
	if (m->table->items < n)
		contest_fail(c, "%s took %zu of %zu keys", m->series, m->table->items, n);
	m->each = m->table->views ? table_view(m->table, twin->name) : m->table->filter;
	if (!m->each)
		contest_fail(c, "%s: %s has a table that it cannot look keys up in", m->series, batch->name);
	m->one = (struct field_builder){
		.ops = twin, .params = contest_params(c, &m->of.params), .keys = d->keys, .n = n};
	m->batched = m->one;
	m->batched.ops = batch != twin && !(twin->caps & FILTER_STATIC) ? batch : NULL;
	if (m->batched.ops)
		m->batched.made = m->table->built;
	else if (!twin->remove) /* otherwise it is made again to have its keys deleted */
		m->one.made = m->table->built;
	for (unsigned i = 0; i < SHARES; i++)
		m->asked[i] = contest_ask(c, m->table, shares[i], NULL, NULL);
	/* where half of the keys are present */
	m->best = contest_fastest(c, m->table, m->asked[HALF], PRELIMS, shorter(c->cell, measure_least_ns() / 5));
}

static void
add_members(struct field *d)
{
	const struct cell *cell = d->contest->cell;
	struct candidate all[CANDIDATES_MOST];
	const size_t n = candidates_near(all, cell->filter, cell->parts, cell->target);

	d->member = run_alloc(d->contest->run, CANDIDATES_MOST * sizeof *d->member);
	for (size_t i = 0; i < n; i++) {
		struct member *m = &d->member[d->members];
		bool all_fit;

		*m = (struct member){.of = all[i]};
		(void)candidates_text(m->series, all[i].twin->name, &all[i]);
		snprintf(m->place, sizeof m->place, "%u", all[i].near);
		all_fit = fits(d, m);
		emit(d->contest->run, m->place, m->series, (double)cell->target, "fits", "fraction", all_fit, 1);
		if (!all_fit)
			continue;
		member_make(d, m);
		tell_table(d, m);
		d->members++;
	}
}

/* Enters the lookups of a heat: each key by itself, and the best kernel where that is another. */
static void
enter_lookups(struct field *d, unsigned share)
{
	struct contest *c = d->contest;
	const struct contestant look = {.measure = is_short(c->cell) ? look_up_shortly : NULL};

	contest_heat(c);
	for (struct member *m = d->member; m < d->member + d->members; m++)
		for (int best = 0; best < 1 + (m->best != m->each); best++) {
			struct contestant who = look;

			who.filter = best ? m->best : m->each;
			who.asked = m->asked[share];
			m->lookup[share] = best ? m->lookup[share] : c->entrants;
			contest_enter(c, m->place, m->series, (double)c->cell->target, who)->metric =
				(best ? best_looks : looks)[share];
		}
}

/* The ceilings are those of the first table that is as in the paper's set-up: CF's, or the cell's own. */
static void
enter_ceilings(struct field *d)
{
	struct contest *c = d->contest;
	size_t usual = 0;

	while (usual + 1 < d->members && !d->member[usual].of.usual)
		usual++;
	if (d->members == 0 || !d->member[usual].table->info.table)
		return;
	for (unsigned i = 0; i < CEILINGS_READ; i++) {
		struct contestant who = contestant_ceiling(i ? CEILING_READ_2 : CEILING_READ_1, d->member[usual].table,
		                                           d->member[usual].asked[0]);

		who.measure = is_short(c->cell) ? look_up_shortly : NULL;
		d->ceiling[i] = c->entrants;
		contest_enter(c, "", contestant_name(&who), 0, who)->metric = NULL;
	}
	d->has_ceiling = true;
}

static void
enter_builds(struct field *d)
{
	struct contest *c = d->contest;
	const double x = (double)c->cell->target;

	contest_heat(c);
	for (struct member *m = d->member; m < d->member + d->members; m++) {
		m->built = c->entrants;
		contest_enter(c, m->place, m->series, x, (struct contestant){.measure = field_build, .state = &m->one})
			->metric = "build";
		if (m->batched.ops)
			contest_enter(c, m->place, m->series, x,
			              (struct contestant){.measure = field_build, .state = &m->batched})
				->metric = "best_build";
	}
}

static void
tell_rate(const struct field *d, const char *place, const struct member *m, const char *metric, struct slice s)
{
	if (s.ops)
		emit(d->contest->run, place, m->series, (double)m->table->items, metric, "Mops/s", s.ops, s.ns);
}

/* What the contest does not tell by itself: deletions; the best where it is the only one; and, for each candidate, the
 * ceilings of the round. */
static void
tell_more(const struct field *d)
{
	const struct entrant *e = d->contest->entrant;
	char ceiling[16];

	for (const struct member *m = d->member; m < d->member + d->members; m++) {
		snprintf(ceiling, sizeof ceiling, "ceiling-%s", m->place);
		tell_rate(d, m->place, m, "delete", m->one.removed);
		if (!m->batched.ops)
			tell_rate(d, m->place, m, "best_build", e[m->built].slice);
		for (unsigned i = 0; i < SHARES && m->best == m->each; i++)
			tell_rate(d, m->place, m, best_looks[i], e[m->lookup[i]].slice);
		for (unsigned i = 0; i < CEILINGS_READ && d->has_ceiling; i++)
			tell_rate(d, ceiling, m, e[d->ceiling[i]].series, e[d->ceiling[i]].slice);
	}
}

static void
field_run(struct run *run, const struct cell *cell)
{
	struct field d = {.contest = contest_begin(run, cell), .keys = run_alloc(run, cell->target * sizeof *d.keys)};

	keys_fill(d.keys, cell->target, contest_keys(d.contest), 0);
	add_members(&d);
	for (unsigned i = 0; i < SHARES; i++) {
		enter_lookups(&d, i);
		if (i == 0)
			enter_ceilings(&d);
	}
	enter_builds(&d);
	for (unsigned round = 0; round < cell->rounds; round++) {
		contest_round(d.contest, round);
		tell_more(&d);
	}
	contest_end(d.contest);
}

/* --- for the plan ------------------------------------------------------------------------------------------- */

/* Nanoseconds for a candidate, in a process: its table, rate, keys to look up and choice; then the rounds. */
static double
member_ns(const struct cell *cell, const struct candidate *of, struct setup_cost cost)
{
	const double n = (double)cell->target, slice = 1.3 * (is_short(cell) ? 1e6 : 5e6), turn = n * cost.insert,
		     removal = of->twin->caps & FILTER_REMOVE ? n * (cost.remove + 20) : 0,
		     again = of->twin->caps & FILTER_STATIC ? 0 : 1,
		     builds = n > FIELD_BUILD_ONCE ? again : 1.4 * cell->rounds,
		     built = (turn < slice ? 1 + slice / turn : 1) * (turn + removal),
		     fills = of->twin->caps & FILTER_FILLS && n <= FILL_TO ? 2.2 * turn : 0;

	return n * (cost.insert + cost.lookup + 20) + fills + (double)rate_queries(cell) * (cost.lookup + 10) +
	       SHARES * (double)cell->queries * (cost.lookup + 20) + PRELIMS * 5 * slice / 4 +
	       cell->rounds * SHARES * 1.7 * slice + builds * built;
}

static void
field_estimate(const struct cell *cell, struct cell_estimate *e)
{
	struct candidate of[CANDIDATES_MOST];
	const size_t n = candidates_near(of, cell->filter, cell->parts, cell->target);
	size_t building = 0, ceilings = cell->rounds * CEILINGS_READ * CEILING_STYLES;

	e->keys = 0.5 * (double)ceilings * (is_short(cell) ? 1e6 : 5e6); /* a key of the plan takes 2 ns (plan.c) */
	for (size_t i = 0; i < n; i++) {
		const size_t bytes = (size_t)(1.1 * of[i].bits_per_key * (double)cell->target / 8),
			     more = bytes + setup_scratch(of[i].twin, (double)cell->target);

		e->keys += member_ns(cell, &of[i], setup_cost(of[i].twin, bytes)) / 2;
		e->bytes += bytes;
		building = building < more ? more : building;
	}
	e->bytes += building + 2 * 8 * cell->target + SHARES * (query_set_bytes(cell->queries) + n * 512) + (4 << 20);
}

/* The parts are the rates: which candidates take part (candidates.h). */
const struct program program_field = {.name = "field",
                                      .timed = true,
                                      .parts = {"near8", "near12", "near16"},
                                      .run = field_run,
                                      .estimate = field_estimate};
