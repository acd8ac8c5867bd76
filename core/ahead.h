/* SPDX-License-Identifier: MIT */
/*
 * ahead.h - the order of a loop over many keys whose lines are asked for some keys ahead.
 *
 *      keys        | some | the next | ...
 *      ask         |======|==========|=====
 *      use                |======|==========|=====      by then the lines have come
 *      place[]        0        1         0              what was asked for waits in two places in turn
 *
 *      struct ahead a = ahead_begin(n, SOME);
 *
 *      ask(keys, a.here, place[0]);
 *      for (; a.at < n; ahead_turn(&a)) {
 *              ask(keys + a.at + a.here, a.next, place[a.which ^ 1]);
 *              use(place[a.which], a.here, hit + a.at);
 *      }
 */
#ifndef CUCKOOBENCH_AHEAD_H
#define CUCKOOBENCH_AHEAD_H

#include "core/bits.h"

#include <stddef.h>

/* at: the first key to use; here: how many; next: how many to ask for behind them; which: the place of those to use. */
struct ahead {
	size_t n, some, at, here, next, which;
};

ALWAYS_INLINE struct ahead
ahead_begin(size_t n, size_t some)
{
	const size_t here = n < some ? n : some;

	return (struct ahead){.n = n, .some = some, .here = here, .next = n - here < some ? n - here : some};
}

ALWAYS_INLINE void
ahead_turn(struct ahead *a)
{
	size_t left;

	a->at += a->here;
	a->here = a->next;
	left = a->n - a->at - a->here;
	a->next = left < a->some ? left : a->some;
	a->which ^= 1;
}

#endif
