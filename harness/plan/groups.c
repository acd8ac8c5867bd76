/* SPDX-License-Identifier: MIT */
/* groups.c - finds groups, and experiments, by the words of a command line. */
#include "harness/plan/groups.h"

#include "harness/base/nearest.h"
#include "harness/base/values.h"

#include <string.h>
#include <strings.h>

const struct group group_all[GROUPS] = {
#define GROUP(name, make, title, members) {"@" #name, #make, title, members},
#include "harness/plan/groups.def"
#undef GROUP
};

bool
group_has(const struct group *g, const struct experiment *e)
{
	return !g->members || is_among(g->members, e->id);
}

const char *
group_heading(const struct experiment *e)
{
	return group_has(&group_all[GROUP_paper], e) ? "The paper shows" : "The question";
}

size_t
group_of(const bool of[EXPERIMENTS])
{
	for (size_t g = 0; g < GROUP_everything; g++)
		for (size_t i = 0; experiment_all[i]; i++)
			if (of[i] && group_has(&group_all[g], experiment_all[i]))
				return g;
	return GROUP_everything;
}

/* Marks its experiments. */
static void
choose_all_of(const struct group *g, bool chosen[EXPERIMENTS])
{
	for (size_t i = 0; experiment_all[i]; i++)
		chosen[i] |= group_has(g, experiment_all[i]);
}

/* Fails because there is no such name. Groups are offered to who left out their mark, too. */
static int
no_such_name(const char *word, struct failure *f)
{
	struct nearest guess = nearest_of(word);

	for (size_t i = 0; experiment_all[i] && *word != '@'; i++)
		nearest_offer(&guess, experiment_all[i]->id);
	for (size_t i = 0; i < GROUPS; i++)
		nearest_offer(&guess, group_all[i].name);
	return failed(f, STATUS_USAGE, "no %s '%s'%s", *word == '@' ? "group" : "experiment", word,
	              nearest_hint(&guess, "; `cuckoobench list` names them"));
}

bool
group_means_everything(const char *word)
{
	return strcasecmp(word, "all") == 0 || strcasecmp(word, group_all[GROUP_everything].name) == 0;
}

int
group_choose(const char *word, bool chosen[EXPERIMENTS], struct failure *f)
{
	const size_t e = experiment_index(word);
	size_t g = 0;

	while (g < GROUPS && strcasecmp(group_all[g].name, word) != 0)
		g++;
	if (group_means_everything(word))
		g = GROUP_everything;
	if (g < GROUPS)
		choose_all_of(&group_all[g], chosen);
	else if (experiment_all[e])
		chosen[e] = true;
	else
		return no_such_name(word, f);
	return STATUS_DONE;
}

void
group_choose_usual(enum scale scale, bool chosen[EXPERIMENTS])
{
	choose_all_of(&group_all[scale == SCALE_SMOKE ? GROUP_everything : GROUP_paper], chosen);
}
