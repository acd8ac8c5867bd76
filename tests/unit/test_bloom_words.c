/* SPDX-License-Identifier: MIT */
/*
 * test_bloom_words.c - rb-BF and cs-BF: their bits against a model that sets them one at a time, and batches against
 * them; that the bits are random within a block of a large table; and the rates in the heads of their files against the
 * formula and against filters.
 */
#include "tests/test.h"

#include "baselines/bloom/bloom_words.h"
#include "core/rng.h"
#include "harness/filters/rates.h"

#include <inttypes.h>
#include <math.h>

/* By enum words_form. */
static const char *const names[] = {"rb-bf", "cs-bf"}, *const batched[] = {"rb-bf-batch", "cs-bf-batch"};

/* --- where bits are ------------------------------------------------------------------------------------------- */

/* Takes `bits` bits off the top of *chooser. */
static unsigned
take(uint64_t *chooser, unsigned bits)
{
	const unsigned top = (unsigned)(*chooser >> (64 - bits));

	*chooser <<= bits;
	return top;
}

static void
model_set(uint8_t *table, bool sectors, unsigned k, uint64_t hash, uint64_t blocks)
{
	const uint128 product = (uint128)hash * blocks;
	const uint64_t fraction = (uint64_t)product >> 32;
	const unsigned needed = sectors ? 4 + 6 * k : 6 * k;
	uint64_t chooser = needed <= 32 ? fraction << 32 : fraction * UINT64_C(0x9fb21c651e98df25);
	uint64_t word = (uint64_t)(product >> 64) * (sectors ? 8 : 1);
	unsigned bit;

	for (unsigned i = 0; i < k; i++) {
		if (sectors && i % (k / 2) == 0)
			word = (uint64_t)(product >> 64) * 8 + (i ? 4 : 0) + take(&chooser, 2);
		bit = take(&chooser, 6);
		table[word * 8 + bit / 8] |= (uint8_t)(1u << bit % 8);
	}
}

static void
compare_table(bool sectors, unsigned k, size_t blocks, const char *hash_name)
{
	struct test_config c = {
		.params = {.buckets = blocks, .hashes = k, .hash = hash_name, .seed = test_stream("words") ^ k}};
	const size_t bytes = blocks * (sectors ? 64 : 8);
	uint8_t *table = model_memory(bytes, 1);
	struct test_bytes saved;
	struct filter *f;
	struct hash hash;

	test_describe(&c, names[sectors]);
	f = test_create(filter_find(names[sectors]), &c);
	require(hash_init(&hash, hash_name, c.params.seed), "hash");
	for (size_t i = 0; i < bytes / 8; i++) {
		const uint64_t key = test_key(c.params.seed, i);

		test_insert(f, key);
		model_set(table, sectors, k, hash_key(&hash, key), blocks);
	}
	saved = test_save(f);
	require(!memcmp(saved.data + saved.size - bytes, table, bytes), "%zu blocks are not as the model's", blocks);
	free(saved.data);
	free(table);
	f->ops->destroy(f);
}

TEST(bits_are_where_the_model_has_them)
{
	static const char *const hashes[] = {NULL, "city", "mulshift", "xxh64"};

	for (unsigned k = 1; k <= WORDS_MOST_K; k++)
		for (size_t blocks = 1; blocks <= 343; blocks *= 7) {
			compare_table(false, k, blocks, hashes[k % COUNT_OF(hashes)]);
			if (k % 2 == 0)
				compare_table(true, k, blocks, hashes[k / 2 % COUNT_OF(hashes)]);
		}
}

/* The batched filters build the same table and give the same answers, in a near table and in others, with each set of
 * instructions that they choose among. */
