/* SPDX-License-Identifier: MIT */
/*
 * shard.h - a plan in n parts for n machines (`run --shard i/n`), to be merged again (merge.h).
 *
 *      plan     a b c d e f ...   |   rep 0: p q r ...   |   rep 1: p q r ...   |   rep 2: ...
 *               deterministic         timed, in their order
 *
 *      shard 1       b   d e      |   rep 0                                     |   rep 2
 *      shard 2     a   c     f    |                          rep 1
 *  A deterministic cell gives the same result on every machine, so each goes where it fits. Timed cells are compared
 * within their repetition. So a repetition stays whole, with its order, its ceilings and its control.
 *  The split follows from the plan alone, not from the machine. Units are assigned in descending size, each to the part
 * with the least load so far (Graham's rule of the longest processing time, SIAM J. Appl. Math. 17, 1969). So no part
 * exceeds another by more than the last unit that it received.
 */
#ifndef CUCKOOBENCH_SHARD_H
#define CUCKOOBENCH_SHARD_H

#include <stdbool.h>

struct plan;

struct shard {
	unsigned index, of; /* 1 of 4; of 0: the plan is not split */
};

enum { SHARD_MOST = 1024, SHARD_TEXT = 24 };

/* Parses "2/4": index from 1, of up to SHARD_MOST. Returns false if the text is not such a pair. */
bool shard_parse(const char *text, struct shard *);
const char *shard_text(struct shard, char text[SHARD_TEXT]);
/* Assigns every planned cell to one of n parts, from 1, in planned.shard. */
void shard_split(struct plan *, unsigned n);
/* Removes all cells that are not in this part. None may remain, if there are more parts than units. */
void shard_keep(struct plan *, unsigned index);

#endif
