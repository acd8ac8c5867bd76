/* SPDX-License-Identifier: MIT */
/*
 * cbf.c - CBF, the counting Bloom filter (Fan, Cao, Almeida, Broder, "Summary cache", IEEE/ACM Transactions on
 * Networking 2000, "Bloom filters - the math") with its 4-bit counters, as the cuckoo filter paper describes it (CoNEXT
 * 2014, section 2.1).
 *
 *      counter:   |  0  |  1  |  2  |  3  |  4  |  5  | ...       m = 2 * bytes counters of 4 bits, the even one
 *                 |  byte 0   |  byte 1   |  byte 2   |           in the low half of a byte
 *      position_i of bloom.h -----^
 *
 * Insertion adds 1 at the k positions of a key, deletion subtracts 1, a lookup tests whether all k are above 0. So m
 * counters have the error rate of m bits, at 4 times the space: Table 1's 3-4x. By default 13 counters an item (52
 * bits), k = 9.
 *
 * A counter that reaches 15 sticks: it is never changed again. Let T be a counter's true count: the number of
 * positions, over all stored copies of all items, that are this counter. An item with two positions here counts twice.
 *
 *      v < 15:  v = T.        v = 15:  T has been 15 or more once; now it may be anything.                        (*)
 *
 * (*) holds because insertion and deletion walk the same k positions, repeated ones repeatedly. Each step changes v and
 * T alike until v is 15, after which no step changes v. It does not matter in which step of which item v reaches 15.
 * For example, an item with two positions here takes v from 14 to 15 and T to 16; its deletion takes 2 from T and none
 * from v.
 *
 *  - No false negative: a stored item has T > 0 at its positions, so v > 0 by (*). A stuck counter only adds false
 *    positives. At 13 counters an item T is Poisson with mean 9/13, and reaches 15 with probability 1.6e-15.
 *  - Deletion finds a stored item: where the item meets a counter c times, v >= c before or v = 15, so no step sees 0.
 *  - The deletion of a key that is not stored most often steps on a 0, which proves the key absent. The steps made so
 *    far are then undone exactly: a counter that they changed stays below 15 throughout, and a counter that they
 *    skipped is 15. Unlike a test of all k counters first, the steps also detect a key that would take 2 from a counter
 *    of 1.
 *
 * Invariants: the counters sum to the number of steps made; if none is 15, that is k times the items.
 */
#include "baselines/bloom/bloom.h"

enum { CBF_STUCK = 15 };

static const struct bloom_kind cbf_kind = {.unit = 1, .per_byte = 2};

/* Counter p is 4 bits of byte p / 2, from this bit on. */
ALWAYS_INLINE unsigned
cbf_shift(uint64_t p)
{
	return p % 2 * 4;
}

/* Adds 1 at the first k positions, except to stuck counters. Returns how many changed. No branch. */
ALWAYS_INLINE unsigned
cbf_add(const struct bloom_map *map, unsigned k, uint64_t hash)
{
	struct bloom_walk w = bloom_start(hash);
	unsigned steps = 0;

	for (unsigned i = 0; i < k; i++) {
		uint64_t p = bloom_next(&w, map->m);
		unsigned byte = map->data[p / 2];
		unsigned one = (byte >> cbf_shift(p) & 15) != CBF_STUCK;

		map->data[p / 2] = (uint8_t)(byte + (one << cbf_shift(p)));
		steps += one;
	}
	return steps;
}

/* Subtracts 1 at the k positions, except from stuck counters. If it finds a 0, returns false with nothing changed. */
ALWAYS_INLINE bool
cbf_subtract(const struct bloom_map *map, unsigned k, uint64_t hash, uint64_t *sum)
{
	struct bloom_walk w = bloom_start(hash);
	unsigned steps = 0;

	for (unsigned i = 0; i < k; i++) {
		uint64_t p = bloom_next(&w, map->m);
		unsigned byte = map->data[p / 2];
		unsigned value = byte >> cbf_shift(p) & 15, one = value != CBF_STUCK;

		if (!value) {
			cbf_add(map, i, hash);
			return false;
		}
		map->data[p / 2] = (uint8_t)(byte - (one << cbf_shift(p)));
		steps += one;
	}
	*sum -= steps;
	return true;
}

ALWAYS_INLINE bool
cbf_has(const struct bloom_map *map, unsigned k, uint64_t hash)
{
	struct bloom_walk w = bloom_start(hash);

	for (unsigned i = 0; i < k; i++) {
		uint64_t p = bloom_next(&w, map->m);

		PROBE(map->data + p / 2, 1);
		if (!(map->data[p / 2] >> cbf_shift(p) & 15))
			return false;
	}
	return true;
}

ALWAYS_INLINE uint64_t
cbf_insert_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	uint64_t steps = 0;

	for (size_t j = 0; j < n; j++)
		steps += cbf_add(&map, k, hash_key(&map.hash, keys[j]));
	return steps;
}

ALWAYS_INLINE size_t
cbf_contains_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = cbf_has(&map, k, hash_key(&map.hash, keys[j]));
		hits += hit[j];
	}
	return hits;
}

/* Deletes at most `items` keys, because stuck counters would go on answering yes in an empty filter. */
ALWAYS_INLINE size_t
cbf_remove_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, size_t items, uint64_t *sum)
{
	size_t found = 0;

	for (size_t j = 0; j < n && found < items; j++)
		found += cbf_subtract(&map, k, hash_key(&map.hash, keys[j]), sum);
	return found;
}

static size_t
cbf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;

	if (bloom_is_k9(f))
		f->sum += cbf_insert_all(f->map, BLOOM_K, keys, n);
	else
		f->sum += cbf_insert_all(f->map, f->params.hashes, keys, n);
	f->items += n;
	return n;
}

static size_t
cbf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct bloom *f = (const struct bloom *)base;

	if (bloom_is_k9(f))
		return cbf_contains_all(f->map, BLOOM_K, keys, n, hit);
	return cbf_contains_all(f->map, f->params.hashes, keys, n, hit);
}

static size_t
cbf_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;
	size_t found;

	if (bloom_is_k9(f))
		found = cbf_remove_all(f->map, BLOOM_K, keys, n, f->items, &f->sum);
	else
		found = cbf_remove_all(f->map, f->params.hashes, keys, n, f->items, &f->sum);
	f->items -= found;
	return found;
}

static const char *
cbf_check(const struct filter *base)
{
	const struct bloom *f = (const struct bloom *)base;
	uint64_t sum = 0, stuck = 0;

	for (size_t i = 0; i < f->table.bytes; i++) {
		unsigned low = f->table.data[i] & 15, high = f->table.data[i] >> 4;

		sum += low + high;
		stuck += low == CBF_STUCK;
		stuck += high == CBF_STUCK;
	}
	if (sum != f->sum)
		return "the counters do not add up to the steps made";
	if (!stuck && (sum % f->params.hashes || sum / f->params.hashes != f->items))
		return "the counters do not add up to k times the number of items";
	return NULL;
}

const struct filter_ops FILTER_OPS(cbf) = {
	.name = "cbf",
	.title = "CBF",
	.about = "counting Bloom filter, 4-bit counters (Fan et al., ToN 2000)",
	.caps = FILTER_REMOVE | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.hashes = 9},
                  .bits_per_item = 52,
                  .lines = {2, 9, 9, 9},
                  .stops = true,
                  .ns = {250, 130, 280},
                  .part = FILTER_NAMED},
	.kind = &cbf_kind,
	BLOOM_LIFE,
	.insert = cbf_insert,
	.contains = cbf_contains,
	.remove = cbf_remove,
	.check = cbf_check,
};
