/* SPDX-License-Identifier: MIT */
/*
 * test_peel_equal.c - baselines/peeled: what a build that fails leaves, against a naive peeling, and the equal keys in
 * it, against comparing all with all.
 *
 *      keys, some of them equal --> peel_fill  --> left   == the core, by taking keys out until none goes
 *                                   peel_equal --> copies == keys that equal an earlier one
 */
#include "baselines/peeled/peel_build.h"
#include "core/build.h"
#include "core/mem.h"
#include "core/rng.h"
#include "tests/test.h"

enum { KEYS = 300 };

/* A graph of so many keys; `dense`: half of the seeds fail, whether keys are equal or not. */
static struct peel_map
graph_of(enum peel_graph graph, bool dense, unsigned r, uint64_t seed, struct mem *table)
{
	const unsigned more = dense ? 0 : 400;
	struct peel_map m = {.log2 = 4, .length = 16, .starts = (graph == PEEL_FUSE4 ? 320 : 336) + more / 16 * 16};

	if (graph == PEEL_XOR)
		m = (struct peel_map){.length = (dense ? 372 : 372 + more) / 3};
	m.r = m.check = r;
	assert_true(hash_init(&m.hash, NULL, seed));
	assert_int_equal(mem_alloc(table, (peel_total(graph, &m) * r + 7) / 8, NULL), 0);
	m.data = table->data;
	return m;
}

/* Every other set has keys that occur twice or three times. */
static void
some_keys(uint64_t keys[KEYS], uint64_t seed)
{
	uint64_t random = test_stream("peel") + seed;

	for (size_t i = 0; i < KEYS; i++)
		keys[i] = rng_next(&random);
	for (unsigned i = 0; seed % 2 && i < 6; i++)
		keys[rng_next(&random) % KEYS] = keys[rng_next(&random) % KEYS];
}

/* Takes keys out, as long as one has a cell of its own. Returns the number of those left. */
static size_t
naive_core(enum peel_graph graph, const struct peel_map *m, const uint64_t keys[KEYS], bool in[KEYS])
{
	unsigned count[4096] = {0};
	size_t left = KEYS, before = 0, cell[PEEL_MOST];

	require(peel_total(graph, m) <= COUNT_OF(count), "more cells than counts");
	for (size_t i = 0; i < KEYS; i++) {
		in[i] = true;
		peel_cells(graph, m, hash_key(&m->hash, keys[i]), cell);
		for (unsigned j = 0; j < peel_arity(graph); j++)
			count[cell[j]]++;
	}
	while (left != before) {
		before = left;
		for (size_t i = 0; i < KEYS; i++) {
			bool single = false;

			peel_cells(graph, m, hash_key(&m->hash, keys[i]), cell);
			for (unsigned j = 0; j < peel_arity(graph); j++)
				single |= count[cell[j]] == 1;
			if (!in[i] || !single)
				continue;
			for (unsigned j = 0; j < peel_arity(graph); j++)
				count[cell[j]]--;
			in[i] = false;
			left--;
		}
	}
	return left;
}

static bool
equals_earlier(const uint64_t keys[KEYS], size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (keys[j] == keys[i])
			return true;
	return false;
}

/* The listed keys are those that `in` marks. */
static void
same_keys(const struct peel_left *left, const bool in[KEYS], const char *what)
{
	size_t n = 0;

	for (size_t i = 0; i < KEYS; i++)
		if (in[i]) {
			require(n < left->n && left->key[n] == i, "key %zu is not listed: %s", i, what);
			n++;
		}
	require(n == left->n, "%zu keys, not %zu: %s", left->n, n, what);
}

static void
fails_as_it_should(enum peel_graph graph, bool dense, unsigned r)
{
	size_t chances = 0, looked_at = 0;

	for (uint64_t seed = 0; seed < 200; seed++) {
		size_t scratch = 0;
		struct mem table;
		const struct peel_map m = graph_of(graph, dense, r, seed, &table);
		struct peel_left left;
		uint64_t keys[KEYS];
		bool in[KEYS];
		size_t core;
		enum filter_status status;

		test_context("graph %d, %s, r=%u, seed %ju", (int)graph, dense ? "dense" : "sparse", r,
		             (uintmax_t)seed);
		some_keys(keys, seed);
		core = naive_core(graph, &m, keys, in);
		status = peel_fill(graph, &m, keys, NULL, KEYS, NULL, &scratch, &left);
		require(status == (core ? FILTER_ESEED : FILTER_OK), "status %d", (int)status);
		same_keys(&left, in, "the core");
		require(core == 0 || seed % 2 == 0 || dense || core < 40, "%zu keys are looked at", core);
		chances += core && seed % 2 == 0;
		looked_at += core;
		for (size_t i = 0; i < KEYS; i++)
			in[i] = equals_earlier(keys, i);
		require(core || !memchr(in, true, sizeof in), "equal keys have been peeled");
		require(!core || peel_equal(&left, keys, NULL, &scratch) == FILTER_OK, "no copies are told");
		same_keys(&left, in, "the copies");
		free(left.key);
		mem_free(&table);
	}
	require(chances > 0 || !dense, "no seed fails by chance");
	require(looked_at > 0 && (dense || looked_at < 200 * KEYS / 10), "%zu keys are looked at", looked_at);
}

