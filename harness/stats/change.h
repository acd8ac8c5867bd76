/* SPDX-License-Identifier: MIT */
/*
 * change.h - did the speed change in the middle of a measurement?
 *
 *      rounds      3.4 3.4 3.5 3.4 | 2.6 2.7 2.6    two runs of rounds, all of one above all of the other
 *
 * Canaries are read before and after a cell, so they miss a machine that changes in between. A Bloom filter of 192 MiB
 * once made nine rounds at 10.8 million lookups a second and 22 at 6.5. The ceiling fell, too, but by less: the
 * filter's share of it went from 3.4 to 2.6 %. Nothing was noticed. A change is the speed after over the speed before,
 * in thousandths: 1000 is none, 600 a fall to six tenths.
 */
#ifndef CUCKOOBENCH_CHANGE_H
#define CUCKOOBENCH_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANGE_NONE = 1000 };

/*
 * Returns the change between the two runs that a series of rounds splits into: the medians' quotient. There is none
 * unless each has three rounds or more, and the least of one is more than 15 % above the greatest of the other. Of
 * splits that do, the one with the widest gap counts. Rounds are best given as quotients to the ceiling of their round,
 * because the machine's speed may drift.
 */
uint64_t change_of_rounds(const double *round, size_t n);
/* Returns the larger of two changes, up or down. */
uint64_t change_greater(uint64_t, uint64_t);
/* Returns whether the speed changed by more than 15 %, up or down. */
bool change_is_large(uint64_t);

#endif
