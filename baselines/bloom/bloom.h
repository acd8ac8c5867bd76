/* SPDX-License-Identifier: MIT */
/*
 * bloom.h - what the Bloom filters share: the k positions of a key, the choice of k, sizing, reporting, saving.
 *
 * A Bloom filter (Bloom, CACM 1970) sets k of m bits for an item and answers "maybe" if all k are set. The k positions
 * come from one 64-bit hash by double hashing (Kirsch and Mitzenmacher, "Less hashing, same performance", Random
 * Structures & Algorithms 2008), as in the cuckoo filter paper (Fan et al., CoNEXT 2014, section 7, "Experiment
 * Setup"): the hash's halves are the first two hashes, h1 and h2, and g_i = h1 + i * h2 are all k.
 *
 *      64-bit hash:  |   h1, high half    |    h2, low half    |
 *
 *      a           = |         h1         .         h2         |     fixed point, 32 bits before and
 *      b           = |         h2         .         h1         |     32 bits behind the point; b made odd
 *      g_i         = a + i * b mod 2^64                              i = 0 .. k-1
 *      position_i  = floor(g_i * m / 2^64)
 *
 * Why the fraction: a bare 32-bit g_i has 2^32 values, and the paper's 192 MiB have 1.6e9 bits. Then each bit gets 2 or
 * 3 of the values. Bits with 3 are fuller and are read more often, so 13 bits an item give a rate of 0.222 % instead of
 * 0.194 %. Beyond 2^32 bits most bits could not be reached at all. So each half carries the other as its fraction. That
 * keeps the paper's formula and the same 64 bits of hash, with a resolution that is fine enough for any m. (In blocks
 * of 512 bits whole numbers are enough: see blk_bf.c.) An odd b excludes b = 0, which would fold all k positions into
 * one.
 *
 * The k positions need not be distinct: two positions of one item may be the same. That does not matter for bits, and
 * cbf.c says why it does not matter for counters.
 */
#ifndef CUCKOOBENCH_BLOOM_H
#define CUCKOOBENCH_BLOOM_H

#include "core/bits.h"
#include "core/cache.h"
#include "core/filter.h"
#include "core/hash.h"
#include "core/mem.h"
#include "core/probe.h"
#include "core/serial.h"

#include <stdlib.h>

enum {
	BLOOM_PER_ITEM = 13, /* bits (counters) an item, the paper's setting in Table 3 */
	BLOOM_K = 9,         /* round(13 ln 2), the paper's k; this k has its own instances */
	BLOOM_MAX_K = 32,    /* the best k for 46 bits an item, where the rate is 2^-32 */
};
static const size_t bloom_max = (size_t)1 << 48; /* bytes, blocks or items: no product below overflows */

struct bloom;

/* Facts about a member of the family, for the functions that all members share: filter_ops.kind. */
struct bloom_kind {
	unsigned unit;     /* bytes of a block; 1: the table is one array, of any number of bytes */
	unsigned per_byte; /* bits or counters in a byte */
	unsigned usual_k;  /* the default, which has instances of its own; 0: BLOOM_K */
	unsigned near_k;   /* so has this: where it is compared, with other bits an item; 0: there is none */
	unsigned most_k;   /* the greatest k; 0: BLOOM_MAX_K */
	unsigned step_k;   /* k is a multiple of it; 0: of 1 */
	const char *bad_k; /* why another k is refused; NULL: it is none of 1 to 32 */
	size_t most;       /* the most blocks that it can have; 0: bloom_max */
	size_t size;       /* of its struct, which begins with struct bloom */
	/* the k with the lowest rate for so many bits an item; NULL: bloom_best_k */
	unsigned (*best_k)(double per_item);
	/* makes what lookups or insertions need behind the struct, from map and params; NULL: nothing */
	void (*prepare)(struct bloom *);
};

/* Where a key goes. Hot loops work on a copy, which no store to the table can alias. */
struct bloom_map {
	uint8_t *data;
	uint64_t m; /* bits or counters, or blocks if there are blocks */
	struct hash hash;
	bool second; /* prefetched lines go into the second cache (core/cache.h) */
	bool spares; /* loops save registers (core/cache.h) */
};

struct bloom {
	struct filter base;
	const struct bloom_kind *kind;
	struct bloom_map map;
	struct mem table;
	size_t items;
	uint64_t sum;     /* of all counters; 0 without counters */
	bool uses_clones; /* has loops for ops->chooses, the processor has these, and params.isa allows them */
	bool is_view;     /* the table is another filter's */
	struct filter_params params;
};

/* The g_i of one key, one after the other. */
struct bloom_walk {
	uint64_t g, step;
};

ALWAYS_INLINE struct bloom_walk
bloom_start(uint64_t hash)
{
	return (struct bloom_walk){hash, (hash >> 32 | hash << 32) | 1};
}

ALWAYS_INLINE uint64_t
bloom_next(struct bloom_walk *w, uint64_t m)
{
	uint64_t position = fast_range(w->g, m);

	w->g += w->step;
	return position;
}

