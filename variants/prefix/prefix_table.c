/* SPDX-License-Identifier: MIT */
/* prefix_table.c - a prefix filter from create to destroy, and what a full bin does (prefix_table.h). */
#include "variants/prefix/prefix_table.h"

#include <math.h>

/* --- a full bin --------------------------------------------------------------------------------------------- */

bool
prefix_overflow(struct prefix *f, struct prefix_place p)
{
	uint8_t *bin = f->bins + p.bin * POCKET_BYTES;
	uint64_t w = pocket_word(bin);
	struct prefix_place leaves = p;
	uint32_t here[CUCKOO_LISTED];
	bool fits;

	if (!pocket_has_overflowed(w))
		w = pocket_settle(bin, w);
	if (!pocket_is_beyond(w, p.pair))
		leaves.pair = (unsigned)(w & POCKET_MOST);
	(void)cuckoo_lend(&f->spare, here);
	fits = cuckoo_insert_one(&f->spare, &f->spare, prefix_codec, prefix_spare_place(f->hash.kind, f, leaves),
	                         PREFIX_F, PREFIX_B);
	f->spare.path = NULL;
	if (!fits)
		return false;
	if (leaves.pair != p.pair)
		w = pocket_settle(bin, pocket_put(bin, pocket_drop_most(w), p.pair));
	store64(bin + POCKET_WORD, w);
	return true;
}

/* --- parameters and sizes ----------------------------------------------------------------------------------- */

/* The most bins. With them the spare's keys are below 2^45, and a hash has 32 bits left for the pair. */
static const size_t prefix_most = (size_t)1 << 32;

/*
 * Items that the spare of m bins must take, if the bins are for 95 % of their slots: 23.75 keys a bin on average. Of
 * Poisson's law with this mean, 1.3927 are beyond the 25th (5.9 % of all), with a variance of 6.43. So of m bins it is
 * 1.3927 m, and 6 standard deviations more are room enough in all but one of a thousand million filters. (The authors
 * add 8 % instead.)
 */
static size_t
spare_items(size_t m)
{
	return (size_t)ceil(1.3927 * (double)m + 6 * sqrt(6.43 * (double)m));
}

/* The keys for m bins: 95 % of their slots. */
static size_t
bins_for(size_t items)
{
	return items / 95 * 4 + (items % 95 * 4 + 94) / 95;
}

/* Sizes the spare of m bins, as cf does for so many items. */
static void
spare_settle(const struct filter_params *p, size_t m, struct filter_params *spare)
{
	*spare = (struct filter_params){.items = spare_items(m),
	                                .fp_bits = PREFIX_F,
	                                .slots = PREFIX_B,
	                                .hash = p->hash,
	                                .seed = rng_derive(p->seed, 0x7370617265 /* "spare" */)};
	(void)cuckoo_normalise(&cuckoo_limits_plain, spare); /* refuses no such parameters */
}

static size_t
spare_bytes(const struct filter_params *spare)
{
	return cuckoo_table_bytes(&cuckoo_limits_plain, spare->buckets, PREFIX_F, PREFIX_B);
}

/* Bytes of m bins and their spare. */
static size_t
bytes_of(size_t m)
{
	struct filter_params spare;

	spare_settle(&(struct filter_params){0}, m, &spare);
	return m * POCKET_BYTES + spare_bytes(&spare);
}

/* The most bins that fit into so many bytes with their spare; 0: none. */
static size_t
bins_in(size_t bytes)
{
	size_t fits = 0, not = bytes / POCKET_BYTES < prefix_most ? bytes / POCKET_BYTES + 1 : prefix_most + 1;

	while (not -fits > 1) {
		const size_t middle = fits + (not -fits) / 2;

		if (bytes_of(middle) <= bytes)
			fits = middle;
		else
			not = middle;
	}
	return fits;
}

