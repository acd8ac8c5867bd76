/* SPDX-License-Identifier: MIT */
/* published.c - see published.h. */
#include "harness/analysis/published.h"

#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 8 };

/* An empty field is 0, because tables have no x. */
static bool
published_number(const char *text, double *out)
{
	char *end;

	*out = strtod(text, &end);
	return *end == '\0';
}

/* Splits a line in place, at seven commas. Of its fields only the last, the source, may contain more of them. */
static bool
published_row(struct published *p, char *line)
{
	char *field[COLUMNS];
	struct published_value v;

	for (int i = 0; i < COLUMNS; i++)
		if (!(field[i] = i < COLUMNS - 1 ? strsep(&line, ",") : line))
			return false;
	v = (struct published_value){.exp = field[0],
	                             .panel = field[1],
	                             .series = field[2],
	                             .metric = field[4],
	                             .unit = field[5],
	                             .text = field[6],
	                             .source = field[7]};
	if (strchr(v.source, '"') || !*v.text || !published_number(field[3], &v.x) ||
	    !published_number(v.text, &v.value))
		return false;
	p->at = memory_grown(p->at, p->count, sizeof *p->at);
	p->at[p->count++] = v;
	return true;
}

int
published_read(struct published *p, struct failure *f)
{
	static const char header[] = "exp,panel,series,x,metric,unit,value,source";
	char path[FILES_PATH], *next, *line;
	unsigned long number = 1;

	*p = (struct published){0};
	if (!files_path(path, "%s/datasets/paper/printed.csv", files_home()) || !(p->lines = files_read(path, NULL)))
		return failed_at(f, STATUS_FAILED, path);
	next = p->lines;
	if (strcmp(strsep(&next, "\n"), header) != 0) {
		published_free(p);
		return failed(f, STATUS_FAILED, "%s:1: unexpected header", path);
	}
	while ((line = strsep(&next, "\n"))) {
		number++;
		if (*line && !published_row(p, line)) {
			published_free(p);
			return failed(f, STATUS_FAILED,
			              "%s:%lu: not eight fields without quotes, with numbers for x and value", path,
			              number);
		}
	}
	return STATUS_DONE;
}

void
published_free(struct published *p)
{
	free(p->lines);
	free(p->at);
	*p = (struct published){0};
}

const struct published_value *
published_of(const struct published *p, const char *exp, const struct published_value *after)
{
	for (size_t i = after ? (size_t)(after - p->at) + 1 : 0; i < p->count; i++)
		if (strcmp(p->at[i].exp, exp) == 0)
			return &p->at[i];
	return NULL;
}

const struct published_value *
published_next(const struct published *p, const char *exp, const char *panel, const char *series, double x,
               const char *metric, const struct published_value *after)
{
	const struct published_value *v = after;

	while ((v = published_of(p, exp, v)))
		if (same_x(v->x, x) && strcmp(v->panel, panel) == 0 && strcmp(v->series, series) == 0 &&
		    strcmp(v->metric, metric) == 0)
			return v;
	return NULL;
}

/* --- disagreements between the sources --------------------------------------------------------------------- */

/* What another source can contradict. A bound admits other values, and a later measurement states none. */
enum statement { STATES_NOTHING, STATES_VALUE, STATES_LOWER_END, STATES_UPPER_END };

static enum statement
statement_of(const struct published_value *v)
{
	static const char *const nothing[] = {"rerun", "no more than", "bound"};

	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		if (strstr(v->source, nothing[i]))
			return STATES_NOTHING;
	return strstr(v->source, "lower end of")   ? STATES_LOWER_END
	       : strstr(v->source, "upper end of") ? STATES_UPPER_END
	                                           : STATES_VALUE;
}

/* Do two numbers of one quantity contradict each other? A value may lie in a range, so a range's end contradicts only
 * the same end of another range. */
static bool
contradict(const struct published_value *a, const struct published_value *b)
{
	const enum statement kind = statement_of(a);

	return kind != STATES_NOTHING && kind == statement_of(b) && a->value != b->value;
}

/* The sources compare false positive rates in the text: "fpr_over_bf" is what T3 has of a filter and of BF. The best
 * cuckoo filter is the semi-sorted one. */
static double
rate_over(const struct run_data *data, const struct published_value *v)
{
	static const char prefix[] = "fpr_over_";
	const struct experiment *t3 = experiment_find("t3");
	const char *other = v->metric + sizeof prefix - 1;
	struct points *points;
	const struct point *mine, *theirs;

	if (strncmp(v->metric, prefix, sizeof prefix - 1) != 0)
		return NAN;
	points = run_data_points(data, t3);
	mine = points_find(points, "", v->series, 0, "fpr");
	theirs = points_find(points, "", strcmp(other, "best_cf") ? other : "ss-cf", 0, "fpr");
	return mine && theirs ? mine->mean / theirs->mean : NAN;
}

static struct disagreement
describe(const struct run_data *data, const struct published_value *a, const struct published_value *b)
{
	const struct experiment *e = experiment_find(a->exp);
	const struct point *p = e ? points_find(run_data_points(data, e), a->panel, a->series, a->x, a->metric) : NULL;
	const double measured = p ? p->mean : rate_over(data, a), first = fabs(measured - a->value),
		     second = fabs(measured - b->value);

	return (struct disagreement){a, b, measured, isnan(measured) || first == second ? 0 : first < second ? 1 : 2};
}

int
disagreements_make(struct disagreement **out, size_t *count, struct run_data *d, struct failure *f)
{
	const struct published *printed = run_data_printed(d, f);

	*out = NULL;
	*count = 0;
	for (size_t i = 0; i < printed->count; i++) {
		const struct published_value *a = &printed->at[i], *b = a;

		while ((b = published_next(printed, a->exp, a->panel, a->series, a->x, a->metric, b)))
			if (contradict(a, b)) {
				*out = memory_grown(*out, *count, sizeof **out);
				(*out)[(*count)++] = describe(d, a, b);
			}
	}
	return f->status;
}
