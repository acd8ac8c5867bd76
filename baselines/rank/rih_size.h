/* SPDX-License-Identifier: MIT */
/*
 * rih_size.h - how many bundles, and how many places for what finds no room in them (rih.c).
 *
 *      n items  -->  m bundles of 281 nodes each, with about 249 items     what a bundle gets beyond 281
 *                                                                                   |
 *                    0.73 m + 8 places of the overflow, an eighth empty   <---------+
 */
#ifndef CUCKOOBENCH_RIH_SIZE_H
#define CUCKOOBENCH_RIH_SIZE_H

#include "baselines/rank/rih_overflow.h"

#include "core/fits.h"

/* What a bundle has on average when a thousandth of all items is in the overflow; and how many nodes of all bundles one
 * place of the overflow is for: a quarter of a per cent. */
enum { RIH_MEAN = 249, RIH_APART = 384, RIH_LEAST_PLACES = 8 };

/* Bundles: above the chain's bits of a hash there are 24. With one bundle more, the last one's last entry in the
 * overflow would be 2^64 (rih_entry). */
static const size_t rih_most = ((size_t)1 << 24) - 1;

static inline size_t
rih_places(size_t bundles)
{
	return bundles * RIH_NODES / RIH_APART + RIH_LEAST_PLACES;
}

static inline size_t
rih_bytes(size_t bundles, unsigned f)
{
	return bundles * rih_words(f) * 8 + rih_places(bundles) * 8;
}

/* In few bundles chance fills the overflow. So they get fewer items each: 2 get 231, 16 get 212, 64 get 228. */
static inline bool
rih_fits(size_t items, size_t bundles)
{
	const double room = (double)rih_overflow_most(rih_places(bundles));

	return fits_excess((double)items, (double)bundles, RIH_NODES, room) <= fits_chance((double)items) / 2;
}

/* The bundles for so many items; more than rih_most: too many. */
static inline size_t
rih_bundles_for(size_t items)
{
	size_t m = items / RIH_MEAN + (items % RIH_MEAN != 0);

	while (m <= rih_most && !rih_fits(items, m))
		m++;
	return m;
}

/* The most bundles that fit into so many bytes with their overflow; 0: none. */
static inline size_t
rih_bundles_in(size_t bytes, unsigned f)
{
	size_t m = bytes / (rih_words(f) * 8);

	m = m < rih_most ? m : rih_most;
	while (m && rih_bytes(m, f) > bytes)
		m -= m > 1000 ? m / 1000 : 1;
	return m;
}

#endif
