/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_searches.h - many searches of cuckoo_bfs.h in flight, as cuckoo_interleaved.h has many random walks: while one
 * waits for a line, the others continue.
 *
 *      ring     | search | search | search | ... |      each a key and its queue; round robin
 *                    ^ a turn reads one bucket, which the turn before prefetched. It fills an empty entry of the key's
 *                      own two buckets; or extends the queue; or walks back from an empty entry
 *
 * Another search's moves may have changed what a search has read. So each move checks that its fingerprint belongs in
 * the next bucket, and that there is room (cuckoo_apply_path). If not, the search begins again.
 *
 * Only the new keys are ever in flight, so there is no log. When a key is refused, later keys that are already in are
 * removed. Earlier keys that are still searching are inserted one after the other. The moves made meanwhile remain:
 * each left its fingerprint in one of its two buckets.
 */
#ifndef CUCKOOBENCH_CUCKOO_SEARCHES_H
#define CUCKOOBENCH_CUCKOO_SEARCHES_H

#include "variants/cuckoo/cuckoo_bfs.h"

enum { CUCKOO_SEARCHES = 32 }; /* as CUCKOO_CHAINS */

enum cuckoo_progress { CUCKOO_ARRIVED, CUCKOO_ON_ITS_WAY, CUCKOO_REFUSED };

struct cuckoo_search_state {
	uint32_t *queue;
	size_t key; /* its index in the call */
	uint32_t fp;
	unsigned at, count; /* the node to read, whose line was prefetched; the number of nodes */
};

ALWAYS_INLINE void
cuckoo_search_begin(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_search_state *q,
                    const uint64_t *keys, size_t k, unsigned f, unsigned b)
{
	const struct cuckoo_place p = cuckoo_locate(c, codec, keys[k], f);

	*q = (struct cuckoo_search_state){.queue = q->queue, .key = k, .fp = p.fp, .count = 2};
	q->queue[0] = (uint32_t)p.i1;
	q->queue[1] = (uint32_t)p.i2;
	codec.fetch(c->table.data, p.i1, false, f, b);
}

/* One turn of a search. */
ALWAYS_INLINE enum cuckoo_progress
cuckoo_search_turn(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_search_state *q, uint64_t *moves,
                   unsigned f, unsigned b)
{
	const unsigned room = cuckoo_path_room(c->max_kicks);
	uint8_t *t = c->table.data;
	uint32_t *queue = q->queue, entry[8];

	if (q->at < 2) { /* its own two buckets: most keys find room at once, and need no other node */
		if (codec.put(t, queue[q->at], q->fp, f, b))
			return CUCKOO_ARRIVED;
		for (unsigned own = 0; q->at == 1 && own < 2; own++) {
			codec.entries(t, queue[own], entry, f, b);
			q->count = cuckoo_expand(c, codec, queue, own, entry, q->count, room, b);
		}
	} else if (!codec.entries(t, queue[q->at], entry, f, b)) {
		q->count = cuckoo_expand(c, codec, queue, q->at, entry, q->count, room, b);
	} else {
		if (cuckoo_apply_path(c, codec, queue, q->at, q->fp, moves, f, b))
			return CUCKOO_ARRIVED;
		q->at = 0, q->count = 2; /* start again */
		return CUCKOO_ON_ITS_WAY;
	}
	if (++q->at == q->count)
		return CUCKOO_REFUSED;
	codec.fetch(t, queue[q->at], false, f, b);
	return CUCKOO_ON_ITS_WAY;
}

/* Is the search of key k still running? */
ALWAYS_INLINE bool
cuckoo_is_searching(const struct cuckoo_search_state *search, size_t live, size_t k)
{
	for (size_t s = 0; s < live; s++)
		if (search[s].key == k)
			return true;
	return false;
}

/* Removes those of keys `first` to `end` - 1 that are in: all whose searches are no longer running. Returns their
 * number. */
ALWAYS_INLINE size_t
cuckoo_take_out(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t first, size_t end,
                const struct cuckoo_search_state *search, size_t live, unsigned f, unsigned b)
{
	size_t out = 0;

	for (size_t k = first; k < end; k++)
		if (!cuckoo_is_searching(search, live, k)) {
			const struct cuckoo_place p = cuckoo_locate(c, codec, keys[k], f);

			out += codec.replace(c->table.data, p.i1, p.fp, 0, f, b) ||
			       codec.replace(c->table.data, p.i2, p.fp, 0, f, b);
		}
	return out;
}

/*
 * Key `refused`, one of `begun` keys, was refused. Inserts the keys before it whose searches are still running, one
 * after the other. The first of them to be refused is the call's refused key; if there is none, `refused` is. Returns
 * its index; no key after it is in.
 */
ALWAYS_INLINE size_t
cuckoo_end_searches(const struct cuckoo *local, struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys,
                    size_t refused, size_t begun, const struct cuckoo_search_state *search, size_t live, unsigned f,
                    unsigned b)
{
	size_t first = refused;

	c->items -= cuckoo_take_out(local, codec, keys, refused + 1, begun, search, live, f, b);
	for (size_t s = 0; s < live; s++)
		first = search[s].key < first ? search[s].key : first;
	for (size_t k = first; k < refused; k++)
		if (cuckoo_is_searching(search, live, k) &&
		    !cuckoo_insert_one_bfs(local, c, codec, cuckoo_locate(local, codec, keys[k], f), f, b)) {
			c->items -= cuckoo_take_out(local, codec, keys, k + 1, refused, search, live, f, b);
			return k;
		}
	return refused;
}

/* Algorithm 1, with searches in turn. The filter has a log. */
ALWAYS_INLINE size_t
cuckoo_insert_searches(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f,
                       unsigned b)
{
	const struct cuckoo local = *c;
	struct cuckoo_search_state search[CUCKOO_SEARCHES];
	size_t live = 0, begun = 0;

	for (; live < CUCKOO_SEARCHES && begun < n; live++) {
		search[live].queue = (uint32_t *)c->log + live * cuckoo_path_room(c->max_kicks);
		cuckoo_search_begin(&local, codec, &search[live], keys, begun++, f, b);
	}
	while (live > 0)
		for (size_t s = 0; s < live;) {
			struct cuckoo_search_state *q = &search[s];

			switch (cuckoo_search_turn(&local, codec, q, &c->kicks, f, b)) {
			case CUCKOO_ON_ITS_WAY:
				s++;
				break;
			case CUCKOO_ARRIVED:
				c->items++;
				if (begun < n) {
					cuckoo_search_begin(&local, codec, q, keys, begun++, f, b);
					s++;
				} else {
					*q = search[--live];
				}
				break;
			case CUCKOO_REFUSED:
				return cuckoo_end_searches(&local, c, codec, keys, q->key, begun, search, live, f, b);
			}
		}
	return n;
}

#endif
