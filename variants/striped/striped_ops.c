/* SPDX-License-Identifier: MIT */
/* striped_ops.c - what every variant of striped.h shares outside its three algorithms: create, report, save. */
#include "variants/striped/striped_kind.h"

#include <stdlib.h>

/*
 * 2^13 lock words are 32 KiB: they stay in a first- or second-level cache. If w writers each hold one, some two of them
 * collide with a probability of w^2 / 2^14. (MemC3's descendants use the same number.)
 */
enum { DEFAULT_STRIPES = 1 << 13 };

static const struct striped_kernel *
find_kernel(const struct striped_kernel *kernel, unsigned f, unsigned b)
{
	while (kernel->f && (kernel->f != f || kernel->b != b))
		kernel++;
	return kernel;
}

static struct striped_kernel
choose_kernel(const struct striped_kind *kind, unsigned f, unsigned b)
{
	struct striped_kernel own = *find_kernel(kind->kernels, f, b);

	if (kind->rest) {
		const struct striped_kernel *rest = find_kernel(kind->rest->kernels, f, b);

		own.name = own.name ? own.name : rest->name;
		own.insert = own.insert ? own.insert : rest->insert;
		own.contains = own.contains ? own.contains : rest->contains;
		own.remove = own.remove ? own.remove : rest->remove;
	}
	return own;
}

/* No more stripes than there are groups of buckets. */
static size_t
count_stripes(const struct filter_params *p)
{
	size_t groups = (p->buckets + (1 << STRIPE_BUCKETS_LOG2) - 1) >> STRIPE_BUCKETS_LOG2;
	size_t stripes = p->stripes ? p->stripes : DEFAULT_STRIPES;

	return stripes < groups ? stripes : groups;
}

const char *
striped_size(const struct striped_kind *kind, struct filter_params *p, size_t *bytes)
{
	const char *why = cuckoo_normalise(kind->limits, p);

	*bytes = why ? 0 : cuckoo_table_bytes(kind->limits, p->buckets, p->fp_bits, p->slots);
	return why;
}

enum filter_status
striped_table(const struct striped_kind *kind, const struct filter_params *params, struct filter **out,
              const char **why)
{
	struct filter_params p = *params;
	struct hash hash;
	struct striped *c;
	size_t stripes, bytes;

	*out = NULL;
	*why = striped_size(kind, &p, &bytes);
	*why = *why ? *why : hash_refuses(p.hash);
	if (*why)
		return FILTER_EINVAL;
	(void)hash_init(&hash, p.hash, p.seed);
	*why = "the table does not fit in memory";
	c = calloc(1, sizeof *c);
	if (!c)
		return FILTER_ENOMEM;
	stripes = count_stripes(&p);
	c->kind = kind;
	c->kernel = choose_kernel(kind, p.fp_bits, p.slots);
	c->hash = hash;
	c->buckets = p.buckets;
	c->mask = (uint32_t)(p.buckets - 1);
	c->stripe_mask = (uint32_t)(stripes - 1);
	c->f = p.fp_bits;
	c->b = p.slots;
	c->nodes = p.max_kicks;
	c->params = p;
	c->counts = aligned_alloc(128, (sizeof *c->counts + 127) / 128 * 128);
	if (!c->counts || mem_alloc(&c->table, bytes, p.place) != 0 ||
	    (kind->limits->layout == CUCKOO_PACKED && mem_alloc(&c->stripes, stripes * sizeof(shared32), NULL) != 0)) {
		striped_destroy(&c->base);
		return FILTER_ENOMEM;
	}
	memset(c->counts, 0, sizeof *c->counts);
	c->params.place = NULL; /* belongs to the caller, and is needed only above */
	*why = NULL;
	*out = &c->base;
	return FILTER_OK;
}

const char *
striped_ops_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	return striped_size(self->kind, p, bytes);
}

enum filter_status
striped_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	const enum filter_status status = striped_table(self->kind, params, out, why);

	if (status == FILTER_OK)
		(*out)->ops = self;
	return status;
}

void
striped_destroy(struct filter *f)
{
	struct striped *c = (struct striped *)f;

	if (!c)
		return;
	mem_free(&c->table);
	mem_free(&c->stripes);
	free(c->counts);
	free(c);
}

size_t
striped_ops_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct striped *c = (struct striped *)f;

	return c->kernel.insert(c, keys, n);
}

size_t
striped_ops_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct striped *c = (const struct striped *)f;

	return c->kernel.contains(c, keys, n, hit);
}

