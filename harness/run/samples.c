/* SPDX-License-Identifier: MIT */
/*
 * samples.c - see samples.h.
 *
 *      record --every attempt that is done--> samples as emitted --views of who planned it--> samples
 *
 * Which experiments look at an attempt is in the record (store.h). No plan is made here: an old run shows what it
 * showed when it was measured, whatever the same experiment would plan today.
 */
#include "harness/run/samples.h"

#include "harness/base/memory.h"
#include "harness/base/values.h"
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

/* --- what is seen ----------------------------------------------------------------------------------------- */

static bool
sees_cell(size_t e, const struct view *v, const struct attempt *a)
{
	return a->by[e] && label_is_of(a->cell, v->program->name);
}

bool
samples_sees(const struct samples *all, const struct experiment *e, const struct attempt *a)
{
	const size_t i = experiment_index(e->id);

	for (const struct view *v = e->views; v->program; v++)
		if (all->store.asked[i] && sees_cell(i, v, a))
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
			if (sees_cell(e, v, &store->at[i]))
				for (size_t j = 0; j < store->at[i].count; j++)
					add_seen(all, experiment_all[e], v, &store->at[i],
					         &store->sample[store->at[i].first + j]);
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
	json_decref(manifest);
	for (size_t e = 0; experiment_all[e]; e++)
		if (all->store.asked[e])
			see(all, e);
	return STATUS_DONE;
}

void
samples_free(struct samples *all)
{
	store_free(&all->store);
	free(all->at);
	*all = (struct samples){.at = NULL};
}
