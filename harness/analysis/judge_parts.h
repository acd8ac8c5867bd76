/* SPDX-License-Identifier: MIT */
/*
 * judge_parts.h - what the files of the judge share.
 *
 *      judge_values.c <-- judge.c -----> judge_show.c
 *      the data, values   relations,     their texts
 *                         the rule
 */
#ifndef CUCKOOBENCH_JUDGE_PARTS_H
#define CUCKOOBENCH_JUDGE_PARTS_H

#include "harness/analysis/judge.h"
#include "harness/analysis/run_data.h"

enum relation_state { RELATION_HOLDS, RELATION_OPEN, RELATION_FAILS };

/* What a value must satisfy: it lies from lo to hi; an infinite bound is no bound. strict: it must not equal a
 * bound. */
struct demand {
	double lo, hi;
	bool strict;
};

struct relation {
	enum relation_state state;
	bool few;          /* open because repetitions are too few */
	bool comparison;   /* a comparison with 1: the sign test's p is printed */
	const char *label; /* with the bars described in judge.h */
	struct value value;
	struct demand demand;
	/* distance from the deciding end of the interval to the bound, relative to the bound; < 0: beyond it */
	double slack;
	char text[352];  /* "CF/BF at p=0: 1.072x [1.031, 1.118], n=10, p=0.002" */
	char close[288]; /* "CF/BF at p=0, 1.031 against 1" */
};

/* Memory that lasts as long as the judge. */
struct judge_block {
	struct judge_block *next;
	double value[];
};

enum { MISSING = 8 };

struct judge {
	const struct run_data *run;
	bool counting;      /* the first of the two calls, which only counts relations */
	size_t comparisons; /* relations that rest on repeated measurements */
	double level;       /* significance level of each comparison */
	struct judge_block *blocks;

	struct relation *relation;
	size_t relations;
	char missing[400];
	size_t missed; /* number of missing data; at most MISSING are named */
	char notes[1200], allows[300];
	enum scale needs;
	const char *why; /* the reason for `needs` */
	bool beyond;
};

/* Appends a separator and a text, or nothing if both do not fit. */
void judge_append(char *to, size_t room, const char *separator, const char *text);

/* --- the texts of numbers, labels and relations ------------------------------------------------------------- */

enum { NUMBER = 32 };

/* Formats a number for its unit, without the unit and with it. */
const char *show_number(char text[NUMBER], double, const char *unit);
const char *show_number_with_unit(char text[NUMBER], double, const char *unit);
/* "CF/BF at p=0" of the label "CF/BF at p=|0|". */
void show_label(char *text, size_t room, const char *label);
/* Writes relation->text. */
void show_relation(struct relation *);
/* Prints every relation: first those that fail or are open; those of one kind in one line. */
void show_relations(const struct judge *, char *to, size_t room);

#endif
