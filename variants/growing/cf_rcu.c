/* SPDX-License-Identifier: MIT */
/*
 * cf_rcu.c - cf-rcu: CF that doubles while lookups continue. Userspace RCU reclaims its tables (liburcu; Desnoyers,
 * McKenney et al., "User-level implementations of read-copy update", IEEE TPDS 2012). Open vSwitch's cmap keeps its
 * tables the same way.
 *
 *      reader   | read lock . table . look up a batch . unlock |                    never waits
 *      writer   | read lock . stopped? . table . write a batch . unlock |           waits only while a table is split
 *
 *      growth   stopped = true   synchronize   split   publish   stopped = false   synchronize   free
 *                                ^ writers that did not see it have left           ^ readers of the old table have left
 *
 * A table of fixed size frees nothing, changes in place, and has no use for RCU: cf-striped does without. Here RCU
 * guards the one pointer that is replaced. It does not order what happens inside a table. striped_ops.h does, and its
 * readers and writers work as always.
 *
 * Writers are RCU readers too. synchronize_rcu returns when every critical section that was open when it was called has
 * ended. A section that opens later sees what was stored before the call. So growth waits for a writer, or the writer
 * sees `stopped`, leaves and waits. Stopping the writers costs each of them one load. Growth also waits for the
 * sections of lookups, although they would do no harm: one batch.
 *
 * Flavour: bp, which registers a thread at its first lock and forgets it when it ends, because a filter does not learn
 * of its threads. (QSBR needs threads that report quiescence. memb needs registration; a thread-local of ours would do
 * what bp does.) A lock and an unlock are two calls, about 20 ns a batch together. The inlined ones of the library's
 * LGPL headers would save most of that, a fraction of a nanosecond a key in batches of 256.
 *
 * The pointer is published and read with C11's release and acquire, so that ThreadSanitizer follows it. It cannot see
 * the library's own barriers, because the compiler's model lacks them. So the two macros below inform it that a section
 * ended before synchronize_rcu returned. In other builds they are nothing.
 */
#include "core/sanitized.h"
#include "variants/growing/growing.h"

#include <urcu/urcu-bp.h>

#if SANITIZED_THREADS
#include <sanitizer/tsan_interface.h>
#define SECTION_ENDS(g) __tsan_release(&(g)->guard.tag)
#define SECTIONS_HAVE_ENDED(g) __tsan_acquire(&(g)->guard.tag)
#else
#define SECTION_ENDS(g) ((void)(g))
#define SECTIONS_HAVE_ENDED(g) ((void)(g))
#endif

static bool
rcu_init(struct growing *g)
{
	(void)g; /* the library initialises itself */
	return true;
}

static void
rcu_fini(struct growing *g)
{
	(void)g;
}

/* Acquire: pairs with the publication of the table. */
static struct striped *
rcu_enter(struct growing *g)
{
	urcu_bp_read_lock();
	return atomic_load_explicit(&g->table, memory_order_acquire);
}

static void
rcu_leave(struct growing *g)
{
	SECTION_ENDS(g);
	urcu_bp_read_unlock();
}

/* Acquire: a thread that sees `stopped` cleared sees the table that was published before. */
static struct striped *
rcu_enter_to_write(struct growing *g)
{
	for (;;) {
		urcu_bp_read_lock();
		if (!atomic_load_explicit(&g->stopped, memory_order_acquire))
			return atomic_load_explicit(&g->table, memory_order_acquire);
		rcu_leave(g);
		pthread_mutex_lock(&g->growth); /* while the table is being replaced */
		pthread_mutex_unlock(&g->growth);
	}
}

static void
rcu_drain(struct growing *g)
{
	urcu_bp_synchronize_rcu();
	SECTIONS_HAVE_ENDED(g);
}

static void
rcu_stop(struct growing *g)
{
	atomic_store_explicit(&g->stopped, true, memory_order_release);
	rcu_drain(g);
}

static void
rcu_go_on(struct growing *g)
{
	atomic_store_explicit(&g->stopped, false, memory_order_release);
}

static const struct growing_guard rcu = {rcu_init,  rcu_fini, rcu_enter, rcu_enter_to_write,
                                         rcu_leave, rcu_stop, rcu_go_on, rcu_drain};

static const struct growing_kind kind = {&FILTER_KIND(growing), &rcu, FILTER_NAME(growing_split)};

const struct filter_ops FILTER_OPS(cf_rcu) = {
	.name = "cf-rcu",
	.title = "CF, growing",
	.about = "cf-striped that doubles by fingerprint bits while look-ups go on; tables reclaimed by RCU",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED | FILTER_GROWS,
	.facts = {.source = __FILE__, .params = {.fp_bits = 16, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &kind,
	GROWING_OPS,
};
