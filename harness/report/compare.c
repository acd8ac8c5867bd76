/* SPDX-License-Identifier: MIT */
/* compare.c - see compare.h: both sides, point by point. */
#include "harness/report/compare.h"

#include "harness/base/memory.h"
#include "harness/report/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const compare_letter[SIDES] = {"A", "B"};
const char *const compare_outcome_names[COMPARE_OUTCOMES] = {
	[COMPARE_EQUAL] = "equal",
	[COMPARE_DIFFERS] = "differs",
	[COMPARE_SEPARATED] = "separated",
	[COMPARE_NOT_SEPARATED] = "not separated",
	[COMPARE_NO_INTERVAL] = "no interval",
	[COMPARE_ONE_SIDED] = "in one run only",
};

/* --- points ----------------------------------------------------------------------------------------------- */

/* Is the point a measurement of this machine, rather than the same everywhere for one seed, hash and scale? These are
 * speeds and their shares of ceilings, durations, the processor's counts of cache misses, the pages that the system
 * gave, and values computed from timings. */
static bool
is_measured(const struct experiment *e, const struct point *p)
{
	return strcmp(p->unit, "Mops/s") == 0 || strcmp(p->unit, "share") == 0 || strcmp(p->unit, "ns") == 0 ||
	       strncmp(p->metric, "misses_", 7) == 0 || strcmp(p->metric, "huge_pages") == 0 || (e->timed && p->n == 0);
}

