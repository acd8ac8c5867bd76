/* SPDX-License-Identifier: MIT */
/* peeled.c - see peeled.h. */
#include "baselines/peeled/peeled.h"

#include "baselines/peeled/peel_build.h"
#include "core/cache.h"

#include <stdlib.h>

/* --- parameters and sizes ------------------------------------------------------------------------------------- */

/* Resolves the defaults of *p in place. Returns NULL, or the reason for refusing. */
static const char *
peeled_defaults(const struct peeled_kind *kind, struct filter_params *p)
{
	p->fp_bits = p->fp_bits ? p->fp_bits : PEELED_R;
	p->threads = 0; /* one is used, whatever the number allowed */
	if (p->fp_bits < PEELED_LEAST_R || p->fp_bits > PEELED_MOST_R)
		return "fp_bits (r) must be 4 to 32";
	p->value_bits = p->value_bits || !kind->values ? p->value_bits : PEELED_V;
	return p->value_bits > PEELED_MOST_V ? "value_bits (v) must be 1 to 24" : NULL;
}

/* The size of n different keys. False: too many, because builds number cells by 32 bits. */
static bool
peeled_size(const struct peeled_kind *kind, struct peel_map *size, size_t n)
{
	if (n > UINT32_MAX)
		return false;
	if (kind->published)
		peel_size_published(kind->graph, size, n);
	else
		peel_size(kind->graph, size, n);
	return peel_total(kind->graph, size) < UINT32_MAX;
}

static const struct peeled_kind *
peeled_kind(const struct filter_ops *ops)
{
	return ops->kind;
}

static enum peel_graph
peeled_graph(const struct filter_ops *ops)
{
	return peeled_kind(ops)->graph;
}

/* Of a table whose cells have r bits. */
static size_t
peeled_bytes(enum peel_graph graph, const struct peel_map *size, unsigned r)
{
	return (peel_total(graph, size) * r + 7) / 8;
}

static const char too_many[] = "too many keys: a table has at most 2^32 - 1 cells";

static const char *
peeled_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	struct peel_map size = {0};
	const char *why = peeled_defaults(peeled_kind(self), p);

	if (!why && !peeled_size(peeled_kind(self), &size, p->items))
		why = too_many;
	*bytes = why ? 0 : peeled_bytes(peeled_graph(self), &size, p->fp_bits + p->value_bits);
	return why;
}

/* --- making one ----------------------------------------------------------------------------------------------- */

/* Makes the filter without its keys, but with a table of this size. */
static enum filter_status
peeled_empty(const struct filter_ops *self, const struct filter_params *given, const struct peel_map *size,
             size_t distinct, struct peeled **out, const char **why)
{
	struct peeled *f = (struct peeled *)family_new(self);
	size_t bytes;

	*why = "no memory for the table";
	if (!f)
		return FILTER_ENOMEM;
	f->map = *size;
	f->distinct = distinct;
	f->params = *given;
	*why = isa_refuses(self->isa, given->isa);
	if (*why) {
		free(f);
		return FILTER_EISA;
	}
	*why = peeled_defaults(peeled_kind(self), &f->params);
	*why = *why ? *why : hash_refuses(given->hash);
	(void)hash_init(&f->map.hash, given->hash, given->seed);
	f->map.check = f->params.fp_bits;
	f->map.r = f->params.fp_bits + f->params.value_bits;
	f->map.owned = peeled_kind(self)->owned;
	if (*why) {
		free(f);
		return FILTER_EINVAL;
	}
	bytes = peeled_bytes(peeled_graph(self), &f->map, f->map.r);
	if (mem_alloc(&f->table, bytes, given->place) != 0) {
		free(f);
		*why = "no memory for the table";
		return FILTER_ENOMEM;
	}
	f->map.data = f->table.data;
	f->map.second = cache_asks_second(bytes, peel_arity(peeled_graph(self)));
	f->map.near = bytes <= cache_near(8);
	f->map.held = bytes <= cache_near(1);
	f->params.place = NULL; /* these belong to the caller, and are needed only while it is built */
	f->params.values = NULL;
	*out = f;
	return FILTER_OK;
}

