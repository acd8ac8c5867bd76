/* SPDX-License-Identifier: MIT */
/* cuckoo_shared.c - what every cuckoo filter does the same way outside its three algorithms: size, refuse, report, save. */
#include "variants/cuckoo.h"

#include <stdlib.h>

/* Section 5.1: the load that buckets of 1, 2, 4, 8 entries reach, in per mille, less one per cent so that a filter
 * asked to hold n items does; a fifth less in tables so small that chance moves the load by several per cent. */
static unsigned
planned_load(size_t items, unsigned b)
{
	unsigned load = b == 1 ? 400 : b == 2 ? 830 : b == 4 ? 940 : 970;

	return items < 512 ? load * 4 / 5 : load;
}

/* Bytes of m buckets. At most 2^32 buckets of 256 bits, so nothing overflows. */
static size_t
table_bytes(const struct cuckoo_kind *kind, size_t m, unsigned f, unsigned b)
{
	return (m * kind->bucket_bits(f, b) + 7) / 8;
}

static const char *
unused_parameter(const struct filter_params *p)
{
	if (p->hashes)
		return "hashes (k) is not used by a cuckoo filter";
	if (p->tables)
		return "tables (d) is not used by a cuckoo filter";
	if (p->counter_bits)
		return "counter_bits is not used by a cuckoo filter";
	if (p->stripes)
		return "stripes is not used by a cuckoo filter of one thread";
	if (p->doublings)
		return "doublings is not used by a cuckoo filter of one size";
	if (p->max_load)
		return "max_load is not used by a cuckoo filter: it fills until an insertion fails";
	return NULL;
}

/* m from the one of buckets, bytes, items that is given. 0: *why says what is wrong. */
static size_t
choose_buckets(const struct cuckoo_kind *kind, const struct filter_params *p, unsigned f, unsigned b, const char **why)
{
	size_t m = 0, max_m = (size_t)1 << 32, load = planned_load(p->items, b);

	if (!!p->buckets + !!p->bytes + !!p->items != 1) {
		*why = "exactly one of buckets, bytes, items must be given";
	} else if (p->buckets) {
		if (is_power_of_two(p->buckets) && p->buckets <= max_m)
			m = p->buckets;
		else
			*why = "buckets (m) must be a power of two, at most 2^32: i2 = i1 xor hash(f) needs it";
	} else if (p->items) {
		if (p->items <= max_m * b / 1000 * load)
			m = round_up_power_of_two((p->items * 1000 + load * b - 1) / (load * b));
		else
			*why = "items is more than 2^32 buckets can hold";
	} else {
		m = max_m;
		while (m && table_bytes(kind, m, f, b) > p->bytes)
			m /= 2;
		if (!m)
			*why = "bytes is less than one bucket";
	}
	return m;
}

/* Resolves the defaults of *p in place. Returns NULL, or the reason for refusing. */
static const char *
normalise(const struct cuckoo_kind *kind, struct filter_params *p, struct hash *hash)
{
	const char *why = unused_parameter(p);

	if (why)
		return why;
	p->fp_bits = p->fp_bits ? p->fp_bits : kind->default_f;
	p->slots = p->slots ? p->slots : 4;
	p->max_kicks = p->max_kicks ? p->max_kicks : 500;
	if (p->fp_bits < kind->min_f || p->fp_bits > kind->max_f)
		return kind->f_range;
	if (kind->only_b && p->slots != kind->only_b)
		return "slots (b) must be 4: semi-sorting encodes buckets of four";
	if (!is_power_of_two(p->slots) || p->slots > 8)
		return "slots (b) must be 1, 2, 4 or 8";
	if (p->max_kicks > 1000000)
		return "max_kicks must be at most 1000000";
	if (!hash_init(hash, p->hash, p->seed))
		return "hash is not a known hash";
	p->buckets = choose_buckets(kind, p, p->fp_bits, p->slots, &why);
	p->bytes = p->items = 0;
	return why;
}

static const struct cuckoo_kernel *
choose_kernel(const struct cuckoo_kernel *kernel, unsigned f, unsigned b)
{
	while (kernel->f && (kernel->f != f || kernel->b != b))
		kernel++;
	return kernel;
}

