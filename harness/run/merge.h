/* SPDX-License-Identifier: MIT */
/*
 * merge.h - merges several runs into one: the shards of a plan, or any runs with the same settings.
 *
 *      A: deterministic a b, timed rep 0 2      \
 *      B: deterministic c d, timed rep 1         >---> OUT: a b c d, timed rep 0 1 2, with a note of who measured what
 *      C: deterministic b e                     /           (b must be the same in A and in C, to the byte)
 *
 * Nobody could see these faults in the result, so it refuses them:
 *  - runs with different settings, builds or inputs;
 *  - shards that are missing, unfinished or given twice;
 *  - a timed cell that two runs measured;
 *  - timed cells of different machines, unless --mix allows it. Even then one repetition must come from one machine,
 *    because its cells are compared with each other.
 */
#ifndef CUCKOOBENCH_MERGE_H
#define CUCKOOBENCH_MERGE_H

#include "harness/base/failure.h"
#include "harness/plan/options.h"

/* Merges the samples, cells and manifests of the runs in options->arguments into the folder options->folder. The folder
 * appears complete or not at all. STATUS_USAGE: they cannot be merged, or the folder exists already. STATUS_UNFIT: it
 * cannot be written. */
int merge_runs(const struct options *, struct failure *);

#endif
