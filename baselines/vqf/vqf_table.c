/* SPDX-License-Identifier: MIT */
/* vqf_table.c - see vqf_table.h: creates, describes, checks and saves the table of a vector quotient filter. */
#include "baselines/vqf/vqf_table.h"

#include "core/cache.h"

/* Both blocks of a key are numbered by 32 bits of its hash. */
static const size_t vqf_most = (size_t)1 << 32;

/*
 * The blocks that n keys fit. The first refusal came at these shares of all slots, in per cent, the least of many seeds
 * (20000 up to 64 blocks, then fewer):
 *
 *      blocks                     2      5     10     20     64    400   4000  100000  400000
 *      8 bits, 48 slots        78.1   86.6   88.5   92.1   92.6   93.9   95.0    94.6    94.5
 *      16 bits, 28 slots       66.0   74.2   77.8   86.9   87.2   89.4   90.9    90.6    90.0
 *
 * A refusal in one of 10^6 tables comes earlier by a few per cent, in the smallest by 4 to 20. (Each tenth of the
 * chance took as much as the one before.) In many blocks a refusal is a matter of single keys. By the differential
 * equation of two choices, one of 2 10^12 is refused until a load of 93.5 and 88.7 per cent. Fills stop lower than by
 * that equation, by 0.2 and 1.1: the second block is asked for only if the first is fuller than some.
 *
 * So 93 and 85 per cent of the slots are used, and two more blocks make up for the spread of few.
 */
static size_t
vqf_blocks_for(size_t n, enum vqf_form form)
{
	const unsigned slots = vqf_slots(form), load = form == VQF_8 ? 93 : 85;

	return n <= slots ? 1 : n / (slots * load) * 100 + n % (slots * load) * 100 / (slots * load) + 3;
}

const char *
vqf_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);

	(void)self;
	p->fp_bits = p->fp_bits ? p->fp_bits : VQF_8;
	if (p->fp_bits != VQF_8 && p->fp_bits != VQF_16)
		return "fp_bits (of a remainder) must be 8 or 16";
	if (why)
		return why;
	if (p->bytes && p->bytes < VQF_BYTES)
		return "bytes is less than one block of 64";
	if (p->bytes)
		p->buckets = p->bytes / VQF_BYTES < vqf_most ? p->bytes / VQF_BYTES : vqf_most;
	if (p->items)
		p->buckets = vqf_blocks_for(p->items, (enum vqf_form)p->fp_bits);
	if (p->buckets > vqf_most)
		return p->items ? "items is more than 2^32 blocks take" : "buckets (blocks) is more than 2^32";
	*bytes = p->buckets * VQF_BYTES;
	p->bytes = p->items = 0;
	return NULL;
}

bool
vqf_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct vqf *f = (struct vqf *)base;

	f->map = (struct vqf_map){f->table.data, p->buckets, *hash, cache_asks_second(f->table.bytes, 1)};
	f->form = (enum vqf_form)p->fp_bits;
	return true;
}

/* The best kernel that this filter may use. */
void
vqf_bind(struct filter *base)
{
	struct vqf *f = (struct vqf *)base;
	const struct vqf_kind *kind = base->ops->kind;
	unsigned i = 0;

	while (isa_refuses(kind->kernel[i]->isa, f->params.isa))
		i++;
	f->kernel = kind->kernel[i];
}

const struct filter_family vqf_family = {VQF_FAMILY, FAMILY_VIEWS(struct vqf), .begin = vqf_begin};

void
vqf_info(const struct filter *base, struct filter_info *info)
{
	const struct vqf *f = (const struct vqf *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .slots = f->map.m * vqf_slots(f->form),
	                             .buckets = f->map.m,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = vqf_slots(f->form),
	                             .kernel = f->kernel->name,
	                             .table = f->table.data};
}

/* The number of remainders of a block; or -1, and what is wrong. */
static int
vqf_check_block(enum vqf_form form, const uint8_t *block, const char **why)
{
	const uint128 meta = vqf_meta(form, block);
	const unsigned used = (unsigned)(__builtin_popcountll((uint64_t)meta) +
	                                 __builtin_popcountll((uint64_t)(meta >> 64))),
		       end = used + vqf_buckets(form);

	*why = used > vqf_slots(form)                  ? "a block has more remainders than slots"
	       : meta & 1                              ? "a remainder stands before the first bucket"
	       : used < vqf_slots(form) && meta >> end ? "a block has not as many marks as buckets"
	                                               : NULL;
	for (unsigned at = vqf_head(form) + used * (form / 8); at < VQF_BYTES; at++)
		if (!*why && block[at])
			*why = "a slot that is not used is not 0";
	return *why ? -1 : (int)used;
}

const char *
vqf_check(const struct filter *base)
{
	const struct vqf *f = (const struct vqf *)base;
	const char *why = NULL;
	size_t items = 0;

	for (size_t i = 0; i < f->map.m; i++) {
		const int used = vqf_check_block(f->form, f->table.data + i * VQF_BYTES, &why);

		if (used < 0)
			return why;
		items += (unsigned)used;
	}
	return items == f->items ? NULL : "the slots in use are not as many as the items";
}
