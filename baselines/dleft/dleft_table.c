/* SPDX-License-Identifier: MIT */

/* dleft_table.c - see dleft_table.h: creates, describes, checks and saves the table of a d-left filter. */
#include "baselines/dleft/dleft_table.h"

#include "core/filter.h"

/*
 * The size of a d-left table, and how many items it holds (dl_cbf.c).
 *
 *      buckets, items or bytes  -->  k   -->  d subtables of 2^k buckets of b cells, which hold 73 % of d b 2^k items
 */
enum {
	DL_MAX_ROW_BITS = 36, /* log2(B): no size in bits overflows, because 8 * 2^36 * 8 cells * 32 bits < 2^48 */
	DL_MAX_BITS = 57      /* n: with 3 bits of subtable and 4 bits of used cells, one word ranks a choice */
};

/* Bytes of d subtables of 2^k buckets. */
static inline size_t
dl_bytes(const struct filter_params *p, unsigned k)
{
	return (((size_t)p->tables * p->slots * (p->fp_bits + p->counter_bits) << k) + 7) / 8;
}

/*
 * How many items subtables of 2^k buckets hold with the certainty of core/fits.h. The share of buckets of each subtable
 * that have 0 to 4 items follows a differential equation. So does the chance that all four of an item are full. Summed
 * over the filling, with d = b = 4:
 *
 *      one item in      10^6   10^7   10^8   10^9   10^10   10^11   10^12   2 10^12
 *      until a load of  80.7   79.1   77.7   76.4   75.4    74.4    73.5    73.3
 *
 * (Fills stopped at 85 % of 2^13 cells, 80 % of 2^21, 77 % of 2^27.) A larger d or b reaches more. Of 10^6 tables of 32
 * or 64 cells, and 4 10^5 of 1024, none refused an item up to 73 %.
 */
static inline size_t
dl_holds(const struct filter_params *p, unsigned k)
{
	const size_t cells = (size_t)p->tables * p->slots << k;

	return k ? cells / 100 * 73 + cells % 100 * 73 / 100 : cells;
}

/* k = log2(B) from the one of buckets, bytes, items that is given. Returns NULL, or the reason for refusing. */
static inline const char *
dl_choose_rows(const struct filter_params *p, unsigned *k)
{
	const unsigned room = DL_MAX_BITS - p->fp_bits, limit = room < DL_MAX_ROW_BITS ? room : DL_MAX_ROW_BITS;

	*k = 0;
	if (p->buckets) {
		while (*k < limit && (size_t)p->tables << *k < p->buckets)
			++*k;
		if ((size_t)p->tables << *k != p->buckets)
			return "buckets must be tables (d) times a power of two, at most 2^36 and 2^(57 - fp_bits)";
	} else if (p->items) {
		while (*k < limit && dl_holds(p, *k) < p->items)
			++*k;
		if (dl_holds(p, *k) < p->items)
			return "items is more than the largest table holds";
	} else {
		while (*k < limit && dl_bytes(p, *k + 1) <= p->bytes)
			++*k;
		if (dl_bytes(p, *k) > p->bytes)
			return "bytes is less than one bucket in each subtable";
	}
	return NULL;
}

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

static const char *
dl_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const char *why = family_sized_once(p);
	unsigned k = 0;

	(void)self;
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
	/* With fewer choices, the share that fills falls fast with size. With few fingerprints, many items share one
	 * fingerprint and so its d buckets: r = 6 reached 79 % at 2^21 cells, 74 % at 2^25. */
	if (!why && p->items && (p->tables < 4 || p->slots < 4 || p->fp_bits < 8))
		why = "items needs tables (d) >= 4, slots (b) >= 4 and fp_bits >= 8: give bytes or buckets";
	if (!why)
		why = dl_choose_rows(p, &k);
	*bytes = dl_bytes(p, k);
	p->buckets = (size_t)p->tables << k;
	p->bytes = p->items = 0;
	return why;
}

/* log2 of the buckets of a subtable. */
static unsigned
dl_rows_log2(const struct filter_params *p)
{
	return log2_floor(p->buckets / p->tables);
}

static bool
dl_begin(struct filter *base, const struct filter_params *p, const struct hash *hash)
{
	struct dl_filter *f = (struct dl_filter *)base;

	f->map.hash = *hash;
	f->map.data = f->table.data;
	f->map.bits = dl_rows_log2(p) + p->fp_bits;
	f->map.multiplier[0] = 1;
	for (unsigned i = 1; i < DL_MAX_TABLES; i++)
		f->map.multiplier[i] = dl_fraction[i - 1] >> (64 - f->map.bits) | 1;
	f->shape = dl_shape_of(p);
	f->kernel = memcmp(&f->shape, &dl_r11c1, sizeof f->shape) == 0   ? DL_R11C1
	            : memcmp(&f->shape, &dl_r15c1, sizeof f->shape) == 0 ? DL_R15C1
	            : memcmp(&f->shape, &dl_r19c1, sizeof f->shape) == 0 ? DL_R19C1
	            : memcmp(&f->shape, &dl_r10c2, sizeof f->shape) == 0 ? DL_R10C2
	                                                                 : DL_ANY;
	return true;
}

const struct filter_family dl_family = {FAMILY_PARTS(struct dl_filter), FAMILY_VIEWS(struct dl_filter),
                                        .state = {offsetof(struct dl_filter, items)}, .settle = dl_settle,
                                        .begin = dl_begin};

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
