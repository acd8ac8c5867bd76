/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_bulk_count.c - cf-bulk's look-ups of millions of keys that are counted only: partitioned as in plain_bulk.h,
 * but a record has no key to be told of, and so half of the bits.
 *
 *      partition   | bucket, low bits | fingerprint | 2nd |       32 bits; two a key, one for each of its buckets
 *                           |
 *      slice       is the fingerprint there?                found; and if it is the second bucket:
 *      first       is it in the first one, too?             both
 *
 *      present keys = found - both
 *
 * A key may be in both of its buckets, and is one key then. Its two records do not know of each other, but either
 * bucket follows from the other: so for a second record that is found the first bucket is looked at, too, some time
 * after it was asked for. Of absent keys hardly any is found; of present ones two in five cost a line of the table at
 * random, which makes this dear there.
 */
#include "variants/cuckoo_bulk_count.h"

#include "variants/plain_avx512.h"
#include "variants/plain_bulk.h"

/*
 * COUNT_LINE: records of a line. COUNT_EARLY: as many bytes ahead as BULK_EARLY. COUNT_SOME: first buckets that are
 * asked for together; more lines than a core has under way. COUNT_FEW: keys a call of contains, whose answers stay in
 * the nearest cache.
 */
enum { COUNT_LINE = 2 * BULK_LINE, COUNT_EARLY = 2 * BULK_EARLY, COUNT_SOME = 64, COUNT_FEW = 4096 };

struct count_part {
	uint32_t *next, *end;
};

/* Records of 64 bits, with all of a bucket's. */
struct count_list {
	uint64_t at[COUNT_SOME + 8]; /* vectors are stored whole */
	size_t n;
};

struct count_work {
	const struct cuckoo *c;
	uint32_t *records;
	size_t room;      /* of a partition */
	unsigned part_at; /* where the partition's number begins in a whole record */
	size_t found, both;
	/* Second ones that were found; those whose first bucket was asked for, which is theirs now. */
	struct count_list list[2];
	struct count_part part[BULK_PARTS];
};

typedef void count_drain(struct count_work *, size_t part, bool fetches);

/* --- records ---------------------------------------------------------------------------------------------------- */

ALWAYS_INLINE uint64_t
count_record(size_t bucket, uint32_t fp, bool second, unsigned f)
{
	return (uint64_t)bucket << (f + 1) | (uint64_t)fp << 1 | second;
}

ALWAYS_INLINE size_t
count_bucket(uint64_t record, unsigned f)
{
	return record >> (f + 1);
}

ALWAYS_INLINE uint32_t
count_fp(uint64_t record, unsigned f)
{
	return (uint32_t)(record >> 1 & low_mask(f));
}

/* Is a record's fingerprint in its bucket? */
ALWAYS_INLINE bool
count_has(const struct cuckoo *c, uint64_t record, unsigned f, unsigned b)
{
	const size_t bucket = count_bucket(record, f);

	return plain_pair_has(c->table.data, bucket, bucket, count_fp(record, f), f, b);
}

/* Asks for the first buckets of the first list, looks at those of the second, and goes on to the next. */
ALWAYS_INLINE void
count_settle(struct count_work *w, unsigned f, unsigned b)
{
	struct count_list *new = &w->list[0], *old = &w->list[1];

	for (size_t i = 0; i < old->n; i++)
		w->both += count_has(w->c, old->at[i], f, b);
	for (size_t i = 0; i < new->n; i++) {
		const uint32_t fp = count_fp(new->at[i], f);
		const size_t first = cuckoo_alternate(w->c, batch_plain, count_bucket(new->at[i], f), fp);

		plain_fetch(w->c->table.data, first, f, b);
		old->at[i] = count_record(first, fp, false, f);
	}
	old->n = new->n;
	new->n = 0;
}

/* --- partitions ------------------------------------------------------------------------------------------------- */

static void
count_begin(struct count_work *w, const struct cuckoo *c)
{
	w->c = c;
	w->records = (uint32_t *)c->bulk->records;
	w->room = 2 * c->bulk->room;
	w->part_at = 32 - (unsigned)__builtin_clz(c->mask) - BULK_PARTS_LOG2 + c->f + 1;
	w->found = w->both = w->list[0].n = w->list[1].n = 0;
	for (size_t i = 0; i < BULK_PARTS; i++) {
		w->part[i].next = w->records + i * w->room;
		w->part[i].end = w->part[i].next + w->room;
	}
}

ALWAYS_INLINE void
count_put(struct count_work *w, uint64_t record, count_drain *drain)
{
	struct count_part *p = &w->part[record >> w->part_at];
	uint32_t *next = p->next;

	*next++ = (uint32_t)record;
	p->next = next;
	__builtin_prefetch(next + COUNT_EARLY - 1, 1);
	if (__builtin_expect(next == p->end, 0))
		drain(w, record >> w->part_at, false);
}

ALWAYS_INLINE void
count_scatter(struct count_work *w, const uint64_t *keys, size_t n, count_drain *drain, unsigned f)
{
	const struct cuckoo local = *w->c;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate(&local, batch_plain, keys[k], f);

		count_put(w, count_record(p.i1, p.fp, false, f), drain);
		count_put(w, count_record(p.i2, p.fp, true, f), drain);
	}
}

