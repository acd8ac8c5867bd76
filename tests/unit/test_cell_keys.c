/* SPDX-License-Identifier: MIT */
/*
 * test_cell_keys.c - the keys that a timed cell inserts and looks up (cell_keys.h), by a program that only draws and
 * checks them:
 *
 *      no set | the user's own set, halved | its copies, too | the lookups of a trace, in their order
 */
#include "tests/test.h"

#include "datasets/keys.h"
#include "harness/programs/cell_keys.h"
#include "harness/run/run.h"
#include "harness/run/running.h"

enum { MOST = 4096 };

/* What the cell's program found, for the test to check. */
static struct drawn {
	struct cell_keys k;
	uint64_t *keys, query[MOST], absent[MOST];
	uint64_t seed;
	size_t count, wanted, asked, items, absent_count, asked_present;
	unsigned percent;
} drawn;

static void (*look)(void);

static void
draw(struct run *run, const struct cell *cell)
{
	drawn.seed = run_seed(run, 0);
	drawn.count = cell_keys_open(&drawn.k, run, cell, 0, &drawn.keys, drawn.wanted);
	drawn.absent_count = cell_keys_absent_count(&drawn.k);
	cell_keys_absent(&drawn.k, drawn.absent, drawn.absent_count < MOST ? drawn.absent_count : MOST, 0);
	drawn.items = drawn.items ? drawn.items : drawn.count;
	cell_keys_ask(&drawn.k, drawn.query, drawn.asked, drawn.percent, drawn.items, run_seed(run, 1), 1);
	drawn.asked_present = cell_keys_asked_present(&drawn.k, drawn.items);
	look();
}

static void
estimate(const struct cell *cell, struct cell_estimate *e)
{
	cell_keys_estimate(cell, drawn.wanted, e);
}

static const struct program program_draw = {.name = "draw", .timed = false, .run = draw, .estimate = estimate};

/* Draws keys and lookups, and lets `then` check them. */
static void
with(const struct key_set *keys, const struct key_set *asked, void (*then)(void))
{
	const struct options o = {.seed = test_seed()};
	const struct planned planned = {
		.cell = {.program = &program_draw, .keys = keys, .asked = asked, .params = {.hash = "xxh3"}},
		.label = "draw"};
	struct run_notes notes;
	FILE *out = tmpfile();

	look = then;
	require(out && run_cell(&planned, &o, out, &notes) == 0, "the cell failed");
	fclose(out);
}

static bool
is_in(const uint64_t *keys, size_t n, uint64_t key)
{
	for (size_t i = 0; i < n; i++)
		if (keys[i] == key)
			return true;
	return false;
}

/* How many lookups are for a key among the first `items`. */
static size_t
present_questions(void)
{
	size_t n = 0;

	for (size_t i = 0; i < drawn.asked; i++)
		n += is_in(drawn.keys, drawn.items, drawn.query[i]);
	return n;
}

/* --- random integers ---------------------------------------------------------------------------------------- */

static void
are_random(void)
{
	uint64_t expected[64];
	const size_t in = present_questions();

	keys_fill(expected, 64, drawn.seed, 0);
	require(drawn.count == 64 && memcmp(expected, drawn.keys, sizeof expected) == 0,
	        "not the first keys of the stream");
	require(drawn.absent_count == SIZE_MAX && drawn.absent[5] == key_at(drawn.seed, KEYS_ABSENT + 5),
	        "not its absent keys");
	require(drawn.percent == 0     ? in == 0
	        : drawn.percent == 100 ? in == MOST
	                               : in > MOST * 45 / 100 && in < MOST * 55 / 100,
	        "%zu of %d questions are for keys that are in, of %u %%", in, MOST, drawn.percent);
	require(drawn.asked_present == 0, "there is no trace");
}

TEST(without_a_set)
{
	for (unsigned percent = 0; percent <= 100; percent += 50) {
		drawn = (struct drawn){.wanted = 64, .asked = MOST, .percent = percent};
		with(NULL, NULL, are_random);
	}
}

/* --- one's own ------------------------------------------------------------------------------------------------ */

/* A set of the integers 0, 1, ..., or of strings; with copies, i occurs i % 3 + 1 times. */
static struct key_set
set_of(size_t n, bool strings, enum keyset_copies copies)
{
	struct key_set set = {.name = "own"};
	char why[KEYSET_WHY];

	keyset_init(&set.read, "own");
	set.read.copies = copies;
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t copy = 0; copy <= (copies == KEYSET_COUNTED ? i % 3 : 0); copy++)
			require(strings ? keyset_add_bytes(&set.read, &i, 8) : keyset_add(&set.read, i), "memory");
	require(keyset_finish(&set.read, why) == KEYSET_OK, "%s", why);
	return set;
}

static void
are_halves(void)
{
	require(drawn.count == (drawn.wanted < 500 ? drawn.wanted : 500), "%zu keys to insert", drawn.count);
	require(drawn.absent_count == 500, "%zu absent keys", drawn.absent_count);
	for (size_t i = 0; i < drawn.count; i++)
		require(!is_in(drawn.keys, i, drawn.keys[i]), "a key twice");
	for (size_t i = 0; i < 500; i++)
		require(!is_in(drawn.absent, i, drawn.absent[i]) && !is_in(drawn.keys, drawn.count, drawn.absent[i]),
		        "no key of the other half");
	require(present_questions() == (drawn.percent ? MOST : 0), "%zu questions are for keys that are in",
	        present_questions());
	for (size_t i = 0; i < MOST && drawn.percent == 0; i++)
		require(is_in(drawn.absent, 500, drawn.query[i]), "a question for no key of the set");
}

