/* SPDX-License-Identifier: MIT */
/* limits.h - what the claims about this machine's limits share: H1 and H2. */
#ifndef CUCKOOBENCH_LIMITS_H
#define CUCKOOBENCH_LIMITS_H

#include "harness/analysis/judge.h"

/* The paper's table, m = 2^25 buckets, and one that the second cache holds, m = 2^15; in KiB, by the bits of four
 * entries and their code. */
#define LIMITS_PAPER(bits) ((double)(bits) * (1 << 25) / 8 / 1024)
#define LIMITS_L2(bits) ((double)(bits) * (1 << 15) / 8 / 1024)

/* A place in H1 or H2: a table, and a share of present keys. */
struct limits_place {
	const char *exp, *panel;
	const char *twin; /* whose answers all give */
	double x;
};

/*
 * The fastest lookup of the place by its own median of this run, of those that need no instructions above `most` nor
 * calls of millions, and are no controls. (Chosen by the data that then judge it: of lookups that are equal it is the
 * one that was lucky, by less than their intervals' width.) NULL, and noted as missing, if there is none.
 */
const char *limits_best(struct judge *, const struct limits_place *, enum isa most);
/* Round by round, in per cent of the ceiling "ceiling-1" or "ceiling-2"; times over another lookup's rate. */
struct value limits_share(struct judge *, const struct limits_place *, const char *series, const char *ceiling);
struct value limits_over(struct judge *, const struct limits_place *, const char *series, const char *other);
/* Is there a lookup with such instructions? If there are others, but none of these, it cannot be judged from this
 * machine's run. */
bool limits_have(struct judge *, const struct limits_place *, enum isa needed);

/* Does the filter look up tables of that series', "cf-batch" or "cf-batch:f12"? (experiment.h, looks_up) */
bool limits_looks_up(const struct filter_ops *, const char *series);

/* Are there tables beyond the caches at this scale? If not, none of what is claimed of them was measured. */
bool limits_in_memory(struct judge *);

extern const struct claim limits_h1[];

#endif
