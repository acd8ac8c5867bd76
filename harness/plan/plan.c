/* SPDX-License-Identifier: MIT */
/* plan.c - see plan.h. */
#include "harness/plan/plan.h"

#include "core/hash.h"
#include "core/pool.h"
#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/plan/groups.h"
#include "harness/stats/latin.h"
#include "harness/timing/table.h"

#include <search.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum scale
plan_scale(const struct plan *plan)
{
	return plan->options->scale;
}

unsigned
plan_reps(const struct plan *plan, unsigned otherwise)
{
	return plan->options->reps ? plan->options->reps : otherwise;
}

const char *
plan_hash(const struct plan *plan)
{
	return plan->options->hash ? plan->options->hash : hash_all[0].name;
}

/* Of a timed cell: its process reads the canary before and after (canary.c; Zen 4). */
static const double canary_seconds[SCALES] = {0.01, 0.03, 0.12, 0.12};

static void
estimate(struct planned *p, enum scale scale)
{
	struct cell_estimate e = {0};
	size_t table = p->cell.filter ? setup_table_bytes(p->cell.filter, &p->cell.params) : 0;
	struct setup_cost cost = {0};

	if (p->cell.filter)
		cost = setup_cost(p->cell.filter, table);
	p->cell.program->estimate(&p->cell, &e);
	p->bytes = table + e.bytes + ((size_t)8 << 20);
	p->pooled = e.pooled ? e.pooled : pool_bytes(p->cell.params.place->pages, table ? table : p->cell.params.bytes);
	p->seconds = 0.002 + 1e-9 * (e.inserts * cost.insert + e.lookups * cost.lookup + e.removes * cost.remove +
	                             e.keys * 2 + (double)table * 0.3);
	if (p->cell.program->timed)
		p->seconds += canary_seconds[scale];
}

struct place_of_base {
	uint64_t base;
	size_t at;
};

static int
compare_bases(const void *a, const void *b)
{
	const struct place_of_base *x = a, *y = b;

	return (x->base > y->base) - (x->base < y->base);
}

static struct planned *
find_planned(struct plan *plan, uint64_t base)
{
	struct place_of_base **found = tfind(&(struct place_of_base){.base = base}, &plan->bases, compare_bases);

	return found ? &plan->at[(*found)->at] : NULL;
}

static struct planned *
append_planned(struct plan *plan, const struct planned *new)
{
	struct place_of_base *place = memory_new(1, sizeof *place);

	*place = (struct place_of_base){new->base, plan->count};
	memory_needed(tsearch(place, &plan->bases, compare_bases));
	plan->at = memory_grown(plan->at, plan->count, sizeof *plan->at);
	plan->at[plan->count] = *new;
	return &plan->at[plan->count++];
}

/* Returns whether --filter admits the cell. All views of one table take part in a cell with rounds, so one of them
 * suffices. */
static bool
admits_cell(const struct plan *plan, const struct cell *cell)
{
	bool any = !cell->filter || plan_admits(plan, cell->filter);

	for (size_t i = 0; cell->rounds && filter_all[i] && !any; i++)
		any = table_include(filter_all[i], cell->filter) && plan_admits(plan, filter_all[i]);
	return any;
}

void
plan_add(struct plan *plan, const struct cell *cell, unsigned reps)
{
	if (!admits_cell(plan, cell))
		return;
	for (unsigned rep = 0; rep < reps; rep++) {
		struct planned new = {.cell = *cell}, *old;

		new.cell.rep = rep;
		new.cell.params.hash = cell->params.hash ? cell->params.hash : plan->options->hash;
		new.cell.params.place = &plan->place[cell->pages];
		new.cell.params.isa = plan->options->isa;
		if (cell->filter)
			new.cell.params = setup_kicks(cell->filter, &new.cell.params, plan->options->kicks);
		else if (cell->with[0]) /* of the filters that use it */
			new.cell.params.kicks = plan->options->kicks;
		label_cell(&new.cell, new.label);
		if (!pattern_matches(&plan->options->cells, new.label))
			continue;
		new.base = label_base(new.label);
		old = find_planned(plan, new.base);
		if (!old) {
			estimate(&new, plan_scale(plan));
			old = append_planned(plan, &new);
		}
		if (new.cell.parts & ~old->cell.parts) {
			old->cell.parts |= new.cell.parts;
			label_cell(&old->cell, old->label);
			estimate(old, plan_scale(plan));
		}
		old->by[plan->experiment] = true;
	}
}