TEST(halves_of_a_set)
{
	for (int strings = 0; strings < 2; strings++) {
		struct key_set own = set_of(1000, strings, KEYSET_DROPPED);

		for (unsigned percent = 0; percent <= 100; percent += 100)
			for (size_t wanted = 300; wanted <= 600; wanted += 300) {
				drawn = (struct drawn){.wanted = wanted,
				                       .asked = MOST,
				                       .percent = percent,
				                       .items = percent ? 200 : 0};
				with(&own, NULL, are_halves);
			}
		keyset_destroy(&own.read);
	}
}

/* Integers are their own keys, so the number of times that each must occur is known. */
static void
have_their_copies(void)
{
	size_t copies = 0, beside = 0;

	for (size_t i = 0; i < drawn.count; i++) {
		size_t times = 0;

		for (size_t j = 0; j < drawn.count; j++)
			times += drawn.keys[i] == drawn.keys[j];
		require(times == drawn.keys[i] % 3 + 1, "key %d is inserted %zu times", (int)drawn.keys[i], times);
		copies += times > 1;
		beside += i > 0 && drawn.keys[i] == drawn.keys[i - 1];
	}
	require(drawn.k.draw.half == 150 && copies > 100 && beside < copies / 4,
	        "%zu copies, of which %zu follow one another", copies, beside);
}

static void
are_cut_off(void)
{
	require(drawn.count == 100, "%zu of 100", drawn.count);
}

TEST(copies_of_a_set)
{
	struct key_set own = set_of(300, false, KEYSET_COUNTED);

	drawn = (struct drawn){.wanted = 2000};
	with(&own, NULL, have_their_copies);
	drawn = (struct drawn){.wanted = 100};
	with(&own, NULL, are_cut_off);
	keyset_destroy(&own.read);
}

/* --- questions ------------------------------------------------------------------------------------------------ */

/* For 0, 1000, 0, 1001, 1, 1000, 1, 1001, ...: each key of 100 that occur twice, and two that never occur. */
static struct key_set
trace_of(bool present, bool absent)
{
	struct key_set set = {.name = "trace"};
	char why[KEYSET_WHY];

	keyset_init(&set.read, "trace");
	set.read.copies = KEYSET_KEPT;
	for (uint64_t i = 0; i < 200; i++)
		require((!present || keyset_add(&set.read, i / 2)) && (!absent || keyset_add(&set.read, 1000 + i % 2)),
		        "memory");
	require(keyset_finish(&set.read, why) == KEYSET_OK, "%s", why);
	return set;
}

/* At 50 % the k-th lookup of a present key is the trace's k-th, and the same for absent keys. */
static void
are_in_order(void)
{
	size_t in = 0, out = 0;

	require(drawn.count == 100 && drawn.asked_present == 200, "%zu keys, %zu questions", drawn.count,
	        drawn.asked_present);
	require(drawn.absent_count == 2 && drawn.absent[0] == 1000 && drawn.absent[1] == 1001, "%zu absent keys",
	        drawn.absent_count);
	for (size_t i = 0; i < drawn.asked; i++)
		if (drawn.query[i] < 1000) {
			require(drawn.query[i] == in / 2 % 100, "question %zu for a key that is in: %d", in,
			        (int)drawn.query[i]);
			in++;
		} else {
			require(drawn.query[i] == 1000 + out % 2, "question %zu for a key that is not: %d", out,
			        (int)drawn.query[i]);
			out++;
		}
	require(in > MOST * 45 / 100 && out > MOST * 45 / 100, "%zu and %zu", in, out);
}

/* While the table is partly full, lookups of present keys are only for keys that are in by then. */
static void
are_in_by_then(void)
{
	require(present_questions() == MOST && drawn.asked_present == 2 * drawn.items, "%zu of %d", present_questions(),
	        MOST);
}

/* Lookups that the trace lacks are drawn at random. */
static void
are_drawn(void)
{
	const size_t in = present_questions();

	require(in > MOST * 45 / 100 && in < MOST * 55 / 100, "%zu of %d", in, MOST);
	for (size_t i = 0; i < drawn.asked && drawn.absent_count == SIZE_MAX; i++)
		require(drawn.query[i] < 100 || drawn.query[i] > 1001, "a question that was not asked");
}

TEST(questions_of_a_trace)
{
	struct key_set own = set_of(100, false, KEYSET_DROPPED), both = trace_of(true, true),
		       in = trace_of(true, false), out = trace_of(false, true);
	const struct key_set uniform = {.name = "uniform", .stream = stream_all};

	drawn = (struct drawn){.wanted = 2000, .asked = MOST, .percent = 50};
	with(&own, &both, are_in_order);
	drawn = (struct drawn){.wanted = 2000, .asked = MOST, .percent = 100, .items = 30};
	with(&own, &both, are_in_by_then);
	drawn = (struct drawn){.wanted = 2000, .asked = MOST, .percent = 50};
	with(&own, &in, are_drawn);
	require(drawn.absent_count == SIZE_MAX, "absent keys of a trace that has none");
	drawn = (struct drawn){.wanted = 2000, .asked = MOST, .percent = 50};
	with(&own, &out, are_drawn);
	require(drawn.absent_count == 2, "%zu absent keys", drawn.absent_count);
	drawn = (struct drawn){.wanted = 2000, .asked = MOST, .percent = 50};
	with(&own, &uniform, are_drawn);
	keyset_destroy(&own.read);
	keyset_destroy(&both.read);
	keyset_destroy(&in.read);
	keyset_destroy(&out.read);
}
