/* SPDX-License-Identifier: MIT */
/*
 * prefix.c - the prefix filter (Even, Even and Morrison, "Prefix Filter: Practically and Theoretically Better Than
 * Bloom", PVLDB 15(7), 2022): bins of half a line, and a cuckoo filter for what overflows (prefix_table.h has the
 * pictures).
 *
 *      insert     bin has room:  one line, no relocation
 *                 bin is full:   its largest pair, or the new one, goes to the spare
 *      look up    one line; two lines of the spare if the bin has overflowed and the pair is larger than its largest
 *
 * Keys fill 95 % of the bins' slots, as published. Then 5.9 % of them are in the spare, and 4.4 % of lookups of absent
 * keys ask there. The rate is that of a pair among its bin's, n / (6400 m) for n keys in m bins: 0.37 %. The spare adds
 * 4.4 % of its own rate. The bins take 10.8 bits a key, the spare 0.8 to 1.6, because cf's tables have 2^x buckets.
 *
 * Bins are 32-byte aligned, so none straddles two lines. There is no deletion: a pair removed from a bin would make
 * room for one of the spare's, and the spare cannot tell which that is.
 */
#include "variants/prefix/pocket_avx2.h"
#include "variants/prefix/prefix_table.h"

/* Not inline: it would take registers of the loops that seldom call it. */
static __attribute__((noinline)) bool
spare_has(const struct prefix *f, struct prefix_place p)
{
	return prefix_spare_at_has(f, prefix_spare_place(f->hash.kind, f, p));
}

ALWAYS_INLINE size_t
contains_by(enum hash_kind kind, const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct prefix local = *f; /* stores to hit[] may alias *f but not the copy */
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		const struct prefix_place p = prefix_place(hash_key_by(kind, &local.hash, keys[k]), local.m);
		const uint8_t *bin = local.bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		PROBE(bin, POCKET_BYTES);
		hit[k] = pocket_is_beyond(w, p.pair) ? spare_has(&local, p) : pocket_has(bin, w, p.pair);
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
insert_by(enum hash_kind kind, struct prefix *f, const uint64_t *keys, size_t n)
{
	const struct hash hash = f->hash;
	uint8_t *bins = f->bins;
	const uint64_t m = f->m;
	size_t in_bins = 0, k = 0;

	for (; k < n; k++) {
		const struct prefix_place p = prefix_place(hash_key_by(kind, &hash, keys[k]), m);
		uint8_t *bin = bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		if (pocket_is_full(w)) {
			if (!prefix_overflow(f, p))
				break;
		} else {
			pocket_put(bin, w, p.pair);
			in_bins++;
		}
	}
	f->in_bins += in_bins;
	return k;
}

#ifdef ISA_X86
/*
 * Two ways to look up keys, which give the same answers. `early` jumps if no slot has the remainder, as 11 of 12 absent
 * keys do, and if the pair is there. `all` jumps for neither. A jump is mispredicted if answers are mixed. If they are
 * not, fewer instructions wait for memory. So in a table beyond the caches, some keys at a time are looked up as suits
 * those before them: early if at most an eighth was found. (Absent keys in 30 MB: 29 ns early, 38 ns otherwise; keys of
 * which half are present: 40 and 38.)
 */
enum { SOME = 64, SOME_FIRST = 8, EARLY_OF = 8 };

TARGET_AVX2 ALWAYS_INLINE size_t
early_by_avx2(enum hash_kind kind, const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct hash hash = f->hash; /* stores to hit[] may alias *f but not these */
	const uint8_t *bins = f->bins;
	const uint64_t m = f->m;
	size_t hits = filter_has_none(hit, n);

	for (size_t k = 0; k < n; k++) {
		const struct prefix_place p = prefix_place(hash_key_bmi2(kind, &hash, keys[k]), m);
		const uint8_t *bin = bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		if (pocket_is_beyond(w, p.pair) ? spare_has(f, p) : pocket_has_early_avx2(bin, w, p.pair)) {
			hit[k] = 1;
			hits++;
		}
	}
	return hits;
}

TARGET_AVX2 ALWAYS_INLINE size_t
all_by_avx2(enum hash_kind kind, const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct hash hash = f->hash;
	const uint8_t *bins = f->bins;
	const uint64_t m = f->m;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		const struct prefix_place p = prefix_place(hash_key_bmi2(kind, &hash, keys[k]), m);
		const uint8_t *bin = bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);
		bool has = pocket_has_avx2(bin, w, p.pair);

		if (__builtin_expect(pocket_is_beyond(w, p.pair), 0))
			has = spare_has(f, p);
		hit[k] = has;
		hits += has;
	}
	return hits;
}

TARGET_AVX2 static size_t
early_avx2(const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->hash, early_by_avx2, f, keys, n, hit);
}

TARGET_AVX2 static size_t
all_avx2(const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return HASH_BY_KIND(&f->hash, all_by_avx2, f, keys, n, hit);
}

static size_t
contains_avx2(const struct prefix *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0, lately = 0, some = SOME_FIRST;

	if (f->near)
		return all_avx2(f, keys, n, hit);
	for (size_t k = 0; k < n; k += some, some = SOME) {
		const bool early = lately * EARLY_OF <= some;

		some = n - k < some ? n - k : some;
		lately = (early ? early_avx2 : all_avx2)(f, keys + k, some, hit + k);
		hits += lately;
	}
	return hits;
}

TARGET_AVX2 ALWAYS_INLINE size_t
insert_by_avx2(enum hash_kind kind, struct prefix *f, const uint64_t *keys, size_t n)
{
	const struct hash hash = f->hash;
	uint8_t *bins = f->bins;
	const uint64_t m = f->m;
	size_t in_bins = 0, k = 0;

	for (; k < n; k++) {
		const struct prefix_place p = prefix_place(hash_key_bmi2(kind, &hash, keys[k]), m);
		uint8_t *bin = bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		if (__builtin_expect(pocket_is_full(w), 0)) {
			if (!prefix_overflow(f, p))
				break;
		} else {
			pocket_put_avx2(bin, w, p.pair);
			in_bins++;
		}
	}
	f->in_bins += in_bins;
	return k;
}

TARGET_AVX2 static size_t
insert_avx2(struct prefix *f, const uint64_t *keys, size_t n)
{
	return HASH_BY_KIND(&f->hash, insert_by_avx2, f, keys, n);
}
#endif

static size_t
prefix_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct prefix *f = (const struct prefix *)base;

#ifdef ISA_X86
	if (f->wide)
		return contains_avx2(f, keys, n, hit);
#endif
	return HASH_BY_KIND(&f->hash, contains_by, f, keys, n, hit);
}

static size_t
prefix_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct prefix *f = (struct prefix *)base;

#ifdef ISA_X86
	if (f->wide)
		return insert_avx2(f, keys, n);
#endif
	return HASH_BY_KIND(&f->hash, insert_by, f, keys, n);
}

/* Remainders are bytes, so there is one shape. */
static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 12, .near = 8, .usual = true}, {0}};

const struct filter_ops FILTER_OPS(prefix) = {
	.name = "prefix",
	.title = "prefix",
	.about = "prefix filter: bins of 32 bytes, and a cuckoo filter for their largest (Even et al., PVLDB 2022)",
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 8},
                  .lines = {1.09, 1.12, 1.07, 0},
                  .ns = {60, 40, 0},
                  .part = FILTER_FIELD,
                  .shapes = shapes},
	.insert = prefix_insert,
	.contains = prefix_contains,
	PREFIX_OPS,
};
