/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_parted.h - a cuckoo table built of all of its keys by several threads, partition by partition.
 *
 *      a round     next keys --hash--> (i1, fp)  ------.
 *                  (bucket, fp) without a place yet  --+--scatter-->  | partition 0 | partition 1 | ... |
 *                                                                           v             v
 *                  table                                              |   slice 0   |   slice 1   | ... |
 *                                                                           |             |
 *                  those that found no room  <------------------------------'-------------'
 *
 * Partitions are by the bucket's high bits, so a slice's buckets are in a near cache while its fingerprints settle. A
 * new one that finds no room in i1 goes on to i2. One that finds none there, either, evicts a fingerprint, which goes
 * to its alternate: Algorithm 1, a turn in each round, for all together.
 *
 * A thread works on partitions of its own, so it takes no lock. Two things keep that so. A load of a bucket's word
 * reaches into the next bucket, and a store writes it back. So a thread leaves its last partition until the next thread
 * is past its first one. And whoever is evicted is drawn from bucket, fingerprint and round, and not from a stream that
 * threads would share. So the table is the same, bit for bit, for any number of threads from two on. One thread inserts
 * key after key (cuckoo_interleaved.h), which takes less memory.
 *
 * A round takes as many new keys as there is room for beside those without a place: what a build takes beside its table
 * is a share of the keys' number (PARTED_ROOM). After the last key come rounds of fewer and fewer fingerprints. At 95 %
 * load, of those that are left so long, one in thirty finds room in a round. One thread settles the last few.
 *
 * A build is refused if a fingerprint has no place after many rounds (PARTED_KICKS). There is nothing to undo then: no
 * key was in before.
 */
#ifndef CUCKOOBENCH_CUCKOO_PARTED_H
#define CUCKOOBENCH_CUCKOO_PARTED_H

#include "variants/cuckoo/cuckoo.h"

/* A fingerprint without a place, and the bucket that it tries next. */
struct cuckoo_pair {
	uint32_t bucket, fp;
};

/* A partition's share of a round. */
struct cuckoo_share {
	const struct cuckoo_pair *at; /* n fingerprints, at their buckets */
	size_t n, more;               /* `at` has so many, with those of the thread's next partitions */
	struct cuckoo_pair *to;       /* where those without a place go, with their next buckets: `at`, or before it */
	size_t *count;                /* how many of them each partition, bucket >> shift, will have */
	unsigned shift, round;
};

/* What differs by codec. */
struct cuckoo_parted {
	/* Writes the first buckets of n keys. */
	void (*places)(const struct cuckoo *, const uint64_t *keys, size_t n, struct cuckoo_pair *to);
	/* Lets fingerprints try their buckets; where there is no room, they evict another one unless they are new.
	 * Returns how many have no place. */
	size_t (*settle)(const struct cuckoo *, struct cuckoo_share);
	size_t (*settle_new)(const struct cuckoo *, struct cuckoo_share);
};

/* How far ahead the buckets of fingerprints are prefetched: those of late rounds are few, and far from each other, in
 * this partition and the next ones. */
enum { CUCKOO_PARTED_AHEAD = 48 };

/* Which entry of a full bucket gives way. */
ALWAYS_INLINE unsigned
cuckoo_parted_victim(struct cuckoo_pair x, unsigned round, unsigned b)
{
	return (unsigned)((((uint64_t)x.bucket << 32 | x.fp) + round) * RNG_STEP >> 60) & (b - 1);
}

ALWAYS_INLINE uint32_t
cuckoo_parted_place(uint8_t *t, struct cuckoo_codec codec, struct cuckoo_pair x, unsigned e, bool evicts, unsigned f,
                    unsigned b)
{
	if (codec.place)
		return codec.place(t, x.bucket, e, x.fp, evicts, f, b);
	return codec.put(t, x.bucket, x.fp, f, b) ? 0 : evicts ? codec.swap(t, x.bucket, e, x.fp, f, b) : x.fp;
}

ALWAYS_INLINE size_t
cuckoo_settle(const struct cuckoo *c, struct cuckoo_codec codec, struct cuckoo_share x, bool new, unsigned f,
              unsigned b)
{
	const struct cuckoo local = *c;
	uint8_t *const t = local.table.data;
	size_t left = 0;

	for (size_t k = 0; k < x.n; k++) {
		const struct cuckoo_pair at = x.at[k];
		uint32_t fp, next;

		if (k + CUCKOO_PARTED_AHEAD < x.more)
			codec.fetch(t, x.at[k + CUCKOO_PARTED_AHEAD].bucket, false, f, b);
		fp = cuckoo_parted_place(t, codec, at, cuckoo_parted_victim(at, x.round, b), !new, f, b);
		next = (uint32_t)cuckoo_alternate(&local, codec, at.bucket, fp);
		/* whether there is one or not: no branch */
		x.to[left] = (struct cuckoo_pair){next, fp};
		x.count[next >> x.shift] += fp != 0;
		left += fp != 0;
	}
	return left;
}

ALWAYS_INLINE void
cuckoo_places_by(enum hash_kind kind, const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n,
                 struct cuckoo_pair *to, unsigned f)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++) {
		const struct cuckoo_place p = cuckoo_locate_by(kind, &local, codec, keys[k], f);

		to[k] = (struct cuckoo_pair){(uint32_t)p.i1, p.fp};
	}
}

ALWAYS_INLINE void
cuckoo_places(const struct cuckoo *c, struct cuckoo_codec codec, const uint64_t *keys, size_t n, struct cuckoo_pair *to,
              unsigned f)
{
	HASH_BY_KIND(&c->hash, cuckoo_places_by, c, codec, keys, n, to, f);
}

/* Defines what a partitioned build needs for a codec; id, F and B as for CUCKOO_KERNEL. */
#define CUCKOO_PARTED(id, codec, F, B)                                                                          \
	static void id##_places(const struct cuckoo *c, const uint64_t *keys, size_t n, struct cuckoo_pair *to) \
	{                                                                                                       \
		cuckoo_places(c, codec, keys, n, to, F);                                                        \
	}                                                                                                       \
	static size_t id##_settle(const struct cuckoo *c, struct cuckoo_share x)                                \
	{                                                                                                       \
		return cuckoo_settle(c, codec, x, false, F, B);                                                 \
	}                                                                                                       \
	static size_t id##_settle_new(const struct cuckoo *c, struct cuckoo_share x)                            \
	{                                                                                                       \
		return cuckoo_settle(c, codec, x, true, F, B);                                                  \
	}                                                                                                       \
	static const struct cuckoo_parted id##_parted = {id##_places, id##_settle, id##_settle_new};

/* filter_ops.build of cuckoo filters whose kind has a `parted`. */
enum filter_status cuckoo_build(const struct filter_ops *self, const struct filter_params *, const uint64_t *keys,
                                size_t n, struct filter **, const char **why);

#endif
