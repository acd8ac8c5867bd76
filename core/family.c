/* SPDX-License-Identifier: MIT */
/* family.c - see family.h. */
#include "core/family.h"

#include <stdlib.h>

/* What lies at a place of a filter's struct; writable even if the caller's pointer is const. */
static void *
part(const struct filter *f, size_t at)
{
	return (char *)(uintptr_t)f + at;
}

static struct mem *
memory_of(const struct filter *f)
{
	return part(f, f->ops->family->memory);
}

/* The filter is a view of another's table. */
static bool
is_view(const struct filter *f)
{
	const size_t at = f->ops->family->is_view;

	return at && *(const bool *)part(f, at);
}

static struct filter_params
params_of(const struct filter *f)
{
	const struct filter_family *family = f->ops->family;

	return family->told ? family->told(f) : *(const struct filter_params *)part(f, family->params);
}

struct filter *
family_new(const struct filter_ops *self)
{
	struct filter *f = calloc(1, self->size ? self->size : self->family->size);

	if (f)
		f->ops = self;
	return f;
}

static void
bind(struct filter *f)
{
	if (f->ops->family->bind)
		f->ops->family->bind(f);
}

const char *
family_sized_once(const struct filter_params *p)
{
	return !!p->buckets + !!p->bytes + !!p->items == 1 ? NULL
	                                                   : "exactly one of buckets, bytes, items must be given";
}

enum filter_status
family_create(const struct filter_ops *self, const struct filter_params *given, struct filter **out, const char **why)
{
	const struct filter_family *family = self->family;
	struct filter_params p = *given;
	struct hash hash;
	struct filter *f;
	size_t bytes;

	*out = NULL;
	*why = family->settle(self, &p, &bytes);
	*why = *why ? *why : hash_refuses(p.hash);
	if (*why)
		return FILTER_EINVAL;
	(void)hash_init(&hash, p.hash, p.seed);
	*why = isa_refuses(self->isa, p.isa);
	if (*why)
		return FILTER_EISA;
	*why = "the table does not fit in memory";
	f = family_new(self);
	if (!f)
		return FILTER_ENOMEM;
	if (mem_alloc(memory_of(f), bytes, p.place) != 0) {
		free(f);
		return FILTER_ENOMEM;
	}
	p.place = NULL; /* the caller's, and needed only above */
	if (!family->told)
		*(struct filter_params *)part(f, family->params) = p;
	if (!family->begin(f, &p, &hash)) {
		family_destroy(f);
		return FILTER_ENOMEM;
	}
	bind(f);
	*why = NULL;
	*out = f;
	return FILTER_OK;
}

const char *
family_settle(const struct filter_ops *self, struct filter_params *p, size_t *bytes)
{
	return self->family->settle(self, p, bytes);
}

enum filter_status
family_view(const struct filter_ops *self, const struct filter *of, struct filter **out)
{
	struct filter *f;

	*out = NULL;
	if (isa_refuses(self->isa, params_of(of).isa))
		return FILTER_EISA;
	f = family_new(self);
	if (!f)
		return FILTER_ENOMEM;
	memcpy(f, of, self->family->size);
	f->ops = self;
	*(bool *)part(f, self->family->is_view) = true;
	bind(f);
	*out = f;
	return FILTER_OK;
}

enum filter_status
family_become(const struct filter_ops *self, struct filter *f)
{
	if (isa_refuses(self->isa, params_of(f).isa))
		return FILTER_EISA;
	f->ops = self;
	bind(f);
	return FILTER_OK;
}

void
family_destroy(struct filter *f)
{
	if (!f)
		return;
	if (f->ops->family->end)
		f->ops->family->end(f);
	if (!is_view(f))
		mem_free(memory_of(f));
	free(f);
}

/* The number of its numbers that are saved. */
static size_t
states(const struct filter_family *family)
{
	size_t n = 0;

	while (n < SERIAL_WORDS && family->state[n])
		n++;
	return n;
}

enum filter_status
family_save(const struct filter *f, FILE *file)
{
	const struct filter_family *family = f->ops->family;
	const struct filter_params p = params_of(f);
	uint64_t words[SERIAL_WORDS] = {0};

	for (size_t i = 0; i < states(family); i++)
		words[i] = *(const uint64_t *)part(f, family->state[i]);
	return serial_save(file, f->ops->name, &p, words, memory_of(f));
}

enum filter_status
family_load(const struct filter_ops *self, FILE *file, const struct placement *place, struct filter **out)
{
	struct serial s;
	const enum filter_status status = serial_begin(self, file, place, &s, out);

	if (status != FILTER_OK)
		return status;
	for (size_t i = 0; i < states(self->family); i++)
		*(uint64_t *)part(*out, self->family->state[i]) = s.words[i];
	return serial_finish(serial_load_table(file, &s, memory_of(*out)), out);
}