/*
 * Six processes are the fewest with an interval of order statistics. What a process costs is its tables, so it measures
 * several rounds of them: their median withstands a slice that was interrupted.
 *
 * How many: by Kalibera and Jones (stats.h) sqrt(cost of a process / cost of a round * variance of rounds / variance of
 * processes). In the committed runs, of logarithms of quotients (`python3 tests/referee/rounds.py DIR`; "-": processes
 * differ by no more than their rounds do, so as many as there is time for):
 *
 *                 seconds of a round, before it   sd of rounds, processes   best
 *      kernels    0.12     1.8                    0.066    0.000              -
 *      pages      0.10     6.3                    0.105    0.033             26
 *      alignment  0.23    12                      0.127    0.046             20
 *      flight     0.22     6.9                    0.047    0.000              -
 *      count      0.47     7.5                    0.053    0.000              -
 *      map        0.21     8.6                    0.065    0.000              -
 *      guarded    0.25     3.7                    0.043    0.011             15
 *      keys_timed 0.03     0.21                   0.033    0.050              2
 *
 * So the former have 20 at full scale where they had 5. That halves what rounds add to their intervals, and takes
 * `run l3 h1 h2 h3 h4 h5` from 45 to about 61 minutes. The portions of `policies` become shorter with more rounds, not
 * more.
 */
enum { EACH, CHEAP };
static const unsigned processes_of[SCALES] = {2, 6, 7, 7},
		      rounds_of[][SCALES] = {[EACH] = {2, 3, 5, 5}, [CHEAP] = {2, 3, 20, 20}};

void
plan_add_rounds(struct plan *plan, const struct cell *like)
{
	const enum scale s = plan_scale(plan);
	struct cell cell = *like;

	cell.rounds = like->rounds ? like->rounds : rounds_of[like->program->cheap_rounds ? CHEAP : EACH][s];
	plan_add(plan, &cell, plan_reps(plan, processes_of[s]));
}

static int
compare_planned(const void *a, const void *b)
{
	const struct planned *p = a, *q = b;

	if (p->cell.program->timed != q->cell.program->timed)
		return p->cell.program->timed ? 1 : -1;
	if (!p->cell.program->timed) /* the longest first, so that the last processor is not left with it */
		return p->seconds != q->seconds ? (p->seconds < q->seconds ? 1 : -1) : strcmp(p->label, q->label);
	if (p->cell.rep != q->cell.rep)
		return p->cell.rep < q->cell.rep ? -1 : 1;
	/* each of those alternates contestants itself, and there may be many */
	if (!p->cell.rounds != !q->cell.rounds)
		return p->cell.rounds ? 1 : -1;
	return strcmp(p->label, q->label);
}

/* Orders the n timed cells of one repetition, all with rounds or all without, as a row of a Latin square (latin.h). */
static void
order_repetition(const struct plan *plan, struct planned *cells, unsigned n)
{
	struct planned ordered[PLAN_MAX_TIMED];
	unsigned order[PLAN_MAX_TIMED];

	latin_order(n, cells->cell.rep, rng_derive(plan->options->seed, 0x6f72646572 /* "order" */), order);
	for (unsigned place = 0; place < n; place++)
		ordered[place] = cells[order[place]];
	memcpy(cells, ordered, n * sizeof *cells);
}

static void
order_timed(struct plan *plan)
{
	size_t from = 0, to;

	while (from < plan->count && !plan->at[from].cell.program->timed)
		from++;
	for (; from < plan->count; from = to) {
		const struct cell *first = &plan->at[from].cell;

		for (to = from; to < plan->count && plan->at[to].cell.rep == first->rep &&
		                !plan->at[to].cell.rounds == !first->rounds;
		     to++)
			;
		if (to - from <= PLAN_MAX_TIMED)
			order_repetition(plan, &plan->at[from], (unsigned)(to - from));
	}
}

/* There is no cell: --cells matches no label, or no chosen experiment uses the filters. */
static int
refuse_nothing_to_run(const struct options *o, struct failure *f)
{
	if (o->cells.text)
		return failed(f, STATUS_USAGE, "nothing to run: no label of a chosen cell matches --cells '%s'",
		              o->cells.text);
	if (!o->filter.text)
		return failed(f, STATUS_USAGE,
		              "nothing to run: no experiment that was chosen measures anything at %s scale",
		              scale_names[o->scale]);
	return failed(f, STATUS_USAGE,
	              "nothing to run: no experiment that was chosen uses a filter that matches --filter '%s'; "
	              "`cuckoobench plan --filter` shows which do",
	              o->filter.text);
}

