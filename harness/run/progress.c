/* SPDX-License-Identifier: MIT */
/* progress.c - see progress.h. */
#include "harness/run/progress.h"

#include "harness/base/clock.h"
#include "harness/base/terminal.h"

#include <unistd.h>

enum { PRIOR = 10 /* the prior is 1 / PRIOR of the plan: a tenth */, LINE = 2 * PROGRESS_CELL + 160 };

void
progress_begin(struct progress *p, bool quiet, size_t jobs)
{
	*p = (struct progress){
		.terminal = terminal_redraws(STDERR_FILENO), .quiet = quiet, .jobs = jobs, .start = clock_ns()};
}

static double
cost(const struct progress *p, const struct planned *cell)
{
	return cell->seconds / (cell->cell.program->timed ? 1 : (double)p->jobs);
}

void
progress_expects(struct progress *p, const struct planned *cell)
{
	p->to_end++;
	p->expected += cost(p, cell);
}

double
progress_left(const struct progress *p, double passed)
{
	const double prior = p->expected / PRIOR, left = p->expected - p->expected_done;
	const double takes = left > 0 ? left * (passed + prior) / (p->expected_done + prior) : 0,
		     may = p->most > passed ? p->most - passed : 0;

	return p->most > 0 && may < takes ? may : takes;
}

static void
print_duration(char *text, size_t room, double seconds)
{
	const unsigned long s = (unsigned long)(seconds + 0.5);

	if (s >= 3600)
		snprintf(text, room, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
	else
		snprintf(text, room, "%lu:%02lu", s / 60, s % 60);
}

static void
draw(const struct progress *p)
{
	const bool over = p->ended == p->to_end;
	char line[LINE], left[40] = "", count[60];

	if (p->quiet)
		return;
	if (!over)
		print_duration(left, sizeof left, progress_left(p, (double)(clock_ns() - p->start) * 1e-9));
	snprintf(count, sizeof count, "[%zu/%zu]", p->ended, p->to_end);
	if (!p->terminal) {
		fprintf(stderr, "%s %s%s%s\n", count, p->before, over ? "" : ", left ", left);
		return;
	}
	snprintf(line, sizeof line, "%s%s%s%s%s%s%s", count, over ? "" : " left ", left, *p->now ? "; now " : "",
	         p->now, *p->before ? over ? " " : "; before " : "", p->before);
	/* The last column stays free, because some terminals begin a new line after writing to it. */
	fprintf(stderr, "\r%.*s\033[K%s", terminal_columns(STDERR_FILENO) - 1, line, over ? "\n" : "");
}

void
progress_starts(struct progress *p, const struct planned *cell)
{
	snprintf(p->now, sizeof p->now, "%s", cell->label);
	if (p->terminal)
		draw(p);
}

void
progress_ends(struct progress *p, const struct planned *cell, const char *status, double seconds,
              const struct planned *running)
{
	p->ended++;
	p->expected_done += cost(p, cell);
	snprintf(p->now, sizeof p->now, "%s", running ? running->label : "");
	snprintf(p->before, sizeof p->before, "%.*s %.100s, %.2f s", PROGRESS_CELL - 130, cell->label, status, seconds);
	draw(p);
}

void
progress_gives_way(const struct progress *p)
{
	if (p->terminal)
		fputs("\r\033[K", stderr);
}

void
progress_interrupted(void)
{
	fputc('\n', stderr);
}

void
progress_over(const struct progress *p)
{
	if (p->terminal && !p->quiet && p->ended < p->to_end)
		fputc('\n', stderr);
}