static void
compare_batched(bool sectors, unsigned k, enum isa isa)
{
	enum { BLOCKS = 111, KEYS = 333 };
	const struct test_config c = {
		.params = {.buckets = BLOCKS, .hashes = k, .isa = isa, .seed = test_stream("batched") ^ k}};
	const size_t bytes = (size_t)BLOCKS * (sectors ? 64 : 8);
	struct filter *f[2];
	struct test_bytes saved[2];
	uint64_t keys[2 * KEYS];
	uint8_t hit[2][2 * KEYS];
	size_t hits[2];

	for (size_t j = 0; j < COUNT_OF(keys); j++)
		keys[j] = test_key(c.params.seed, j);
	for (unsigned i = 0; i < 2; i++) {
		f[i] = test_create(filter_find((i ? batched : names)[sectors]), &c);
		f[i]->ops->insert(f[i], keys, KEYS);
		saved[i] = test_save(f[i]);
		hits[i] = f[i]->ops->contains(f[i], keys, 2 * KEYS, hit[i]);
		f[i]->ops->destroy(f[i]);
	}
	require(!memcmp(saved[0].data + saved[0].size - bytes, saved[1].data + saved[1].size - bytes, bytes),
	        "%s, k = %u: another table", batched[sectors], k);
	require(hits[0] == hits[1] && !memcmp(hit[0], hit[1], sizeof hit[0]), "%s, k = %u: other answers",
	        batched[sectors], k);
	free(saved[0].data);
	free(saved[1].data);
}

TEST(batches_are_as_their_twins)
{
	for (unsigned near = 0; near < 2; near++)
		for (int isa = ISA_PORTABLE; isa <= (int)isa_lesser(isa_best(), ISA_AVX2); isa++)
			for (unsigned k = 1; k <= WORDS_MOST_K; k++) {
				cache_pretend(near ? (size_t)1 << 40 : 1, near ? (size_t)1 << 50 : 1);
				compare_batched(false, k, (enum isa)isa);
				if (k % 2 == 0)
					compare_batched(true, k, (enum isa)isa);
			}
	cache_pretend(0, 0);
}

/* From the top: bits 1, 2, 3, 62, 63 of the word. And for two groups: word 2, bits 5 and 6; word 3, bits 7 and 7. */
TEST(a_worked_example)
{
	const uint64_t one =
		UINT64_C(1) << 58 | UINT64_C(2) << 52 | UINT64_C(3) << 46 | UINT64_C(62) << 40 | UINT64_C(63) << 34;
	const uint64_t two = UINT64_C(2) << 62 | UINT64_C(5) << 56 | UINT64_C(6) << 50 | UINT64_C(3) << 48 |
	                     UINT64_C(7) << 42 | UINT64_C(7) << 36;
	uint8_t line[64];

	require(words_mask(WORDS_ONE, 5, one, 0) == (UINT64_C(3) << 62 | 0xe), "%" PRIx64,
	        words_mask(WORDS_ONE, 5, one, 0));
	require(words_mask(WORDS_SECTORS, 4, two, 0) == 0x60, "%" PRIx64, words_mask(WORDS_SECTORS, 4, two, 0));
	require(words_mask(WORDS_SECTORS, 4, two, 1) == 0x80, "%" PRIx64, words_mask(WORDS_SECTORS, 4, two, 1));
	require(words_word(WORDS_SECTORS, 4, line, two, 0) == line + 16, "the first word");
	require(words_word(WORDS_SECTORS, 4, line, two, 1) == line + 56, "the second word");
}

/* --- randomness within a block -------------------------------------------------------------------------------- */

/* In a table of 2^32 blocks a block has the keys whose hashes agree in their upper halves. All parts of their choosers
 * must take each value as often as the others: the sum of squares is that of chance (chi-squared, 63 or 3 degrees of
 * freedom), within 7 standard deviations of it. */
static void
spread(enum words_form form, unsigned k, uint64_t high)
{
	enum { KEYS = 1 << 14 };
	static unsigned count[WORDS_MOST_K][64];
	uint64_t random = high;

	memset(count, 0, sizeof count);
	for (unsigned j = 0; j < KEYS; j++) {
		uint64_t chooser = words_chooser(form, k, rng_next(&random) << 32);

		for (unsigned i = 0; i < k; i++) {
			if (form == WORDS_SECTORS && i % (k / 2) == 0)
				take(&chooser, 2);
			count[i][take(&chooser, 6)]++;
		}
	}
	for (unsigned i = 0; i < k; i++) {
		const double each = KEYS / 64.0;
		double squares = 0;

		for (unsigned v = 0; v < 64; v++)
			squares += (count[i][v] - each) * (count[i][v] - each) / each;
		require(fabs(squares - 63) < 7 * sqrt(2 * 63), "%s, k = %u, bit %u: %f", names[form], k, i, squares);
	}
}

