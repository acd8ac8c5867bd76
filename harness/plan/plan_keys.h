/* SPDX-License-Identifier: MIT */
/* plan_keys.h - what plan.c and plan_keys.c share. */
#ifndef CUCKOOBENCH_PLAN_KEYS_H
#define CUCKOOBENCH_PLAN_KEYS_H

#include "harness/plan/plan.h"

/* Reads the key sets that the chosen experiments take. Fails, too, if --keys, --queries, --multiset or --keys-format
 * have no effect. */
int plan_read_keys(struct plan *, struct failure *);

#endif
