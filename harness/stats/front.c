/* SPDX-License-Identifier: MIT */
/* front.c - see front.h. */
#include "harness/stats/front.h"

#include <math.h>
#include <stdbool.h>

/* A contestant that takes no part has NaN, which compares false, so it dominates none. */
static bool
is_dominated(const struct front *all, size_t n, const struct front *one, size_t round)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].bits <= one->bits && all[i].time[round] < one->time[round])
			return true;
	return false;
}

void
front_count(struct front *all, size_t n, size_t rounds)
{
	for (size_t i = 0; i < n; i++) {
		all[i].on = all[i].of = 0;
		for (size_t round = 0; round < rounds; round++)
			if (!isnan(all[i].time[round])) {
				all[i].of++;
				all[i].on += !is_dominated(all, n, &all[i], round);
			}
	}
}
