/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_ahead.h - insertions and deletions that are pipelined across the keys of a call: the lines of keys to come are asked for while
 * those before them are dealt with.
 *
 *      keys       | block 0 | block 1 | block 2 | ...
 *      locate     |    0    |    1    |    2    |          hash, both buckets, ask for their lines
 *      remove               |    0    |    1    |          by then they are there
 *
 * Block by block, not key by key: asking in a row keeps more of them on their way than asking between one removal and the next, and
 * deletions are a fifth faster so.
 */
#ifndef CUCKOOBENCH_CUCKOO_AHEAD_H
#define CUCKOOBENCH_CUCKOO_AHEAD_H

#include "variants/cuckoo_interleaved.h"
#include "variants/cuckoo_quests.h"

/* 64 lines: about what a core can have outstanding, and far from what its first cache holds. */
enum { CUCKOO_BLOCK = 32 };

/* Of a struct cuckoo_kind. */
#define CUCKOO_INTERLEAVES .log_bytes = CUCKOO_LOG * sizeof(struct cuckoo_log), .quests = CUCKOO_QUESTS, .log_above = CUCKOO_NEAR

ALWAYS_INLINE struct cuckoo_place
cuckoo_locate_first(const struct cuckoo *c, struct cuckoo_codec codec, uint64_t key, unsigned f, unsigned b)
{
	struct cuckoo_place p = cuckoo_locate(c, codec, key, f);

	codec.fetch(c->table.data, p.i1, f, b);
	return p;
}

/* Algorithm 1, one key after the other, with the first buckets asked for ahead: it leaves the table of cuckoo_insert, or of
 * cuckoo_insert_bfs. */
ALWAYS_INLINE size_t
cuckoo_insert_ahead(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, bool searches, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	const size_t ahead = n < CUCKOO_BLOCK ? n : CUCKOO_BLOCK;
	struct cuckoo_place place[CUCKOO_BLOCK];

	for (size_t j = 0; j < ahead; j++)
		place[j] = cuckoo_locate_first(&local, codec, keys[j], f, b);
	for (size_t k = 0; k < n; k++) {
		struct cuckoo_place p = place[k % CUCKOO_BLOCK];

		if (k + ahead < n) /* then ahead = CUCKOO_BLOCK */
			place[k % CUCKOO_BLOCK] = cuckoo_locate_first(&local, codec, keys[k + ahead], f, b);
		if (searches ? !cuckoo_insert_one_bfs(&local, c, codec, p, f, b) : !cuckoo_insert_one(&local, c, codec, p, f, b))
			return k;
	}
	return n;
}

/* Whichever is faster for the table's size (CUCKOO_NEAR). */
ALWAYS_INLINE size_t
cuckoo_insert_batch(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return c->log ? cuckoo_insert_interleaved(c, codec, keys, n, f, b) : cuckoo_insert_ahead(c, codec, keys, n, false, f, b);
}

ALWAYS_INLINE size_t
cuckoo_search_batch(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	return c->log ? cuckoo_insert_quests(c, codec, keys, n, f, b) : cuckoo_insert_ahead(c, codec, keys, n, true, f, b);
}

/* Algorithm 3, in order. */
ALWAYS_INLINE size_t
cuckoo_remove_ahead(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	struct cuckoo_place place[2][CUCKOO_BLOCK];
	size_t found = 0, waiting = 0;

	for (size_t at = 0, side = 0; at < n || waiting > 0; side ^= 1) {
		const size_t now = n - at < CUCKOO_BLOCK ? n - at : CUCKOO_BLOCK;

		for (size_t j = 0; j < now; j++) {
			struct cuckoo_place *p = &place[side][j];

			*p = cuckoo_locate(&local, codec, keys[at + j], f);
			codec.fetch(local.table.data, p->i1, f, b);
			codec.fetch(local.table.data, p->i2, f, b);
		}
		for (size_t j = 0; j < waiting; j++) {
			const struct cuckoo_place *p = &place[side ^ 1][j];

			found += codec.pair_remove(local.table.data, p->i1, p->i2, p->fp, f, b);
		}
		at += now;
		waiting = now;
	}
	c->items -= found;
	return found;
}

/* One specialised instance of these and of a look-up. */
#define CUCKOO_KERNEL_BATCH(id, codec, CONTAINS, F, B)                                                                  \
	CUCKOO_KERNEL_OF(id, codec, cuckoo_insert_batch, cuckoo_search_batch, CONTAINS, cuckoo_remove_ahead, F, B)

#endif