TEST(what_is_left)
{
	for (enum peel_graph graph = PEEL_XOR; graph <= PEEL_FUSE4; graph++)
		for (unsigned r = 8; r <= 16; r += 4) {
			fails_as_it_should(graph, true, r);
			fails_as_it_should(graph, false, r);
		}
}

/* A cell of 63 keys ends the build early: every key is left. */
TEST(crowded_cells)
{
	for (enum peel_graph graph = PEEL_XOR; graph <= PEEL_FUSE4; graph++)
		for (unsigned copies = 62; copies <= 65; copies++) {
			size_t scratch = 0;
			struct mem table;
			const struct peel_map m = graph_of(graph, false, 8, copies, &table);
			struct peel_left left;
			uint64_t keys[KEYS];
			bool in[KEYS];

			test_context("graph %d, %u copies", (int)graph, copies);
			some_keys(keys, 0);
			for (unsigned i = 1; i < copies; i++)
				keys[3 * i] = keys[0];
			require(peel_fill(graph, &m, keys, NULL, KEYS, NULL, &scratch, &left) == FILTER_ESEED,
			        "it can be peeled");
			require(copies < 64 || left.n == KEYS, "%zu keys are left", left.n);
			require(peel_equal(&left, keys, NULL, &scratch) == FILTER_OK, "no copies are told");
			for (size_t i = 0; i < KEYS; i++)
				in[i] = equals_earlier(keys, i);
			same_keys(&left, in, "the copies");
			free(left.key);
			mem_free(&table);
		}
}

TEST(equal_keys_of_different_values)
{
	const uint64_t keys[] = {5, 7, 5, 9, 5, 7};
	const uint32_t same[] = {1, 2, 1, 3, 1, 2}, different[] = {1, 2, 1, 3, 4, 2};
	uint32_t numbers[] = {0, 1, 2, 4, 5};
	struct peel_left left = {numbers, COUNT_OF(numbers)};
	size_t scratch = 0;

	assert_int_equal(peel_equal(&left, keys, different, &scratch), FILTER_EINVAL);
	memcpy(numbers, (uint32_t[]){0, 1, 2, 4, 5}, sizeof numbers);
	left.n = COUNT_OF(numbers);
	assert_int_equal(peel_equal(&left, keys, same, &scratch), FILTER_OK);
	assert_int_equal(left.n, 3);
	assert_true(numbers[0] == 2 && numbers[1] == 4 && numbers[2] == 5);
}

/* A seed that fails by chance is refused with the reason, and the next one is tried. */
TEST(chance_is_the_seeds)
{
	enum { MANY = 1000 };
	const struct filter_ops *ops = filter_find("xor");
	const uint64_t stream = test_stream("chance");
	uint64_t keys[MANY];
	unsigned refused = 0;

	for (size_t i = 0; i < MANY; i++)
		keys[i] = test_key(stream, i);
	for (uint64_t seed = 0; seed < 300; seed++) {
		const struct filter_params params = {.seed = seed};
		struct filter *f;
		const char *why;
		unsigned seeds = 1;
		const enum filter_status status = filter_build(ops, &params, keys, MANY, &f, &why);

		if (status == FILTER_OK) {
			ops->destroy(f);
			continue;
		}
		assert_int_equal(status, FILTER_ESEED);
		assert_string_equal(why, "seed: the keys' cells cannot be peeled");
		refused++;
		assert_int_equal(build_filter(ops, &params, keys, MANY, &f, &seeds, &why), FILTER_OK);
		assert_true(seeds > 1);
		ops->destroy(f);
	}
	require(refused > 0, "no seed of 300 fails, of which a tenth should");
}
