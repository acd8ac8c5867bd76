/* SPDX-License-Identifier: MIT */
/*
 * morton_room.h - makes room for a key whose two buckets have none.
 *
 *      bucket full   | a b c |       one of its three goes          block full   | a | b c | d e f | ...   any may go
 *
 *      1. from i1's, then from i2's: the first whose other bucket has room      reads only, until it is found
 *      2. a random walk from i1: evicts, and goes on with the evicted one       undone if it finds no room
 *
 * The first step takes victims from the block's first place on, as the authors' program does. So overflows gather in
 * the first buckets of a block, and lookups of the others still read one line. Whatever leaves a bucket sets its
 * overflow.
 *
 * A walk that fails is undone step by step, bit for bit. A record of 13 bits a step suffices, because the evicted
 * fingerprint tells which bucket it came from.
 */
#ifndef CUCKOOBENCH_MORTON_ROOM_H
#define CUCKOOBENCH_MORTON_ROOM_H

#include "variants/morton/morton_map.h"

/* Evicts the fingerprint at place v, which is bucket j's, and puts fp into bucket i of the same block. */
ALWAYS_INLINE void
morton_exchange(uint8_t *block, unsigned v, unsigned j, unsigned i, uint32_t fp, struct morton_shape s, bool popcnt)
{
	morton_take(block, v, j, s);
	morton_set_overflow(block, j, true, s);
	morton_put(block, morton_counts(block, s), i, fp, s, popcnt);
}

/* The places of a bucket that has no room that may be given away: from v, `n` of them. */
ALWAYS_INLINE unsigned
morton_victims(struct morton_counts c, unsigned i, unsigned *n, struct morton_shape s, bool popcnt)
{
	const bool full = morton_count(c, i) == MORTON_BUCKET;

	*n = full ? MORTON_BUCKET : s.entries;
	return full ? morton_sum(morton_before(c, i), popcnt) : 0;
}

/* Puts fp into a bucket that has no room, if one of the fingerprints that may be given away can go to its other bucket
 * at once. */
ALWAYS_INLINE bool
morton_shift_one(const struct morton_map *map, uint64_t bucket, uint32_t fp, struct morton_shape s, bool popcnt)
{
	uint8_t *block = morton_block(map, bucket, s);
	const unsigned i = morton_in_block(bucket, s);
	const struct morton_counts c = morton_counts(block, s);
	unsigned n, j = 0, v = morton_victims(c, i, &n, s, popcnt);

	for (unsigned end = v + n, before = v; v < end; v++) {
		/* v is j's: `before` is the first place of bucket j, once j is known */
		uint64_t other;
		uint32_t victim;

		if (n == MORTON_BUCKET)
			j = i;
		else
			while (v >= before + morton_count(c, j))
				before += morton_count(c, j++);
		victim = morton_fp(block, v, s);
		other = morton_other(map, bucket - i + j, victim);
		if (!morton_has_room(morton_counts(morton_block(map, other, s), s), morton_in_block(other, s), s,
		                     popcnt))
			continue;
		morton_exchange(block, v, j, i, fp, s, popcnt);
		return morton_try(map, other, victim, s, popcnt);
	}
	return false;
}

/* A step of a walk: bucket of the block that the fingerprint came to; place that it took, before it did; and whether
 * the overflow was new. */
ALWAYS_INLINE uint16_t
morton_record(unsigned i, unsigned v, bool is_new)
{
	return (uint16_t)(i | v << 6 | (unsigned)is_new << 12);
}

/* Undoes the n steps of a path. The last victim is of `bucket` no more. */
ALWAYS_INLINE void
morton_walk_back(const struct morton *f, const uint16_t *path, uint64_t bucket, uint32_t victim, unsigned n,
                 struct morton_shape s, bool popcnt)
{
	while (n-- > 0) {
		const unsigned i = path[n] & 63, v = path[n] >> 6 & 63, j = morton_in_block(bucket, s);
		uint8_t *block = morton_block(&f->map, bucket, s);
		struct morton_counts c = morton_counts(block, s);
		const unsigned at = morton_sum(morton_before(c, i), popcnt);
		const uint32_t fp = morton_fp(block, at, s);

		morton_take(block, at, i, s);
		morton_open(block, v, victim, s);
		c = morton_counts(block, s);
		morton_set_counts(block, morton_more(c, j), s);
		if (path[n] >> 12)
			morton_set_overflow(block, j, false, s);
		victim = fp;
		bucket = bucket - j + i;
		if (n)
			bucket = morton_other(&f->map, bucket, victim);
	}
}

/* A random walk of evictions from a bucket without room. */
ALWAYS_INLINE bool
morton_walk(struct morton *f, uint64_t bucket, uint32_t fp, struct morton_shape s, bool popcnt)
{
	const uint64_t random = f->random;
	uint16_t here[MORTON_LISTED], *const path = f->path ? f->path : here;

	for (unsigned n = 0; n < f->params.max_kicks; n++) {
		uint8_t *block = morton_block(&f->map, bucket, s);
		const struct morton_counts c = morton_counts(block, s);
		const unsigned i = morton_in_block(bucket, s);
		unsigned many, v = morton_victims(c, i, &many, s, popcnt), j;
		uint32_t victim;

		v += (unsigned)fast_range(rng_next(&f->random), many);
		j = many == MORTON_BUCKET ? i : morton_owner(c, v, s, popcnt);
		victim = morton_fp(block, v, s);
		path[n] = morton_record(i, v, !morton_overflowed(block, j, s));
		morton_exchange(block, v, j, i, fp, s, popcnt);
		fp = victim;
		bucket = morton_other(&f->map, bucket - i + j, fp);
		if (morton_try(&f->map, bucket, fp, s, popcnt)) {
			f->kicks += n + 1;
			return true;
		}
	}
	morton_walk_back(f, path, morton_other(&f->map, bucket, fp), fp, f->params.max_kicks, s, popcnt);
	f->random = random;
	return false;
}

/* Makes room for a key whose buckets have none. */
ALWAYS_INLINE bool
morton_relocate(struct morton *f, struct morton_place p, struct morton_shape s, bool popcnt)
{
	const uint64_t other = morton_other(&f->map, p.bucket, p.fp);

	if (morton_shift_one(&f->map, p.bucket, p.fp, s, popcnt)) {
		f->kicks++;
		return true;
	}
	if (morton_shift_one(&f->map, other, p.fp, s, popcnt)) {
		morton_set_overflow(morton_block(&f->map, p.bucket, s), morton_in_block(p.bucket, s), true, s);
		f->kicks++;
		return true;
	}
	return morton_walk(f, p.bucket, p.fp, s, popcnt);
}

#endif
