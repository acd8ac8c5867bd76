/* SPDX-License-Identifier: MIT */
/* workers_fairness.h - how evenly threads were served, from the operations that each of them did. */
#ifndef CUCKOOBENCH_WORKERS_FAIRNESS_H
#define CUCKOOBENCH_WORKERS_FAIRNESS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Each as num/den; den >= 1. The first is the least count over the greatest. The second is Jain's index, (sum x)^2 / (n
 * sum x^2), which is 1/n if one thread had everything (Jain, Chiu, Hawe, DEC TR-301, 1984). Counts are scaled down
 * where squares would not fit.
 */
void workers_least_over_greatest(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);
void workers_jain(const uint64_t *ops, size_t n, uint64_t *num, uint64_t *den);

#endif
