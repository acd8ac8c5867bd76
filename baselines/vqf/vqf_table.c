/* SPDX-License-Identifier: MIT */
/* vqf_table.c - see vqf_table.h: creates, describes, checks and saves the table of a vector quotient filter. */
#include "baselines/vqf/vqf_table.h"

#include "core/cache.h"
#include "core/serial.h"

#include <stdlib.h>

/* Both blocks of a key are numbered by 32 bits of its hash. */
static const size_t vqf_most = (size_t)1 << 32;

static const char *
vqf_unused(const struct filter_params *p)
{
	if (p->slots)
		return "slots is not used by a vector quotient filter: fp_bits says how many a block has";
	if (p->hashes)
		return "hashes (k) is not used by a vector quotient filter";
	if (p->tables)
		return "tables (d) is not used by a vector quotient filter: it has one, and two choices in it";
	if (p->counter_bits)
		return "counter_bits is not used by a vector quotient filter: copies take a slot each";
	if (p->kicks)
		return "kicks is not used by a vector quotient filter: it never relocates";
	if (p->max_kicks)
		return "max_kicks is not used by a vector quotient filter: it never relocates";
	if (p->max_load)
		return "max_load is not used by a vector quotient filter: it is full when both blocks of a key are";
	if (p->stripes || p->doublings)
		return "stripes and doublings are not used by a vector quotient filter";
	return NULL;
}

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

/* Resolves the defaults of *p in place: the number of blocks (buckets) is all that says how large it is. NULL, or why
 * not. */
static const char *
vqf_normalise(struct filter_params *p, struct hash *hash)
{
	const char *why = vqf_unused(p);

	if (why)
		return why;
	p->fp_bits = p->fp_bits ? p->fp_bits : VQF_8;
	if (p->fp_bits != VQF_8 && p->fp_bits != VQF_16)
		return "fp_bits (of a remainder) must be 8 or 16";
	if (!hash_init(hash, p->hash, p->seed))
		return "hash is not a known hash";
	if (!!p->buckets + !!p->bytes + !!p->items != 1)
		return "exactly one of buckets, bytes, items must be given";
	if (p->bytes && p->bytes < VQF_BYTES)
		return "bytes is less than one block of 64";
	if (p->bytes)
		p->buckets = p->bytes / VQF_BYTES < vqf_most ? p->bytes / VQF_BYTES : vqf_most;
	if (p->items)
		p->buckets = vqf_blocks_for(p->items, (enum vqf_form)p->fp_bits);
	if (p->buckets > vqf_most)
		return p->items ? "items is more than 2^32 blocks take" : "buckets (blocks) is more than 2^32";
	p->bytes = p->items = 0;
	return NULL;
}

void
vqf_destroy(struct filter *base)
{
	struct vqf *f = (struct vqf *)base;

	if (!f)
		return;
	if (!f->is_view)
		mem_free(&f->table);
	free(f);
}

/* The best kernel that this filter may use. */
static const struct vqf_kernel *
vqf_choose(const struct filter_ops *self, enum isa limit)
{
	const struct vqf_kind *kind = self->kind;
	unsigned i = 0;

	while (isa_refuses(kind->kernel[i]->isa, limit))
		i++;
	return kind->kernel[i];
}

enum filter_status
vqf_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	const struct vqf_kind *kind = self->kind;
	struct filter_params p = *params;
	struct hash hash;
	struct vqf *f;

	*out = NULL;
	*why = vqf_normalise(&p, &hash);
	if (*why)
		return FILTER_EINVAL;
	*why = "the table does not fit in memory";
	f = calloc(1, kind->size);
	if (!f)
		return FILTER_ENOMEM;
	if (mem_alloc(&f->table, p.buckets * VQF_BYTES, p.place) != 0) {
		free(f);
		return FILTER_ENOMEM;
	}
	p.place = NULL; /* the caller's, and needed only above */
	f->base.ops = self;
	f->map = (struct vqf_map){f->table.data, p.buckets, hash, cache_asks_second(f->table.bytes, 1)};
	f->form = (enum vqf_form)p.fp_bits;
	f->kernel = vqf_choose(self, p.isa);
	f->params = p;
	*why = NULL;
	*out = &f->base;
	return FILTER_OK;
}

enum filter_status
vqf_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	struct vqf *f = malloc(sizeof *f);

	*out = NULL;
	if (!f)
		return FILTER_ENOMEM;
	*f = *(const struct vqf *)of;
	f->base.ops = self;
	f->kernel = vqf_choose(self, f->params.isa);
	f->is_view = true;
	*out = &f->base;
	return FILTER_OK;
}

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

enum filter_status
vqf_save(const struct filter *base, FILE *file)
{
	const struct vqf *f = (const struct vqf *)base;
	const uint64_t words[SERIAL_WORDS] = {f->items};

	return serial_save(file, base->ops->name, &f->params, words, &f->table);
}

enum filter_status
vqf_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	((struct vqf *)*out)->items = s.words[0];
	return serial_finish(serial_load_table(file, &s, &((struct vqf *)*out)->table), out);
}
