/* SPDX-License-Identifier: MIT */
/* striped_bucket.h - a bucket of striped.h, whichever way it is written. Writers hold its stripe. */
#ifndef CUCKOOBENCH_STRIPED_BUCKET_H
#define CUCKOOBENCH_STRIPED_BUCKET_H

#include "variants/striped_plain.h"
#include "variants/striped_semisort.h"

/* Is fp in either bucket? Every word is loaded with acquire. */
ALWAYS_INLINE bool
striped_pair_has(const struct striped *c, struct striped_variant v, size_t i1, size_t i2, uint32_t fp, unsigned f, unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_has(c, v, i1, i2, fp, f, b) : striped_plain_has(c, v, i1, i2, fp, f, b);
}

/* The b entries of bucket i, 0 for an empty one, as they may be at the moment: for writers, and for readers of no consequence. */
ALWAYS_INLINE void
striped_entries(const struct striped *c, struct striped_variant v, size_t i, uint32_t fp[], unsigned f, unsigned b)
{
	if (v.bucket == BUCKET_SEMISORTED)
		striped_ss_entries(c, v, i, fp, f, b);
	else
		striped_plain_entries(c, v, i, fp, f, b);
}

/*
 * Replaces one entry that holds fp by `by` and says whether there was one; fp = 0: fills an empty entry. bump: raises the version
 * first, because readers may miss what is replaced.
 */
ALWAYS_INLINE bool
striped_replace(struct striped *c, struct striped_variant v, size_t i, uint32_t fp, uint32_t by, bool bump, unsigned f, unsigned b)
{
	return v.bucket == BUCKET_SEMISORTED ? striped_ss_replace(c, v, i, fp, by, bump, f, b)
	                                     : striped_plain_replace(c, v, i, fp, by, bump, f, b);
}

/* When nothing runs: the used entries of bucket i, or -1 if its representation is not valid. */
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
