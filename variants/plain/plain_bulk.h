/* SPDX-License-Identifier: MIT */
/*
 * plain_bulk.h - lookups of millions of keys in plain buckets, in a table beyond the caches. The keys are partitioned
 * by their buckets before any is looked up.
 *
 *      keys          . . . . . . . . . . . . . .
 *      records       | bucket | fingerprint | number of the key |       64 bits; two a key, one for each of its buckets
 *                         \ the highest bits
 *      partitions    | 0 0 0 . . | 1 1 1 . . | 2 2 2 . . |       each has room; a record is appended to its partition
 *                         |           |           |
 *      slices        |    0      |    1      |    2      |       of the table, in turn; each is looked up while
 *                                                              a cache holds it
 *                          \ a bit a key /                       then the bits become answers
 *
 * So a batch reads the table once, from one end to the other, and writes and reads each record once. For a batch of one
 * key for every 24 bytes of table that is 65 bytes a key, sequentially, instead of two random lines.
 *
 * Records are written straight to their partitions. Each record also prefetches the line that its partition will need
 * soon. That takes a few instructions. The only branch is on the end of the partition's room, which is hardly ever
 * reached. Others gather a line for each partition first and write it by a store that bypasses the caches. Then no line
 * has to be read before it is written. But whether a line is full is a branch that cannot be predicted. That took 4.4
 * ns a key, and this takes 1.7 (Zen 5), 0.4 of them for the hash and the record.
 *
 * Skew. A partition has room for its share of a batch and a little more. If one fills up early, its records are looked
 * up at once and it starts empty again. That is right for any keys. For one key a million times, the slice is in the
 * cache by then.
 *
 * This file is common to lookups that answer (cf_bulk.c) and lookups that only count (cf_bulk_count.c). The latter's
 * records have no number, and so half the bits.
 */
#ifndef CUCKOOBENCH_PLAIN_BULK_H
#define CUCKOOBENCH_PLAIN_BULK_H

#include "variants/plain/plain_batch.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
	/*
	 * Slices of 192 KiB for the paper's table. The second-level cache (1 to 2 MiB) has to hold two of them, the
	 * records and the bits in use. 512 partitions are the same within the noise, 256 a tenth slower, and 64, slices
	 * of 3 MiB, half as fast.
	 */
	BULK_PARTS_LOG2 = 10,
	BULK_PARTS = 1 << BULK_PARTS_LOG2,
	BULK_BYTES = 64, /* of a line */
	/* Bytes of records between the prefetch of a partition's next line and its first use. 4 records of 1024
	 * partitions are microseconds. */
	BULK_EARLY = 32,
	/* Keys whose records are computed by vectors before they are put anywhere. A load of part of a vector that was
	 * just stored would stall. */
	BULK_BLOCK = 64,
	/* Lines of the next slice that are prefetched together. */
	BULK_FETCH = 2,
};

/* Scratch for the lookups of a batch: one batch at a time. */
struct bulk {
	_Atomic bool taken;
	size_t least; /* the fewest keys of a call for which it pays */
	size_t most;  /* the most keys of a batch */
	size_t room;  /* bytes of a partition's records, whole lines */
	struct mem memory;
	uint8_t *records; /* BULK_PARTS times room */
	uint8_t *bits;    /* one for each key of a batch */
};

/* --- scratch ------------------------------------------------------------------------------------------------------ */

/* Scratch for batches of `most` keys, a multiple of 8, in calls of at least `least` keys. The caller frees it. NULL: no
 * memory. */
static inline struct bulk *
bulk_make(size_t least, size_t most, const struct placement *place)
{
	const size_t share = 2 * most / BULK_PARTS * sizeof(uint64_t);
	struct bulk *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	/*
	 * A share is 16384 of 2^24 records, with a standard deviation of 128, so a 32nd is four of them. The number of
	 * lines is odd. If all partitions began at the same offset in a page, their lines would compete for the same
	 * few cache sets.
	 */
	b->room = ((share + share / 32) / BULK_BYTES | 1) * BULK_BYTES;
	b->least = least;
	b->most = most;
	atomic_init(&b->taken, false);
	if (mem_alloc(&b->memory, BULK_PARTS * b->room + most / 8, place) != 0) {
		free(b);
		return NULL;
	}
	b->records = b->memory.data;
	b->bits = b->records + BULK_PARTS * b->room;
	return b;
}

static inline void
bulk_free(struct bulk *b)
{
	if (b)
		mem_free(&b->memory);
	free(b);
}

