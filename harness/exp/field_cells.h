/* SPDX-License-Identifier: MIT */
/*
 * field_cells.h - the cells in which P0, P1 and P3 look at the whole field (program_field).
 *
 *      keys            1792 ... 7168 .. |  in a cache      | in memory | more
 *      P0                                |  2^-8, 2^-12    |  2^-8, 2^-12
 *      P1                                |  2^-16          |  2^-8, 2^-12
 *      P3              2^-8         2^-8 |  2^-8           |  2^-8     | 2^-8
 *
 * One process has all filters of a number of keys, and measures at which rates an experiment asks for. Every number of
 * keys is 7 times a power of two: tables of 2^x entries are 7/8 full then, which each of them bears that can be nearly
 * full at all. Other numbers are P4's.
 */
#ifndef CUCKOOBENCH_FIELD_CELLS_H
#define CUCKOOBENCH_FIELD_CELLS_H

#include "harness/programs/programs.h"

/* The numbers of keys of P0, ascending, 0 at the end. With 12 bits a key the tables of full scale fit a second cache
 * (168 KiB), many a last one (2.6 MiB), and few (42 MiB). P1 has the last two. */
enum { FIELD_SIZES = 3 };
extern const size_t field_sizes[SCALES][FIELD_SIZES + 1];
/* Plans all filters with n keys: in turn in one process, or each by itself (`apart`). A plug-in's filter is always by
 * itself. reps 0: the scale's. */
void field_plan(struct plan *, size_t n, unsigned parts, bool apart, unsigned reps);
/* A view's `renamed`: "8" becomes "2^-8". */
void field_rate(struct sample *);

#define FIELD_SETUP                                                                                      \
	"Every filter of the suite, sized for the same number of keys, 7/8 of a power of two, with the " \
	"parameters that bring it near a rate. In each process all tables take turns, round after "      \
	"round, in slices of 5 ms (1 ms below 131072 keys): lookups of absent, of half present and of "  \
	"present keys, by the filter that handles one key after the other, and by the fastest kernel "   \
	"for its table (best; a few short slices choose it, see chosen); construction from an empty "    \
	"table, or of all keys at once, and beyond four million keys once a process; deletion of all "   \
	"keys in another order. The ceilings are those of CF's table. A plug-in's filter has a process of its own."

#endif
