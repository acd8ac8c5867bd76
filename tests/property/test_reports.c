/* SPDX-License-Identifier: MIT */
/*
 * test_reports.c - what filters report about themselves: capabilities, sizes, and the references that a lookup makes.
 *
 * Sizes are the published ones: CF m*b*f bits, c more an entry with counters, ss-CF m*(4f-4), QF slots*(r+3), d-left
 * cells*(r+c), and so on.
 * References are those of Tables 1 and 2 (CoNEXT 2014): two buckets for every lookup of a cuckoo filter, at most k bits
 * of a Bloom filter, one line of a blocked one, at most d buckets of d-left hashing.
 */
#include "tests/test.h"

#include "core/probe.h"
#include "harness/filters/plugin.h"

enum { ITEMS = 128, ROOM = 4096 };

PROPERTY(capabilities, 0, "capabilities and operations agree")
{
	const struct filter_ops *traced = filter_find_traced(ops->name);

	require(ops->name && *ops->name && ops->title && *ops->title && ops->about && *ops->about, "not named");
	require(ops->create && ops->destroy && ops->insert && ops->contains && ops->info && ops->check,
	        "an operation is missing");
	require(plugin_of(ops) ? !ops->save == !ops->load : ops->save && ops->load,
	        "it is saved, or loaded, but not both");
	require(!ops->remove == !(ops->caps & FILTER_REMOVE), "remove and FILTER_REMOVE disagree");
	require(ops->caps < FILTER_GROWS << 1, "unknown capability in 0x%x", ops->caps);
	require(filter_find(ops->name) == ops, "another filter has this name");
	if (plugin_of(ops))
		return; /* it is compiled once */
	require(traced && traced != ops, "no traced twin");
	require(traced->caps == ops->caps && strcmp(traced->title, ops->title) == 0,
	        "the traced twin is another filter");
}

/* Bits of the table by the formula of the filter's paper; 0 for a filter that this test does not know. */
static size_t
published_bits(const char *name, const struct test_config *c, const struct filter_info *i)
{
	const unsigned counter = c->params.counter_bits ? c->params.counter_bits : 1;

	if (!strcmp(name, "cf") || !strcmp(name, "cf-nohash"))
		return i->buckets * i->slots_per_bucket * i->fp_bits;
	if (!strcmp(name, "cf-counters"))
		return i->slots * (i->fp_bits + (c->params.counter_bits ? counter : 2));
	if (!strcmp(name, "ss-cf"))
		return i->buckets * (4 * i->fp_bits - 4);
	if (!strcmp(name, "cf-2hash"))
		return i->slots * 64;
	if (!strcmp(name, "qf"))
		return i->slots * (i->fp_bits + 3);
	if (!strcmp(name, "dl-cbf"))
		return i->slots * (i->fp_bits + counter);
	if (!strcmp(name, "blk-bf"))
		return i->buckets * 512;
	if (!strcmp(name, "cs-bf"))
		return i->buckets * 512;
	if (!strcmp(name, "sb-bf"))
		return i->buckets * 256;
	if (!strcmp(name, "rb-bf"))
		return i->buckets * 64;
	return 0;
}

static void
sizes_one(const struct filter_ops *ops, const struct test_config *c)
{
	struct filter *f = test_create(ops, c);
	const struct filter_params *p = &c->params;
	struct filter_info i = test_info(f);
	size_t bits = published_bits(test_twin(ops, NULL), c, &i);

	require(i.bytes > 0 && i.mapped >= i.bytes, "%zu bytes in a mapping of %zu", i.bytes, i.mapped);
	require(i.mapped <= i.bytes + 4096 + 64 + (ops->caps & FILTER_SHARED ? 33000 : 0), "%zu bytes take %zu",
	        i.bytes, i.mapped);
	require(i.items == 0 && i.kicks == 0, "a new filter has %zu items", i.items);
	require(i.kernel && *i.kernel, "no kernel named");
	require(!i.slots == !(ops->caps & FILTER_FILLS), "%zu slots in a filter that %s", i.slots,
	        ops->caps & FILTER_FILLS ? "fills" : "cannot fill");
	require(!bits || i.bytes == (bits + 7) / 8, "%zu bytes are not %zu bits", i.bytes, bits);
	require(!p->buckets || i.buckets == p->buckets, "%zu buckets", i.buckets);
	require(!p->bytes || i.bytes <= p->bytes, "%zu bytes do not fit in %zu", i.bytes, p->bytes);
	require(!p->fp_bits || i.fp_bits == p->fp_bits, "fp_bits is %u", i.fp_bits);
	require(!p->slots || i.slots_per_bucket == p->slots, "slots is %u", i.slots_per_bucket);
	require(!p->hashes || i.hashes == p->hashes, "hashes is %u", i.hashes);
	require(!i.slots || i.slots == i.buckets * i.slots_per_bucket, "%zu slots, %zu buckets of %u", i.slots,
	        i.buckets, i.slots_per_bucket);
	ops->destroy(f);
}

