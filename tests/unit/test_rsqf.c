/* SPDX-License-Identifier: MIT */
/*
 * test_rsqf.c - baselines/quotient: the rank-and-select quotient filter against a sorted list of fingerprints.
 *
 *      list, sorted --> one slot after the other: place = the quotient's slot, or right behind the one before
 *                   --> the bytes that the table must have, offsets included
 *
 * The hash is the identity, so that a test chooses quotients: one of them many times, all in a row, the last ones.
 */
#include "baselines/quotient/rsqf_keys.h"
#include "tests/test.h"

enum { MOST = 4096 };

/* Fingerprints, quotient * 2^r + remainder, sorted. */
struct list {
	uint64_t at[MOST];
	size_t n;
};

static bool
list_has(const struct list *l, uint64_t fp, size_t *at)
{
	for (*at = 0; *at < l->n && l->at[*at] < fp; ++*at)
		;
	return *at < l->n && l->at[*at] == fp;
}

static void
list_insert(struct list *l, uint64_t fp)
{
	size_t at;

	list_has(l, fp, &at);
	memmove(l->at + at + 1, l->at + at, (l->n++ - at) * sizeof *l->at);
	l->at[at] = fp;
}

static void
list_remove(struct list *l, size_t at)
{
	memmove(l->at + at, l->at + at + 1, (--l->n - at) * sizeof *l->at);
}

static void
set_bits(uint8_t *table, size_t bit, uint64_t value, unsigned bits)
{
	for (unsigned i = 0; i < bits; i++)
		table[(bit + i) / 8] |= (uint8_t)((value >> i & 1) << (bit + i) % 8);
}

/* The table of a list, in `bytes` zeroed bytes of `blocks` blocks. False: a run passes its end. */
static bool
list_table(const struct list *l, unsigned r, size_t blocks, uint8_t *table)
{
	const size_t stride = 17 + 8 * (size_t)r;
	size_t next = 0;

	memset(table, 0, blocks * stride);
	for (size_t i = 0; i < l->n; i++) {
		const size_t quotient = l->at[i] >> r, at = quotient > next ? quotient : next;
		uint8_t *home = table + quotient / 64 * stride, *block = table + at / 64 * stride;

		if (at >= blocks * 64)
			return false;
		set_bits(block + 17, at % 64 * r, l->at[i] & low_mask(r), r);
		home[1 + quotient % 64 / 8] |= (uint8_t)(1u << quotient % 8);
		if (i + 1 == l->n || l->at[i + 1] >> r != quotient)
			block[9 + at % 64 / 8] |= (uint8_t)(1u << at % 8);
		for (size_t b = quotient / 64 + 1; b <= at / 64; b++)
			table[b * stride] = (uint8_t)(at - b * 64 + 1 > 255 ? 255 : at - b * 64 + 1);
		next = at + 1;
	}
	return true;
}

/* A filter, and what it must be. */
struct scene {
	struct filter *f;
	struct list list;
	unsigned r;
	size_t slots, blocks, capacity;
	uint8_t *table;
};

static void
scene_open(struct scene *c, const char *name, unsigned r, size_t blocks, enum isa isa)
{
	const struct filter_ops *ops = filter_find(name);
	struct test_config config = {
		.params = {.buckets = blocks, .fp_bits = r, .max_load = 999, .hash = "identity", .isa = isa}};
	struct filter_info info;

	test_describe(&config, name);
	c->f = test_create(ops, &config);
	info = test_info(c->f);
	c->list.n = 0;
	c->r = r;
	c->slots = blocks * 64;
	c->blocks = info.bytes / (17 + 8 * (size_t)r);
	c->capacity = c->slots * 999 / 1000;
	c->table = calloc(1, info.bytes + 64);
	require(c->table && info.slots == c->slots, "%zu slots, not %zu", info.slots, c->slots);
}

static void
scene_close(struct scene *c)
{
	c->f->ops->destroy(c->f);
	free(c->table);
}

static void
agrees(struct scene *c)
{
	const char *why = c->f->ops->check(c->f);

	require(list_table(&c->list, c->r, c->blocks, c->table), "the list does not fit");
	require(test_items(c->f) == c->list.n, "%zu items, not %zu", test_items(c->f), c->list.n);
	require(memcmp(c->table, test_info(c->f).table, c->blocks * (17 + 8 * (size_t)c->r)) == 0,
	        "another table of %zu fingerprints", c->list.n);
	require(!why, "check: %s", why);
}

/* The least hash of a fingerprint. */
static uint64_t
key_of(const struct scene *c, uint64_t fp)
{
	const uint128 scaled = (uint128)fp << (64 - c->r);
	const uint64_t key = (uint64_t)((scaled + c->slots - 1) / c->slots);
	const uint128 product = (uint128)key * c->slots;

	require((uint64_t)(product >> (64 - c->r)) == fp, "no key of this fingerprint");
	return key;
}

static void
scene_insert(struct scene *c, uint64_t fp)
{
	const bool taken = test_insert(c->f, key_of(c, fp));
	bool fits = c->list.n < c->capacity;

	if (fits) {
		list_insert(&c->list, fp);
		fits = list_table(&c->list, c->r, c->blocks, c->table);
		if (!fits) {
			size_t at;

			list_has(&c->list, fp, &at);
			list_remove(&c->list, at);
		}
	}
	require(taken == fits, "a key is %s with %zu in", taken ? "taken" : "refused", c->list.n);
}

