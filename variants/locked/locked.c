/* SPDX-License-Identifier: MIT */
/*
 * locked.c - the single-threaded plain cuckoo filter behind one lock: cf-mutex and cf-rwlock. This is the simplest way
 * to share it, and the baseline for every concurrent filter.
 *
 *      cf-mutex     any operation:      lock   | cf's own operation |   unlock          one thread at a time
 *      cf-rwlock    insert, remove:     write lock | ... | unlock                       one thread at a time
 *                   contains:           read lock  | ... | unlock                       concurrent with other lookups
 *
 * A batch of n keys takes the lock n times. It means n single operations (core/filter.h), and a caller with one key
 * pays no less. Everything else is cf: the same table after the same operations, byte for byte.
 *
 * pthreads do not report how long a thread waited for a lock, so info's contention stays 0.
 */
#include "variants/cuckoo/cuckoo.h"

#include <pthread.h>
#include <stdlib.h>

struct locked {
	struct filter base;
	struct filter *cf;
	union {
		pthread_mutex_t mutex;
		pthread_rwlock_t rwlock;
	} lock;
};

/* A lock: filter_ops.kind. The loops over keys receive it as a constant, so that no call of it is indirect. */
struct locking {
	int (*init)(struct locked *);
	void (*fini)(struct locked *);
	void (*for_reading)(struct locked *);
	void (*for_writing)(struct locked *);
	void (*unlock)(struct locked *);
};

extern const struct filter_ops FILTER_OPS(cf);

ALWAYS_INLINE size_t
locked_insert(struct locked *l, struct locking how, const uint64_t *keys, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		bool accepted;

		how.for_writing(l);
		accepted = FILTER_OPS(cf).insert(l->cf, &keys[k], 1);
		how.unlock(l);
		if (!accepted)
			return k;
	}
	return n;
}

ALWAYS_INLINE size_t
locked_contains(struct locked *l, struct locking how, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		how.for_reading(l);
		hits += FILTER_OPS(cf).contains(l->cf, &keys[k], 1, &hit[k]);
		how.unlock(l);
	}
	return hits;
}

ALWAYS_INLINE size_t
locked_remove(struct locked *l, struct locking how, const uint64_t *keys, size_t n)
{
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		how.for_writing(l);
		found += FILTER_OPS(cf).remove(l->cf, &keys[k], 1);
		how.unlock(l);
	}
	return found;
}

/* The filter with its lock, writable even if the caller's pointer is const: a lookup changes the lock. */
ALWAYS_INLINE struct locked *
locked_of(const struct filter *base)
{
	return (struct locked *)(uintptr_t)base;
}

static void
locked_info(const struct filter *base, struct filter_info *info)
{
	const struct locking *how = base->ops->kind;
	struct locked *l = locked_of(base);

	how->for_reading(l);
	FILTER_OPS(cf).info(l->cf, info);
	how->unlock(l);
}

/* Wraps a filter with a lock. On failure it destroys the filter. */
static enum filter_status
locked_around(const struct filter_ops *self, struct filter *cf, struct filter **out)
{
	const struct locking *how = self->kind;
	struct locked *l = calloc(1, sizeof *l);

	if (!l || how->init(l) != 0) {
		free(l);
		FILTER_OPS(cf).destroy(cf);
		return FILTER_ENOMEM;
	}
	l->base.ops = self;
	l->cf = cf;
	*out = &l->base;
	return FILTER_OK;
}

static enum filter_status
locked_create(const struct filter_ops *self, const struct filter_params *p, struct filter **out, const char **why)
{
	enum filter_status status = filter_create(&FILTER_OPS(cf), p, out, why);
	struct filter *cf = *out;

	if (status != FILTER_OK)
		return status;
	*out = NULL;
	status = locked_around(self, cf, out);
	if (status != FILTER_OK)
		*why = "the lock does not fit in memory";
	return status;
}

