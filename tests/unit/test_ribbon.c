/* SPDX-License-Identifier: MIT */
/*
 * test_ribbon.c - baselines/ribbon: rows, elimination and back substitution against dense matrices, bit by bit.
 *
 *      hashes --> rows, as bits of slots --> Gaussian elimination of whole rows: rank
 *             \-> band --> solution      == as many slots that are not empty; each row's product, bit by bit, is 0
 */
#include "baselines/ribbon/ribbon_bump.h"
#include "baselines/ribbon/ribbon_layers.h"
#include "baselines/ribbon/ribbon_solve.h"
#include "core/build.h"
#include "core/rng.h"
#include "tests/test.h"

enum { BLOCKS = 6, SLOTS = BLOCKS * RIBBON_W, STARTS = SLOTS - RIBBON_W, MOST = 400 };

struct dense {
	uint64_t word[BLOCKS];
};

static bool
dense_bit(const struct dense *d, unsigned slot)
{
	return d->word[slot / 64] >> slot % 64 & 1;
}

static struct dense
dense_row(uint64_t start, uint64_t row)
{
	struct dense d = {{0}};

	for (unsigned k = 0; k < RIBBON_W; k++)
		if (row >> k & 1)
			d.word[(start + k) / 64] |= UINT64_C(1) << (start + k) % 64;
	return d;
}

static unsigned
dense_rank(const struct dense *rows, unsigned n)
{
	static struct dense m[MOST];
	unsigned rank = 0;

	memcpy(m, rows, n * sizeof *m);
	for (unsigned slot = 0; slot < SLOTS && rank < n; slot++) {
		unsigned pivot = rank;
		struct dense swap;

		while (pivot < n && !dense_bit(&m[pivot], slot))
			pivot++;
		if (pivot == n)
			continue;
		swap = m[pivot], m[pivot] = m[rank], m[rank] = swap;
		for (unsigned i = rank + 1; i < n; i++) {
			const uint64_t changes = -(uint64_t)dense_bit(&m[i], slot);

			for (unsigned w = 0; w < BLOCKS; w++)
				m[i].word[w] ^= m[rank].word[w] & changes;
		}
		rank++;
	}
	return rank;
}

/* Bit `slot` of column j, by the layout that ribbon_rows.h pictures. */
static bool
solution_bit(const uint64_t *words, unsigned slot, unsigned j, unsigned r)
{
	return words[slot / 64 * r + j] >> slot % 64 & 1;
}

static uint64_t
naive_product(const uint64_t *words, const struct dense *row, unsigned r)
{
	uint64_t product = 0;

	for (unsigned j = 0; j < r; j++)
		for (unsigned slot = 0; slot < SLOTS; slot++)
			product ^= (uint64_t)(dense_bit(row, slot) && solution_bit(words, slot, j, r)) << j;
	return product;
}

static void
solves(const uint64_t *hash, unsigned n, unsigned r)
{
	static struct dense rows[MOST];
	uint64_t band[SLOTS] = {0}, turns[SLOTS] = {0}, words[BLOCKS * RIBBON_MOST_R], others[BLOCKS * RIBBON_MOST_R];
	unsigned added = 0;

	for (unsigned i = 0; i < n; i++) {
		const uint64_t start = ribbon_start(hash[i], STARTS), row = ribbon_row(hash[i]);

		require(start < STARTS && (row & 1), "a row starts at %ju", (uintmax_t)start);
		rows[i] = dense_row(start, row);
		added += ribbon_add(band, start, row);
	}
	require(added == dense_rank(rows, n), "rank %u, not %u, of %u rows", added, dense_rank(rows, n), n);
	ribbon_solve(band, NULL, BLOCKS, r, 5, ISA_PORTABLE, words);
	for (unsigned i = 0; i < n; i++)
		require(naive_product(words, &rows[i], r) == 0, "row %u of %u has another product", i, n);
	for (enum isa isa = ISA_PORTABLE; isa <= isa_best(); isa++) {
		memset(turns, 0, sizeof turns);
		ribbon_add_all(turns, STARTS, hash, n, isa);
		for (unsigned i = 0; i < SLOTS; i++)
			require(!turns[i] == !band[i], "%s: slot %u is empty in one band only", isa_name(isa), i);
		ribbon_solve(turns, NULL, BLOCKS, r, 5, isa, others);
		require(memcmp(words, others, BLOCKS * r * sizeof *words) == 0, "%s: another solution, r=%u",
		        isa_name(isa), r);
	}
}

TEST(as_dense_matrices)
{
	uint64_t random = test_stream("dense"), hash[MOST];

	for (unsigned round = 0; round < 60; round++) {
		const unsigned n = (unsigned)(rng_next(&random) % (MOST + 1)), r = 1 + round % RIBBON_MOST_R;

		/* every third: all in one place, which has fewer slots than rows; every fifth: some rows are equal */
		for (unsigned i = 0; i < n; i++) {
			hash[i] = rng_next(&random) >> (round % 3 ? 0 : 3);
			hash[i] = i && round % 5 == 0 && i % 4 == 0 ? hash[i / 2] : hash[i];
		}
		solves(hash, n, r);
	}
	for (unsigned n = 0; n < 12; n++)
		solves(hash, n, 8);
}

