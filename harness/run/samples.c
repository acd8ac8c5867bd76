/* SPDX-License-Identifier: MIT */
/*
 * samples.c - see samples.h.
 *
 *      record --every attempt that is done--> samples as emitted --views of the experiments--> samples
 *
 * An experiment takes part if a call asked for it; or if all cells that it plans are in the record: then it shows what
 * was measured for others.
 */
#include "harness/run/samples.h"

#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/plan/plan.h"
#include "harness/run/manifest_facts.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

double
sample_value(const struct sample *s)
{
	const double ratio = (double)s->num / (double)s->den;

	return strcmp(s->unit, "Mops/s") == 0 ? ratio * 1e3 : ratio;
}

/* --- cells that an experiment plans ----------------------------------------------------------------------- */

static int
compare_bases(const void *a, const void *b)
{
	const uint64_t p = *(const uint64_t *)a, q = *(const uint64_t *)b;

	return (p > q) - (p < q);
}

/* The runs that calls made: options that say which cells an experiment plans, once for each number of repetitions. */
struct asked_for {
	struct options of[16];
	size_t count;
};

static void
add_repetitions(struct asked_for *a, const struct options *like, const json_t *reps)
{
	const unsigned n = (unsigned)json_integer_value(reps);

	for (size_t i = 0; i < a->count; i++)
		if (a->of[i].reps == n)
			return;
	if (a->count == sizeof a->of / sizeof *a->of)
		return;
	a->of[a->count] = *like;
	a->of[a->count++].reps = n;
}

static struct asked_for
asked_of(const json_t *manifest)
{
	const json_t *run = json_object_get(manifest, "run"), *call;
	const char *kicks = json_string_value(json_object_get(run, "kicks"));
	struct options o = {.scale = SCALE_QUICK};
	struct asked_for a = {.count = 0};
	size_t i;

	(void)scale_find(json_string_value(json_object_get(run, "scale")), &o.scale);
	if (kicks)
		(void)filter_kicks_find(kicks, &o.kicks);
	add_repetitions(&a, &o, json_object_get(run, "reps"));
	json_array_foreach(json_object_get(manifest, "calls"), i, call)
		add_repetitions(&a, &o, json_object_get(call, "reps"));
	return a;
}

/* Plans the experiment alone. Returns its cells' bases, sorted. */
static struct sample_cells
planned_cells(const struct experiment *e, const struct asked_for *a)
{
	struct sample_cells c = {.base = NULL};
	struct plan plan;

	for (size_t i = 0; i < a->count; i++) {
		plan_one(&plan, e, &a->of[i]);
		c.base = reallocarray(c.base, c.count + plan.count + 1, sizeof *c.base);
		memory_needed(c.base);
		for (size_t j = 0; j < plan.count; j++)
			c.base[c.count++] = plan.at[j].base;
		plan_free(&plan);
	}
	qsort(c.base, c.count, sizeof *c.base, compare_bases);
	return c;
}

static bool
is_planned(const struct sample_cells *c, uint64_t base)
{
	return bsearch(&base, c->base, c->count, sizeof *c->base, compare_bases) != NULL;
}

static bool
has_exact_views(const struct experiment *e)
{
	for (const struct view *v = e->views; v->program; v++)
		if (v->program->only_planned)
			return true;
	return false;
}

/* --- what is seen ----------------------------------------------------------------------------------------- */

static bool
sees_cell(const struct samples *all, size_t e, const struct view *v, const struct attempt *a)
{
	return label_is_of(a->cell, v->program->name) && (v->copies || label_number(a->cell, "copy") == 0) &&
	       (!v->without || label_number(a->cell, v->without) == 0) &&
	       (!v->program->only_planned || is_planned(&all->planned[e], a->base));
}

bool
samples_sees(const struct samples *all, const struct experiment *e, const struct attempt *a)
{
	const size_t i = experiment_index(e->id);

	for (const struct view *v = e->views; v->program; v++)
		if (all->shown[i] && sees_cell(all, i, v, a))
			return true;
	return false;
}

static void
add_sample(struct samples *all, const struct sample *s)
{
	all->at = memory_grown(all->at, all->count, sizeof *all->at);
	all->at[all->count++] = *s;
}

