/* SPDX-License-Identifier: MIT */
/*
 * prefix_batch.c - `prefix` with lookups and insertions pipelined across the keys of a call. So it has a name of its
 * own. Its table is that of `prefix`, bit for bit.
 *
 *      keys             | some | some | some |
 *      locate           |======|======|======|              hash, place, prefetch the bin's line
 *      bins                    |======|======|======|       look up, without a branch, or insert in order
 *      spare                          |======|======|       the few that are beyond their bin: their two buckets were
 *                                                           prefetched after their bin was read
 *
 * Short loops, as in cuckoo_ahead.h, which says why. In `prefix` a lookup in the spare is a branch that is often
 * mispredicted, and then the core waits for that bin with nothing else to do. Here such keys are collected without one.
 *
 * A table in the second-level cache needs no prefetches, but still gains from the lookups without a branch.
 */
#include "variants/prefix/pocket_avx2.h"
#include "variants/prefix/prefix_table.h"

/* Twice as many lines must cover what a core can have in flight (10 to 70), and fit its first cache. */
enum { SOME = 64 };

/* Some keys of a call. */
struct some {
	const uint64_t *keys;
	uint8_t *hit;
	size_t n;
	struct prefix_place place[SOME];
	/* those to ask the spare for, and where it has them */
	size_t asked;
	uint8_t ask[SOME + 1];
	struct cuckoo_place spare[SOME];
};

ALWAYS_INLINE void
locate_by(enum hash_kind kind, const struct prefix *f, struct some *s, bool second, bool bmi2)
{
	const struct hash hash = f->hash; /* no store to *s can alias it */
	const uint8_t *bins = f->bins;
	const uint64_t m = f->m, *keys = s->keys;

	for (size_t k = 0, n = s->n; k < n; k++) {
		s->place[k] =
			prefix_place(bmi2 ? hash_key_bmi2(kind, &hash, keys[k]) : hash_key_by(kind, &hash, keys[k]), m);
		cache_ask(bins + s->place[k].bin * POCKET_BYTES, second);
	}
}

static void
locate_portable(const struct prefix *f, struct some *s)
{
	if (f->second)
		HASH_BY_KIND(&f->hash, locate_by, f, s, true, false);
	else
		HASH_BY_KIND(&f->hash, locate_by, f, s, false, false);
}

#ifdef ISA_X86
TARGET_AVX2 static void
locate_avx2(const struct prefix *f, struct some *s)
{
	if (f->second)
		HASH_BY_KIND(&f->hash, locate_by, f, s, true, true);
	else
		HASH_BY_KIND(&f->hash, locate_by, f, s, false, true);
}
#else
static void
locate_avx2(const struct prefix *f, struct some *s)
{
	locate_portable(f, s);
}
#endif

/* Takes the next keys of a call, at most SOME. */
static void
locate(const struct prefix *f, struct some *s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	s->keys = keys, s->hit = hit;
	s->n = n < SOME ? n : SOME;
	s->asked = 0;
	(f->wide ? locate_avx2 : locate_portable)(f, s);
}

/* The answers of bins. A pair that is beyond its bin is not in it. */
static size_t
ask_bins(const struct prefix *f, struct some *s)
{
	size_t hits = 0;

	for (size_t k = 0; k < s->n; k++) {
		const uint8_t *bin = f->bins + s->place[k].bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		PROBE(bin, POCKET_BYTES);
		s->hit[k] = pocket_has(bin, w, s->place[k].pair);
		hits += s->hit[k];
		s->ask[s->asked] = (uint8_t)k;
		s->asked += pocket_is_beyond(w, s->place[k].pair);
	}
	return hits;
}

/* Inserts the keys in order. Returns how many were accepted. */
static size_t
insert_some(struct prefix *f, const struct some *s)
{
	for (size_t k = 0; k < s->n; k++) {
		const struct prefix_place p = s->place[k];
		uint8_t *bin = f->bins + p.bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);

		if (pocket_is_full(w)) {
			if (!prefix_overflow(f, p))
				return k;
		} else {
			pocket_put(bin, w, p.pair);
			f->in_bins++;
		}
	}
	return s->n;
}

