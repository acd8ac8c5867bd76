/* SPDX-License-Identifier: MIT */
/*
 * test_index_policy.c - the index policies of cuckoo filters (cuckoo_index.h): involutions within the table, the number
 * of buckets that are their own other bucket, the vacuum filter's chunks, sizes, loads, and lookups by vectors.
 *
 *      i --alt--> alt(i) < m --alt--> i        for every m up to 2^16, and m near powers of two up to 2^32
 */
#include "tests/test.h"

#include "core/rng.h"
#include "variants/cuckoo/cuckoo_index.h"

#include <math.h>

/* Checks the reflection of bucket i; returns 1 if it is its own other bucket. */
static size_t
must_reflect(size_t i, uint32_t hash, size_t m)
{
	const uint32_t last = (uint32_t)(m - 1);
	const size_t other = cuckoo_reflect(i, hash, last);

	if (other >= m || cuckoo_reflect(other, hash, last) != i)
		require(false, "m = %zu, hash(f) = %u: %zu -> %zu -> %zu", m, hash, i, other,
		        cuckoo_reflect(other, hash, last));
	return other == i;
}

static uint32_t
hash_of(uint32_t fp)
{
	return (uint32_t)((fp * RNG_STEP) >> 32);
}

TEST(reflects_for_every_m)
{
	uint64_t random = test_stream("reflections");

	for (size_t m = 1; m <= 1 << 16; m++)
		for (unsigned k = 0; k < 64; k++) {
			const uint64_t r = rng_next(&random);
			const uint32_t edges[] = {0, UINT32_MAX, (uint32_t)r};

			must_reflect((size_t)(r >> 32) % m, edges[k % 3], m);
			must_reflect(k % 2 ? 0 : m - 1, edges[k % 3], m);
		}
}

/* Every bucket and every fingerprint of 12 bits of small tables; an odd m has one fixed point each, an even m none. */
TEST(pairs_all_buckets)
{
	static const size_t large[] = {1000, 4095, 4096, 4097, 65535, 65536, 100003};

	for (size_t m = 1; m <= 64; m++)
		for (uint32_t fp = 1; fp < 4096; fp++) {
			size_t own = 0;

			for (size_t i = 0; i < m; i++)
				own += must_reflect(i, hash_of(fp), m);
			require(own == m % 2, "m = %zu, f = %u: %zu buckets are their own", m, fp, own);
		}
	for (size_t k = 0; k < COUNT_OF(large); k++)
		for (uint32_t fp = 1; fp < 4096; fp += 61) {
			size_t own = 0;

			for (size_t i = 0; i < large[k]; i++)
				own += must_reflect(i, hash_of(fp), large[k]);
			require(own == large[k] % 2, "m = %zu, f = %u: %zu buckets are their own", large[k], fp, own);
		}
}

TEST(reflects_in_large_tables)
{
	uint64_t random = test_stream("large reflections");

	for (unsigned log = 17; log <= 32; log++)
		for (unsigned k = 0; k < 30000; k++) {
			const uint64_t r = rng_next(&random);
			size_t m = ((size_t)1 << log) - k % 5;

			must_reflect((size_t)rng_next(&random) % m, (uint32_t)r, m);
			must_reflect(m - 1, (uint32_t)r, m);
			m = ((size_t)1 << (log - 1)) + (size_t)(r >> 32) % ((size_t)1 << (log - 1)) + 1;
			must_reflect((size_t)rng_next(&random) % m, (uint32_t)r, m);
			must_reflect(0, (uint32_t)r, m);
		}
}

/* The first bucket: all are hit, none beyond the last. */
TEST(spreads_hashes)
{
	for (size_t m = 1; m <= 4096; m++) {
		require(cuckoo_spread(0, (uint32_t)(m - 1)) == 0, "m = %zu", m);
		require(cuckoo_spread(UINT32_MAX, (uint32_t)(m - 1)) == m - 1, "m = %zu", m);
	}
	require(cuckoo_spread(UINT32_MAX, UINT32_MAX) == UINT32_MAX, "m = 2^32");
}

/* The paper's test of a length (Algorithm 1), with m as it is. */
static bool
test_passes(size_t m, unsigned b, size_t length, double share)
{
	const double n = share * 0.95 * b * (double)m, c = (double)m / (double)length;

	return n / c + 1.5 * sqrt(2 * n / c * log(c)) < 0.97 * b * (double)length;
}

static size_t
length_of(uint8_t shift)
{
	return (size_t)1 << (32 - shift);
}

