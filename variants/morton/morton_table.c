/* SPDX-License-Identifier: MIT */
/* morton_table.c - see morton_table.h. */
#include "variants/morton/morton_table.h"

#include <stdlib.h>

/* A walk of 300 evictions, as in the authors' program. Blocks: their buckets are numbered by the high bits of a hash,
 * and must leave its low 16 bits to the fingerprint. */
enum { MORTON_KICKS = 300, MORTON_MOST_KICKS = 1000000, MORTON_F = 8 };
static const size_t morton_most = (size_t)1 << 40;

/* --- parameters and sizes ----------------------------------------------------------------------------------------- */

static struct morton_shape
morton_shape_of(unsigned f)
{
	return f == 8 ? MORTON_F8 : f == 12 ? MORTON_F12 : MORTON_F16;
}

/*
 * Blocks for n keys, at most 2^40, at 95 % load: the published one. The first refusal comes far behind it: of 10^4 to 3
 * 10^5 tables at 97 to 100 %, of 10^4 blocks at 99 %, and 0.3 % earlier with each tenth of the chance. But of two
 * blocks half of the keys have both buckets in one. They are full at 87 % in one of 2 10^5, so three are taken.
 */
static size_t
morton_blocks_for(size_t n, unsigned entries)
{
	const size_t blocks = (n * 100 + 95 * entries - 1) / (95 * entries);

	return blocks == 2 ? 3 : blocks;
}

static const char *
morton_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);

	(void)self;
	if (p->kicks && p->kicks != FILTER_KICKS_WALK)
		return "kicks must be walk: what a Morton filter does after its two-level search";
	p->fp_bits = p->fp_bits ? p->fp_bits : MORTON_F;
	if (p->fp_bits != 8 && p->fp_bits != 12 && p->fp_bits != 16)
		return "fp_bits (f) must be 8, 12 or 16: the published blocks with buckets of three";
	if (why)
		return why;
	if (p->items > morton_most)
		return "items is more than 2^40";
	if (p->items)
		p->buckets = morton_blocks_for(p->items, morton_shape_of(p->fp_bits).entries);
	if (p->bytes) {
		p->buckets = p->bytes / MORTON_BLOCK;
		if (!p->buckets)
			return "bytes is less than one block of 64";
		if (p->buckets > morton_most)
			return "bytes is more than 2^40 blocks";
	}
	if (p->buckets > morton_most)
		return "buckets (here blocks) is more than 2^40";
	p->kicks = FILTER_KICKS_WALK;
	p->max_kicks = p->max_kicks ? p->max_kicks : MORTON_KICKS;
	if (p->items && p->max_kicks < MORTON_KICKS)
		return "max_kicks must be at least its default for items to fit: give bytes or buckets";
	if (p->max_kicks > MORTON_MOST_KICKS)
		return "max_kicks must be at most 1000000";
	*bytes = p->buckets * MORTON_BLOCK;
	p->bytes = p->items = 0;
	return NULL;
}

/* The first kernel for this length of fingerprints that may run. */
static const struct morton_kernel *
morton_choose(const struct morton_kind *kind, const struct filter_params *p)
{
	const struct morton_kernel *kernel = kind->kernels;

	while (kernel->f != p->fp_bits || isa_refuses(kernel->isa, p->isa))
		kernel++;
	return kernel;
}

static struct morton_map
morton_map_of(const struct mem *table, size_t blocks, const struct hash *hash, struct morton_shape s)
{
	const uint32_t beside = 1u << s.buckets_log2;
	const uint64_t buckets = (uint64_t)blocks << s.buckets_log2, others = buckets - beside;

	/* An offset must be less than m. With one block, it is any odd number of its own buckets. */
	return (struct morton_map){.table = table->data,
	                           .buckets = buckets,
	                           .least = others ? beside : 0,
	                           .range = others > MORTON_OFFSETS ? MORTON_OFFSETS
	                                    : others                ? (uint32_t)others
	                                                            : beside,
	                           .hash = *hash};
}

static bool
morton_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct morton *f = (struct morton *)base;

	f->path = p->max_kicks > MORTON_LISTED ? malloc(p->max_kicks * sizeof *f->path) : NULL;
	f->shape = morton_shape_of(p->fp_bits);
	f->map = morton_map_of(&f->table, p->buckets, hash, f->shape);
	f->random = rng_derive(p->seed, 0x6d6f7274 /* "mort" */);
	f->near = f->table.bytes <= cache_near(1);
	f->second = cache_asks_second(f->table.bytes, 1);
	return f->path || p->max_kicks <= MORTON_LISTED;
}

static void
morton_bind(struct filter *base)
{
	struct morton *f = (struct morton *)base;

	f->kernel = morton_choose(base->ops->kind, &f->params);
	f->path = f->is_view ? NULL : f->path; /* only insertions need it */
}

static void
morton_end(struct filter *base)
{
	free(((struct morton *)base)->path);
}

const struct filter_family morton_family = {
	FAMILY_PARTS(struct morton),
	FAMILY_VIEWS(struct morton),
	.state = {offsetof(struct morton, items), offsetof(struct morton, kicks), offsetof(struct morton, random)},
	.settle = morton_settle,
	.begin = morton_begin,
	.bind = morton_bind,
	.end = morton_end};

/* --- operations --------------------------------------------------------------------------------------------------- */

size_t
morton_ops_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct morton *f = (struct morton *)base;

	return f->kernel->insert(f, keys, n);
}

size_t
morton_ops_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct morton *f = (const struct morton *)base;

	return f->kernel->contains(f, keys, n, hit);
}

size_t
morton_ops_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct morton *f = (struct morton *)base;

	return f->kernel->remove(f, keys, n);
}

/* --- what there is ------------------------------------------------------------------------------------------------ */

/* A bucket of the interface is a block: all that has entries of its own. */
void
morton_info(const struct filter *base, struct filter_info *info)
{
	const struct morton *f = (const struct morton *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + (f->path ? f->params.max_kicks * sizeof *f->path : 0),
	                             .items = f->items,
	                             .slots = f->params.buckets * f->shape.entries,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->shape.f,
	                             .slots_per_bucket = f->shape.entries,
	                             .kicks = f->kicks,
	                             .kernel = f->kernel->name,
	                             .table = f->table.data};
}

/* Bits behind the last fingerprint are 0. */
static bool
morton_ends(const uint8_t *block, unsigned used, struct morton_shape s)
{
	for (unsigned v = used; v < s.entries; v++)
		if (morton_fp(block, v, s))
			return false;
	return true;
}

const char *
morton_check(const struct filter *base)
{
	const struct morton *f = (const struct morton *)base;
	size_t items = 0;

	for (size_t b = 0; b < f->params.buckets; b++) {
		const uint8_t *block = f->table.data + b * MORTON_BLOCK;
		const unsigned used = morton_sum(morton_counts(block, f->shape), false);

		if (used > f->shape.entries)
			return "a block's counters sum to more than its entries";
		if (!morton_ends(block, used, f->shape))
			return "bits behind the last fingerprint of a block are set";
		items += used;
	}
	return items == f->items ? NULL : "the counters do not sum to the number of items";
}
