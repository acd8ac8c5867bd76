/* SPDX-License-Identifier: MIT */
/*
 * bounds.h - the least bits an item that a filter of a rate ε can have, for n items out of a universe that is much
 * larger.
 *
 *      no deletions      log2(1/ε)                                                      Carter et al., STOC 1978
 *      with deletions    H(ε)/ε = log2(1/ε) + (1/ε - 1) log2(1/(1 - ε))                 arXiv 2510.18129, 2025
 *                        --> log2(1/ε) + 1.4427 for small ε
 *
 * The second counts: a filter that inserts and deletes says of each of some n/ε cells whether it is taken, and there
 * are C(n/ε, n) ways for n of them to be.
 */
#ifndef CUCKOOBENCH_BOUNDS_H
#define CUCKOOBENCH_BOUNDS_H

#include <math.h>

static inline double
bound_once(double rate)
{
	return log2(1 / rate);
}

/* H(ε)/ε: the entropy of a cell that is taken with probability ε, an item. */
static inline double
bound_deleting(double rate)
{
	return log2(1 / rate) + (1 / rate - 1) * log2(1 / (1 - rate));
}

#endif
