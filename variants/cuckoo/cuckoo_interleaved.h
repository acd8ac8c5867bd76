/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_interleaved.h - Algorithm 1 with many insertions in flight. Each step of an insertion waits for one line of
 * memory. Meanwhile the processor works on other insertions (asynchronous memory access chaining: Kocberber, Falsafi,
 * Grot, PVLDB 9(4), 2015).
 *
 *      ring   | chain | chain | chain | ... |       each a fingerprint and its next bucket, whose line was prefetched
 *                 ^ round robin. A turn puts the fingerprint into an empty entry, then the chain starts with the next
 *                   key. If no entry is empty: swap with a random entry, prefetch that fingerprint's other bucket
 *
 * A chain by itself is Algorithm 1, turn by turn: i1; i2; then up to MaxNumKicks evictions, from either. Other chains
 * run between its turns. So other fingerprints are moved than in cf's table, but the set of stored fingerprints is the
 * same.
 *
 * A fingerprint in flight is in no bucket, so a call ends when all have arrived. When a chain fails, some later keys
 * are in and some earlier keys perhaps are not. So every write is logged,
 *
 *      log    | bucket, put, old | bucket, put, old | ...   since the last commit, when no fingerprint was in flight
 *      keys   | in: committed    | some in, some in flight | not begun
 *
 * and undone, the last one first. Every bucket then holds what it held at the commit, perhaps in another order. Then
 * the keys before the failed one are inserted again, one after the other. The first of them that is refused now is the
 * call's refused key; if none is, it is the failed one. It gets no second try, because Algorithm 1 gives none:
 * otherwise tables filled until a refusal would seem to hold more.
 *
 * When the log is nearly full, no chain begins until all have arrived, which is a commit. At 95 % load that is about
 * 1200 keys, and their last chains have the ring to themselves for one part in thirty of the time.
 *
 * A chain that fails has met a table with later keys in it, and earlier keys are inserted twice. Either brings the
 * refusal forward, by about the number of keys between commits. In large tables that does not matter. In small ones
 * commits come closer together when the table is nearly full (CUCKOO_SHARE). Then the loads at the first refusal are
 * distributed as cf's: experiment L3.
 */
#ifndef CUCKOOBENCH_CUCKOO_INTERLEAVED_H
#define CUCKOOBENCH_CUCKOO_INTERLEAVED_H

#include "variants/cuckoo/cuckoo.h"

enum {
	/* Enough to hide 100 ns behind turns of 5 ns, and half as many again: fewer are slower, more gain nothing. */
	CUCKOO_CHAINS = 32,
	/* Entries of the log: 384 KiB, written from one end to the other, which a second-level cache of 1 MiB
	 * tolerates. */
	CUCKOO_LOG = 1 << 15,
	/*
	 * The rest of the log is for chains that have begun: 32 of 256 evictions, five times what they take at 97 %
	 * load. If it does not suffice (with a large MaxNumKicks), all since the commit is undone and repeated one
	 * after the other.
	 */
	CUCKOO_LOG_FULL = CUCKOO_LOG / 4 * 3,
	/* Keys a call should have: its last chains have the ring to themselves. */
	CUCKOO_CALL = 4096,
	/* Bytes of a table. In smaller ones a step waits only for a near cache, a few ns. It is then faster to
	 * speculate on the next step than to switch to another chain. */
	CUCKOO_NEAR = 1 << 18,
	/*
	 * Applies once a table is seven eighths full, where chains begin to fail: at most one key in this number of
	 * entries from commit to commit. With 2^17 entries that allows 32 keys. 128 keys bring the refusal forward by
	 * 0.04 points, a sixth of the loads' standard deviation; 1200 by 0.09; 32 by nothing that 2000 fills show. From
	 * 2^22 entries on the limit has in effect no influence.
	 */
	CUCKOO_SHARE = 1 << 13,
};

/* One write: a bucket received `put` in place of `old` (0: an empty entry). */
struct cuckoo_log {
	uint32_t bucket, put, old;
};

struct cuckoo_chain {
	uint32_t bucket, fp;
	uint32_t turn; /* 0: at i1, 1: at i2, then one more than the number of its evictions */
	uint32_t key;  /* the key that it inserts, counted from the commit */
};

/* What has happened since the last commit. */
struct cuckoo_flight {
	struct cuckoo_log *log;
	size_t writes;
	size_t begun; /* keys */
	uint64_t random;
};

