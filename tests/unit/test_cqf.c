/* SPDX-License-Identifier: MIT */
/* test_cqf.c - baselines/quotient: the counting quotient filter against a sorted list of fingerprints and their copies
 * (tests/cqf_model.h). */
#include "tests/cqf_model.h"

/* A fingerprint of one of `spread` quotients from `first` on, with remainders at both ends and between. */
static uint64_t
draw_fp(const struct scene *c, size_t first, size_t spread, uint64_t *random)
{
	const uint64_t quotient = (first + rng_next(random) % spread) % c->slots, draw = rng_next(random);
	const uint64_t most = low_mask(c->r), remainder = draw % 3 == 0   ? draw / 3 % 4
	                                                  : draw % 3 == 1 ? most - draw / 3 % 3
	                                                                  : draw / 3 & most;

	return quotient << c->r | (remainder & most);
}

/* Random operations, half of them on fingerprints that are in: the more copies one has, the more it gets. */
static void
play(struct scene *c, size_t first, size_t spread, uint64_t *random, size_t steps)
{
	for (size_t i = 0; i < steps; i++) {
		const bool filling = i / (steps / 4) % 2 == 0, again = c->list.n && rng_next(random) % 2;
		const size_t rank = c->list.n ? rng_next(random) % c->list.n : 0;
		const uint64_t fp =
			again ? c->list.at[rank >> rng_next(random) % 12].fp : draw_fp(c, first, spread, random);

		for (unsigned copies = 1u << rng_next(random) % 6; copies; copies--)
			if (rng_next(random) % 8 < (filling ? 7 : 1))
				scene_insert(c, fp);
			else
				scene_remove(c, fp);
		require(test_has(c->f, key_of(c, fp)) == (list_copies(&c->list, fp) > 0), "found or not, step %zu", i);
		if (i % 16 == 0)
			agrees(c);
	}
	agrees(c);
	while (c->list.n) {
		scene_remove(c, c->list.at[rng_next(random) % c->list.n].fp);
		if (rng_next(random) % 64 == 0)
			agrees(c);
	}
	agrees(c); /* empty: all bytes 0 */
}

static void
play_all(unsigned r, enum isa isa)
{
	static const size_t blocks[] = {1, 3, 7};

	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		const size_t slots = blocks[i] * 64;
		uint64_t random = test_stream("play") + r * 64 + i;
		struct scene c;

		scene_open(&c, r, blocks[i], isa);
		play(&c, 0, slots, &random, 2 * slots);  /* everywhere */
		play(&c, slots / 2, 1, &random, slots);  /* one quotient: a run of many blocks */
		play(&c, slots / 3, 30, &random, slots); /* long clusters of many runs */
		play(&c, slots - 1, 1, &random, slots);  /* the last quotient: refused at the table's end */
		scene_close(&c);
	}
}

TEST(tables_are_those_of_lists_with_copies)
{
	static const unsigned widths[] = {2, 3, 4, 5, 7, 8, 9, 12, 13, 16, 24, 32};

	for (size_t i = 0; i < COUNT_OF(widths); i++) {
		play_all(widths[i], ISA_PORTABLE);
		play_all(widths[i], ISA_ANY);
	}
}

/* Copies of x up and down, beside its neighbours with copies of their own, over a boundary of blocks. */
static void
climb(unsigned r, uint64_t x, uint64_t most, uint64_t with)
{
	const uint64_t home = (uint64_t)60 << r, last = low_mask(r);
	unsigned width = 0;
	struct scene c;

	scene_open(&c, r, 4, ISA_ANY);
	for (uint64_t near = x ? x - 1 : x; near <= x + 1 && near <= last; near++)
		for (uint64_t i = 0; near != x && i < with; i++)
			scene_insert(&c, home | near);
	for (uint64_t copies = 1; copies <= most; copies++) {
		const unsigned n = slots_of(r, x, copies).n;

		require(n == width || n == width + 1, "%u slots after %u", n, width);
		require(n <= copies, "more slots than copies");
		require(test_insert(c.f, key_of(&c, home | x)), "copy %llu is refused", (unsigned long long)copies);
		list_set(&c.list, home | x, copies);
		if (n != width || copies < 300)
			agrees(&c);
		width = n;
	}
	agrees(&c);
	for (uint64_t copies = most; copies-- > 0;) {
		const unsigned n = copies ? slots_of(r, x, copies).n : 0;

		require(test_remove(c.f, key_of(&c, home | x)), "%llu copies left, none found",
		        (unsigned long long)copies + 1);
		list_set(&c.list, home | x, copies);
		if (n != width || copies < 300)
			agrees(&c);
		width = n;
	}
	scene_close(&c);
}

