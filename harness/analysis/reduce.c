/* SPDX-License-Identifier: MIT */
/*
 * reduce.c - groups samples by (panel, series, metric, x), and summarises each group over its repetitions. The rounds
 * of a process come to one value (per_process).
 *
 * If a cell was measured more than once, its last attempt counts; min and max cover all attempts and rounds. A
 * proportion of queries (unit "rate") is that of the pooled counts, with Wilson's interval, which is wider where
 * repetitions differ by more than chance. All others have a median with its interval (stats_interval), shares of
 * ceilings included.
 */
#include "harness/analysis/reduce.h"

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/setup.h"
#include "harness/stats/stats.h"
#include "harness/stats/student.h"
#include "harness/timing/ceiling.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- points ----------------------------------------------------------------------------------------------- */

static const char header[] = "panel,series,x,metric,unit,n,median,lo,hi,mean,min,max";

struct point *
points_add(struct points *p, const char *panel, const char *series, double x, const char *metric, const char *unit,
           double value)
{
	struct point *new;

	p->at = memory_grown(p->at, p->count, sizeof *p->at);
	new = &p->at[p->count++];
	*new = (struct point){.x = x};
	new->median = new->mean = new->min = new->max = value;
	new->lo = new->hi = new->variance = NAN;
	snprintf(new->panel, sizeof new->panel, "%s", panel);
	snprintf(new->series, sizeof new->series, "%s", series);
	snprintf(new->metric, sizeof new->metric, "%s", metric);
	snprintf(new->unit, sizeof new->unit, "%s", unit);
	return new;
}

struct point *
points_add_summary(struct points *points, const char *panel, const char *series, double x, const char *metric,
                   const char *unit, double *values, const uint64_t *turn, size_t n, bool timed)
{
	const double floor = interval_floor(values, turn, n, timed, STATS_LEVEL);
	const size_t repetitions = per_process(values, turn, n);
	const struct summary sum = summarise(values, repetitions, floor);
	struct point *p = points_add(points, panel, series, x, metric, unit, sum.median);

	p->n = (unsigned)repetitions;
	p->lo = sum.lo, p->hi = sum.hi, p->mean = sum.mean, p->min = sum.min, p->max = sum.max;
	p->variance = sum.variance;
	return p;
}

bool
same_x(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

struct point *
points_find(struct points *p, const char *panel, const char *series, double x, const char *metric)
{
	for (size_t i = 0; i < p->count; i++) {
		struct point *at = &p->at[i];

		if (same_x(at->x, x) && strcmp(at->panel, panel) == 0 && strcmp(at->series, series) == 0 &&
		    strcmp(at->metric, metric) == 0)
			return at;
	}
	return NULL;
}

double
points_mean(const struct points *p, const char *series, const char *metric, double from)
{
	double sum = 0;
	unsigned n = 0;

	for (size_t i = 0; i < p->count; i++)
		if (p->at[i].x >= from && strcmp(p->at[i].series, series) == 0 &&
		    strcmp(p->at[i].metric, metric) == 0) {
			sum += p->at[i].mean;
			n++;
		}
	return n ? sum / n : NAN;
}

const char **
points_series(const struct points *p, size_t *count)
{
	const char **names = memory_new(p->count, sizeof *names);
	size_t filters = 0, known;

	*count = 0;
	while (filter_all[filters])
		filters++;
	for (size_t f = 0; f <= filters; f++)
		for (size_t i = 0; i < p->count; i++) {
			const char *series = p->at[i].series;

			if (f < filters && strcmp(filter_all[f]->name, series) != 0)
				continue;
			for (known = 0; known < *count && strcmp(names[known], series) != 0; known++)
				;
			if (known == *count)
				names[(*count)++] = series;
		}
	return names;
}

static int
compare_points(const void *a, const void *b)
{
	const struct point *p = a, *q = b;
	int c;

	if ((c = strcmp(p->panel, q->panel)) || (c = strcmp(p->series, q->series)) ||
	    (c = strcmp(p->metric, q->metric)))
		return c;
	return (p->x > q->x) - (p->x < q->x);
}

void
points_sort(struct points *p)
{
	if (p->count)
		qsort(p->at, p->count, sizeof *p->at, compare_points);
}

void
points_free(struct points *p)
{
	free(p->at);
	*p = (struct points){.scale = p->scale};
}

/* Nine digits distinguish any two ratios of the suite. */
void
points_round(struct points *p)
{
	char text[32];

	for (size_t i = 0; i < p->count; i++) {
		struct point *at = &p->at[i];
		double *const numbers[] = {&at->x, &at->median, &at->lo, &at->hi, &at->mean, &at->min, &at->max};

		for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
			const double v = *numbers[k];

			if (isnan(v) || (v == trunc(v) && fabs(v) < 1e9))
				continue; /* most numbers */
			snprintf(text, sizeof text, "%.9g", v);
			*numbers[k] = strtod(text, NULL);
		}
	}
}