/* Does the instance with constant k fit? */
ALWAYS_INLINE bool
bloom_is_k9(const struct bloom *f)
{
	return f->params.hashes == BLOOM_K;
}

/* The k that makes the rate smallest leaves half of the bits 0: k = ln 2 * m / n (Bloom 1970). */
static inline unsigned
bloom_best_k(double per_item)
{
	double k = per_item * 0.69314718055994531 + 0.5;

	return k < 1 ? 1 : k > BLOOM_MAX_K ? BLOOM_MAX_K : (unsigned)k;
}

static inline unsigned
bloom_k_for(const struct bloom_kind *kind, double per_item)
{
	return kind->best_k ? kind->best_k(per_item) : bloom_best_k(per_item);
}

static inline unsigned
bloom_usual_k(const struct bloom_kind *kind)
{
	return kind->usual_k ? kind->usual_k : BLOOM_K;
}

static inline const char *
bloom_unused(const struct bloom_kind *kind, const struct filter_params *p)
{
	if (p->buckets && kind->unit == 1)
		return "buckets (m) is not used by a Bloom filter without blocks: bytes or items sizes it";
	if (p->fp_bits)
		return "fp_bits (f) is not used by a Bloom filter";
	if (p->slots)
		return "slots (b) is not used by a Bloom filter";
	if (p->tables)
		return "tables (d) is not used by a Bloom filter";
	if (p->counter_bits)
		return "counter_bits is not used by a Bloom filter: one that counts does so with 4 bits";
	if (p->kicks)
		return "kicks is not used by a Bloom filter: it never relocates";
	if (p->max_kicks)
		return "max_kicks is not used by a Bloom filter: it never relocates";
	if (p->stripes || p->doublings)
		return "stripes and doublings are not used by a Bloom filter";
	if (p->max_load)
		return "max_load is not used by a Bloom filter: it never refuses an item";
	return NULL;
}

/* Resolves bytes and hashes of *p in place. Then sets items, which chose them, and buckets to 0. NULL, or what is
 * wrong. */
static inline const char *
bloom_size(const struct bloom_kind *kind, struct filter_params *p)
{
	size_t unit = kind->unit, needed;

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
			p->hashes = bloom_k_for(kind, (double)p->bytes * kind->per_byte / (double)p->items);
	} else if (p->items) {
		needed = (p->items * BLOOM_PER_ITEM + kind->per_byte - 1) / kind->per_byte;
		p->bytes = (needed + unit - 1) / unit * unit;
	} else {
		return unit == 1 ? "bytes or items must be given" : "bytes, buckets or items must be given";
	}
	p->hashes = p->hashes ? p->hashes : bloom_usual_k(kind);
	p->buckets = p->items = 0;
	return kind->most && p->bytes / unit > kind->most ? "bytes, buckets and items must make at most 2^32 blocks"
	                                                  : NULL;
}

static inline void
bloom_destroy(struct filter *base)
{
	struct bloom *f = (struct bloom *)base;

	if (!f)
		return;
	if (!f->is_view)
		mem_free(&f->table);
	free(f);
}

static inline bool
bloom_uses_clones(const struct filter_ops *ops, enum isa limit)
{
	return ops->chooses != ISA_ANY && !isa_refuses(ops->chooses, limit);
}

/* filter_ops.view. */
static inline enum filter_status
bloom_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	const struct bloom_kind *kind = self->kind;
	struct bloom *f;

	*out = NULL;
	if (isa_refuses(self->isa, ((const struct bloom *)of)->params.isa))
		return FILTER_EISA;
	f = calloc(1, kind->size);
	if (!f)
		return FILTER_ENOMEM;
	*f = *(const struct bloom *)of;
	f->base.ops = self;
	f->kind = kind;
	f->uses_clones = bloom_uses_clones(self, f->params.isa);
	f->is_view = true;
	if (kind->prepare)
		kind->prepare(f);
	*out = &f->base;
	return FILTER_OK;
}

static inline enum filter_status
bloom_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	const struct bloom_kind *kind = self->kind;
	struct filter_params p = *params;
	struct hash hash;
	struct bloom *f;

	*out = NULL;
	*why = bloom_unused(kind, &p);
	if (!*why)
		*why = bloom_size(kind, &p);
	if (!*why && !hash_init(&hash, p.hash, p.seed))
		*why = "hash is not a known hash";
	if (*why)
		return FILTER_EINVAL;
	*why = isa_refuses(self->isa, p.isa);
	if (*why)
		return FILTER_EISA;
	*why = "the table does not fit in memory";
	f = calloc(1, kind->size);
	if (!f)
		return FILTER_ENOMEM;
	if (mem_alloc(&f->table, p.bytes, p.place) != 0) {
		bloom_destroy(&f->base);
		return FILTER_ENOMEM;
	}
	p.place = NULL; /* the caller's, and needed only above */
	f->base.ops = self;
	f->kind = kind;
	f->map.data = f->table.data;
	f->map.m = kind->unit == 1 ? p.bytes * kind->per_byte : p.bytes / kind->unit;
	f->map.hash = hash;
	f->map.second = cache_asks_second(p.bytes, 1);
	f->map.spares = cache_spares_registers(p.bytes);
	f->params = p;
	f->uses_clones = bloom_uses_clones(self, p.isa);
	if (kind->prepare)
		kind->prepare(f);
	*why = NULL;
	*out = &f->base;
	return FILTER_OK;
}