#ifdef ISA_X86
TARGET_AVX512 static bool
gives_avx512(struct ribbon_place p, uint64_t wanted, unsigned r)
{
	return ribbon_gives_avx512(p, wanted, r);
}
#else
#define gives_avx512 ribbon_gives
#endif

/* Whatever a solution's product with a row is: that, and nothing else, is what the row gives. */
TEST(products)
{
	uint64_t random = test_stream("products"), words[BLOCKS * RIBBON_MOST_R];

	for (unsigned r = 1; r <= RIBBON_MOST_R; r++) {
		for (unsigned i = 0; i < BLOCKS * r; i++)
			words[i] = rng_next(&random);
		for (unsigned i = 0; i < 200; i++) {
			const uint64_t start = i < STARTS - 60 ? i : STARTS - 1, row = ribbon_row(rng_next(&random));
			const struct dense d = dense_row(start, row);
			const struct ribbon_place p = ribbon_place(words, start, row, r);
			const uint64_t product = naive_product(words, &d, r),
				       other = product ^ UINT64_C(1) << rng_next(&random) % r;

			require(ribbon_gives(p, product, r) && !ribbon_gives(p, other, r), "r=%u, start %ju", r,
			        (uintmax_t)start);
			if (isa_best() >= ISA_AVX512)
				require(gives_avx512(p, product, r) && !gives_avx512(p, other, r),
				        "AVX-512: r=%u, start %ju", r, (uintmax_t)start);
		}
	}
}

/* Of two blocks, one has a column that is the sum of two others, and one has all three different. */
TEST(rates)
{
	const uint64_t words[] = {5, 9, 5 ^ 9, 5, 9, UINT64_C(1) << 63}, zeros[8] = {0};

	require(ribbon_rate(words, 2, 3) == (0.25 + 0.125) / 2, "%f", ribbon_rate(words, 2, 3));
	require(ribbon_rate(zeros, 1, 8) == 1, "%f", ribbon_rate(zeros, 1, 8));
}

/* The same table, whatever the instructions are. */
TEST(tables)
{
	enum { KEYS = 6000 };
	static const char *const names[] = {"ribbon", "ribbon-bumped"};
	const uint64_t stream = test_stream("tables");
	uint64_t *keys = model_memory(KEYS, sizeof *keys);

	for (size_t i = 0; i < KEYS; i++)
		keys[i] = test_key(stream, i / 2 * 2 + (i % 7 > 0)); /* some are equal */
	for (unsigned r = 1; r <= RIBBON_MOST_R; r += r < 9 ? 2 : 5)
		for (unsigned i = 0; i < 2 * COUNT_OF(names); i++) {
			const struct filter_ops *ops = filter_find(names[i / 2]);
			struct filter_params params = {.fp_bits = r, .seed = r, .isa = ISA_PORTABLE};
			struct filter *a, *b;
			const char *why;

			require(build_filter(ops, &params, keys, KEYS, &a, NULL, &why) == FILTER_OK, "%s", why);
			params.isa = i % 2 ? ISA_AVX2 : ISA_ANY;
			require(build_filter(ops, &params, keys, KEYS, &b, NULL, &why) == FILTER_OK, "%s", why);
			test_same_table(a, b, "other instructions");
			ops->destroy(a);
			ops->destroy(b);
		}
	free(keys);
}

