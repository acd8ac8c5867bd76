/* SPDX-License-Identifier: MIT */
/*
 * plain_bulk.h - look-ups of millions of keys in plain buckets, in a table beyond the caches: partitioned by where they go before any is
 * looked up.
 *
 *      keys          . . . . . . . . . . . . . .
 *      records       | bucket | fingerprint | number of the key |       64 bits; two a key, one for each of its buckets
 *                         \ the highest bits
 *      partitions    | 0 0 0 . . | 1 1 1 . . | 2 2 2 . . |       room for each; a record goes behind the last one of its partition
 *                         |           |           |
 *      slices        |    0      |    1      |    2      |       of the table, one after the other, looked up where a cache holds it
 *                          \ a bit a key /                       then the bits become answers
 *
 * So the table is read once a batch, from one end to the other, and a record is written and read once: for a batch of a key for every 24
 * bytes of table, 65 bytes a key in a row, in place of two lines at random.
 *
 * Records are written straight to where they belong, and the line that a partition will need soon is asked for with every record: a few
 * instructions, and no branch but on an end that does not come. To gather a line for each partition first and to write it by a store that
 * passes the caches is what others do, and needs no line to be read before it is written; but that it is full is a branch that nobody
 * can guess, and it took 4.4 ns a key where this takes 1.7 (Zen 5), 0.4 of which are the hash and the record.
 *
 * Skew. A partition has room for its share of a batch and a little more. Where one fills up early, its records are looked up there and then
 * and it begins anew: right for any keys, and for one key a million times the slice is in the cache by then. Its last line is filled
 * up with copies of a record, which find again what that one found.
 */
#ifndef CUCKOOBENCH_PLAIN_BULK_H
#define CUCKOOBENCH_PLAIN_BULK_H

#include "variants/plain_batch.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
	/* Slices of 192 KiB for the paper's table: two of them, the records and the bits on their way are to be in the second cache (1 to 2 MiB).
	 * 512 are the same within the noise, 256 a tenth slower and 64, slices of 3 MiB, half as fast. */
	BULK_PARTS_LOG2 = 10,
	BULK_PARTS = 1 << BULK_PARTS_LOG2,
	BULK_LINE = 8, /* records */
	/* Records between the request for a partition's next line and its first: 4 of 1024 partitions' are microseconds. */
	BULK_EARLY = 4,
	/* Lines of the next slice that are asked for together. */
	BULK_FETCH = 2,
};

/* What look-ups of a batch need beside the table: one batch at a time. */
struct bulk {
	_Atomic bool taken;
	size_t least; /* keys of a call from which on it is worth while */
	size_t most;  /* keys of a batch */
	size_t room;  /* records of a partition, whole lines */
	struct mem memory;
	uint64_t *records; /* BULK_PARTS times room */
	uint8_t *bits;     /* one for each key of a batch */
};

struct bulk_part {
	uint64_t *next, *end; /* where its next record goes; behind its room */
};

/* A batch. */
struct bulk_work {
	const struct cuckoo *c;
	struct bulk *b;
	unsigned bucket_at, fp_at; /* where they begin in a record */
	struct bulk_part part[BULK_PARTS];
};

/* Looks up the records of a partition, which is empty then. fetches: asks for the lines of the next slice meanwhile. */
typedef void bulk_drain(struct bulk_work *, size_t part, bool fetches);

/* --- scratch ------------------------------------------------------------------------------------------------------ */

/* For batches of `most` keys, a multiple of 8, in calls of at least so many. NULL: no memory. */
static inline struct bulk *
bulk_make(size_t least, size_t most, const struct placement *place)
{
	const size_t share = 2 * most / BULK_PARTS;
	struct bulk *b = calloc(1, sizeof *b);

	if (!b)
		return NULL;
	/* A share is 16384 of 2^24 records give or take 128, so a 32nd is four times that. An odd number of lines: if all partitions began at
	 * the same place of a page, their lines would be in the same few places of a cache. */
	b->room = ((share + share / 32) / BULK_LINE | 1) * BULK_LINE;
	b->least = least;
	b->most = most;
	atomic_init(&b->taken, false);
	if (mem_alloc(&b->memory, BULK_PARTS * b->room * sizeof *b->records + most / 8, place) != 0) {
		free(b);
		return NULL;
	}
	b->records = (void *)b->memory.data;
	b->bits = b->memory.data + BULK_PARTS * b->room * sizeof *b->records;
	return b;
}

static inline void
bulk_free(struct bulk *b)
{
	if (b)
		mem_free(&b->memory);
	free(b);
}

/* Bits of a record that are left for the number of a key; 0 if none are, or there are fewer buckets than partitions. */
static inline unsigned
bulk_number_bits(const struct cuckoo *c)
{
	const unsigned bucket_bits = c->mask < BULK_PARTS - 1 ? 64 : 32 - (unsigned)__builtin_clz(c->mask);

	return bucket_bits + c->f < 64 ? 64 - bucket_bits - c->f : 0;
}

/* --- a batch ------------------------------------------------------------------------------------------------------ */