/* The records of a partition, which has them no more. */
static size_t
count_take(struct count_work *w, size_t part, const uint32_t **records)
{
	uint32_t *first = w->records + part * w->room;
	const size_t n = (size_t)(w->part[part].next - first);

	w->part[part].next = first;
	*records = first;
	return n;
}

/* The lines of the next slice, a few with each line of records; as bulk_ahead. */
static struct bulk_ahead
count_ahead(const struct count_work *w, size_t part, size_t n, bool fetches)
{
	const size_t slice = w->c->table.bytes / BULK_PARTS;
	const uint8_t *at = w->c->table.data + (part + 1) * slice;

	if (!fetches || part + 1 == BULK_PARTS || n == 0)
		return (struct bulk_ahead){at, at, 0};
	return (struct bulk_ahead){at, at + slice, (slice / 64 * COUNT_LINE + n - 1) / n};
}

ALWAYS_INLINE void
count_drain_portable(struct count_work *w, size_t part, bool fetches, unsigned f, unsigned b)
{
	const uint32_t *r;
	const size_t n = count_take(w, part, &r);
	const uint64_t above = (uint64_t)part << w->part_at, mask = low_mask(w->part_at);
	struct bulk_ahead ahead = count_ahead(w, part, n, fetches);
	struct count_list *list = &w->list[0];

	for (size_t k = 0; k < n; k++) {
		const uint64_t record = above | (r[k] & mask);
		const bool has = count_has(w->c, record, f, b);

		if (k % COUNT_LINE == 0)
			bulk_fetch(&ahead);
		list->at[list->n] = record;
		list->n += has & record;
		w->found += has;
		if (list->n == COUNT_SOME)
			count_settle(w, f, b);
	}
}

#ifdef PLAIN_AVX512
enum { BLOCK = 64 };

/* As make_records of cf_bulk.c. */
TARGET_AVX512 ALWAYS_INLINE void
count_make(const struct cuckoo *c, const uint64_t *keys, uint64_t *record, unsigned f)
{
	const __m512i mask = _mm512_set1_epi64(c->mask), step = _mm512_set1_epi64((long long)RNG_STEP);

	for (size_t j = 0; j < BLOCK; j += 8) {
#define HASH(kind) hash_keys_avx512(kind, &c->hash, keys + j)
		const __m512i h = HASH_INSTANCES(&c->hash, HASH);
#undef HASH
		const __m512i bits = _mm512_and_si512(h, _mm512_set1_epi64((long long)low_mask(f)));
		const __m512i fp = _mm512_max_epu64(bits, _mm512_set1_epi64(1));
		const __m512i i1 = _mm512_and_si512(_mm512_srli_epi64(h, 32), mask);
		const __m512i i2 = _mm512_and_si512(
			_mm512_xor_si512(i1, _mm512_srli_epi64(_mm512_mullo_epi64(fp, step), 32)), mask);

		const __m512i low = _mm512_add_epi64(fp, fp), second = _mm512_or_si512(low, _mm512_set1_epi64(1));

		_mm512_store_si512(record + j, _mm512_or_si512(_mm512_slli_epi64(i1, f + 1), low));
		_mm512_store_si512(record + BLOCK + j, _mm512_or_si512(_mm512_slli_epi64(i2, f + 1), second));
	}
	__asm__ volatile("" : : "r"(record) : "memory"); /* as in avx512_fetch */
}

TARGET_AVX512 ALWAYS_INLINE void
count_scatter_avx512(struct count_work *w, const uint64_t *keys, size_t n, count_drain *drain, unsigned f)
{
	_Alignas(64) uint64_t record[2 * BLOCK];
	size_t k = 0;

	for (; k + BLOCK <= n; k += BLOCK) {
		count_make(w->c, keys + k, record, f);
		for (size_t j = 0; j < 2 * BLOCK; j++)
			count_put(w, record[j], drain);
	}
	count_scatter(w, keys + k, n - k, drain, f);
}

