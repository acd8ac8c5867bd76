/* SPDX-License-Identifier: MIT */
/*
 * bloom_blocked.c - blk-BF, the blocked Bloom filter (Putze, Sanders, Singler, "Cache-, hash- and space-efficient Bloom
 * filters", WEA 2007) as the cuckoo filter paper measures it (Fan et al., CoNEXT 2014, section 7): 64-byte blocks,
 * k = 9, 13.00 bits an item, double hashing inside the block.
 *
 *      64-bit hash:  |  block (high bits)  ...     | h2, 9 bits | h1, 9 bits |
 *
 *      block:        | 512 bits | 512 bits | 512 bits | ...        each on one cache line: 64-byte aligned
 *                          ^
 *                          bits h1 + i * h2 mod 512, i = 0 .. k-1, h2 made odd
 *
 * All k bits lie on one line, so a lookup misses the cache once at most. It still ends at the first 0 bit: the paper
 * explains the shape of its figure 5 by that, and with a table of 192 MiB it was measured about 1.4 times as fast for
 * negative queries as testing all k bits without a branch. With the table in cache it is the other way round.
 *
 * An odd h2 is invertible mod 512, so an item's k <= 32 bits are distinct. Letting h2 be even would revisit bits early
 * and raise the rate from 0.435 % to 0.556 % at 13 bits and k = 9. (Both by simulation of single blocks with a Poisson
 * number of items; the paper measured 0.43 %.) k independent positions would give 0.28 %: the rest is the price of
 * double hashing in so small a range, where items often share most of their bits. It is paid here as the paper paid it.
 *
 * Invariants: a block has no bit set, or at least k; at most k bits, and one block, an item.
 */
#include "baselines/bloom_blocked.h"

extern const struct filter_ops FILTER_OPS(blk_bf);

static const struct bloom_kind blk_kind = {
	.ops = &FILTER_OPS(blk_bf), .unit = BLK_BYTES, .per_byte = 8, .size = sizeof(struct bloom)};

ALWAYS_INLINE void
blk_insert_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		struct blk_place p = blk_locate(&map, keys[j]);

		for (unsigned i = 0; i < k; i++, p.h1 += p.h2) {
			uint8_t *word = p.block + p.h1 % BLK_BITS / 64 * 8;

			store64(word, load64(word) | UINT64_C(1) << p.h1 % 64);
		}
	}
}

ALWAYS_INLINE bool
blk_has(struct blk_place p, unsigned k)
{
	for (unsigned i = 0; i < k; i++, p.h1 += p.h2) {
		PROBE(p.block + p.h1 % BLK_BITS / 8, 1);
		if (!(load64(p.block + p.h1 % BLK_BITS / 64 * 8) >> p.h1 % 64 & 1))
			return false;
	}
	return true;
}

ALWAYS_INLINE size_t
blk_contains_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = blk_has(blk_locate(&map, keys[j]), k);
		hits += hit[j];
	}
	return hits;
}

static size_t
blk_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;

	if (bloom_is_k9(f))
		blk_insert_all(f->map, BLOOM_K, keys, n);
	else
		blk_insert_all(f->map, f->params.hashes, keys, n);
	f->items += n;
	return n;
}

static size_t
blk_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct bloom *f = (const struct bloom *)base;

	if (bloom_is_k9(f))
		return blk_contains_all(f->map, BLOOM_K, keys, n, hit);
	return blk_contains_all(f->map, f->params.hashes, keys, n, hit);
}

static const char *
blk_check(const struct filter *base)
{
	return blk_check_blocks((const struct bloom *)base);
}

static enum filter_status
blk_create(const struct filter_params *p, struct filter **out, const char **why)
{
	return bloom_create(&blk_kind, p, out, why);
}

static enum filter_status
blk_load(FILE *file, const struct placement *place, struct filter **out)
{
	return bloom_load(&blk_kind, file, place, out);
}

static enum filter_status
blk_view(const struct filter *of, struct filter **out)
{
	return bloom_view(&blk_kind, of, out);
}

const struct filter_ops FILTER_OPS(blk_bf) = {.name = "blk-bf",
                                              .title = "blk-BF",
                                              .about = "Bloom filter in 64-byte blocks (Putze et al., WEA 2007)",
                                              .caps = 0,
                                              .create = blk_create,
                                              .destroy = bloom_destroy,
                                              .insert = blk_insert,
                                              .contains = blk_contains,
                                              .remove = NULL,
                                              .info = bloom_info,
                                              .check = blk_check,
                                              .save = bloom_save,
                                              .load = blk_load,
                                              .view = blk_view};