static const char *
locked_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	(void)self;
	return FILTER_OPS(cf).settle(&FILTER_OPS(cf), p, bytes);
}

static void
locked_destroy(struct filter *base)
{
	struct locked *l = (struct locked *)base;

	if (!l)
		return;
	FILTER_OPS(cf).destroy(l->cf);
	((const struct locking *)base->ops->kind)->fini(l);
	free(l);
}

static const char *
locked_check(const struct filter *base)
{
	return FILTER_OPS(cf).check(locked_of(base)->cf);
}

/* Saves as cf does, under the wrapper's own name. */
static enum filter_status
locked_save(const struct filter *base, FILE *file)
{
	struct cuckoo cf = *(const struct cuckoo *)locked_of(base)->cf;
	struct filter_ops named = FILTER_OPS(cf);

	named.name = base->ops->name;
	cf.base.ops = &named;
	return family_save(&cf.base, file);
}

/* Loads as cf does, under the wrapper's own name. */
static enum filter_status
locked_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct filter_ops named = FILTER_OPS(cf);
	struct filter *cf;
	enum filter_status status;

	named.name = self->name;
	status = filter_load(&named, file, place, &cf);
	*out = NULL;
	if (status != FILTER_OK)
		return status;
	cf->ops = &FILTER_OPS(cf);
	return locked_around(self, cf, out);
}

/* The operations with the lock of `id`, and their entries in ops. */
#define LOCKED_OPERATIONS(id)                                                                             \
	static size_t id##_insert(struct filter *f, const uint64_t *keys, size_t n)                       \
	{                                                                                                 \
		return locked_insert(locked_of(f), id, keys, n);                                          \
	}                                                                                                 \
	static size_t id##_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                 \
		return locked_contains(locked_of(f), id, keys, n, hit);                                   \
	}                                                                                                 \
	static size_t id##_remove(struct filter *f, const uint64_t *keys, size_t n)                       \
	{                                                                                                 \
		return locked_remove(locked_of(f), id, keys, n);                                          \
	}
#define LOCKED_OPS(id)                                                                                     \
	.twin = "cf", .caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED, .kind = &id, \
	.uses = CUCKOO_USES, .create = locked_create, .settle = locked_settle, .destroy = locked_destroy,  \
	.insert = id##_insert, .contains = id##_contains, .remove = id##_remove, .info = locked_info,      \
	.check = locked_check, .save = locked_save, .load = locked_load

/* --- one mutex: one thread at a time ------------------------------------------------------------------------- */

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

static const struct locking mutex = {mutex_init, mutex_fini, mutex_lock, mutex_lock, mutex_unlock};

LOCKED_OPERATIONS(mutex)

const struct filter_ops FILTER_OPS(cf_mutex) = {
	.name = "cf-mutex",
	.title = "CF, mutex",
	.about = "cf for many threads behind one mutex",
	.facts = {.source = __FILE__, .inside = "cf", .params = {.fp_bits = 12, .slots = 4}, .ns = {240, 90, 100}},
	LOCKED_OPS(mutex),
};

/*
 * --- one read-write lock: lookups run concurrently, everything else alone ------------------------------------
 *
 * The lock prefers writers (a glibc option; POSIX has no name for it). By default a writer waits until no reader holds
 * the lock, and two readers that look keys up without a pause overlap for ever.
 */
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

static const struct locking rwlock = {rwlock_init, rwlock_fini, rwlock_read, rwlock_write, rwlock_unlock};

LOCKED_OPERATIONS(rwlock)

const struct filter_ops FILTER_OPS(cf_rwlock) = {
	.name = "cf-rwlock",
	.title = "CF, read-write lock",
	.about = "cf for many threads behind one read-write lock",
	.facts = {.source = __FILE__, .inside = "cf", .params = {.fp_bits = 12, .slots = 4}, .ns = {250, 100, 110}},
	LOCKED_OPS(rwlock),
};
