/* SPDX-License-Identifier: MIT */
/*
 * configurations.c - test_configs of test.h: from parameters worth a test, those that a filter accepts.
 *
 *      a parameter and its values --> each value alone --> pairs of those accepted, and some random points
 *
 * No test says what a filter should accept here (test_parameters.c does). So a new filter has its configurations as
 * soon as it is in the registry.
 */
#include "tests/test.h"

#include "core/hash.h"

/* The parameters that shape a filter, with values worth a test. Each filter refuses parameters that it does not use. */
static const struct axis {
	const char *name;
	size_t offset; /* in struct filter_params, of an unsigned */
	unsigned values[33];
} axes[] = {
	{"fp_bits", offsetof(struct filter_params, fp_bits), {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                                              12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                                              23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 0}},
	{"slots", offsetof(struct filter_params, slots), {1, 2, 4, 8}},
	{"hashes", offsetof(struct filter_params, hashes), {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                                                            12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                                            23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 0}},
	{"tables", offsetof(struct filter_params, tables), {1, 2, 3, 4, 5, 6, 7, 8}},
	{"counter_bits", offsetof(struct filter_params, counter_bits), {1, 2, 3, 4, 5, 6, 7, 8}},
	{"max_kicks", offsetof(struct filter_params, max_kicks), {1, 2, 50, 500}},
	{"stripes", offsetof(struct filter_params, stripes), {1, 2, 64, 8192}},
	{"doublings", offsetof(struct filter_params, doublings), {1, 2, 4}},
	{"max_load", offsetof(struct filter_params, max_load), {1, 500, 750, 900, 950, 999, 1000}},
	{"kicks", offsetof(struct filter_params, kicks), {FILTER_KICKS_WALK, FILTER_KICKS_BFS}},
};
enum { AXES = COUNT_OF(axes), FP_BITS = 0, SLOTS = 1, KICKS = AXES - 1 };
_Static_assert(sizeof(enum filter_kicks) == sizeof(unsigned), "an axis");

static void
set_axis(struct filter_params *p, size_t axis, unsigned value)
{
	memcpy((char *)p + axes[axis].offset, &value, sizeof value);
}

static unsigned
get_axis(const struct filter_params *p, size_t axis)
{
	unsigned value;

	memcpy(&value, (const char *)p + axes[axis].offset, sizeof value);
	return value;
}

void
test_describe(struct test_config *c, const char *filter)
{
	const struct filter_params *p = &c->params;
	int at = snprintf(c->text, sizeof c->text, "%s", filter);

	for (size_t a = 0; a < AXES; a++)
		if (get_axis(p, a))
			at += snprintf(c->text + at, sizeof c->text - (size_t)at, " %s=%u", axes[a].name,
			               get_axis(p, a));
	snprintf(c->text + at, sizeof c->text - (size_t)at, " %s=%zu hash=%s seed=0x%llx",
	         p->bytes     ? "bytes"
	         : p->buckets ? "buckets"
	                      : "items",
	         p->bytes     ? p->bytes
	         : p->buckets ? p->buckets
	                      : p->items,
	         p->hash ? p->hash : "default", (unsigned long long)p->seed);
}

struct filter *
test_create(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = NULL;
	const char *why = NULL;
	enum filter_status status = filter_create(ops, &c->params, &f, &why);

	test_context("%s", c->text);
	require(status == FILTER_OK, "create: %s: %s", filter_status_text(status), why ? why : "no reason");
	require(f && f->ops->name == ops->name, "create succeeded without a filter");
	return f;
}

static bool
is_accepted(const struct filter_ops *ops, const struct filter_params *p)
{
	struct filter *f = NULL;
	const char *why = NULL;
	enum filter_status status = filter_create(ops, p, &f, &why);

	test_context("%s", ops->name);
	require(status == FILTER_OK || status == FILTER_EINVAL, "a small filter: %s", filter_status_text(status));
	ops->destroy(f);
	return status == FILTER_OK;
}

struct test_config
test_default_config(const struct filter_ops *ops, size_t items)
{
	struct test_config c = {.params = {.items = items, .seed = test_stream("filter")}};

	test_describe(&c, ops->name);
	return c;
}

struct config_list {
	const struct filter_ops *ops;
	struct test_config *config;
	size_t n, room, items;
	uint64_t stream, turn;
};

