/* SPDX-License-Identifier: MIT */
/*
 * cf_chain.c - cf-chain: growth without moving anything. When a table is full, a new, empty one is appended (Chen,
 * Liao, Jin, Wu, "The dynamic cuckoo filter", ICNP 2017; Redis's filters also grow like this). It is the measured
 * alternative to cf-rcu.
 *
 *      first ... oldest | full | full | full | last |  . . . 2^doublings at most
 *      lookup          ----------------------------> all, until one has it
 *      insert                                  last
 *      delete           ----------------------------> the first that has it
 *
 * Nothing is rewritten and nobody waits for a split. No table is ever freed, so there is nothing for RCU to do. Lookups
 * pay the price: k tables are 2k buckets for an absent key, and k times the chance of a false positive.
 *
 * All tables have one size and one hash. It is tempting to double each next one, so that the chain stays short. But
 * then two keys may share fingerprint and buckets in one table and not in another. Say y is stored in the second table.
 * Its deletion finds x's copy in the first and removes that, and x is a false negative. With equal tables, keys that
 * share in one table share in all, and any copy is as good as another. (And a key is hashed and located only once,
 * whatever the length.)
 *
 * Why no reader misses a key x. x's copies are those of its fingerprint in its pair of buckets of any table. At least
 * one is left as long as x is stored. Insertions go to the last table only. Inserting threads share `lengthening`, and
 * an appending thread holds it alone. So no insertion is still in progress in a table that is no longer the last, and
 * from then on copies in that table only disappear. A lookup goes from the oldest table to the youngest. When it has
 * found nothing in the last, it checks again whether that is still the last. The negative answer of the last table
 * holds at some moment at which no copy was in it (striped_ops.h). At that moment that table was still the last, so no
 * table had one. That contradicts that one is left.
 *
 * The room that deletions leave in older tables is not reused, as in the dynamic cuckoo filter without its compaction.
 */
#include "variants/growing/growing.h"

#include <stdlib.h>

struct chain;

struct chain_kernel {
	const char *name;
	unsigned f, b; /* 0: any */
	size_t (*contains)(const struct chain *, const uint64_t *, size_t, uint8_t *);
};

struct chain {
	struct filter base;
	const struct chain_kernel *kernel;
	struct filter_params params;
	struct placement place;
	pthread_rwlock_t lengthening;
	_Atomic size_t length;
	/* Of the whole chain. The tables' own counts are read one after the other. Meanwhile a key may enter a table
	 * that was already read, and another key, which shares its copies, may leave one that was not. */
	_Atomic size_t items;
	struct striped **table; /* room for the longest chain */
};

static const struct striped_variant variant = {.bucket = BUCKET_PLAIN};

/* The tables are cf-striped's, except for the limits of their size. */
static const struct striped_kernel no_kernels[] = {{0}};
STRIPED_KIND(cf_chain, no_kernels, &FILTER_KIND(cf_striped), variant, cuckoo_limits_chain)

/* --- operations --------------------------------------------------------------------------------------------- */

/* Acquire: pairs with the release of append, so that the tables thus counted are complete. */
ALWAYS_INLINE size_t
chain_length(const struct chain *c)
{
	return atomic_load_explicit(&c->length, memory_order_acquire);
}

ALWAYS_INLINE bool
chain_has(const struct chain *c, const struct plain_compare *compare, struct striped_place p,
          struct striped_tally *tally, unsigned f, unsigned b)
{
	/* The second load of the length comes after the loads of the last table, which are acquire. */
	for (size_t i = 0; i < chain_length(c); i++)
		if (plain_any(striped_find(c->table[i], c->table[i], variant, compare, p, tally, f, b)))
			return true;
	return false;
}

ALWAYS_INLINE size_t
chain_contains(const struct chain *c, const uint64_t *keys, size_t n, uint8_t *hit, unsigned f, unsigned b)
{
	const struct striped first = *c->table[0];
	const struct plain_compare compare = plain_compare(f, b);
	struct striped_tally tally = {0};
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		hit[k] = chain_has(c, &compare, striped_place(&first, variant, hash_key(&first.hash, keys[k]), f),
		                   &tally, f, b);
		hits += hit[k];
	}
	striped_settle(&first, &tally);
	return hits;
}

#define CHAIN_KERNEL(id, F, B)                                                                        \
	static size_t chain_##id(const struct chain *c, const uint64_t *keys, size_t n, uint8_t *hit) \
	{                                                                                             \
		return chain_contains(c, keys, n, hit, F, B);                                         \
	}

