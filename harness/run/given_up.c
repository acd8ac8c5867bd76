/* SPDX-License-Identifier: MIT */
/* given_up.c - see given_up.h. */
#include "harness/run/given_up.h"

#include "harness/stats/stats.h"
#include "harness/stats/student.h"

#include <jansson.h>
#include <math.h>
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

/* How wide Student's interval of so many repetitions is, in their standard deviations. */
static double
width(unsigned repetitions)
{
	return student_quantile(STATS_LEVEL, repetitions - 1) / sqrt(repetitions);
}

/* " Intervals are wider: with 7 repetitions about 1.3 times as wide as with 10." */
static void
add_intervals(const struct given_up *g, char *text, size_t room)
{
	if (g->planned < STUDENT_LEAST)
		snprintf(text, room, " Neither so few nor so many carry an interval.");
	else if (g->kept < STUDENT_LEAST)
		snprintf(text, room, " So few carry no interval, and decide no claim about speed.");
	else
		snprintf(text, room, " Intervals are wider: with %u repetitions about %.1f times as wide as with %u.",
		         g->kept, width(g->kept) / width(g->planned), g->planned);
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
