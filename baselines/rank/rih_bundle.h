/* SPDX-License-Identifier: MIT */
/*
 * rih_bundle.h - a bundle of rank-indexed hashing: 256 chains of fingerprints, whose pointers are one bit each (Hua,
 * Zhao, Lin and Xu, "Rank-indexed hashing: a compact construction of Bloom filters and variants", ICNP 2008).
 *
 *      chains:   0: a b     1: -     2: c     3: d e f
 *
 *      heads     1 0 1 1                      chain j is not empty
 *      nodes     a c d | b e | f              all first ones in the order of their chains; then all second ones; ...
 *      next      1 0 1 | 0 1 | 0              a node has a successor
 *
 *      first of chain j:       rank of j among the heads' ones
 *      successor of node p:    in the next level, at the rank of p among its own level's ones
 *      level sizes:            ones of the heads; ones of the level before
 *
 * So nothing points anywhere, and a bundle has as many nodes as there are ones in heads and next together. Insertion
 * appends to a chain, and deletion takes its last node away: both move all nodes behind it by one place. That is the
 * "very expensive" update that the cuckoo filter paper names (section 2.1).
 *
 * In memory, in words of 64 bits:   | heads, 4 | next, a bit a node ... nodes, f bits each ... |
 */
#ifndef CUCKOOBENCH_RIH_BUNDLE_H
#define CUCKOOBENCH_RIH_BUNDLE_H

#include "core/bits.h"
#include "core/probe.h"

/*
 * L chains and room for M nodes. The number of nodes of a bundle is Poisson distributed. With a mean of 249 it has more
 * than 281 in one case of 45, and a thousandth of all items finds no room. f = 9 then takes 12.3 bits an item, and the
 * bundle is six lines: 256 + 281 * 10 = 3066 bits of 3072.
 */
enum { RIH_CHAINS = 256, RIH_NODES = 281, RIH_HEAD_WORDS = RIH_CHAINS / 64 };

ALWAYS_INLINE size_t
rih_words(unsigned f)
{
	return (RIH_CHAINS + (size_t)RIH_NODES * (f + 1) + 63) / 64;
}

/* Ones of the bits from .. to - 1 of an array of words. */
ALWAYS_INLINE unsigned
rih_ones(const uint64_t *bits, unsigned from, unsigned to)
{
	unsigned ones = 0;

	for (unsigned at = from; at < to; at = (at / 64 + 1) * 64) {
		const unsigned end = to < (at / 64 + 1) * 64 ? to : (at / 64 + 1) * 64;

		ones += (unsigned)__builtin_popcountll(bits[at / 64] >> at % 64 & low_mask(end - at));
	}
	return ones;
}

ALWAYS_INLINE bool
rih_bit(const uint64_t *bits, unsigned i)
{
	return bits[i / 64] >> i % 64 & 1;
}

ALWAYS_INLINE void
rih_flip(uint64_t *bits, unsigned i)
{
	bits[i / 64] ^= UINT64_C(1) << i % 64;
}

/* The next bits begin behind the heads, in the same array of words. */
ALWAYS_INLINE const uint64_t *
rih_next(const uint64_t *bundle)
{
	return bundle + RIH_HEAD_WORDS;
}

/* Bit address of a node's fingerprint, from the first next bit on. */
ALWAYS_INLINE unsigned
rih_node_at(unsigned node, unsigned f)
{
	return RIH_NODES + node * f;
}

/* Up to 32 bits of an array, from bit `at` on. A bundle is followed by another, or by 16 bytes (core/mem.h). */
ALWAYS_INLINE uint32_t
rih_read(const uint64_t *bits, unsigned at, unsigned n)
{
	return (uint32_t)(load64((const uint8_t *)bits + at / 8) >> at % 8 & low_mask(n));
}

ALWAYS_INLINE uint32_t
rih_node(const uint64_t *bundle, unsigned node, unsigned f)
{
	return rih_read(rih_next(bundle), rih_node_at(node, f), f);
}

ALWAYS_INLINE void
rih_set_node(uint64_t *bundle, unsigned node, uint32_t fp, unsigned f)
{
	const unsigned bit = rih_node_at(node, f);
	uint8_t *at = (uint8_t *)(bundle + RIH_HEAD_WORDS) + bit / 8;

	store64(at, (load64(at) & ~(low_mask(f) << bit % 8)) | (uint64_t)fp << bit % 8);
}

/* Nodes in use. */
ALWAYS_INLINE unsigned
rih_used(const uint64_t *bundle)
{
	return rih_ones(bundle, 0, RIH_CHAINS) + rih_ones(rih_next(bundle), 0, RIH_NODES);
}

/* --- moving ------------------------------------------------------------------------------------------------------- */

/* Moves the bits from .. to - 1 of an array up by n places, from the last to the first: n is 1 to 32. What was in the
 * places above is overwritten; the first n bits stay. */
ALWAYS_INLINE void
rih_move_up(uint64_t *bits, unsigned from, unsigned to, unsigned n)
{
	uint8_t *base = (uint8_t *)bits;

	while (to > from) {
		const unsigned part = to - from < 32 ? to - from : 32, at = to - part, up = at + n;
		const uint64_t value = load64(base + at / 8) >> at % 8 & low_mask(part);

		store64(base + up / 8, (load64(base + up / 8) & ~(low_mask(part) << up % 8)) | value << up % 8);
		to = at;
	}
}