static int
plan_choose(struct plan *plan, struct failure *f)
{
	char **name = plan->options->arguments;
	int status = STATUS_DONE;

	if (!*name)
		group_choose_usual(plan->options->scale, plan->chosen);
	for (; *name && status == STATUS_DONE; name++)
		status = group_choose(*name, plan->chosen, f);
	return status;
}

/* Identifies the plan: a digest of every cell, in order. */
static void
describe_whole(struct plan *plan)
{
	char *text = NULL, digest[SHA256_DIGEST_STRING_LENGTH];
	size_t length = 0;
	FILE *f = memory_stream(&text, &length);

	for (size_t i = 0; i < plan->count; i++)
		fprintf(f, "%s\n", plan->at[i].label);
	memory_whole(f);
	snprintf(plan->whole, sizeof plan->whole, "%zu cells, %.16s", plan->count,
	         SHA256Data((const uint8_t *)text, length, digest));
	free(text);
}

static void
plan_begin(struct plan *plan, const struct options *options)
{
	*plan = (struct plan){.options = options};
	for (int i = 0; i < MEM_PAGES_KINDS; i++)
		plan->place[i] =
			(struct placement){.pages = i == MEM_PAGES_DEFAULT ? options->place.pages : (enum mem_pages)i,
		                           .placer = options->place.placer};
}

/* Is the cell planned, with all its parts? */
static bool
has_planned(struct plan *plan, const struct planned *p)
{
	const struct planned *old = find_planned(plan, p->base);

	return old && !(p->cell.parts & ~old->cell.parts);
}

/* Would experiment i, all of it, plan nothing that is not planned for others? Then it looks at their cells. */
static void
show_if_planned(struct plan *plan, size_t i)
{
	struct options whole = {
		.scale = plan->options->scale, .reps = plan->options->reps, .kicks = plan->options->kicks};
	struct plan own;
	bool all;

	plan_begin(&own, &whole);
	own.experiment = i;
	experiment_all[i]->plan(&own);
	all = own.count > 0;
	for (size_t k = 0; k < own.count && all; k++)
		all = has_planned(plan, &own.at[k]);
	for (size_t k = 0; k < own.count && all; k++)
		find_planned(plan, own.at[k].base)->by[i] = true;
	plan->shown[i] = all;
	plan_free(&own);
}

int
plan_make(struct plan *plan, const struct options *options, struct failure *f)
{
	int status;

	plan_begin(plan, options);
	if ((status = plan_choose(plan, f)) != STATUS_DONE ||
	    (status = plan_check_filters(options, f)) != STATUS_DONE ||
	    (status = plan_read_keys(plan, f)) != STATUS_DONE)
		return status;
	for (size_t i = 0; experiment_all[i]; i++) {
		plan->experiment = i;
		if (plan->chosen[i])
			experiment_all[i]->plan(plan);
	}
	if (plan->refused.status != STATUS_DONE) {
		*f = plan->refused;
		return f->status;
	}
	if (plan->count == 0)
		return refuse_nothing_to_run(options, f);
	if ((status = plan_check_sizes(plan, f)) != STATUS_DONE)
		return status;
	for (size_t i = 0; i < plan->count; i++)
		plan->at[i].study = (unsigned char)group_of(plan->at[i].by);
	for (size_t i = 0; experiment_all[i]; i++) {
		plan->shown[i] = plan->chosen[i];
		if (!plan->chosen[i] && experiment_all[i]->keys != KEYS_EACH)
			show_if_planned(plan, i);
	}
	qsort(plan->at, plan->count, sizeof *plan->at, compare_planned);
	order_timed(plan);
	describe_whole(plan);
	if (options->shard.of) {
		shard_split(plan, options->shard.of);
		shard_keep(plan, options->shard.index);
	}
	return STATUS_DONE;
}

void
plan_free(struct plan *plan)
{
	free(plan->at);
	tdestroy(plan->bases, free);
	key_sets_free(&plan->keys);
	*plan = (struct plan){0};
}

size_t
plan_jobs(const struct options *o)
{
	size_t jobs = o->jobs ? o->jobs : machine_cpus();

	return jobs < PLAN_MAX_JOBS ? jobs : PLAN_MAX_JOBS;
}

size_t
plan_memory_limit(const struct options *o)
{
	return o->mem_limit ? o->mem_limit : machine_memory_available() / 5 * 4;
}
