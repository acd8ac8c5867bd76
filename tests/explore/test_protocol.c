/* SPDX-License-Identifier: MIT */
/*
 * test_protocol.c - copy, bump, clear: the protocol of the lock-free readers with nothing around it, two slots and two
 * versions.
 *
 *      move:     Q = x        copy           lookup:  v = VP, VQ
 *                VP += 2      bump                     P == x or Q == x: found
 *                P = 0        clear                    v == VP, VQ: not there;  else again
 *
 * x is there all the time, so "not there" is wrong. The very same stores are an insertion of y, whose fingerprint and
 * buckets are x's, followed by a deletion of y that removes the copy of x. So a deletion must bump, too. Every store is
 * release, and every load except the last two is acquire. Each of them must be seen to fail when it is made relaxed,
 * left out or moved. Otherwise the explorer would not see the fault in the filter either.
 */
#include "tests/explore.h"
#include "tests/test.h"

enum fault {
	NONE,
	NO_BUMP,
	BUMP_RELAXED,  /* a reader that sees the bump does not see the copy */
	BUMP_LAST,     /* after the clear */
	COPY_RELAXED,  /* no fault: the bump releases it */
	CLEAR_RELAXED, /* a reader that sees the clear does not see the bump */
	CLEAR_FIRST,
	DATA_RELAXED,    /* loads */
	VERSION_RELAXED, /* their first loads */
	NO_CHECK,
};

struct toy {
	shared32 version[2];
	shared64 slot[2];
	enum fault fault;
	unsigned moves;
};

enum { X_FINGERPRINT = 5 };

static memory_order
unless(const struct toy *w, enum fault fault, memory_order order)
{
	return w->fault == fault ? memory_order_relaxed : order;
}

static void
bump(struct toy *w, unsigned slot)
{
	if (w->fault != NO_BUMP)
		SHARED_STORE(&w->version[slot], SHARED_LOAD(&w->version[slot], memory_order_relaxed) + 2,
		             unless(w, BUMP_RELAXED, memory_order_release));
}

static void
move(struct toy *w, unsigned from)
{
	if (w->fault == CLEAR_FIRST)
		SHARED_STORE(&w->slot[from], 0, memory_order_release);
	SHARED_STORE(&w->slot[1 - from], X_FINGERPRINT, unless(w, COPY_RELAXED, memory_order_release));
	if (w->fault != BUMP_LAST)
		bump(w, from);
	if (w->fault != CLEAR_FIRST)
		SHARED_STORE(&w->slot[from], 0, unless(w, CLEAR_RELAXED, memory_order_release));
	if (w->fault == BUMP_LAST)
		bump(w, from);
}

static bool
has(struct toy *w)
{
	for (;;) {
		memory_order first = unless(w, VERSION_RELAXED, memory_order_acquire);
		memory_order data = unless(w, DATA_RELAXED, memory_order_acquire);
		uint64_t v0 = SHARED_LOAD(&w->version[0], first), v1 = SHARED_LOAD(&w->version[1], first);
		uint64_t s0 = SHARED_LOAD(&w->slot[0], data), s1 = SHARED_LOAD(&w->slot[1], data);

		if (s0 == X_FINGERPRINT || s1 == X_FINGERPRINT)
			return true;
		if (w->fault == NO_CHECK || (SHARED_LOAD(&w->version[0], memory_order_relaxed) == v0 &&
		                             SHARED_LOAD(&w->version[1], memory_order_relaxed) == v1))
			return false;
	}
}

static void
thread(void *world, unsigned t)
{
	struct toy *w = world;

	if (t == 0)
		for (unsigned i = 0; i < w->moves; i++)
			move(w, i % 2);
	else if (!has(w))
		explore_fail("x is not found");
}

static const char *
finish(void *world)
{
	struct toy *w = world;

	return w->slot[w->moves % 2] == X_FINGERPRINT ? NULL : "x is not where it was moved to";
}

static struct explore_result
explored(enum fault fault, unsigned moves, unsigned readers)
{
	struct toy w = {.fault = fault, .moves = moves, .slot = {X_FINGERPRINT, 0}};
	struct explore_test test = {
		.world = &w, .threads = 1 + readers, .thread = thread, .finish = finish, .preemptions = EXPLORE_ALL};
	struct explore_result result;

	explore_or_skip();
	explore(&test, &result);
	return result;
}

TEST(test_right)
{
	for (unsigned moves = 1; moves <= 3; moves++)
		for (unsigned readers = 1; readers <= (moves < 3 ? 2 : 1); readers++) {
			struct explore_result r = explored(NONE, moves, readers);

			require(!r.failed, "%u moves, %u readers: %s\n%s", moves, readers, r.broken, r.schedule);
			require(r.complete, "not complete");
			print_message("%u moves beside %u readers: %llu executions, %llu cut\n", moves, readers,
			              (unsigned long long)r.executions, (unsigned long long)r.cut);
		}
	require(!explored(COPY_RELAXED, 2, 1).failed, "a relaxed copy is released by the bump");
}

TEST(test_wrong)
{
	static const enum fault faults[] = {NO_BUMP,     BUMP_RELAXED, BUMP_LAST,       CLEAR_RELAXED,
	                                    CLEAR_FIRST, DATA_RELAXED, VERSION_RELAXED, NO_CHECK};

	for (size_t i = 0; i < COUNT_OF(faults); i++) {
		struct explore_result r = {.failed = false};
		unsigned moves = 1;

		while (moves <= 3 && !(r = explored(faults[i], moves, 1)).failed)
			moves++;
		require(r.failed, "fault %d is not seen", (int)faults[i]);
		print_message("fault %d: seen with %u moves in execution %llu\n", (int)faults[i], moves,
		              (unsigned long long)(r.executions + r.cut));
	}
}
