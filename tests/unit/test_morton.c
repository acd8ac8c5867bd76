/* SPDX-License-Identifier: MIT */
/*
 * test_morton.c - variants/morton: a block against a naive model of its buckets, prefix sums against sums of counters,
 * other buckets, what overflows mean, how many fingerprints move, refusals bit for bit, and the rate that a table's
 * content gives.
 *
 *      random puts and takes --> block: counters, fingerprints in the order of buckets, overflows, zeros == model
 */
#include "tests/test.h"
#include "variants/morton/morton_keys.h"

enum { BUCKETS = 64, ENTRIES = 46, KINDS = 3 };

static struct morton_shape
shape(unsigned kind)
{
	return kind == 0 ? MORTON_F8 : kind == 1 ? MORTON_F12 : MORTON_F16;
}

/* The buckets of a block, each with its fingerprints in order. */
struct buckets {
	uint32_t fp[BUCKETS][MORTON_BUCKET];
	unsigned n[BUCKETS], total;
	bool overflow[16];
};

static void
model_put(struct buckets *b, unsigned i, uint32_t fp)
{
	memmove(b->fp[i] + 1, b->fp[i], b->n[i]++ * sizeof b->fp[i][0]);
	b->fp[i][0] = fp;
	b->total++;
}

static void
model_take(struct buckets *b, unsigned i, unsigned k)
{
	memmove(b->fp[i] + k, b->fp[i] + k + 1, (--b->n[i] - k) * sizeof b->fp[i][0]);
	b->total--;
}

/* Bit `at` of a block, as a naive reader finds it. */
static unsigned
bit_of(const uint8_t *block, unsigned at)
{
	return block[at / 8] >> at % 8 & 1;
}

static void
agrees(const uint8_t *block, const struct buckets *b, struct morton_shape s)
{
	const unsigned all = 1u << s.buckets_log2, fps = s.entries * s.f, counts = 512 - 2 * all;
	unsigned v = 0;

	for (unsigned i = 0; i < all; i++) {
		require(bit_of(block, counts + i) + 2 * bit_of(block, counts + all + i) == b->n[i],
		        "bucket %u has %u fingerprints", i, b->n[i]);
		for (unsigned k = 0; k < b->n[i]; k++, v++)
			for (unsigned j = 0; j < s.f; j++)
				require(bit_of(block, v * s.f + j) == (b->fp[i][k] >> j & 1),
				        "bucket %u has another fingerprint at place %u", i, k);
	}
	for (unsigned j = v * s.f; j < fps; j++)
		require(!bit_of(block, j), "bit %u behind the last fingerprint is set", j);
	for (unsigned j = 0; j < 16; j++)
		require(bit_of(block, fps + j) == b->overflow[j], "overflow %u is %d", j, b->overflow[j]);
}

/* One random operation on block and model. */
static void
step(uint8_t *block, struct buckets *b, struct morton_shape s, bool popcnt, uint64_t *random)
{
	const struct morton_counts c = morton_counts(block, s);
	const unsigned i = (unsigned)(rng_next(random) % (1u << s.buckets_log2));
	/* few values, so that a bucket has copies and a neighbour the same fingerprint */
	const uint32_t fp = (uint32_t)(rng_next(random) % 4 * 0x5555 & low_mask(s.f));
	const bool room = b->n[i] < MORTON_BUCKET && b->total < s.entries;
	unsigned k = 0;

	require(morton_has_room(c, i, s, popcnt) == room, "room is %d", !room);
	while (k < b->n[i] && b->fp[i][k] != fp)
		k++;
	require(morton_find(block, i, fp, s, popcnt) == (k < b->n[i]), "bucket %u: %#x is at %u of %u", i, fp, k,
	        b->n[i]);
	if (rng_next(random) % 16 == 0) {
		const bool value = rng_next(random) % 2;

		morton_set_overflow(block, i, value, s);
		b->overflow[i * 16 >> s.buckets_log2] = value;
		require(morton_overflowed(block, i, s) == value, "overflow of %u", i);
	} else if (room && rng_next(random) % 8 < 5) {
		morton_put(block, c, i, fp, s, popcnt);
		model_put(b, i, fp);
	} else {
		require(morton_drop(block, i, fp, s, popcnt) == (k < b->n[i]), "bucket %u: %#x", i, fp);
		if (k < b->n[i])
			model_take(b, i, k);
	}
}

