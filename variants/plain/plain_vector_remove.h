/* SPDX-License-Identifier: MIT */
/*
 * plain_vector_remove.h - deletions of a vector of keys at a time from plain buckets (plain_vector.h), with AVX-512.
 * With fewer instructions vectors have none: there cuckoo_ahead.h has them. The including file includes core/vector.h,
 * plain_vector.h and cuckoo_vector.h first.
 *
 *      deletions of a vector     find   | entry | entry | ... |       by vectors, as if nothing were removed meanwhile
 *                                clear  X       X       X             one after the other, if it is still there
 */
#ifndef CUCKOOBENCH_PLAIN_VECTOR_REMOVE_H
#define CUCKOOBENCH_PLAIN_VECTOR_REMOVE_H

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_vector.h"

#if defined(VECTOR_TARGET) && defined(VECTOR_AVX512)
/* Where a fingerprint was found: the bucket's byte offset, the bits of its word that are the entry (0: in neither
 * bucket), and their expected value. */
struct vector_entries {
	uint64_t at[VECTOR_LANES], bits[VECTOR_LANES], want[VECTOR_LANES];
};

/* Algorithm 3's choice for each key of a vector: the lowest entry of the first bucket, or else of the second. Returns
 * the number found. */
VECTOR_TARGET ALWAYS_INLINE unsigned
vector_find(enum hash_kind kind, const struct cuckoo *c, const uint64_t *keys, struct vector_entries *e, unsigned f)
{
	const struct vector_place p = vector_locate(kind, c, keys, f);
	const vector at1 = vector_at(p.i1, f), at2 = vector_at(p.i2, f), want = vector_want(p.fp, f);
	const vector first = vector_has(c->table.data, at1, want, f), second = vector_has(c->table.data, at2, want, f);
	const vector_set not_first = vector_zeros(first);
	const vector has = vector_choose(not_first, second, first);
	const vector top = has & -has; /* of the entry; as in plain_pair_remove */
	const vector at = vector_choose(not_first, at2, at1), turn = at & vector_all(7);
	const vector bits = (top << 1) - (top >> (f - 1));

	vector_store(e->at, vector_byte(at, f));
	vector_store(e->bits, vector_is_bytes(f) ? bits : bits << turn);
	vector_store(e->want, vector_is_bytes(f) ? want : want << turn);
	__asm__ volatile("" : : "r"(e) : "memory"); /* as in vector_fetch */
	return VECTOR_LANES - (unsigned)__builtin_popcount(vector_bits(vector_zeros(has)));
}

/* Algorithm 3. An earlier key of a vector may have removed the entry meanwhile (the same key twice). Its changed bits
 * show that, and the key is then searched for again by itself. */
VECTOR_TARGET ALWAYS_INLINE size_t
vector_remove_by(enum hash_kind kind, struct cuckoo *c, const uint64_t *keys, size_t n, bool ahead, unsigned f)
{
	const struct cuckoo local = *c;
	const size_t whole = n - n % VECTOR_LANES;
	uint8_t *t = local.table.data;
	size_t found = 0;

	if (ahead)
		vector_fetch_first(kind, &local, keys, whole, f);
	for (size_t k = 0; k < whole; k += VECTOR_LANES) {
		_Alignas(vector) struct vector_entries e;

		if (ahead && k + VECTOR_AHEAD < whole)
			vector_fetch_pair(kind, &local, keys + k + VECTOR_AHEAD, f);
		found += vector_find(kind, &local, keys + k, &e, f);
		for (unsigned j = 0; j < VECTOR_LANES; j++) {
			const uint64_t word = load64(t + e.at[j]);

			if (__builtin_expect(((word ^ e.want[j]) & e.bits[j]) == 0, 1)) {
				store64(t + e.at[j], word & ~e.bits[j]);
			} else {
				const struct cuckoo_place p = cuckoo_locate(&local, batch_plain, keys[k + j], f);

				found -= !plain_pair_remove(t, p.i1, p.i2, p.fp, f, 4);
			}
		}
	}
	c->items -= found;
	return found + cuckoo_remove_ahead(c, batch_plain, keys + whole, n - whole, f, 4);
}

VECTOR_TARGET ALWAYS_INLINE size_t
vector_remove(struct cuckoo *c, const uint64_t *keys, size_t n, unsigned f)
{
	return VECTOR_BY_KIND(&c->hash, vector_remove_by, c, keys, n, !c->near, f);
}

/* The deletion of the widths that have vectors, as VECTOR_CONTAINS is the lookup. */
VECTOR_TARGET static size_t
vectors_remove(struct cuckoo *c, const uint64_t *keys, size_t n)
{
	return VECTOR_WIDTHS(c->f, vector_remove, c, keys, n);
}
#endif

/* The members of a kernel, and what a filter's line says of it. */
#ifdef VECTOR_AVX512
#define VECTOR_WORK .contains = vectors_contains, .remove = vectors_remove
#define VECTOR_DOES "look-ups and deletions"
#else
#define VECTOR_WORK .contains = vectors_contains
#define VECTOR_DOES "look-ups"
#endif

#endif
