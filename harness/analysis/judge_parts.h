/* SPDX-License-Identifier: MIT */
/*
 * judge_parts.h - what the parts of the judge share.
 *
 *      judge_values.c <-- evidence.c <-- judge.c --> judge_show.c --> judge_values.c
 *      values, room       the data       relations,   their texts
 *                                        the rule
 */
#ifndef CUCKOOBENCH_JUDGE_PARTS_H
#define CUCKOOBENCH_JUDGE_PARTS_H

#include "harness/analysis/judge.h"

enum relation_state { RELATION_HOLDS, RELATION_OPEN, RELATION_FAILS };

/* What a value has to do: lie from lo to hi, either infinite where that side is free; strict: not on the bounds. */
struct demand {
	double lo, hi;
	bool strict;
};

struct relation {
	enum relation_state state;
	bool few;          /* open for want of repetitions */
	bool comparison;   /* with 1: the sign test's p is told */
	const char *label; /* with the bars that judge.h tells of */
	struct value value;
	struct demand demand;
	/* how far the deciding end of the interval is from the bound, in its own size; < 0: beyond it */
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
	struct evidence *evidence;
	bool counting;      /* the first of the two calls: relations are only counted */
	size_t comparisons; /* that rest on repeated measurements */
	double level;       /* of each of them */
	struct judge_block *blocks;

	struct relation *relation;
	size_t relations;
	char missing[400];
	size_t missed; /* how many things were not there; at most MISSING are named */
	char notes[1200], allows[300];
	enum scale needs;
	const char *why; /* it needs that */
	bool beyond;
};

/* A proportion counted in n runs, num[i] of den[i] in each. */
struct value judge_pooled(const struct judge *, const uint64_t *num, const uint64_t *den, size_t n);
enum { NUMBER = 32 };

/* judge_show.c: a number as its unit asks for, without it and with it. */
const char *show_number(char text[NUMBER], double, const char *unit);
const char *show_number_with_unit(char text[NUMBER], double, const char *unit);
/* "CF/BF at p=0" of the label "CF/BF at p=|0|". */
void show_label(char *text, size_t room, const char *label);
/* Fills relation->text. */
void show_relation(struct relation *);
/* Every relation: those that fail and are open first, those of one kind in one line (judge_show.c). */
void show_relations(const struct judge *, char *to, size_t room);
/* Adds a text behind a separator, or nothing if the whole does not fit. */
void judge_append(char *to, size_t room, const char *separator, const char *text);
/* Room for n values and n repetitions. */
struct runs judge_room(struct judge *, size_t n, double **value, unsigned **rep);

#endif