/* One turn of a chain. True: its fingerprint has arrived. */
ALWAYS_INLINE bool
cuckoo_turn(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_chain *x, struct cuckoo_flight *flight,
            unsigned f, unsigned b)
{
	size_t i = x->bucket;
	uint32_t fp = x->fp;

	if (codec.put(c->table.data, i, fp, f, b)) {
		flight->log[flight->writes++] = (struct cuckoo_log){(uint32_t)i, fp, 0};
		return true;
	}
	if (x->turn > 0) {
		uint64_t r = rng_next(&flight->random);

		/* from i1, which is as full as it was a turn ago, because nothing empties a bucket here */
		if (x->turn == 1 && r >> 63)
			i = cuckoo_alternate(c, codec, i, fp);
		x->fp = codec.swap(c->table.data, i, (unsigned)(r & (b - 1)), fp, f, b);
		flight->log[flight->writes++] = (struct cuckoo_log){(uint32_t)i, fp, x->fp};
	}
	x->turn++;
	i = cuckoo_alternate(c, codec, i, x->fp);
	x->bucket = (uint32_t)i;
	codec.fetch(c->table.data, i, false, f, b);
	return false;
}

ALWAYS_INLINE void
cuckoo_begin(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_chain *x, const uint64_t *keys, size_t k,
             unsigned f, unsigned b)
{
	struct cuckoo_place p = cuckoo_locate(c, codec, keys[k], f);

	*x = (struct cuckoo_chain){.bucket = (uint32_t)p.i1, .fp = p.fp, .key = (uint32_t)k};
	codec.fetch(c->table.data, p.i1, false, f, b);
}

/* Inserts from one commit to the next: all keys, or as many as the log can take. False: *failed is the key whose chain
 * failed, or the number of keys begun if the log is full; fingerprints are still in flight. */
ALWAYS_INLINE bool
cuckoo_fly(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
           struct cuckoo_flight *flight, size_t *failed, unsigned f, unsigned b)
{
	struct cuckoo_chain chain[CUCKOO_CHAINS];
	size_t live = 0;

	while (live < CUCKOO_CHAINS && flight->begun < n)
		cuckoo_begin(c, codec, &chain[live++], keys, flight->begun++, f, b);
	while (live > 0)
		for (size_t s = 0; s < live;) {
			struct cuckoo_chain *x = &chain[s];

			if (flight->writes == CUCKOO_LOG) {
				*failed = flight->begun;
				return false;
			}
			if (!cuckoo_turn(c, codec, x, flight, f, b)) {
				s++;
				if (x->turn <= c->max_kicks + 1)
					continue;
				*failed = x->key; /* it would need one eviction more */
				return false;
			}
			if (flight->begun < n && flight->writes < CUCKOO_LOG_FULL) {
				cuckoo_begin(c, codec, x, keys, flight->begun++, f, b);
				s++;
			} else {
				*x = chain[--live];
			}
		}
	return true;
}

/* How many of n keys may begin before the next commit. */
ALWAYS_INLINE size_t
cuckoo_flight_keys(const struct cuckoo *c, size_t n, unsigned b)
{
	const size_t entries = ((size_t)c->mask + 1) * b;
	size_t most = entries / CUCKOO_SHARE;

	most = most > CUCKOO_CHAINS ? most : CUCKOO_CHAINS;
	return n < most || c->items < entries / 8 * 7 ? n : most;
}

/* Algorithm 1, with chains in turn. The filter has a log. */
ALWAYS_INLINE size_t
cuckoo_insert_interleaved(struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, unsigned f,
                          unsigned b)
{
	const struct cuckoo local = *c;
	size_t done = 0;

	while (done < n) {
		struct cuckoo_flight flight = {.log = c->log, .random = c->random};
		size_t failed, in;
		const bool all = cuckoo_fly(&local, codec, keys + done, cuckoo_flight_keys(c, n - done, b), &flight,
		                            &failed, f, b);

		c->random = flight.random;
		if (all) {
			done += flight.begun;
			c->items += flight.begun;
			c->kicks += flight.writes - flight.begun; /* all except the last write of each chain */
			continue;
		}
		while (flight.writes-- > 0) {
			const struct cuckoo_log *write = &flight.log[flight.writes];

			codec.replace(local.table.data, write->bucket, write->put, write->old, f, b);
		}
		in = cuckoo_insert(c, codec, keys + done, failed, f, b);
		done += in;
		if (in < failed || failed < flight.begun)
			break;
	}
	return done;
}

#endif
