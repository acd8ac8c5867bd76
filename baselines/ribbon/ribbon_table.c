/* SPDX-License-Identifier: MIT */
/* ribbon_table.c - see ribbon_table.h. */
#include "baselines/ribbon/ribbon_table.h"

#include "baselines/ribbon/ribbon_solve.h"
#include "core/cache.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

/* --- parameters and sizes ------------------------------------------------------------------------------------- */

const char *
ribbon_defaults(struct filter_params *p, size_t n, struct hash *hash)
{
	p->fp_bits = p->fp_bits ? p->fp_bits : RIBBON_R;
	p->threads = 0; /* one is used, whatever the number allowed */
	if (p->fp_bits < RIBBON_LEAST_R || p->fp_bits > RIBBON_MOST_R)
		return "fp_bits (r) must be 1 to 32";
	if (n > RIBBON_MOST_KEYS)
		return "too many keys: a table has at most 2^40";
	(void)hash_init(hash, p->hash, p->seed);
	return hash_refuses(p->hash);
}

uint64_t
ribbon_blocks(uint64_t n, unsigned r)
{
	/* (4 + r / 4) / w as a fraction of 4 w */
	const uint64_t slots = n + n * (16 + r) / (4 * RIBBON_W), blocks = (slots + RIBBON_W - 1) / RIBBON_W;

	return blocks ? blocks : 1;
}

/* The blocks of a filter of n keys: more than the source's where many keys are likely to have crowds (ribbon_table.h),
 * of which few are too much. */
static uint64_t
ribbon_enough_blocks(uint64_t n, unsigned r)
{
	const double log2_n = log2((double)(n ? n : 1)), likely = fmax(0, log2_n - RIBBON_CROWDED),
		     spread = fmax(0, log2_n - (r + RIBBON_CROWD)),
		     halvings = fmax(fmin(likely, 1), likely - RIBBON_SPREAD * spread);

	return ribbon_blocks(n, r) + (uint64_t)(halvings * RIBBON_HALVES * (double)n / RIBBON_W);
}

static size_t
ribbon_bytes(const struct ribbon_map *m)
{
	return (m->starts / RIBBON_W + 1) * m->r * sizeof *m->words;
}

static const char *
ribbon_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	struct ribbon_map m = {.r = 0};
	const char *why = ribbon_defaults(p, p->items, &m.hash);

	(void)self;
	m.r = p->fp_bits;
	m.starts = why ? 0 : ribbon_enough_blocks(p->items, m.r) * RIBBON_W;
	*bytes = why ? 0 : ribbon_bytes(&m);
	return why;
}

enum isa
ribbon_isa(const struct filter_ops *self, enum isa limit)
{
	return isa_refuses(self->chooses, limit) ? isa_lesser(isa_best(), limit ? limit : ISA_AVX2) : self->chooses;
}

/* --- making one ----------------------------------------------------------------------------------------------- */

/* Makes the filter without its keys, with a table of `blocks` + 1 blocks; 0: of as many as n keys take. */
static enum filter_status
ribbon_empty(const struct filter_ops *self, const struct filter_params *given, size_t n, uint64_t blocks,
             struct ribbon **out, const char **why)
{
	struct ribbon *f = (struct ribbon *)family_new(self);

	*why = "no memory for the table";
	if (!f)
		return FILTER_ENOMEM;
	f->items = n;
	f->params = *given;
	*why = ribbon_defaults(&f->params, n, &f->map.hash);
	if (*why) {
		free(f);
		return FILTER_EINVAL;
	}
	f->map.r = f->params.fp_bits;
	f->map.starts = (blocks ? blocks : ribbon_enough_blocks(n, f->map.r)) * RIBBON_W;
	f->map.isa = ribbon_isa(self, given->isa);
	if (mem_alloc(&f->table, ribbon_bytes(&f->map), given->place) != 0) {
		free(f);
		*why = "no memory for the table";
		return FILTER_ENOMEM;
	}
	f->map.words = (uint64_t *)(void *)f->table.data;
	f->map.second = cache_asks_second(f->table.bytes, (f->map.r + 3) / 4);
	f->map.held = f->table.bytes <= cache_near(1);
	f->params.place = NULL; /* it belongs to the caller, and is needed only while it is built */
	*out = f;
	return FILTER_OK;
}