TEST(counts_cross_every_width)
{
	for (unsigned r = 2; r <= 5; r++)
		for (uint64_t x = 0; x <= low_mask(r); x++)
			for (uint64_t with = 1; with <= 4; with++)
				climb(r, x, 600, with);
	/* one, two and three digits: 254^2 copies and more */
	for (uint64_t x = 0; x < 256; x += x < 2 || x > 253 ? 1 : x == 2 ? 125 : 127)
		climb(8, x, 65600, 4);
	climb(9, 1, 1100, 3);
	climb(16, 0, 65600, 5);
	climb(16, 40000, 65600, 5);
}

/* Any count, up to all bits of a number. */
TEST(counts_have_all_bits)
{
	uint64_t random = test_stream("bits");

	for (unsigned step = 0; step < 60000; step++) {
		const unsigned r = 2 + step % 31;
		const struct rsqf_shape s = {.r = r};
		const uint64_t most = low_mask(r), draw = rng_next(&random);
		const uint64_t x = draw % 4 == 0 ? draw / 4 % 3 : draw % 4 == 1 ? most - draw / 4 % 2 : draw / 4 & most;
		const uint64_t copies = step < 31 ? UINT64_MAX : (rng_next(&random) >> rng_next(&random) % 64) + 1;
		const struct slots expected = slots_of(r, x, copies);
		uint8_t table[3 * (17 + 8 * 32) + 16] = {0};
		const struct rsqf_map m = {.data = table, .slots = 192, .end = 192};
		const size_t at = rng_next(&random) % 64;
		struct cqf_code code;

		cqf_encode(&code, r, x, copies);
		require(code.n == expected.n, "%u slots, not %u", code.n, expected.n);
		cqf_write(&m, s, at, &code);
		for (unsigned i = 0; i < code.n; i++)
			require(rsqf_remainder(&m, s, at + i) == expected.at[i], "another slot %u", i);
		require(cqf_last(&m, s, at, at + code.n - 1) == at + code.n - 1, "another end");
		require(cqf_copies(&m, s, at, at + code.n - 1) == copies, "another count");
	}
}

/* The examples at the head of cqf_counters.h and cqf.c. */
TEST(worked_examples)
{
	static const struct {
		unsigned r;
		uint64_t x, copies, slot[5];
		unsigned n;
	} examples[] = {
		{3, 5, 1, {5}, 1},
		{3, 5, 2, {5, 5}, 2},
		{3, 5, 3, {5, 0, 5}, 3},
		{3, 5, 4, {5, 2, 5}, 3},
		{3, 5, 6, {5, 4, 5}, 3},
		{3, 5, 7, {5, 0, 6, 5}, 4},
		{3, 5, 9, {5, 2, 1, 5}, 4},
		{8, 7, 1000, {7, 4, 237, 7}, 4},
		{8, 200, 3, {200, 0, 200}, 3},
		{3, 0, 3, {0, 0, 0}, 3},
		{3, 0, 4, {0, 1, 0, 0}, 4},
		{3, 0, 11, {0, 2, 1, 0, 0}, 5},
	};

	for (size_t i = 0; i < COUNT_OF(examples); i++) {
		struct cqf_code code;

		cqf_encode(&code, examples[i].r, examples[i].x, examples[i].copies);
		require(code.n == examples[i].n, "example %zu: %u slots", i, code.n);
		for (unsigned k = 0; k < code.n; k++)
			require(code.slot[CQF_MOST_SLOTS - code.n + k] == examples[i].slot[k], "example %zu", i);
	}
}

/* 20000 keys of 2000, the k-th 1 / k times as often as the first, by the default hash; then all removed. */
TEST(skewed_keys_are_counted)
{
	enum { DISTINCT = 2000, DRAWS = 20000 };
	struct test_config config = {.params = {.items = 6000, .fp_bits = 32}};
	uint64_t random = test_stream("zipf"), stream = test_stream("keys");
	static uint64_t drawn[DRAWS], copies[DISTINCT];
	double sum = 0, step = 0;
	size_t n = 0, same;
	struct filter *f;

	test_describe(&config, "cqf");
	f = test_create(filter_find("cqf"), &config);
	for (unsigned k = 1; k <= DISTINCT; k++)
		sum += 1.0 / k;
	for (unsigned k = 0; k < DISTINCT; k++) {
		step += 1.0 / (k + 1);
		for (copies[k] = 0; n < DRAWS && (double)n < step / sum * DRAWS; copies[k]++)
			drawn[n++] = k;
	}
	for (size_t i = n; i > 1; i--) {
		const size_t other = rng_next(&random) % i;
		const uint64_t swap = drawn[i - 1];

		drawn[i - 1] = drawn[other];
		drawn[other] = swap;
	}
	for (size_t i = 0; i < n; i++)
		require(test_insert(f, test_key(stream, drawn[i])), "refused after %zu", i);
	require(test_items(f) == n && !f->ops->check(f), "another number of items");
	require(n > 4 * ((const struct rsqf *)f)->used, "%zu slots", ((const struct rsqf *)f)->used);
	same = 0; /* with remainders of 32 bits, two of 2000 keys are alike once in a million runs */
	for (unsigned k = 0; k < DISTINCT; k++)
		same += cqf_count(f, test_key(stream, k)) == copies[k];
	require(same >= DISTINCT - 2, "%zu counts are right", same);
	for (size_t i = 0; i < n; i++)
		require(test_remove(f, test_key(stream, drawn[n - 1 - i])), "not found");
	require(test_items(f) == 0 && !f->ops->check(f), "not empty");
	f->ops->destroy(f);
}

