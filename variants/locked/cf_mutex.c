/* SPDX-License-Identifier: MIT */
/* cf_mutex.c - cf behind one mutex (locked.h): one thread at a time. */
#include "variants/locked/locked.h"

static int
mutex_init(struct locked *l)
{
	return pthread_mutex_init(&l->lock.mutex, NULL);
}

static void
mutex_fini(struct locked *l)
{
	pthread_mutex_destroy(&l->lock.mutex);
}

static void
mutex_lock(struct locked *l)
{
	pthread_mutex_lock(&l->lock.mutex);
}

static void
mutex_unlock(struct locked *l)
{
	pthread_mutex_unlock(&l->lock.mutex);
}

static const struct locking how = {mutex_init, mutex_fini, mutex_lock, mutex_lock, mutex_unlock};

LOCKED_OPERATIONS(how)

const struct filter_ops FILTER_OPS(cf_mutex) = {
	.name = "cf-mutex",
	.twin = "cf",
	.title = "CF, mutex",
	.about = "cf for many threads behind one mutex",
	.facts = {.source = __FILE__, .inside = "cf", .params = {.fp_bits = 12, .slots = 4}, .ns = {240, 90, 100}},
	.kind = &how,
	LOCKED_OPS,
};
