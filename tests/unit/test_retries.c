/* SPDX-License-Identifier: MIT */
/* test_retries.c - which disturbed cells are measured again: never more often than allowed, within a third of the first
 * attempts' time, in turn. */
#include "tests/test.h"

#include "harness/programs/programs.h"
#include "harness/run/retries.h"

enum { CELLS = 4, REPS = 3 };

/* Repetitions of a few cells, each expected to take a second. */
static void
make_cells(struct planned at[CELLS * REPS])
{
	for (unsigned i = 0; i < CELLS * REPS; i++)
		at[i] = (struct planned){.cell = {.program = &program_life, .rep = i / CELLS}, .seconds = 1};
}

static struct retries
begin_with(struct planned *at, unsigned most)
{
	struct plan plan = {.at = at, .count = CELLS * REPS};
	struct ledger ledger = {.plan = &plan};
	struct retries r;
	size_t refused;

	retries_begin(&r, &plan, &ledger, most, &refused);
	assert_int_equal(refused, 0);
	assert_int_equal(r.count, 0);
	return r;
}

TEST(they_wait_for_their_repetition)
{
	struct planned at[CELLS * REPS];
	struct retries r;

	make_cells(at);
	r = begin_with(at, 2);
	assert_true(retries_settle(&r, &at[0], 1, true));
	assert_false(retries_settle(&r, &at[1], 1, false)); /* quiet */
	assert_true(retries_settle(&r, &at[2], 1, true));
	assert_null(retries_next(&r, &at[3]));
	assert_ptr_equal(retries_next(&r, &at[4]), &at[0]);
	assert_int_equal(at[0].cell.attempt, 1);
	assert_ptr_equal(retries_next(&r, NULL), &at[2]);
	assert_null(retries_next(&r, &at[4]));
	assert_null(retries_next(&r, NULL));
}

TEST(they_are_few)
{
	struct planned at[CELLS * REPS];
	struct retries r;

	make_cells(at);
	r = begin_with(at, 2);
	for (unsigned attempt = 0; attempt < 2; attempt++) {
		assert_true(retries_settle(&r, &at[0], 1, true));
		assert_ptr_equal(retries_next(&r, NULL), &at[0]);
		assert_int_equal(at[0].cell.attempt, attempt + 1);
	}
	assert_false(retries_settle(&r, &at[0], 1, true));
	r = begin_with(at, 0);
	assert_false(retries_settle(&r, &at[1], 1, true));
}

/* Twelve first attempts that each take two seconds allow for eight seconds of retries, wherever the noisy ones are. */
TEST(they_take_a_third)
{
	struct planned at[CELLS * REPS];

	for (unsigned from = 0; from <= CELLS * REPS - 5; from++) {
		struct retries r;
		unsigned again = 0;

		make_cells(at);
		r = begin_with(at, 1);
		for (unsigned i = 0; i < CELLS * REPS; i++)
			again += retries_settle(&r, &at[i], 2, i >= from && i < from + 5);
		assert_int_equal(again, 4);
	}
}
