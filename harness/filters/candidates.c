/* SPDX-License-Identifier: MIT */
/* candidates.c - see candidates.h. */
#include "harness/filters/candidates.h"

#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Returns how many of 1000 entries are used at most. It is an eighth less for tables so small that chance moves the
 * load by several per cent. */
static size_t
load_of(size_t n)
{
	return n < 1000 ? 825 : 950;
}

static void
size_cuckoo(struct candidate *c, const struct filter_shape *f, size_t n)
{
	const unsigned entry = f->fp_bits - c->twin->facts.fp_saved;
	size_t m = 1;

	while ((double)m * 4 * (double)load_of(n) < 1000.0 * (double)n)
		m *= 2;
	c->params = (struct filter_params){.buckets = m, .fp_bits = f->fp_bits, .slots = 4};
	c->cuckoo = true;
	c->bits_per_key = (double)m * 4 * entry / (double)n;
	snprintf(c->name, sizeof c->name, "f%u", f->fp_bits);
}

static void
size_bloom(struct candidate *c, const struct filter_shape *f, size_t n)
{
	const size_t bytes = n / 8 * f->bits + (n % 8 * f->bits + 7) / 8;

	c->params = (struct filter_params){.bytes = bytes < 64 ? 64 : bytes, .hashes = f->hashes};
	c->bits_per_key = f->bits;
	if (f->hashes)
		snprintf(c->name, sizeof c->name, "%uk%u", f->bits, f->hashes);
	else
		snprintf(c->name, sizeof c->name, "%u", f->bits);
}

/* Its keys size it: a static one when it is built, another by their number. */
static void
size_by_keys(struct candidate *c, const struct filter_shape *f, size_t n)
{
	c->params = (struct filter_params){.fp_bits = f->fp_bits, .items = c->twin->caps & FILTER_STATIC ? 0 : n};
	c->bits_per_key = f->bits;
	snprintf(c->name, sizeof c->name, "f%u", f->fp_bits);
}

static struct candidate
candidates_make_one(const struct filter_ops *twin, const struct filter_shape *shape, size_t n)
{
	const struct filter_facts *f = &twin->facts;
	struct candidate c = {.twin = twin,
	                      .usual = shape->usual,
	                      .near = shape->near,
	                      .lines = f->stops ? 0 : (unsigned)f->lines.absent};

	(!shape->fp_bits ? size_bloom : shape->bits ? size_by_keys : size_cuckoo)(&c, shape, n);
	return c;
}

static bool
is_wanted(enum candidates which, const struct filter_ops *twin, const struct filter_shape *shape)
{
	if (shape->field)
		return false;
	return !(twin->caps & FILTER_STATIC || twin->facts.part == FILTER_FIELD) || which == CANDIDATES_ALL ||
	       (which == CANDIDATES_FEW_STATIC && shape->few);
}

static void
candidates_add(struct candidate to[CANDIDATES_MOST], size_t *count, const struct candidate *c)
{
	if (*count == CANDIDATES_MOST)
		abort(); /* there are more shapes than CANDIDATES_MOST */
	to[(*count)++] = *c;
}

size_t
candidates_make(struct candidate to[CANDIDATES_MOST], enum candidates which, size_t n, double bits_per_key)
{
	size_t count = 0;

	for (size_t i = 0; filter_all[i]; i++)
		for (const struct filter_shape *s = filter_all[i]->facts.shapes; s && (s->fp_bits || s->bits); s++) {
			const struct candidate c = candidates_make_one(filter_all[i], s, n);

			if (c.bits_per_key > bits_per_key || !is_wanted(which, filter_all[i], s))
				continue;
			candidates_add(to, &count, &c);
		}
	return count;
}

size_t
candidates_few(struct candidate to[CANDIDATES_MOST], size_t n, double bits_per_key)
{
	const size_t all = candidates_make(to, CANDIDATES_FEW_STATIC, n, bits_per_key);
	const struct filter_ops *family = NULL;
	size_t count = 0;

	for (size_t i = 0; i < all; i++) { /* in the order of families and sizes */
		const bool smallest = to[i].twin != family;

		family = to[i].twin;
		if (smallest || to[i].usual)
			to[count++] = to[i];
	}
	return count;
}

/* A filter of a plug-in has one set of parameters, its own. */
static struct candidate
candidates_of_plugin(const struct filter_ops *ops, size_t n)
{
	struct candidate c = {.twin = ops, .params = ops->facts.params, .usual = true, .near = CANDIDATES_NEAR_LEAST};

	c.bits_per_key = ops->facts.bits_per_item > 0 ? ops->facts.bits_per_item : 16;
	if (ops->caps & FILTER_FILLS)
		setup_for_items(ops, n, &c.params);
	else if (!(ops->caps & FILTER_STATIC))
		c.params.bytes = (size_t)ceil((double)n * c.bits_per_key / 8);
	snprintf(c.name, sizeof c.name, "own");
	return c;
}

size_t
candidates_near(struct candidate to[CANDIDATES_MOST], const struct filter_ops *of, unsigned nears, size_t n)
{
	size_t count = 0;

	if (of && plugin_of(of)) {
		const struct candidate c = candidates_of_plugin(of, n);

		candidates_add(to, &count, &c);
		return count;
	}
	for (size_t i = 0; filter_all[i]; i++)
		for (const struct filter_shape *s = filter_all[i]->facts.shapes; s && (s->fp_bits || s->bits); s++) {
			const struct candidate c = candidates_make_one(filter_all[i], s, n);

			if ((!of || of == filter_all[i]) && s->near && nears & CANDIDATES_NEAR(s->near))
				candidates_add(to, &count, &c);
		}
	return count;
}

const char *
candidates_text(char text[CANDIDATES_TEXT], const char *kernel, const struct candidate *c)
{
	snprintf(text, CANDIDATES_TEXT, "%s:%s", kernel, c->name);
	return text;
}
