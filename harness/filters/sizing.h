/* SPDX-License-Identifier: MIT */
/*
 * sizing.h - which filters do for n keys and a rate, and how large they are, before any memory is taken.
 *
 *      n, rate, deletion, threads, values --> each family's smallest parameters whose theory (rates.h) keeps the rate
 *      parameters --filter_size--> bytes  --> sorted: the smallest first
 *
 * One filter of each family, the one that handles one key after the other: those for many keys at a time keep its
 * table.
 */
#ifndef CUCKOOBENCH_SIZING_H
#define CUCKOOBENCH_SIZING_H

#include "core/filter.h"

struct sizing_wish {
	size_t items;
	double rate;         /* most of an absent key */
	bool deletes;        /* it must delete */
	bool statics;        /* all keys are known beforehand: those that are built once take part */
	bool shared;         /* several threads insert: only filters for many threads take part, else only others */
	unsigned value_bits; /* of a value for each key; 0: none */
};

struct sizing {
	const struct filter_ops *ops;
	struct filter_params params; /* for create; for build with items, which are the keys of a static filter */
	size_t bytes;
	double rate; /* expected of n random keys */
	/* What the reference run `field-full` counted of this family over its theory there, near this rate; 0: it has
	 * none. The rate of a family without a theory is what was counted. */
	double counted;
};

enum { SIZING_MOST = 64 };
/* Returns how many filters do, the smallest first. */
size_t sizing_make(const struct sizing_wish *, struct sizing[SIZING_MOST]);

#endif
