/* SPDX-License-Identifier: MIT */
/*
 * history.h - is there one order of all operations that explains their results?
 *
 *      thread 0   |--- insert: accepted ---|        |-- delete: found --|
 *      thread 1         |--- lookup: absent ---|             |--- lookup: present ---|
 *
 * Linearizability (Herlihy, Wing, TOPLAS 1990): every operation appears to happen at one moment between its beginning
 * and its end. Keys of one fingerprint and one pair of buckets are one cell, a counter, and a filter is a set of
 * counters. A history is linearizable iff its part of every cell is (P-compositionality: Horn, Kroening, FORTE 2015).
 * One cell has few operations, so a search of all orders is enough (Wing, Gong, JPDC 1993). It remembers the sets of
 * operations that led nowhere (Lowe, Concurrency and Computation 2017), because the counter is a function of the set.
 *
 *      insert: accepted     counter + 1
 *      insert: refused      any time: whether the table is full does not depend on one cell
 *      delete: found        counter > 0, then - 1
 *      delete: not found    counter = 0
 *      lookup: absent       counter = 0
 *      lookup: present      counter > 0, or any time where a filter may be wrong (spurious)
 */
#ifndef CUCKOOBENCH_TESTS_HISTORY_H
#define CUCKOOBENCH_TESTS_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTORY_MOST = 16 }; /* operations of one cell: 2^16 sets */

enum operation_kind { OPERATION_INSERT, OPERATION_REMOVE, OPERATION_HAS };

struct operation {
	enum operation_kind kind;
	unsigned thread, cell; /* the operations of one thread are in its order */
	uint64_t begin, end;   /* an operation that ends at t is before one that begins at t or later */
	bool result, spurious;
};

/* The first cell whose operations have no such order; `cells` if every cell has one. before[c]: copies in cell c before
 * the first operation. */
unsigned history_broken_cell(const struct operation *, size_t n, const unsigned *before, unsigned cells);

#endif