static const char *
prefix_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);

	(void)self;
	if (p->fp_bits && p->fp_bits != 8)
		return "fp_bits must be 8: a bin's remainders are bytes";
	if (why)
		return why;
	if (p->items > prefix_most * 95 / 4)
		return "items is more than 2^32 bins take";
	if (p->buckets > prefix_most)
		return "buckets (bins) must be at most 2^32";
	p->buckets = p->items ? bins_for(p->items) : p->bytes ? bins_in(p->bytes) : p->buckets;
	p->bytes = p->items = 0;
	p->fp_bits = 8;
	if (!p->buckets)
		return "bytes is less than a bin and its spare";
	*bytes = bytes_of(p->buckets);
	return NULL;
}

/* --- from create to destroy --------------------------------------------------------------------------------- */

/* Counts the used entries of the spare, for cuckoo_check. */
static const struct cuckoo_kind spare_kind = {.limits = &cuckoo_limits_plain, .bucket_used = plain_bucket_used};

/* The spare's table is the end of the filter's. Its other members are as cuckoo filters begin. The stack has room for
 * its evictions, whose number is the usual. */
static void
spare_begin(struct prefix *f)
{
	struct cuckoo *s = &f->spare;
	struct filter_params p;

	s->kind = &spare_kind;
	spare_settle(&f->params, f->m, &p);
	(void)hash_init(&s->hash, p.hash, p.seed); /* the filter's own, which is known */
	s->table.bytes = spare_bytes(&p);
	s->table.data = f->bins + f->m * POCKET_BYTES;
	s->f = PREFIX_F, s->b = PREFIX_B;
	s->mask = (uint32_t)(p.buckets - 1);
	s->max_kicks = p.max_kicks;
	s->random = rng_derive(p.seed, 0x6b69636b /* "kick" */);
}

static bool
prefix_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct prefix *f = (struct prefix *)base;

	f->hash = *hash;
	f->m = p->buckets;
	f->bins = f->table.data;
	spare_begin(f);
	for (size_t i = 0; i < f->m; i++)
		store64(f->bins + i * POCKET_BYTES + POCKET_WORD, POCKET_EMPTY);
	f->wide = !isa_refuses(base->ops->chooses, p->isa);
	f->near = f->table.bytes <= cache_near(1);
	f->second = cache_asks_second(f->table.bytes, 1);
	return true;
}

const struct filter_family prefix_family = {
	FAMILY_PARTS(struct prefix), FAMILY_VIEWS(struct prefix),
	.state = {offsetof(struct prefix, in_bins), offsetof(struct prefix, spare.items),
                  offsetof(struct prefix, spare.kicks), offsetof(struct prefix, spare.random)},
	.settle = prefix_settle, .begin = prefix_begin};

void
prefix_info(const struct filter *base, struct filter_info *info)
{
	const struct prefix *f = (const struct prefix *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->in_bins + f->spare.items,
	                             .slots = f->m * POCKET_SLOTS,
	                             .buckets = f->m,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = POCKET_SLOTS,
	                             .kicks = f->spare.kicks,
	                             .kernel = f->wide ? "AVX2" : "portable",
	                             .table = f->table.data};
}

const char *
prefix_check(const struct filter *base)
{
	const struct prefix *f = (const struct prefix *)base;
	size_t used = 0, overflowed = 0;

	for (size_t i = 0; i < f->m; i++) {
		const uint8_t *bin = f->bins + i * POCKET_BYTES;
		const char *why = pocket_broken(bin);

		if (why)
			return why;
		used += pocket_used(pocket_word(bin));
		overflowed += pocket_has_overflowed(pocket_word(bin));
	}
	if (used != f->in_bins)
		return "the number of pairs in bins is not the number that were put there";
	if (overflowed > f->spare.items || (f->spare.items && !overflowed))
		return "the spare has fewer keys than bins have overflowed, or keys of no bin";
	return cuckoo_check(&f->spare.base);
}
