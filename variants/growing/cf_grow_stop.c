/* SPDX-License-Identifier: MIT */
/*
 * cf_grow_stop.c - a control: cf-rcu with a simpler guard, the stopped world. A thread that replaces the table raises a
 * flag and waits. Every other thread parks before its next batch, so lookups are kept out until the table is split.
 *
 *      gates   | threads in |    | threads in |    | ...      a thread counts itself in at a gate with its own line
 *                    \_________________\_______ all 0: the world is stopped
 */
#include "variants/growing/growing.h"

#include <stdlib.h>

/* Gates for the threads of a whole machine; two threads that use the same gate only share a line. Each gate has a pair
 * of lines, because of the adjacent-line prefetcher. */
enum { GATES = 64 };
struct growing_gate {
	_Alignas(128) _Atomic uint32_t in;
};

static bool
stop_init(struct growing *g)
{
	g->guard.gates = aligned_alloc(128, GATES * sizeof *g->guard.gates);
	for (size_t i = 0; g->guard.gates && i < GATES; i++)
		atomic_init(&g->guard.gates[i].in, 0);
	return g->guard.gates != NULL;
}

static void
stop_fini(struct growing *g)
{
	free(g->guard.gates);
}

static struct growing_gate *
own_gate(const struct growing *g)
{
	return &g->guard.gates[rng_mix((uint64_t)pthread_self()) % GATES];
}

/*
 * Here a thread stores "I am in" and then loads "is it stopped?". stop_stop stores "stopped" and then loads "who is
 * in?". Each pair is a store and a load of different words. One of the two threads must see the other's store. That
 * requires both pairs to be sequentially consistent.
 */
static struct striped *
stop_enter(struct growing *g)
{
	struct growing_gate *gate = own_gate(g);

	for (;;) {
		atomic_fetch_add_explicit(&gate->in, 1, memory_order_seq_cst);
		if (!atomic_load_explicit(&g->stopped, memory_order_seq_cst))
			return atomic_load_explicit(&g->table, memory_order_acquire);
		atomic_fetch_sub_explicit(&gate->in, 1, memory_order_release);
		pthread_mutex_lock(&g->growth); /* parked until the world continues */
		pthread_mutex_unlock(&g->growth);
	}
}

/* Release: what the thread did in the table comes before the world is stopped (acquire below). */
static void
stop_leave(struct growing *g)
{
	atomic_fetch_sub_explicit(&own_gate(g)->in, 1, memory_order_release);
}

static void
stop_stop(struct growing *g)
{
	atomic_store_explicit(&g->stopped, true, memory_order_seq_cst);
	for (size_t i = 0; i < GATES; i++)
		for (unsigned spins = 0; atomic_load_explicit(&g->guard.gates[i].in, memory_order_seq_cst); spins++)
			SHARED_WAIT(spins);
}

static void
stop_go_on(struct growing *g)
{
	atomic_store_explicit(&g->stopped, false, memory_order_seq_cst);
}

static const struct growing_guard stop = {stop_init,  stop_fini, stop_enter, stop_enter,
                                          stop_leave, stop_stop, stop_go_on, growing_no_drain};

static const struct growing_kind kind = {&FILTER_KIND(growing), &stop, FILTER_NAME(growing_split)};

const struct filter_ops FILTER_OPS(cf_grow_stop) = {
	.name = "cf-grow-stop",
	.title = "CF, growing, stop the world",
	.about = "cf-rcu that stops all threads while it doubles",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED | FILTER_GROWS | FILTER_CONTROL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 16, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &kind,
	GROWING_OPS,
};
