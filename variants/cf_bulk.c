/* SPDX-License-Identifier: MIT */
/*
 * cf_bulk.c - CF with look-ups of millions of keys that are partitioned by where they go first (plain_bulk.h), in C or, for 8, 12 and 16
 * bits in buckets of 4, with AVX-512 where that may be used. Insertions and deletions are those of cf-batch.
 *
 *      keys of a call      | a batch | a batch | a rest |
 *                          partitioned            | one after the other, as by cf-avx512 or cf-batch, like any call of fewer keys
 *
 * Only large tables have the scratch that it takes, two thirds of their size: smaller ones are in the caches, or nearly so.
 */
#include "variants/plain_avx512.h"
#include "variants/plain_bulk.h"

/*
 * FROM: bytes of a table with scratch; the last caches have 16 to 64 MiB for a few cores. BYTES_A_KEY: of the table to those of its
 * batches, 2^23 for the paper's: the table is read once for each. LINE_BYTES: with fewer keys
 * than the table has lines most of what is read is not asked for.
 */
enum { FROM = 64 << 20, BYTES_A_KEY = 24, LINE_BYTES = 64, CALL = 1 << 23 };

/* --- a batch ------------------------------------------------------------------------------------------------------ */

#ifdef PLAIN_AVX512
/* Keys whose records are made before they are put anywhere: parts of a vector that was just stored would be waited for. */
enum { BLOCK = 64 };

TARGET_AVX512 ALWAYS_INLINE void
make_records(enum hash_kind kind, const struct bulk_work *w, const uint64_t *keys, uint64_t first, uint64_t *record, unsigned f)
{
	const __m512i mask = _mm512_set1_epi64(w->c->mask), step = _mm512_set1_epi64((long long)RNG_STEP);
	const __m128i bucket_at = _mm_cvtsi32_si128((int)w->bucket_at), fp_at = _mm_cvtsi32_si128((int)w->fp_at);
	const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);

	for (size_t j = 0; j < BLOCK; j += 8) { /* as avx512_locate */
		const __m512i h = hash_keys_avx512(kind, &w->c->hash, keys + j);
		const __m512i bits = _mm512_and_si512(h, _mm512_set1_epi64((long long)low_mask(f)));
		const __m512i fp = _mm512_max_epu64(bits, _mm512_set1_epi64(1));
		const __m512i i1 = _mm512_and_si512(_mm512_srli_epi64(h, 32), mask);
		const __m512i i2 = _mm512_and_si512(_mm512_xor_si512(i1, _mm512_srli_epi64(_mm512_mullo_epi64(fp, step), 32)), mask);
		const __m512i number = _mm512_add_epi64(lane, _mm512_set1_epi64((long long)(first + j)));
		const __m512i low = _mm512_or_si512(_mm512_sll_epi64(fp, fp_at), number);

		_mm512_store_si512(record + j, _mm512_or_si512(_mm512_sll_epi64(i1, bucket_at), low));
		_mm512_store_si512(record + BLOCK + j, _mm512_or_si512(_mm512_sll_epi64(i2, bucket_at), low));
	}
	__asm__ volatile("" : : "r"(record) : "memory"); /* as in avx512_fetch */
}

TARGET_AVX512 ALWAYS_INLINE void
scatter_avx512(enum hash_kind kind, struct bulk_work *w, const uint64_t *keys, size_t n, bulk_drain *drain, unsigned f)
{
	_Alignas(64) uint64_t record[2 * BLOCK];
	size_t k = 0;

	for (; k + BLOCK <= n; k += BLOCK) {
		make_records(kind, w, keys + k, k, record, f);
		for (size_t j = 0; j < 2 * BLOCK; j++)
			bulk_put(w, record[j], drain);
	}
	bulk_scatter(w, batch_plain, keys, k, n, drain, f);
}

/* Those found are listed without a branch on which, and noted some at a time. */
TARGET_AVX512 ALWAYS_INLINE void
drain_avx512(struct bulk_work *w, size_t part, bool fetches, unsigned f)
{
	enum { SOME = 64 };
	const uint64_t *r;
	const size_t n = bulk_take(w, part, &r);
	const uint8_t *t = w->c->table.data;
	const __m128i bucket_at = _mm_cvtsi32_si128((int)w->bucket_at), fp_at = _mm_cvtsi32_si128((int)w->fp_at);
	struct bulk_ahead ahead = bulk_ahead(w, part, n, fetches);
	uint64_t list[SOME + BULK_LINE];
	size_t found = 0;

	for (size_t k = 0; k < n; k += BULK_LINE) {
		const __m512i v = _mm512_loadu_si512(r + k);
		const __m512i at = _mm512_mul_epu32(_mm512_srl_epi64(v, bucket_at), _mm512_set1_epi64(f / 2));
		const __m512i fp = _mm512_and_si512(_mm512_srl_epi64(v, fp_at), _mm512_set1_epi64((long long)low_mask(f)));
		const __m512i want = _mm512_mullo_epi64(fp, _mm512_set1_epi64((long long)packed_ones(f, 4)));
		const __m512i has = avx512_has(t, at, want, f);
		const __mmask8 hits = _mm512_test_epi64_mask(has, has);

		bulk_fetch(&ahead);
		_mm512_storeu_si512(list + found, _mm512_maskz_compress_epi64(hits, v));
		found += (unsigned)__builtin_popcount(hits);
		if (found >= SOME)
			while (found > 0)
				bulk_found(w, list[--found]);
	}
	while (found > 0)
		bulk_found(w, list[--found]);
}

