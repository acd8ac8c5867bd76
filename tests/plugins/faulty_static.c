/* SPDX-License-Identifier: MIT */
/*
 * faulty_static.c - a plug-in for tests: a filter that is built at once and keeps every promise of the contract, and
 * one that breaks the promise that the environment variable CUCKOOBENCH_FAULT names. It has the sorted hashes of its
 * keys, 32 bits each, and sorts them in memory that it gives back.
 */
#include <cuckoobench_hash.h>

#include <stdlib.h>
#include <string.h>

struct sorted {
	struct cuckoobench_hash hash;
	const struct cuckoobench_memory *memory;
	uint32_t *at;
	uint64_t n, items, scratch;
	const uint64_t *keys; /* the caller's, for the fault "keeps keys" */
	int loaded;
};

static const char *asked = ""; /* on_load sets it */

static int
fault(const char *name)
{
	return strcmp(asked, name) == 0;
}

static int
compare(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static size_t
room(uint64_t n)
{
	return ((size_t)n + 1) * sizeof(uint32_t);
}

static int32_t
refuse(const struct cuckoobench_params *p, const uint64_t *keys, size_t n, const char **why)
{
	*why = "sorted hashes use no parameter but hash, seed, isa and threads";
	if ((p->bytes && !fault("takes bytes")) || p->items || p->buckets ||
	    (p->fp_bits && !fault("ignores fp_bits")) || p->slots || p->hashes || p->tables || p->counter_bits ||
	    p->max_kicks || p->max_load || p->stripes || p->doublings || p->kicks ||
	    (p->threads && fault("no threads")))
		return CUCKOOBENCH_EINVAL;
	if (fault("no equal keys") && n > 1 && keys[0] == keys[1])
		return CUCKOOBENCH_EINVAL;
	if (fault("not none") && n == 0)
		return CUCKOOBENCH_EINVAL;
	*why = fault("no reason") ? NULL : "seed: not with this one";
	if (fault("refuses every seed") || (fault("no reason") && p->seed % 2))
		return CUCKOOBENCH_ESEED;
	if (fault("refusal leaks") && p->seed % 2) {
		(void)p->memory->take(p->memory->host, room(n));
		return CUCKOOBENCH_ESEED;
	}
	return CUCKOOBENCH_OK;
}

/* How many filters were made: a number of its own for each, which an address that was freed is not. */
static uint64_t made;

static struct sorted *
begin(const struct cuckoobench_params *p, uint64_t n)
{
	struct sorted *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->hash = cuckoobench_hash_of(p);
	f->hash.seed ^= fault("seed") ? __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED) : 0;
	f->memory = p->memory;
	f->n = f->items = n;
	f->at = p->memory->take(p->memory->host, room(n));
	if (!f->at) {
		free(f);
		return NULL;
	}
	return f;
}

static int32_t
build(const struct cuckoobench_params *p, const uint64_t *keys, size_t n, void **filter, const char **why)
{
	int32_t status = refuse(p, keys, n, why);
	uint32_t *beside;
	struct sorted *f;

	*filter = NULL;
	if (status != CUCKOOBENCH_OK)
		return status;
	*why = "no memory for the table";
	f = begin(p, n);
	beside = f ? p->memory->take(p->memory->host, room(n)) : NULL;
	if (!beside) {
		if (f)
			p->memory->give(p->memory->host, f->at, room(n));
		free(f);
		return CUCKOOBENCH_ENOMEM;
	}
	for (size_t i = 0; i < n; i++)
		beside[i] = (uint32_t)cuckoobench_hash_key(&f->hash, keys[i]);
	if (fault("loses a key") && n > 30)
		beside[30] ^= 64;
	qsort(beside, n, sizeof *beside, compare);
	memcpy(f->at, beside, n * sizeof *beside);
	f->at[n] = (uint32_t)n; /* for load */
	if (fault("overrun"))
		beside[n + 6] = 1; /* 16 bytes may be written */
	p->memory->give(p->memory->host, beside, room(n));
	f->scratch = fault("hides scratch") ? 0 : fault("wild scratch") ? UINT64_MAX : room(n);
	f->items -= fault("wrong items") && n > 30;
	f->keys = keys;
	if (fault("changes keys") && n > 1)
		((uint64_t *)(uintptr_t)keys)[0] = keys[1];
	*filter = f;
	return fault("wrong status") ? 7 : CUCKOOBENCH_OK;
}

