/* SPDX-License-Identifier: MIT */
/*
 * merge.h - several runs made one: the shards of a plan, or any runs of the same settings.
 *
 *      A: deterministic a b, timed rep 0 2      \
 *      B: deterministic c d, timed rep 1         >---> OUT: a b c d, timed rep 0 1 2, with a note of who measured what
 *      C: deterministic b e                     /           (b must be the same in A and in C, to the byte)
 *
 * What is refused, since nobody would see it in the result: runs of other settings, builds or inputs; shards that are missing, unfinished
 * or there twice; a timed cell that was measured in two of them; timed cells of different machines, unless that is asked for (--mix), and
 * of one repetition even then, for what is compared within it needs one machine.
 */
#ifndef CUCKOOBENCH_MERGE_H
#define CUCKOOBENCH_MERGE_H

#include "harness/plan/options.h"

enum merge_status {
	MERGE_DONE,
	MERGE_REFUSED,    /* they cannot be made one, or the folder is there already */
	MERGE_UNWRITABLE, /* it cannot be written */
};

/* Writes samples, cells and manifest of the runs in options->arguments into the folder options->folder, which appears whole or not at all.
 * Anything but MERGE_DONE comes after one line on stderr. */
enum merge_status merge_runs(const struct options *);

#endif
