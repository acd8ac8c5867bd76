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
const char given_up_study_reason[] = "given up for the time budget with its whole study";

bool
given_up_is(const char *reason)
{
	return strcmp(reason, given_up_reason) == 0 || strcmp(reason, given_up_study_reason) == 0;
}

void
given_up_add(struct given_up_part *part, size_t cells, unsigned kept)
{
	if (cells == 0)
		return;
	part->kept = part->cells == 0 || kept < part->kept ? kept : part->kept;
	part->cells += cells;
}

void
given_up_add_study(struct given_up *g, size_t cells, const char *study)
{
	const size_t used = strlen(g->studies);

	g->study_cells += cells;
	if (!strstr(g->studies, study)) /* no name is the beginning of another: test_budget.c */
		snprintf(g->studies + used, sizeof g->studies - used, "%s%.30s", used ? ", " : "", study);
}

size_t
given_up_cells(const struct given_up *g)
{
	return g->timed.cells + g->fixed.cells + g->study_cells;
}

bool
given_up_any(const struct given_up *g)
{
	return given_up_cells(g) > 0;
}

/* --- in the manifest ---------------------------------------------------------------------------------------------- */

static json_t *
part_json(const struct given_up_part *part)
{
	return json_pack("{sIsIsI}", "cells", (json_int_t)part->cells, "repetitions_kept", (json_int_t)part->kept,
	                 "repetitions_planned", (json_int_t)part->planned);
}

json_t *
given_up_json(const struct given_up *g)
{
	if (!given_up_any(g))
		return json_null();
	return json_pack("{sfsososIss}", "time_budget_seconds", g->seconds, "timed", part_json(&g->timed),
	                 "deterministic", part_json(&g->fixed), "study_cells", (json_int_t)g->study_cells, "studies",
	                 g->studies);
}

static void
add_part(struct given_up_part *all, const json_t *part)
{
	const unsigned planned = (unsigned)json_integer_value(json_object_get(part, "repetitions_planned"));

	given_up_add(all, (size_t)json_integer_value(json_object_get(part, "cells")),
	             (unsigned)json_integer_value(json_object_get(part, "repetitions_kept")));
	all->planned = planned > all->planned ? planned : all->planned;
}

/* Adds "@space, @keys", name by name. */
static void
add_studies(struct given_up *all, const char *studies)
{
	char name[32];
	int length = 0;

	for (; studies && sscanf(studies, " %31[^,]%n", name, &length) == 1; studies += length + (studies[length] != 0))
		given_up_add_study(all, 0, name);
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

		if (!json_is_object(g))
			continue;
		all.seconds = seconds > all.seconds ? seconds : all.seconds;
		all.study_cells += (size_t)json_integer_value(json_object_get(g, "study_cells"));
		/* Earlier calls gave up timed repetitions only, and said so without parts. */
		add_part(&all.timed, json_object_get(g, "timed") ? json_object_get(g, "timed") : g);
		add_part(&all.fixed, json_object_get(g, "deterministic"));
		add_studies(&all, json_string_value(json_object_get(g, "studies")));
	}
	return all;
}

/* --- in words ----------------------------------------------------------------------------------------------------- */

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
add_intervals(const struct given_up_part *timed, char *text, size_t room)
{
	if (timed->cells == 0)
		return;
	if (timed->planned < STUDENT_LEAST)
		snprintf(text, room, " Neither so few nor so many carry an interval.");
	else if (timed->kept < STUDENT_LEAST)
		snprintf(text, room, " So few carry no interval, and decide no claim about speed.");
	else
		snprintf(text, room, " Intervals are wider: with %u repetitions about %.1f times as wide as with %u.",
		         timed->kept, width(timed->kept) / width(timed->planned), timed->planned);
}

/* "7 of 10 repetitions of timed parts"; "" if none of them was given up. */
static const char *
part_text(const struct given_up_part *part, const char *name, char text[64])
{
	*text = '\0';
	if (part->cells > 0)
		snprintf(text, 64, "%u of %u repetitions of %s parts", part->kept, part->planned, name);
	return text;
}

/* "6 of 10 repetitions of deterministic parts and 7 of 10 repetitions of timed parts were measured, and nothing of
 * @keys" */
static size_t
add_kept(const struct given_up *g, char *text, size_t room)
{
	char fixed[64], timed[64];

	part_text(&g->fixed, "deterministic", fixed);
	part_text(&g->timed, "timed", timed);
	if (!*fixed && !*timed)
		return (size_t)snprintf(text, room, "nothing of %s was measured", g->studies);
	return (size_t)snprintf(text, room, "%s%s%s were measured%s%s", fixed, *fixed && *timed ? " and " : "", timed,
	                        *g->studies ? ", and nothing of " : "", g->studies);
}

const char *
given_up_text(const struct given_up *g, char text[GIVEN_UP_TEXT])
{
	char budget[24];
	size_t used;

	*text = '\0';
	if (!given_up_any(g))
		return text;
	used = (size_t)snprintf(text, GIVEN_UP_TEXT, "For the time budget of %s, ",
	                        given_up_duration(g->seconds, budget));
	used += add_kept(g, text + used, GIVEN_UP_TEXT - used);
	used += (size_t)snprintf(text + used, GIVEN_UP_TEXT - used, ": %zu measurements were given up.",
	                         given_up_cells(g));
	add_intervals(&g->timed, text + used, GIVEN_UP_TEXT - used);
	return text;
}