TEST(blocks_are_buckets)
{
	static struct buckets b;
	static _Alignas(64) uint8_t block[3 * MORTON_BLOCK];

	for (unsigned kind = 0; kind < KINDS * 2; kind++) {
		uint64_t random = test_stream("blocks") + kind;
		const struct morton_shape s = shape(kind / 2);

		test_context("f = %u, %s", s.f, kind % 2 ? "population counts" : "C");
		memset(&b, 0, sizeof b);
		memset(block, 0, sizeof block);
		memset(block, 0xa5, MORTON_BLOCK);
		memset(block + 2 * MORTON_BLOCK, 0xa5, MORTON_BLOCK);
		for (unsigned n = 0; n < 20000; n++) {
			step(block + MORTON_BLOCK, &b, s, kind % 2, &random);
			if (n % 7 == 0 || b.total + 2 > s.entries)
				agrees(block + MORTON_BLOCK, &b, s);
		}
		for (unsigned i = 0; i < MORTON_BLOCK; i++)
			require(block[i] == 0xa5 && block[2 * MORTON_BLOCK + i] == 0xa5, "a neighbour was written");
	}
}

/* All places, in blocks with every number of fingerprints. */
TEST(every_place_opens_and_closes)
{
	for (unsigned kind = 0; kind < KINDS; kind++) {
		const struct morton_shape s = shape(kind);

		for (unsigned used = 0; used < s.entries; used++)
			for (unsigned v = 0; v <= used; v++) {
				uint8_t block[2 * MORTON_BLOCK] = {0}, before[2 * MORTON_BLOCK];
				const uint32_t new = (uint32_t)(0xabcd & low_mask(s.f));

				memset(block + morton_fp_bytes(s), 0xff, sizeof block - morton_fp_bytes(s));
				for (unsigned k = 0; k < used; k++)
					morton_set_fp(block, k, (k * 0x97b1 + 0x1235) & (uint32_t)low_mask(s.f), s);
				memcpy(before, block, sizeof block);
				morton_open(block, v, new, s);
				for (unsigned k = 0; k <= used; k++)
					require(morton_fp(block, k, s) ==
					                (k == v ? new : morton_fp(before, k - (k > v), s)),
					        "f = %u: %u of %u, opened at %u", s.f, k, used, v);
				morton_close(block, v, s);
				require(memcmp(block, before, sizeof block) == 0, "f = %u: closed at %u of %u", s.f, v,
				        used);
			}
	}
}

/* A naive sum of the same counters, and the owner of each place. */
TEST(prefix_sums_are_sums)
{
	uint64_t random = test_stream("sums");

	for (unsigned n = 0; n < 4000; n++) {
		const struct morton_shape s = shape(n % KINDS);
		const unsigned all = 1u << s.buckets_log2;
		struct morton_counts c = {rng_next(&random), rng_next(&random)};
		unsigned sum = 0;

		if (n < 8)
			c.low = n & 4 ? ~UINT64_C(0) : 0, c.high = n & 2 ? ~UINT64_C(0) : 0;
		c.low &= low_mask(all), c.high &= low_mask(all);
		for (unsigned i = 0; i < all; i++) {
			const struct morton_counts before = morton_before(c, i);
			const unsigned count = (unsigned)(c.low >> i & 1) + (c.high >> i & 1 ? 2 : 0);

			require(morton_sum(before, false) == sum && morton_sum(before, true) == sum, "bucket %u: %u", i,
			        sum);
			require(morton_count(c, i) == count, "bucket %u has %u", i, count);
			for (unsigned k = 0; k < count; k++)
				require(morton_owner(c, sum + k, s, false) == i &&
				                morton_owner(c, sum + k, s, true) == i,
				        "place %u is of bucket %u", sum + k, i);
			sum += count;
		}
		require(morton_sum(c, false) == sum && morton_sum(c, true) == sum, "all: %u", sum);
	}
}

