/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_bfs.h - Algorithm 1 with a breadth-first search in place of its random walk (Li, Andersen, Kaminsky, Freedman,
 * EuroSys 2014). The path is walked from its end (Fan, Andersen, Kaminsky, "MemC3", NSDI 2013).
 *
 *      queue    | i1 | i2 | b others of i1's fingerprints | b others of i2's | b of the first of those | ...
 *      node       0    1    2 ... b+1                       b+2 ... 2b+1        2b+2 ...
 *                                                                     whole buckets are read, in this order
 *
 *      path     i1 --(its entry 2)--> node 4 --(its entry 0)--> node n, which has an empty entry
 *      moves    1. node 4's entry 0 into node n     2. i1's entry 2 into node 4     3. the new fingerprint into i1
 *
 * The path is the shortest, and the search only reads: a search that finds nothing has changed nothing. Each move
 * writes a fingerprint to its other bucket before it clears the old entry. So every fingerprint is always where a
 * lookup would find it, and a walk may stop in the middle.
 *
 * Node n's parent is node (n - 2) / b. Entry (n - 2) mod b of the parent's bucket is the one that could move to n. So
 * the queue contains only bucket numbers, 4 bytes each.
 */
#ifndef CUCKOOBENCH_CUCKOO_BFS_H
#define CUCKOOBENCH_CUCKOO_BFS_H

#include "variants/cuckoo/cuckoo.h"

enum {
	CUCKOO_NO_WAY = -1,
	/* Buckets that a single search prefetches before it reads them: two thirds of a wait of 100 ns at 10 ns a
	 * bucket. What it prefetches beyond the bucket with the empty entry is wasted. */
	CUCKOO_FRONTIER = 8,
};

/* The number of buckets that a search reads: at least its first two. */
ALWAYS_INLINE unsigned
cuckoo_path_room(unsigned max_kicks)
{
	return max_kicks < 2 ? 2 : max_kicks;
}

/* Node `at` is a full bucket with these entries: appends its children to the queue while there is room. Returns the
 * number of nodes. */
ALWAYS_INLINE unsigned
cuckoo_expand(const struct cuckoo *c, struct cuckoo_codec codec, uint32_t *queue, unsigned at, const uint32_t entry[],
              unsigned count, unsigned room, unsigned b)
{
	for (unsigned e = 0; e < b && count < room; e++)
		queue[count++] = (uint32_t)cuckoo_alternate(c, codec, queue[at], entry[e]);
	return count;
}

/* Returns the node that has room, or CUCKOO_NO_WAY. */
ALWAYS_INLINE int
cuckoo_search(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_place p, uint32_t *queue, unsigned f,
              unsigned b)
{
	const unsigned room = cuckoo_path_room(c->max_kicks);
	unsigned count = 2, asked = 2;
	uint32_t entry[8];

	queue[0] = (uint32_t)p.i1;
	queue[1] = (uint32_t)p.i2;
	for (unsigned at = 0; at < count; at++) {
		if (codec.entries(c->table.data, queue[at], entry, f, b))
			return (int)at;
		count = cuckoo_expand(c, codec, queue, at, entry, count, room, b);
		for (; asked < count && asked <= at + CUCKOO_FRONTIER; asked++)
			codec.fetch(c->table.data, queue[asked], false, f, b);
	}
	return CUCKOO_NO_WAY;
}

/* Walks the path from node `at` back to its start, and puts fp into the entry that becomes free there. False: another
 * search has changed the path; the moves already made remain. */
ALWAYS_INLINE bool
cuckoo_apply_path(const struct cuckoo *c, struct cuckoo_codec codec, const uint32_t *queue, unsigned at, uint32_t fp,
                  uint64_t *moves, unsigned f, unsigned b)
{
	uint8_t *t = c->table.data;

	while (at >= 2) {
		const unsigned parent = (at - 2) / b;
		const size_t from = queue[parent], to = queue[at];
		uint32_t entry[8], moved;

		codec.entries(t, from, entry, f, b);
		moved = entry[(at - 2) % b];
		if (!moved || cuckoo_alternate(c, codec, from, moved) != to || !codec.put(t, to, moved, f, b))
			return false;
		codec.replace(t, from, moved, 0, f, b);
		++*moves;
		at = parent;
	}
	return codec.put(t, queue[at], fp, f, b);
}

/* Algorithm 1 for one key. `local` as in cuckoo_insert_one. */
ALWAYS_INLINE bool
cuckoo_insert_one_bfs(const struct cuckoo *local, struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_place p,
                      unsigned f, unsigned b)
{
	if (!codec.put(local->table.data, p.i1, p.fp, f, b) && !codec.put(local->table.data, p.i2, p.fp, f, b)) {
		const int at = cuckoo_search(local, codec, p, local->path, f, b);

		/* Single-threaded, and a shortest path visits no bucket twice: so the walk succeeds. */
		if (at == CUCKOO_NO_WAY ||
		    !cuckoo_apply_path(local, codec, local->path, (unsigned)at, p.fp, &c->kicks, f, b))
			return false;
	}
	c->items++;
	return true;
}

ALWAYS_INLINE size_t
cuckoo_insert_bfs(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++)
		if (!cuckoo_insert_one_bfs(&local, c, codec, cuckoo_locate(&local, codec, keys[k], f), f, b))
			return k;
	return n;
}

#endif
