/* SPDX-License-Identifier: MIT */
/*
 * judge_parts.h - a judge, for the files that make one up.
 *
 *      verdict.c: calls a predicate, makes its relations a verdict --> judge.c, judge_counts.c: what predicates call
 */
#ifndef CUCKOOBENCH_JUDGE_PARTS_H
#define CUCKOOBENCH_JUDGE_PARTS_H

#include "harness/analysis/judge.h"
#include "harness/analysis/run_data.h"

enum relation_state { RELATION_HOLDS, RELATION_OPEN, RELATION_FAILS };

/* What a value must satisfy: it lies from lo to hi; an infinite bound is no bound. */
struct demand {
	double lo, hi;
	bool strict; /* it must not equal a bound */
};

/* Has it one bound? */
static inline bool
demand_one_sided(const struct demand *d)
{
	return isinf(d->lo) || isinf(d->hi);
}

/* Has it none? */
static inline bool
demand_none(const struct demand *d)
{
	return isinf(d->lo) && isinf(d->hi);
}

/* The ends of the interval that decide: where there is one bound, each is at twice the level (struct value). */
struct ends {
	double lo, hi;
};

static inline struct ends
deciding_ends(const struct value *v, const struct demand *d)
{
	return demand_one_sided(d) ? (struct ends){v->low, v->high} : (struct ends){v->lo, v->hi};
}

struct relation {
	/* The label; its place was between bars (judge.h), and is empty if there were none. */
	const char *before, *place, *after;
	struct value value; /* n = 0: none; the label says why the relation is open */
	struct demand demand;
	enum relation_state state;
	bool must_hold; /* judge_must_hold */
};

/* Memory that lasts as long as the judge. */
struct judge_block {
	struct judge_block *next;
	double value[];
};

enum { MISSING = 8 };

struct judge {
	const struct run_data *run;
	size_t comparisons; /* relations that rest on repeated measurements */
	double level;       /* significance level of every interval */
	struct judge_block *blocks;

	struct relation *relation;
	size_t relations;
	char missing[400];
	size_t missed; /* number of missing data; at most MISSING are named */
	char notes[1200], allows[300];
	enum scale least; /* as in struct claim */
	const char *why;
	bool beyond;
	bool must_hold; /* the relations from here on */
};

/* Finds the samples of one point; marks it as missing if there are none. */
struct samples_at judge_samples(struct judge *, const char *exp, const char *panel, const char *series, double x,
                                const char *metric);
/* Allocates n values and n turns, which the judge owns. */
struct runs judge_room(struct judge *, size_t n, double **value, uint64_t **turn);
/* A value that is not there. */
extern const struct value judge_absent;
/* Appends a separator and a text, or nothing if both do not fit. */
void judge_append(char *to, size_t room, const char *separator, const char *text);

#endif