#ifdef ISA_X86
TARGET_AVX2 static size_t
ask_bins_avx2(const struct prefix *f, struct some *s)
{
	const uint8_t *bins = f->bins;
	uint8_t *hit = s->hit;
	size_t hits = 0, asked = 0;

	for (size_t k = 0, n = s->n; k < n; k++) {
		const uint8_t *bin = bins + s->place[k].bin * POCKET_BYTES;
		const uint64_t w = pocket_word(bin);
		const bool has = pocket_has_avx2(bin, w, s->place[k].pair);

		hit[k] = has;
		hits += has;
		s->ask[asked] = (uint8_t)k;
		asked += pocket_is_beyond(w, s->place[k].pair);
	}
	s->asked = asked;
	return hits;
}

TARGET_AVX2 static size_t
insert_some_avx2(struct prefix *f, const struct some *s)
{
	uint8_t *bins = f->bins;
	size_t in_bins = 0, k = 0;

	for (size_t n = s->n; k < n; k++) {
		const struct prefix_place p = s->place[k];
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
#else
static size_t
ask_bins_avx2(const struct prefix *f, struct some *s)
{
	return ask_bins(f, s);
}

static size_t
insert_some_avx2(struct prefix *f, const struct some *s)
{
	return insert_some(f, s);
}
#endif

static void
locate_in_spare(const struct prefix *f, struct some *s)
{
	for (size_t i = 0; i < s->asked; i++) {
		s->spare[i] = prefix_spare_place(f->hash.kind, f, s->place[s->ask[i]]);
		prefix_codec.fetch(f->spare.table.data, s->spare[i].i1, false, PREFIX_F, PREFIX_B);
		prefix_codec.fetch(f->spare.table.data, s->spare[i].i2, false, PREFIX_F, PREFIX_B);
	}
}

static size_t
ask_spare(const struct prefix *f, const struct some *s)
{
	size_t hits = 0;

	for (size_t i = 0; i < s->asked; i++) {
		const bool has = prefix_spare_at_has(f, s->spare[i]);

		s->hit[s->ask[i]] = has;
		hits += has;
	}
	return hits;
}

static size_t
prefix_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct prefix *f = (const struct prefix *)base;
	struct some some[3], *done = &some[0], *here = &some[1], *next = &some[2];
	size_t hits = 0;

	done->asked = 0;
	locate(f, here, keys, n, hit);
	for (size_t at = here->n; here->n; at += here->n) {
		struct some *last = done;

		locate(f, next, keys + at, n - at, hit + at);
		hits += f->wide ? ask_bins_avx2(f, here) : ask_bins(f, here);
		hits += ask_spare(f, last);
		locate_in_spare(f, here);
		done = here, here = next, next = last;
	}
	return hits + ask_spare(f, done);
}

static size_t
prefix_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct prefix *f = (struct prefix *)base;
	struct some some[2], *here = &some[0], *next = &some[1];
	size_t done = 0, in;

	locate(f, here, keys, n, NULL);
	while (here->n) {
		struct some *last = here;

		locate(f, next, keys + done + here->n, n - done - here->n, NULL);
		in = f->wide ? insert_some_avx2(f, here) : insert_some(f, here);
		done += in;
		if (in < here->n)
			break;
		here = next, next = last;
	}
	return done;
}

const struct filter_ops FILTER_OPS(prefix_batch) = {
	.name = "prefix-batch",
	.title = "prefix, batched",
	.about = "prefix, look-ups and insertions pipelined across the keys of a call",
	.twin = "prefix",
	.batch = 4096,
	.facts = {.source = __FILE__, .params = {.fp_bits = 8}, .ns = {20, 10, 0}, .part = FILTER_FIELD},
	.insert = prefix_batch_insert,
	.contains = prefix_batch_contains,
	PREFIX_OPS,
};