/* A full table still counts, where that takes no slot. A refused copy changes nothing. */
TEST(a_full_table_counts)
{
	struct test_bytes before, after;
	uint64_t copies = 1;
	struct scene c;

	scene_open(&c, 8, 4, ISA_ANY);
	for (uint64_t q = 0; q < c.capacity - 3; q++)
		scene_insert(&c, q << 8 | 9);
	for (unsigned i = 0; i < 3; i++)
		scene_insert(&c, 9), copies++;    /* 9 2 9 9 ...: four copies in three slots, two slots more */
	scene_insert(&c, 9 | 1 << 8), copies = 4; /* and the last slot is taken */
	agrees(&c);
	before = test_save(c.f);
	for (uint64_t q = 2; q < c.capacity - 3; q++)
		require(!test_insert(c.f, key_of(&c, q << 8 | 9)), "a second copy is taken");
	require(!test_insert(c.f, key_of(&c, 255 << 8)), "another key is taken");
	after = test_save(c.f);
	require(before.size == after.size && memcmp(before.data, after.data, after.size) == 0, "another table");
	for (; slots_of(8, 9, copies + 1).n == 3; copies++)
		scene_insert(&c, 9);
	require(list_copies(&c.list, 9) == copies && copies == 10, "%llu copies", (unsigned long long)copies);
	require(!test_insert(c.f, key_of(&c, 9)), "a copy is taken that needs a slot");
	agrees(&c);
	free(before.data);
	free(after.data);
	scene_close(&c);
}

/* Slots of one run, of seven; and what check says of them. */
TEST(check_finds_what_is_not_a_counter)
{
	static const struct {
		uint64_t slot[7];
		const char *says;
	} runs[] = {
		{{7, 1, 7, 9, 9, 10, 11}, "a counter is not written as its count"},       /* 3 copies: 7 0 7 */
		{{7, 0, 2, 7, 9, 10, 11}, "a counter has another length than its count"}, /* a 0 too many */
		{{7, 9, 8, 8, 8, 10, 11}, "a counter is not written as its count"},       /* no end */
		{{7, 9, 0, 8, 9, 9, 10}, "a counter has another length than its count"},  /* 0 too many */
		{{0, 1, 1, 0, 0, 9, 10}, "a counter has another length than its count"},  /* leading zero */
		{{7, 2, 0, 3, 7, 9, 10}, "a counter has another length than its count"},  /* 0 among digits */
		{{0, 0, 0, 0, 9, 10, 11}, "the remainders of a run do not ascend"},       /* 4 copies: 0 1 0 0 */
		{{7, 7, 7, 8, 9, 10, 11}, "the remainders of a run do not ascend"},       /* 3 copies: 7 0 7 */
		{{7, 2, 7, 7, 9, 10, 11}, "the remainders of a run do not ascend"},       /* twice */
		{{7, 8, 9, 10, 11, 12, 13}, NULL},
		{{7, 7, 9, 9, 10, 11, 12}, NULL},
	};
	const struct rsqf_shape s = {.r = 8};
	struct scene c;

	scene_open(&c, 8, 1, ISA_ANY);
	for (uint64_t i = 0; i < 7; i++)
		scene_insert(&c, i + 1);
	for (size_t i = 0; i < COUNT_OF(runs); i++) {
		const char *why;

		for (unsigned k = 0; k < 7; k++)
			rsqf_set(rsqf_block(&((struct rsqf *)c.f)->map, s, 0) + RSQF_REMAINDERS, 8, k, runs[i].slot[k]);
		why = c.f->ops->check(c.f);
		require(runs[i].says ? why && strcmp(why, runs[i].says) == 0 : !why, "run %zu: %s", i,
		        why ? why : "nothing");
	}
	scene_close(&c);
}
