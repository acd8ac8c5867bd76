/* SPDX-License-Identifier: MIT */
/*
 * test_prefix.c - variants/prefix: a pocket dictionary against a sorted list of pairs, its header against a naive one,
 * and what a full bin and a full spare do.
 *
 *      random pairs --> bin (portable) == bin (AVX2)      all 6400 answers, the word, every invariant
 *                  \--> sorted list                       what is beyond the 25th has left the bin
 */
#include "core/isa.h"
#include "tests/test.h"
#include "variants/prefix/pocket_avx2.h"
#include "variants/prefix/prefix_table.h"

/* The pairs of a bin in order, and how many have ever been forwarded. */
struct list {
	unsigned pair[POCKET_SLOTS + 1], n;
};

static void
list_add(struct list *l, unsigned pair)
{
	unsigned i = l->n++;

	for (; i && l->pair[i - 1] > pair; i--)
		l->pair[i] = l->pair[i - 1];
	l->pair[i] = pair;
}

static bool
list_has(const struct list *l, unsigned pair)
{
	for (unsigned i = 0; i < l->n; i++)
		if (l->pair[i] == pair)
			return true;
	return false;
}

/* The header of these pairs, a bit at a time: a 1, then for each list its 0s and a 1. */
static uint64_t
list_header(const struct list *l)
{
	uint64_t header = 1;
	unsigned at = 1;

	for (unsigned q = 0; q < POCKET_LISTS; q++) {
		for (unsigned i = 0; i < l->n; i++)
			at += l->pair[i] >> 8 == q;
		header |= UINT64_C(1) << at++;
	}
	return header;
}

/* Bins begin at a line: the loads of a bin are aligned. */
struct bins {
	_Alignas(64) uint8_t of[2][POCKET_BYTES];
};

static bool
is_wide(void)
{
	return !isa_refuses(ISA_AVX2, ISA_ANY);
}

static void
bins_begin(struct bins *b)
{
	memset(b, 0, sizeof *b);
	for (unsigned i = 0; i < 2; i++)
		store64(b->of[i] + POCKET_WORD, POCKET_EMPTY);
}

#ifdef ISA_X86
TARGET_AVX2 static void
put_wide(uint8_t *bin, unsigned pair)
{
	pocket_put_avx2(bin, pocket_word(bin), pair);
}

TARGET_AVX2 static bool
has_wide(const uint8_t *bin, unsigned pair)
{
	const bool has = pocket_has_avx2(bin, pocket_word(bin), pair);

	require(has == pocket_has_early_avx2(bin, pocket_word(bin), pair), "early has another answer for %u", pair);
	return has;
}
#else
static void
put_wide(uint8_t *bin, unsigned pair)
{
	pocket_put(bin, pocket_word(bin), pair);
}

static bool
has_wide(const uint8_t *bin, unsigned pair)
{
	return pocket_has(bin, pocket_word(bin), pair);
}
#endif

/* As prefix_overflow, with a spare that takes everything. Returns the pair that leaves. */
static unsigned
overflow(uint8_t *bin, unsigned pair)
{
	uint64_t w = pocket_word(bin);
	unsigned leaves = pair;

	if (!pocket_has_overflowed(w))
		w = pocket_settle(bin, w);
	if (!pocket_is_beyond(w, pair)) {
		leaves = (unsigned)(w & POCKET_MOST);
		w = pocket_settle(bin, pocket_put(bin, pocket_drop_most(w), pair));
	}
	store64(bin + POCKET_WORD, w);
	return leaves;
}

static void
agrees(const struct bins *b, const struct list *l, bool overflowed)
{
	const uint8_t *bin = b->of[0];
	const uint64_t w = pocket_word(bin);

	require(!memcmp(bin, b->of[1], POCKET_BYTES) || !is_wide(), "the bins differ with %u pairs", l->n);
	require(!pocket_broken(bin), "%u pairs: %s", l->n, pocket_broken(bin));
	require(pocket_used(w) == l->n && pocket_is_full(w) == (l->n == POCKET_SLOTS), "%u pairs, not %u",
	        pocket_used(w), l->n);
	require(w >> (POCKET_HEADER - 1) == list_header(l), "header %llx, not %llx",
	        (unsigned long long)(w >> (POCKET_HEADER - 1)), (unsigned long long)list_header(l));
	require(pocket_has_overflowed(w) == overflowed, "overflowed: %d", !overflowed);
	require(!overflowed || (w & POCKET_MOST) == l->pair[l->n - 1], "the largest pair is %u, not %u",
	        (unsigned)(w & POCKET_MOST), l->pair[l->n - 1]);
	for (unsigned pair = 0; pair < POCKET_PAIRS; pair++) {
		const bool has = list_has(l, pair);

		require(pocket_has(bin, w, pair) == has, "pair %u is %s", pair, has ? "lost" : "not stored");
		require(!is_wide() || has_wide(b->of[1], pair) == has, "AVX2: pair %u is %s", pair,
		        has ? "lost" : "not stored");
		require(!pocket_is_beyond(w, pair) || (overflowed && pair > l->pair[l->n - 1]),
		        "pair %u is asked for in the spare", pair);
	}
}

