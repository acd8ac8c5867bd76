/* SPDX-License-Identifier: MIT */
/*
 * qf_batch.c - qf-batch: QF whose operations fetch the slots of the next keys of the call meanwhile. It has a name of
 * its own because qf handles one key after the other. The operations themselves stay in their order, and the table is
 * qf's, bit for bit, in any case (qf.c).
 *
 *      key i + AHEAD   hash, ask for the line of its canonical slot, and the next one
 *      key i           operate
 */
#include "baselines/quotient/quotient.h"
#include "baselines/quotient/quotient_keys.h"

/* AHEAD: two lines a key, so twice as many as a core's first cache waits for (10 to 20). ROOM: a power of two above
 * it. */
enum { AHEAD = 16, ROOM = 32 };

/* The keys of a call, some of them hashed ahead. */
struct queue {
	const uint64_t *keys;
	size_t n, hashed;
	uint64_t ahead[ROOM];
};

/* At 90 % a cluster has some 40 slots of 12 bits, a line. The next one may lie behind the table: nothing is read. */
ALWAYS_INLINE void
fetch(const struct qf_map *m, struct qf_shape s, uint64_t h)
{
	const uint8_t *home = m->data + qf_canonical(m, s, h) / 8;

	__builtin_prefetch(home, 1);
	__builtin_prefetch(home + 64, 1);
}

/* The hash of key i of the call, whose turn it is. */
ALWAYS_INLINE uint64_t
next(const struct qf_map *m, struct qf_shape s, struct queue *q, size_t i)
{
	while (q->hashed < q->n && q->hashed <= i + AHEAD) {
		const uint64_t h = hash_key(&m->hash, q->keys[q->hashed]);

		q->ahead[q->hashed++ % ROOM] = h;
		fetch(m, s, h);
	}
	return q->ahead[i % ROOM];
}

ALWAYS_INLINE size_t
insert_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n)
{
	struct queue q = {.keys = keys, .n = n};

	for (size_t i = 0; i < n; i++)
		qf_insert_one(&m, s, next(&m, s, &q, i));
	return n;
}

ALWAYS_INLINE size_t
contains_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct queue q = {.keys = keys, .n = n};
	size_t hits = 0;

	s.probed = true;
	for (size_t i = 0; i < n; i++) {
		hit[i] = qf_contains_one(&m, s, next(&m, s, &q, i));
		hits += hit[i];
	}
	return hits;
}

ALWAYS_INLINE size_t
remove_all(const struct qf_map m, struct qf_shape s, const uint64_t *keys, size_t n)
{
	struct queue q = {.keys = keys, .n = n};
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += qf_remove_one(&m, s, next(&m, s, &q, i));
	return found;
}

static size_t
qf_batch_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;

	n = qf_room(f, n);
#define INSERT(shape) insert_all(f->map, shape, keys, n)
	f->items += QF_INSTANCES(f->shape, INSERT);
#undef INSERT
	return n;
}

static size_t
qf_batch_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct qf_filter *f = (const struct qf_filter *)base;

#define LOOK_UP(shape) contains_all(f->map, shape, keys, n, hit)
	return QF_INSTANCES(f->shape, LOOK_UP);
#undef LOOK_UP
}

static size_t
qf_batch_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct qf_filter *f = (struct qf_filter *)base;
	size_t found;

#define REMOVE(shape) remove_all(f->map, shape, keys, n)
	found = QF_INSTANCES(f->shape, REMOVE);
#undef REMOVE
	f->items -= found;
	return found;
}

const struct filter_ops FILTER_OPS(qf_batch) = {
	.name = "qf-batch",
	.title = "QF, batched",
	.about = "qf, all operations fetch the slots of the call's next keys meanwhile",
	.twin = "qf",
	.facts = {.source = __FILE__, .params = {.fp_bits = 9}, .ns = {150, 80, 150}, .full = 90},
	QF_OPS,
	.view = family_view,
	.insert = qf_batch_insert,
	.contains = qf_batch_contains,
	.remove = qf_batch_remove,
};
