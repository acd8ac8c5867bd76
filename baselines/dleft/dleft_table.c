/* SPDX-License-Identifier: MIT */
/* dleft_table.c - see dleft_table.h: creates, describes, checks and saves the table of a d-left filter. */
#include "baselines/dleft/dleft_table.h"

#include "baselines/dleft/dleft_size.h"
#include "core/serial.h"

#include <stdlib.h>

/*
 * The fractions of 2^(1/2); 2^(1/4), 2^(3/4); 2^(1/8), 2^(3/8), 2^(5/8), 2^(7/8), times 2^64. Multiplier a_i is the top
 * n bits of one, made odd, so a_i / 2^n is nearly the same irrational number for every n. For d = 2, 4, 8 the first d -
 * 1 of them and 1 are a basis of a number field of degree d. Hence they are badly approximable together (Schmidt,
 * Diophantine Approximation, 1980, chapter II): few pairs of x meet in several subtables. Test fills of tables with
 * many d, b and sizes stopped at the loads that independent random choices reach.
 */
static const uint64_t dl_fraction[DL_MAX_TABLES - 1] = {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0x306fe0a31b7152de),
                                                        UINT64_C(0xae89f995ad3ad5e8), UINT64_C(0x172b83c7d517adcd),
                                                        UINT64_C(0x4bfdad5362a271d4), UINT64_C(0x8ace5422aa0db5ba),
                                                        UINT64_C(0xd5818dcfba48725d)};

/* How many cells of `width` bits to read in one load. A group of w bits begins at most 8 - gcd(w, 8) bits into its
 * first byte, and dl_count needs a cell to hold the number of cells. */
static unsigned
dl_group_size(unsigned b, unsigned width)
{
	unsigned g = b;

	for (; g > 1; g /= 2) {
		unsigned w = g * width, unit = w % 8 ? w & -w : 8;

		if (w + 8 - unit <= 64 && g <= low_mask(width))
			break;
	}
	return g;
}

static struct dl_shape
dl_shape_of(const struct filter_params *p)
{
	struct dl_shape s = {.d = p->tables, .b = p->slots, .r = p->fp_bits, .c = p->counter_bits};

	s.group = dl_group_size(s.b, s.r + s.c);
	s.groups = s.b / s.group;
	for (unsigned i = 0; i < s.group; i++)
		s.ones |= UINT64_C(1) << i * (s.r + s.c);
	return s;
}

/* Resolves the defaults of *p in place. Returns NULL, or the reason for refusing. */
static const char *
dl_normalise(struct filter_params *p, struct hash *hash)
{
	if (p->hashes)
		return "hashes (k) is not used by a d-left filter: tables (d) is";
	if (p->kicks)
		return "kicks is not used by a d-left filter: it never relocates";
	if (p->max_kicks)
		return "max_kicks is not used by a d-left filter: it never relocates";
	if (p->stripes || p->doublings)
		return "stripes and doublings are not used by a d-left filter";
	if (p->max_load)
		return "max_load is not used by a d-left filter: it fills until an insertion finds no room";
	p->tables = p->tables ? p->tables : 4;
	p->slots = p->slots ? p->slots : 4;
	p->counter_bits = p->counter_bits ? p->counter_bits : 1;
	p->fp_bits = p->fp_bits ? p->fp_bits : 11;
	if (p->tables > DL_MAX_TABLES)
		return "tables (d) must be 1 to 8";
	if (!is_power_of_two(p->slots) || p->slots > 8)
		return "slots (b) must be 1, 2, 4 or 8";
	if (p->counter_bits > 4)
		return "counter_bits must be 1 to 4";
	if (p->fp_bits > 28)
		return "fp_bits (of a remainder) must be 1 to 28";
	if (!hash_init(hash, p->hash, p->seed))
		return "hash is not a known hash";
	if (!!p->buckets + !!p->bytes + !!p->items != 1)
		return "exactly one of buckets, bytes, items must be given";
	/* With fewer choices, the share that fills falls fast with size. With few fingerprints, many items share one
	 * fingerprint and so its d buckets: r = 6 reached 79 % at 2^21 cells, 74 % at 2^25. */
	if (p->items && (p->tables < 4 || p->slots < 4 || p->fp_bits < 8))
		return "items needs tables (d) >= 4, slots (b) >= 4 and fp_bits >= 8: give bytes or buckets";
	return NULL;
}

