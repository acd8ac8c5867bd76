/* SPDX-License-Identifier: MIT */
/*
 * reduce.c - sorts samples by (panel, series, metric, x), groups them, and summarises each group over its repetitions.
 *
 * If a cell was measured more than once, its last attempt counts; min and max cover all attempts. The interval of a
 * unit "rate" (a proportion of queries) is Wilson's, over the pooled counts. All others have the order-statistic
 * interval of the median, shares of ceilings included.
 */
#include "harness/analysis/reduce.h"

#include "harness/analysis/points.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/stats/stats.h"
#include "harness/timing/ceiling.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool
same_point(const struct sample *a, const struct sample *b)
{
	return a->x == b->x && strcmp(a->metric, b->metric) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->panel, b->panel) == 0 && strcmp(a->exp, b->exp) == 0;
}

static int
reduce_compare_samples(const void *a, const void *b)
{
	const struct sample *p = *(const struct sample *const *)a, *q = *(const struct sample *const *)b;
	int c;

	if ((c = strcmp(p->panel, q->panel)) || (c = strcmp(p->series, q->series)) ||
	    (c = strcmp(p->metric, q->metric)))
		return c;
	if (p->x != q->x)
		return p->x < q->x ? -1 : 1;
	return p->rep < q->rep ? -1 : p->rep > q->rep;
}

/* Adds a point at the sample's place that summarises n >= 1 values. */
static struct point *
add_point(struct points *out, const struct sample *s, const char *metric, const char *unit, double *values, size_t n)
{
	const struct summary sum = summarise(values, n);
	struct point *p = points_add(out, s->panel, s->series, s->x, metric, unit, sum.median);

	p->n = (unsigned)n;
	p->lo = sum.lo, p->hi = sum.hi, p->mean = sum.mean, p->min = sum.min, p->max = sum.max;
	p->variance = sum.variance;
	return p;
}

static void
reduce_group(const struct sample *const *group, size_t all, struct points *out)
{
	const struct sample *s = group[0];
	double *values = malloc(all * sizeof *values), least = INFINITY, greatest = -INFINITY;
	size_t n = 0;
	uint64_t num = 0, den = 0;
	struct point *p;

	memory_needed(values);
	for (size_t i = 0; i < all; i++) {
		double value = sample_value(group[i]);

		least = fmin(least, value);
		greatest = fmax(greatest, value);
		if (group[i]->superseded)
			continue;
		values[n++] = value;
		num += group[i]->num;
		den += group[i]->den;
	}
	p = n ? add_point(out, s, s->metric, s->unit, values, n) : NULL;
	free(values);
	if (!p)
		return;
	p->min = least, p->max = greatest; /* over all attempts, not only the last ones in values[] */
	if (strcmp(s->unit, "rate") == 0)
		wilson(num, den, &p->lo, &p->hi);
}

/* --- shares of ceilings --- */

/* The samples of one experiment, sorted. */
struct sorted {
	const struct sample *const *at;
	size_t n;
};

static int
compare_place(const struct sample *s, const char *panel, const char *series, const char *metric, double x)
{
	int c;

	if ((c = strcmp(s->panel, panel)) || (c = strcmp(s->series, series)) || (c = strcmp(s->metric, metric)))
		return c;
	return fabs(s->x - x) <= 1e-9 * fabs(x) ? 0 : s->x < x ? -1 : 1;
}

