/* SPDX-License-Identifier: MIT */
/*
 * cf_bulk_count.c - cf-bulk's lookups of millions of keys whose hits are only counted. They are partitioned as in
 * plain_bulk.h, but a record does not identify its key, and so has half the bits.
 *
 *      partition   | bucket, low bits | fingerprint | 2nd |       32 bits; two a key, one for each of its buckets
 *                           |
 *      slice       is the fingerprint there?                found; and if it is the second bucket:
 *      first       is it in the first one, too?             both
 *
 *      present keys = found - both
 *
 * A key may be in both of its buckets, and still counts once. Its two records do not know of each other, but either
 * bucket follows from the other. So when a record of a second bucket is found, the first bucket is checked too, some
 * time after it was prefetched. For absent keys hardly any record is found. For present keys two in five cost a random
 * line of the table, which makes this expensive there.
 */
#include "variants/plain/cf_bulk_count.h"

#include "core/vector_avx512.h"

#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_bulk.h"

/* SOME: first buckets that are prefetched together; more lines than a core can have in flight. FEW: keys of a call of
 * contains, whose answers stay in the nearest cache. */
enum { SOME = 64, FEW = 4096, LINE = BULK_BYTES / sizeof(uint32_t) /* records */ };

/* Records of 64 bits, with all bits of a bucket. */
struct list {
	uint64_t at[SOME + 8]; /* vectors are stored whole */
	size_t n;
};

struct count {
	struct bulk_work work; /* first */
	size_t found, both;
	/* [0]: records of second buckets with a hit. [1]: such records with the first bucket instead, which was
	 * prefetched. */
	struct list list[2];
};

/* --- a record ----------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE unsigned
bucket_bits(const struct cuckoo *c)
{
	return 32 - (unsigned)__builtin_clz(c->mask | 1);
}

ALWAYS_INLINE struct bulk_form
counted(const struct cuckoo *c, unsigned f)
{
	return (struct bulk_form){sizeof(uint32_t), f + 1, 1, bucket_bits(c) - BULK_PARTS_LOG2 + f + 1, false};
}

/* Is a record's fingerprint in its bucket? */
ALWAYS_INLINE bool
has(const struct cuckoo *c, struct bulk_form x, uint64_t record, unsigned f, unsigned b)
{
	const size_t bucket = record >> x.bucket_at;

	return plain_pair_has(c->table.data, bucket, bucket, bulk_fp(x, record, f), f, b);
}

/* Checks the first buckets of the second list. Then it prefetches those of the first list, which becomes the second. */
ALWAYS_INLINE void
settle(struct count *w, struct bulk_form x, unsigned f, unsigned b)
{
	const struct cuckoo *c = w->work.c;
	struct list *new = &w->list[0], *old = &w->list[1];

	for (size_t i = 0; i < old->n; i++)
		w->both += has(c, x, old->at[i], f, b);
	for (size_t i = 0; i < new->n; i++) {
		const uint32_t fp = bulk_fp(x, new->at[i], f);
		const size_t first = cuckoo_alternate(c, batch_plain, new->at[i] >> x.bucket_at, fp);

		plain_fetch(c->table.data, first, false, f, b);
		old->at[i] = bulk_record(x, first, fp, 0);
	}
	old->n = new->n;
	new->n = 0;
}

/* --- a batch ------------------------------------------------------------------------------------------------------ */

static void
drain(struct bulk_work *work, size_t part, bool fetches)
{
	struct count *w = (struct count *)work;
	const struct cuckoo *c = work->c;
	const struct bulk_form x = counted(c, c->f);
	const uint64_t above = (uint64_t)part << x.part_at, mask = low_mask(x.part_at);
	struct list *list = &w->list[0];
	size_t n;
	const uint32_t *r = bulk_take(work, x, part, &n);
	struct bulk_ahead ahead = bulk_ahead(work, x, part, n, fetches);

	for (size_t k = 0; k < n; k++) {
		const uint64_t record = above | (r[k] & mask);
		const bool found = has(c, x, record, c->f, c->b);

		if (k % LINE == 0)
			bulk_fetch(&ahead);
		list->at[list->n] = record;
		list->n += found & record;
		w->found += found;
		if (list->n == SOME)
			settle(w, x, c->f, c->b);
	}
}