static void
dl_set_up(struct dl_filter *f, unsigned k)
{
	f->map.data = f->table.data;
	f->map.bits = k + f->params.fp_bits;
	f->map.multiplier[0] = 1;
	for (unsigned i = 1; i < DL_MAX_TABLES; i++)
		f->map.multiplier[i] = dl_fraction[i - 1] >> (64 - f->map.bits) | 1;
	f->shape = dl_shape_of(&f->params);
	f->kernel = memcmp(&f->shape, &dl_r11c1, sizeof f->shape) == 0   ? DL_R11C1
	            : memcmp(&f->shape, &dl_r15c1, sizeof f->shape) == 0 ? DL_R15C1
	            : memcmp(&f->shape, &dl_r19c1, sizeof f->shape) == 0 ? DL_R19C1
	            : memcmp(&f->shape, &dl_r10c2, sizeof f->shape) == 0 ? DL_R10C2
	                                                                 : DL_ANY;
}

enum filter_status
dl_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	struct filter_params p = *params;
	struct dl_filter *f;
	struct hash hash;
	unsigned k = 0;

	*out = NULL;
	*why = dl_normalise(&p, &hash);
	if (!*why)
		*why = dl_choose_rows(&p, &k);
	if (*why)
		return FILTER_EINVAL;
	*why = "the table does not fit in memory";
	f = calloc(1, sizeof *f);
	if (!f)
		return FILTER_ENOMEM;
	if (mem_alloc(&f->table, dl_bytes(&p, k), p.place) != 0) {
		free(f);
		return FILTER_ENOMEM;
	}
	p.buckets = (size_t)p.tables << k;
	p.bytes = p.items = 0;
	p.place = NULL; /* the caller's, and needed only above */
	f->base.ops = self;
	f->map.hash = hash;
	f->params = p;
	dl_set_up(f, k);
	*why = NULL;
	*out = &f->base;
	return FILTER_OK;
}

void
dl_destroy(struct filter *base)
{
	struct dl_filter *f = (struct dl_filter *)base;

	if (!f)
		return;
	if (!f->is_view)
		mem_free(&f->table);
	free(f);
}

enum filter_status
dl_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	struct dl_filter *f = malloc(sizeof *f);

	*out = NULL;
	if (!f)
		return FILTER_ENOMEM;
	*f = *(const struct dl_filter *)of;
	f->base.ops = self;
	f->is_view = true;
	*out = &f->base;
	return FILTER_OK;
}

enum filter_status
dl_become(const struct filter_ops *self, struct filter *base)
{
	base->ops = self;
	return FILTER_OK;
}

void
dl_info(const struct filter *base, struct filter_info *info)
{
	static const char *const kernels[] = {[DL_R11C1] = "d4s4r11c1",
	                                      [DL_R15C1] = "d4s4r15c1",
	                                      [DL_R19C1] = "d4s4r19c1",
	                                      [DL_R10C2] = "d4s4r10c2",
	                                      [DL_ANY] = "any"};
	const struct dl_filter *f = (const struct dl_filter *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .slots = f->params.buckets * f->params.slots,
	                             .buckets = f->params.buckets,
	                             .fp_bits = f->params.fp_bits,
	                             .slots_per_bucket = f->params.slots,
	                             .kernel = kernels[f->kernel]};
}

const char *
dl_check(const struct filter *base)
{
	const struct dl_filter *f = (const struct dl_filter *)base;
	const size_t width = f->shape.r + f->shape.c, end = f->params.buckets * f->shape.b * width;
	size_t items = 0;

	for (size_t bit = 0; bit < end; bit += width) {
		uint64_t cell = load64(f->table.data + bit / 8) >> (bit % 8) & low_mask(f->shape.r + f->shape.c);

		if (cell && !(cell >> f->shape.r))
			return "an empty cell has a remainder";
		items += cell >> f->shape.r;
	}
	if (end % 8 && f->table.data[end / 8] >> (end % 8))
		return "bits behind the last cell are set";
	return items == f->items ? NULL : "the counters do not add up to the number of items";
}

enum filter_status
dl_save(const struct filter *base, FILE *file)
{
	const struct dl_filter *f = (const struct dl_filter *)base;
	const uint64_t words[SERIAL_WORDS] = {f->items};

	return serial_save(file, base->ops->name, &f->params, words, &f->table);
}

enum filter_status
dl_restore(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	((struct dl_filter *)*out)->items = s.words[0];
	return serial_finish(serial_load_table(file, &s, &((struct dl_filter *)*out)->table), out);
}
