/* SPDX-License-Identifier: MIT */
/* cuckoo.c - what all cuckoo filters share outside their three algorithms: size, refuse, report, save. */
#include "variants/cuckoo/cuckoo_bfs.h"

#include <stdlib.h>

static const struct cuckoo_kernel *
find_kernel(const struct cuckoo_kernel *kernel, enum hash_kind hash, unsigned f, unsigned b)
{
	while (kernel->f && (kernel->f != f || kernel->b != b || (kernel->vectors && hash == HASH_OTHER)))
		kernel++;
	return kernel;
}

static void
choose_kernel(struct cuckoo *c)
{
	const struct cuckoo_kind *kind = c->kind->whole && !c->chunk[0] ? c->kind->whole : c->kind;

	c->kernel = find_kernel(kind->kernels, c->hash.kind, c->f, c->b);
	c->rest = kind->rest ? find_kernel(kind->rest->kernels, c->hash.kind, c->f, c->b) : NULL;
	c->contains = CUCKOO_KERNEL_HAS(c, contains);
}

/* Of the log for interleaved insertions. */
static size_t
log_bytes(const struct cuckoo *c, size_t table_bytes)
{
	const struct cuckoo_kind *kind = c->kind;

	return table_bytes <= kind->log_above ? 0
	       : c->searches ? kind->searches_in_flight * cuckoo_path_room(c->max_kicks) * sizeof *c->path
	                     : kind->log_bytes;
}

static bool
is_near(const struct cuckoo_kind *kind, size_t bytes)
{
	return bytes <= cache_near(kind->lanes ? kind->lanes : 1);
}

static const char *
cuckoo_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	const struct cuckoo_limits *limits = ((const struct cuckoo_kind *)self->kind)->limits;
	const char *why = cuckoo_normalise(limits, p);

	*bytes = why ? 0 : cuckoo_table_bytes(limits, p->buckets, cuckoo_entry_bits(p), p->slots);
	return why;
}

static bool
cuckoo_begin(struct filter *f, const struct filter_params *p, const struct hash *hash)
{
	struct cuckoo *c = (struct cuckoo *)f;
	const bool listed = cuckoo_path_room(p->max_kicks) <= CUCKOO_LISTED;
	size_t logged;

	c->kind = f->ops->kind;
	c->hash = *hash;
	c->hash_name = p->hash;
	c->mask = (uint32_t)(p->buckets - 1);
	c->f = p->fp_bits;
	c->b = p->slots;
	if (c->kind->limits->index == CUCKOO_CHUNKS)
		cuckoo_chunks(p->buckets, p->slots, c->chunk);
	c->max_kicks = p->max_kicks;
	c->random = rng_derive(p->seed, 0x6b69636b /* "kick" */);
	c->counter_bits = (uint8_t)p->counter_bits;
	c->isa = p->isa;
	c->searches = p->kicks == FILTER_KICKS_BFS;
	c->path = listed ? NULL : malloc(p->max_kicks * sizeof *c->path);
	logged = log_bytes(c, c->table.bytes);
	c->log = logged ? malloc(logged) : NULL;
	c->second = cache_asks_second_of_buckets(c->table.bytes, 1);
	return (c->path || listed) && (c->log || !logged);
}

static void
cuckoo_bind(struct filter *f)
{
	struct cuckoo *c = (struct cuckoo *)f;

	c->kind = f->ops->kind;
	choose_kernel(c);
	c->near = is_near(c->kind, c->table.bytes);
	c->second_in_a_row = cache_asks_second_of_buckets(c->table.bytes, c->kind->in_a_row);
	if (!c->is_view)
		return;
	c->path = NULL; /* only insertions need these */
	c->log = NULL;
	c->bulk = NULL; /* belongs to the other filter */
}

static void
cuckoo_end(struct filter *f)
{
	struct cuckoo *c = (struct cuckoo *)f;

	free(c->path);
	free(c->log);
}

static struct filter_params
cuckoo_told(const struct filter *f)
{
	const struct cuckoo *c = (const struct cuckoo *)f;

	return (struct filter_params){.buckets = (size_t)c->mask + 1,
	                              .fp_bits = c->f,
	                              .slots = c->b,
	                              .counter_bits = c->counter_bits,
	                              .kicks = c->searches ? FILTER_KICKS_BFS : FILTER_KICKS_WALK,
	                              .max_kicks = c->max_kicks,
	                              .hash = c->hash_name,
	                              .seed = c->hash.seed,
	                              .isa = c->isa};
}

const struct filter_family cuckoo_family = {.size = sizeof(struct cuckoo),
                                            .memory = offsetof(struct cuckoo, table),
                                            FAMILY_VIEWS(struct cuckoo),
                                            .state = {offsetof(struct cuckoo, items), offsetof(struct cuckoo, kicks),
                                                      offsetof(struct cuckoo, random),
                                                      offsetof(struct cuckoo, absorbed)},
                                            .settle = cuckoo_settle,
                                            .begin = cuckoo_begin,
                                            .bind = cuckoo_bind,
                                            .end = cuckoo_end,
                                            .told = cuckoo_told};

/* What the other ops had beside the table, a log, may be larger than these need. */
enum filter_status
cuckoo_become(const struct filter_ops *self, struct filter *f)
{
	struct cuckoo *c = (struct cuckoo *)f, as = *c;
	size_t logged;

	if (isa_refuses(self->isa, c->isa))
		return FILTER_EISA;
	as.kind = self->kind;
	logged = log_bytes(&as, c->table.bytes);
	if (logged) {
		void *log = realloc(c->log, logged);

		if (!log)
			return FILTER_ENOMEM;
		c->log = log;
	}
	return family_become(self, f);
}

size_t
cuckoo_ops_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct cuckoo *c = (struct cuckoo *)f;
	uint32_t here[CUCKOO_LISTED];
	const bool lent = cuckoo_lend(c, here);
	const size_t accepted = (c->searches ? CUCKOO_KERNEL_HAS(c, search) : CUCKOO_KERNEL_HAS(c, insert))(c, keys, n);

	if (lent)
		c->path = NULL;
	return accepted;
}

size_t
cuckoo_ops_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct cuckoo *c = (const struct cuckoo *)f;

	return c->contains(c, keys, n, hit);
}

size_t
cuckoo_ops_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct cuckoo *c = (struct cuckoo *)f;

	return CUCKOO_KERNEL_HAS(c, remove)(c, keys, n);
}

void
cuckoo_info(const struct filter *f, struct filter_info *info)
{
	const struct cuckoo *c = (const struct cuckoo *)f;

	*info = (struct filter_info){.bytes = c->table.bytes,
	                             .mapped = c->table.mapped + (c->log ? log_bytes(c, c->table.bytes) : 0),
	                             .scratch = c->scratch,
	                             .items = c->items + c->absorbed,
	                             .slots = ((size_t)c->mask + 1) * c->b,
	                             .buckets = (size_t)c->mask + 1,
	                             .fp_bits = c->f,
	                             .slots_per_bucket = c->b,
	                             .kicks = c->kicks,
	                             .kernel = CUCKOO_KERNEL_HAS(c, name),
	                             .table = c->table.data};
}

const char *
cuckoo_check(const struct filter *f)
{
	const struct cuckoo *c = (const struct cuckoo *)f;
	size_t used = 0;

	for (size_t i = 0; i <= c->mask; i++) {
		int n = c->kind->bucket_used(c->table.data, i, c->f, c->b);

		if (n < 0)
			return "a bucket holds a code that stands for no multiset of fingerprints";
		used += (size_t)n;
	}
	return used == c->items ? NULL : "the number of used entries is not the number of items";
}
