/* SPDX-License-Identifier: MIT */
/*
 * test_explorer.c - what the explorer must report for programs that never end, or that go wrong after a given number of
 * preemptions; and the judge of histories, on histories whose verdict is known.
 */
#include "tests/explore_choice.h"
#include "tests/explore_litmus.h"
#include "tests/history.h"

static void
crosswise(struct litmus *l, unsigned t)
{
	for (unsigned i = 0; i < 2; i++)
		while (!SHARED_SWAP(&l->word[i ^ t], 0, 1))
			SHARED_WAIT(0);
	for (unsigned i = 0; i < 2; i++)
		SHARED_STORE(&l->word[i ^ t], 0, REL);
}

TEST(test_deadlock)
{
	struct litmus l = {.run = crosswise};
	struct explore_result result = litmus_run(&l, 2, 1);

	require(result.failed && strstr(result.broken, "deadlock"), "two locks taken crosswise: '%s'", result.broken);
	require(strstr(result.schedule, "waits"), "the schedule does not show who waits:\n%s", result.schedule);
	require(!litmus_run(&l, 2, 0).failed, "without a preemption there is no deadlock");
}

static void
endless(struct litmus *l, unsigned t)
{
	(void)t;
	while (SHARED_LOAD(X, RLX) == 0)
		;
}

TEST(test_endless)
{
	struct litmus l = {.run = endless};
	struct explore_result result = litmus_run(&l, 1, 0);

	require(result.failed && strstr(result.broken, "no end"), "an endless loop: '%s'", result.broken);
}

/* Six swaps in turn, each of the value that the one before wrote: thread 1's first, thread 0's third last. */
static void
in_turn(struct litmus *l, unsigned t)
{
	for (uint64_t i = 0; i < 3; i++)
		l->r[t] += SHARED_SWAP(X, 2 * i + 1 - t, 2 * i + 2 - t);
	if (t == 0 && l->r[0] == 3)
		explore_fail("all six swaps done");
}

/* 1 0 1 0 1 0: the threads are preempted at every change except the last, where thread 1 has ended. */
TEST(test_preemption_bound)
{
	struct litmus l = {.run = in_turn};
	unsigned needed = 0;

	while (needed < EXPLORE_ALL && !litmus_run(&l, 2, needed).failed)
		needed++;
	require(needed == 4, "%u preemptions", needed);
}

/* A known state is visited again if more may be done from it. */
TEST(test_states)
{
	const uint64_t one = UINT64_C(0x123456789abcdef0), other = one + CHOICE_BUDGETS;

	choice_forget();
	require(!choice_is_known(one, 1) && choice_is_known(one, 1) && choice_is_known(one, 0),
	        "met with a budget of 1");
	require(!choice_is_known(one, 2) && choice_is_known(one, 1), "met with a budget of 2");
	require(!choice_is_known(other, 0), "another state");
	choice_release();
}

/* Histories of one cell. */

#define INSERT(t, from, to)                                   \
	{                                                     \
		OPERATION_INSERT, t, 0, from, to, true, false \
	}
#define REMOVE(t, from, to, found)                             \
	{                                                      \
		OPERATION_REMOVE, t, 0, from, to, found, false \
	}
#define HAS(t, from, to, found)                             \
	{                                                   \
		OPERATION_HAS, t, 0, from, to, found, false \
	}

TEST(test_histories)
{
	static const struct {
		const char *what;
		bool right;
		unsigned before, n;
		struct operation op[4];
	} histories[] = {
		{"nothing", true, 0, 0, {{0}}},
		{"found before it was there", false, 0, 2, {HAS(0, 0, 1, true), INSERT(1, 1, 2)}},
		{"found while it comes", true, 0, 2, {HAS(0, 0, 2, true), INSERT(1, 1, 3)}},
		{"not found while it comes", true, 0, 2, {HAS(0, 0, 2, false), INSERT(1, 1, 3)}},
		{"not found when it has come", false, 0, 2, {INSERT(1, 0, 1), HAS(0, 1, 2, false)}},
		{"found, then not", false, 0, 3, {INSERT(1, 0, 9), HAS(0, 1, 2, true), HAS(0, 2, 3, false)}},
		{"not found, then found", true, 0, 3, {INSERT(1, 0, 9), HAS(0, 1, 2, false), HAS(0, 2, 3, true)}},
		{"the order of a thread", false, 0, 3, {INSERT(1, 0, 9), HAS(0, 1, 8, true), HAS(0, 2, 9, false)}},
		{"one copy removed twice", false, 1, 2, {REMOVE(0, 0, 9, true), REMOVE(1, 0, 9, true)}},
		{"two copies removed twice", true, 2, 2, {REMOVE(0, 0, 9, true), REMOVE(1, 0, 9, true)}},
		{"a copy that is not found to remove", false, 1, 1, {REMOVE(0, 0, 1, false)}},
		{"removed by another first", true, 1, 2, {REMOVE(0, 0, 9, true), REMOVE(1, 0, 9, false)}},
		{"there throughout", false, 2, 3, {REMOVE(0, 0, 9, true), INSERT(0, 9, 18), HAS(1, 0, 18, false)}},
		{"refused, and so not there",
	         true,
	         0,
	         2,
	         {{OPERATION_INSERT, 0, 0, 0, 1, false, false}, HAS(0, 1, 2, false)}},
		{"a filter may be wrong", true, 0, 1, {{OPERATION_HAS, 0, 0, 0, 1, true, true}}},
		{"but not so", false, 1, 1, {{OPERATION_HAS, 0, 0, 0, 1, false, true}}},
		{"another cell", false, 1, 2, {{OPERATION_INSERT, 0, 1, 0, 1, true, false}, HAS(0, 0, 1, false)}},
	};

	for (size_t i = 0; i < COUNT_OF(histories); i++) {
		const unsigned before[] = {histories[i].before, 0};
		unsigned cell = history_broken_cell(histories[i].op, histories[i].n, before, 2);

		require(cell == (histories[i].right ? 2 : 0), "%s: cell %u", histories[i].what, cell);
	}
}