static int
compare_words(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

TEST(sorted_by_parts)
{
	enum { KEYS = 20000 };
	const uint64_t starts = 22016, stream = test_stream("parts");
	uint64_t *keys = model_memory(KEYS, sizeof *keys);
	struct ribbon_sorted s;
	struct hash hash;

	hash_init(&hash, NULL, 1);
	for (size_t i = 0; i < KEYS; i++)
		keys[i] = test_key(stream, i);
	require(ribbon_sort(&hash, starts, keys, KEYS, NULL, &s), "no memory");
	for (size_t i = 1; i < KEYS; i++)
		require(ribbon_start(s.hash[i - 1], starts) >> 11 <= ribbon_start(s.hash[i], starts) >> 11,
		        "hash %zu is before one of an earlier part", i);
	for (size_t i = 0; i < KEYS; i++)
		keys[i] = hash_key(&hash, keys[i]);
	qsort(keys, KEYS, sizeof *keys, compare_words);
	qsort(s.hash, KEYS, sizeof *s.hash, compare_words);
	require(memcmp(keys, s.hash, KEYS * sizeof *keys) == 0, "not the keys' hashes");
	ribbon_sorted_free(&s);
	free(keys);
}

/* Equations that contradict each other leave band and products as they were; all others have theirs afterwards. */
TEST(equations)
{
	enum { MANY = 60, KEPT = 300 };
	uint64_t random = test_stream("equations"), band[SLOTS] = {0}, before[SLOTS], taken[MANY + 2],
		 words[BLOCKS * RIBBON_MOST_R];
	uint32_t right[SLOTS] = {0}, rights[SLOTS];
	static struct ribbon_equation kept[KEPT], group[MANY + 2];
	unsigned n = 0, refused = 0;

	while (n + MANY <= KEPT) {
		for (unsigned i = 0; i < MANY; i++)
			group[i] = kept[n + i] = (struct ribbon_equation){ribbon_start(rng_next(&random), STARTS),
			                                                  ribbon_row(rng_next(&random)),
			                                                  (uint32_t)rng_next(&random) & 0xfff};
		memcpy(before, band, sizeof band);
		memcpy(rights, right, sizeof right);
		group[MANY] = group[7];
		group[MANY].wanted ^= 1u << n % 12;
		require(!ribbon_add_equations(band, right, group, MANY + 1, n % 120 == 0, isa_best(), taken),
		        "a contradiction is taken");
		require(!memcmp(before, band, sizeof band) && !memcmp(rights, right, sizeof right),
		        "it leaves a trace");
		group[MANY].wanted = group[7].wanted;
		if (ribbon_add_equations(band, right, group, MANY + 1, n % 120 == 0, isa_best(), taken))
			n += MANY;
		else if (++refused == 20)
			break;
	}
	require(n >= SLOTS / 2, "only %u equations", n);
	for (enum isa isa = ISA_PORTABLE; isa <= isa_best(); isa++) {
		ribbon_solve(band, right, BLOCKS, 12, 0, isa, words);
		for (unsigned i = 0; i < n; i++) {
			const struct dense d = dense_row(kept[i].start, kept[i].row);

			require(naive_product(words, &d, 12) == kept[i].wanted, "%s: equation %u has another product",
			        isa_name(isa), i);
		}
	}
}

/* A bucket's rightmost 88 starts are group 0, the next 22 group 1, the leftmost 18 group 2. */
TEST(groups)
{
	for (uint64_t start = 0; start < 5 * RIBBON_BUCKET; start++) {
		const unsigned left = start % RIBBON_BUCKET;

		require(ribbon_group(start) == (left < 18   ? 2u
		                                : left < 40 ? 1u
		                                            : 0u),
		        "start %ju is of group %u", (uintmax_t)start, ribbon_group(start));
	}
}

/* Keys are in the layers that the marks say, as many as each layer was sized for; and all of it is small. */
TEST(layers)
{
	enum { KEYS = 200000 };
	const struct filter_ops *ops = filter_find("ribbon-bumped");
	const struct filter_params params = {.fp_bits = 8, .seed = 3};
	const uint64_t stream = test_stream("layers");
	uint64_t *keys = model_memory(KEYS, sizeof *keys), buckets[4] = {0};
	const struct ribbon_bumped *f;
	struct filter *base;
	const char *why;
	size_t n = KEYS;

	for (size_t i = 0; i < KEYS; i++)
		keys[i] = test_key(stream, i);
	require(build_filter(ops, &params, keys, KEYS, &base, NULL, &why) == FILTER_OK, "%s", why);
	f = (const struct ribbon_bumped *)base;
	require(f->map.bumping == RIBBON_BUMPING, "%u layers with buckets", f->map.bumping);
	for (size_t i = 0; i < KEYS; i++)
		keys[i] = hash_key(&f->map.hash, keys[i]);
	for (unsigned l = 0; l <= f->map.bumping; l++) {
		const struct ribbon_layer *layer = &f->map.layer[l];
		size_t out = 0;

		require(f->keys[l] == n, "layer %u got %zu keys, not %zu", l, n, f->keys[l]);
		for (size_t i = 0; i < n && l < f->map.bumping; i++)
			if (ribbon_went_out(layer, ribbon_start(keys[i], layer->starts)))
				keys[out++] = ribbon_next(keys[i]);
		n = out;
		for (uint64_t b = 0; l == 0 && b < layer->starts / RIBBON_BUCKET; b++)
			buckets[layer->marks[b / 4] >> b % 4 * 2 & 3]++;
	}
	require(buckets[0] < buckets[1] + 10 && buckets[1] < buckets[2] && buckets[2] < buckets[3],
	        "%ju, %ju, %ju, %ju buckets with marks 0 to 3", (uintmax_t)buckets[0], (uintmax_t)buckets[1],
	        (uintmax_t)buckets[2], (uintmax_t)buckets[3]);
	require((double)test_info(base).bytes * 8 < KEYS * 8 * 1.01, "%zu bytes", test_info(base).bytes);
	ops->destroy(base);
	free(keys);
}
