/* SPDX-License-Identifier: MIT */
/*
 * test_codec.c - the two bucket codecs, bucket by bucket against a list of fingerprints, for every f and b.
 *
 *      put   replace   swap   pair_has        on a table of some buckets, the codec's own
 *       v        v       v        ^
 *      model[bucket][b]                        sorted fingerprints, 0 = empty
 *
 * The semi-sorted codec is static in its file. So this file includes that one, with other names for its ops.
 */
#include "tests/test.h"

#include "core/probe.h"

#undef FILTER_OPS
#define FILTER_OPS(id) tested_##id
#include "variants/semisort/ss_cf.c"

#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {.pair_has = plain_pair_has,
                                          .put = plain_put,
                                          .replace = plain_replace,
                                          .swap = plain_swap,
                                          .fp_hash = cuckoo_fp_hash};

enum { BUCKETS = 5, MOST = 8 };

struct codec_test {
	const struct cuckoo_codec *codec;
	int (*used)(const uint8_t *t, size_t i, unsigned f, unsigned b);
	unsigned f, b;
	uint8_t *table;
	uint32_t model[BUCKETS][MOST];
	uint64_t random;
};

static int
compare_fingerprints(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The place of fp in a bucket of the model, or b. */
static unsigned
place_of(const struct codec_test *t, size_t bucket, uint32_t fp)
{
	unsigned e = 0;

	while (e < t->b && t->model[bucket][e] != fp)
		e++;
	return e;
}

/* Few values, so that they meet often: small ones, large ones, and ones that differ only in their top four bits. */
static uint32_t
some_fingerprint(struct codec_test *t)
{
	uint64_t r = rng_next(&t->random), low = low_mask(t->f < 4 ? t->f : t->f - 4);
	uint64_t fp = r % 4 == 0   ? r >> 8 & 3
	              : r % 4 == 1 ? ~(r >> 8 & 3)
	              : r % 4 == 2 ? (r >> 8 & low & 1) | (r >> 16 & 15) * (low + 1)
	                           : r >> 20;

	fp &= low_mask(t->f);
	return (uint32_t)(fp ? fp : 1);
}

static void
put_or_replace(struct codec_test *t)
{
	size_t i = (size_t)(rng_next(&t->random) % BUCKETS);
	uint32_t fp = some_fingerprint(t), by = rng_next(&t->random) % 2 ? 0 : some_fingerprint(t);
	unsigned action = (unsigned)(rng_next(&t->random) % 4), e;
	bool done;

	if (action == 0 && !by && t->codec == &semisorted) { /* from either of two buckets, the first one first */
		const size_t second = (i + 1) % BUCKETS, from = place_of(t, i, fp) < t->b ? i : second;

		e = place_of(t, from, fp);
		done = ss_pair_remove(t->table, i, second, fp, t->f, t->b);
		require(done == (e < t->b), "pair_remove says %d", done);
		if (done)
			t->model[from][e] = 0;
	} else if (action == 0) { /* remove or exchange */
		e = place_of(t, i, fp);
		done = t->codec->replace(t->table, i, fp, by, t->f, t->b);
		require(done == (e < t->b), "replace says %d", done);
		if (done)
			t->model[i][e] = by;
	} else if (action == 1 && place_of(t, i, 0) == t->b) { /* swap needs a full bucket */
		uint32_t old = t->codec->swap(t->table, i, (unsigned)(rng_next(&t->random) % t->b), fp, t->f, t->b);

		e = place_of(t, i, old);
		require(e < t->b && old, "swap returned 0x%x, which was not there", old);
		t->model[i][e] = fp;
	} else {
		e = place_of(t, i, 0);
		done = t->codec->put(t->table, i, fp, t->f, t->b);
		require(done == (e < t->b), "put says %d", done);
		if (done)
			t->model[i][e] = fp;
	}
}

static void
same_content(struct codec_test *t)
{
	for (size_t i = 0; i < BUCKETS; i++) {
		int used = 0;

		for (unsigned e = 0; e < t->b; e++) {
			uint32_t fp = t->model[i][e];

			used += fp != 0;
			require(!fp || t->codec->pair_has(t->table, i, (i + 1) % BUCKETS, fp, t->f, t->b),
			        "0x%x is lost", fp);
			require(!fp || t->codec->pair_has(t->table, (i + 2) % BUCKETS, i, fp, t->f, t->b),
			        "0x%x is lost", fp);
		}
		require(t->used(t->table, i, t->f, t->b) == used, "bucket %zu: %d entries used, not %d", i,
		        t->used(t->table, i, t->f, t->b), used);
	}
	for (unsigned k = 0; k < 8; k++) {
		size_t i = (size_t)(rng_next(&t->random) % BUCKETS), j = (size_t)(rng_next(&t->random) % BUCKETS);
		uint32_t fp = some_fingerprint(t);
		bool has = place_of(t, i, fp) < t->b || place_of(t, j, fp) < t->b;

		require(t->codec->pair_has(t->table, i, j, fp, t->f, t->b) == has,
		        "0x%x in buckets %zu and %zu: not %d", fp, i, j, has);
	}
}

/* Reads a full plain bucket entry by entry, with swap, and compares it as a sorted list. */
static void
same_entries(struct codec_test *t, size_t i)
{
	uint32_t found[MOST], wanted[MOST];

	if (place_of(t, i, 0) < t->b)
		return;
	memcpy(wanted, t->model[i], sizeof wanted);
	for (unsigned e = 0; e < t->b; e++) {
		found[e] = t->codec->swap(t->table, i, e, 1, t->f, t->b);
		require(t->codec->swap(t->table, i, e, found[e], t->f, t->b) == 1, "entry %u is not what was put there",
		        e);
	}
	qsort(found, t->b, sizeof *found, compare_fingerprints);
	qsort(wanted, t->b, sizeof *wanted, compare_fingerprints);
	require(memcmp(found, wanted, t->b * sizeof *found) == 0, "bucket %zu holds other fingerprints", i);
}

static void
run_codec(const struct cuckoo_codec *codec, int (*used)(const uint8_t *, size_t, unsigned, unsigned), unsigned bits,
          unsigned f, unsigned b)
{
	struct codec_test t = {
		.codec = codec, .used = used, .f = f, .b = b, .random = test_stream("codec") + f * 16 + b};
	size_t table = (BUCKETS * bits + 7) / 8;

	test_context("%s codec, f=%u b=%u", codec == &plain ? "plain" : "semi-sorted", f, b);
	t.table = model_memory(table + MEM_PAD, 1);
	same_content(&t);
	for (unsigned step = 0; step < 3000; step++) {
		put_or_replace(&t);
		if (step % 4 == 0)
			same_content(&t);
		if (codec == &plain && step % 64 == 0)
			same_entries(&t, step / 64 % BUCKETS);
	}
	for (size_t i = 0; i < BUCKETS; i++)
		for (unsigned e = 0; e < b; e++)
			if (t.model[i][e])
				require(codec->replace(t.table, i, t.model[i][e], 0, f, b), "0x%x cannot be removed",
				        t.model[i][e]);
	for (size_t k = 0; k < table + MEM_PAD; k++)
		require(t.table[k] == 0, "byte %zu of an empty table of %zu is %u", k, table, t.table[k]);
	free(t.table);
}

TEST(plain_buckets)
{
	for (unsigned f = 1; f <= 32; f++)
		for (unsigned b = 1; b <= 8; b *= 2)
			run_codec(&plain, plain_bucket_used, f * b, f, b);
}

TEST(semisorted_buckets)
{
	for (unsigned f = 5; f <= 32; f++)
		run_codec(&semisorted, ss_bucket_used, 4 * f - 4, f, 4);
}

/* The same fingerprints in any order make the same bucket: its bits are a function of the multiset. */
TEST(semisorted_buckets_are_canonical)
{
	uint64_t random = test_stream("canonical");

	for (unsigned f = 5; f <= 32; f++)
		for (unsigned t = 0; t < 200; t++) {
			uint8_t one[16 + MEM_PAD] = {0}, two[16 + MEM_PAD] = {0};
			uint32_t fp[4];

			for (unsigned e = 0; e < 4; e++) {
				fp[e] = (uint32_t)(rng_next(&random) & low_mask(f));
				fp[e] += fp[e] == 0;
			}
			for (unsigned e = 0; e < 4; e++) {
				require(semisorted.put(one, 0, fp[e], f, 4), "put of entry %u", e);
				require(semisorted.put(two, 0, fp[e * 3 % 4], f, 4), "put of entry %u", e);
			}
			require(memcmp(one, two, sizeof one) == 0, "f=%u: the order of insertion shows", f);
			require(((unsigned)load64(one) & 0xfff) < SEMISORT_CODES, "f=%u: code %llu", f,
			        (unsigned long long)load64(one) & 0xfff);
		}
}

/* The scan that check() makes detects an invalid code, and entries out of order. */
TEST(broken_buckets_are_seen)
{
	for (unsigned f = 5; f <= 32; f++) {
		uint8_t t[16 + MEM_PAD] = {0};

		for (uint64_t code = SEMISORT_CODES; code < 4096; code++) {
			store64(t, code);
			require(ss_bucket_used(t, 0, f, 4) == -1, "f=%u: code %llu passes", f,
			        (unsigned long long)code);
		}
		store64(t, UINT64_C(1) << 12); /* entry 0 is used, the others are not */
		require(ss_bucket_used(t, 0, f, 4) == -1, "f=%u: an unsorted bucket passes", f);
	}
}
