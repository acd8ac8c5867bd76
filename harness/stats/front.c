/* SPDX-License-Identifier: MIT */
/* front.c - see front.h. */
#include "harness/stats/front.h"

#include <math.h>
#include <stdbool.h>

/* A contestant that takes no part has NaN, which compares false, so it dominates none. */
static bool
is_dominated(const struct front *all, size_t n, const struct front *one, size_t repetition)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].bits <= one->bits && all[i].time[repetition] < one->time[repetition])
			return true;
	return false;
}

void
front_count(struct front *all, size_t n, size_t repetitions)
{
	for (size_t i = 0; i < n; i++) {
		all[i].on = all[i].of = 0;
		for (size_t repetition = 0; repetition < repetitions; repetition++)
			if (!isnan(all[i].time[repetition])) {
				all[i].of++;
				all[i].on += !is_dominated(all, n, &all[i], repetition);
			}
	}
}