/* Solves for all keys. FILTER_ESEED, FILTER_ENOMEM. */
static enum filter_status
ribbon_fill(struct ribbon *f, const uint64_t *keys, size_t n, const struct placement *place)
{
	const struct ribbon_map *m = &f->map;
	const uint64_t blocks = m->starts / RIBBON_W + 1;
	const struct placement beside = mem_beside(place);
	struct ribbon_sorted sorted;
	enum filter_status status = FILTER_ENOMEM;
	struct mem band;
	uint64_t *slot;

	if (mem_alloc(&band, blocks * RIBBON_W * sizeof *slot, &beside) != 0)
		return FILTER_ENOMEM;
	slot = (uint64_t *)(void *)band.data;
	if (ribbon_sort(&m->hash, m->starts, keys, n, &beside, &sorted)) {
		ribbon_add_all(slot, m->starts, sorted.hash, n, m->isa);
		f->scratch = band.mapped + sorted.scratch;
		ribbon_sorted_free(&sorted);
		ribbon_solve(slot, NULL, blocks, m->r, rng_derive(f->params.seed, m->starts), m->isa, m->words);
		status = ribbon_rate(m->words, blocks - 1, m->r) > ldexp(1 + RIBBON_EXCESS, -(int)m->r) ? FILTER_ESEED
		                                                                                        : FILTER_OK;
	}
	mem_free(&band);
	return status;
}

enum filter_status
ribbon_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
             struct filter **out, const char **why)
{
	struct ribbon *f = NULL;
	enum filter_status status = ribbon_empty(self, params, n, 0, &f, why);

	*out = NULL;
	if (status != FILTER_OK)
		return status;
	status = ribbon_fill(f, keys, n, params->place);
	if (status != FILTER_OK) {
		*why = status == FILTER_ESEED ? "seed: too many keys' rows are sums of others"
		                              : "no memory to build the table with";
		family_destroy(&f->base);
		return status;
	}
	*out = &f->base;
	return FILTER_OK;
}

const struct filter_family ribbon_family = {FAMILY_PARTS(struct ribbon), FAMILY_VIEWS(struct ribbon),
                                            .state = {offsetof(struct ribbon, items)}, .settle = ribbon_settle};

/* --- what there is -------------------------------------------------------------------------------------------- */

const char *
ribbon_kernel(unsigned r, enum isa isa)
{
	const bool vectors = isa == ISA_AVX512;

	return r == 8    ? vectors ? "r8, AVX-512" : "r8"
	       : r == 12 ? vectors ? "r12, AVX-512" : "r12"
	       : r == 16 ? vectors ? "r16, AVX-512" : "r16"
	       : vectors ? "any, AVX-512"
	                 : "any";
}

void
ribbon_info(const struct filter *base, struct filter_info *info)
{
	const struct ribbon *f = (const struct ribbon *)base;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + sizeof *f,
	                             .scratch = f->scratch,
	                             .items = f->items,
	                             .slots = f->map.starts + RIBBON_W,
	                             .fp_bits = f->map.r,
	                             .hashes = 1,
	                             .kernel = ribbon_kernel(f->map.r, f->map.isa),
	                             .table = f->table.data};
}

/* Nothing else can be told without the keys. */
const char *
ribbon_check(const struct filter *base)
{
	const struct ribbon *f = (const struct ribbon *)base;

	return f->map.starts >= ribbon_blocks(f->items, f->map.r) * RIBBON_W ? NULL : "smaller than its keys take";
}

enum filter_status
ribbon_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	enum filter_status status;
	struct serial s;
	struct ribbon *f;
	const char *why;
	size_t block;

	*out = NULL;
	status = serial_load_header(file, self->name, &s);
	if (status != FILTER_OK)
		return status;
	/* before a table of that size is allocated; a width of 0 would be the default one's */
	if (s.words[0] > RIBBON_MOST_KEYS || s.params.fp_bits < RIBBON_LEAST_R || s.params.fp_bits > RIBBON_MOST_R)
		return FILTER_ECORRUPT;
	/* the table's own size, because earlier versions gave many keys a smaller one */
	block = s.params.fp_bits * sizeof(uint64_t);
	if (s.table_bytes % block || s.table_bytes < 2 * block)
		return FILTER_ECORRUPT;
	s.params.place = place;
	status = ribbon_empty(self, &s.params, s.words[0], s.table_bytes / block - 1, &f, &why);
	if (status != FILTER_OK)
		return status == FILTER_EINVAL ? FILTER_ECORRUPT : status;
	*out = &f->base;
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}
