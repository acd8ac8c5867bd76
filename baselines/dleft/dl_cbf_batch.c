/* SPDX-License-Identifier: MIT */
/*
 * dl_cbf_batch.c - dl-cbf-batch: dl-CBF whose operations fetch the buckets of the next keys of the call meanwhile. It
 * has a name of its own because dl-cbf handles one key after the other. The operations themselves stay in their order,
 * so that the table is dl-cbf's, bit for bit.
 *
 *      key i + AHEAD   hash, ask for its d buckets
 *      key i           operate
 */
#include "baselines/dleft/dleft_table.h"

/* AHEAD: four buckets a key, so twice as many lines as a core's first cache waits for (10 to 20). ROOM: a power of two
 * above it. */
enum { AHEAD = 8, ROOM = 16 };

/* The keys of a call, some of them hashed ahead. */
struct queue {
	const uint64_t *keys;
	size_t n, hashed;
	uint64_t ahead[ROOM];
};

ALWAYS_INLINE void
fetch(const struct dl_map *m, struct dl_shape s, uint64_t x)
{
	for (unsigned i = 0; i < s.d; i++) {
		const uint64_t bit = (dl_place(m, x, i) >> s.r) * s.b * (s.r + s.c);

		__builtin_prefetch(m->data + bit / 8, 1);
	}
}

/* Key i of the call, whose turn it is. */
ALWAYS_INLINE uint64_t
next(const struct dl_map *m, struct dl_shape s, struct queue *q, size_t i)
{
	while (q->hashed < q->n && q->hashed <= i + AHEAD) {
		const uint64_t x = dl_fingerprint(m, q->keys[q->hashed]);

		q->ahead[q->hashed++ % ROOM] = x;
		fetch(m, s, x);
	}
	return q->ahead[i % ROOM];
}

ALWAYS_INLINE size_t
insert_all(struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n)
{
	const struct dl_map m = f->map;
	struct queue q = {.keys = keys, .n = n};
	size_t k = 0;

	while (k < n && dl_insert_one(&m, s, next(&m, s, &q, k)))
		k++;
	f->items += k;
	return k;
}

ALWAYS_INLINE size_t
contains_all(const struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct dl_map m = f->map;
	struct queue q = {.keys = keys, .n = n};
	struct dl_group found;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = dl_find(&m, s, next(&m, s, &q, k), &found) != 0;
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
remove_all(struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n)
{
	const struct dl_map m = f->map;
	struct queue q = {.keys = keys, .n = n};
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		found += dl_remove_one(&m, s, next(&m, s, &q, k));
	f->items -= found;
	return found;
}

static size_t
dl_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct dl_filter *f = (struct dl_filter *)base;

#define INSERT(shape) insert_all(f, shape, keys, n)
	return DL_INSTANCES(f, INSERT);
#undef INSERT
}

static size_t
dl_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct dl_filter *f = (const struct dl_filter *)base;

#define LOOK_UP(shape) contains_all(f, shape, keys, n, hit)
	return DL_INSTANCES(f, LOOK_UP);
#undef LOOK_UP
}

static size_t
dl_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct dl_filter *f = (struct dl_filter *)base;

#define REMOVE(shape) remove_all(f, shape, keys, n)
	return DL_INSTANCES(f, REMOVE);
#undef REMOVE
}

const struct filter_ops FILTER_OPS(dl_cbf_batch) = {
	.name = "dl-cbf-batch",
	.title = "dl-CBF, batched",
	.about = "dl-cbf, all operations fetch the buckets of the call's next keys meanwhile",
	.twin = "dl-cbf",
	.facts = {.source = __FILE__, .params = {.tables = 4, .slots = 4}, .ns = {50, 40, 50}, .full = 75},
	DL_OPS,
	.insert = dl_batch_insert,
	.contains = dl_batch_contains,
	.remove = dl_batch_remove,
};
