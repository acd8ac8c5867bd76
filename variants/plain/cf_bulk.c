/* SPDX-License-Identifier: MIT */
/*
 * cf_bulk.c - CF with lookups of millions of keys, which are first partitioned by their buckets (plain_bulk.h). It is
 * written in C and, for 8, 12 and 16 bits in buckets of 4, in AVX-512 where that may be used. Insertions and deletions
 * are those of cf-batch.
 *
 *      keys of a call      | a batch | a batch | a rest |
 *                          partitioned            | one after the other, as by cf-avx512 or cf-batch; so is any call of
 *                                                   fewer keys
 *
 * Only large tables have the scratch that this takes, two thirds of their size: smaller ones are in the caches, or
 * nearly so.
 */
#include "variants/plain/cf_bulk_count.h" /* the same, but hits are only counted */

#include "core/vector_avx512.h"

#include "variants/plain/plain_vector.h"

#include "variants/cuckoo/cuckoo_vector.h"
#include "variants/plain/plain_bulk.h"

/*
 * FROM: bytes of a table with scratch; the last caches have 16 to 64 MiB for a few cores. BYTES_A_KEY: bytes of the
 * table for each key of a batch, which makes batches of 2^23 keys for the paper's table. A batch reads the whole table
 * once. LINE_BYTES: with fewer keys than the table has lines, most of what is read would not be needed.
 */
enum { FROM = 64 << 20, BYTES_A_KEY = 24, LINE_BYTES = 64, CALL = 1 << 23 };

enum { LINE = BULK_BYTES / sizeof(uint64_t) }; /* records */

/* --- a batch ------------------------------------------------------------------------------------------------------ */

/* The highest bits of a record are its partition's number. */
ALWAYS_INLINE struct bulk_form
numbered(const struct cuckoo *c)
{
	const unsigned fp_at = bulk_number_bits(c);

	return (struct bulk_form){sizeof(uint64_t), fp_at + c->f, fp_at, 64 - BULK_PARTS_LOG2, true};
}

/* Takes the records of a partition. Its last line is padded with copies of a record, which find again what that one
 * found. */
ALWAYS_INLINE const uint64_t *
take(struct bulk_work *w, struct bulk_form x, size_t part, size_t *n)
{
	uint64_t *records = bulk_take(w, x, part, n);

	for (; *n % LINE; ++*n)
		records[*n] = records[0];
	return records;
}

ALWAYS_INLINE void
note(uint8_t *bits, struct bulk_form x, uint64_t record)
{
	const uint64_t number = record & low_mask(x.fp_at);

	bits[number / 8] |= (uint8_t)(1 << number % 8);
}

ALWAYS_INLINE void
drain_by(struct bulk_work *w, size_t part, bool fetches, unsigned f, unsigned b)
{
	const struct bulk_form x = numbered(w->c);
	const struct plain_compare compare = plain_compare(f, b);
	const uint8_t *t = w->c->table.data;
	uint8_t *bits = w->c->bulk->bits;
	size_t n;
	const uint64_t *r = take(w, x, part, &n);
	struct bulk_ahead ahead = bulk_ahead(w, x, part, n, fetches);

	for (size_t k = 0; k < n; k += LINE) {
		bulk_fetch(&ahead);
		for (size_t j = k; j < k + LINE; j += 2) {
			const struct cuckoo_place p = {.i1 = r[j] >> x.bucket_at, .i2 = r[j + 1] >> x.bucket_at};
			const plain_two found =
				plain_find(&compare, t, p.i1, bulk_fp(x, r[j], f), p.i2, bulk_fp(x, r[j + 1], f), f, b);

			PLAIN_PROBE(t, p, f, b);
			if (found[0])
				note(bits, x, r[j]);
			if (found[1])
				note(bits, x, r[j + 1]);
		}
	}
}

/* CALL(..., f, b) with the filter's f and b as constants, if they are usual. */
#define WIDTHS(c, CALL, ...)                                \
	((c)->b != 4    ? CALL(__VA_ARGS__, (c)->f, (c)->b) \
	 : (c)->f == 8  ? CALL(__VA_ARGS__, 8, 4)           \
	 : (c)->f == 12 ? CALL(__VA_ARGS__, 12, 4)          \
	 : (c)->f == 16 ? CALL(__VA_ARGS__, 16, 4)          \
	                : CALL(__VA_ARGS__, (c)->f, 4))

static void
drain(struct bulk_work *w, size_t part, bool fetches)
{
	WIDTHS(w->c, drain_by, w, part, fetches);
}

/* Looks up what is left in the partitions, then converts the answers: eight bits to eight bytes of 0 or 1. Inlined, so
 * that it is compiled for its caller's instructions. */
