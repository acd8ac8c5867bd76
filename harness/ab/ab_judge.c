/* SPDX-License-Identifier: MIT */
/* ab_judge.c - see ab_judge.h. */
#include "harness/ab/ab_judge.h"

const char *const ab_verdict_names[AB_VERDICTS] = {"faster", "slower", "not separated", "disturbed"};

static struct paired
over_old(const struct ab_round *round, size_t rounds, enum ab_side side, double level)
{
	double a[2 * AB_ROUNDS_MOST], b[2 * AB_ROUNDS_MOST];

	for (size_t i = 0; i < rounds; i++) {
		a[i] = slice_rate(round[i].by[side]);
		b[i] = slice_rate(round[i].by[AB_OLD]);
	}
	return paired_log_ratio(a, b, NULL, rounds, level);
}

struct ab_judged
ab_judge(const struct ab_round *round, size_t rounds, double level)
{
	struct ab_judged j = {.change = over_old(round, rounds, AB_NEW, level),
	                      .control = over_old(round, rounds, AB_CONTROL, level)};
	const int way = paired_separated(&j.change);

	j.verdict = way > 0 ? AB_FASTER : way < 0 ? AB_SLOWER : AB_NOT_SEPARATED;
	if (paired_separated(&j.control) != 0)
		j.verdict = AB_DISTURBED;
	return j;
}

size_t
ab_rounds_needed(double level)
{
	size_t rounds = 1, lo, hi;

	while (!median_ranks(rounds, level, &lo, &hi))
		rounds++;
	return rounds;
}
