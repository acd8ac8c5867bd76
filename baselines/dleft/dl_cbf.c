/* SPDX-License-Identifier: MIT */
/*
 * dl_cbf.c - dl-CBF, the d-left counting Bloom filter of Bonomi, Mitzenmacher, Panigrahy, Singh and Varghese ("An
 * improved construction for counting Bloom filters", ESA 2006). The authors published no source. This is written from
 * their description, in the configuration of the cuckoo filter paper (Fan et al., CoNEXT 2014, section 7).
 *
 *      64-bit hash:  | true fingerprint x, n = log2(B) + r bits | unused |
 *
 *      P_i(x) = a_i * x mod 2^n      a_i odd, so P_i is a permutation of the n-bit numbers; i = 0 .. d-1, a_0 = 1
 *             = | bucket b_i of subtable i | remainder r_i, r bits |
 *
 *                   bucket 0        bucket 1              bucket B-1
 *      subtable 0   | c c c c |     | c c c c |    ...    | c c c c |      b cells c a bucket, B = 2^k buckets a
 *      subtable 1   | c c c c |     | c c c c |    ...    | c c c c |      subtable, all packed without a wasted bit
 *         ...                                                              cell:  low r bits    high c bits
 *      subtable d-1 | c c c c |     | c c c c |    ...    | c c c c |             | remainder | counter |
 *
 * d-left hashing stores an item in the emptiest of its d buckets, the leftmost if there are several. With plain
 * remainders two items could share one bucket and remainder but not the other d-1. Then deleting one item could take
 * the other's cell ("false deletion", CoNEXT 2014, footnote 1). Here every P_i is a permutation, so items that share a
 * bucket and remainder in one subtable share x, and so all d of them. Any cell that matches stands for the same x, and
 * any copy may be removed.
 *
 * Counter 0 means empty, so c bits count 1 to 2^c - 1. Insertion adds to a matching cell that can still count. If there
 * is none, it takes a new cell, even if full cells match. So a counter never saturates, no copy is ever forgotten, and
 * every c is exact.
 *
 * r and c. A lookup errs iff x equals a stored x: the rate is (distinct stored x) / 2^n, at most d*b*load / 2^r. CoNEXT
 * prints 0.76 % for 12-bit cells at 77 % load, but not how the 12 bits were split. ESA 2006 has counters of 2 bits, but
 * r = 10 gives 1.2 %, 1.6 times as much. r = 11, c = 1 gives 0.60 %, 0.8 of it. That is nearer, and no weaker than the
 * filter measured there. So it is the default; fp_bits = 10, counter_bits = 2 gives the other.
 *
 * Invariants: an empty cell is all zero bits; the counters of all cells sum to the number of items.
 */
#include "baselines/dleft/dleft_keys.h"
#include "baselines/dleft/dleft_size.h"
#include "core/filter.h"
#include "core/mem.h"
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

static const struct dl_shape dl_r11c1 = {4, 4, 11, 1, 4, 1, UINT64_C(0x001001001001)};
static const struct dl_shape dl_r15c1 = {4, 4, 15, 1, 4, 1, UINT64_C(0x0001000100010001)};
static const struct dl_shape dl_r19c1 = {4, 4, 19, 1, 2, 2, UINT64_C(0x100001)};
static const struct dl_shape dl_r10c2 = {4, 4, 10, 2, 4, 1, UINT64_C(0x001001001001)};

struct dl_filter {
	struct filter base;
	struct dl_map map;
	struct dl_shape shape;
	enum { DL_R11C1, DL_R15C1, DL_R19C1, DL_R10C2, DL_ANY } kernel;
	struct mem table;
	size_t items;
	struct filter_params params;
};

/* Calls for a filter's shape: the paper's, and those near the rates at which filters are compared, have a body of their
 * own. */
