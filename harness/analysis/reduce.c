/* SPDX-License-Identifier: MIT */
/*
 * reduce.c - groups samples by (panel, series, metric, x), and summarises each group over its repetitions.
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
	       strcmp(a->panel, b->panel) == 0;
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
	p = n ? points_add_summary(out, s->panel, s->series, s->x, s->metric, s->unit, values, n) : NULL;
	free(values);
	if (!p)
		return;
	p->min = least, p->max = greatest; /* over all attempts, not only the last ones in values[] */
	if (strcmp(s->unit, "rate") == 0)
		wilson(num, den, &p->lo, &p->hi);
}

/* --- shares of ceilings --- */

/* The value of one repetition; NaN if there is none. */
static double
value_in(struct samples_at group, unsigned rep)
{
	for (size_t i = 0; i < group.count; i++)
		if (group.at[i]->rep == rep)
			return sample_value(group.at[i]);
	return NAN;
}

static struct samples_at
ceilings_at(const struct run_data *d, const char *exp, const struct ceiling_of *c)
{
	static const enum ceiling what[2][2] = {{CEILING_READ_1, CEILING_READ_2}, {CEILING_UPDATE_1, CEILING_UPDATE_2}};
	const char *own = ceiling_series[what[c->updates][setup_are_two(c->lines)]];

	return run_data_at(d, exp, c->panel, c->series ? c->series : own, c->metric, c->x);
}

static double
divided_by(const struct ceiling_of *c)
{
	return !c->series && setup_are_two(c->lines) ? 1 : c->lines;
}

static void
add_share_of_ceiling(const struct run_data *d, const struct experiment *e, struct samples_at group, struct points *out)
{
	const struct sample *s = group.at[0];
	struct point rate = {.x = s->x};
	struct ceiling_of c = {.panel = rate.panel, .metric = rate.metric, .x = s->x, .lines = 1};
	double *values;
	struct samples_at ceilings;
	size_t n = 0;

	memcpy(rate.panel, s->panel, sizeof rate.panel);
	memcpy(rate.series, s->series, sizeof rate.series);
	memcpy(rate.metric, s->metric, sizeof rate.metric);
	memcpy(rate.unit, s->unit, sizeof rate.unit);
	if (!e->ceiling(&rate, &c))
		return;
	ceilings = ceilings_at(d, e->id, &c);
	values = malloc(group.count * sizeof *values);
	memory_needed(values);
	for (size_t i = 0; i < group.count; i++) {
		const double ceiling = value_in(ceilings, group.at[i]->rep) / divided_by(&c),
			     value = sample_value(group.at[i]);

		if (!group.at[i]->superseded && value > 0 && ceiling > 0)
			values[n++] = value / ceiling;
	}
	if (n > 0)
		points_add_summary(out, s->panel, s->series, s->x, "of_ceiling", "share", values, n);
	free(values);
}

void
reduce_experiment(const struct run_data *d, const struct experiment *e, struct points *out)
{
	const struct samples_at mine = run_data_line(d, e->id, NULL, NULL, NULL);

	*out = (struct points){.scale = d->scale};
	for (size_t i = 0, j; i < mine.count; i = j) {
		for (j = i + 1; j < mine.count && same_point(mine.at[i], mine.at[j]); j++)
			;
		reduce_group(mine.at + i, j - i, out);
		if (e->ceiling && strcmp(mine.at[i]->unit, "Mops/s") == 0)
			add_share_of_ceiling(d, e, (struct samples_at){mine.at + i, j - i}, out);
	}
	if (e->derive && mine.count > 0)
		e->derive(out);
	if (e->derive_rounds && mine.count > 0)
		e->derive_rounds(d, e->id, out);
	points_sort(out);
}

/* --- rounds ----------------------------------------------------------------------------------------------- */

size_t
rounds_read(const struct run_data *d, const char *exp, const char *panel, const char *series, const char *metric,
            double x, double value[ROUNDS_MOST])
{
	const struct samples_at there = run_data_at(d, exp, panel, series, metric, x);
	size_t rounds = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		value[i] = NAN;
	for (size_t i = 0; i < there.count; i++)
		if (there.at[i]->rep < ROUNDS_MOST) {
			value[there.at[i]->rep] = sample_value(there.at[i]);
			rounds++;
		}
	return rounds;
}

void
rounds_add(struct points *points, const char *panel, const char *series, double x, const char *metric, const char *unit,
           const double value[ROUNDS_MOST])
{
	double there[ROUNDS_MOST];
	size_t n = 0;

	for (size_t i = 0; i < ROUNDS_MOST; i++)
		if (isfinite(value[i]))
			there[n++] = value[i];
	if (n > 0)
		points_add_summary(points, panel, series, x, metric, unit, there, n);
}

/* --- files ------------------------------------------------------------------------------------------------ */

char *
reduce_text(const struct run_data *d, const struct experiment *e, size_t *length)
{
	const struct points *p = run_data_points(d, e);
	char *text = NULL;
	FILE *f = p->count ? open_memstream(&text, length) : NULL;

	memory_needed(p->count == 0 || (f && points_write(p, f) == 0 && fclose(f) == 0));
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
reduce_run(const struct run_data *d, struct failure *f)
{
	const char *dir = d->dir;
	char path[FILES_PATH];
	int status = STATUS_DONE;

	if (!files_path(path, "%s/results", dir) || files_make_folder(path) != 0)
		status = failed(f, STATUS_FAILED, "%s/results: %s", dir, strerror(errno));
	for (size_t i = 0; experiment_all[i] && status == STATUS_DONE; i++) {
		size_t length;
		char *text = reduce_text(d, experiment_all[i], &length);

		if (text)
			status = write_text(dir, experiment_all[i], text, length, f);
		else
			remove_stale(dir, experiment_all[i]);
		free(text);
	}
	return status;
}