/* A pair for a bin: any, one of few lists, of few remainders, or one pair again and again. */
static unsigned
draw(unsigned kind, uint64_t r)
{
	const unsigned q = (unsigned)(r % POCKET_LISTS), remainder = r >> 32 & 0xff;

	return kind == 0   ? q << 8 | remainder
	       : kind == 1 ? (r >> 8 & 1 ? 24u : 3u) << 8 | remainder
	       : kind == 2 ? q << 8 | remainder % 3
	       : kind == 3 ? (r >> 8 & 1) * (POCKET_PAIRS - 1)
	                   : 24u << 8 | remainder;
}

TEST(pocket_dictionaries_are_lists)
{
	uint64_t random = test_stream("pockets");

	for (unsigned round = 0; round < 60; round++) {
		struct bins b;
		struct list l = {.n = 0};
		bool overflowed = false;

		bins_begin(&b);
		agrees(&b, &l, false);
		for (unsigned step = 0; step < 60; step++) {
			const unsigned pair = draw(round % 5, rng_next(&random));
			const bool full = l.n == POCKET_SLOTS;

			list_add(&l, pair);
			if (full) {
				const unsigned leaves = overflow(b.of[0], pair);

				overflow(b.of[1], pair);
				overflowed = true;
				require(leaves == l.pair[--l.n], "pair %u leaves, not %u", leaves, l.pair[l.n]);
			} else {
				pocket_put(b.of[0], pocket_word(b.of[0]), pair);
				if (is_wide())
					put_wide(b.of[1], pair);
				else
					memcpy(b.of[1], b.of[0], POCKET_BYTES);
			}
			agrees(&b, &l, overflowed);
		}
	}
}

TEST(selected_ones)
{
	uint64_t random = test_stream("select");

	for (unsigned round = 0; round < 20000; round++) {
		uint64_t v = rng_next(&random), rest;
		unsigned n = 0;

		v &= round % 3 ? rng_next(&random) | rng_next(&random) : ~UINT64_C(0); /* thin and dense ones */
		v |= round % 5 ? 0 : ~UINT64_C(0) << round % 64;
		for (rest = v; rest; rest &= rest - 1, n++)
			require(pocket_select(v, n) == (rest & -rest), "one number %u of %llx", n,
			        (unsigned long long)v);
		require(pocket_ones(v) == n, "%u ones in %llx", pocket_ones(v), (unsigned long long)v);
	}
}

TEST(slots_with_a_remainder)
{
	uint64_t random = test_stream("same");
	struct bins b;

	for (unsigned round = 0; round < 2000; round++) {
		const uint8_t remainder = (uint8_t)rng_next(&random);
		uint32_t same = 0;

		for (unsigned s = 0; s < POCKET_BYTES; s++)
			b.of[0][s] = (uint8_t)(remainder + (rng_next(&random) >> 20) % 3 - 1);
		for (unsigned s = 0; s < POCKET_SLOTS; s++)
			same |= (uint32_t)(b.of[0][s] == remainder) << s;
		require(pocket_same(b.of[0], remainder) == same, "%x, not %x", pocket_same(b.of[0], remainder), same);
	}
}

/* Each broken invariant is noticed. */
TEST(broken_pockets)
{
	struct bins b;
	uint8_t *bin = b.of[0];

	bins_begin(&b);
	for (unsigned i = 0; i < 3; i++)
		pocket_put(bin, pocket_word(bin), 700 * i);
	bin[3] = 1;
	require(pocket_broken(bin) && strstr(pocket_broken(bin), "not empty"), "an unused slot");
	bin[3] = 0;
	store64(bin + POCKET_WORD, pocket_word(bin) ^ UINT64_C(1) << 40);
	require(pocket_broken(bin) && strstr(pocket_broken(bin), "ones"), "a one more or less");
	bins_begin(&b);
	for (unsigned i = 0; i < POCKET_SLOTS + 1; i++) /* the last two in one list */
		if (i < POCKET_SLOTS)
			pocket_put(bin, pocket_word(bin), i < 24 ? 250 * i : 23 * 250 + 1);
		else
			overflow(bin, POCKET_PAIRS - 1);
	require(!pocket_broken(bin), "%s", pocket_broken(bin));
	store64(bin + POCKET_WORD, pocket_word(bin) ^ 1 << 8);
	require(pocket_broken(bin) && strstr(pocket_broken(bin), "quotient"), "another largest quotient");
	store64(bin + POCKET_WORD, (pocket_word(bin) ^ 1 << 8) & ~UINT64_C(0xff));
	require(pocket_broken(bin) && strstr(pocket_broken(bin), "remainder"), "another largest remainder");
}

