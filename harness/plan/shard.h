/* SPDX-License-Identifier: MIT */
/*
 * shard.h - a plan in n parts that may run on as many machines (`run --shard i/n`), to be joined again (merge.h).
 *
 *      plan     a b c d e f ...   |   rep 0: p q r ...   |   rep 1: p q r ...   |   rep 2: ...
 *               deterministic         timed, in their order
 *
 *      shard 1       b   d e      |   rep 0                                     |   rep 2
 *      shard 2     a   c     f    |                          rep 1
 *  A deterministic cell is the same wherever it runs, so each goes where it fits. Timed cells are compared within their
 * repetition: a repetition stays whole, with its order, its ceilings and its control. Which part each is in follows
 * from the plan alone, not from the machine: the largest first, each to the part that has least so far (Graham's rule
 * of the longest processing time, SIAM J. Appl. Math. 17, 1969), so no part has more than the others by more than the
 * last that it took.
 */
#ifndef CUCKOOBENCH_SHARD_H
#define CUCKOOBENCH_SHARD_H

#include <stdbool.h>

struct plan;

struct shard {
	unsigned index, of; /* 1 of 4; of 0: there is but the whole */
};

enum { SHARD_MOST = 1024, SHARD_TEXT = 24 };

/* "2/4": index from 1, of to SHARD_MOST. */
bool shard_parse(const char *text, struct shard *);
const char *shard_text(struct shard, char text[SHARD_TEXT]);
/* Says of every planned cell which of n parts it is in: planned.shard, from 1. */
void shard_split(struct plan *, unsigned n);
/* Leaves the cells of this part in the plan, and no others: none, if there are more parts than there is to share. */
void shard_keep(struct plan *, unsigned index);
/* What a part is taken to weigh: seconds of timed cells, and of deterministic ones a share, as some run side by
 * side. */
double shard_weight(const struct plan *, unsigned index);

#endif