/* Adds a shape at a size if the filter accepts it. Hash and seed differ from one configuration to the next. */
static bool
add_sized(struct config_list *l, const struct filter_params *shape, size_t bytes, size_t buckets, size_t items)
{
	size_t hashes = 0;
	struct test_config c = {.params = *shape};

	while (hash_all[hashes].name)
		hashes++;
	c.params.bytes = bytes, c.params.buckets = buckets, c.params.items = items;
	c.params.hash = hash_all[l->n % hashes].name;
	c.params.seed = test_key(l->stream, l->n);
	if (!is_accepted(l->ops, &c.params))
		return false;
	test_describe(&c, l->ops->name);
	if (l->n == l->room) {
		l->room = 2 * l->room + 16;
		l->config = realloc(l->config, l->room * sizeof *l->config);
		if (!l->config)
			abort();
	}
	l->config[l->n++] = c;
	return true;
}

static void
add_usual(struct config_list *l, const struct filter_params *shape)
{
	if (!add_sized(l, shape, 0, 0, l->items))
		add_sized(l, shape, 2 * l->items, 0, 0);
}

/* At the next unusual size that the shape can have. */
static void
add_odd(struct config_list *l, const struct filter_params *shape, size_t first)
{
	static const struct {
		size_t bytes, buckets, items;
	} odd[] = {{0, 1, 0},  {0, 0, 1},    {48, 0, 0}, {0, 2, 0}, {0, 64, 0}, {0, 0, 3},
	           {64, 0, 0}, {1000, 0, 0}, {0, 4, 0},  {1, 0, 0}, {0, 0, 17}, {0, 8, 0}};

	for (size_t i = 0; i < COUNT_OF(odd); i++) {
		size_t k = (first / 2 + i) % COUNT_OF(odd);

		if (add_sized(l, shape, odd[k].bytes, odd[k].buckets, odd[k].items))
			break;
	}
}

/* Adds a shape at both sizes. A sanitizer is slow: it gets one of them, in turn; which one depends on the filter. */
static void
add_shape(struct config_list *l, const struct filter_params *shape)
{
	const size_t first = l->n;
	const bool usual = !TEST_SANITIZED || first == 0 || (first + l->turn) % 2 == 0;

	if (usual)
		add_usual(l, shape);
	if (!TEST_SANITIZED || l->n == first)
		add_odd(l, shape, first);
	if (!usual && l->n == first)
		add_usual(l, shape);
}

/* Every filter gets every fingerprint size and every bucket size, but only one of this many pairs of both; which ones
 * depends on the filter, and dozens have the same code. A sanitizer is slow, and CUCKOOBENCH_STRESS=2 has all pairs. */
static size_t
one_pair_of(void)
{
	return TEST_SANITIZED ? 8 : test_stress() < 2 ? 3 : 1;
}

struct test_config *
test_configs(const struct filter_ops *ops, size_t items, size_t *n)
{
	struct config_list l = {
		.ops = ops, .items = items, .stream = test_stream("configurations"), .turn = test_stream(ops->name)};
	unsigned accepted[AXES][33] = {{0}};
	uint64_t random = test_stream("shapes");
	const size_t one_of = one_pair_of();
	size_t pair = (size_t)(l.turn % one_of);

	add_shape(&l, &(struct filter_params){0});
	for (size_t a = 0; a < AXES; a++) {
		size_t found = 0;

		for (const unsigned *value = axes[a].values; *value; value++) {
			struct filter_params p = {0};
			size_t before = l.n;

			set_axis(&p, a, *value);
			add_shape(&l, &p);
			if (l.n > before)
				accepted[a][found++] = *value;
		}
	}
	for (const unsigned *f = accepted[FP_BITS]; *f; f++)
		for (const unsigned *b = accepted[SLOTS]; *b; b++)
			if (pair++ % one_of == 0)
				add_shape(&l, &(struct filter_params){.fp_bits = *f, .slots = *b});
	/* a filter with two ways to make room */
	for (const unsigned *k = accepted[KICKS]; *k && accepted[KICKS][1]; k++)
		for (const unsigned *b = accepted[SLOTS]; *b; b++)
			for (unsigned most = 0; most <= 60; most += 20)
				add_shape(&l, &(struct filter_params){.slots = *b,
				                                      .max_kicks = most,
				                                      .kicks = (enum filter_kicks) * k});
	for (unsigned i = 0; i < (TEST_SANITIZED ? 8 : 32); i++) { /* and some random points in the whole space */
		struct filter_params p = {0};

		for (size_t a = 0; a < AXES; a++)
			set_axis(&p, a, accepted[a][rng_next(&random) % 33]);
		add_shape(&l, &p);
	}
	*n = l.n;
	return l.config;
}