static size_t
finish(struct count *w)
{
	const struct cuckoo *c = w->work.c;

	for (size_t part = 0; part < BULK_PARTS; part++)
		w->work.drain(&w->work, part, true);
	settle(w, counted(c, c->f), c->f, c->b);
	settle(w, counted(c, c->f), c->f, c->b);
	return w->found - w->both;
}

static void
begin(struct count *w, const struct cuckoo *c, void (*drains)(struct bulk_work *, size_t, bool))
{
	bulk_begin(&w->work, c, drains);
	w->found = w->both = w->list[0].n = w->list[1].n = 0;
}

static size_t
batch(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct count w;

	(void)hit;
	begin(&w, c, drain);
	bulk_scatter(&w.work, counted(c, c->f), keys, 0, n, c->f);
	return finish(&w);
}

#ifdef VECTOR_TARGET
/* Lanes after the last record of a partition are masked out. */
VECTOR_TARGET ALWAYS_INLINE void
drain_width(struct bulk_work *work, size_t part, bool fetches, unsigned f)
{
	struct count *w = (struct count *)work;
	const struct bulk_form x = counted(work->c, f);
	const uint8_t *slice = work->c->table.data + part * (work->c->table.bytes / BULK_PARTS);
	const __m512i above = _mm512_set1_epi64((long long)((uint64_t)part << x.part_at));
	const __m512i mask = _mm512_set1_epi64((long long)low_mask(x.part_at));
	struct list *list = &w->list[0];
	size_t listed = list->n, found = 0, n;
	const uint32_t *r = bulk_take(work, x, part, &n);
	struct bulk_ahead ahead = bulk_ahead(work, x, part, n, fetches);

	for (size_t k = 0; k < n; k += VECTOR_LANES) {
		const __m512i v =
			_mm512_and_si512(_mm512_cvtepu32_epi64(_mm256_loadu_si256((const void *)(r + k))), mask);
		const vector_set there = (vector_set)low_mask(n - k < VECTOR_LANES ? (unsigned)(n - k) : VECTOR_LANES);
		const vector_set hits = (vector_set)~bulk_lacks(x, slice, (vector)v, f) & there;
		const vector_set seconds = _mm512_mask_test_epi64_mask(hits, v, _mm512_set1_epi64(1));

		if (k % LINE == 0)
			bulk_fetch(&ahead);
		_mm512_storeu_si512(list->at + listed, _mm512_maskz_compress_epi64(seconds, _mm512_or_si512(v, above)));
		listed += (unsigned)__builtin_popcount(seconds);
		found += (unsigned)__builtin_popcount(hits);
		if (listed >= SOME) {
			list->n = listed;
			settle(w, x, f, 4);
			listed = 0;
		}
	}
	list->n = listed;
	w->found += found;
}

VECTOR_TARGET static void
drain_vectors(struct bulk_work *w, size_t part, bool fetches)
{
	VECTOR_WIDTHS(w->c->f, drain_width, w, part, fetches);
}

VECTOR_TARGET static size_t
batch_vectors(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct count w;

	(void)hit;
	begin(&w, c, drain_vectors);
	VECTOR_WIDTHS(c->f, bulk_scatter_vectors, &w.work, counted(c, c->f), keys, n);
	return finish(&w);
}
#else
static bulk_batch *const batch_vectors = batch;
#endif

/* --- a call ------------------------------------------------------------------------------------------------------- */

static size_t
few(const struct filter *f, const uint64_t *keys, size_t n)
{
	uint8_t hit[FEW];
	size_t hits = 0;

	for (size_t done = 0, now; done < n; done += now) {
		now = n - done < FEW ? n - done : FEW;
		hits += f->ops->contains(f, keys + done, now, hit);
	}
	return hits;
}

size_t
bulk_count(const struct filter *f, const uint64_t *keys, size_t n)
{
	const struct cuckoo *c = (const struct cuckoo *)f;
	/* does a record fit, without its partition's number? */
	const bool fits = bucket_bits(c) + c->f + 1 <= BULK_PARTS_LOG2 + 32;
	size_t hits = 0, done = 0;

	if (fits)
		done = bulk_batches(c, uses_avx512(c) ? batch_vectors : batch, keys, n, NULL, &hits);
	return hits + few(f, keys + done, n - done);
}