/* The other bucket's other bucket is the first, and the two differ, for every fingerprint of 8 bits and some longer. */
TEST(other_buckets_lead_back)
{
	static const size_t blocks[] = {1, 2, 3, 4, 5, 17, 64, 127, 128, 129, 130, 1000};

	for (unsigned t = 0; t < COUNT_OF(blocks) * KINDS; t++) {
		const struct filter_params params = {.buckets = blocks[t / KINDS], .fp_bits = shape(t % KINDS).f};
		struct filter *f = test_create(filter_find("morton"), &(struct test_config){.params = params});
		const struct morton_map *map = &((struct morton *)f)->map;
		const uint32_t fps = (uint32_t)low_mask(params.fp_bits) + 1;
		const uint64_t farthest = map->buckets < 2 * MORTON_OFFSETS ? map->buckets : MORTON_OFFSETS + BUCKETS;

		require(map->buckets == params.buckets << shape(t % KINDS).buckets_log2, "m");
		for (uint64_t i = 0; i < map->buckets; i++)
			for (uint32_t fp = (uint32_t)(i % 7); fp < fps; fp += fps / 64 + 3) {
				const uint64_t other = morton_other(map, i, fp),
					       apart = other > i ? other - i : i - other;

				require(other < map->buckets && (other ^ i) & 1, "%llu goes to %llu of %llu",
				        (unsigned long long)i, (unsigned long long)other,
				        (unsigned long long)map->buckets);
				require(morton_other(map, other, fp) == i, "%llu does not come back",
				        (unsigned long long)i);
				require(apart < farthest || map->buckets - apart < farthest, "%llu apart",
				        (unsigned long long)apart);
			}
		f->ops->destroy(f);
	}
}

static struct filter *
create(const char *name, size_t blocks, unsigned f, unsigned max_kicks)
{
	struct test_config c = {.params = {.buckets = blocks,
	                                   .fp_bits = f,
	                                   .max_kicks = max_kicks,
	                                   .seed = test_stream("morton") + blocks * f}};

	test_describe(&c, name);
	return test_create(filter_find(name), &c);
}

/* Keys are put into their first bucket until bucket or block is full: until then nothing has overflowed, and a bucket
 * whose overflow is not set has all of its keys. */
TEST(overflows_are_set_by_what_leaves)
{
	for (unsigned kind = 0; kind < KINDS; kind++) {
		const struct morton_shape s = shape(kind);
		struct filter *base = create("morton", 300, s.f, 0);
		const struct morton *f = (const struct morton *)base;
		const uint64_t stream = test_stream("overflows");
		const size_t n = test_fill(base, stream, SIZE_MAX);
		size_t away = 0, set = 0;

		require(n > 300 * s.entries * 97 / 100, "%zu keys of %u", n, 300 * s.entries);
		for (size_t k = 0; k < n; k++) {
			const struct morton_place p =
				morton_place(&f->map, hash_key(&f->map.hash, test_key(stream, k)), s);
			const uint8_t *block = morton_block(&f->map, p.bucket, s);
			const unsigned i = morton_in_block(p.bucket, s);

			if (morton_find(block, i, p.fp, s, false))
				continue;
			away++;
			require(morton_overflowed(block, i, s), "key %zu has left without a trace", k);
		}
		for (size_t b = 0; b < 300; b++)
			set += (size_t)__builtin_popcountll(
				load_bytes(f->table.data + b * MORTON_BLOCK + morton_fp_bytes(s), 2));
		/* biased: most keys are in their first bucket, and not every overflow is set */
		require(away > 0 && away < n / 4 && set < 300 * 16 * 95 / 100, "%zu of %zu away, %zu set", away, n,
		        set);
		base->ops->destroy(base);
	}
}

/* Can one of the fingerprints that a bucket without room may give away go to its other bucket at once? */
static bool
one_can_go(const struct morton *f, uint64_t bucket, struct morton_shape s)
{
	const uint8_t *block = morton_block(&f->map, bucket, s);
	const struct morton_counts c = morton_counts(block, s);
	const unsigned i = morton_in_block(bucket, s);
	unsigned v = 0;

	for (unsigned j = 0; j < 1u << s.buckets_log2; j++)
		for (unsigned k = 0; k < morton_count(c, j); k++, v++) {
			const uint64_t other = morton_other(&f->map, bucket - i + j, morton_fp(block, v, s));

			if ((j == i || morton_count(c, i) < MORTON_BUCKET) &&
			    morton_has_room(morton_counts(morton_block(&f->map, other, s), s),
			                    morton_in_block(other, s), s, false))
				return true;
		}
	return false;
}

