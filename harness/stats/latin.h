/* SPDX-License-Identifier: MIT */
/*
 * latin.h - the order of n things that are measured in turn, round after round: a row of a Latin square each, so that
 * in n rounds each takes each place once.
 *
 *      place     0  1    2  3    4 ...          The rows are this one plus r, modulo n: Williams's square (Aust. J. Sci.
 *      row 0     0  1  n-1  2  n-2 ...          Res. A2, 1949), where for even n each also follows each other one once.
 *
 * Which thing stands for which number, and which row comes when, is drawn anew for every n rounds.
 */
#ifndef CUCKOOBENCH_LATIN_H
#define CUCKOOBENCH_LATIN_H

#include <stdint.h>

enum { LATIN_MOST = 128 };

/* order[place] = which of the n > 0 (at most LATIN_MOST) has that place in this round. */
void latin_order(unsigned n, unsigned round, uint64_t seed, unsigned order[]);

#endif
