/* SPDX-License-Identifier: MIT */
/* budget.c - see budget.h. */
#include "harness/run/budget.h"

#include "harness/base/failure.h"
#include "harness/plan/groups.h"
#include "harness/run/given_up.h"
#include "harness/stats/student.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct budget_kept all_of_it = {SIZE_MAX, UINT_MAX, UINT_MAX};

/* --- the order of cells ------------------------------------------------------------------------------------------- */

static int
compare_wanted(const void *a, const void *b)
{
	const struct planned *p = a, *q = b;

	if (p->study != q->study)
		return p->study < q->study ? -1 : 1;
	if (p->cell.rep != q->cell.rep)
		return p->cell.rep < q->cell.rep ? -1 : 1;
	return p->seconds != q->seconds ? (p->seconds < q->seconds ? 1 : -1) : strcmp(p->label, q->label);
}

void
budget_order(struct plan *plan)
{
	size_t n = 0;

	while (n < plan->count && !plan->at[n].cell.program->timed)
		n++;
	if (n > 0)
		qsort(plan->at, n, sizeof *plan->at, compare_wanted);
}

/* --- how long cells take ------------------------------------------------------------------------------------------ */

void
budget_learns(struct budget *b, const struct planned *p, double seconds)
{
	for (struct budget_pace *at = b->pace; at < b->pace + BUDGET_PROGRAMS; at++)
		if (!at->program || at->program == p->cell.program) {
			at->program = p->cell.program;
			at->took += seconds;
			at->expected += p->seconds;
			return;
		}
}

/* Seconds of a cell by its program's pace; by that of all programs of its kind if its own has not run yet; at first by
 * the plan. */
static double
paced(const struct budget *b, const struct planned *p)
{
	double took = 0, expected = 0;

	for (const struct budget_pace *at = b->pace; at < b->pace + BUDGET_PROGRAMS && at->program; at++) {
		if (at->program == p->cell.program)
			return p->seconds * at->took / at->expected;
		if (at->program->timed == p->cell.program->timed) {
			took += at->took;
			expected += at->expected;
		}
	}
	return p->seconds * (expected > 0 ? took / expected : 1);
}

/* By how much a cell makes the run longer: 0 if it is finished. */
static double
expects(const struct budget *b, const struct planned *p)
{
	if (p->finished)
		return 0;
	return paced(b, p) / (p->cell.program->timed ? 1 : (double)b->jobs);
}

/* --- what is kept ------------------------------------------------------------------------------------------------- */

static bool
keeps(const struct budget_kept *k, const struct planned *p)
{
	return p->study < k->studies && p->cell.rep < (p->cell.program->timed ? k->timed : k->fixed);
}

static bool
fits(const struct budget *b, const struct budget_kept *k, const struct planned *left, size_t n, double passed)
{
	double end = passed;

	for (size_t i = 0; i < n && end <= b->seconds; i++)
		end += keeps(k, &left[i]) ? expects(b, &left[i]) : 0;
	return end <= b->seconds;
}

/* What there is of these cells: the first study, one past the last, and repetitions. */
struct extent {
	size_t first, studies;
	unsigned fixed, timed;
};

static struct extent
extent_of(const struct planned *at, size_t n)
{
	struct extent e = {.first = SIZE_MAX};

	for (const struct planned *p = at; p < at + n; p++) {
		unsigned *reps = p->cell.program->timed ? &e.timed : &e.fixed;

		*reps = p->cell.rep + 1 > *reps ? p->cell.rep + 1 : *reps;
		e.first = p->study < e.first ? p->study : e.first;
		e.studies = p->study + (size_t)1 > e.studies ? p->study + (size_t)1 : e.studies;
	}
	return e;
}

/* Takes repetitions of one kind away until the rest fits, or the fewest are left. Returns whether it fits. */
static bool
fewer(const struct budget *b, struct budget_kept *k, unsigned *reps, unsigned most, const struct planned *left,
      size_t n, double passed)
{
	bool in_time = false;

	for (unsigned r = most; r-- > STUDENT_LEAST && !in_time;) {
		*reps = r;
		in_time = fits(b, k, left, n, passed);
	}
	return in_time;
}

