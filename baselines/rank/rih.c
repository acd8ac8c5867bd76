/* SPDX-License-Identifier: MIT */

/*
 * rih.c - RIH, rank-indexed hashing (Hua, Zhao, Lin and Xu, ICNP 2008), which the cuckoo filter paper names as a
 * compact filter with deletions whose updates are expensive (section 2.1).
 *
 *      64-bit hash:  | bundle: high bits | chain, 8 bits | fingerprint: low f bits |
 *
 *      table:        | bundle 0 | bundle 1 | ... | overflow |       rih_bundle.h, rih_overflow.h
 *
 * A chained hash table of fingerprints whose pointers are one bit each. A lookup of an absent key compares as many
 * fingerprints as its chain has, l = 0.97 on average. So the rate is l 2^-f. Chains are put together in bundles of 256,
 * whose numbers of nodes differ little from their mean; a thousandth of the items finds no room there, and is kept
 * apart.
 *
 * A key of a full bundle goes to the overflow. When a deletion makes room, a key of that bundle comes back. So:
 * if a bundle is not full, none of its keys is in the overflow. A lookup asks there only if the bundle is full.
 */
#include "baselines/rank/rih_overflow.h"
#include "core/fits.h"

#include "core/family.h"

/*
 * How many bundles, and how many places for what finds no room in them (rih.c).
 *
 *      n items  -->  m bundles of 281 nodes each, with about 249 items     what a bundle gets beyond 281
 *                                                                                   |
 *                    0.73 m + 8 places of the overflow, an eighth empty   <---------+
 */

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

enum { RIH_F = 9 };

struct rih {
	struct filter base;
	struct hash hash;
	struct mem table;
	uint64_t *bundles;
	size_t words; /* of a bundle */
	struct rih_overflow apart;
	unsigned f;
	size_t items;
	struct filter_params params;
};

struct rih_place {
	uint64_t bundle;
	unsigned chain;
	uint32_t fp;
};

/* --- parameters and sizes ------------------------------------------------------------------------------------- */

static const char *
rih_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);
	size_t m = p->buckets;

	(void)self;
	p->fp_bits = p->fp_bits ? p->fp_bits : RIH_F;
	if (p->fp_bits > 32)
		return "fp_bits (f) must be 1 to 32";
	if (why)
		return why;
	if (p->items)
		m = rih_bundles_for(p->items);
	if (p->bytes)
		m = rih_bundles_in(p->bytes, p->fp_bits);
	if (!m)
		return "bytes is less than a bundle and its overflow";
	if (m > rih_most)
		return p->items ? "items is more than 2^24 - 1 bundles take"
		                : "buckets (bundles) is more than 2^24 - 1";
	p->buckets = m;
	*bytes = rih_bytes(m, p->fp_bits);
	p->bytes = p->items = 0;
	return NULL;
}

static bool
rih_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct rih *f = (struct rih *)base;

	f->hash = *hash;
	f->f = p->fp_bits;
	f->words = rih_words(f->f);
	f->bundles = (uint64_t *)(void *)f->table.data;
	f->apart = (struct rih_overflow){
		.place = f->bundles + p->buckets * f->words, .places = rih_places(p->buckets), .f = f->f};
	return true;
}

static const struct filter_family family = {FAMILY_PARTS(struct rih),
                                            .state = {offsetof(struct rih, items), offsetof(struct rih, apart.used)},
                                            .settle = rih_settle, .begin = rih_begin};

/* --- operations ----------------------------------------------------------------------------------------------- */

static struct rih_place
rih_locate(const struct rih *f, uint64_t key)
{
	const uint64_t h = hash_key(&f->hash, key);

	return (struct rih_place){fast_range(h, f->params.buckets), (unsigned)(h >> 32 & (RIH_CHAINS - 1)),
	                          (uint32_t)(h & low_mask(f->f))};
}

static uint64_t *
rih_at(const struct rih *f, struct rih_place p)
{
	return f->bundles + p.bundle * f->words;
}

static bool
rih_has(const struct rih *f, struct rih_place p)
{
	const uint64_t *bundle = rih_at(f, p);
	struct rih_walk w;

	if (rih_find(bundle, p.chain, p.fp, f->f, &w))
		return true;
	return f->apart.used && rih_used(bundle) == RIH_NODES &&
	       rih_overflow_find(&f->apart, rih_entry(p.bundle, p.chain, p.fp, f->f)) < f->apart.places;
}

static size_t
rih_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rih *f = (struct rih *)base;

	for (size_t i = 0; i < n; i++) {
		const struct rih_place p = rih_locate(f, keys[i]);
		uint64_t *bundle = rih_at(f, p);

		if (rih_used(bundle) < RIH_NODES)
			rih_append(bundle, p.chain, p.fp, f->f);
		else if (rih_overflow_has_room(&f->apart))
			rih_overflow_put(&f->apart, rih_entry(p.bundle, p.chain, p.fp, f->f));
		else
			return i;
		f->items++;
	}
	return n;
}

static size_t
rih_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct rih *f = (const struct rih *)base;
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		hit[i] = rih_has(f, rih_locate(f, keys[i]));
		hits += hit[i];
	}
	return hits;
}

