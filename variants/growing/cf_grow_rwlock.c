/* SPDX-License-Identifier: MIT */
/*
 * cf_grow_rwlock.c - a control: cf-rcu with a simpler guard, a read-write lock. Every batch, of lookups or of
 * insertions, shares it. A thread that replaces the table holds it exclusively, and keeps lookups out until the table
 * is split. The lock is one word that all threads write.
 *
 * The lock prefers writers (a glibc option; POSIX has no name for it). Otherwise readers that never pause would keep
 * the table from growing for ever.
 */
#include "variants/growing/growing.h"

static bool
rwlock_init(struct growing *g)
{
	pthread_rwlockattr_t kind;
	bool failed = pthread_rwlockattr_init(&kind) != 0;

	if (failed)
		return false;
	failed = pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) != 0 ||
	         pthread_rwlock_init(&g->guard.rwlock, &kind) != 0;
	pthread_rwlockattr_destroy(&kind);
	return !failed;
}

static void
rwlock_fini(struct growing *g)
{
	pthread_rwlock_destroy(&g->guard.rwlock);
}

static struct striped *
rwlock_enter(struct growing *g)
{
	pthread_rwlock_rdlock(&g->guard.rwlock);
	return atomic_load_explicit(&g->table, memory_order_relaxed);
}

static void
rwlock_leave(struct growing *g)
{
	pthread_rwlock_unlock(&g->guard.rwlock);
}

static void
rwlock_stop(struct growing *g)
{
	pthread_rwlock_wrlock(&g->guard.rwlock);
}

static const struct growing_guard rwlock = {rwlock_init,  rwlock_fini, rwlock_enter, rwlock_enter,
                                            rwlock_leave, rwlock_stop, rwlock_leave, growing_no_drain};

static const struct growing_kind kind = {&FILTER_KIND(growing), &rwlock, FILTER_NAME(growing_split)};

const struct filter_ops FILTER_OPS(cf_grow_rwlock) = {
	.name = "cf-grow-rwlock",
	.title = "CF, growing, read-write lock",
	.about = "cf-rcu with a read-write lock in the place of RCU: look-ups wait while it doubles",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED | FILTER_GROWS | FILTER_CONTROL,
	.facts = {.source = __FILE__, .params = {.fp_bits = 16, .slots = 4}, .ns = {220, 70, 80}},
	.kind = &kind,
	GROWING_OPS,
};
