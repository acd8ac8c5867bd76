/* SPDX-License-Identifier: MIT */
/*
 * cf_rwlock.c - cf behind one read-write lock (locked.h): lookups run concurrently, everything else alone.
 *
 * The lock prefers writers (a glibc option; POSIX has no name for it). By default a writer waits until no reader holds
 * the lock, and two readers that look keys up without a pause overlap for ever.
 */
#include "variants/locked/locked.h"

static int
rwlock_init(struct locked *l)
{
	pthread_rwlockattr_t kind;
	int failed = pthread_rwlockattr_init(&kind);

	if (failed)
		return failed;
	failed = pthread_rwlockattr_setkind_np(&kind, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
	if (!failed)
		failed = pthread_rwlock_init(&l->lock.rwlock, &kind);
	pthread_rwlockattr_destroy(&kind);
	return failed;
}

static void
rwlock_fini(struct locked *l)
{
	pthread_rwlock_destroy(&l->lock.rwlock);
}

static void
rwlock_read(struct locked *l)
{
	pthread_rwlock_rdlock(&l->lock.rwlock);
}

static void
rwlock_write(struct locked *l)
{
	pthread_rwlock_wrlock(&l->lock.rwlock);
}

static void
rwlock_unlock(struct locked *l)
{
	pthread_rwlock_unlock(&l->lock.rwlock);
}

static const struct locking how = {rwlock_init, rwlock_fini, rwlock_read, rwlock_write, rwlock_unlock};

LOCKED_OPERATIONS(how)

const struct filter_ops FILTER_OPS(cf_rwlock) = {
	.name = "cf-rwlock",
	.twin = "cf",
	.title = "CF, read-write lock",
	.about = "cf for many threads behind one read-write lock",
	.facts = {.source = __FILE__, .inside = "cf", .params = {.fp_bits = 12, .slots = 4}, .ns = {250, 100, 110}},
	.kind = &how,
	LOCKED_OPS,
};