/* Keys, and their values if there are any. */
struct peeled_keys {
	const uint64_t *key;
	const uint32_t *value;
	size_t n;
};

static const char seedless[] = "seed: the keys' cells cannot be peeled";

/* Makes the filter of different keys. FILTER_ESEED: *left are those that could not be peeled. */
static enum filter_status
peeled_make(const struct filter_ops *self, const struct filter_params *params, struct peeled_keys k, size_t *scratch,
            struct peel_left *left, struct peeled **out, const char **why)
{
	struct peel_map size = {0};
	struct peeled *f;
	enum filter_status status;

	*why = too_many;
	status = peeled_size(peeled_kind(self), &size, k.n) ? peeled_empty(self, params, &size, k.n, &f, why)
	                                                    : FILTER_EINVAL;
	if (status != FILTER_OK)
		return status;
	status = peel_fill(peeled_graph(self), &f->map, k.key, k.value, k.n, params->place, scratch, left);
	if (status != FILTER_OK) {
		*why = status == FILTER_ESEED ? seedless : "no memory to build the table with";
		family_destroy(&f->base);
		return status;
	}
	*out = f;
	return FILTER_OK;
}

/* Copies the keys, and their values if there are any, except those with the numbers of *out. */
static void
keys_without(struct peeled_keys all, const struct peel_left *out, uint64_t *key, uint32_t *value)
{
	size_t next = 0, n = 0;

	for (size_t i = 0; i < all.n; i++) {
		if (next < out->n && out->key[next] == i) {
			next++;
			continue;
		}
		key[n] = all.key[i];
		if (value)
			value[n] = all.value[i];
		n++;
	}
}

/* Makes the filter once more, without these copies. */
static enum filter_status
peeled_make_without(const struct filter_ops *self, const struct filter_params *params, struct peeled_keys all,
                    const struct peel_left *copies, size_t *scratch, struct peeled **out, const char **why)
{
	const size_t n = all.n - copies->n, taken = n * (sizeof *all.key + (all.value ? sizeof *all.value : 0));
	uint64_t *key = malloc(n * sizeof *key);
	uint32_t *value = all.value ? malloc(n * sizeof *value) : NULL;
	enum filter_status status = FILTER_ENOMEM;
	struct peel_left left = {.n = 0};
	size_t again = 0;

	*why = "no memory to build the table with";
	if (key && (value || !all.value)) {
		keys_without(all, copies, key, value);
		status = peeled_make(self, params, (struct peeled_keys){key, value, n}, &again, &left, out, why);
		again += taken + copies->n * sizeof *copies->key;
		*scratch = again > *scratch ? again : *scratch;
	}
	free(left.key);
	free(key);
	free(value);
	return status;
}

/* A table of all keys could not be made, because of those left. Makes it of the different ones. If all are different,
 * it is the seed. */
static enum filter_status
peeled_make_distinct(const struct filter_ops *self, const struct filter_params *params, struct peeled_keys all,
                     struct peel_left *left, size_t *scratch, struct peeled **out, const char **why)
{
	const enum filter_status status = peel_equal(left, all.key, all.value, scratch);

	if (status == FILTER_OK && left->n)
		return peeled_make_without(self, params, all, left, scratch, out, why);
	*why = status == FILTER_OK       ? seedless
	       : status == FILTER_EINVAL ? "values: equal keys have different values"
	                                 : "no memory to build the table with";
	return status == FILTER_OK ? FILTER_ESEED : status;
}