#define WITH_AVX512(f)                                                                                                                  \
	TARGET_AVX512 static void drain_##f##_avx512(struct bulk_work *w, size_t part, bool fetches)                                    \
	{                                                                                                                               \
		drain_avx512(w, part, fetches, f);                                                                                      \
	}                                                                                                                               \
	TARGET_AVX512 static size_t batch_##f##_avx512(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)            \
	{                                                                                                                               \
		struct bulk_work w;                                                                                                     \
                                                                                                                                        \
		bulk_begin(&w, c, n);                                                                                                   \
		if (c->hash.kind == HASH_XXH3)                                                                                          \
			scatter_avx512(HASH_XXH3, &w, keys, n, drain_##f##_avx512, f);                                                  \
		else if (c->hash.kind == HASH_CITY)                                                                                     \
			scatter_avx512(HASH_CITY, &w, keys, n, drain_##f##_avx512, f);                                                  \
		else                                                                                                                    \
			scatter_avx512(HASH_MULSHIFT, &w, keys, n, drain_##f##_avx512, f);                                              \
		return bulk_end(&w, n, hit, drain_##f##_avx512);                                                                        \
	}                                                                                                                               \
	AVX512_LOOK_UP(few_avx512, f)

WITH_AVX512(8)
WITH_AVX512(12)
WITH_AVX512(16)
#endif

/* --- a call ------------------------------------------------------------------------------------------------------- */

/* Ways to look keys up: partitioned, and one after the other. */
struct ways {
	size_t (*batch)(const struct cuckoo *, const uint64_t *, size_t, uint8_t *);
	size_t (*few)(const struct cuckoo *, const uint64_t *, size_t, uint8_t *);
};

static bool
uses_avx512(const struct cuckoo *c)
{
#ifdef PLAIN_AVX512
	return c->b == 4 && (c->f == 8 || c->f == 12 || c->f == 16) && c->hash.kind != HASH_OTHER && !isa_refuses(ISA_AVX512, c->params.isa);
#else
	(void)c;
	return false;
#endif
}

/* With vectors instead of those in C where they may be used. */
ALWAYS_INLINE struct ways
choose(const struct cuckoo *c, struct ways in_c, unsigned f)
{
#ifdef PLAIN_AVX512
	if (uses_avx512(c))
		return f == 8 ? (struct ways){batch_8_avx512, few_avx512_8} : f == 12 ? (struct ways){batch_12_avx512, few_avx512_12} :
		       (struct ways){batch_16_avx512, few_avx512_16};
#else
	(void)c, (void)f;
#endif
	return in_c;
}

/*
 * The scratch is one call's at a time; who comes while it is taken does without, for to wait would take as long. Acquire here and release
 * below: what the next one writes to the scratch comes after all that this one reads and writes there. Nothing else in the filter changes.
 */
static size_t
look_up(const struct cuckoo *c, struct ways ways, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct bulk *b = c->bulk;
	size_t hits = 0, done = 0;

	if (b && n >= b->least && !atomic_exchange_explicit(&b->taken, true, memory_order_acquire)) {
		while (n - done >= b->least) {
			const size_t now = n - done < b->most ? n - done : b->most;

			hits += ways.batch(c, keys + done, now, hit + done);
			done += now;
		}
		atomic_store_explicit(&b->taken, false, memory_order_release);
	}
	return hits + ways.few(c, keys + done, n - done, hit + done);
}

/* Kernel `id`; F and B may be constants or c->f, c->b. */
#define BULK_KERNEL(id, F, B)                                                                                                           \
	static void id##_drain(struct bulk_work *w, size_t part, bool fetches)                                                          \
	{                                                                                                                               \
		const struct cuckoo *c = w->c;                                                                                          \
                                                                                                                                        \
		(void)c;                                                                                                                \
		bulk_drain_portable(w, part, fetches, F, B);                                                                            \
	}                                                                                                                               \
	static size_t id##_batch(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                                  \
	{                                                                                                                               \
		struct bulk_work w;                                                                                                     \
                                                                                                                                        \
		bulk_begin(&w, c, n);                                                                                                   \
		bulk_scatter(&w, batch_plain, keys, 0, n, id##_drain, F);                                                               \
		return bulk_end(&w, n, hit, id##_drain);                                                                                \
	}                                                                                                                               \
	static size_t id##_few(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)                                    \
	{                                                                                                                               \
		return batch_contains(c, batch_plain, keys, n, hit, F, B);                                                              \
	}                                                                                                                               \
	ALWAYS_INLINE size_t id##_choose(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, uint8_t *hit,   \
	                                 unsigned f, unsigned b)                                                                        \
	{                                                                                                                               \
		(void)codec, (void)b;                                                                                                   \
		return look_up(c, choose(c, (struct ways){id##_batch, id##_few}, f), keys, n, hit);                                  \
	}                                                                                                                               \
	CUCKOO_KERNEL_BATCH(id, batch_plain, id##_choose, F, B)

BULK_KERNEL(f8b4, 8, 4)
BULK_KERNEL(f12b4, 12, 4)
BULK_KERNEL(f16b4, 16, 4)
BULK_KERNEL(any, c->f, c->b)

/* --- from create to destroy --------------------------------------------------------------------------------------- */

static const struct cuckoo_kernel kernels[] = {CUCKOO_KERNEL_ROW(f12b4, 12, 4), CUCKOO_KERNEL_ROW(f8b4, 8, 4),
                                               CUCKOO_KERNEL_ROW(f16b4, 16, 4), CUCKOO_KERNEL_ROW(any, 0, 0)};

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used,
	CUCKOO_INTERLEAVES};

/* Scratch where it is of use: false if there is no memory for it. */
static bool
equip(struct cuckoo *c, const struct placement *place)
{
	const size_t bytes = c->table.bytes, least = bytes / LINE_BYTES;
	size_t most = CALL;

	c->near = bytes <= cache_near(uses_avx512(c) ? AVX512_LANES : 1);

	if (bytes < FROM)
		return true;
	while (most / 2 >= bytes / BYTES_A_KEY || most > (size_t)1 << bulk_number_bits(c))
		most /= 2;
	if (most < least)
		return true;
	c->bulk = bulk_make(least, most, place);
	return c->bulk != NULL;
}

static void
bulk_destroy(struct filter *f)
{
	if (f)
		bulk_free(((struct cuckoo *)f)->bulk);
	cuckoo_destroy(f);
}

static enum filter_status
equipped(struct filter **out, const struct placement *place)
{
	if (equip((struct cuckoo *)*out, place))
		return FILTER_OK;
	cuckoo_destroy(*out);
	*out = NULL;
	return FILTER_ENOMEM;
}

static enum filter_status
bulk_create(const struct filter_ops *self, const struct filter_params *p, struct filter **out, const char **why)
{
	enum filter_status status = cuckoo_create(self, p, out, why);

	if (status != FILTER_OK)
		return status;
	status = equipped(out, p->place);
	*why = status == FILTER_OK ? NULL : "the records of its look-ups do not fit in memory";
	return status;
}

static enum filter_status
bulk_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	const enum filter_status status = cuckoo_load(self, file, place, out);

	return status == FILTER_OK ? equipped(out, place) : status;
}

static enum filter_status
bulk_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	const enum filter_status status = cuckoo_view(self, of, out);

	return status == FILTER_OK ? equipped(out, NULL) : status;
}

static void
bulk_info(const struct filter *f, struct filter_info *info)
{
	const struct bulk *b = ((const struct cuckoo *)f)->bulk;

	cuckoo_info(f, info);
	if (uses_avx512((const struct cuckoo *)f))
		info->kernel = info->fp_bits == 8 ? "avx512-f8b4" : info->fp_bits == 12 ? "avx512-f12b4" : "avx512-f16b4";
	info->mapped += b ? b->memory.mapped : 0;
}

const struct filter_ops FILTER_OPS(cf_bulk) = {
	.name = "cf-bulk", .title = "CF, bulk",
	.about = "cf-batch, look-ups of millions of keys partitioned by where they go first",
	.twin = "cf", .rearranges = true, .caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET, .batch = CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.kind = &kind,
	.create = bulk_create, .destroy = bulk_destroy, .insert = cuckoo_ops_insert, .contains = cuckoo_ops_contains,
	.remove = cuckoo_ops_remove, .info = bulk_info, .check = cuckoo_check, .save = cuckoo_save,
	.load = bulk_load, .view = bulk_view,
};