/* The samples at one place. */
static struct sorted
samples_at(struct sorted all, const char *panel, const char *series, const char *metric, double x)
{
	size_t from = 0, to = all.n;

	while (from < to) {
		const size_t middle = from + (to - from) / 2;

		if (compare_place(all.at[middle], panel, series, metric, x) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	while (to < all.n && compare_place(all.at[to], panel, series, metric, x) == 0)
		to++;
	return (struct sorted){all.at + from, to - from};
}

/* The value of one repetition; NaN if there is none. */
static double
value_in(struct sorted group, unsigned rep)
{
	for (size_t i = 0; i < group.n; i++)
		if (group.at[i]->rep == rep && !group.at[i]->superseded)
			return sample_value(group.at[i]);
	return NAN;
}

static struct sorted
ceilings_at(struct sorted all, const struct ceiling_of *c)
{
	static const enum ceiling what[2][2] = {{CEILING_READ_1, CEILING_READ_2}, {CEILING_UPDATE_1, CEILING_UPDATE_2}};
	const char *own = ceiling_series[what[c->updates][setup_are_two(c->lines)]];

	return samples_at(all, c->panel, c->series ? c->series : own, c->metric, c->x);
}

static double
divided_by(const struct ceiling_of *c)
{
	return !c->series && setup_are_two(c->lines) ? 1 : c->lines;
}

static void
add_share_of_ceiling(const struct experiment *e, struct sorted all, struct sorted group, struct points *out)
{
	const struct sample *s = group.at[0];
	struct point rate = {.x = s->x};
	struct ceiling_of c = {.panel = rate.panel, .metric = rate.metric, .x = s->x, .lines = 1};
	double *values;
	struct sorted ceilings;
	size_t n = 0;

	memcpy(rate.panel, s->panel, sizeof rate.panel);
	memcpy(rate.series, s->series, sizeof rate.series);
	memcpy(rate.metric, s->metric, sizeof rate.metric);
	memcpy(rate.unit, s->unit, sizeof rate.unit);
	if (!e->ceiling(&rate, &c))
		return;
	ceilings = ceilings_at(all, &c);
	values = malloc(group.n * sizeof *values);
	memory_needed(values);
	for (size_t i = 0; i < group.n; i++) {
		const double ceiling = value_in(ceilings, group.at[i]->rep) / divided_by(&c),
			     value = sample_value(group.at[i]);

		if (!group.at[i]->superseded && value > 0 && ceiling > 0)
			values[n++] = value / ceiling;
	}
	if (n > 0)
		add_point(out, s, "of_ceiling", "share", values, n);
	free(values);
}

void
reduce_experiment(const struct experiment *e, const struct samples *all, enum scale scale, struct points *out)
{
	const struct sample **mine = malloc((all->count + 1) * sizeof *mine);
	size_t n = 0;

	*out = (struct points){.scale = scale};
	memory_needed(mine);
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->at[i].exp, e->id) == 0)
			mine[n++] = &all->at[i];
	qsort(mine, n, sizeof *mine, reduce_compare_samples);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && same_point(mine[i], mine[j]); j++)
			;
		reduce_group(mine + i, j - i, out);
		if (e->ceiling && strcmp(mine[i]->unit, "Mops/s") == 0)
			add_share_of_ceiling(e, (struct sorted){mine, n}, (struct sorted){mine + i, j - i}, out);
	}
	free(mine);
	if (e->derive && n > 0)
		e->derive(out);
	if (e->derive_rounds && n > 0)
		e->derive_rounds(all, out);
	points_sort(out);
}

char *
reduce_text(const struct experiment *e, const struct samples *all, enum scale scale, size_t *length)
{
	struct points p;
	char *text = NULL;
	FILE *f;

	reduce_experiment(e, all, scale, &p);
	f = p.count ? open_memstream(&text, length) : NULL;
	memory_needed(p.count == 0 || (f && points_write(&p, f) == 0 && fclose(f) == 0));
	points_free(&p);
	return text;
}

static int
write_text(const char *dir, const struct experiment *e, const char *text, size_t length, struct failure *f)
{
	char path[FILES_PATH];
	struct files_new new;

	if (!files_path(path, "%s/results/%s.csv", dir, e->id) || !files_begin(&new, path) ||
	    (fwrite(text, 1, length, new.stream), files_commit(&new)) != 0)
		return failed(f, STATUS_FAILED, "%s/results/%s.csv: %s", dir, e->id, strerror(errno));
	return STATUS_DONE;
}

/* Removes what an earlier reduction left for an experiment that has no samples now. */
static void
remove_stale(const char *dir, const struct experiment *e)
{
	static const struct {
		const char *folder, *suffix;
	} files[] = {{"results", "csv"}, {"plots", "svg"}, {"plots", "pdf"}, {"tables", "md"}, {"tables", "tex"}};
	char path[FILES_PATH];

	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files_path(path, "%s/%s/%s.%s", dir, files[i].folder, e->id, files[i].suffix))
			unlink(path);
}

int
reduce_run(const char *dir, const struct samples *all, enum scale scale, struct failure *f)
{
	char path[FILES_PATH];
	int status = STATUS_DONE;

	if (!files_path(path, "%s/results", dir) || files_make_folder(path) != 0)
		status = failed(f, STATUS_FAILED, "%s/results: %s", dir, strerror(errno));
	for (size_t i = 0; experiment_all[i] && status == STATUS_DONE; i++) {
		size_t length;
		char *text = reduce_text(experiment_all[i], all, scale, &length);

		if (text)
			status = write_text(dir, experiment_all[i], text, length, f);
		else
			remove_stale(dir, experiment_all[i]);
		free(text);
	}
	return status;
}
