/* SPDX-License-Identifier: MIT */
/* experiments.c - finds experiments by their ids. experiments.def is the only list of them. */
#include "harness/plan/experiment.h"

#include <string.h>
#include <strings.h>

const char *const scale_names[SCALES] = {"smoke", "quick", "full", "paper"};

#define EXPERIMENT(id) extern const struct experiment experiment_##id;
#include "harness/plan/experiments.def"
#undef EXPERIMENT

#define EXPERIMENT(id) &experiment_##id,
const struct experiment *const experiment_all[] = {
#include "harness/plan/experiments.def"
	NULL};
#undef EXPERIMENT
_Static_assert(sizeof experiment_all / sizeof *experiment_all <= EXPERIMENTS + 1, "make EXPERIMENTS larger");

bool
scale_find(const char *name, enum scale *scale)
{
	for (int s = 0; name && s < SCALES; s++)
		if (strcmp(scale_names[s], name) == 0) {
			*scale = (enum scale)s;
			return true;
		}
	return false;
}

size_t
experiment_index(const char *id)
{
	size_t i = 0;

	while (experiment_all[i] && strcasecmp(experiment_all[i]->id, id) != 0)
		i++;
	return i;
}

const char *
experiment_statistic(const struct experiment *e)
{
	return e->statistic ? e->statistic : e->timed ? "median" : "mean";
}

const struct experiment *
experiment_find(const char *id)
{
	return experiment_all[experiment_index(id)];
}