int
points_write(const struct points *p, FILE *f)
{
	fprintf(f, "%s\n", header);
	for (size_t i = 0; i < p->count; i++) {
		const struct point *at = &p->at[i];
		const double numbers[] = {at->median, at->lo, at->hi, at->mean, at->min, at->max};

		fprintf(f, "%s,%s,%.9g,%s,%s,%u", at->panel, at->series, at->x, at->metric, at->unit, at->n);
		for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
			if (isnan(numbers[k])) /* C libraries spell it in different ways */
				fputs(",NaN", f);
			else
				fprintf(f, ",%.9g", numbers[k]);
		fputc('\n', f);
	}
	return ferror(f) ? -1 : 0;
}

/* --- from samples ----------------------------------------------------------------------------------------- */

static bool
same_point(const struct sample *a, const struct sample *b)
{
	return a->x == b->x && strcmp(a->metric, b->metric) == 0 && strcmp(a->series, b->series) == 0 &&
	       strcmp(a->panel, b->panel) == 0;
}

static void
reduce_group(const struct sample *const *group, size_t n, struct points *out)
{
	const struct sample *s = group[0];
	double *values = memory_new(n, sizeof *values), least = INFINITY, greatest = -INFINITY;
	uint64_t *num = memory_new(3 * n, sizeof *num), *den = num + n, *turn = den + n;
	struct point *p;

	for (size_t i = 0; i < n; i++) {
		values[i] = sample_value(group[i]);
		least = fmin(least, values[i]);
		greatest = fmax(greatest, values[i]);
		turn[i] = sample_turn(group[i]);
		num[i] = group[i]->num;
		den[i] = group[i]->den;
	}
	p = points_add_summary(out, s->panel, s->series, s->x, s->metric, s->unit, values, turn, n, sample_is_timed(s));
	p->min = least, p->max = greatest; /* of all rounds, where values[] has become one a process */
	if (strcmp(s->unit, "rate") == 0)
		p->median = wilson_pooled(num, den, n, STATS_LEVEL, &p->lo, &p->hi);
	free(values);
	free(num);
}

/* --- shares of ceilings --- */

static struct samples_at
ceilings_at(const struct run_data *d, const char *exp, const struct ceiling_of *c)
{
	static const enum ceiling what[2][2] = {{CEILING_READ_1, CEILING_READ_2}, {CEILING_UPDATE_1, CEILING_UPDATE_2}};
	const char *own = ceiling_series[what[c->updates][setup_are_two(c->lines)]];

	return run_data_at(d, exp, c->panel, c->series ? c->series : own, c->metric, c->x);
}

static void
add_share_of_ceiling(const struct run_data *d, const struct experiment *e, struct samples_at group, struct points *out)
{
	const struct point rate = out->at[out->count - 1];
	struct ceiling_of c = {.panel = rate.panel, .metric = rate.metric, .x = rate.x, .lines = 1};
	double *values, *ceilings, divisor;
	uint64_t *turn;
	size_t n = 0, pairs;

	if (!e->ceiling(&rate, &c))
		return;
	divisor = !c.series && setup_are_two(c.lines) ? 1 : c.lines;
	values = memory_new(2 * group.count, sizeof *values);
	ceilings = values + group.count;
	turn = memory_new(group.count, sizeof *turn);
	pairs = samples_pairs(group, ceilings_at(d, e->id, &c), values, ceilings, turn);
	for (size_t i = 0; i < pairs; i++) {
		const double ceiling = ceilings[i] / divisor;

		turn[n] = turn[i];
		if (values[i] > 0 && ceiling > 0)
			values[n++] = values[i] / ceiling;
	}
	if (n > 0)
		points_add_summary(out, rate.panel, rate.series, rate.x, "of_ceiling", "share", values, turn, n, true);
	free(turn);
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

/* --- files ------------------------------------------------------------------------------------------------ */

char *
reduce_text(const struct run_data *d, const struct experiment *e, size_t *length)
{
	const struct points *p = run_data_points(d, e);
	char *text = NULL;
	FILE *f;

	if (p->count == 0)
		return NULL;
	f = memory_stream(&text, length);
	points_write(p, f);
	memory_whole(f);
	return text;
}

static int
write_text(const char *dir, const struct experiment *e, const char *text, size_t length, struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/results/%s.csv", dir, e->id))
		fwrite(text, 1, length, new.stream);
	return files_finish(&new, STATUS_FAILED, f);
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
reduce_run(const struct run_data *d, const char *dir, struct failure *f)
{
	int status = STATUS_DONE;

	if (files_make_folder("%s/results", dir) != 0)
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