enum filter_status
peeled_build(const struct filter_ops *self, const struct filter_params *params, const uint64_t *keys, size_t n,
             struct filter **out, const char **why)
{
	const struct peeled_keys all = {keys, params->values, n};
	size_t scratch = 0;
	struct peeled *f = NULL;
	struct peel_left left = {.n = 0};
	enum filter_status status = peeled_make(self, params, all, &scratch, &left, &f, why);

	*out = NULL;
	if (status == FILTER_ESEED)
		status = peeled_make_distinct(self, params, all, &left, &scratch, &f, why);
	free(left.key);
	if (status != FILTER_OK)
		return status;
	f->items = n;
	f->scratch = scratch;
	*out = &f->base;
	return FILTER_OK;
}

const struct filter_family peeled_family = {
	FAMILY_PARTS(struct peeled), FAMILY_VIEWS(struct peeled), .settle = peeled_settle,
	.state = {offsetof(struct peeled, items), offsetof(struct peeled, distinct),
                  offsetof(struct peeled, map.starts), offsetof(struct peeled, map.length)}};

/* --- what there is -------------------------------------------------------------------------------------------- */

void
peeled_info(const struct filter *base, struct filter_info *info)
{
	const struct peeled *f = (const struct peeled *)base;
	const unsigned r = f->map.r;

	*info = (struct filter_info){.bytes = f->table.bytes,
	                             .mapped = f->table.mapped + sizeof *f,
	                             .scratch = f->scratch,
	                             .items = f->items,
	                             .slots = peel_total(peeled_graph(base->ops), &f->map),
	                             .fp_bits = f->map.check,
	                             .hashes = peel_arity(peeled_graph(base->ops)),
	                             .kernel = r == 8    ? "r8"
	                                       : r == 12 ? "r12"
	                                       : r == 16 ? "r16"
	                                                 : "any",
	                             .table = f->table.data};
}

/* Nothing else can be told without the keys. */
const char *
peeled_check(const struct filter *base)
{
	const struct peeled *f = (const struct peeled *)base;
	const size_t bits = peel_total(peeled_graph(base->ops), &f->map) * f->map.r;

	if (f->distinct > f->items)
		return "more different keys than keys";
	if (bits % 8 && f->table.data[bits / 8] >> bits % 8)
		return "bits behind the last cell are set";
	return NULL;
}

/* The size of the saved table. Files of earlier versions name none: it was the published one. False: a damaged file. */
static bool
peeled_size_saved(const struct peeled_kind *kind, const struct serial *s, struct peel_map *size)
{
	const uint64_t distinct = s->words[1], starts = s->words[2], length = s->words[3];
	const unsigned r = s->params.fp_bits, v = s->params.value_bits;

	/* a width of 0 would be the default one's */
	if (r < PEELED_LEAST_R || r > PEELED_MOST_R || v > PEELED_MOST_V || kind->values != (v > 0) ||
	    distinct > UINT32_MAX)
		return false;
	if (!starts && !length)
		peel_size_published(kind->graph, size, distinct);
	else if (!peel_size_given(kind->graph, size, starts, length))
		return false;
	return peel_total(kind->graph, size) < UINT32_MAX && peeled_bytes(kind->graph, size, r + v) == s->table_bytes;
}

enum filter_status
peeled_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	enum filter_status status;
	struct peel_map size = {0};
	struct serial s;
	struct peeled *f;
	const char *why;

	*out = NULL;
	status = serial_load_header(file, self->name, &s);
	if (status != FILTER_OK)
		return status;
	/* before a table of that size is allocated */
	if (!peeled_size_saved(peeled_kind(self), &s, &size))
		return FILTER_ECORRUPT;
	s.params.place = place;
	status = peeled_empty(self, &s.params, &size, s.words[1], &f, &why);
	if (status != FILTER_OK)
		return status == FILTER_EINVAL ? FILTER_ECORRUPT : status;
	f->items = s.words[0];
	*out = &f->base;
	return serial_finish(serial_load_table(file, &s, &f->table), out);
}
