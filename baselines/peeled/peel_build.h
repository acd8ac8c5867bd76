/* SPDX-License-Identifier: MIT */
/*
 * peel_build.h - fills the cells of a table so that those of each key xor to its fingerprint: by peeling.
 *
 *      keys as edges                 a cell with one key: peel that key off,      assign in the opposite order
 *                                    which may leave other cells with one
 *      | . | k |kl | l | lm| m |     order:  k (cell 1), l (3), m (5)        cell 5 for m, 3 for l, 1 for k
 *
 * When a key is assigned, its own cell has no key that was assigned before, and all its other cells have their final
 * value. All keys peel off if the graph has no core, which most seeds give for as many cells as the sources use.
 *
 * Usual programs keep, a cell, the xor of its keys' hashes and their number, and a stack of hashes: 24 bytes a key and
 * more. Here it takes 10 for fuse graphs in a second cache, 14 to 17 for larger ones, and 16 for xor, for three
 * reasons:
 *
 *  - A cell that has one key left says, by its own number, a part of that key's hash. So a fuse graph keeps only the
 *    offsets of the other cells: for a million keys 26 bits with three cells a key and 36 with four, at most 36 and 54.
 *    xor has no neighbours, and keeps the hash.
 *  - The fingerprint is kept in the cell of the table itself, which has room for just that.
 *  - A peeled key's cell is not touched again. So its node still has the key, and the stack needs cell numbers only.
 *
 *      node of a cell:   | xor of its keys' offsets, 1 to 8 bytes | 4 * its keys ^ which cell of the key it is |
 *
 * A large fuse filter's keys are taken segment by segment, so that the nodes of those are in the second cache: their
 * hashes are sorted first, in the memory that the order takes later. Otherwise the lines of a few dozen keys are
 * fetched ahead.
 */
#ifndef CUCKOOBENCH_PEEL_BUILD_H
#define CUCKOOBENCH_PEEL_BUILD_H

#include "baselines/peeled/peel_graph.h"
#include "core/filter.h"

/* Numbers of keys, ascending. */
struct peel_left {
	uint32_t *key;
	size_t n;
};

/* Fills the table of the map, whose bytes are all 0, for n different keys and their values (NULL: there are none).
 * *scratch is raised to the bytes that this took. FILTER_ESEED: the graph has a core, and the table is to be thrown
 * away; *left are the keys in the core, all equal ones among them, and the caller frees left->key. It is empty
 * otherwise. FILTER_ENOMEM. */
enum filter_status peel_fill(enum peel_graph, const struct peel_map *, const uint64_t *keys, const uint32_t *values,
                             size_t n, const struct placement *, size_t *scratch, struct peel_left *left);

/* Leaves in *left those that equal an earlier key of *left. *scratch is raised to the bytes that this and *left took.
 * FILTER_EINVAL: equal keys have different values. FILTER_ENOMEM. */
enum filter_status peel_equal(struct peel_left *left, const uint64_t *keys, const uint32_t *values, size_t *scratch);

/* Sets starts, length and log2 of the map for n different keys: at most one seed in eleven fails. */
void peel_size(enum peel_graph, struct peel_map *, size_t n);
/* The same as the sources have it. Files of earlier versions have this size. */
void peel_size_published(enum peel_graph, struct peel_map *, size_t n);
/* Sets them as a saved filter has them. False: no graph has such a size. */
bool peel_size_given(enum peel_graph, struct peel_map *, uint64_t starts, uint64_t length);

#endif