enum filter_status
cuckoo_create(const struct cuckoo_kind *kind, const struct filter_params *params, struct filter **out, const char **why)
{
	struct filter_params p = *params;
	struct hash hash;
	struct cuckoo *c;

	*out = NULL;
	*why = normalise(kind, &p, &hash);
	if (*why)
		return FILTER_EINVAL;
	*why = "the table does not fit in memory";
	c = calloc(1, sizeof *c);
	if (!c)
		return FILTER_ENOMEM;
	c->base.ops = kind->ops;
	c->kind = kind;
	c->kernel = choose_kernel(kind->kernels, p.fp_bits, p.slots);
	c->hash = hash;
	c->mask = (uint32_t)(p.buckets - 1);
	c->f = p.fp_bits;
	c->b = p.slots;
	c->max_kicks = p.max_kicks;
	c->random = rng_derive(p.seed, 0x6b69636b /* "kick" */);
	c->params = p;
	c->path = malloc(p.max_kicks * sizeof *c->path);
	if (!c->path || mem_alloc(&c->table, table_bytes(kind, p.buckets, c->f, c->b), p.place) != 0) {
		cuckoo_destroy(&c->base);
		return FILTER_ENOMEM;
	}
	c->params.place = NULL; /* the caller's, and only needed above */
	*why = NULL;
	*out = &c->base;
	return FILTER_OK;
}

void
cuckoo_destroy(struct filter *f)
{
	struct cuckoo *c = (struct cuckoo *)f;

	if (!c)
		return;
	mem_free(&c->table);
	free(c->path);
	free(c);
}

size_t
cuckoo_ops_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct cuckoo *c = (struct cuckoo *)f;

	return c->kernel->insert(c, keys, n);
}

size_t
cuckoo_ops_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct cuckoo *c = (const struct cuckoo *)f;

	return c->kernel->contains(c, keys, n, hit);
}

size_t
cuckoo_ops_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct cuckoo *c = (struct cuckoo *)f;

	return c->kernel->remove(c, keys, n);
}

void
cuckoo_info(const struct filter *f, struct filter_info *info)
{
	const struct cuckoo *c = (const struct cuckoo *)f;

	*info = (struct filter_info){.bytes = c->table.bytes,
	                             .mapped = c->table.mapped,
	                             .items = c->items,
	                             .slots = c->params.buckets * c->b,
	                             .buckets = c->params.buckets,
	                             .fp_bits = c->f,
	                             .slots_per_bucket = c->b,
	                             .kicks = c->kicks,
	                             .kernel = c->kernel->name};
}

const char *
cuckoo_check(const struct filter *f)
{
	const struct cuckoo *c = (const struct cuckoo *)f;
	size_t used = 0;

	for (size_t i = 0; i < c->params.buckets; i++) {
		int n = c->kind->bucket_used(c->table.data, i, c->f, c->b);

		if (n < 0)
			return "a bucket holds a code that stands for no multiset of fingerprints";
		used += (size_t)n;
	}
	return used == c->items ? NULL : "the number of used entries is not the number of items";
}

enum filter_status
cuckoo_save(const struct filter *f, FILE *file)
{
	const struct cuckoo *c = (const struct cuckoo *)f;
	const uint64_t words[SERIAL_WORDS] = {c->items, c->kicks, c->random};

	return serial_save(file, c->base.ops->name, &c->params, words, &c->table);
}

enum filter_status
cuckoo_load_as(const char *name, const struct filter_ops *ops, FILE *file, const struct placement *place,
               struct filter **out)
{
	struct serial s;
	struct cuckoo *c;
	const char *why;
	enum filter_status status = serial_load_header(file, name, &s);

	*out = NULL;
	if (status != FILTER_OK)
		return status;
	s.params.place = place;
	status = ops->create(&s.params, out, &why);
	if (status != FILTER_OK)
		return status == FILTER_ENOMEM ? status : FILTER_ECORRUPT;
	c = (struct cuckoo *)*out;
	c->items = s.words[0];
	c->kicks = s.words[1];
	c->random = s.words[2];
	return serial_finish(serial_load_table(file, &s, &c->table), out);
}

enum filter_status
cuckoo_load(const struct cuckoo_kind *kind, FILE *file, const struct placement *place, struct filter **out)
{
	return cuckoo_load_as(kind->ops->name, kind->ops, file, place, out);
}
