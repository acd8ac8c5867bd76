/* SPDX-License-Identifier: MIT */
/* bloom.c - see bloom.h: creates, describes, checks and saves the tables of all Bloom filters. */
#include "baselines/bloom/bloom.h"

static const size_t bloom_max = (size_t)1 << 48; /* bytes, blocks or items: no product below overflows */

/* The k that makes the rate smallest leaves half of the bits 0: k = ln 2 * m / n (Bloom 1970). */
static unsigned
best_k(double per_item)
{
	double k = per_item * 0.69314718055994531 + 0.5;

	return k < 1 ? 1 : k > BLOOM_MAX_K ? BLOOM_MAX_K : (unsigned)k;
}

static unsigned
k_for(const struct bloom_kind *kind, double per_item)
{
	return kind->best_k ? kind->best_k(per_item) : best_k(per_item);
}

static unsigned
usual_k(const struct bloom_kind *kind)
{
	return kind->usual_k ? kind->usual_k : BLOOM_K;
}

/* Resolves bytes and hashes. Items, which chose them, and buckets are 0 then. */
static const char *
settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const struct bloom_kind *kind = self->kind;
	size_t unit = kind->unit, needed;

	if (p->buckets && unit == 1)
		return "buckets (m) is not used by a Bloom filter without blocks: bytes or items sizes it";
	if (p->bytes > bloom_max || p->buckets > bloom_max / unit || p->items > bloom_max)
		return "bytes, buckets (times the bytes of one) and items must be at most 2^48";
	if (p->bytes && p->buckets)
		return "only one of bytes and buckets may be given";
	if (p->bytes && p->bytes < unit)
		return "bytes is less than one block";
	if (p->hashes > (kind->most_k ? kind->most_k : BLOOM_MAX_K) || (kind->step_k && p->hashes % kind->step_k))
		return kind->bad_k ? kind->bad_k : "hashes (k) must be 1 to 32";
	if (p->bytes || p->buckets) {
		p->bytes = p->bytes ? p->bytes / unit * unit : p->buckets * unit;
		if (!p->hashes && p->items)
			p->hashes = k_for(kind, (double)p->bytes * kind->per_byte / (double)p->items);
	} else if (p->items) {
		needed = (p->items * BLOOM_PER_ITEM + kind->per_byte - 1) / kind->per_byte;
		p->bytes = (needed + unit - 1) / unit * unit;
	} else {
		return unit == 1 ? "bytes or items must be given" : "bytes, buckets or items must be given";
	}
	p->hashes = p->hashes ? p->hashes : usual_k(kind);
	p->buckets = p->items = 0;
	*bytes = p->bytes;
	return kind->most && p->bytes / unit > kind->most ? "bytes, buckets and items must make at most 2^32 blocks"
	                                                  : NULL;
}

static bool
begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct bloom *f = (struct bloom *)base;
	const struct bloom_kind *kind = base->ops->kind;

	f->map.data = f->table.data;
	f->map.m = kind->unit == 1 ? p->bytes * kind->per_byte : p->bytes / kind->unit;
	f->map.hash = *hash;
	f->map.second = cache_asks_second(p->bytes, 1);
	f->map.spares = cache_spares_registers(p->bytes);
	return true;
}

static void
bind(struct filter *base)
{
	struct bloom *f = (struct bloom *)base;

	f->kind = base->ops->kind;
	f->uses = f->kind->less && !isa_refuses(f->kind->less, f->params.isa) ? f->kind->less : ISA_ANY;
	if (base->ops->chooses && !isa_refuses(base->ops->chooses, f->params.isa))
		f->uses = base->ops->chooses;
	if (f->kind->prepare)
		f->kind->prepare(f);
}

const struct filter_family bloom_family = {FAMILY_PARTS(struct bloom),
                                           FAMILY_VIEWS(struct bloom),
                                           .state = {offsetof(struct bloom, items), offsetof(struct bloom, sum)},
                                           .settle = settle,
                                           .begin = begin,
                                           .bind = bind};

static const char *
kernel_of(const struct bloom *f)
{
	static const struct {
		unsigned k;
		const char *plain, *bmi2, *avx2, *avx512;
	} names[] = {{BLOOM_K, "k9", "k9, BMI2", "k9, AVX2", "k9, AVX-512"},
	             {5, "k5", "k5, BMI2", "k5, AVX2", "k5, AVX-512"},
	             {6, "k6", "k6, BMI2", "k6, AVX2", "k6, AVX-512"},
	             {8, "k8", "k8, BMI2", "k8, AVX2", "k8, AVX-512"},
	             {10, "k10", "k10, BMI2", "k10, AVX2", "k10, AVX-512"},
	             {0, "any", "any, BMI2", "any, AVX2", "any, AVX-512"}};
	const unsigned k = f->params.hashes;
	const bool has_own = k == usual_k(f->kind) || k == f->kind->near_k;
	unsigned i = 0;

	while (names[i].k && !(has_own && names[i].k == k))
		i++;
	return f->uses == ISA_AVX512 ? names[i].avx512
	       : f->uses == ISA_ANY  ? names[i].plain
	       : f->kind->less       ? names[i].avx2
	                             : names[i].bmi2;
}

void
bloom_info(const struct filter *base, struct filter_info *info)
{
	const struct bloom *f = (const struct bloom *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .buckets = f->kind->unit == 1 ? 0 : f->map.m,
	                             .hashes = f->params.hashes,
	                             .kernel = kernel_of(f),
	                             .table = f->map.data};
}

const char *
bloom_check_bits(const struct bloom *f, uint64_t bits_set)
{
	if ((bits_set + f->params.hashes - 1) / f->params.hashes > f->items)
		return "more bits are set than k for every item";
	return f->items && !bits_set ? "items were inserted but no bit is set" : NULL;
}

const char *
bloom_check_table(const struct filter *base)
{
	const struct bloom *f = (const struct bloom *)base;
	uint64_t bits_set = 0;

	for (size_t i = 0; i < MEM_PAD; i++)
		if (f->table.data[f->table.bytes + i])
			return "a bit is set behind the end of the table";
	for (size_t i = 0; i < f->table.bytes; i += 8) /* the last word may end in padding, which is 0 */
		bits_set += (unsigned)__builtin_popcountll(load64(f->table.data + i));
	return bloom_check_bits(f, bits_set);
}