CHAIN_KERNEL(f16b4, 16, 4)
CHAIN_KERNEL(f12b4, 12, 4)
CHAIN_KERNEL(any, c->table[0]->f, c->table[0]->b)

static const struct chain_kernel kernels[] = {
	{"f16b4", 16, 4, chain_f16b4}, {"f12b4", 12, 4, chain_f12b4}, {"any", 0, 0, chain_any}};

static size_t
chain_ops_contains(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct chain *c = (const struct chain *)f;

	return c->kernel->contains(c, keys, n, hit);
}

/* Appends a last table of the same size. The caller holds `lengthening`, or is create. */
static bool
append(struct chain *c)
{
	const size_t length = chain_length(c);
	struct filter_params p = c->params;
	struct filter *table;
	const char *why;

	p.place = &c->place;
	if (length >> c->params.doublings || striped_table(&FILTER_KIND(cf_chain), &p, &table, &why) != FILTER_OK)
		return false;
	c->table[length] = (struct striped *)table;
	atomic_store_explicit(&c->length, length + 1, memory_order_release);
	return true;
}

/* Lengthens a chain that was `length` long when it refused a key. False: that is impossible. */
static bool
lengthen(struct chain *c, size_t length)
{
	bool longer;

	if (length >> c->params.doublings)
		return false;
	pthread_rwlock_wrlock(&c->lengthening);
	longer = chain_length(c) > length || append(c);
	pthread_rwlock_unlock(&c->lengthening);
	return longer;
}

static size_t
chain_insert(struct filter *f, const uint64_t *keys, size_t n)
{
	struct chain *c = (struct chain *)f;
	size_t done = 0;

	for (;;) {
		struct striped *last;
		size_t length;
		bool final;
		size_t in;

		pthread_rwlock_rdlock(&c->lengthening);
		length = chain_length(c);
		last = c->table[length - 1];
		in = last->kernel.insert(last, keys + done, n - done);
		atomic_fetch_add_explicit(&c->items, in, memory_order_relaxed);
		done += in;
		final = done == n || growing_is_hopeless(last, keys[done]);
		pthread_rwlock_unlock(&c->lengthening);
		if (final || !lengthen(c, length))
			return done;
	}
}

static size_t
chain_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	struct chain *c = (struct chain *)f;
	size_t found = 0;

	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < chain_length(c); i++)
			if (c->table[i]->kernel.remove(c->table[i], &keys[k], 1)) {
				found++;
				break;
			}
	atomic_fetch_sub_explicit(&c->items, found, memory_order_relaxed);
	return found;
}

static void
chain_info(const struct filter *f, struct filter_info *info)
{
	const struct chain *c = (const struct chain *)f;
	const size_t length = chain_length(c);

	striped_info(&c->table[0]->base, info);
	info->kernel = c->kernel->name;
	info->items = atomic_load_explicit(&c->items, memory_order_relaxed);
	for (size_t i = 1; i < length; i++) {
		struct filter_info more;

		striped_info(&c->table[i]->base, &more);
		info->bytes += more.bytes, info->mapped += more.mapped;
		info->slots += more.slots, info->buckets += more.buckets;
		info->kicks += more.kicks;
		info->contention.paths += more.contention.paths, info->contention.stale += more.contention.stale;
		info->contention.spins += more.contention.spins;
	}
}

static const char *
chain_check(const struct filter *f)
{
	const struct chain *c = (const struct chain *)f;
	const char *why = NULL;
	size_t items = 0;

	for (size_t i = 0; !why && i < chain_length(c); i++) {
		why = striped_check(&c->table[i]->base);
		items += atomic_load_explicit(&c->table[i]->counts->items, memory_order_relaxed);
	}
	if (!why && items != atomic_load_explicit(&c->items, memory_order_relaxed))
		why = "the number of items is not that of the tables";
	return why;
}

/* --- from create to destroy --------------------------------------------------------------------------------- */

static void
chain_destroy(struct filter *f)
{
	struct chain *c = (struct chain *)f;

	if (!c)
		return;
	for (size_t i = 0; i < chain_length(c); i++)
		striped_destroy(&c->table[i]->base);
	pthread_rwlock_destroy(&c->lengthening);
	free(c->table);
	free(c);
}

