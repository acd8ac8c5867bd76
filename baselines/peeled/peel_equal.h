/* SPDX-License-Identifier: MIT */
/*
 * peel_equal.h - which of the keys that a graph could not peel are equal to an earlier one.
 *
 *      keys      | a | b | c | a | d | ... | d |     a build fails: two equal keys never peel off
 *      left      0 3 4 9                              but most others do, and need not be looked at
 *      copies        3   9                            these are left out, and the table is made again
 *
 * A seed may also fail by chance, though all keys are different. The usual reason among many keys is that two have all
 * cells in common. Then two keys are looked at, not all of them.
 *
 * The numbers of the keys seen are in a hash table of twice as many places or more, by a mixture of the key. The
 * filter's own hash would not do: it may be the reason why the build fails.
 */
#ifndef CUCKOOBENCH_PEEL_EQUAL_H
#define CUCKOOBENCH_PEEL_EQUAL_H

#include "baselines/peeled/peel_build.h"

/* Leaves in *left those that equal an earlier key of *left. *scratch is raised to the bytes that this and *left took.
 * FILTER_EINVAL: equal keys have different values. FILTER_ENOMEM. */
enum filter_status peel_equal(struct peel_left *left, const uint64_t *keys, const uint32_t *values, size_t *scratch);

#endif
