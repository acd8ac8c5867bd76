/* SPDX-License-Identifier: MIT */
/*
 * test_views.c - filters that share a twin answer alike, key by key, on one table (filter_ops.view), whatever
 * instructions they use and however many keys a call has. None uses instructions that it was denied.
 */
#include "tests/test.h"

#include "core/cache.h"

enum { QUERIES = 1500, GUARD = 0xa5 };

/* Half of the keys are the first ones of the stream that filled the filter. */
static void
draw(uint64_t *keys, size_t n, uint64_t stream, size_t filled, uint64_t *random)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t r = rng_next(random);

		keys[i] = filled && r % 2 ? test_key(stream, rng_next(random) % filled) : rng_next(random);
	}
}

/* Looks keys up in both, in calls of random length, and checks that nothing behind the answers is written. */
static void
same_answers(const struct filter *of, const struct filter *view, const uint64_t *keys, uint64_t *random)
{
	static const size_t lengths[] = {0,  1,  7,  8,  9,   15,  16,  17,  31,  32,
	                                 33, 63, 64, 65, 100, 127, 129, 256, 257, 700};
	uint8_t want[QUERIES + 1], got[QUERIES + 64];

	for (size_t at = 0; at < QUERIES;) {
		size_t n = lengths[rng_next(random) % COUNT_OF(lengths)], hits, found;

		n = n < QUERIES - at ? n : QUERIES - at;
		memset(got, GUARD, sizeof got);
		hits = of->ops->contains(of, keys + at, n, want);
		found = view->ops->contains(view, keys + at, n, got);
		for (size_t i = 0; i < n; i++)
			require(want[i] == got[i], "key %zu of a call of %zu, 0x%llx: %d, but %s says %d", i, n,
			        (unsigned long long)keys[at + i], got[i], of->ops->name, want[i]);
		require(hits == found, "%zu hits of %zu, but %zu were told", found, n, hits);
		for (size_t i = n; i < n + 64 && i < sizeof got; i++)
			require(got[i] == GUARD, "byte %zu behind the answers was written", i - n);
		at += n + (n == 0);
	}
}

/* With the twin's table filled to several degrees. */
static void
views_agree(const struct filter_ops *ops, const struct test_config *config, const struct filter_ops *twin,
            uint64_t stream)
{
	struct filter *of = test_create(twin, config);
	uint64_t keys[QUERIES], random = stream;
	size_t filled = 0;

	for (size_t goal = 0; goal <= 600; goal = goal * 3 + 20) {
		struct filter *view;

		while (filled < goal && test_insert(of, test_key(stream, filled)))
			filled++;
		draw(keys, QUERIES, stream, filled, &random);
		require(filter_view(ops, of, &view) == FILTER_OK && view && view->ops == ops,
		        "no view of a table of %s", twin->name);
		require(test_info(view).table == test_info(of).table, "a view on another table");
		same_answers(of, view, keys, &random);
		ops->destroy(view);
	}
	twin->destroy(of);
}

static void
views(const struct filter_ops *ops)
{
	const struct filter_ops *twin = filter_find(test_twin(ops, NULL));
	struct test_config *configs;
	size_t n;

	if (!ops->view || !twin->view)
		return;
	configs = test_configs(ops, 500, &n);
	for (size_t i = 0; i < n; i++)
		for (enum isa isa = ISA_PORTABLE; isa < ISA_SETS; isa++) {
			if (!isa_contains(isa_best(), isa) || !isa_contains(isa, ops->isa))
				continue;
			/* a filter that chooses its instructions itself must choose each set once */
			configs[i].params.isa = isa;
			views_agree(ops, &configs[i], twin, test_stream("view") ^ i);
		}
	free(configs);
}

/* Otherwise the lookups of one key after the other would be measured by those of many. */
PROPERTY(itself, 0, "a filter whose table others view views it itself")
{
	require(!ops->view || filter_find(test_twin(ops, NULL))->view, "its twin has no view");
}

/* As on a machine with such caches, whatever this machine has. */
static void
views_with(const struct filter_ops *ops, size_t second, size_t last)
{
	cache_pretend(second, last);
	views(ops);
	cache_pretend(0, 0);
}

/* All tables are beyond the caches; then beyond the second alone; then in it. */
PROPERTY(beyond_caches, 0, "a view answers as its table's filter, beyond the caches")
{
	views_with(ops, 1, 1);
}

PROPERTY(in_last_cache, 0, "a view answers as its table's filter, in the last cache")
{
	views_with(ops, 1, (size_t)1 << 50);
}

PROPERTY(in_caches, 0, "a view answers as its table's filter, in the caches")
{
	views_with(ops, (size_t)1 << 40, (size_t)1 << 50);
}

/*
 * A filter gives its twin's answers, whatever it does for large tables. The twin's table has the usual shapes, and is
 * larger than any cache of one core. Where keys are stored in one of two buckets, some are left only in the second:
 * four of five copies fit into the first bucket, and removal takes those first. (Three of four, in a Morton filter.)
 */