ALWAYS_INLINE size_t
finish(struct bulk_work *w, size_t n, uint8_t *hit)
{
	const uint8_t *bits = w->c->bulk->bits;
	size_t hits = 0, k = 0;

	for (size_t part = 0; part < BULK_PARTS; part++)
		w->drain(w, part, true);
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

ALWAYS_INLINE size_t
batch_by(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	struct bulk_work w;

	(void)b;
	bulk_begin(&w, c, drain);
	memset(c->bulk->bits, 0, (n + 7) / 8);
	bulk_scatter(&w, numbered(c), keys, 0, n, f);
	return finish(&w, n, hit);
}

static size_t
batch(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return WIDTHS(c, batch_by, c, keys, n, hit);
}

#ifdef VECTOR_TARGET
/* Hits are listed without a branch, and noted several at a time. */
VECTOR_TARGET ALWAYS_INLINE void
drain_width(struct bulk_work *w, size_t part, bool fetches, unsigned f)
{
	enum { SOME = 64 };
	const struct bulk_form x = numbered(w->c);
	const uint8_t *t = w->c->table.data;
	uint8_t *bits = w->c->bulk->bits;
	size_t n;
	const uint64_t *r = take(w, x, part, &n);
	struct bulk_ahead ahead = bulk_ahead(w, x, part, n, fetches);
	uint64_t list[SOME + LINE];
	size_t found = 0;

	for (size_t k = 0; k < n; k += LINE) {
		const __m512i v = _mm512_loadu_si512(r + k);
		const vector_set hits = (vector_set)~bulk_lacks(x, t, (vector)v, f);

		bulk_fetch(&ahead);
		_mm512_storeu_si512(list + found, _mm512_maskz_compress_epi64(hits, v));
		found += (unsigned)__builtin_popcount(hits);
		if (found >= SOME)
			while (found > 0)
				note(bits, x, list[--found]);
	}
	while (found > 0)
		note(bits, x, list[--found]);
}

VECTOR_TARGET static void
drain_vectors(struct bulk_work *w, size_t part, bool fetches)
{
	VECTOR_WIDTHS(w->c->f, drain_width, w, part, fetches);
}

VECTOR_TARGET static size_t
batch_vectors(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct bulk_work w;

	bulk_begin(&w, c, drain_vectors);
	memset(c->bulk->bits, 0, (n + 7) / 8);
	VECTOR_WIDTHS(c->f, bulk_scatter_vectors, &w, numbered(c), keys, n);
	return finish(&w, n, hit);
}
#endif

/* --- a call ------------------------------------------------------------------------------------------------------- */

#ifdef VECTOR_TARGET
VECTOR_CONTAINS(vector_contains)
#endif

static size_t
bulk_contains(const struct cuckoo *c, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0, done;

#ifdef VECTOR_TARGET
	if (uses_avx512(c)) {
		done = bulk_batches(c, batch_vectors, keys, n, hit, &hits);
		return hits + vectors_contains(c, keys + done, n - done, hit + done);
	}
#endif
	done = bulk_batches(c, batch, keys, n, hit, &hits);
	return hits + c->rest->contains(c, keys + done, n - done, hit + done);
}

/* --- from create to destroy --------------------------------------------------------------------------------------- */

static const struct cuckoo_kernel kernels[] = {{.contains = bulk_contains}};

static const struct cuckoo_kind kind = {.kernels = kernels,
                                        .rest = &FILTER_KIND(cf_batch),
                                        .limits = &cuckoo_limits_plain,
                                        .bucket_used = plain_bucket_used,
                                        .in_a_row = 2 * VECTOR_LANES,
                                        CUCKOO_INTERLEAVES};

/* Allocates scratch if it is of use. False if there is no memory for it. */
static bool
equip(struct cuckoo *c, const struct placement *place)
{
	const size_t bytes = c->table.bytes, least = bytes / LINE_BYTES;
	size_t most = CALL;

	c->near = bytes <= cache_near(uses_avx512(c) ? VECTOR_LANES : 1);

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
	family_destroy(f);
}

static enum filter_status
equipped(struct filter **out, const struct placement *place)
{
	if (equip((struct cuckoo *)*out, place))
		return FILTER_OK;
	family_destroy(*out);
	*out = NULL;
	return FILTER_ENOMEM;
}

static enum filter_status
bulk_create(const struct filter_ops *self, const struct filter_params *p, struct filter **out, const char **why)
{
	const struct placement place = mem_unlimited(p->place);
	enum filter_status status = family_create(self, p, out, why);

	if (status != FILTER_OK)
		return status;
	status = equipped(out, &place);
	*why = status == FILTER_OK ? NULL : "the records of its look-ups do not fit in memory";
	return status;
}

static enum filter_status
bulk_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	const enum filter_status status = family_view(self, of, out);

	return status == FILTER_OK ? equipped(out, NULL) : status;
}

static void
bulk_info(const struct filter *f, struct filter_info *info)
{
	const struct bulk *b = ((const struct cuckoo *)f)->bulk;

	cuckoo_info(f, info);
	if (uses_avx512((const struct cuckoo *)f))
		info->kernel = info->fp_bits == 8    ? "avx512-f8b4"
		               : info->fp_bits == 12 ? "avx512-f12b4"
		                                     : "avx512-f16b4";
	info->mapped += b ? b->memory.mapped : 0;
}

const struct filter_ops FILTER_OPS(cf_bulk) = {
	.name = "cf-bulk",
	.title = "CF, bulk",
	.about = "cf-batch, look-ups of millions of keys partitioned by where they go first",
	.twin = "cf",
	.rearranges = true,
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.batch = CALL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 12, .slots = 4}, .ns = {30, 15, 20}},
	.chooses = ISA_AVX512,
	.kind = &kind,
	.uses = CUCKOO_USES,
	.family = &cuckoo_family,
	.create = bulk_create,
	.settle = family_settle,
	.destroy = bulk_destroy,
	.insert = cuckoo_ops_insert,
	.contains = cuckoo_ops_contains,
	.remove = cuckoo_ops_remove,
	.info = bulk_info,
	.check = cuckoo_check,
	.save = family_save,
	.load = family_load,
	.view = bulk_view,
};
