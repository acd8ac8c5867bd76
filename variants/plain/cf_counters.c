/* SPDX-License-Identifier: MIT */
/*
 * cf_counters.c - CF with a counter for each entry: copies of a key share an entry (Fan et al., CoNEXT 2014, section
 * 3.1: "at the cost of increased space, counters could be associated with buckets").
 *
 *      fingerprints, CF's table:    | e0 | e1 | e2 | e3 | e4 | e5 | e6 | e7 | ...      m b f bits
 *      counters, behind them:       |k0|k1|k2|k3|k4|k5|k6|k7| ...                      m b c bits
 *
 *      lookup      CF's own, which reads no counter
 *      insertion   an entry of this fingerprint in either bucket is not full --> it counts one more
 *                  none, or all are full                                     --> Algorithm 1: a new entry
 *      eviction    the counter goes with its fingerprint
 *      deletion    counts one less in the entry that is not full; the last copy empties its entry
 *
 * A counter has the copies beyond the first. So each of its 2^c values counts, and an empty entry has 0, with which a
 * new entry begins: a key that is new writes no counter. An entry holds 2^c copies, and 2b entries hold b 2^(c+1) of
 * one key, where CF's hold 2b.
 *
 * Of the entries of one fingerprint in one pair of buckets, at most one is not full. Insertion begins another only if
 * all are full, and deletion takes from the one that is not. So n copies take n / 2^c entries, rounded up: the fewest.
 * Keys that differ, but not in fingerprint and buckets, count as copies of each other. No filter can tell them apart.
 *
 * c = 2 is the default. c bits pay where keys have more than 1 + c / f copies on average. With f = 12 that is one key
 * with a copy in six for c = 2, and in three for c = 4. With b = 4, c = 2 takes 32 copies of a key, and the counters of
 * a bucket are one byte. Counters are behind the table, not in its buckets, because lookups would read them there.
 */
#include "variants/plain/plain_codec.h"

static const struct cuckoo_codec plain = {PLAIN_CODEC, .fp_hash = cuckoo_fp_hash};

/* What an entry holds: copies of a fingerprint, and how many beyond the first. */
struct counted {
	uint32_t fp, more;
};

ALWAYS_INLINE size_t
counter_bit(const struct cuckoo *c, size_t entry, unsigned f, unsigned b)
{
	return ((size_t)c->mask + 1) * b * f + entry * c->counter_bits;
}

ALWAYS_INLINE uint32_t
counter_get(const struct cuckoo *c, size_t entry, unsigned f, unsigned b)
{
	const size_t bit = counter_bit(c, entry, f, b);

	return (uint32_t)(load64(c->table.data + bit / 8) >> bit % 8 & low_mask(c->counter_bits));
}

ALWAYS_INLINE void
counter_set(const struct cuckoo *c, size_t entry, uint32_t more, unsigned f, unsigned b)
{
	const size_t bit = counter_bit(c, entry, f, b);
	uint8_t *at = c->table.data + bit / 8;

	store64(at, (load64(at) & ~(low_mask(c->counter_bits) << bit % 8)) | (uint64_t)more << bit % 8);
}

ALWAYS_INLINE uint32_t
counter_most(const struct cuckoo *c)
{
	return (uint32_t)low_mask(c->counter_bits);
}

static const size_t no_entry = SIZE_MAX;

/* The entry of either bucket that holds p.fp and is not full; else a full one; else no_entry. */
ALWAYS_INLINE size_t
counters_find(const struct cuckoo *c, struct cuckoo_place p, unsigned f, unsigned b)
{
	size_t found = no_entry;

	for (unsigned k = 0; k < 2 * b; k++) {
		const size_t entry = k < b ? p.i1 * b + k : p.i2 * b + k - b;

		if (packed_entry(c->table.data, entry, f) != p.fp)
			continue;
		found = entry;
		if (counter_get(c, entry, f, b) < counter_most(c))
			break;
	}
	return found;
}

/* Puts what an evicted entry held into an empty one. False if there is none. */
ALWAYS_INLINE bool
counters_put(const struct cuckoo *c, size_t i, struct counted in, unsigned f, unsigned b)
{
	size_t entry = i * b;

	if (!plain_put(c->table.data, i, in.fp, f, b))
		return false;
	if (in.more) {
		/* the entry just written; or one that is equal to it, which makes no difference */
		while (packed_entry(c->table.data, entry, f) != in.fp || counter_get(c, entry, f, b))
			entry++;
		counter_set(c, entry, in.more, f, b);
	}
	return true;
}

/* Swaps what entry e of a bucket holds. */
ALWAYS_INLINE struct counted
counters_swap(const struct cuckoo *c, size_t i, unsigned e, struct counted in, unsigned f, unsigned b)
{
	const struct counted out = {plain_swap(c->table.data, i, e, in.fp, f, b), counter_get(c, i * b + e, f, b)};

	if (out.more != in.more)
		counter_set(c, i * b + e, in.more, f, b);
	return out;
}

/* As cuckoo_relocate, with counters. The path has the places of the victims in their buckets, so that a failed
 * insertion leaves every entry where it was. */
ALWAYS_INLINE bool
counters_relocate(struct cuckoo *c, struct cuckoo_place p, unsigned f, unsigned b)
{
	uint64_t r = rng_next(&c->random);
	size_t i = r >> 63 ? p.i1 : p.i2;
	struct counted in_hand = {p.fp, 0};

	for (unsigned n = 0; n < c->max_kicks; n++) {
		c->path[n] = (uint32_t)(r & (b - 1));
		in_hand = counters_swap(c, i, c->path[n], in_hand, f, b);
		i = cuckoo_alternate(c, plain, i, in_hand.fp);
		if (counters_put(c, i, in_hand, f, b)) {
			c->kicks += n + 1;
			return true;
		}
		r = rng_next(&c->random);
	}
	for (unsigned n = c->max_kicks; n-- > 0;) {
		i = cuckoo_alternate(c, plain, i, in_hand.fp);
		in_hand = counters_swap(c, i, c->path[n], in_hand, f, b);
	}
	return false;
}

