/* SPDX-License-Identifier: MIT */
/* explore_litmus.h - programs of a few lines on a few words, and the set of their outcomes. */
#ifndef CUCKOOBENCH_TESTS_EXPLORE_LITMUS_H
#define CUCKOOBENCH_TESTS_EXPLORE_LITMUS_H

#include "tests/explore.h"
#include "tests/test.h"

enum { WORDS = 4, REGISTERS = 4, OUTCOMES = 64 };
#define RLX memory_order_relaxed
#define ACQ memory_order_acquire
#define REL memory_order_release

struct litmus {
	shared64 word[WORDS];
	shared32 lock;
	uint64_t r[REGISTERS];
	unsigned registers, words; /* how many belong to the outcome; words are read at the end */
	memory_order load, store;
	void (*run)(struct litmus *, unsigned);
	char seen[OUTCOMES][REGISTERS + WORDS + 1];
	size_t outcomes;
};

#define X (&l->word[0])
#define Y (&l->word[1])

static inline void
litmus_start(void *world)
{
	struct litmus *l = world;

	memset(l->r, 0, sizeof l->r);
}

static inline void
litmus_thread(void *world, unsigned t)
{
	struct litmus *l = world;

	l->run(l, t);
}

/* Records the outcome. */
static inline const char *
litmus_finish(void *world)
{
	struct litmus *l = world;
	char outcome[REGISTERS + WORDS + 1];
	unsigned n = 0;
	size_t at = 0;

	for (unsigned i = 0; i < l->registers; i++)
		outcome[n++] = (char)('0' + l->r[i]);
	for (unsigned i = 0; i < l->words; i++)
		outcome[n++] = (char)('0' + l->word[i]);
	outcome[n] = 0;
	while (at < l->outcomes && strcmp(l->seen[at], outcome) < 0)
		at++;
	if (at < l->outcomes && strcmp(l->seen[at], outcome) == 0)
		return NULL;
	if (l->outcomes == OUTCOMES)
		return "more outcomes than there is room for";
	memmove(l->seen[at + 1], l->seen[at], (l->outcomes - at) * sizeof l->seen[0]);
	memcpy(l->seen[at], outcome, sizeof outcome);
	l->outcomes++;
	return NULL;
}

static inline struct explore_result
litmus_run(struct litmus *l, unsigned threads, unsigned preemptions)
{
	struct explore_test test = {.world = l,
	                            .threads = threads,
	                            .start = litmus_start,
	                            .thread = litmus_thread,
	                            .finish = litmus_finish,
	                            .preemptions = preemptions};
	struct explore_result result;

	explore_or_skip();
	explore(&test, &result);
	return result;
}

#endif