static void
scene_remove(struct scene *c, uint64_t fp)
{
	size_t at;
	const bool there = list_has(&c->list, fp, &at);

	require(test_remove(c->f, key_of(c, fp)) == there, "removed or not, with %zu in", c->list.n);
	if (there)
		list_remove(&c->list, at);
}

/* Random operations on fingerprints of `spread` quotients from `first` on, and of few remainders. */
static void
play(struct scene *c, size_t first, size_t spread, uint64_t *random, size_t steps, size_t between)
{
	size_t at;

	for (size_t i = 0; i < steps; i++) {
		const uint64_t quotient = (first + rng_next(random) % spread) % c->slots, draw = rng_next(random);
		const uint64_t fp = quotient << c->r | (draw & low_mask(c->r < 6 ? c->r : 6))
		                                               << (c->r < 6 ? 0 : c->r - 6);
		const bool filling = i / (steps / 4) % 2 == 0;

		if (rng_next(random) % 8 < (filling ? 7 : 1))
			scene_insert(c, fp);
		else if (c->list.n && draw >> 32 & 1)
			scene_remove(c, c->list.at[rng_next(random) % c->list.n]);
		else
			scene_remove(c, fp);
		require(test_has(c->f, key_of(c, fp)) == list_has(&c->list, fp, &at), "found or not, step %zu", i);
		if (i % between == 0)
			agrees(c);
	}
	agrees(c);
	while (c->list.n) {
		scene_remove(c, c->list.at[rng_next(random) % c->list.n]);
		if (c->list.n % between == 0)
			agrees(c);
	}
	agrees(c); /* empty: all bytes 0 */
}

static void
play_all(const char *name, unsigned r, enum isa isa)
{
	static const size_t blocks[] = {1, 2, 3, 13};
	struct scene c;

	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		const size_t slots = blocks[i] * 64;
		uint64_t random = test_stream(name) + r * 64 + i;

		scene_open(&c, name, r, blocks[i], isa);
		play(&c, 0, slots, &random, 6 * slots, 1 + slots / 16);      /* everywhere */
		play(&c, slots / 2, 1, &random, 4 * slots, 1 + slots / 16);  /* one quotient: offsets of 255 and more */
		play(&c, slots / 3, 70, &random, 4 * slots, 1 + slots / 16); /* long clusters of many runs */
		play(&c, 0, 3, &random, 4 * slots, 1 + slots / 16);          /* the table's first slots */
		play(&c, slots - 1, 1, &random, 4 * slots, 1 + slots / 16);  /* its last: refused at its end */
		play(&c, slots - 40, 40, &random, 4 * slots, 1 + slots / 16);
		scene_close(&c);
	}
}

TEST(tables_are_those_of_sorted_lists)
{
	static const unsigned widths[] = {1, 2, 3, 5, 7, 8, 9, 11, 12, 13, 16, 17, 21, 24, 25, 31, 32};
	static const char *const names[] = {"rsqf", "rsqf-batch"};

	/* each width with both kinds of instructions, each time in the other filter */
	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		play_all(names[i % 2], widths[i], ISA_PORTABLE);
		play_all(names[!(i % 2)], widths[i], ISA_ANY);
	}
}

TEST(select_finds_the_kth_one)
{
	uint64_t random = test_stream("select");

	for (unsigned i = 0; i < 4000; i++) {
		uint64_t w = rng_next(&random);
		unsigned k = 0;

		for (unsigned thin = i % 7; thin; thin--)
			w &= rng_next(&random);
		w = i == 0 ? ~UINT64_C(0) : i % 5 == 0 ? ~w : w;
		for (unsigned b = 0; b < 64; b++) {
			if (!(w >> b & 1))
				continue;
			require(rsqf_select_portable(w, k) == b, "one %u of %llx", k, (unsigned long long)w);
			if (!isa_refuses(ISA_AVX2, ISA_ANY))
				require(rsqf_deposit(UINT64_C(1) << k, w) == UINT64_C(1) << b, "deposit %u", k);
			k++;
		}
	}
}

/* One row of 64 remainders, moved by a word at a time and one by one. */
TEST(rows_move_by_one_place)
{
	uint8_t row[32 * 8 + 8], moved[sizeof row];
	uint64_t random = test_stream("rows");

	for (unsigned step = 0; step < 40000; step++) {
		const unsigned r = 1 + (unsigned)(rng_next(&random) % 32), from = (unsigned)(rng_next(&random) % 64),
			       to = from + (unsigned)(rng_next(&random) % (64 - from));
		const uint64_t in = rng_next(&random) & low_mask(r);

		for (size_t i = 0; i < sizeof row; i++)
			row[i] = (uint8_t)rng_next(&random);
		memcpy(moved, row, sizeof row);
		if (step % 2) {
			require(rsqf_push(moved, r, from, to, in) == rsqf_get(row, r, to), "another goes out");
			for (unsigned i = to; i > from; i--)
				rsqf_set(row, r, i, rsqf_get(row, r, i - 1));
			rsqf_set(row, r, from, in);
		} else {
			rsqf_pull(moved, r, from, to, in);
			for (unsigned i = from; i < to; i++)
				rsqf_set(row, r, i, rsqf_get(row, r, i + 1));
			rsqf_set(row, r, to, in);
		}
		require(memcmp(row, moved, sizeof row) == 0, "r %u, %u to %u: another row", r, from, to);
	}
}
