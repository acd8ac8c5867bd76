/* SPDX-License-Identifier: MIT */
/* given_up.c - see given_up.h. */
#include "harness/run/given_up.h"

#include "harness/stats/stats.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

const char given_up_reason[] = "given up for the time budget";

void
given_up_add(struct given_up *g, size_t cells, unsigned kept)
{
	if (cells == 0)
		return;
	g->kept = g->cells == 0 || kept < g->kept ? kept : g->kept;
	g->cells += cells;
}

bool
given_up_any(const struct given_up *g)
{
	return g->cells > 0;
}

json_t *
given_up_json(const struct given_up *g)
{
	if (!given_up_any(g))
		return json_null();
	return json_pack("{sfsIsIsI}", "time_budget_seconds", g->seconds, "repetitions_kept", (json_int_t)g->kept,
	                 "repetitions_planned", (json_int_t)g->planned, "cells", (json_int_t)g->cells);
}

struct given_up
given_up_of(const json_t *manifest)
{
	struct given_up all = {0};
	json_t *call;
	size_t i;

	json_array_foreach(json_object_get(manifest, "calls"), i, call)
	{
		const json_t *g = json_object_get(call, "given_up");
		const double seconds = json_number_value(json_object_get(g, "time_budget_seconds"));
		const unsigned kept = (unsigned)json_integer_value(json_object_get(g, "repetitions_kept"));
		const unsigned planned = (unsigned)json_integer_value(json_object_get(g, "repetitions_planned"));
		const size_t cells = (size_t)json_integer_value(json_object_get(g, "cells"));

		if (!json_is_object(g))
			continue;
		all.seconds = seconds > all.seconds ? seconds : all.seconds;
		given_up_add(&all, cells, kept);
		all.planned = planned > all.planned ? planned : all.planned;
	}
	return all;
}

const char *
given_up_duration(double seconds, char text[24])
{
	if (seconds < 99.5)
		snprintf(text, 24, "%.3g s", seconds);
	else
		snprintf(text, 24, "%.3g min", seconds / 60);
	return text;
}

/* " Intervals are wider: with 7 repetitions the 95 % interval of a median lies between values 1 and 7 in order of size,
 * with 10 between 2 and 9. ..." */
static void
add_intervals(const struct given_up *g, char *text, size_t room)
{
	size_t lo, hi, of_lo, of_hi;

	if (!median_ranks(g->planned, STATS_LEVEL, &of_lo, &of_hi)) {
		snprintf(text, room, " Neither so few nor so many carry an interval.");
	} else if (!median_ranks(g->kept, STATS_LEVEL, &lo, &hi)) {
		snprintf(text, room, " So few carry no interval, and decide no claim about speed.");
	} else {
		snprintf(text, room,
		         " Intervals are wider: with %u repetitions the 95 %% interval of a median lies between values "
		         "%zu and %zu in order of size, with %u between %zu and %zu. A claim of more than %zu "
		         "comparison%s cannot be contradicted.",
		         g->kept, lo, hi, g->planned, of_lo, of_hi, stats_comparisons(g->kept),
		         stats_comparisons(g->kept) == 1 ? "" : "s");
	}
}

const char *
given_up_text(const struct given_up *g, char text[GIVEN_UP_TEXT])
{
	char budget[24];
	size_t used;

	*text = '\0';
	if (!given_up_any(g))
		return text;
	used = (size_t)snprintf(text, GIVEN_UP_TEXT,
	                        "For the time budget of %s, %u of %u repetitions of timed parts were measured: %zu "
	                        "measurements were given up.",
	                        given_up_duration(g->seconds, budget), g->kept, g->planned, g->cells);
	add_intervals(g, text + used, GIVEN_UP_TEXT - used);
	return text;
}