static inline void
bulk_begin(struct bulk_work *w, const struct cuckoo *c, size_t n)
{
	w->c = c;
	w->b = c->bulk;
	w->fp_at = bulk_number_bits(c);
	w->bucket_at = w->fp_at + c->f;
	for (size_t i = 0; i < BULK_PARTS; i++) {
		w->part[i].next = w->b->records + i * w->b->room;
		w->part[i].end = w->part[i].next + w->b->room;
	}
	memset(w->b->bits, 0, (n + 7) / 8);
}

ALWAYS_INLINE void
bulk_put(struct bulk_work *w, uint64_t record, bulk_drain *drain)
{
	struct bulk_part *p = &w->part[record >> (64 - BULK_PARTS_LOG2)];
	uint64_t *next = p->next;

	*next++ = record;
	p->next = next;
	__builtin_prefetch(next + BULK_EARLY - 1, 1);
	if (__builtin_expect(next == p->end, 0))
		drain(w, record >> (64 - BULK_PARTS_LOG2), false);
}

/* Records of the keys from number k on. */
ALWAYS_INLINE void
bulk_scatter(struct bulk_work *w, struct cuckoo_codec codec, const uint64_t *keys, size_t k, size_t n, bulk_drain *drain, unsigned f)
{
	const struct cuckoo local = *w->c; /* as in cuckoo_contains_by */

	for (; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate(&local, codec, keys[k], f);
		const uint64_t low = (uint64_t)p.fp << w->fp_at | k;

		bulk_put(w, (uint64_t)p.i1 << w->bucket_at | low, drain);
		bulk_put(w, (uint64_t)p.i2 << w->bucket_at | low, drain);
	}
}

/* The records of a partition, which has them no more. */
static inline size_t
bulk_take(struct bulk_work *w, size_t part, const uint64_t **records)
{
	uint64_t *first = w->b->records + part * w->b->room;
	size_t n = (size_t)(w->part[part].next - first);

	w->part[part].next = first;
	*records = first;
	for (; n % BULK_LINE; n++)
		first[n] = first[0];
	return n;
}

ALWAYS_INLINE void
bulk_found(const struct bulk_work *w, uint64_t record)
{
	const uint64_t number = record & low_mask(w->fp_at);

	w->b->bits[number / 8] |= (uint8_t)(1 << number % 8);
}

/* The lines of the next slice, to be asked for by and by. */
struct bulk_ahead {
	const uint8_t *at, *end;
	size_t lines; /* for each line of records */
};

static inline struct bulk_ahead
bulk_ahead(const struct bulk_work *w, size_t part, size_t n, bool fetches)
{
	const size_t slice = w->c->table.bytes / BULK_PARTS;
	const uint8_t *at = w->c->table.data + (part + 1) * slice;

	if (!fetches || part + 1 == BULK_PARTS || n == 0)
		return (struct bulk_ahead){at, at, 0};
	return (struct bulk_ahead){at, at + slice, (slice / 64 * BULK_LINE + n - 1) / n};
}

ALWAYS_INLINE void
bulk_fetch(struct bulk_ahead *a)
{
	for (size_t i = 0; i < a->lines && a->at < a->end; i += BULK_FETCH, a->at += BULK_FETCH * 64) {
		__builtin_prefetch(a->at, 0, 2);
		__builtin_prefetch(a->at + 64, 0, 2);
	}
}

ALWAYS_INLINE void
bulk_drain_portable(struct bulk_work *w, size_t part, bool fetches, unsigned f, unsigned b)
{
	const uint64_t *r;
	const size_t n = bulk_take(w, part, &r);
	const uint8_t *t = w->c->table.data;
	const unsigned bucket_at = w->bucket_at, fp_at = w->fp_at;
	const struct plain_compare compare = plain_compare(f, b);
	struct bulk_ahead ahead = bulk_ahead(w, part, n, fetches);

	for (size_t k = 0; k < n; k += BULK_LINE) {
		bulk_fetch(&ahead);
		for (size_t j = k; j < k + BULK_LINE; j += 2) {
			const size_t x = r[j] >> bucket_at, y = r[j + 1] >> bucket_at;
			const plain_two found = plain_find(&compare, t, x, (uint32_t)(r[j] >> fp_at & low_mask(f)), y,
			                                   (uint32_t)(r[j + 1] >> fp_at & low_mask(f)), f, b);

			PROBE(t + x * b * f / 8, (x * b * f % 8 + b * f + 7) / 8);
			PROBE(t + y * b * f / 8, (y * b * f % 8 + b * f + 7) / 8);
			if (found[0])
				bulk_found(w, r[j]);
			if (found[1])
				bulk_found(w, r[j + 1]);
		}
	}
}

/* What is left in the partitions; and the answers, eight bits to eight bytes of 0 or 1. */
ALWAYS_INLINE size_t
bulk_end(struct bulk_work *w, size_t n, uint8_t *hit, bulk_drain *drain)
{
	const uint8_t *bits = w->b->bits;
	size_t hits = 0, k = 0;

	for (size_t part = 0; part < BULK_PARTS; part++)
		drain(w, part, true);
	for (; k + 8 <= n; k += 8) {
		const uint64_t each = bits[k / 8] * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);

		store64(hit + k, (each + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101));
		hits += (unsigned)__builtin_popcount(bits[k / 8]);
	}
	for (; k < n; k++) {
		hit[k] = bits[k / 8] >> k % 8 & 1;
		hits += hit[k];
	}
	return hits;
}

#endif