#define DL_INSTANCES(f, CALL)                       \
	((f)->kernel == DL_R11C1   ? CALL(dl_r11c1) \
	 : (f)->kernel == DL_R15C1 ? CALL(dl_r15c1) \
	 : (f)->kernel == DL_R19C1 ? CALL(dl_r19c1) \
	 : (f)->kernel == DL_R10C2 ? CALL(dl_r10c2) \
	                           : CALL((f)->shape))

ALWAYS_INLINE size_t
dl_insert_all(struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n)
{
	const struct dl_map m = f->map;
	size_t k = 0;

	while (k < n && dl_insert_one(&m, s, dl_fingerprint(&m, keys[k])))
		k++;
	f->items += k;
	return k;
}

ALWAYS_INLINE size_t
dl_contains_all(const struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct dl_map m = f->map;
	struct dl_group found;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = dl_find(&m, s, dl_fingerprint(&m, keys[k]), &found) != 0;
		hits += hit[k];
	}
	return hits;
}

ALWAYS_INLINE size_t
dl_remove_all(struct dl_filter *f, struct dl_shape s, const uint64_t *keys, size_t n)
{
	const struct dl_map m = f->map;
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		found += dl_remove_one(&m, s, dl_fingerprint(&m, keys[k]));
	f->items -= found;
	return found;
}

static size_t
dl_insert(struct filter *base, const uint64_t *keys, size_t n)
{
	struct dl_filter *f = (struct dl_filter *)base;

#define INSERT(shape) dl_insert_all(f, shape, keys, n)
	return DL_INSTANCES(f, INSERT);
#undef INSERT
}

static size_t
dl_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct dl_filter *f = (const struct dl_filter *)base;

#define LOOK_UP(shape) dl_contains_all(f, shape, keys, n, hit)
	return DL_INSTANCES(f, LOOK_UP);
#undef LOOK_UP
}

static size_t
dl_remove(struct filter *base, const uint64_t *keys, size_t n)
{
	struct dl_filter *f = (struct dl_filter *)base;

#define REMOVE(shape) dl_remove_all(f, shape, keys, n)
	return DL_INSTANCES(f, REMOVE);
#undef REMOVE
}

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

static enum filter_status
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

static void
dl_destroy(struct filter *base)
{
	struct dl_filter *f = (struct dl_filter *)base;

	if (!f)
		return;
	mem_free(&f->table);
	free(f);
}

static void
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

static const char *
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

static enum filter_status
dl_save(const struct filter *base, FILE *file)
{
	const struct dl_filter *f = (const struct dl_filter *)base;
	const uint64_t words[SERIAL_WORDS] = {f->items};

	return serial_save(file, base->ops->name, &f->params, words, &f->table);
}

static enum filter_status
dl_restore(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	((struct dl_filter *)*out)->items = s.words[0];
	return serial_finish(serial_load_table(file, &s, &((struct dl_filter *)*out)->table), out);
}

/* A lookup compares with up to 16 cells, half of them taken where four fifths would be too many; a cell has a counter
 * of a bit, too. */
static const struct filter_shape shapes[] = {{.fp_bits = 11, .bits = 28, .near = 8, .field = true},
                                             {.fp_bits = 15, .bits = 37, .near = 12, .field = true},
                                             {.fp_bits = 19, .bits = 46, .near = 16, .field = true},
                                             {0}};

const struct filter_ops FILTER_OPS(dl_cbf) = {
	.name = "dl-cbf",
	.title = "dl-CBF",
	.about = "d-left counting Bloom filter, permuted remainders (Bonomi et al., ESA 2006)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET,
	.facts = {.source = __FILE__,
                  .params = {.tables = 4, .slots = 4},
                  .lines = {4, 2, 4, 2},
                  .ns = {130, 110, 120},
                  .full = 75,
                  .shapes = shapes},
	.create = dl_create,
	.destroy = dl_destroy,
	.insert = dl_insert,
	.contains = dl_contains,
	.remove = dl_remove,
	.info = dl_info,
	.check = dl_check,
	.save = dl_save,
	.load = dl_restore,
};
