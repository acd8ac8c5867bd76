/* SPDX-License-Identifier: MIT */
/*
 * test_litmus.c - the explorer against programs of a few lines whose outcomes are known: it must find each that C11
 * allows, and no other.
 *
 *      X = 1 |  r0 = Y          "00 01 11": r0 r1 in every way they may end. 10 would mean: the reader saw the flag,
 *      Y = 1 |  r1 = X          but not what the flag announces. Allowed if the flag's store or load is relaxed.
 *
 * The names are those of the literature (Alglave et al., "Herding cats", TOPLAS 2014; Lahav et al., PLDI 2017, section
 * 2).
 */
#include "tests/explore_litmus.h"

/* All outcomes, sorted, must be `expected`. */
static void
outcomes_are(struct litmus l, unsigned threads, const char *expected)
{
	struct explore_result result = litmus_run(&l, threads, EXPLORE_ALL);
	char found[OUTCOMES * (REGISTERS + WORDS + 1) + 1] = "";

	require(!result.failed, "%s\n%s", result.broken, result.schedule);
	require(result.complete, "not complete after %llu executions", (unsigned long long)result.executions);
	for (size_t i = 0; i < l.outcomes; i++)
		sprintf(found + strlen(found), "%s%s", i ? " " : "", l.seen[i]);
	require(strcmp(found, expected) == 0, "found %s, not %s", found, expected);
	for (unsigned i = 0; i < WORDS; i++)
		require(l.word[i] == 0, "word %u is not put back", i);
}

/* Programs. */

static void
message_passing(struct litmus *l, unsigned t)
{
	if (t == 0) {
		SHARED_STORE(X, 1, RLX);
		SHARED_STORE(Y, 1, l->store);
	} else {
		l->r[0] = SHARED_LOAD(Y, l->load);
		l->r[1] = SHARED_LOAD(X, RLX);
	}
}

TEST(test_message_passing)
{
	struct litmus l = {.run = message_passing, .registers = 2, .load = ACQ, .store = REL};

	outcomes_are(l, 2, "00 01 11");
	l.store = RLX;
	outcomes_are(l, 2, "00 01 10 11");
	l.store = REL, l.load = RLX;
	outcomes_are(l, 2, "00 01 10 11");
}

static void
store_buffering(struct litmus *l, unsigned t)
{
	SHARED_STORE(&l->word[t], 1, REL);
	l->r[t] = SHARED_LOAD(&l->word[1 - t], ACQ);
}

/* Both miss: allowed on every machine, and the reason why a lock is not two flags. */
TEST(test_store_buffering)
{
	outcomes_are((struct litmus){.run = store_buffering, .registers = 2}, 2, "00 01 10 11");
}

static void
load_buffering(struct litmus *l, unsigned t)
{
	l->r[t] = SHARED_LOAD(&l->word[t], RLX);
	SHARED_STORE(&l->word[1 - t], 1, RLX);
}

/* C11 would allow 11; RC11 and this explorer do not. */
TEST(test_load_buffering)
{
	outcomes_are((struct litmus){.run = load_buffering, .registers = 2}, 2, "00 01 10");
}

static void
coherence(struct litmus *l, unsigned t)
{
	if (t == 0) {
		SHARED_STORE(X, 1, RLX);
		SHARED_STORE(X, 2, RLX);
	} else {
		l->r[0] = SHARED_LOAD(X, RLX);
		l->r[1] = SHARED_LOAD(X, RLX);
	}
}

/* A thread never sees one word go back. */
TEST(test_coherence)
{
	outcomes_are((struct litmus){.run = coherence, .registers = 2}, 2, "00 01 02 11 12 22");
}

static void
two_writers(struct litmus *l, unsigned t)
{
	if (t < 2) {
		SHARED_STORE(X, t + 1, RLX);
	} else {
		l->r[2 * t - 4] = SHARED_LOAD(X, RLX);
		l->r[2 * t - 3] = SHARED_LOAD(X, RLX);
	}
}

/* And all threads agree on the order of its values: 1221 and 2112 are missing. */
TEST(test_coherence_of_readers)
{
	outcomes_are((struct litmus){.run = two_writers, .registers = 4}, 4,
	             "0000 0001 0002 0011 0012 0021 0022 0100 0101 0102 0111 0112 0121 0122 0200 0201 0202 0211 0212 "
	             "0221 0222 1100 1101 1102 1111 1112 1121 1122 1200 1201 1202 1211 1212 1222 2100 2101 2102 2111 "
	             "2121 2122 2200 2201 2202 2211 2212 2221 2222");
}

static void
own_store(struct litmus *l, unsigned t)
{
	SHARED_STORE(X, t + 1, RLX);
	l->r[t] = SHARED_LOAD(X, RLX);
}