/* An insertion moves one fingerprint if that suffices, none if none need go, and otherwise walks. */
TEST(one_move_where_one_suffices)
{
	size_t times[3] = {0};

	for (unsigned t = 0; t < KINDS * 20; t++) {
		const struct morton_shape s = shape(t % KINDS);
		struct filter *base = create(t % 2 ? "morton-batch" : "morton", 50 + t, s.f, 0);
		const struct morton *f = (const struct morton *)base;
		const uint64_t stream = test_stream("moves") + t;

		for (size_t k = 0;; k++) {
			const uint64_t kicks = f->kicks, key = test_key(stream, k);
			const struct morton_place p = morton_place(&f->map, hash_key(&f->map.hash, key), s);
			const uint64_t other = morton_other(&f->map, p.bucket, p.fp);
			unsigned expected = 2;

			for (unsigned b = 0; b < 2; b++) {
				const uint64_t at = b ? other : p.bucket;

				if (morton_has_room(morton_counts(morton_block(&f->map, at, s), s),
				                    morton_in_block(at, s), s, false))
					expected = 0;
			}
			if (expected && (one_can_go(f, p.bucket, s) || one_can_go(f, other, s)))
				expected = 1;
			if (!test_insert(base, key))
				break;
			require(expected < 2 ? f->kicks - kicks == expected : f->kicks - kicks > 1,
			        "key %zu: %llu moves, not %u", k, (unsigned long long)(f->kicks - kicks), expected);
			times[expected]++;
		}
		require(times[0] > 1000 && times[1] > 10 && times[2] > 0, "%zu, %zu, %zu", times[0], times[1],
		        times[2]);
		base->ops->destroy(base);
	}
}

/* A refused key changes nothing: neither a bit of the table nor what happens to later keys. */
TEST(refusals_change_nothing)
{
	static const unsigned kicks[] = {1, 2, 7, 60, 0, 5000};

	for (unsigned t = 0; t < COUNT_OF(kicks) * KINDS * 4; t++) {
		const size_t blocks = t % 4 == 0 ? 1 : t % 4 == 1 ? 2 : t % 4 == 2 ? 9 : 40;
		struct filter *f =
			create(t % 2 ? "morton-batch" : "morton", blocks, shape(t / 4 % KINDS).f, kicks[t / 4 / KINDS]);
		const uint64_t stream = test_stream("refusals");
		size_t n = test_fill(f, stream, SIZE_MAX), refused = 0;
		struct test_bytes before = test_save(f);

		for (size_t k = n; k < n + 300; k++) {
			struct test_bytes after;

			if (test_insert(f, test_key(stream, k))) {
				free(before.data);
				before = test_save(f);
				continue;
			}
			refused++;
			after = test_save(f);
			require(after.size == before.size && memcmp(after.data, before.data, after.size) == 0,
			        "a refusal changed the filter of %zu keys", n);
			require(!f->ops->check(f), "check: %s", f->ops->check(f));
			free(after.data);
		}
		require(refused > 0, "nothing was refused");
		free(before.data);
		f->ops->destroy(f);
	}
}

/* Exactly what a lookup of a random key finds: over all buckets and fingerprints. */
TEST(the_rate_is_what_the_table_holds)
{
	enum { QUERIES = 1 << 20 };
	struct filter *base = create("morton", 512, 8, 0);
	const struct morton *f = (const struct morton *)base;
	const uint64_t stream = test_stream("rate");
	const size_t n = test_fill(base, stream, 512 * ENTRIES * 95 / 100);
	size_t found = 0, hits = 0;
	double expected, off;

	for (uint64_t i = 0; i < f->map.buckets; i++)
		for (uint32_t fp = 0; fp < 256; fp++)
			found += morton_has(&f->map, (struct morton_place){i, fp}, MORTON_F8, false);
	for (size_t k = 0; k < QUERIES; k++)
		hits += test_has(base, test_key(stream, (UINT64_C(1) << 40) + k));
	expected = (double)found / (double)(f->map.buckets * 256);
	off = (double)hits / QUERIES - expected;
	require(n == 512 * ENTRIES * 95 / 100, "full at %zu", n);
	require(off * off < 25 * expected / QUERIES, "%zu hits of %d, expected a share of %g", hits, QUERIES, expected);
	require(expected * 256 > 0.7 && expected * 256 < 0.9, "%g", expected * 256);
	base->ops->destroy(base);
}
