/* SPDX-License-Identifier: MIT */
/* budget.c - see budget.h. */
#include "harness/run/budget.h"

#include "harness/base/failure.h"
#include "harness/run/given_up.h"
#include "harness/stats/student.h"

#include <limits.h>

void
budget_begin(struct budget *b, double seconds)
{
	*b = (struct budget){.seconds = seconds, .reps = UINT_MAX};
}

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

/* Seconds that a cell will take, 0 if it is finished: by its program's pace; by that of all programs if its own has not
 * run yet; at first by the plan. */
static double
expects(const struct budget *b, const struct planned *p)
{
	double took = 0, expected = 0;

	if (p->finished)
		return 0;
	for (const struct budget_pace *at = b->pace; at < b->pace + BUDGET_PROGRAMS && at->program; at++) {
		if (at->program == p->cell.program)
			return p->seconds * at->took / at->expected;
		took += at->took;
		expected += at->expected;
	}
	return p->seconds * (expected > 0 ? took / expected : 1);
}

bool
budget_look(struct budget *b, const struct planned *left, size_t n, double passed)
{
	const struct budget was = *b;
	unsigned fits = n > 0 ? left[0].cell.rep : 0;
	double end = passed;
	size_t i = 0;

	if (b->seconds <= 0 || fits == 0) /* of the first nothing is known yet */
		return false;
	while (i < n) {
		const unsigned rep = left[i].cell.rep;

		for (; i < n && left[i].cell.rep == rep; i++)
			end += expects(b, &left[i]);
		if (end > b->seconds)
			break;
		fits = rep + 1;
	}
	if (end > b->seconds && fits == left[0].cell.rep && fits >= was.reps)
		return false; /* it is given up already */
	b->late = end > b->seconds && fits < STUDENT_LEAST;
	b->reps = end <= b->seconds ? UINT_MAX : fits < STUDENT_LEAST ? STUDENT_LEAST : fits;
	return b->reps != was.reps || b->late != was.late;
}

void
budget_say(const struct budget *b)
{
	char text[24];

	given_up_duration(b->seconds, text);
	if (b->late)
		notice("as this machine is now, even %u repetitions take longer than the time budget of %s", b->reps,
		       text);
	else if (b->reps < UINT_MAX)
		notice("as this machine is now, %u repetitions fit the time budget of %s; the others are given up",
		       b->reps, text);
	else
		notice("as this machine is now, all repetitions fit the time budget of %s", text);
}

bool
budget_keeps(const struct budget *b, const struct planned *p)
{
	return !p->cell.program->timed || p->cell.rep < b->reps;
}