static void
large_at(const struct filter_ops *ops, const struct filter_ops *twin, const struct test_config *config, uint64_t stream)
{
	enum { FILL = 1 << 18, TWICE = QUERIES };
	static uint64_t keys[FILL];
	/* of a key: buckets of three hold fewer; a filter that cannot delete gets none */
	const unsigned copies = ~twin->caps & (FILTER_MULTISET | FILTER_REMOVE) ? 1
	                        : strcmp(twin->name, "morton") == 0             ? 4
	                                                                        : 5;
	uint64_t asked[QUERIES], random = stream;
	struct filter *of = test_create(twin, config), *view;

	for (size_t k = 0; k < FILL; k++)
		keys[k] = test_key(stream, k);
	require(twin->insert(of, keys, FILL) == FILL, "full");
	for (unsigned copy = 1; copy < copies; copy++)
		require(twin->insert(of, keys, TWICE) == TWICE, "copy %u is refused", copy);
	for (unsigned copy = 1; copy < copies; copy++)
		require(twin->remove(of, keys, TWICE) == TWICE, "copy %u is gone", copy);
	require(filter_view(ops, of, &view) == FILTER_OK, "no view");
	draw(asked, QUERIES, stream, TWICE, &random);
	same_answers(of, view, asked, &random);
	draw(asked, QUERIES, stream, FILL, &random);
	same_answers(of, view, asked, &random);
	ops->destroy(view);
	twin->destroy(of);
}

PROPERTY(large, 0, "a view of a large table answers as its filter")
{
	static const unsigned bits[] = {0, 8, 12, 16};
	static const char *const hashes[] = {"xxh3", "city", "mulshift", "murmur"};
	const struct filter_ops *twin = filter_find(test_twin(ops, NULL));

	/* Each hash with one number of bits. With `make check` all of both would take as long as all other views. */
	const size_t step = test_stress() > 1 ? 1 : COUNT_OF(hashes) + 1;

	for (size_t i = 0; ops->view && twin->view && i < COUNT_OF(hashes) * COUNT_OF(bits); i += step) {
		struct test_config config = test_default_config(twin, 0);
		struct filter *f;
		const char *why;

		config.params.bytes = 32 << 20;
		config.params.fp_bits = bits[i / COUNT_OF(hashes)];
		config.params.hash = hashes[i % COUNT_OF(hashes)];
		if (filter_create(twin, &config.params, &f, &why) != FILTER_OK)
			continue; /* it has no such fingerprints */
		twin->destroy(f);
		for (enum isa isa = ISA_PORTABLE; isa < ISA_SETS; isa++) {
			if (!isa_contains(isa_best(), isa) || !isa_contains(isa, ops->isa))
				continue;
			config.params.isa = isa;
			test_describe(&config, twin->name);
			large_at(ops, twin, &config, test_stream("large") ^ i);
		}
	}
}

/* A filter with its own way to build a table also answers as its twin does, in calls of many keys. */
PROPERTY(builds, 0, "calls of many keys answer as its twin")
{
	const struct filter_ops *twin = filter_find(test_twin(ops, NULL));
	struct test_config *configs;
	size_t n;

	if (twin == ops || ops->caps & FILTER_CONTROL)
		return;
	configs = test_configs(ops, 500, &n);
	for (size_t i = 0; i < n; i++) {
		struct filter *a, *b;
		uint64_t keys[300], asked[QUERIES], random = test_stream("batches") ^ i, stream = random;
		size_t filled = 0, in;

		configs[i].params.stripes = 0; /* its twin has none */
		a = test_create(ops, &configs[i]), b = test_create(twin, &configs[i]);
		for (size_t k = 0; k < COUNT_OF(keys); k++)
			keys[k] = test_key(stream, k);
		/* Stops before the number that either of them accepts: that number is chance. */
		for (size_t step = 60; filled + step <= COUNT_OF(keys); filled += step) {
			in = a->ops->insert(a, keys + filled, step);
			require(in <= step && test_items(a) == filled + in, "%zu of %zu accepted, %zu items", in, step,
			        test_items(a));
			if (in < step || b->ops->insert(b, keys + filled, step) < step)
				break;
			draw(asked, QUERIES, stream, filled + step, &random);
			same_answers(b, a, asked, &random);
		}
		if (ops->caps & FILTER_REMOVE && filled > 0) {
			require(a->ops->remove(a, keys, filled / 2) == filled / 2, "a key is lost");
			require(b->ops->remove(b, keys, filled / 2) == filled / 2, "a key of the twin is lost");
		}
		require(!a->ops->check(a), "check: %s", a->ops->check(a));
		ops->destroy(a);
		twin->destroy(b);
	}
	free(configs);
}

/* A filter that is denied its instructions refuses, with that reason. */
PROPERTY(denied, 0, "denied instructions are not used")
{
	struct test_config config = test_default_config(ops, 100);
	struct filter *f = NULL;
	const char *why = NULL;

	config.params.isa = ISA_PORTABLE;
	require(filter_create(ops, &config.params, &f, &why) == (ops->isa > ISA_PORTABLE ? FILTER_EISA : FILTER_OK),
	        "portable instructions: %s", why ? why : "created");
	require(!f == (ops->isa > ISA_PORTABLE) && !why == !!f, "neither a filter nor a reason");
	if (why)
		require(strstr(why, "parameter isa") != NULL, "the reason is '%s'", why);
	ops->destroy(f);
}