PROPERTY(sizes, 0, "sizes are the published ones")
{
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i++)
		sizes_one(ops, &configs[i]);
	free(configs);
}

/* "The largest table that fits": the next larger one would not fit, and a table of exactly that size does. */
PROPERTY(largest_that_fits, 0, "bytes: the largest table that fits")
{
	for (size_t bytes = 1; bytes < 6000; bytes += 1 + bytes / 7) {
		struct test_config c = {.params = {.bytes = bytes}}, exact = c;
		struct filter *f = NULL, *g;
		const char *why = NULL;
		struct filter_info i;

		if (filter_create(ops, &c.params, &f, &why) != FILTER_OK)
			continue;
		i = test_info(f);
		test_describe(&c, ops->name);
		test_context("%s", c.text);
		require(i.bytes <= bytes, "%zu bytes", i.bytes);
		require(2 * i.bytes + 1 > bytes, "%zu bytes, and twice as many would fit", i.bytes);
		exact.params.bytes = i.bytes;
		test_describe(&exact, ops->name);
		g = test_create(ops, &exact);
		require(test_info(g).bytes == i.bytes, "asked for its own size, it takes %zu", test_info(g).bytes);
		ops->destroy(f);
		ops->destroy(g);
	}
}

/* Tables that depend only on the set of keys, not on their order. */
PROPERTY(order_of_insertion, 0, "the order of insertion leaves no trace")
{
	static const char *const canonical[] = {"bf", "blk-bf", "sb-bf", "rb-bf", "cs-bf", "cbf", "qf", "rsqf", "cqf"};
	bool is_canonical = false;
	struct test_config *configs;
	size_t n;

	for (size_t i = 0; i < COUNT_OF(canonical); i++)
		is_canonical |= strcmp(canonical[i], test_twin(ops, NULL)) == 0;
	if (!is_canonical)
		return;
	configs = test_configs(ops, ITEMS, &n);
	for (size_t i = 0; i < n; i++) {
		struct filter *a = test_create(ops, &configs[i]), *b = test_create(ops, &configs[i]);
		uint64_t stream = test_stream("order") ^ i;
		size_t in = test_fill(a, stream, ITEMS);

		for (size_t k = in; k-- > 0;)
			require(test_insert(b, test_key(stream, k)), "refused in reverse order");
		test_same_table(a, b, "forwards and backwards");
		ops->destroy(a);
		ops->destroy(b);
	}
	free(configs);
}

/* How many references and lines one lookup may make; 0 where the test knows no upper bound. */
struct probe_bounds {
	size_t least, most, most_if_hit_least, lines;
};

static struct probe_bounds
published_probes(const char *name, const struct test_config *c, const struct filter_info *i)
{
	const unsigned d = c->params.tables ? c->params.tables : 4;

	if (!strcmp(name, "cf") || !strcmp(name, "ss-cf") || !strcmp(name, "cf-nohash") || !strcmp(name, "cf-counters"))
		return (struct probe_bounds){2, 2, 2, 4};
	if (!strcmp(name, "cf-2hash"))
		return (struct probe_bounds){2, 2, 2, 2};
	if (!strcmp(name, "bf") || !strcmp(name, "cbf"))
		return (struct probe_bounds){1, i->hashes, i->hashes, i->hashes};
	if (!strcmp(name, "blk-bf"))
		return (struct probe_bounds){1, i->hashes, i->hashes, 1};
	if (!strcmp(name, "sb-bf") || !strcmp(name, "rb-bf"))
		return (struct probe_bounds){1, 1, 1, 1};
	if (!strcmp(name, "cs-bf"))
		return (struct probe_bounds){2, 2, 2, 1};
	if (!strcmp(name, "dl-cbf"))
		return (struct probe_bounds){1, d, 1, 2 * d};
	return (struct probe_bounds){1, 4 * i->slots + 4, 1, 8 * i->slots + 8};
}

