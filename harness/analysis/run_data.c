/* SPDX-License-Identifier: MIT */
/* run_data.c - see run_data.h. */
#include "harness/analysis/run_data.h"

#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/run/manifest.h"
#include "harness/stats/stats.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the index -------------------------------------------------------------------------------------------- */

bool
sample_is_timed(const struct sample *s)
{
	static const char *const units[] = {"Mops/s", "ns", "GB/s"};

	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(s->unit, units[i]) == 0)
			return true;
	return false;
}

uint64_t
sample_turn(const struct sample *s)
{
	return turn_of(s->rep, s->round);
}

/* The four names stand first in a sample, filled up with zeros, so one comparison of bytes orders by all. */
enum { NAMES = offsetof(struct sample, unit) };
_Static_assert(NAMES == sizeof((struct sample *)0)->exp + NAME_MAX_PANEL + NAME_MAX_SERIES + NAME_MAX_METRIC, "names");

static int
compare_samples(const void *a, const void *b)
{
	const struct sample *p = *(const struct sample *const *)a, *q = *(const struct sample *const *)b;
	const int c = memcmp(p, q, NAMES);

	if (c)
		return c;
	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	if (sample_turn(p) != sample_turn(q))
		return sample_turn(p) < sample_turn(q) ? -1 : 1;
	if (p->num != q->num)
		return p->num < q->num ? -1 : 1;
	return (p->den > q->den) - (p->den < q->den);
}

/* What a sample is of. panel NULL: anything of the experiment; x NaN: any. */
struct place {
	const char *exp, *panel, *series, *metric;
	double x;
};

static int
compare_place(const struct sample *s, const struct place *p)
{
	int c = strcmp(s->exp, p->exp);

	if (c || !p->panel)
		return c;
	if ((c = strcmp(s->panel, p->panel)) || (c = strcmp(s->series, p->series)) ||
	    (c = strcmp(s->metric, p->metric)))
		return c;
	return isnan(p->x) || same_x(s->x, p->x) ? 0 : s->x < p->x ? -1 : 1;
}

/* The number of samples before the place; `through`: before it or there. */
static size_t
bound(const struct run_data *d, const struct place *place, bool through)
{
	size_t from = 0, to = d->samples->count;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (compare_place(d->sorted[middle], place) < through)
			from = middle + 1;
		else
			to = middle;
	}
	return from;
}

static struct samples_at
samples_at(const struct run_data *d, struct place place)
{
	const size_t first = bound(d, &place, false);

	return (struct samples_at){d->sorted + first, bound(d, &place, true) - first};
}

struct samples_at
run_data_at(const struct run_data *d, const char *exp, const char *panel, const char *series, const char *metric,
            double x)
{
	return samples_at(d, (struct place){exp, panel, series, metric, x});
}

struct samples_at
run_data_line(const struct run_data *d, const char *exp, const char *panel, const char *series, const char *metric)
{
	return samples_at(d, (struct place){exp, panel, series, metric, NAN});
}

size_t
samples_pairs(struct samples_at a, struct samples_at b, double *of_a, double *of_b, uint64_t *turn)
{
	size_t pairs = 0;

	for (size_t i = 0, k = 0; i < a.count; i++) {
		while (k < b.count && sample_turn(b.at[k]) < sample_turn(a.at[i]))
			k++;
		if (k == b.count || sample_turn(b.at[k]) != sample_turn(a.at[i]))
			continue;
		turn[pairs] = sample_turn(a.at[i]);
		of_a[pairs] = sample_value(a.at[i]);
		of_b[pairs++] = sample_value(b.at[k]);
	}
	return pairs;
}

/* --- what follows ----------------------------------------------------------------------------------------- */

void
run_data_of(struct run_data *d, const struct samples *all, enum scale scale)
{
	size_t n = 0;

	while (experiment_all[n])
		n++;
	*d = (struct run_data){.scale = scale,
	                       .samples = all,
	                       .sorted = memory_new(all->count, sizeof *d->sorted),
	                       .points = memory_new(n, sizeof *d->points)};
	for (size_t i = 0; i < all->count; i++)
		d->sorted[i] = &all->at[i];
	qsort(d->sorted, all->count, sizeof *d->sorted, compare_samples);
}

