/* SPDX-License-Identifier: MIT */
/*
 * latin.h - the order of n things that are measured in turn, round after round. Each round has the order of a row of a
 * Latin square, so in n rounds each thing takes each place once.
 *
 *      place     0  1    2  3    4 ...         The rows are this one plus r, modulo n: Williams's square (Aust. J. Sci.
 *      row 0     0  1  n-1  2  n-2 ...         Res. A2, 1949). For even n each also follows each other one once.
 *
 * For every n rounds it is drawn anew which thing has which number, and in which order the rows come.
 */
#ifndef CUCKOOBENCH_LATIN_H
#define CUCKOOBENCH_LATIN_H

#include <stdint.h>

enum { LATIN_MOST = 1024 };

/* Sets order[place] to the thing, of n, that has that place in this round. 0 < n <= LATIN_MOST. */
void latin_order(unsigned n, unsigned round, uint64_t seed, unsigned order[]);

#endif