/* Bits of a record that remain for the number of a key; 0 if none do, or if there are fewer buckets than partitions. */
static inline unsigned
bulk_number_bits(const struct cuckoo *c)
{
	const unsigned bucket_bits = c->mask < BULK_PARTS - 1 ? 64 : 32 - (unsigned)__builtin_clz(c->mask);

	return bucket_bits + c->f < 64 ? 64 - bucket_bits - c->f : 0;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

/*
 * The layout of a record, as a number:
 *
 *      numbered       | bucket | fingerprint | number of the key |
 *      otherwise      | bucket | fingerprint | is it the second bucket |
 *
 * Its low `bytes` bytes are stored; the bits above them are the partition's number, or part of it.
 */
struct bulk_form {
	size_t bytes;
	unsigned bucket_at, fp_at, part_at; /* the bits where they begin */
	bool numbered;
};

ALWAYS_INLINE uint64_t
bulk_record(struct bulk_form x, size_t bucket, uint32_t fp, uint64_t low)
{
	return (uint64_t)bucket << x.bucket_at | (uint64_t)fp << x.fp_at | low;
}

ALWAYS_INLINE uint32_t
bulk_fp(struct bulk_form x, uint64_t record, unsigned f)
{
	return (uint32_t)(record >> x.fp_at & low_mask(f));
}

/* --- partitions --------------------------------------------------------------------------------------------------- */

struct bulk_part {
	uint8_t *next, *end; /* where its next record goes; the end of its room */
};

/* The state of one batch. */
struct bulk_work {
	const struct cuckoo *c;
	/* Looks up the records of a partition and empties it. fetches: prefetches the lines of the next slice
	 * meanwhile. */
	void (*drain)(struct bulk_work *, size_t part, bool fetches);
	struct bulk_part part[BULK_PARTS];
};

static inline void
bulk_begin(struct bulk_work *w, const struct cuckoo *c, void (*drain)(struct bulk_work *, size_t, bool))
{
	w->c = c;
	w->drain = drain;
	for (size_t i = 0; i < BULK_PARTS; i++) {
		w->part[i].next = c->bulk->records + i * c->bulk->room;
		w->part[i].end = w->part[i].next + c->bulk->room;
	}
}

ALWAYS_INLINE void
bulk_put(struct bulk_work *w, struct bulk_form x, uint64_t record)
{
	struct bulk_part *p = &w->part[record >> x.part_at];
	uint8_t *next = p->next;

	if (x.bytes == sizeof(uint64_t))
		*(uint64_t *)(void *)next = record;
	else
		*(uint32_t *)(void *)next = (uint32_t)record;
	next += x.bytes;
	p->next = next;
	__builtin_prefetch(next + BULK_EARLY - x.bytes, 1);
	if (__builtin_expect(next == p->end, 0))
		w->drain(w, record >> x.part_at, false);
}

/* Scatters the records of keys k to n - 1. */
ALWAYS_INLINE void
bulk_scatter(struct bulk_work *w, struct bulk_form x, const uint64_t *keys, size_t k, size_t n, unsigned f)
{
	const struct cuckoo local = *w->c; /* as in cuckoo_contains_by */

	for (; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate(&local, batch_plain, keys[k], f);

		bulk_put(w, x, bulk_record(x, p.i1, p.fp, x.numbered ? k : 0));
		bulk_put(w, x, bulk_record(x, p.i2, p.fp, x.numbered ? k : 1));
	}
}

/* Takes all *n records out of a partition. */
ALWAYS_INLINE void *
bulk_take(struct bulk_work *w, struct bulk_form x, size_t part, size_t *n)
{
	uint8_t *first = w->c->bulk->records + part * w->c->bulk->room;

	*n = (size_t)(w->part[part].next - first) / x.bytes;
	w->part[part].next = first;
	return first;
}

/* The lines of the next slice, to be prefetched little by little. */
struct bulk_ahead {
	const uint8_t *at, *end;
	size_t lines; /* for each line of records */
};

ALWAYS_INLINE struct bulk_ahead
bulk_ahead(const struct bulk_work *w, struct bulk_form x, size_t part, size_t n, bool fetches)
{
	const size_t slice = w->c->table.bytes / BULK_PARTS;
	const uint8_t *at = w->c->table.data + (part + 1) * slice;

	if (!fetches || part + 1 == BULK_PARTS || n == 0)
		return (struct bulk_ahead){at, at, 0};
	return (struct bulk_ahead){at, at + slice, (slice / x.bytes + n - 1) / n};
}

ALWAYS_INLINE void
bulk_fetch(struct bulk_ahead *a)
{
	for (size_t i = 0; i < a->lines && a->at < a->end; i += BULK_FETCH, a->at += BULK_FETCH * BULK_BYTES) {
		__builtin_prefetch(a->at, 0, 2);
		__builtin_prefetch(a->at + BULK_BYTES, 0, 2);
	}
}

#ifdef VECTOR_TARGET
VECTOR_TARGET ALWAYS_INLINE void
bulk_scatter_vectors_by(enum hash_kind kind, struct bulk_work *w, struct bulk_form x, const uint64_t *keys, size_t n,
                        unsigned f)
{
	const struct cuckoo local = *w->c; /* as in cuckoo_contains_by */
	_Alignas(vector) uint64_t record[2 * BULK_BLOCK];
	size_t k = 0;

	for (; k + BULK_BLOCK <= n; k += BULK_BLOCK) {
		/* As a loop, and with all of a kernel's widths in one function, gcc 12 keeps constants in memory: 3 %
		 * slower (Emerald Rapids). */
#pragma GCC unroll 8
		for (size_t j = 0; j < BULK_BLOCK; j += VECTOR_LANES) {
			const struct vector_place p = vector_locate(kind, &local, keys + k + j, f);
			const vector fp = p.fp << x.fp_at, number = vector_all(k + j) + vector_number();

			vector_store(record + j, p.i1 << x.bucket_at | fp | (x.numbered ? number : vector_all(0)));
			vector_store(record + BULK_BLOCK + j,
			             p.i2 << x.bucket_at | fp | (x.numbered ? number : vector_all(1)));
		}
		__asm__ volatile("" : : "r"(record) : "memory"); /* as in vector_fetch */
		for (size_t j = 0; j < 2 * BULK_BLOCK; j++)
			bulk_put(w, x, record[j]);
	}
	bulk_scatter(w, x, keys, k, n, f);
}

VECTOR_TARGET ALWAYS_INLINE void
bulk_scatter_vectors(struct bulk_work *w, struct bulk_form x, const uint64_t *keys, size_t n, unsigned f)
{
	VECTOR_BY_KIND(&w->c->hash, bulk_scatter_vectors_by, w, x, keys, n, f);
}

/* The records whose fingerprint is not in the bucket; t is where bucket 0 would be. */
VECTOR_TARGET ALWAYS_INLINE vector_set
bulk_lacks(struct bulk_form x, const uint8_t *t, vector records, unsigned f)
{
	const vector fp = records >> x.fp_at & vector_all(low_mask(f));

	return vector_zeros(vector_has(t, vector_at(records >> x.bucket_at, f), vector_want(fp, f), f));
}
#endif

/* --- a call ------------------------------------------------------------------------------------------------------- */

static inline bool
uses_avx512(const struct cuckoo *c)
{
#ifdef VECTOR_TARGET
	return c->b == 4 && (c->f == 8 || c->f == 12 || c->f == 16) && c->hash.kind != HASH_OTHER &&
	       !isa_refuses(c->base.ops->chooses, c->isa);
#else
	(void)c;
	return false;
#endif
}

typedef size_t bulk_batch(const struct cuckoo *, const uint64_t *keys, size_t n, uint8_t *hit);

/*
 * Looks up n keys in batches, as long as enough are left to make one worth while. Adds the hits to *hits; returns how
 * many keys were done. hit may be NULL.
 *
 * One call at a time owns the scratch. A call that finds it taken does without, because waiting would take as long.
 * Acquire here and release below: what the next owner writes to the scratch comes after all that this one reads and
 * writes there. Nothing else in the filter changes.
 */
static inline size_t
bulk_batches(const struct cuckoo *c, bulk_batch *batch, const uint64_t *keys, size_t n, uint8_t *hit, size_t *hits)
{
	struct bulk *b = c->bulk;
	size_t done = 0;

	if (!b || n < b->least || atomic_exchange_explicit(&b->taken, true, memory_order_acquire))
		return 0;
	while (n - done >= b->least) {
		const size_t now = n - done < b->most ? n - done : b->most;

		*hits += batch(c, keys + done, now, hit ? hit + done : NULL);
		done += now;
	}
	atomic_store_explicit(&b->taken, false, memory_order_release);
	return done;
}

#endif
