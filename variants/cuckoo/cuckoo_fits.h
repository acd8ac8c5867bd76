/* SPDX-License-Identifier: MIT */
/*
 * cuckoo_fits.h - do n keys fit into m buckets of a cuckoo filter, with the certainty of core/fits.h?
 *
 *                                               n keys  -->  m buckets
 *        |                                  |                                     |
 *      too many in all                 too many for a pair                 too many for a part of the table
 *      fits_planned, fits_graph        2 b + 1 keys with one fingerprint   chunks; i2 = i1 xor f, not hashed
 *                                      and so one pair (section 4)
 */
#ifndef CUCKOOBENCH_CUCKOO_FITS_H
#define CUCKOOBENCH_CUCKOO_FITS_H

#include "variants/cuckoo/cuckoo_limits.h"

bool cuckoo_fits(const struct cuckoo_limits *, size_t n, size_t m, unsigned f, unsigned b);

/* The smallest number of buckets that is valid and that n keys fit. 0: *why is the reason that there is none. */
size_t cuckoo_buckets_for(const struct cuckoo_limits *, size_t n, unsigned f, unsigned b, const char **why);

#endif
