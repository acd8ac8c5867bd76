/* SPDX-License-Identifier: MIT */
/* striped_bucket.h - a bucket of striped.h in either representation. Writers hold its stripe. */
#ifndef CUCKOOBENCH_STRIPED_BUCKET_H
#define CUCKOOBENCH_STRIPED_BUCKET_H

#include "variants/striped/striped_plain.h"
#include "variants/striped/striped_semisort.h"

/* Is the fingerprint in either bucket? A non-zero word means yes. Every load is acquire, and the first bucket's loads
 * come first. */
ALWAYS_INLINE plain_two
striped_pair_find(const struct striped *c, struct striped_variant v, const struct plain_compare *compare,
                  struct striped_place p, unsigned f, unsigned b)
{
	if (v.bucket == BUCKET_SEMISORTED)
		return (plain_two){striped_ss_has(c, v, p.i1, p.i2, p.fp, f, b), 0};
	return striped_plain_find(c, v, compare, p.i1, p.i2, p.fp, f, b);
}

/* Which of two buckets to lock. */
struct striped_guess {
	size_t i;
	bool any;
};

/*
 * The first of the key's buckets that seems to hold fp, or with fp = 0 an empty entry. It is read without a lock, so
 * whoever then locks it checks again. Both buckets are read before either is tested. The choice has no branch, because
 * none could be predicted: it is arithmetic, as in plain_codec.h.
 */
ALWAYS_INLINE struct striped_guess
striped_guess(const struct striped *c, struct striped_variant v, struct striped_place p, uint32_t fp, unsigned f,
              unsigned b)
{
	const bool semisorted = v.bucket == BUCKET_SEMISORTED;
	const bool first = semisorted ? striped_ss_seems(c, v, p.i1, fp, f) : striped_plain_seems(c, v, p.i1, fp, f, b);
	const bool second =
		semisorted ? striped_ss_seems(c, v, p.i2, fp, f) : striped_plain_seems(c, v, p.i2, fp, f, b);

	return (struct striped_guess){p.i1 ^ ((p.i1 ^ p.i2) & ((size_t)first - 1)), first | second};
}

/* The b entries of bucket i at this moment, 0 for an empty one. For writers, and for readers whose answer decides
 * nothing. */
ALWAYS_INLINE void
striped_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f, unsigned b)
{
	if (v.bucket == BUCKET_SEMISORTED)
		striped_ss_entries(c, v, i, fp, f, b);
	else
		striped_plain_entries(c, v, i, fp, f, b);
}

/* Replaces one entry that holds fp by `by` and returns whether there was one. fp = 0: fills an empty entry. bump:
 * raises the version first, because readers may miss what is replaced. */
ALWAYS_INLINE bool
striped_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump, unsigned f,
                unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_replace(c, v, i, fp, by, bump, f, b)
	                                     : striped_plain_replace(c, v, i, fp, by, bump, f, b);
}

/* Removes fp from bucket i; the caller holds that bucket's stripe alone. False: there is no copy, or perhaps more than
 * one. */
ALWAYS_INLINE bool
striped_take(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, bool bump, unsigned f, unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_replace(c, v, i, fp, 0, bump, f, b)
	                                     : striped_plain_take(c, v, i, fp, bump, f, b);
}

/* The used entries of bucket i while no operation runs, or -1 if its representation is not valid. */
static inline int
striped_used(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[8])
{
	int used = 0;

	if (v.bucket == BUCKET_SEMISORTED)
		return striped_ss_used(c, v, i, fp);
	striped_plain_entries(c, v, i, fp, c->f, c->b);
	for (unsigned e = 0; e < c->b; e++)
		used += fp[e] != 0;
	return used;
}

#endif
