/* SPDX-License-Identifier: MIT */
/*
 * bloom.c - BF, the standard Bloom filter (Bloom, CACM 1970) as the cuckoo filter paper measures it (Fan et al., CoNEXT
 * 2014, section 7): k = 9 and 13.00 bits an item, double hashing, a lookup that ends at the first 0 bit.
 *
 *      m bits, m any multiple of 8:    | 0 1 0 0 1 0 1 1 | 1 0 1 0 0 ...            | 0 0 0 ...
 *      position_i of bloom.h  ----------------^                 ^ bytes 0 .. m/8 - 1  ^ padding
 *
 * n items leave a bit 0 with probability e^(-k n / m), so the rate is (1 - e^(-k n / m))^k: 0.194 % at 13 bits, k = 9.
 * At that load a bit is set with probability 1/2: a negative lookup reads 2 bits on average, a positive one all k, each
 * a cache line of its own (Table 2). That the first 0 ends a lookup is the algorithm, and what gives figures 5 and 6
 * their shape, so the k reads are not merged into one test without branches: from memory that was slower both for
 * negative queries, of which it fetches all k lines, and for positive ones. An insertion has no branch.
 *
 * Bits are read and written through the 64-bit word that holds them (bit p of the table is bit p % 8 of byte p / 8
 * either way): a shift count needs no mask then. From memory, bytes and words were the same within the noise. The last
 * word may reach into the padding of core/mem.h.
 *
 * Invariants: no bit is set beyond m; at most k bits an item are set, and at least 1 if there is any item.
 */
#include "baselines/bloom.h"

extern const struct filter_ops FILTER_OPS(bf);

static const struct bloom_kind bf_kind = {.ops = &FILTER_OPS(bf), .unit = 1, .per_byte = 8, .size = sizeof(struct bloom)};

ALWAYS_INLINE void
bf_insert_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n)
{
	for (size_t j = 0; j < n; j++) {
		struct bloom_walk w = bloom_start(hash_key(&map.hash, keys[j]));

		for (unsigned i = 0; i < k; i++) {
			uint64_t p = bloom_next(&w, map.m);
			uint8_t *word = map.data + p / 64 * 8;

			store64(word, load64(word) | UINT64_C(1) << p % 64);
		}
	}
}

ALWAYS_INLINE bool
bf_has(const struct bloom_map *map, unsigned k, uint64_t hash)
{
	struct bloom_walk w = bloom_start(hash);

	for (unsigned i = 0; i < k; i++) {
		uint64_t p = bloom_next(&w, map->m);

		PROBE(map->data + p / 8, 1);
		if (!(load64(map->data + p / 64 * 8) >> p % 64 & 1))
			return false;
	}
	return true;
}

ALWAYS_INLINE size_t
bf_contains_all(const struct bloom_map map, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t j = 0; j < n; j++) {
		hit[j] = bf_has(&map, k, hash_key(&map.hash, keys[j]));
		hits += hit[j];
	}
	return hits;
}

static size_t
bf_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct bloom *f = (struct bloom *)base;

	if (bloom_is_k9(f))
		bf_insert_all(f->map, BLOOM_K, keys, n);
	else
		bf_insert_all(f->map, f->params.hashes, keys, n);
	f->items += n;
	return n;
}

static size_t
bf_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct bloom *f = (const struct bloom *)base;

	if (bloom_is_k9(f))
		return bf_contains_all(f->map, BLOOM_K, keys, n, hit);
	return bf_contains_all(f->map, f->params.hashes, keys, n, hit);
}

static const char *
bf_check(const struct filter *base)
{
	return bloom_check_table((const struct bloom *)base);
}

static enum filter_status
bf_create(const struct filter_params *p, struct filter **out, const char **why)
{
	return bloom_create(&bf_kind, p, out, why);
}

static enum filter_status
bf_load(FILE *file, const struct placement *place, struct filter **out)
{
	return bloom_load(&bf_kind, file, place, out);
}

static enum filter_status
bf_view(const struct filter *of, struct filter **out)
{
	return bloom_view(&bf_kind, of, out);
}

const struct filter_ops FILTER_OPS(bf) = {.name = "bf",
                                          .title = "BF",
                                          .about = "standard Bloom filter, double hashing (Bloom, CACM 1970)",
                                          .caps = 0,
                                          .create = bf_create,
                                          .destroy = bloom_destroy,
                                          .insert = bf_insert,
                                          .contains = bf_contains,
                                          .remove = NULL,
                                          .info = bloom_info,
                                          .check = bf_check,
                                          .save = bloom_save,
                                          .load = bf_load,
                                          .view = bf_view};
