/* SPDX-License-Identifier: MIT */
/* ab_judge.c - see ab_judge.h. */
#include "harness/ab/ab_judge.h"

const char *const ab_verdict_names[AB_VERDICTS] = {"faster", "slower", "not separated", "disturbed"};

static struct paired
over(const struct ab_round *round, size_t processes, enum ab_side side, enum ab_side other, double level)
{
	enum { MOST = AB_PROCESSES_MOST * AB_ROUNDS };
	const size_t rounds = processes * AB_ROUNDS;
	double a[MOST], b[MOST];
	uint64_t turn[MOST];

	for (size_t i = 0; i < rounds; i++) {
		a[i] = slice_rate(round[i].by[side]);
		b[i] = slice_rate(round[i].by[other]);
		turn[i] = turn_of((unsigned)(i / AB_ROUNDS), i % AB_ROUNDS);
	}
	return paired_log_ratio(a, b, turn, rounds, level);
}

/* 1 if all of the interval is faster than alike, -1 if all of it is slower, else 0; NaN is neither. */
static int
beyond_alike(const struct paired *p)
{
	return p->lo > AB_ALIKE ? 1 : p->hi < 1 / AB_ALIKE ? -1 : 0;
}

struct ab_judged
ab_judge(const struct ab_round *round, size_t processes, double level)
{
	struct ab_judged j = {.change = over(round, processes, AB_NEW, AB_OLD, level),
	                      .again = over(round, processes, AB_NEW, AB_CONTROL, level),
	                      .control = over(round, processes, AB_CONTROL, AB_OLD, level)};
	const int way = beyond_alike(&j.change) + beyond_alike(&j.again);

	j.verdict = way == 2 ? AB_FASTER : way == -2 ? AB_SLOWER : AB_NOT_SEPARATED;
	if (j.verdict == AB_NOT_SEPARATED && beyond_alike(&j.control) != 0)
		j.verdict = AB_DISTURBED;
	return j;
}

size_t
ab_processes_needed(double level)
{
	size_t processes = 1, lo, hi;

	while (!median_ranks(processes, level, &lo, &hi))
		processes++;
	return processes;
}