/* Moves the bits from + n .. to + n - 1 down by n places, from the first to the last. */
ALWAYS_INLINE void
rih_move_down(uint64_t *bits, unsigned from, unsigned to, unsigned n)
{
	uint8_t *base = (uint8_t *)bits;

	while (from < to) {
		const unsigned part = to - from < 32 ? to - from : 32, up = from + n;
		const uint64_t value = load64(base + up / 8) >> up % 8 & low_mask(part);

		store64(base + from / 8, (load64(base + from / 8) & ~(low_mask(part) << from % 8)) | value << from % 8);
		from += part;
	}
}

/* Opens a gap for a node, which has no successor: the used - node nodes from there on move up. */
ALWAYS_INLINE void
rih_open(uint64_t *bundle, unsigned node, unsigned used, uint32_t fp, unsigned f)
{
	uint64_t *next = bundle + RIH_HEAD_WORDS;

	rih_move_up(next, rih_node_at(node, f), rih_node_at(used, f), f);
	rih_set_node(bundle, node, fp, f);
	rih_move_up(next, node, used, 1);
	if (rih_bit(next, node))
		rih_flip(next, node);
}

/* Closes the gap of a node, which has no successor. The last place becomes empty: all its bits are 0. */
ALWAYS_INLINE void
rih_close(uint64_t *bundle, unsigned node, unsigned used, unsigned f)
{
	uint64_t *next = bundle + RIH_HEAD_WORDS;

	rih_move_down(next, rih_node_at(node, f), rih_node_at(used - 1, f), f);
	rih_set_node(bundle, used - 1, 0, f);
	rih_move_down(next, node, used - 1, 1);
	if (rih_bit(next, used - 1))
		rih_flip(next, used - 1);
}

/* --- chains ------------------------------------------------------------------------------------------------------- */

/* Where a walk along a chain is: a node, its level, and the node before it. */
struct rih_walk {
	unsigned node;        /* in the bundle */
	unsigned level, size; /* where its level begins, and how many nodes that has */
	unsigned before;      /* the node whose successor it is; RIH_NODES: it is the chain's first */
};

/* Begins at the first node of a chain that is not empty. */
ALWAYS_INLINE struct rih_walk
rih_first(const uint64_t *bundle, unsigned chain)
{
	return (struct rih_walk){.node = rih_ones(bundle, 0, chain),
	                         .level = 0,
	                         .size = rih_ones(bundle, 0, RIH_CHAINS),
	                         .before = RIH_NODES};
}

/* Where the successor of the walk's node is, or would be. */
ALWAYS_INLINE unsigned
rih_successor(const uint64_t *bundle, const struct rih_walk *w)
{
	return w->level + w->size + rih_ones(rih_next(bundle), w->level, w->node);
}

/* Goes on. False: the node has no successor. */
ALWAYS_INLINE bool
rih_go(const uint64_t *bundle, struct rih_walk *w)
{
	const uint64_t *next = rih_next(bundle);
	const struct rih_walk here = *w;

	if (!rih_bit(next, here.node))
		return false;
	w->node = rih_successor(bundle, &here);
	w->level = here.level + here.size;
	w->size = rih_ones(next, here.level, here.level + here.size);
	w->before = here.node;
	return true;
}

/* Is the fingerprint in the chain? If so, the walk is at its node. */
ALWAYS_INLINE bool
rih_find(const uint64_t *bundle, unsigned chain, uint32_t fp, unsigned f, struct rih_walk *w)
{
	PROBE(bundle + chain / 64, 8);
	if (!rih_bit(bundle, chain))
		return false;
	*w = rih_first(bundle, chain);
	do {
		PROBE((const uint8_t *)rih_next(bundle) + rih_node_at(w->node, f) / 8, (f + 14) / 8);
		if (rih_node(bundle, w->node, f) == fp)
			return true;
		PROBE(rih_next(bundle) + w->node / 64, 8);
	} while (rih_go(bundle, w));
	return false;
}

/* Appends to a chain. There is room. */
ALWAYS_INLINE void
rih_append(uint64_t *bundle, unsigned chain, uint32_t fp, unsigned f)
{
	const unsigned used = rih_used(bundle);
	struct rih_walk w;

	if (!rih_bit(bundle, chain)) {
		rih_open(bundle, rih_ones(bundle, 0, chain), used, fp, f);
		rih_flip(bundle, chain);
		return;
	}
	w = rih_first(bundle, chain);
	while (rih_go(bundle, &w))
		;
	rih_open(bundle, rih_successor(bundle, &w), used, fp, f);
	rih_flip(bundle + RIH_HEAD_WORDS, w.node);
}

/* Removes the node of a walk from its chain: the chain's last node takes its place. */
ALWAYS_INLINE void
rih_remove(uint64_t *bundle, unsigned chain, struct rih_walk w, unsigned f)
{
	const unsigned used = rih_used(bundle), hole = w.node;

	while (rih_go(bundle, &w))
		;
	rih_set_node(bundle, hole, rih_node(bundle, w.node, f), f);
	if (w.before == RIH_NODES)
		rih_flip(bundle, chain);
	else
		rih_flip(bundle + RIH_HEAD_WORDS, w.before);
	rih_close(bundle, w.node, used, f);
}

#endif
