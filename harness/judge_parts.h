/* SPDX-License-Identifier: MIT */
/* judge_parts.h - what evidence.c (the data) and judge.c (the relations and the rule) share. */
#ifndef CUCKOOBENCH_JUDGE_PARTS_H
#define CUCKOOBENCH_JUDGE_PARTS_H

#include "harness/judge.h"

enum relation_state { RELATION_HOLDS, RELATION_OPEN, RELATION_FAILS };

struct relation {
	enum relation_state state;
	double slack;    /* how far the deciding end of the interval is from the bound, in its own size; < 0: beyond it */
	char text[352];  /* "CF/BF at p=0: 1.072x [1.031, 1.118], n=10, p=0.002" */
	char close[288]; /* "CF/BF at p=0, 1.031 against 1" */
};

/* Memory that lasts as long as the judge. */
struct judge_block {
	struct judge_block *next;
	double value[];
};

struct judge {
	struct evidence *evidence;
	bool counting;      /* the first of the two calls: relations are only counted */
	size_t comparisons; /* that rest on repeated measurements */
	double level;       /* of each of them */
	struct judge_block *blocks;

	struct relation *relation;
	size_t relations, room;
	char missing[400];
	size_t missed; /* how many things were not there */
	char notes[1200], allows[300];
	enum scale needs;
	const char *why;  /* it needs that */
	bool beyond;
};

/* A proportion counted in n runs. */
struct value judge_pooled(const struct judge *, size_t n, uint64_t num, uint64_t den);
/* Adds a text behind a separator, or nothing if the whole does not fit. */
void judge_append(char *to, size_t room, const char *separator, const char *text);
/* Room for n values and n repetitions. */
struct runs judge_room(struct judge *, size_t n, double **value, unsigned **rep);

#endif
