/* SPDX-License-Identifier: MIT */
/* plan_keys.h - between plan.c and plan_keys.c. */
#ifndef CUCKOOBENCH_PLAN_KEYS_H
#define CUCKOOBENCH_PLAN_KEYS_H

#include "harness/plan/plan.h"

/* Ids of experiments, with commas between. */
enum { PLAN_KEYS_TEXT = 80 };

/* Reads the key sets that the chosen experiments take. An exit status, after a line on stderr: also where --keys,
 * --queries, --multiset or --keys-format have nothing to act on. */
int plan_read_keys(struct plan *);

#endif