/* Fills up with zeros, so that names can be compared as bytes. */
static void
copy_name(char *to, size_t room, const char *from)
{
	const size_t n = strnlen(from, room - 1);

	memcpy(to, from, n);
	memset(to + n, 0, room - n);
}

static void
add_seen(struct samples *all, const struct experiment *e, const struct view *v, const struct attempt *a,
         const struct sample *emitted)
{
	struct sample s = *emitted, seen;

	if ((v->place && strcmp(v->place, s.panel) != 0) || (v->measure && !is_among(v->measure, s.metric)) ||
	    (v->series && !is_among(v->series, s.series)))
		return;
	if (v->renamed)
		v->renamed(&s);
	seen = s;
	seen.rep = a->rep;
	copy_name(seen.exp, sizeof seen.exp, e->id);
	copy_name(seen.panel, sizeof seen.panel, v->panel ? v->panel : s.panel);
	copy_name(seen.series, sizeof seen.series, s.series);
	copy_name(seen.metric, sizeof seen.metric, v->metric ? v->metric : s.metric);
	seen.superseded = !a->speaks;
	if (v->at.count == 0)
		add_sample(all, &seen);
	for (unsigned i = 0; i < v->at.count; i++) {
		seen.x = (v->at.first + i) * v->at.step / v->at.of;
		add_sample(all, &seen);
	}
}

static void
see(struct samples *all, size_t e)
{
	const struct store *store = &all->store;

	for (size_t i = 0; i < store->count; i++)
		for (const struct view *v = experiment_all[e]->views; v->program && store->at[i].done; v++)
			if (sees_cell(all, e, v, &store->at[i]))
				for (size_t j = 0; j < store->at[i].count; j++)
					add_seen(all, experiment_all[e], v, &store->at[i],
					         &store->sample[store->at[i].first + j]);
}

/* --- which experiments ------------------------------------------------------------------------------------ */

static bool
has_program(const struct store *store, const struct program *program)
{
	for (size_t i = 0; i < store->count; i++)
		if (store->at[i].done && label_is_of(store->at[i].cell, program->name))
			return true;
	return false;
}

/* Are all cells of the plan in the record, with all their parts? */
static bool
has_all(const struct store *store, const struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct planned *p = &plan->at[i];
		unsigned parts;

		if (!store_has(store, p->base, p->cell.program, &parts) || p->cell.parts & ~parts)
			return false;
	}
	return plan->count > 0;
}

/* Is all in the record that the experiment needs, though no call asked for it? */
static bool
is_complete(const struct store *store, const struct experiment *e, const struct asked_for *a)
{
	bool all = e->keys != KEYS_EACH;

	for (const struct view *v = e->views; v->program && all; v++)
		all = has_program(store, v->program);
	for (size_t i = 0; i < a->count && all; i++) {
		struct plan plan;
		bool complete;

		plan_one(&plan, e, &a->of[i]);
		complete = has_all(store, &plan);
		plan_free(&plan);
		if (complete)
			return true;
	}
	return false;
}

static void
see_all(struct samples *all, const json_t *manifest)
{
	const struct asked_for asked = asked_of(manifest);

	for (size_t i = 0; experiment_all[i]; i++) {
		const struct experiment *e = experiment_all[i];

		all->shown[i] = all->store.asked[i] || is_complete(&all->store, e, &asked);
		if (all->shown[i] && has_exact_views(e))
			all->planned[i] = planned_cells(e, &asked);
		if (all->shown[i])
			see(all, i);
	}
}

/* --- the run ---------------------------------------------------------------------------------------------- */

int
samples_of(const char *dir, struct samples *all, struct failure *f)
{
	json_t *manifest;
	int status;

	*all = (struct samples){.at = NULL};
	if ((status = store_read(&all->store, STORE_READ, dir, f)) != STATUS_DONE) {
		samples_free(all);
		return status;
	}
	manifest = manifest_read(dir, NULL);
	manifest_keys_of(manifest, all->keys);
	all->given_up = given_up_of(manifest);
	see_all(all, manifest);
	json_decref(manifest);
	return STATUS_DONE;
}

void
samples_free(struct samples *all)
{
	for (size_t i = 0; experiment_all[i]; i++)
		free(all->planned[i].base);
	store_free(&all->store);
	free(all->at);
	*all = (struct samples){.at = NULL};
}
