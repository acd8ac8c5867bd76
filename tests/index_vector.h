/* SPDX-License-Identifier: MIT */
/*
 * index_vector.h - the tests of cuckoo_index_vector.h, for one set of instructions. The including file includes
 * core/vector_avx2.h or that of other instructions first, and says in INDEX_ISA which instructions that needs.
 *
 *      m from 1 to 2^32, random hashes and 0, 2^32 - 1     lane = scalar      first bucket, other bucket, and back
 */
#ifndef CUCKOOBENCH_INDEX_VECTOR_TEST_H
#define CUCKOOBENCH_INDEX_VECTOR_TEST_H

#include "tests/test.h"

#include "core/rng.h"
#include "variants/cuckoo/cuckoo_index_vector.h"

#ifdef VECTOR_TARGET
/* What the lanes are asked, and what they answer. The high halves of `hash` do not count. */
struct index_lanes {
	uint64_t hash[VECTOR_LANES], i[VECTOR_LANES], fp[VECTOR_LANES], first[VECTOR_LANES], other[VECTOR_LANES];
};

VECTOR_TARGET static vector
index_load(const uint64_t *from)
{
	vector v;

	memcpy(&v, from, sizeof v);
	return v;
}

VECTOR_TARGET static void
lanes_reflect(struct index_lanes *l, uint32_t last)
{
	vector_store(l->first, vector_spread(index_load(l->hash), last));
	vector_store(l->other, vector_reflect(index_load(l->i), index_load(l->hash), last));
}

VECTOR_TARGET static void
lanes_within_chunk(struct index_lanes *l, const uint8_t shift[CUCKOO_LENGTHS])
{
	const vector by = vector_of_four(shift, index_load(l->fp));

	vector_store(l->other, vector_within_chunk(index_load(l->i), index_load(l->hash), by));
}

/* A hash, in one case of four an extreme one. */
static uint64_t
some_hash(uint64_t *random)
{
	const uint64_t r = rng_next(random);

	return r >> 62 ? r : r >> 61 ? r << 32 : r | UINT32_MAX;
}

static void
must_agree(uint64_t *random, size_t m)
{
	const uint32_t last = (uint32_t)(m - 1);
	struct index_lanes l;

	for (unsigned k = 0; k < VECTOR_LANES; k++) {
		const size_t edges[] = {0, last, rng_next(random) % m, rng_next(random) % m};

		l.hash[k] = some_hash(random);
		l.i[k] = edges[rng_next(random) % 4];
	}
	lanes_reflect(&l, last);
	for (unsigned k = 0; k < VECTOR_LANES; k++) {
		const size_t first = cuckoo_spread((uint32_t)l.hash[k], last),
			     other = cuckoo_reflect(l.i[k], (uint32_t)l.hash[k], last);

		if (l.first[k] != first || l.other[k] != other)
			require(false, "m = %zu, hash %u, bucket %zu: %zu and %zu, not %zu and %zu", m,
			        (uint32_t)l.hash[k], (size_t)l.i[k], (size_t)l.first[k], (size_t)l.other[k], first,
			        other);
		l.i[k] = other;
		l.fp[k] = cuckoo_reflect(other, (uint32_t)l.hash[k], last);
	}
	lanes_reflect(&l, last);
	require(memcmp(l.other, l.fp, sizeof l.fp) == 0, "m = %zu: reflected twice, not the bucket itself", m);
}

static void
all_reflections(void)
{
	uint64_t random = test_stream("reflections of vectors");

	for (size_t m = 1; m <= 1 << 14; m++)
		must_agree(&random, m);
	for (unsigned log = 14; log <= 32; log++)
		for (unsigned k = 0; k < 2000; k++) {
			must_agree(&random, ((size_t)1 << log) - k % 5);
			must_agree(&random, ((size_t)1 << (log - 1)) + rng_next(&random) % ((size_t)1 << (log - 1)));
		}
}

static void
many_chunks(void)
{
	uint64_t random = test_stream("chunks of vectors");

	for (unsigned round = 0; round < 50000; round++) {
		const uint64_t r = rng_next(&random);
		struct index_lanes l;
		uint8_t shift[CUCKOO_LENGTHS];

		for (unsigned k = 0; k < CUCKOO_LENGTHS; k++)
			shift[k] = (uint8_t)(1 + (r >> 8 * k & 0xff) % 31);
		for (unsigned k = 0; k < VECTOR_LANES; k++) {
			l.hash[k] = some_hash(&random);
			l.i[k] = rng_next(&random) >> 32;
			l.fp[k] = rng_next(&random) >> 32 >> rng_next(&random) % 32;
		}
		lanes_within_chunk(&l, shift);
		for (unsigned k = 0; k < VECTOR_LANES; k++) {
			const size_t other =
				cuckoo_within_chunk(l.i[k], (uint32_t)l.hash[k], shift[l.fp[k] % CUCKOO_LENGTHS]);

			if (l.other[k] != other)
				require(false, "lane %u, f = %zu, hash %u, bucket %zu: %zu, not %zu", k,
				        (size_t)l.fp[k], (uint32_t)l.hash[k], (size_t)l.i[k], (size_t)l.other[k],
				        other);
		}
	}
}
#endif

TEST(reflects_as_one_key_does)
{
	test_needs(INDEX_ISA);
#ifdef VECTOR_TARGET
	all_reflections();
#endif
}

TEST(stays_within_chunks_as_one_key_does)
{
	test_needs(INDEX_ISA);
#ifdef VECTOR_TARGET
	many_chunks();
#endif
}

#endif