static bool
same_number(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

/* Are all known values of a point equal, to the last bit? The reduced data have no variance. */
static bool
same_values(const struct point *a, const struct point *b)
{
	return a->n == b->n && same_number(a->median, b->median) && same_number(a->lo, b->lo) &&
	       same_number(a->hi, b->hi) && same_number(a->mean, b->mean) && same_number(a->min, b->min) &&
	       same_number(a->max, b->max);
}

static enum compare_outcome
row_outcome(const struct experiment *e, const struct point *a, const struct point *b, bool same_conditions)
{
	if (!a || !b)
		return COMPARE_ONE_SIDED;
	if (same_values(a, b))
		return COMPARE_EQUAL;
	if (same_conditions && a->n == b->n && !is_measured(e, a))
		return COMPARE_DIFFERS;
	if (isnan(a->lo) || isnan(a->hi) || isnan(b->lo) || isnan(b->hi))
		return COMPARE_NO_INTERVAL;
	return a->hi < b->lo || b->hi < a->lo ? COMPARE_SEPARATED : COMPARE_NOT_SEPARATED;
}

static struct compare_row
make_row(const struct experiment *e, const struct point *a, const struct point *b, bool same_conditions)
{
	struct compare_row row = {{a, b}, row_outcome(e, a, b, same_conditions), NAN, NAN, NAN};

	if (!a || !b || !(a->median > 0) || !(b->median > 0) || format_is_answer(a->unit))
		return row;
	row.ratio = b->median / a->median;
	/* Each interval holds with 95 %, so together they hold with at least 90 %. */
	if (a->lo > 0 && b->lo > 0) {
		row.lo = b->lo / a->hi;
		row.hi = b->hi / a->lo;
	}
	return row;
}

static int
compare_names(const struct point *a, const struct point *b)
{
	int c;

	if ((c = strcmp(a->panel, b->panel)) || (c = strcmp(a->series, b->series)))
		return c;
	return strcmp(a->metric, b->metric);
}

/* Some points of a list that differ only in x. An empty line may be of a list without points. Its array is NULL, to
 * which C lets nobody add even 0; so a line is told by its place. */
struct line {
	const struct points *of;
	size_t first, count;
};

/* The number of points, from the i-th on, in one line. */
static size_t
line_length(const struct points *p, size_t i)
{
	size_t n = 1;

	while (i + n < p->count && compare_names(&p->at[i], &p->at[i + n]) == 0)
		n++;
	return n;
}

static const struct point *
point_of(struct line l, size_t i)
{
	return &l.of->at[l.first + i];
}

/*
 * Have two lines as many points, at the same x? A measured x (a false positive rate, the occupancy of a full filter)
 * depends on the keys, so it need not be equal to the last digit.
 */
static bool
same_line(struct line a, struct line b)
{
	for (size_t i = 0; i < a.count && a.count == b.count; i++) {
		const double x = point_of(a, i)->x, y = point_of(b, i)->x;

		if (fabs(x - y) > 0.25 * fmax(fabs(x), fabs(y)))
			return false;
	}
	return a.count == b.count;
}

static void
add_row(struct comparison *c, size_t which, const struct point *a, const struct point *b)
{
	struct compare_part *part = &c->part[which];
	struct compare_row *row = &part->at[part->count++];

	*row = make_row(experiment_all[which], a, b, c->same_conditions);
	part->of[row->outcome]++;
	c->of[row->outcome]++;
}

/* Compares two lines of one name: point by point if they have the same x, else by x. */
static void
compare_lines(struct comparison *c, size_t which, struct line a, struct line b)
{
	const bool by_place = same_line(a, b);

	for (size_t i = 0, j = 0; i < a.count || j < b.count;) {
		const double x = i < a.count ? point_of(a, i)->x : INFINITY,
			     y = j < b.count ? point_of(b, j)->x : INFINITY;
		const bool take_a = by_place || x <= y, take_b = by_place || y <= x;

		add_row(c, which, take_a ? point_of(a, i) : NULL, take_b ? point_of(b, j) : NULL);
		i += take_a;
		j += take_b;
	}
}

/* Compares an experiment line by line, in one pass, because both lists are sorted alike (points_sort). */
static void
compare_points_of(struct comparison *c, size_t which)
{
	const struct points *a = run_data_points(&c->side[0], experiment_all[which]),
			    *b = run_data_points(&c->side[1], experiment_all[which]);
	struct line of_a = {a, 0, 0}, of_b = {b, 0, 0};

	c->part[which].at = memory_new(a->count + b->count, sizeof *c->part[which].at);
	while (of_a.first < a->count || of_b.first < b->count) {
		const int order = of_a.first == a->count   ? 1
		                  : of_b.first == b->count ? -1
		                                           : compare_names(&a->at[of_a.first], &b->at[of_b.first]);

		of_a.count = order <= 0 ? line_length(a, of_a.first) : 0;
		of_b.count = order >= 0 ? line_length(b, of_b.first) : 0;
		compare_lines(c, which, of_a, of_b);
		of_a.first += of_a.count;
		of_b.first += of_b.count;
	}
}

/* --- all -------------------------------------------------------------------------------------------------- */

static int
load_sides(struct comparison *c, const char *const dir[SIDES], struct failure *f)
{
	for (int s = 0; s < SIDES; s++) {
		if (run_data_load(&c->side[s], dir[s], f) != STATUS_DONE)
			return failed(f, STATUS_USAGE, "compare: %s", f->text);
		(void)run_data_board(&c->side[s]);
	}
	if (c->side[0].scale == c->side[1].scale)
		return STATUS_DONE;
	return failed(f, STATUS_USAGE,
	              "compare: %s is of scale %s and %s of scale %s: tables of other sizes cannot be compared", dir[0],
	              scale_names[c->side[0].scale], dir[1], scale_names[c->side[1].scale]);
}

int
comparison_make(struct comparison *c, const char *a, const char *b, struct failure *f)
{
	size_t n = 0;
	int status;

	*c = (struct comparison){0};
	if ((status = load_sides(c, (const char *const[SIDES]){a, b}, f)) != STATUS_DONE)
		return status;
	while (experiment_all[n])
		n++;
	c->part = memory_new(n, sizeof *c->part);
	c->same_conditions = compare_same_fact(c, "run", "seed") && compare_same_fact(c, "run", "hash");
	for (size_t i = 0; i < n; i++)
		compare_points_of(c, i);
	/* One program made both boards, so they have the same claims in the same order. */
	for (size_t i = 0; i < c->side[0].board.count; i++) {
		const enum verdict_kind kind = c->side[0].board.at[i].verdict.kind;

		c->changed += kind != c->side[1].board.at[i].verdict.kind;
		c->unasked += kind == VERDICT_NOT_ASKED && c->side[1].board.at[i].verdict.kind == kind;
	}
	compare_note_conditions(c);
	return STATUS_DONE;
}

void
comparison_free(struct comparison *c)
{
	for (size_t i = 0; c->part && experiment_all[i]; i++)
		free(c->part[i].at);
	free(c->part);
	free(c->note);
	for (int s = 0; s < SIDES; s++)
		run_data_free(&c->side[s]);
	*c = (struct comparison){0};
}
