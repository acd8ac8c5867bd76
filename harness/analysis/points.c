/* SPDX-License-Identifier: MIT */
/* points.c - the rows of a figure: adds, finds, writes and reads them. */
#include "harness/analysis/points.h"

#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "panel,series,x,metric,unit,n,median,lo,hi,mean,min,max";

static struct point *
points_append(struct points *p)
{
	p->at = memory_grown(p->at, p->count, sizeof *p->at);
	p->at[p->count] = (struct point){0};
	return &p->at[p->count++];
}

static void
copy_name(char *to, size_t room, const char *from)
{
	snprintf(to, room, "%s", from);
}

struct point *
points_add(struct points *p, const char *panel, const char *series, double x, const char *metric, const char *unit,
           double value)
{
	struct point *new = points_append(p);

	copy_name(new->panel, sizeof new->panel, panel);
	copy_name(new->series, sizeof new->series, series);
	copy_name(new->metric, sizeof new->metric, metric);
	copy_name(new->unit, sizeof new->unit, unit);
	new->x = x;
	new->median = new->mean = new->min = new->max = value;
	new->lo = new->hi = new->variance = NAN;
	return new;
}

struct point *
points_add_summary(struct points *points, const char *panel, const char *series, double x, const char *metric,
                   const char *unit, double *values, size_t n)
{
	const struct summary sum = summarise(values, n);
	struct point *p = points_add(points, panel, series, x, metric, unit, sum.median);

	p->n = (unsigned)n;
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
			snprintf(text, sizeof text, "%.9g", *numbers[k]);
			*numbers[k] = strtod(text, NULL);
		}
	}
}

/* C libraries spell not-a-number in different ways. */
static void
write_number(FILE *f, double v)
{
	if (isnan(v))
		fputs(",NaN", f);
	else
		fprintf(f, ",%.9g", v);
}

int
points_write(const struct points *p, FILE *f)
{
	fprintf(f, "%s\n", header);
	for (size_t i = 0; i < p->count; i++) {
		const struct point *at = &p->at[i];

		fprintf(f, "%s,%s,%.9g,%s,%s,%u", at->panel, at->series, at->x, at->metric, at->unit, at->n);
		write_number(f, at->median);
		write_number(f, at->lo);
		write_number(f, at->hi);
		write_number(f, at->mean);
		write_number(f, at->min);
		write_number(f, at->max);
		fputc('\n', f);
	}
	return ferror(f) ? -1 : 0;
}

static bool
parse_row(char *line, struct point *out)
{
	char *field[12], *end, *rest = line;
	double number[7];
	unsigned long n;

	for (size_t i = 0; i < 12; i++)
		if (!(field[i] = strsep(&rest, ",")))
			return false;
	if (rest || strlen(field[0]) >= sizeof out->panel || strlen(field[1]) >= sizeof out->series ||
	    strlen(field[3]) >= sizeof out->metric || strlen(field[4]) >= sizeof out->unit)
		return false;
	for (size_t i = 0; i < 7; i++) {
		const char *text = field[i == 0 ? 2 : i + 5];

		number[i] = strtod(text, &end);
		if (end == text || *end)
			return false;
	}
	n = strtoul(field[5], &end, 10);
	if (end == field[5] || *end)
		return false;
	copy_name(out->panel, sizeof out->panel, field[0]);
	copy_name(out->series, sizeof out->series, field[1]);
	copy_name(out->metric, sizeof out->metric, field[3]);
	copy_name(out->unit, sizeof out->unit, field[4]);
	out->n = (unsigned)n;
	out->x = number[0], out->median = number[1], out->lo = number[2], out->hi = number[3];
	out->mean = number[4], out->min = number[5], out->max = number[6], out->variance = NAN;
	return true;
}

int
points_read(const char *path, struct points *p, struct failure *f)
{
	char line[512];
	FILE *file = fopen(path, "re");
	unsigned long number = 0;
	int status = STATUS_DONE;

	if (!file)
		return failed_at(f, STATUS_FAILED, path);
	while (status == STATUS_DONE && fgets(line, sizeof line, file)) {
		number++;
		line[strcspn(line, "\r\n")] = '\0';
		if (number == 1) {
			if (strcmp(line, header) != 0)
				status = failed(f, STATUS_FAILED, "%s:1: not a figure's data: unexpected header", path);
		} else if (!parse_row(line, points_append(p))) {
			status = failed(f, STATUS_FAILED, "%s:%lu: not twelve fields of names and numbers", path,
			                number);
		}
	}
	if (status == STATUS_DONE && ferror(file))
		status = failed_at(f, STATUS_FAILED, path);
	else if (status == STATUS_DONE && number == 0)
		status = failed(f, STATUS_FAILED, "%s: empty file", path);
	fclose(file);
	return status;
}