/* The spare refuses: no answer changes, and nothing is counted. A later try may succeed, because walks are random, and
 * so may keys for bins that have room. */
static void
refuses(const struct filter_ops *ops)
{
	const struct test_config c = {.params = {.buckets = 40, .seed = 3}, .text = "40 bins"};
	struct filter *f = test_create(ops, &c);
	const struct prefix *p = (const struct prefix *)f;
	const uint64_t stream = test_stream("spare");
	struct model in;
	uint64_t asked[1024];
	uint8_t before[1024], after[1024];
	unsigned refused = 0;

	model_init(&in, 4000);
	for (size_t k = 0; k < COUNT_OF(asked); k++)
		asked[k] = test_key(stream, 100000 + k);
	for (size_t k = 0; k < 3000 && refused < 100; k++) {
		const size_t in_bins = p->in_bins, in_spare = p->spare.items;

		ops->contains(f, asked, COUNT_OF(asked), before);
		if (test_insert(f, test_key(stream, k))) {
			model_add(&in, test_key(stream, k));
			continue;
		}
		refused++;
		require(p->in_bins == in_bins && p->spare.items == in_spare, "a refused key is counted");
		ops->contains(f, asked, COUNT_OF(asked), after);
		require(!memcmp(before, after, sizeof before), "a refused key changes answers");
		test_agrees(f, &in);
	}
	require(refused == 100 && in.total > 1000, "%u refused of %zu", refused, in.total);
	model_free(&in);
	ops->destroy(f);
}

TEST(spare_refuses)
{
	refuses(filter_find("prefix"));
	refuses(filter_find("prefix-batch"));
}

/* Calls of any length, up to and beyond the first refusals: both filters accept the same keys, and have the same table
 * and answers. */
TEST(calls_of_many_keys)
{
	static uint64_t keys[12000];
	static uint8_t hit[2][COUNT_OF(keys)];
	uint64_t random = test_stream("calls");

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		keys[i] = test_key(test_stream("many"), i);
	for (unsigned round = 0; round < 20; round++) {
		const struct test_config c = {.params = {.buckets = 200, .seed = round}, .text = "200 bins"};
		struct filter *a = test_create(filter_find("prefix"), &c);
		struct filter *b = test_create(filter_find("prefix-batch"), &c);

		for (size_t at = 0, n, in; at < 7000; at += n) {
			n = 1 + rng_next(&random) % (round % 2 ? 500 : 90);
			in = a->ops->insert(a, keys + at, n);
			require(b->ops->insert(b, keys + at, n) == in, "call of %zu keys: one accepts %zu", n, in);
			n = in < n ? in + 1 : n;
		}
		require(test_items(a) < 7000, "no key was refused");
		for (size_t n = 1; n <= COUNT_OF(keys); n += n / 2 + 1) {
			const size_t hits = a->ops->contains(a, keys, n, hit[0]);

			require(b->ops->contains(b, keys, n, hit[1]) == hits, "not %zu hits of %zu", hits, n);
			require(!memcmp(hit[0], hit[1], n), "other answers of %zu", n);
		}
		test_same_table(a, b, "the other's");
		a->ops->destroy(a);
		b->ops->destroy(b);
	}
}

/* The planned room for what bins forward suffices, and is not much more than that. */
TEST(room_in_the_spare)
{
	const struct filter_ops *ops = filter_find("prefix");

	for (size_t n = 20000; n <= 640000; n *= 2) {
		const struct test_config c = test_default_config(ops, n);
		struct filter *f = test_create(ops, &c);
		const struct prefix *p = (const struct prefix *)f;
		const double mean = 0.0586 * (double)n;

		require(test_fill(f, test_stream("room") + n, n) == n, "%zu do not fit", n);
		require((double)p->spare.items > 0.9 * mean && (double)p->spare.items < 1.1 * mean,
		        "%zu of %zu overflow", p->spare.items, n);
		ops->destroy(f);
	}
}
