/* SPDX-License-Identifier: MIT */
/*
 * store_words.c - what programs call the samples that earlier versions kept under the names of experiments.
 *
 *      life:cf:...:rep=3       f6,a,cf,0.05,lookup    ->  life:cf:...:parts=...:rep=3      ,cf,0.05,lookup_absent
 *      fill:cf:m=32768:f=12..  f2,a,m=2^15,12,load    ->  fill:cf:...                      b=4:m=2^15,cf,12,load
 *
 * One measurement was kept once for each experiment that showed it. All of them become the same sample.
 */
#include "harness/base/values.h"
#include "harness/plan/label.h"
#include "harness/run/store_parts.h"

#include "core/bits.h"

#include <string.h>

/* Experiments whose samples have other names now. NULL: any; as it was. x == true: where the sample is seen has become
 * the experiment's. */
static const struct word {
	const char *program, *exp, *panel, *metric, *place, *measure;
	bool anywhere;
} words[] = {
	{"life", "f6", "a", "lookup", "", "lookup_absent", false},
	{"life", "f6", "b", "lookup", "", "lookup_present", false},
	{"life", "f6", "a", "occupancy", "", "lookup_absent_occupancy", false},
	{"life", "f6", "b", "occupancy", "", "lookup_present_occupancy", false},
	{"life", "f7", "", "occupancy", "", "insert_occupancy", false},
	{"life", "f8", "", "occupancy", "", "delete_occupancy", false},
	{"ground", "c1", NULL, NULL, NULL, NULL, false},
	{"ground", NULL, NULL, NULL, "", "rate", true},
	{"scaling", "x1", "a", NULL, "lookup-0", NULL, false},
	{"scaling", "x1", "b", NULL, "lookup-50", NULL, false},
	{"scaling", "x1", "c", NULL, "lookup-100", NULL, false},
	{"scaling", "x1", "d", NULL, "build", NULL, false},
	{"scaling", "x1", "e", NULL, "mix-95", NULL, false},
	{"scaling", "x1", "f", NULL, "mix-50", NULL, false},
	{"scaling", "x2", "", NULL, "stripes", NULL, false},
	{"scaling", "x4", "a", NULL, "churn-one", NULL, false},
	{"scaling", "x4", "b", NULL, "churn-all", NULL, false},
	{"scaling", "x4", "c", NULL, "memory", NULL, false},
	{"fill", NULL, NULL, "bits_at_f", NULL, "bits_per_item", false},
	{"fill", NULL, NULL, "bits_at_setting", NULL, "bits_per_item", false},
};

static bool
matches(const char *pattern, const char *text)
{
	return !pattern || strcmp(pattern, text) == 0;
}

/* A fill is named after its table and its fingerprints, which its label tells. */
static void
name_fill(const char *cell, struct sample *s)
{
	const size_t b = label_number(cell, "b"), m = label_number(cell, "m"), f = label_number(cell, "f");

	(void)label_filter(cell, s->series);
	*s->panel = '\0';
	if (b && is_power_of_two(m))
		snprintf(s->panel, sizeof s->panel, "b=%zu:m=2^%u", b, log2_floor(m));
	else if (b)
		snprintf(s->panel, sizeof s->panel, "b=%zu:m=%zu", b, m);
	s->x = (double)(f ? f : label_number(cell, "k"));
}

bool
older_sample(const char *cell, struct sample *s)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const struct word *w = &words[i];

		if (!label_is_of(cell, w->program) || !matches(w->exp, s->exp) || !matches(w->panel, s->panel) ||
		    !matches(w->metric, s->metric))
			continue;
		if (w->place)
			snprintf(s->panel, sizeof s->panel, "%s", w->place);
		if (w->measure)
			snprintf(s->metric, sizeof s->metric, "%s", w->measure);
		if (w->anywhere)
			s->x = 0;
		break;
	}
	if (!label_is_of(cell, "fill"))
		return true;
	name_fill(cell, s);
	return strcmp(s->metric, "interleaved") != 0;
}

/* --- labels ----------------------------------------------------------------------------------------------- */

/* What a cell measured for an experiment, in the order in which labels name it. */
static const struct part {
	const char *program, *name, *experiments;
} parts[] = {
	{"life", "fill", "t3 f7 c2"},   {"life", "occupancies", "f6 c2"}, {"life", "errors", "t3 c2"},
	{"life", "shares", "f5 l4 c2"}, {"life", "deletions", "f8"},      {"scaling", "threads", "x1"},
	{"scaling", "churn", "x4"},
};

static bool
served_any(const bool served[EXPERIMENTS], const char *experiments)
{
	for (size_t i = 0; experiment_all[i]; i++)
		if (served[i] && is_among(experiments, experiment_all[i]->id))
			return true;
	return false;
}

const char *
older_label(const char *cell, const bool served[EXPERIMENTS], char label[])
{
	const char *rep = strstr(cell, ":rep="), *separator = ":parts=";
	size_t n;

	rep = rep ? rep : cell + strlen(cell);
	n = (size_t)snprintf(label, LABEL_ROOM, "%.*s", (int)(rep - cell), cell);
	for (size_t i = 0; i < sizeof parts / sizeof *parts && n < LABEL_ROOM; i++)
		if (label_is_of(cell, parts[i].program) && served_any(served, parts[i].experiments)) {
			n += (size_t)snprintf(label + n, LABEL_ROOM - n, "%s%s", separator, parts[i].name);
			separator = "+";
		}
	if (n < LABEL_ROOM)
		snprintf(label + n, LABEL_ROOM - n, "%s", rep);
	return label;
}