/* A bundle has room: one of its keys comes back from the overflow, if there is one. */
static void
rih_refill(struct rih *f, uint64_t bundle)
{
	const size_t at = f->apart.used ? rih_overflow_any(&f->apart, bundle) : f->apart.places;
	uint64_t entry;

	if (at == f->apart.places)
		return;
	entry = f->apart.place[at] - 1;
	rih_overflow_take(&f->apart, at);
	rih_append(f->bundles + bundle * f->words, (unsigned)(entry >> f->f & (RIH_CHAINS - 1)),
	           (uint32_t)(entry & low_mask(f->f)), f->f);
}

static bool
rih_remove_one(struct rih *f, struct rih_place p)
{
	uint64_t *bundle = rih_at(f, p);
	struct rih_walk w;
	size_t at;

	if (rih_find(bundle, p.chain, p.fp, f->f, &w)) {
		rih_remove(bundle, p.chain, w, f->f);
		rih_refill(f, p.bundle);
		return true;
	}
	at = f->apart.used ? rih_overflow_find(&f->apart, rih_entry(p.bundle, p.chain, p.fp, f->f)) : f->apart.places;
	if (at == f->apart.places)
		return false;
	rih_overflow_take(&f->apart, at);
	return true;
}

static size_t
rih_remove_all(struct filter *base, const uint64_t *keys, size_t n)
{
	struct rih *f = (struct rih *)base;
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += rih_remove_one(f, rih_locate(f, keys[i]));
	f->items -= found;
	return found;
}

/* --- what there is -------------------------------------------------------------------------------------------- */

static void
rih_info(const struct filter *base, struct filter_info *info)
{
	const struct rih *f = (const struct rih *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + sizeof *f,
	                             .items = f->items,
	                             .slots = f->params.buckets * RIH_NODES,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->f,
	                             .slots_per_bucket = RIH_NODES,
	                             .kernel = "portable",
	                             .table = f->table.data};
}

/* The levels of a bundle are as long as the ones before them say, and behind the last node there is nothing. */
static const char *
check_bundle(const struct rih *f, const uint64_t *bundle)
{
	const uint64_t *next = rih_next(bundle);
	const unsigned used = rih_used(bundle);
	unsigned level = 0, size = rih_ones(bundle, 0, RIH_CHAINS);

	if (used > RIH_NODES)
		return "a bundle has more nodes than room for them";
	while (size) {
		const unsigned more = level + size <= used ? rih_ones(next, level, level + size) : RIH_NODES;

		if (level + size + more > used)
			return "a bundle's levels are not as long as the ones before them say";
		level += size;
		size = more;
	}
	if (level != used || rih_ones(next, used, RIH_NODES))
		return "a node that is not there has a successor";
	if (rih_ones(next, rih_node_at(used, f->f), (unsigned)(f->words - RIH_HEAD_WORDS) * 64))
		return "bits behind the last node of a bundle are set";
	return NULL;
}

/* Each entry can be found from its home, and is of a full bundle. */
static const char *
check_overflow(const struct rih *f)
{
	const struct rih_overflow *o = &f->apart;
	size_t used = 0;

	for (size_t i = 0; i < o->places; i++)
		used += o->place[i] != 0;
	if (used != o->used || used > o->places - o->places / 8)
		return "the overflow has another number of entries";
	for (size_t i = 0; i < o->places; i++) {
		const uint64_t entry = o->place[i];

		if (!entry)
			continue;
		if (rih_bundle_of(o, entry) >= f->params.buckets)
			return "the overflow has an entry of no bundle";
		if (rih_overflow_find(o, entry) == o->places)
			return "an entry of the overflow cannot be found";
		if (rih_used(f->bundles + rih_bundle_of(o, entry) * f->words) < RIH_NODES)
			return "the overflow has an entry of a bundle that has room";
	}
	return NULL;
}

static const char *
rih_check(const struct filter *base)
{
	const struct rih *f = (const struct rih *)base;
	size_t used = f->apart.used;
	const char *why;

	for (size_t i = 0; i < f->params.buckets; i++) {
		why = check_bundle(f, f->bundles + i * f->words);
		if (why)
			return why;
		used += rih_used(f->bundles + i * f->words);
	}
	why = check_overflow(f);
	return why ? why : used == f->items ? NULL : "the number of nodes is not the number of items";
}

static const struct filter_shape shapes[] = {{.fp_bits = 8, .bits = 12, .near = 8, .field = true},
                                             {.fp_bits = 12, .bits = 16, .near = 12, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(rih) = {
	.name = "rih",
	.title = "RIH",
	.about = "rank-indexed hashing: chains whose pointers are one bit, bundles of 256 (Hua et al., ICNP 2008)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = RIH_F},
                  .lines = {2, 2, 6, 6},
                  .ns = {300, 120, 300},
                  .part = FILTER_NAMED,
                  .shapes = shapes},
	.uses = USES_FP_BITS,
	.family = &family,
	FAMILY_OPS,
	.insert = rih_insert,
	.contains = rih_contains,
	.remove = rih_remove_all,
	.info = rih_info,
	.check = rih_check,
};