static void
traced_lookup(const struct filter *f, const struct filter *plain, uint64_t key, struct probe_bounds bounds)
{
	struct probe_count count;
	bool hit;

	probe_begin();
	hit = test_has(f, key);
	count = probe_end();
	require(hit == test_has(plain, key), "the twin says %d", hit);
	require(count.references >= (hit ? bounds.most_if_hit_least : bounds.least) && count.references <= bounds.most,
	        "%zu references of a lookup that %s", count.references, hit ? "hits" : "misses");
	require(count.lines >= 1 && count.lines <= bounds.lines, "%zu lines of %zu references", count.lines,
	        count.references);
	probe_begin();
	test_has(plain, key);
	count = probe_end();
	require(count.references == 0, "the ordinary build counts references");
}

PROPERTY(traced_twin, 0, "the traced twin answers alike and counts")
{
	size_t n;
	struct test_config *configs;

	if (plugin_of(ops))
		return;
	configs = test_configs(ops, ITEMS, &n);
	for (size_t i = 0; i < n; i++) {
		struct filter *plain = test_create(ops, &configs[i]);
		struct filter *traced = test_create(filter_find_traced(ops->name), &configs[i]);
		struct filter_info info = test_info(plain);
		struct probe_bounds bounds = published_probes(test_twin(ops, NULL), &configs[i], &info);
		uint64_t random = test_stream("traced") ^ i;
		struct model m;

		model_init(&m, ROOM);
		test_lockstep(plain, traced, &m, &random, 2 * ITEMS);
		if (ops->caps & FILTER_GROWS) { /* two buckets in each table; cf-chain has several tables */
			size_t k = strcmp(ops->name, "cf-chain") ? 1 : test_info(plain).buckets / info.buckets;

			bounds = (struct probe_bounds){2, 2 * k, 2, 4 * k};
		}
		for (size_t k = 0; k < ITEMS; k++) {
			traced_lookup(traced, plain, rng_next(&random), bounds);
			if (m.distinct)
				traced_lookup(traced, plain, model_pick(&m, rng_next(&random)), bounds);
		}
		test_agrees(traced, &m);
		test_same_bytes(plain, traced, "twins");
		model_free(&m);
		ops->destroy(plain);
		traced->ops->destroy(traced);
	}
	free(configs);
}

/* The specialisation that runs under a limit. "": the filter needs more instructions than that. */
static void
kernel_under(const struct filter_ops *ops, enum isa limit, char name[64])
{
	struct test_config c = test_default_config(ops, ITEMS);
	struct filter *f = NULL;
	const char *why = NULL;

	c.params.isa = limit;
	name[0] = '\0';
	if (filter_create(ops, &c.params, &f, &why) == FILTER_OK)
		snprintf(name, 64, "%s", test_info(f).kernel);
	ops->destroy(f);
}

/* Tests under a mask of instructions leave out what runs as without it (is_as_unmasked in test.c). */
PROPERTY(choice_of_instructions, 0, "instructions that it chooses are declared")
{
	char best[64], limited[64];

	kernel_under(ops, ISA_ANY, best);
	for (enum isa limit = ISA_PORTABLE; limit <= ISA_AVX512; limit++) {
		/* Where the processor lacks the best, it may choose among the others. */
		const bool is_less = !isa_contains(limit, ops->chooses),
			   must = is_less && isa_contains(isa_best(), ops->chooses),
			   may = must || (is_less && !isa_contains(limit, isa_best()));

		kernel_under(ops, limit, limited);
		require(!limited[0] == !isa_contains(limit, ops->isa), "under %s it is %s", isa_name(limit),
		        limited[0] ? "created" : "refused");
		require(!limited[0] || (strcmp(best, limited) ? may : !must), "under %s '%s', otherwise '%s'",
		        isa_name(limit), limited, best);
	}
}