static void
must_have_chunks(size_t m, unsigned b)
{
	uint8_t shift[CUCKOO_LENGTHS];

	cuckoo_chunks(m, b, shift);
	if (0.95 * b * (double)m < 1 << 18) {
		for (unsigned i = 0; i < CUCKOO_LENGTHS; i++)
			require(shift[i] == 0, "m = %zu: chunks in a small table", m);
		return;
	}
	for (unsigned i = 0; i < CUCKOO_LENGTHS; i++) {
		const double share = 1 - i / 4.0;
		const size_t length = length_of(shift[i]) / (i == 3 ? 2 : 1);

		require(shift[i] > 0 && shift[i] < 32 && length_of(shift[i]) <= length_of(shift[0]),
		        "m = %zu: shift %u", m, shift[i]);
		require(m % length_of(shift[i]) == 0, "m = %zu is not whole chunks of %zu", m, length_of(shift[i]));
		require(test_passes(m, b, length, share) || 2 * length > m, "m = %zu: L%u = %zu is short", m, i,
		        length);
		require(length == 1 || !test_passes(m, b, length / 2, share), "m = %zu: L%u = %zu is long", m, i,
		        length);
	}
}

TEST(chunks_are_the_papers)
{
	/* what the authors' program chooses for these m */
	static const struct {
		size_t m, length[CUCKOO_LENGTHS];
	} theirs[] = {{1 << 17, {8192, 128, 32, 16}}, {1 << 20, {16384, 128, 32, 16}}, {1 << 22, {16384, 128, 32, 16}}};
	uint64_t random = test_stream("chunks");
	uint8_t shift[CUCKOO_LENGTHS];

	for (size_t k = 0; k < COUNT_OF(theirs); k++) {
		cuckoo_chunks(theirs[k].m, 4, shift);
		for (unsigned i = 0; i < CUCKOO_LENGTHS; i++)
			require(length_of(shift[i]) == theirs[k].length[i], "m = %zu: L%u = %zu", theirs[k].m, i,
			        length_of(shift[i]));
	}
	for (unsigned b = 1; b <= 8; b *= 2)
		for (unsigned k = 0; k < 3000; k++) {
			const size_t m = 1 + (size_t)(rng_next(&random) >> (32 + k % 32));
			const size_t up = cuckoo_chunks_up(m, b), down = cuckoo_chunks_down(m, b);

			require(down <= m && m <= up && up <= (size_t)1 << 32, "m = %zu: %zu, %zu", m, down, up);
			require(cuckoo_chunks_down(up, b) == up && cuckoo_chunks_up(down, b) == down, "m = %zu", m);
			must_have_chunks(up, b);
			must_have_chunks(down, b);
		}
}

TEST(stays_within_chunks)
{
	for (unsigned shift = 31; shift >= 16; shift--)
		for (uint32_t fp = 1; fp < 4096; fp += shift < 24 ? 61 : 1)
			for (size_t k = 0; k < 2 * length_of((uint8_t)shift); k += shift < 24 ? 14 : 1) {
				const size_t i = k + 3 * length_of((uint8_t)shift),
					     other = cuckoo_within_chunk(i, hash_of(fp), shift);

				if (other == i || other >> (32 - shift) != i >> (32 - shift) ||
				    cuckoo_within_chunk(other, hash_of(fp), shift) != i)
					require(false, "chunks of 2^%u, f = %u: %zu -> %zu", 32 - shift, fp, i, other);
			}
}

/* Bytes and items give the size to within a bucket, or a chunk. */
static void
must_be_close(const char *name, struct filter_params p, size_t least, size_t most)
{
	struct test_config c = {.params = p};
	struct filter *f;
	size_t buckets;

	test_describe(&c, name);
	f = test_create(filter_find(name), &c);
	buckets = test_info(f).buckets;
	require(buckets >= least && buckets <= most, "%s: %zu buckets, not %zu to %zu", name, buckets, least, most);
	f->ops->destroy(f);
}

TEST(sizes_are_close)
{
	for (size_t bytes = 6; bytes < 6000; bytes += 37)
		must_be_close("cf-any", (struct filter_params){.bytes = bytes}, bytes / 6, bytes / 6);
	must_be_close("cf-any", (struct filter_params){.items = 100000}, 26595, 26596);
	must_be_close("vacuum", (struct filter_params){.items = 100000}, 26595, 26596);
	must_be_close("vacuum", (struct filter_params){.items = 1000000}, 265958, 265958 + 16384);
	must_be_close("vacuum", (struct filter_params){.bytes = 6000000}, 1000000 - 16384, 1000000);
}

