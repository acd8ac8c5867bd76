/* SPDX-License-Identifier: MIT */
/*
 * bloomier.c - the Bloomier filter (Chazelle, Kilian, Rubinfeld and Tal, "The Bloomier filter: an efficient data
 * structure for static support lookup tables", SODA 2004): a value for each key, and "absent" for nearly all others.
 *
 *      cell:    | fingerprint r | value v |         cell a ^ cell b ^ cell c == fingerprint of the key | value
 *
 * A key of the set has exactly its value. Any other key has one, by chance, with probability 2^-r. The source's M(x) is
 * the fingerprint, and its 0^r the comparison with it. 1.23 cells a key, in three blocks as in xor.c, make
 * 1.23 (r + v) bits.
 */
#include "baselines/peeled/bloomier.h"

static size_t
bloomier_value(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit, uint32_t *value)
{
	const struct peeled *f = (const struct peeled *)base;
	size_t hits = 0;

	if (!f->distinct)
		return filter_has_none(hit, n);
	for (size_t i = 0; i < n; i++) {
		size_t cell[PEEL_MOST];
		const uint64_t sum = bloomier_sum(f, hash_key(&f->map.hash, keys[i]), cell);

		hit[i] = !(sum & low_mask(f->map.check));
		value[i] = bloomier_above(f, sum);
		hits += hit[i];
	}
	return hits;
}

static size_t
bloomier_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct peeled *f = (const struct peeled *)base;
	size_t hits = 0;

	if (!f->distinct)
		return filter_has_none(hit, n);
	for (size_t i = 0; i < n; i++) {
		size_t cell[PEEL_MOST];

		hit[i] = !(bloomier_sum(f, hash_key(&f->map.hash, keys[i]), cell) & low_mask(f->map.check));
		hits += hit[i];
	}
	return hits;
}

static const struct peeled_kind bloomier_kind = {.graph = PEEL_XOR, .values = true};

const struct filter_ops FILTER_OPS(bloomier) = {
	.name = "bloomier",
	.title = "Bloomier",
	.about = "Bloomier filter, a value for each key, static (Chazelle et al., SODA 2004)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = PEELED_R, .value_bits = PEELED_V},
                  .bits_per_item = 19.7,
                  .lines = {3, 3, 3, 0},
                  .ns = {180, 70, 0},
                  .part = FILTER_LATER},
	.kind = &bloomier_kind,
	.contains = bloomier_contains,
	.value = bloomier_value,
	PEELED_OPS_OF(FILTER_VALUES, USES_VALUES),
};