int
run_data_load(struct run_data *d, const char *dir, struct failure *f)
{
	struct samples loaded;
	json_t *manifest;
	enum scale scale;
	int status = manifest_load(dir, &manifest, &scale, f);

	*d = (struct run_data){.dir = NULL};
	if (status != STATUS_DONE)
		return status;
	if ((status = samples_of(dir, &loaded, f)) == STATUS_DONE &&
	    (status = manifest_check_record(manifest, &loaded.store, f)) != STATUS_DONE)
		samples_free(&loaded);
	if (status != STATUS_DONE) {
		json_decref(manifest);
		return status;
	}
	run_data_of(d, &loaded, scale);
	d->dir = dir;
	d->manifest = manifest;
	d->loaded = loaded;
	d->samples = &d->loaded;
	return STATUS_DONE;
}

void
run_data_free(struct run_data *d)
{
	for (size_t i = 0; d->points && experiment_all[i]; i++)
		points_free(&d->points[i]);
	free(d->points);
	free(d->sorted);
	board_free(&d->board);
	if (d->printed_read)
		published_free(&d->printed);
	samples_free(&d->loaded);
	json_decref(d->manifest);
	*d = (struct run_data){.dir = NULL};
}

struct points *
run_data_points(const struct run_data *d, const struct experiment *e)
{
	const size_t i = experiment_index(e->id);

	if (!d->points[i].at) /* or it has no samples: then there is nothing to do again */
		reduce_experiment(d, e, &d->points[i]);
	return &d->points[i];
}

const struct board *
run_data_board(struct run_data *d)
{
	if (!d->board.at)
		board_make(&d->board, d);
	return &d->board;
}

json_t *
run_data_fact(const struct run_data *d, const char *group, const char *key)
{
	json_t *value = json_object_get(json_object_get(d->manifest, group), key);
	const char *text = json_string_value(value);

	return json_is_null(value) || (text && !*text) ? NULL : value;
}

size_t
run_data_missing(const struct run_data *d)
{
	const struct store *store = &d->samples->store;
	json_int_t n = json_integer_value(json_object_get(json_object_get(d->manifest, "run"), "cells_planned"));
	json_t *call;
	size_t i;

	/* A call may have planned cells beside those of earlier ones. */
	n = n > (json_int_t)store->planned ? n : (json_int_t)store->planned;
	/* The last call may have planned fewer cells than an interrupted one before it. */
	json_array_foreach(json_object_get(d->manifest, "calls"), i, call)
	{
		const json_int_t planned = json_integer_value(json_object_get(call, "cells_planned"));

		n = planned > n ? planned : n;
	}
	return n > 0 && (size_t)n > store->count ? (size_t)n - store->count : 0;
}

const char *
run_data_unfinished(const struct run_data *d, char text[RUN_DATA_UNFINISHED])
{
	const size_t missing = run_data_missing(d);

	*text = '\0';
	if (missing > 0)
		snprintf(text, RUN_DATA_UNFINISHED, "The run did not finish: %zu of %zu measurements are missing",
		         missing, missing + d->samples->store.count);
	else if (!run_data_fact(d, "run", "finished"))
		snprintf(text, RUN_DATA_UNFINISHED, "The run did not finish");
	return text;
}

const char *
fact_text(const json_t *value, char text[FACT_TEXT])
{
	if (json_is_string(value))
		return json_string_value(value);
	if (json_is_integer(value))
		snprintf(text, FACT_TEXT, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_real(value))
		snprintf(text, FACT_TEXT, "%.9g", json_real_value(value));
	else if (json_is_boolean(value))
		snprintf(text, FACT_TEXT, "%s", json_is_true(value) ? "yes" : "no");
	else
		return "unknown";
	return text;
}

void
run_data_round(struct run_data *d)
{
	(void)run_data_board(d);
	for (size_t i = 0; experiment_all[i]; i++)
		points_round(run_data_points(d, experiment_all[i]));
}

const struct published *
run_data_printed(struct run_data *d, struct failure *f)
{
	if (!d->printed_read)
		(void)published_read(&d->printed, f);
	d->printed_read = true;
	return &d->printed;
}