/* Gives up what is least wanted until the rest fits. */
static void
decide(struct budget *b, const struct planned *left, size_t n, double passed)
{
	const struct extent e = extent_of(left, n);
	struct budget_kept *k = &b->kept;
	bool in_time;

	k->fixed = k->timed = UINT_MAX;
	in_time = fits(b, k, left, n, passed);
	for (size_t s = e.studies < k->studies ? e.studies : k->studies; !in_time && s > e.first + 1; s--) {
		k->studies = s - 1;
		in_time = fits(b, k, left, n, passed);
	}
	in_time = in_time || fewer(b, k, &k->fixed, e.fixed, left, n, passed);
	in_time = in_time || fewer(b, k, &k->timed, e.timed, left, n, passed);
	b->late = !in_time;
}

void
budget_begin(struct budget *b, const struct plan *plan, double seconds)
{
	*b = (struct budget){.seconds = seconds, .jobs = plan_jobs(plan->options), .kept = all_of_it};
	if (seconds > 0)
		decide(b, plan->at, plan->count, 0);
}

/* Does it keep the same of these cells? */
static bool
is_same(const struct budget *a, const struct budget *b, const struct planned *left, size_t n)
{
	if (a->late != b->late)
		return false;
	for (const struct planned *p = left; p < left + n; p++)
		if (keeps(&a->kept, p) != keeps(&b->kept, p))
			return false;
	return true;
}

bool
budget_look(struct budget *b, const struct planned *left, size_t n, double passed)
{
	const struct budget was = *b;

	if (b->seconds <= 0 || n == 0 || left[0].cell.rep == 0) /* of the first nothing is known yet */
		return false;
	decide(b, left, n, passed);
	if (is_same(&was, b, left, n)) {
		b->kept = was.kept;
		return false;
	}
	return true;
}

bool
budget_keeps(const struct budget *b, const struct planned *p)
{
	return keeps(&b->kept, p);
}

bool
budget_drops_study(const struct budget *b, const struct planned *p)
{
	return p->study >= b->kept.studies;
}

/* --- in words ----------------------------------------------------------------------------------------------------- */

/* Appends "6 of 10 repetitions of timed parts" if some are given up. */
static size_t
add_repetitions(char text[BUDGET_TEXT], size_t used, unsigned kept, unsigned of, const char *parts)
{
	if (kept >= of)
		return used;
	return used + (size_t)snprintf(text + used, BUDGET_TEXT - used, "%s%u of %u repetitions of %s parts",
	                               used ? ", " : "", kept, of, parts);
}

/* Appends the names of studies that have unfinished cells, all of them given up. */
static size_t
add_studies(const struct budget *b, const struct planned *at, size_t n, char text[BUDGET_TEXT], size_t used)
{
	const char *before = used ? "; nothing of " : "all but ";

	for (size_t s = b->kept.studies; s < GROUPS; s++) {
		size_t i = 0;

		while (i < n && (at[i].study != s || at[i].finished))
			i++;
		if (i == n)
			continue;
		used += (size_t)snprintf(text + used, BUDGET_TEXT - used, "%s%s", before, group_all[s].name);
		before = ", ";
	}
	return used;
}

const char *
budget_text(const struct budget *b, const struct planned *at, size_t n, char text[BUDGET_TEXT])
{
	const struct extent e = extent_of(at, n);
	size_t used = add_repetitions(text, 0, b->kept.fixed, e.fixed, "deterministic");

	used = add_repetitions(text, used, b->kept.timed, e.timed, "timed");
	used = add_studies(b, at, n, text, used);
	if (used == 0)
		snprintf(text, BUDGET_TEXT, "all of it");
	return text;
}

void
budget_say(const struct budget *b, const struct planned *at, size_t n)
{
	char budget[24], text[BUDGET_TEXT];

	given_up_duration(b->seconds, budget);
	if (b->late)
		notice("as this machine is now, even the least takes longer than the time budget of %s; what would end "
		       "later does not begin",
		       budget);
	else
		notice("as this machine is now, the time budget of %s has time for %s", budget,
		       budget_text(b, at, n, text));
}
