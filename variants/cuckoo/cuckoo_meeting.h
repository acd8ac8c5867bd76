/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_meeting.h - how the threads of one build wait for each other.
 *
 *      thread 0   work ---------> here --.
 *      thread 1   work --> here  spins   +--> met: all go on        spins too long --> sleeps until it is told
 *      thread 2   work -----> here spins '
 *
 * What they do between two meetings may take ten microseconds, and waking a thread that sleeps takes several times
 * that. So who waits spins, and sleeps only if that takes long: then whom it waits for is not running. It never yields.
 * Beside another process a yield may cost a turn of that, some milliseconds, and threads meet some hundred times. One
 * that sleeps is woken as soon as there is something to do.
 *
 * Memory order: to arrive is an acquire and a release of one word, in turn. The last one to arrive releases another
 * word, which the others acquire. So whoever goes on sees what all wrote before they arrived.
 */
#ifndef CUCKOOBENCH_CUCKOO_MEETING_H
#define CUCKOOBENCH_CUCKOO_MEETING_H

#include "core/shared.h"

#include <pthread.h>

/* Spins before a thread sleeps, of 10 to 40 ns each on recent processors: about the time that waking it takes. */
enum { MEETING_SPINS = 1 << 11 };

struct meeting {
	unsigned threads;
	pthread_mutex_t lock; /* for those who sleep */
	pthread_cond_t told;
	_Alignas(64) shared32 here; /* threads that have arrived */
	shared32 met;               /* meetings that are over */
};

#define MEETING_NEW                                                                 \
	{                                                                           \
		.lock = PTHREAD_MUTEX_INITIALIZER, .told = PTHREAD_COND_INITIALIZER \
	}

/* Changes a word that others wait for. Whoever sees the change sees what this thread did before. */
static inline void
meeting_tell(struct meeting *m, shared32 *word, uint32_t value)
{
	pthread_mutex_lock(&m->lock);
	SHARED_STORE(word, value, memory_order_release);
	pthread_cond_broadcast(&m->told);
	pthread_mutex_unlock(&m->lock);
}

/* Waits until a word is no longer `before`. */
static inline void
meeting_await(struct meeting *m, shared32 *word, uint32_t before)
{
	for (unsigned spins = 0; spins < MEETING_SPINS; spins++) {
		if (SHARED_LOAD(word, memory_order_acquire) != before)
			return;
		shared_pause();
	}
	pthread_mutex_lock(&m->lock);
	while (SHARED_LOAD(word, memory_order_acquire) == before)
		pthread_cond_wait(&m->told, &m->lock);
	pthread_mutex_unlock(&m->lock);
}

/* Waits until all threads are here. */
static inline void
meeting_meet(struct meeting *m)
{
	const uint32_t before = SHARED_LOAD(&m->met, memory_order_relaxed); /* it is not over without this thread */

	if (atomic_fetch_add_explicit(&m->here, 1, memory_order_acq_rel) + 1 < m->threads) {
		meeting_await(m, &m->met, before);
		return;
	}
	SHARED_STORE(&m->here, 0, memory_order_relaxed); /* the release of `met` comes after it */
	meeting_tell(m, &m->met, before + 1);
}

#endif
