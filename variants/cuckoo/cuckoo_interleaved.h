/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_interleaved.h - Algorithm 1 with many insertions in flight. Each of its steps waits for one line of memory;
 * here the processor goes on with other insertions meanwhile (asynchronous memory access chaining: Kocberber, Falsafi,
 * Grot, PVLDB 9(4), 2015).
 *
 *      ring   | chain | chain | chain | ... |       each a fingerprint and the bucket it is to go into, whose line has been asked for
 *                 ^ a turn each, round and round: into an empty entry, and the chain begins again with the next key; or none is empty:
 *                   change places with a random entry's fingerprint, and ask for the other bucket of that one
 *  A chain by itself is Algorithm 1, turn by turn: i1; i2; then up to MaxNumKicks relocations, from either. Between its
 * turns others have theirs, so which fingerprints were moved differs from cf's table, but never what is in it.
 *  A fingerprint on its way is in no bucket, so a call ends when all have arrived. And when a chain fails, keys after
 * its own are in and some before it perhaps not yet. So every write is logged,
 *
 *      log    | bucket, put, old | bucket, put, old | ...     since the last commit: a moment when nothing was on its way
 *      keys   | in: committed    | some in, some on their way | not begun
 *  and undone, last one first: every bucket then holds what it held at the commit, if perhaps in another order. Then
 * the keys before the failed one go in again, one after the other. The first that is refused now, or else the failed
 * one, is the call's refused key. It gets no second try, for Algorithm 1 gives none: tables filled until a refusal
 * would seem to hold more.
 *  When the log is nearly full no chain begins until all have arrived, which is a commit. At 95 % load that is some
 * 1200 keys, and their last chains have the ring for themselves for one part in thirty of the time.
 *  A chain that fails walked a table with keys after its own in it, and those before it go in a second time: either
 * brings the refusal forward, by about as many keys as there are from commit to commit. In large tables that is
 * nothing; in small ones, when they are nearly full, commits are closer together (CUCKOO_SHARE). Then loads at the
 * first refusal are distributed as cf's are: experiment L3.
 */
#ifndef CUCKOOBENCH_CUCKOO_INTERLEAVED_H
#define CUCKOOBENCH_CUCKOO_INTERLEAVED_H

#include "variants/cuckoo/cuckoo.h"

enum {
	/* As many as hide 100 ns behind turns of 5 ns, and half as many again: fewer lose, more gain nothing. */
	CUCKOO_CHAINS = 32,
	/* Entries; 384 KiB, written from one end to the other, which a second-level cache of 1 MiB bears. */
	CUCKOO_LOG = 1 << 15,
	/* The rest is for chains that have begun: 32 of 256 relocations, five times what they take at 97 % load. If it
	 * does not do (with a large MaxNumKicks), all since the commit is undone and done again one after the other. */
	CUCKOO_LOG_FULL = CUCKOO_LOG / 4 * 3,
	/* Keys a call should have: the last chains of one have the ring for themselves. */
	CUCKOO_CALL = 4096,
	/* Bytes of a table. In smaller ones a step waits for a near cache only, a few ns, and to guess the next one's
	 * way while it does is better than to leave it for another chain. */
	CUCKOO_NEAR = 1 << 18,
	/* Once a table is seven eighths full, from where on chains fail: no more keys from commit to commit than one in
	 * so many entries. Of 2^17 entries these are 32 keys; 128 bring the refusal forward by 0.04 points, a sixth of
	 * the loads' standard deviation, 1200 by 0.09, 32 by nothing that 2000 fills show. From 2^22 entries on there
	 * is no such limit in effect. */
	CUCKOO_SHARE = 1 << 13,
};

/* One write: a bucket got `put` for `old` (0: an empty entry). */
struct cuckoo_log {
	uint32_t bucket, put, old;
};

struct cuckoo_chain {
	uint32_t bucket, fp;
	uint32_t turn; /* 0: at i1, 1: at i2, then one more than its relocations */
	uint32_t key;  /* whose insertion it is, counted from the commit */
};

/* Since the last commit. */
struct cuckoo_flight {
	struct cuckoo_log *log;
	size_t writes;
	size_t begun; /* keys */
	uint64_t random;
};

/* A chain's turn. True: its fingerprint has arrived. */
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

		/* from i1, which is as full as it was a turn ago: nothing empties a bucket here */
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

/* From a commit to the next: all keys, or as many as the log can take. False: *failed is the key whose chain failed, or
 * the number of keys begun if it was the log that is full; fingerprints are on their way. */
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
				*failed = x->key; /* it was to be relocated once more */
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

/* Of n keys, how many may be begun before the next commit. */
ALWAYS_INLINE size_t
cuckoo_flight_keys(const struct cuckoo *c, size_t n, unsigned b)
{
	const size_t entries = ((size_t)c->mask + 1) * b;
	size_t most = entries / CUCKOO_SHARE;

	most = most > CUCKOO_CHAINS ? most : CUCKOO_CHAINS;
	return n < most || c->items < entries / 8 * 7 ? n : most;
}

/* Algorithm 1, chain by chain in turn. The filter has a log. */
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
			c->kicks += flight.writes - flight.begun; /* but for the last write of each chain */
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