ALWAYS_INLINE bool
counters_insert_one(const struct cuckoo *local, struct cuckoo *c, struct cuckoo_place p, unsigned f, unsigned b)
{
	uint8_t *t = local->table.data;

	if (plain_pair_has(t, p.i1, p.i2, p.fp, f, b)) {
		const size_t entry = counters_find(local, p, f, b);
		const uint32_t more = counter_get(local, entry, f, b);

		if (more < counter_most(local)) {
			counter_set(local, entry, more + 1, f, b);
			c->absorbed++;
			return true;
		}
	}
	if (!plain_put(t, p.i1, p.fp, f, b) && !plain_put(t, p.i2, p.fp, f, b) && !counters_relocate(c, p, f, b))
		return false;
	c->items++;
	return true;
}

ALWAYS_INLINE size_t
counters_insert_by(enum hash_kind kind, struct cuckoo *c, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;

	for (size_t k = 0; k < n; k++)
		if (!counters_insert_one(&local, c, cuckoo_locate_by(kind, &local, plain, keys[k], f), f, b))
			return k;
	return n;
}

ALWAYS_INLINE size_t
counters_remove_by(enum hash_kind kind, struct cuckoo *c, const uint64_t *keys, size_t n, unsigned f, unsigned b)
{
	const struct cuckoo local = *c;
	size_t counts = 0, entries = 0;

	for (size_t k = 0; k < n; k++) {
		const size_t entry = counters_find(&local, cuckoo_locate_by(kind, &local, plain, keys[k], f), f, b);
		uint32_t more;

		if (entry == no_entry)
			continue;
		more = counter_get(&local, entry, f, b);
		if (more) {
			counter_set(&local, entry, more - 1, f, b);
			counts++;
		} else {
			(void)plain_swap(local.table.data, entry / b, (unsigned)(entry % b), 0, f, b);
			entries++;
		}
	}
	c->absorbed -= counts;
	c->items -= entries;
	return counts + entries;
}

#define KERNEL(id, F, B)                                                             \
	static size_t id##_insert(struct cuckoo *c, const uint64_t *keys, size_t n)  \
	{                                                                            \
		const unsigned f = F, b = B;                                         \
                                                                                     \
		return HASH_BY_KIND(&c->hash, counters_insert_by, c, keys, n, f, b); \
	}                                                                            \
	static size_t id##_remove(struct cuckoo *c, const uint64_t *keys, size_t n)  \
	{                                                                            \
		const unsigned f = F, b = B;                                         \
                                                                                     \
		return HASH_BY_KIND(&c->hash, counters_remove_by, c, keys, n, f, b); \
	}                                                                            \
	CUCKOO_KERNEL_LOOKUP(id, plain, plain_contains, F, B)
#define KERNEL_ROW(id, F, B) \
	{.name = #id, .f = F, .b = B, .insert = id##_insert, .contains = id##_contains, .remove = id##_remove},

#define WIDTHS(X) X(f8b4, 8, 4) X(f12b4, 12, 4)
CUCKOO_KERNELS(WIDTHS, KERNEL, KERNEL_ROW, c->b)

/* How many entries with this fingerprint, in bucket i and its other bucket, are not full. */
static unsigned
counters_open(const struct cuckoo *c, size_t i, uint32_t fp)
{
	const size_t other = cuckoo_alternate(c, plain, i, fp);
	unsigned open = 0;

	for (unsigned k = 0; k < (other == i ? 1 : 2) * c->b; k++) {
		const size_t entry = k < c->b ? i * c->b + k : other * c->b + k - c->b;

		open += packed_entry(c->table.data, entry, c->f) == fp &&
		        counter_get(c, entry, c->f, c->b) < counter_most(c);
	}
	return open;
}

static const char *
counters_check(const struct filter *filter)
{
	const struct cuckoo *c = (const struct cuckoo *)filter;
	const char *broken = cuckoo_check(filter);
	size_t copies = 0;

	for (size_t entry = 0; !broken && entry < ((size_t)c->mask + 1) * c->b; entry++) {
		const uint32_t fp = packed_entry(c->table.data, entry, c->f);
		const uint32_t more = counter_get(c, entry, c->f, c->b);

		copies += more;
		if (!fp && more)
			broken = "the counter of an empty entry is not 0";
		else if (fp && counters_open(c, entry / c->b, fp) > 1)
			broken = "copies of a fingerprint are in more entries than they need";
	}
	return broken || copies == c->absorbed ? broken : "the counters do not sum up to the number of items";
}

static const struct cuckoo_kind kind = {
	.kernels = kernels, .limits = &cuckoo_limits_counters, .bucket_used = plain_bucket_used};

const struct filter_ops FILTER_OPS(cf_counters) = {
	.name = "cf-counters",
	.title = "CF, counters",
	.about = "cuckoo filter whose entries count copies (Fan et al., CoNEXT 2014, 3.1)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.fp_bits = 12, .slots = 4, .counter_bits = 2},
                  .lines = {2, 2, 2, 3},
                  .ns = {260, 70, 100},
                  .part = FILTER_NAMED},
	.kind = &kind,
	.uses = CUCKOO_USES | USES_COUNTER_BITS,
	.family = &cuckoo_family,
	FAMILY_OPS,
	.insert = cuckoo_ops_insert,
	.contains = cuckoo_ops_contains,
	.remove = cuckoo_ops_remove,
	.info = cuckoo_info,
	.check = counters_check,
};
