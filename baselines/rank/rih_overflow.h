/* SPDX-License-Identifier: MIT */
/*
 * rih_overflow.h - the keys that found no room in their bundle, exactly: which bundle, which chain, which fingerprint.
 *
 *      | 0 | b7 c3 f | b7 c9 f | 0 | b2 c0 f | 0 | ...       open addressing by the bundle, 0 is empty
 *
 * All entries of a bundle are between its home and the next empty place. Deletion moves entries back (Knuth, TAOCP 3,
 * 6.4, algorithm R), so there are no marks of deleted ones.
 */
#ifndef CUCKOOBENCH_RIH_OVERFLOW_H
#define CUCKOOBENCH_RIH_OVERFLOW_H

#include "baselines/rank/rih_bundle.h"
#include "core/rng.h"

struct rih_overflow {
	uint64_t *place;
	size_t places, used;
	unsigned f;
};

/* A key's entry; never 0. */
static inline uint64_t
rih_entry(uint64_t bundle, unsigned chain, uint32_t fp, unsigned f)
{
	return ((bundle * RIH_CHAINS + chain) << f | fp) + 1;
}

static inline uint64_t
rih_bundle_of(const struct rih_overflow *o, uint64_t entry)
{
	return (entry - 1) >> o->f >> 8;
}

static inline size_t
rih_home(const struct rih_overflow *o, uint64_t bundle)
{
	return (size_t)fast_range(rng_mix(bundle), o->places);
}

/* An eighth stays empty, so that searches end soon. */
static inline size_t
rih_overflow_most(size_t places)
{
	return places - places / 8;
}

static inline bool
rih_overflow_has_room(const struct rih_overflow *o)
{
	return o->used < rih_overflow_most(o->places);
}

static inline void
rih_overflow_put(struct rih_overflow *o, uint64_t entry)
{
	size_t i = rih_home(o, rih_bundle_of(o, entry));

	while (o->place[i])
		i = i + 1 == o->places ? 0 : i + 1;
	o->place[i] = entry;
	o->used++;
}

/* The place of an entry; o->places if there is none. */
static inline size_t
rih_overflow_find(const struct rih_overflow *o, uint64_t entry)
{
	for (size_t i = rih_home(o, rih_bundle_of(o, entry)); o->place[i]; i = i + 1 == o->places ? 0 : i + 1) {
		PROBE(&o->place[i], sizeof *o->place);
		if (o->place[i] == entry)
			return i;
	}
	return o->places;
}

/* The place of any entry of a bundle; o->places if there is none. */
static inline size_t
rih_overflow_any(const struct rih_overflow *o, uint64_t bundle)
{
	for (size_t i = rih_home(o, bundle); o->place[i]; i = i + 1 == o->places ? 0 : i + 1)
		if (rih_bundle_of(o, o->place[i]) == bundle)
			return i;
	return o->places;
}

/* Takes out the entry at a place, and closes the gap. */
static inline void
rih_overflow_take(struct rih_overflow *o, size_t hole)
{
	size_t i = hole;

	o->used--;
	for (;;) {
		size_t home;

		o->place[hole] = 0;
		do {
			i = i + 1 == o->places ? 0 : i + 1;
			if (!o->place[i])
				return;
			home = rih_home(o, rih_bundle_of(o, o->place[i]));
			/* it may stay if its home is cyclically in (hole, i] */
		} while (hole <= i ? hole < home && home <= i : hole < home || home <= i);
		o->place[hole] = o->place[i];
		hole = i;
	}
}

#endif