static void
destroy(void *filter)
{
	struct sorted *f = filter;

	if (!fault("leak"))
		f->memory->give(f->memory->host, f->at, room(f->n));
	free(f);
}

static size_t
contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct sorted *f = filter;
	size_t hits = 0;

	for (size_t i = 0; i < n; i++) {
		const uint32_t h = (uint32_t)cuckoobench_hash_key(&f->hash, keys[i]);
		int found = fault("keeps keys") ? 0 : bsearch(&h, f->at, f->n, sizeof h, compare) != NULL;

		for (uint64_t k = 0; k < f->n && fault("keeps keys") && !found; k++)
			found = f->keys[k] == keys[i];
		found |= (fault("single calls") && n == 1) || (fault("load") && f->loaded && h % 64 == 0) ||
		         fault("always present");
		hit[i] = (uint8_t)(fault("not 0") && !found ? 2 : found);
		hits += (size_t)found;
	}
	return fault("hits") && hits < n ? hits + 1 : hits;
}

static void
info(const void *filter, struct cuckoobench_info *i)
{
	const struct sorted *f = filter;

	i->bytes = room(f->n) / (fault("small info") ? 4 : 1), i->items = f->items, i->table = f->at;
	i->reserved = (uint32_t)fault("sets reserved");
	i->scratch = f->scratch;
}

static size_t
save(const void *filter, void *buffer, size_t bytes)
{
	const struct sorted *f = filter;

	if (bytes >= room(f->n))
		memcpy(buffer, f->at, room(f->n));
	return room(f->n);
}

static int32_t
load(const struct cuckoobench_params *p, const void *saved, size_t bytes, void **filter)
{
	const uint64_t n = bytes / sizeof(uint32_t) - 1;
	struct sorted *f;

	*filter = NULL;
	if (bytes < room(0) || bytes != room(n) || memcmp((const uint32_t *)saved + n, &n, sizeof(uint32_t)) != 0)
		return CUCKOOBENCH_ECORRUPT;
	f = begin(p, n);
	if (!f)
		return CUCKOOBENCH_ENOMEM;
	memcpy(f->at, saved, bytes);
	f->loaded = 1;
	*filter = f;
	return CUCKOOBENCH_OK;
}

static struct cuckoobench_plugin_filter faulty = {
	.size = sizeof faulty,
	.name = "faulty-static",
	.about = "for tests: keeps the contract, but for the fault that is asked for",
	.caps = CUCKOOBENCH_STATIC,
	.bits_per_item = 33,
	.build = build,
	.destroy = destroy,
	.contains = contains,
	.info = info,
	.save = save,
	.load = load};
static const struct cuckoobench_plugin_filter *const filters[] = {&faulty};
static const struct cuckoobench_plugin plugin = {sizeof plugin, CUCKOOBENCH_ABI, 1, filters, "2.7"};

__attribute__((constructor)) static void
on_load(void)
{
	if (getenv("CUCKOOBENCH_FAULT"))
		asked = getenv("CUCKOOBENCH_FAULT");
}

/* As create would have to be. */
static int32_t
create(const struct cuckoobench_params *p, void **filter, const char **why)
{
	return build(p, NULL, 0, filter, why);
}

const struct cuckoobench_plugin *
cuckoobench_plugin(void)
{
	if (fault("no build"))
		faulty.build = NULL;
	if (fault("before")) /* a header without build */
		faulty.size = offsetof(struct cuckoobench_plugin_filter, build);
	if (fault("create"))
		faulty.create = create;
	if (fault("gradual"))
		faulty.caps |= CUCKOOBENCH_FILLS;
	if (fault("endless"))
		faulty.bits_per_item = 0;
	return &plugin;
}