/* What lies behind the last record of a partition is none, and left out. */
TARGET_AVX512 ALWAYS_INLINE void
count_drain_avx512(struct count_work *w, size_t part, bool fetches, unsigned f, unsigned b)
{
	const uint32_t *r;
	const size_t n = count_take(w, part, &r);
	const uint8_t *slice = w->c->table.data + part * (w->c->table.bytes / BULK_PARTS);
	const __m512i above = _mm512_set1_epi64((long long)((uint64_t)part << w->part_at));
	const __m512i mask = _mm512_set1_epi64((long long)low_mask(w->part_at));
	struct bulk_ahead ahead = count_ahead(w, part, n, fetches);
	struct count_list *list = &w->list[0];
	size_t listed = list->n, found = 0;

	for (size_t k = 0; k < n; k += 8) {
		const __m512i v = _mm512_and_si512(
			_mm512_cvtepu32_epi64(_mm256_loadu_si256((const __m256i *)(const void *)(r + k))), mask);
		const __m512i at = _mm512_mul_epu32(_mm512_srli_epi64(v, f + 1), _mm512_set1_epi64(f / 2));
		const __m512i fp = _mm512_and_si512(_mm512_srli_epi64(v, 1), _mm512_set1_epi64((long long)low_mask(f)));
		const __m512i has = avx512_has(
			slice, at, _mm512_mullo_epi64(fp, _mm512_set1_epi64((long long)packed_ones(f, 4))), f);
		const __mmask8 there = n - k < 8 ? (__mmask8)low_mask((unsigned)(n - k)) : (__mmask8)0xff;
		const __mmask8 hits = _mm512_mask_test_epi64_mask(there, has, has),
			       seconds = _mm512_mask_test_epi64_mask(hits, v, _mm512_set1_epi64(1));

		if (k % COUNT_LINE == 0)
			bulk_fetch(&ahead);
		_mm512_storeu_si512(list->at + listed, _mm512_maskz_compress_epi64(seconds, _mm512_or_si512(v, above)));
		listed += (unsigned)__builtin_popcount(seconds);
		found += (unsigned)__builtin_popcount(hits);
		if (listed >= COUNT_SOME) {
			list->n = listed;
			count_settle(w, f, b);
			listed = 0;
		}
	}
	list->n = listed;
	w->found += found;
}
#endif

/* --- a call ----------------------------------------------------------------------------------------------------- */

typedef size_t count_batch(const struct cuckoo *, const uint64_t *, size_t);

ALWAYS_INLINE size_t
count_end(struct count_work *w, count_drain *drain, unsigned f, unsigned b)
{
	for (size_t part = 0; part < BULK_PARTS; part++)
		drain(w, part, true);
	count_settle(w, f, b);
	count_settle(w, f, b);
	return w->found - w->both;
}

/* Kernel `id`; F and B may be constants or c->f, c->b; TARGET, SCATTER and DRAIN of one kind. */
#define COUNT_KERNEL(id, TARGET, SCATTER, DRAIN, F, B)                                                                                  \
	TARGET static void id##_drain(struct count_work *w, size_t part, bool fetches)                                                  \
	{                                                                                                                               \
		const struct cuckoo *c = w->c;                                                                                          \
                                                                                                                                        \
		(void)c;                                                                                                                \
		DRAIN(w, part, fetches, F, B);                                                                                          \
	}                                                                                                                               \
	TARGET static size_t id##_batch(const struct cuckoo *c, const uint64_t *keys, size_t n)                                         \
	{                                                                                                                               \
		struct count_work w;                                                                                                    \
                                                                                                                                        \
		count_begin(&w, c);                                                                                                     \
		SCATTER(&w, keys, n, id##_drain, F);                                                                                    \
		return count_end(&w, id##_drain, F, B);                                                                                 \
	}

COUNT_KERNEL(any, , count_scatter, count_drain_portable, c->f, c->b)
#ifdef PLAIN_AVX512
COUNT_KERNEL(f8, TARGET_AVX512, count_scatter_avx512, count_drain_avx512, 8, 4)
COUNT_KERNEL(f12, TARGET_AVX512, count_scatter_avx512, count_drain_avx512, 12, 4)
COUNT_KERNEL(f16, TARGET_AVX512, count_scatter_avx512, count_drain_avx512, 16, 4)
#endif

static count_batch *
choose(const struct cuckoo *c)
{
#ifdef PLAIN_AVX512
	if (c->b == 4 && (c->f == 8 || c->f == 12 || c->f == 16) && c->hash.kind != HASH_OTHER &&
	    !isa_refuses(ISA_AVX512, c->params.isa))
		return c->f == 8 ? f8_batch : c->f == 12 ? f12_batch : f16_batch;
#else
	(void)c;
#endif
	return any_batch;
}

static size_t
count_few(const struct filter *f, const uint64_t *keys, size_t n)
{
	uint8_t hit[COUNT_FEW];
	size_t hits = 0;

	for (size_t done = 0, now; done < n; done += now) {
		now = n - done < COUNT_FEW ? n - done : COUNT_FEW;
		hits += f->ops->contains(f, keys + done, now, hit);
	}
	return hits;
}

/* Of the scratch as in cf_bulk.c. */
size_t
bulk_count(const struct filter *f, const uint64_t *keys, size_t n)
{
	const struct cuckoo *c = (const struct cuckoo *)f;
	struct bulk *b = c->bulk;
	const unsigned bits = 32 - (unsigned)__builtin_clz(c->mask | 1) + c->f + 1; /* of a record */
	size_t hits = 0, done = 0;

	if (b && bits <= BULK_PARTS_LOG2 + 32 && n >= b->least &&
	    !atomic_exchange_explicit(&b->taken, true, memory_order_acquire)) {
		for (size_t now; n - done >= b->least; done += now) {
			now = n - done < b->most ? n - done : b->most;
			hits += choose(c)(c, keys + done, now);
		}
		atomic_store_explicit(&b->taken, false, memory_order_release);
	}
	return hits + count_few(f, keys + done, n - done);
}