size_t
striped_ops_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct striped *c = (struct striped *)f;

	return c->kernel.remove(c, keys, n);
}

void
striped_info(const struct filter *f, struct filter_info *info)
{
	const struct striped *c = (const struct striped *)f;

	*info = (struct filter_info){
		.bytes = c->table.bytes,
		.mapped = c->table.mapped + c->stripes.mapped,
		.items = atomic_load_explicit(&c->counts->items, memory_order_relaxed),
		.slots = c->buckets * c->b,
		.buckets = c->buckets,
		.fp_bits = c->f,
		.slots_per_bucket = c->b,
		.kicks = atomic_load_explicit(&c->counts->kicks, memory_order_relaxed),
		.contention = {.paths = atomic_load_explicit(&c->counts->paths, memory_order_relaxed),
	                       .stale = atomic_load_explicit(&c->counts->stale, memory_order_relaxed),
	                       .spins = atomic_load_explicit(&c->counts->spins, memory_order_relaxed),
	                       .retries = atomic_load_explicit(&c->counts->retries, memory_order_relaxed),
	                       .unsure = atomic_load_explicit(&c->counts->unsure, memory_order_relaxed)},
		.kernel = c->kernel.name};
}

/* Is any lock word in a state that no idle filter has? */
static bool
is_held(const struct striped *c)
{
	const shared32 *word = (const shared32 *)(const void *)c->stripes.data;
	size_t words = c->stripes.data ? c->stripes.bytes / 4 : c->table.bytes / 64, step = c->stripes.data ? 1 : 16;

	if (!c->stripes.data)
		word = (const shared32 *)(const void *)c->table.data;
	for (size_t s = 0; s < words; s++)
		if (atomic_load_explicit(&word[s * step], memory_order_relaxed) & (LOCKED | REWRITING))
			return true;
	return false;
}

const char *
striped_check(const struct filter *f)
{
	const struct striped *c = (const struct striped *)f;
	size_t used = 0;
	uint32_t fp[8];

	if (is_held(c))
		return "a stripe is locked though nothing runs";
	for (size_t i = 0; i < c->buckets; i++) {
		int n = c->kind->entries(c, i, fp);

		if (n < 0)
			return "a bucket holds a code that stands for no multiset of fingerprints";
		used += (size_t)n;
	}
	return used == atomic_load_explicit(&c->counts->items, memory_order_relaxed)
	               ? NULL
	               : "the number of used entries is not the number of items";
}

static uint64_t
share(uint32_t fp, size_t i1, size_t i2)
{
	uint64_t lesser = i1 < i2 ? i1 : i2;

	return rng_mix(rng_derive(fp, lesser));
}

uint64_t
striped_sum(const struct filter *f)
{
	const struct striped *c = (const struct striped *)f;
	uint64_t sum = 0;
	uint32_t fp[8];

	for (size_t i = 0; i < c->buckets; i++) {
		c->kind->entries(c, i, fp);
		for (unsigned e = 0; e < c->b; e++)
			if (fp[e])
				sum += share(fp[e], i, c->kind->alternate(c, i, fp[e]));
	}
	return sum;
}

uint64_t
striped_share(const struct filter *f, uint64_t key)
{
	const struct striped *c = (const struct striped *)f;
	struct striped_place p = c->kind->locate(c, key);

	return share(p.fp, p.i1, p.i2);
}

/* A loaded table does not need the versions. Nothing runs concurrently with a save, so they may start again. */
static void
forget_versions(const struct striped *c)
{
	if (!c->stripes.data)
		for (size_t line = 0; line < c->table.bytes / 64; line++)
			memset(c->table.data + line * 64, 0, 4);
}

enum filter_status
striped_save(const struct filter *f, FILE *file)
{
	const struct striped *c = (const struct striped *)f;
	const uint64_t words[SERIAL_WORDS] = {atomic_load_explicit(&c->counts->items, memory_order_relaxed),
	                                      atomic_load_explicit(&c->counts->kicks, memory_order_relaxed)};

	forget_versions(c);
	return serial_save(file, c->base.ops->name, &c->params, words, &c->table);
}

enum filter_status
striped_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	struct striped *c;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	c = (struct striped *)*out;
	atomic_store_explicit(&c->counts->items, s.words[0], memory_order_relaxed);
	atomic_store_explicit(&c->counts->kicks, s.words[1], memory_order_relaxed);
	return serial_finish(serial_load_table(file, &s, &c->table), out);
}