/* A thread sees its own store or a later one. The word's final value is the last store. */
TEST(test_own_store)
{
	outcomes_are((struct litmus){.run = own_store, .registers = 2, .words = 1}, 2, "111 121 122 222");
}

static void
two_plus_two(struct litmus *l, unsigned t)
{
	SHARED_STORE(&l->word[t], 1, REL);
	SHARED_STORE(&l->word[1 - t], 2, REL);
}

/* 2+2W. Both words end as 1 only if a store is placed before one that is already there; C11 allows it, release
 * or not. */
TEST(test_two_plus_two)
{
	outcomes_are((struct litmus){.run = two_plus_two, .words = 2}, 2, "11 12 21 22");
}

static void
independent_reads(struct litmus *l, unsigned t)
{
	if (t < 2) {
		SHARED_STORE(&l->word[t], 1, REL);
	} else {
		l->r[2 * t - 4] = SHARED_LOAD(&l->word[t - 2], ACQ);
		l->r[2 * t - 3] = SHARED_LOAD(&l->word[3 - t], ACQ);
	}
}

/* IRIW: 1010, two readers that disagree on which store came first, is allowed without seq_cst. So all are. */
TEST(test_independent_reads)
{
	outcomes_are((struct litmus){.run = independent_reads, .registers = 4}, 4,
	             "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111");
}

static void
causality(struct litmus *l, unsigned t)
{
	if (t == 0) {
		SHARED_STORE(X, 1, RLX);
	} else if (t == 1) {
		l->r[0] = SHARED_LOAD(X, l->load);
		SHARED_STORE(Y, 1, REL);
	} else {
		l->r[1] = SHARED_LOAD(Y, ACQ);
		l->r[2] = SHARED_LOAD(X, RLX);
	}
}

/* WRC: a thread that learns of a value from another must read it too. Even a relaxed load counts: 110 is missing. */
TEST(test_causality)
{
	struct litmus l = {.run = causality, .registers = 3, .load = RLX};

	outcomes_are(l, 3, "000 001 010 011 100 101 111");
}

static void
release_sequence(struct litmus *l, unsigned t)
{
	if (t == 0) {
		SHARED_STORE(X, 1, RLX);
		SHARED_STORE(Y, 1, REL);
		if (l->store == RLX)
			SHARED_STORE(Y, 2, RLX);
	} else if (t == 1) {
		if (l->store == REL)
			SHARED_SWAP(Y, 1, 2);
	} else {
		l->r[0] = SHARED_LOAD(Y, ACQ);
		l->r[1] = SHARED_LOAD(X, RLX);
	}
}

/* A swap continues the release: 20 is missing. A relaxed store of the same thread does not (as in C++20). */
TEST(test_release_sequence)
{
	struct litmus l = {.run = release_sequence, .registers = 2, .store = REL};

	outcomes_are(l, 3, "00 01 11 21");
	l.store = RLX;
	outcomes_are(l, 3, "00 01 11 20 21");
}

static void
two_swaps(struct litmus *l, unsigned t)
{
	l->r[t] = SHARED_SWAP(X, 0, t + 1);
}

/* One of two swaps wins. */
TEST(test_two_swaps)
{
	outcomes_are((struct litmus){.run = two_swaps, .registers = 2, .words = 1}, 2, "012 101");
}

static void
swap_and_store(struct litmus *l, unsigned t)
{
	if (t == 0)
		l->r[0] = SHARED_SWAP(X, 0, 1);
	else
		SHARED_STORE(X, 2, RLX);
}

/* A store cannot come between what a swap has read and what it has written. */
TEST(test_swap_and_store)
{
	outcomes_are((struct litmus){.run = swap_and_store, .registers = 1, .words = 1}, 2, "02 12");
}

/* A lock, as the filters use one. */

static void
take(shared32 *lock)
{
	while (SHARED_LOAD(lock, RLX) != 0 || !SHARED_SWAP(lock, 0, 1))
		SHARED_WAIT(0);
}

static void
counter_under_lock(struct litmus *l, unsigned t)
{
	take(&l->lock);
	l->r[t] = SHARED_LOAD(X, RLX);
	SHARED_STORE(X, l->r[t] + 1, RLX);
	SHARED_STORE(&l->lock, 0, l->store);
}

TEST(test_lock)
{
	struct litmus l = {.run = counter_under_lock, .registers = 3, .words = 1, .store = REL};

	outcomes_are(l, 3, "0123 0213 1023 1203 2013 2103");
	l.store = RLX; /* released without the data that it guards: updates may be lost */
	l.registers = 2;
	outcomes_are(l, 2, "001 012 102");
}