/* A fill of m buckets to the first refusal. */
static void
must_fill(const char *name, unsigned f, size_t m)
{
	struct test_config c = {.params = {.buckets = m, .fp_bits = f}};
	struct filter *filter;
	double load;

	test_describe(&c, name);
	filter = test_create(filter_find(name), &c);
	load = (double)test_fill(filter, test_stream("loads"), SIZE_MAX) / (double)(4 * m);
	require(load >= 0.93, "%s, f = %u, m = %zu: full at %.3f", name, f, m, load);
	require(!filter->ops->check(filter), "%s", filter->ops->check(filter));
	filter->ops->destroy(filter);
}

TEST(fills_as_xor_does)
{
	static const size_t any[] = {1001, 5000, 30011, 65535, 100003},
			    whole[] = {9 * 8192, 100 * 1024 + 4096, 1 << 18};

	for (size_t k = 0; k < COUNT_OF(any); k++) {
		must_fill("cf-any", 12, any[k]);
		must_fill("cf-any", 6, any[k]); /* where a linear reflection fails */
		must_fill("cf-any-batch", 12, any[k]);
	}
	for (size_t k = 0; k < COUNT_OF(whole); k++) {
		must_fill("vacuum", 12, cuckoo_chunks_down(whole[k], 4));
		must_fill("vacuum-batch", 12, cuckoo_chunks_down(whole[k], 4));
	}
}

/* A small vacuum filter is cf-any's table; one with chunks is not. */
TEST(small_vacuum_reflects)
{
	static const size_t sizes[] = {1000, 68985, 9 * 8192};

	for (size_t k = 0; k < COUNT_OF(sizes); k++) {
		struct test_config c = {.params = {.buckets = sizes[k], .max_kicks = 500}};
		struct filter *any, *vacuum;
		const size_t n = sizes[k] * 3;

		test_describe(&c, "vacuum");
		any = test_create(filter_find("cf-any"), &c), vacuum = test_create(filter_find("vacuum"), &c);
		test_fill(any, test_stream("small"), n);
		test_fill(vacuum, test_stream("small"), n);
		require((memcmp(test_info(any).table, test_info(vacuum).table, test_info(any).bytes) == 0) ==
		                (sizes[k] < 9 * 8192),
		        "m = %zu", sizes[k]);
		any->ops->destroy(any);
		vacuum->ops->destroy(vacuum);
	}
}

/* What the vectors of `name` find in a table of m buckets is what its twin finds; and they delete all of it. */
static void
must_answer_alike(const char *name, unsigned f, size_t m)
{
	const struct filter_ops *ops = filter_find(name);
	const size_t n = m * 3;
	struct test_config c = {.params = {.buckets = m, .fp_bits = f}};
	uint64_t *keys = calloc(2 * n, sizeof *keys);
	uint8_t *hit = calloc(4 * n, 1);
	struct filter *vectors, *twin;

	test_describe(&c, name);
	require(keys && hit, "no memory");
	vectors = test_create(ops, &c);
	require(filter_view(filter_find(ops->twin), vectors, &twin) == FILTER_OK, "%s has no view", ops->twin);
	for (size_t k = 0; k < 2 * n; k++)
		keys[k] = test_key(test_stream("alike"), k);
	require(ops->insert(vectors, keys, n) == n, "%s, m = %zu: full", name, m);
	ops->contains(vectors, keys, 2 * n, hit);
	twin->ops->contains(twin, keys, 2 * n, hit + 2 * n);
	require(!memcmp(hit, hit + 2 * n, 2 * n), "%s, f = %u, m = %zu: other answers", name, f, m);
	require(!memchr(hit, 0, n), "%s, f = %u, m = %zu: a key is lost", name, f, m);
	twin->ops->destroy(twin);
	require(ops->remove(vectors, keys, n) == n, "%s, f = %u, m = %zu: not all deleted", name, f, m);
	require(!vectors->ops->check(vectors), "%s", vectors->ops->check(vectors));
	vectors->ops->destroy(vectors);
	free(keys);
	free(hit);
}

TEST(vectors_answer_as_one_key_does)
{
	static const char *const names[] = {"cf-any-avx2", "vacuum-avx2", "cf-any-avx512", "vacuum-avx512"};
	static const unsigned widths[] = {8, 11, 12, 15, 16};

	for (size_t k = 0; k < COUNT_OF(names); k++) {
		test_needs(filter_find(names[k])->isa);
		for (size_t w = 0; w < COUNT_OF(widths); w++) {
			must_answer_alike(names[k], widths[w], 9 * 8192); /* in chunks */
			must_answer_alike(names[k], widths[w], 1000);
		}
	}
}