static enum filter_status
chain_create(const struct filter_ops *self, const struct filter_params *params, struct filter **out, const char **why)
{
	struct chain *c = calloc(1, sizeof *c);
	struct filter *first = NULL;
	enum filter_status status;

	*out = NULL;
	*why = "the table does not fit in memory";
	status = c ? striped_table(&FILTER_KIND(cf_chain), params, &first, why) : FILTER_ENOMEM;
	if (status != FILTER_OK) {
		free(c);
		return status;
	}
	c->base.ops = self;
	c->params = ((struct striped *)first)->params;
	c->place = mem_unlimited(params->place);
	c->table = calloc((size_t)1 << c->params.doublings, sizeof(struct striped *));
	if (!c->table || pthread_rwlock_init(&c->lengthening, NULL) != 0) {
		striped_destroy(first);
		free(c->table);
		free(c);
		*why = "the chain does not fit in memory";
		return FILTER_ENOMEM;
	}
	c->table[0] = (struct striped *)first;
	atomic_init(&c->length, 1);
	atomic_init(&c->items, 0);
	c->kernel = kernels;
	while (c->kernel->f && (c->kernel->f != c->params.fp_bits || c->kernel->b != c->params.slots))
		c->kernel++;
	*out = &c->base;
	return FILTER_OK;
}

static const char *
chain_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	(void)self;
	return striped_size(&FILTER_KIND(cf_chain), p, bytes);
}

/* Saves the tables one after the other, each with its number and the length of the chain. */
static enum filter_status
chain_save(const struct filter *f, FILE *file)
{
	const struct chain *c = (const struct chain *)f;
	const size_t length = chain_length(c);
	enum filter_status status = FILTER_OK;

	for (size_t i = 0; status == FILTER_OK && i < length; i++) {
		const struct striped *t = c->table[i];
		const uint64_t words[SERIAL_WORDS] = {atomic_load_explicit(&t->counts->items, memory_order_relaxed),
		                                      atomic_load_explicit(&t->counts->kicks, memory_order_relaxed), i,
		                                      length};

		status = serial_save(file, f->ops->name, &c->params, words, &t->table);
	}
	return status;
}

static bool
same_params(const struct filter_params *a, const struct filter_params *b)
{
	return a->buckets == b->buckets && a->fp_bits == b->fp_bits && a->slots == b->slots &&
	       a->max_kicks == b->max_kicks && a->stripes == b->stripes && a->doublings == b->doublings &&
	       a->hash == b->hash && a->seed == b->seed;
}

/* Loads table i, whose header has been read, into its place. */
static enum filter_status
load_table(FILE *file, const struct serial *s, const struct filter_params *first, struct chain *c, size_t i)
{
	struct striped *t;

	if (s->words[2] != i || !s->words[3] || (s->words[3] - 1) >> c->params.doublings ||
	    !same_params(&s->params, first))
		return FILTER_ECORRUPT;
	if (i > 0 && !append(c))
		return FILTER_ENOMEM;
	t = c->table[i];
	atomic_store_explicit(&t->counts->items, s->words[0], memory_order_relaxed);
	atomic_fetch_add_explicit(&c->items, s->words[0], memory_order_relaxed);
	atomic_store_explicit(&t->counts->kicks, s->words[1], memory_order_relaxed);
	return serial_load_table(file, s, &t->table);
}

static enum filter_status
chain_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	struct chain *c;
	enum filter_status status = serial_begin(self, file, place, &s, out);
	const struct filter_params first = s.params;
	const uint64_t length = s.words[3];

	if (status != FILTER_OK)
		return status;
	c = (struct chain *)*out;
	status = load_table(file, &s, &first, c, 0);
	for (uint64_t i = 1; status == FILTER_OK && i < length; i++) {
		status = serial_load_header(file, self->name, &s);
		if (status == FILTER_OK)
			status = s.words[3] == length ? load_table(file, &s, &first, c, i) : FILTER_ECORRUPT;
	}
	return serial_finish(status, out);
}

const struct filter_ops FILTER_OPS(cf_chain) = {
	.name = "cf-chain",
	.title = "CF, chained",
	.about = "cf-striped that grows by a chain of equal tables, all of which a look-up asks (dynamic cuckoo "
		 "filter, ICNP 2017)",
	.caps = FILTER_REMOVE | FILTER_FILLS | FILTER_MULTISET | FILTER_SHARED | FILTER_GROWS,
	.facts = {.source = __FILE__, .params = {.fp_bits = 16, .slots = 4}, .ns = {220, 200, 200}},
	.uses = CUCKOO_USES | USES_STRIPES | USES_DOUBLINGS,
	.create = chain_create,
	.settle = chain_settle,
	.destroy = chain_destroy,
	.insert = chain_insert,
	.contains = chain_ops_contains,
	.remove = chain_remove,
	.info = chain_info,
	.check = chain_check,
	.save = chain_save,
	.load = chain_load,
};