static inline const char *
bloom_kernel(const struct bloom *f)
{
	static const struct {
		unsigned k;
		const char *plain, *bmi2, *avx512;
	} names[] = {{BLOOM_K, "k9", "k9, BMI2", "k9, AVX-512"}, {5, "k5", "k5, BMI2", "k5, AVX-512"},
	             {6, "k6", "k6, BMI2", "k6, AVX-512"},       {8, "k8", "k8, BMI2", "k8, AVX-512"},
	             {10, "k10", "k10, BMI2", "k10, AVX-512"},   {0, "any", "any, BMI2", "any, AVX-512"}};
	const unsigned k = f->params.hashes;
	const bool has_own = k == bloom_usual_k(f->kind) || k == f->kind->near_k;
	unsigned i = 0;

	while (names[i].k && !(has_own && names[i].k == k))
		i++;
	return !f->uses_clones ? names[i].plain : f->base.ops->chooses == ISA_AVX512 ? names[i].avx512 : names[i].bmi2;
}

static inline void
bloom_info(const struct filter *base, struct filter_info *info)
{
	const struct bloom *f = (const struct bloom *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped,
	                             .items = f->items,
	                             .buckets = f->kind->unit == 1 ? 0 : f->map.m,
	                             .hashes = f->params.hashes,
	                             .kernel = bloom_kernel(f),
	                             .table = f->map.data};
}

/* What the bits of a filter without counters must satisfy: an item sets 1 to k bits that were 0. */
static inline const char *
bloom_check_bits(const struct bloom *f, uint64_t bits_set)
{
	if ((bits_set + f->params.hashes - 1) / f->params.hashes > f->items)
		return "more bits are set than k for every item";
	return f->items && !bits_set ? "items were inserted but no bit is set" : NULL;
}

/* filter_ops.check of a table of bits without blocks. */
static inline const char *
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

static inline enum filter_status
bloom_save(const struct filter *base, FILE *file)
{
	const struct bloom *f = (const struct bloom *)base;
	const uint64_t words[SERIAL_WORDS] = {f->items, f->sum};

	return serial_save(file, f->base.ops->name, &f->params, words, &f->table);
}

static inline enum filter_status
bloom_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	struct bloom *f;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	f = (struct bloom *)*out;
	f->items = s.words[0];
	f->sum = s.words[1];
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}

/* insert and contains of filter `id`, with the paper's k as a constant or with any other k. They use id_insert_all(f,
 * k, keys, n) and id_contains_all(f, k, keys, n, hit), which are always inlined. */
#define BLOOM_INSERT(id)                                                               \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n) \
	{                                                                              \
		struct bloom *f = (struct bloom *)base;                                \
                                                                                       \
		if (bloom_is_k9(f))                                                    \
			id##_insert_all(f, BLOOM_K, keys, n);                          \
		else                                                                   \
			id##_insert_all(f, f->params.hashes, keys, n);                 \
		f->items += n;                                                         \
		return n;                                                              \
	}
#define BLOOM_CONTAINS(id)                                                                                   \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                    \
		const struct bloom *f = (const struct bloom *)base;                                          \
                                                                                                             \
		if (bloom_is_k9(f))                                                                          \
			return id##_contains_all(f, BLOOM_K, keys, n, hit);                                  \
		return id##_contains_all(f, f->params.hashes, keys, n, hit);                                 \
	}

/* insert and contains of filter `id` by WORK(f, keys, n, hit), which looks keys up, or inserts them if hit == NULL. */
#define BLOOM_INSERT_AND_CONTAINS(id, WORK)                                                                  \
	static size_t id##_insert(struct filter *base, const uint64_t *keys, size_t n)                       \
	{                                                                                                    \
		struct bloom *f = (struct bloom *)base;                                                      \
                                                                                                             \
		WORK(f, keys, n, NULL);                                                                      \
		f->items += n;                                                                               \
		return n;                                                                                    \
	}                                                                                                    \
	static size_t id##_contains(const struct filter *base, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                                    \
		return WORK((const struct bloom *)base, keys, n, hit);                                       \
	}

/* The operations of filter `id`, whose ops name its kind. */
#define BLOOM_OPS(id)                                                                                       \
	.create = bloom_create, .destroy = bloom_destroy, .insert = id##_insert, .contains = id##_contains, \
	.load = bloom_load, .view = bloom_view

#endif
