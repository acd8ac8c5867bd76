/* SPDX-License-Identifier: MIT */
/*
 * groups.h - the studies: experiments that answer one question together, by a name.
 *
 *      run @field        p0 p1 p3 p5 ...       a study
 *      run @space f5     g7 p2 p4 p6 f5        with an experiment
 *      run               @paper                nothing named; at smoke scale everything
 *
 * groups.def is the only list of them. `make` has a target for each.
 */
#ifndef CUCKOOBENCH_GROUPS_H
#define CUCKOOBENCH_GROUPS_H

#include "harness/plan/experiment.h"

struct group {
	const char *name;  /* "@field" */
	const char *make;  /* its target */
	const char *title; /* what it is about */
	const char *members;
};

/* In the order of groups.def; the last one has every experiment. */
enum {
#define GROUP(name, make, title, members) GROUP_##name,
#include "harness/plan/groups.def"
#undef GROUP
	GROUPS
};
extern const struct group group_all[GROUPS];

bool group_has(const struct group *, const struct experiment *);
/* Returns the first group that has one of these experiments. */
size_t group_of(const bool of[EXPERIMENTS]);
/* Does a word of the command line name every experiment? */
bool group_means_everything(const char *word);
/* Returns what experiment.shows is of this one: what the paper shows, or the question of a study that it lacks. */
const char *group_heading(const struct experiment *);
/* Marks what a word of the command line names: an experiment, a group, or "all", in any case of letters. Fails, and
 * suggests a similar name, if it names nothing. */
int group_choose(const char *word, bool chosen[EXPERIMENTS], struct failure *);
/* Marks what is meant where no word is: all of @paper, or everything at smoke scale. */
void group_choose_usual(enum scale, bool chosen[EXPERIMENTS]);

#endif