TEST(bits_of_a_block_are_random)
{
	for (unsigned k = 2; k <= WORDS_MOST_K; k += 2)
		for (uint64_t high = 1; high < 20; high++) {
			spread(WORDS_ONE, k - high % 2, high);
			spread(WORDS_SECTORS, k, high);
		}
}

/* --- rates ---------------------------------------------------------------------------------------------------- */

static double
rate_of(bool sectors, unsigned k, double bits)
{
	return rates_words(sectors, k, 1e6, 1e6 * (sectors ? 512 : 64) / bits).expected;
}

/* The rates in the heads of the files. */
TEST(rates_are_as_printed)
{
	static const struct {
		double bits;
		unsigned k[2];
		double per_cent[2];
	} rows[] = {{8, {4, 6}, {3.35, 2.58}},  {10, {5, 6}, {1.78, 1.11}}, {12, {5, 6}, {1.04, 0.54}},
	            {12, {6, 6}, {1.04, 0.54}}, {13, {6, 8}, {0.80, 0.37}}, {13, {5, 6}, {0.81, 0.39}},
	            {14, {6, 8}, {0.63, 0.26}}, {16, {6, 8}, {0.41, 0.14}}, {20, {7, 10}, {0.19, 0.043}}};

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		for (unsigned s = 0; s < 2; s++) {
			const double rate = 100 * rate_of(s, rows[i].k[s], rows[i].bits);

			require(fabs(rate - rows[i].per_cent[s]) <= (rows[i].per_cent[s] < 0.1 ? 0.0005 : 0.0051),
			        "%s, %g bits, k = %u: %.4f %%", names[s], rows[i].bits, rows[i].k[s], rate);
		}
	require(fabs(rate_of(false, 7, 24) - 0.0010) < 0.00001, "%f", rate_of(false, 7, 24));
	require(fabs(rate_of(true, 10, 22) - 0.00026) < 0.00001, "%f", rate_of(true, 10, 22));
}

/* A filter that is told bytes and items takes a k whose rate is within a twentieth of the best k's. */
TEST(the_best_k_is_chosen)
{
	for (unsigned s = 0; s < 2; s++)
		for (unsigned bits = 6; bits <= 22; bits++) {
			const unsigned chosen = (s ? &cs_kind : &rb_kind)->best_k(bits);
			double best = 1;

			for (unsigned k = 2; k <= WORDS_MOST_K; k++)
				if (!s || k % 2 == 0)
					best = fmin(best, rate_of(s, k, bits));
			require(rate_of(s, chosen, bits) <= 1.05 * best, "%s, %u bits, k = %u: %f, not %f", names[s],
			        bits, chosen, rate_of(s, chosen, bits), best);
		}
}

/* Of shapes: a rate that is near 2^-r is between 2^-(r - 0.25) and 2^-(r + 0.25), and is the rate of a filter. */
TEST(shapes_have_their_rates)
{
	enum { ITEMS = TEST_SANITIZED ? 20000 : 100000, QUERIES = TEST_SANITIZED ? 1 << 16 : 1 << 19 };

	for (unsigned s = 0; s < 2; s++)
		for (const struct filter_shape *shape = filter_find(names[s])->facts.shapes; shape->bits; shape++) {
			struct test_config c = {.params = {.bytes = (size_t)ITEMS * shape->bits / 8,
			                                   .hashes = shape->hashes,
			                                   .seed = test_stream("shapes") ^ shape->bits}};
			struct filter *f;
			struct rate r;
			double measured = 0, off;

			test_describe(&c, names[s]);
			f = test_create(filter_find(names[s]), &c);
			test_fill(f, c.params.seed, ITEMS);
			for (size_t i = 0; i < QUERIES; i++)
				measured += test_has(f, test_key(c.params.seed, (UINT64_C(1) << 40) + i));
			measured /= QUERIES;
			r = rates_words(s, shape->hashes, (double)test_info(f).buckets, ITEMS);
			off = 5 * sqrt(r.expected / QUERIES + r.variance);
			require(fabs(measured - r.expected) <= off, "measured %.6f, expected %.6f +- %.6f", measured,
			        r.expected, off);
			require(!shape->near || fabs(-log2(r.expected) - shape->near) <= 0.25, "2^%.2f",
			        log2(r.expected));
			f->ops->destroy(f);
		}
}
