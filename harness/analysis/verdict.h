/* SPDX-License-Identifier: MIT */
/*
 * verdict.h - the one rule by which the relations of a claim become its verdict (judge.h has it).
 */
#ifndef CUCKOOBENCH_VERDICT_H
#define CUCKOOBENCH_VERDICT_H

#include "harness/analysis/evidence.h"

/* Judges a claim. *comparisons, if not NULL, receives the number of comparisons that the claim corrects for. */
void judge_claim(struct evidence *, const struct claim *, struct verdict *, size_t *comparisons);

#endif
