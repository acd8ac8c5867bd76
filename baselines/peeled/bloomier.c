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
#include "baselines/peeled/peeled.h"

/* The cells of a key with this hash, xor-ed, and xor-ed with its fingerprint. Bits above a cell's are undefined. */
ALWAYS_INLINE uint64_t
bloomier_sum(const struct peeled *f, uint64_t h, size_t cell[PEEL_MOST])
{
	const struct peel_map *m = &f->map;
	uint64_t sum = peel_fingerprint(h) & low_mask(m->check);

	peel_cells(PEEL_XOR, m, h, cell);
	for (unsigned i = 0; i < peel_arity(PEEL_XOR); i++) {
		PROBE(m->data + cell[i] * m->r / 8, (cell[i] * m->r % 8 + m->r + 7) / 8);
		sum ^= peel_load(m->data, cell[i], m->r);
	}
	return sum;
}

/* The value in a cell, or in the sum of cells. */
ALWAYS_INLINE uint32_t
bloomier_above(const struct peeled *f, uint64_t cell)
{
	return (uint32_t)(cell >> f->map.check & low_mask(f->map.r - f->map.check));
}

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

/*
 * The Bloomier filter whose values can change (Chazelle et al., SODA 2004, section 3.3): the cells
 * of a key tell which one of them it owns, and there its value lies in the clear.
 *
 *      cell:    | q bits | value v |   low q bits of cell a ^ cell b ^ cell c ^ M(key):  1, 2, 3: it owns cell a, b, c
 *                                                                                        else: absent
 *
 * Each key owns the cell by which it was peeled (peel_build.h), and no other key owns that. So a value is changed by
 * one store. The keys are fixed. An absent key is told one of three owners with probability 3 / 2^q. The source has two
 * tables, of owners and of values. Here they are one, cell beside cell, so a lookup reads three lines and not four.
 */
/* Which of its cells a key with this sum owns, from 0; 3: none, the key is absent. */
ALWAYS_INLINE unsigned
mutable_owner(const struct peeled *f, uint64_t sum)
{
	const uint64_t owner = sum & low_mask(f->map.check);

	return owner >= 1 && owner <= 3 ? (unsigned)owner - 1 : 3;
}

static size_t
mutable_value(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit, uint32_t *value)
{
	const struct peeled *f = (const struct peeled *)base;
	size_t hits = 0;

	if (!f->distinct)
		return filter_has_none(hit, n);
	for (size_t i = 0; i < n; i++) {
		size_t cell[PEEL_MOST];
		const unsigned owner = mutable_owner(f, bloomier_sum(f, hash_key(&f->map.hash, keys[i]), cell));

		hit[i] = owner < 3;
		value[i] = owner < 3 ? bloomier_above(f, peel_load(f->map.data, cell[owner], f->map.r)) : 0;
		hits += hit[i];
	}
	return hits;
}

static size_t
mutable_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct peeled *f = (const struct peeled *)base;
	size_t hits = 0;

	if (!f->distinct)
		return filter_has_none(hit, n);
	for (size_t i = 0; i < n; i++) {
		size_t cell[PEEL_MOST];

		hit[i] = mutable_owner(f, bloomier_sum(f, hash_key(&f->map.hash, keys[i]), cell)) < 3;
		hits += hit[i];
	}
	return hits;
}

static void
mutable_set_value(struct filter *base, const uint64_t *keys, size_t n, const uint32_t *value)
{
	struct peeled *f = (struct peeled *)base;
	const unsigned r = f->map.r, check = f->map.check;

	for (size_t i = 0; i < n; i++) {
		size_t cell[PEEL_MOST];
		const unsigned owner = mutable_owner(f, bloomier_sum(f, hash_key(&f->map.hash, keys[i]), cell));
		uint64_t old;

		if (owner == 3)
			continue;
		old = bloomier_above(f, peel_load(f->map.data, cell[owner], r));
		peel_flip(f->map.data, cell[owner], r, (old ^ (value[i] & low_mask(r - check))) << check);
	}
}

static const struct peeled_kind mutable_kind = {.graph = PEEL_XOR, .values = true, .owned = true};

const struct filter_ops FILTER_OPS(bloomier_mutable) = {
	.name = "bloomier-mutable",
	.title = "Bloomier, mutable",
	.about = "Bloomier filter whose values can be changed, static keys (Chazelle et al., SODA 2004)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 10, .value_bits = PEELED_V},
                  .bits_per_item = 22.2,
                  .lines = {3, 3, 3, 0},
                  .ns = {180, 80, 0},
                  .part = FILTER_LATER},
	.kind = &mutable_kind,
	.contains = mutable_contains,
	.value = mutable_value,
	.set_value = mutable_set_value,
	PEELED_OPS_OF(FILTER_VALUES, USES_VALUES),
};
