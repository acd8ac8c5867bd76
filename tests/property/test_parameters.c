/* SPDX-License-Identifier: MIT */
/*
 * test_parameters.c - what create accepts, what it refuses and with which words, and what it does without memory.
 *
 * A refusal is FILTER_EINVAL, returns NULL, and names the parameter at fault. A table that cannot be allocated is
 * FILTER_ENOMEM (tests/little_memory.h).
 */
#include "tests/little_memory.h"
#include "tests/test.h"

/* The parameters that the paper's experiments need, each of which must be accepted. */
static void
must_accept(const struct filter_ops *ops, struct filter_params p)
{
	struct test_config c = {.params = p};

	test_describe(&c, ops->name);
	ops->destroy(test_create(ops, &c));
}

static void
every_fingerprint(const struct filter_ops *ops, unsigned from, const unsigned *slots, size_t n)
{
	for (unsigned f = from; f <= 32; f++)
		for (size_t i = 0; i < n; i++)
			must_accept(ops, (struct filter_params){.buckets = 16, .fp_bits = f, .slots = slots[i]});
}

PROPERTY(required_parameters, 0, "what the paper needs is accepted")
{
	static const unsigned slots[] = {1, 2, 4, 8};
	const char *name = test_twin(ops, NULL);

	if (!strcmp(name, "cf") || !strcmp(name, "cf-nohash") || !strcmp(name, "cf-counters"))
		every_fingerprint(ops, 1, slots, 4);
	else if (!strcmp(name, "ss-cf"))
		every_fingerprint(ops, 5, &slots[2], 1);
	else if (!strcmp(name, "cf-2hash"))
		for (unsigned i = 0; i < 4; i++)
			must_accept(ops, (struct filter_params){.buckets = 16, .slots = slots[i]});
	else if (!strcmp(name, "qf"))
		for (unsigned r = 1; r <= 32; r++)
			must_accept(ops, (struct filter_params){.buckets = 64, .fp_bits = r, .max_load = 500 + 10 * r});
	else if (!strcmp(name, "dl-cbf"))
		for (unsigned i = 0; i < 36; i++)
			must_accept(ops, (struct filter_params){
						 .buckets = 64, .fp_bits = 8 + i / 4, .counter_bits = 1 + i % 4});
	else if (!strcmp(name, "sb-bf"))
		must_accept(ops, (struct filter_params){.bytes = 4096, .hashes = 8});
	else if (!strcmp(name, "rb-bf") || !strcmp(name, "cs-bf"))
		for (unsigned k = 2; k <= 10; k += 2)
			must_accept(ops, (struct filter_params){.bytes = 4096, .hashes = k});
	else if (strstr(name, "bf"))
		for (unsigned k = 1; k <= 32; k++)
			must_accept(ops, (struct filter_params){.bytes = 4096, .hashes = k});
	must_accept(ops, (struct filter_params){.bytes = 1 << 20, .seed = UINT64_MAX});
	must_accept(ops, (struct filter_params){.items = 1000, .hash = "city"});
}

/* Defaults are the set-up of section 7 (Table 3): the filter that results if only the size is given. */
PROPERTY(paper_defaults, 0, "defaults are the paper's")
{
	static const struct {
		const char *name;
		size_t bytes, slots, capacity;
		unsigned fp_bits, per_bucket, hashes;
	} setup[] = {
		{"cf", 6 << 10, 4096, 0, 12, 4, 0},        {"ss-cf", 6 << 10, 4096, 0, 13, 4, 0},
		{"cf-nohash", 6 << 10, 4096, 0, 12, 4, 0}, {"qf", 6 << 10, 4096, 4096 * 9 / 10, 9, 1, 0},
		{"dl-cbf", 6 << 10, 4096, 0, 11, 4, 0},    {"bf", 6 << 10, 0, 0, 0, 0, 9},
		{"blk-bf", 6 << 10, 0, 0, 0, 0, 9},        {"cbf", 6 << 10, 0, 0, 0, 0, 9},
		{"sb-bf", 6 << 10, 0, 0, 0, 0, 8},         {"cf-counters", 7 << 10, 4096, 0, 12, 4, 0},
		{"rb-bf", 6 << 10, 0, 0, 0, 0, 5},         {"cs-bf", 6 << 10, 0, 0, 0, 0, 8},
	};

	for (size_t i = 0; i < COUNT_OF(setup); i++) { /* the paper's 192 MiB, 2^15 times smaller */
		struct test_config c = {.params = {.bytes = setup[i].bytes}};
		struct filter *f;
		struct filter_info info;

		if (strcmp(setup[i].name, test_twin(ops, NULL)) != 0)
			continue;
		test_describe(&c, ops->name);
		f = test_create(ops, &c);
		info = test_info(f);
		require(info.bytes == setup[i].bytes && info.slots == setup[i].slots, "%zu bytes, %zu slots",
		        info.bytes, info.slots);
		require(info.fp_bits == setup[i].fp_bits && info.slots_per_bucket == setup[i].per_bucket, "f=%u b=%u",
		        info.fp_bits, info.slots_per_bucket);
		require(info.hashes == setup[i].hashes, "k=%u", info.hashes);
		if (setup[i].capacity)
			require(test_fill(f, test_stream("capacity"), SIZE_MAX) == setup[i].capacity, "%zu fit",
			        test_items(f));
		ops->destroy(f);
	}
}

struct refusal {
	const char *filter; /* "*": all */
	const char *names;  /* what the reason must mention */
	struct filter_params params;
};

static const size_t huge = (size_t)1 << 62;

static const struct refusal refusals[] = {
#include "tests/property/refusals.def"
};

static void
must_refuse(const struct filter_ops *ops, const struct refusal *r)
{
	struct test_config c = {.params = r->params};
	struct filter *f = (struct filter *)(void *)&c;
	const char *why = NULL;
	enum filter_status status;
	size_t bytes;

	test_describe(&c, ops->name);
	test_context("%s, because of %s", c.text, r->names);
	status = filter_create(ops, &c.params, &f, &why);
	require(status == FILTER_EINVAL, "create: %s", filter_status_text(status));
	require(f == NULL, "refused, but *out is not NULL");
	require(why && *why, "refused without a reason");
	require(strstr(why, r->names), "the reason does not name %s: %s", r->names, why);
	if (ops->settle) {
		const char *sized = filter_size(ops, &c.params, &bytes);

		require(sized && strcmp(sized, why) == 0, "its size is refused otherwise: %s",
		        sized ? sized : "it is not");
	}
}

/* Parameters that a filter for many threads has and its twin for one thread lacks, or has with other limits. */
static bool
is_of_threads(const struct refusal *r)
{
	return r->params.stripes || r->params.doublings || r->params.max_kicks || r->params.kicks;
}

PROPERTY(refused_parameters, 0, "bad parameters are refused by name")
{
	bool same;
	const char *twin = test_twin(ops, &same);

	for (size_t i = 0; i < COUNT_OF(refusals); i++)
		if (!strcmp(refusals[i].filter, "*") || !strcmp(refusals[i].filter, ops->name) ||
		    (!strcmp(refusals[i].filter, twin) && (same || !is_of_threads(&refusals[i]))))
			must_refuse(ops, &refusals[i]);
}

/* What filter_ops.uses does not name is refused by its name, whatever else is given. */
PROPERTY(unused_parameters, 0, "parameters that are not used are refused by name")
{
	static const struct {
		unsigned use;
		struct refusal refusal;
	} each[] = {
		{USES_FP_BITS, {NULL, "fp_bits", {.items = 100, .fp_bits = 8}}},
		{USES_SLOTS, {NULL, "slots", {.items = 100, .slots = 4}}},
		{USES_HASHES, {NULL, "hashes", {.items = 100, .hashes = 2}}},
		{USES_TABLES, {NULL, "tables", {.items = 100, .tables = 4}}},
		{USES_COUNTER_BITS, {NULL, "counter_bits", {.items = 100, .counter_bits = 4}}},
		{USES_KICKS, {NULL, "kicks", {.items = 100, .kicks = FILTER_KICKS_WALK}}},
		{USES_KICKS, {NULL, "max_kicks", {.items = 100, .max_kicks = 500}}},
		{USES_MAX_LOAD, {NULL, "max_load", {.items = 100, .max_load = 900}}},
		{USES_STRIPES, {NULL, "stripes", {.items = 100, .stripes = 64}}},
		{USES_DOUBLINGS, {NULL, "doublings", {.items = 100, .doublings = 2}}},
		{USES_VALUES, {NULL, "value_bits", {.items = 100, .value_bits = 8}}},
	};

	for (size_t i = 0; i < COUNT_OF(each); i++)
		if (!(ops->uses & each[i].use))
			must_refuse(ops, &each[i].refusal);
}

/* Every parameter is used or refused: a value that is sensible for some filter changes something. */
PROPERTY(no_parameter_is_ignored, 0, "no parameter is ignored")
{
	static const struct filter_params plain = {.items = 1000};
	static const struct {
		const char *name;
		struct filter_params params;
	} each[] = {{"fp_bits", {.items = 1000, .fp_bits = 17}},
	            {"slots", {.items = 1000, .slots = 8}},
	            {"hashes", {.items = 1000, .hashes = 3}},
	            {"tables", {.items = 1000, .tables = 2}},
	            {"max_kicks", {.items = 1000, .max_kicks = 1}},
	            {"max_load", {.items = 1000, .max_load = 300}},
	            {"counter_bits", {.items = 1000, .counter_bits = 3}},
	            {"hash", {.items = 1000, .hash = "murmur"}},
	            {"seed", {.items = 1000, .seed = 7}},
	            {"stripes", {.items = 1000, .stripes = 64}},
	            {"doublings", {.items = 1000, .doublings = 2}}};

	for (size_t i = 0; i < COUNT_OF(each); i++) {
		struct filter *a = NULL, *b = NULL;
		const char *why = NULL;
		struct test_bytes x, y;

		require(filter_create(ops, &plain, &a, &why) == FILTER_OK, "items = 1000 is refused: %s", why);
		if (filter_create(ops, &each[i].params, &b, &why) == FILTER_OK) {
			test_fill(a, 1, 3000), test_fill(b, 1, 3000);
			x = test_save(a), y = test_save(b);
			require(x.size != y.size || memcmp(x.data, y.data, x.size) != 0, "%s is ignored", each[i].name);
			free(x.data), free(y.data);
		}
		ops->destroy(a);
		ops->destroy(b);
	}
}

/* A filter that can make room in both ways uses the way requested, and one of the two by default. A filter with only
 * one way has that one by default. */
PROPERTY(ways_differ, 0, "ways of making room differ")
{
	struct filter *way[FILTER_KICKS] = {NULL};
	struct test_bytes saved[FILTER_KICKS] = {{NULL, 0}};
	size_t taken = 0, usual = 0;

	for (int k = FILTER_KICKS_DEFAULT; k < FILTER_KICKS; k++) {
		const struct filter_params p = {.buckets = ops->caps & FILTER_FILLS ? 256 : 0,
		                                .bytes = ops->caps & FILTER_FILLS ? 0 : 4096,
		                                .kicks = (enum filter_kicks)k};
		const char *why = NULL;

		if (filter_create(ops, &p, &way[k], &why) != FILTER_OK) {
			require(k != FILTER_KICKS_DEFAULT, "the default is refused: %s", why);
			continue;
		}
		test_fill(way[k], 1, 1000);
		require(!ops->check(way[k]), "%s: check: %s", filter_kicks_name(p.kicks), ops->check(way[k]));
		saved[k] = test_save(way[k]);
		taken += k != FILTER_KICKS_DEFAULT;
		usual += k != FILTER_KICKS_DEFAULT && !memcmp(saved[k].data, saved[0].data, saved[0].size);
	}
	require(usual == (taken > 0), "%zu ways, %zu of them the default", taken, usual);
	for (int k = FILTER_KICKS_DEFAULT; k < FILTER_KICKS; k++) {
		free(saved[k].data);
		ops->destroy(way[k]);
	}
}

/* Sizes beyond this machine: 0 if all is well, else the number of the size that was not refused properly. */
static int
try_huge_sizes(const struct filter_ops *ops)
{
	const size_t sizes[] = {SIZE_MAX,        SIZE_MAX / 2 + 1, huge,           (size_t)1 << 50, (size_t)1 << 44,
	                        (size_t)1 << 40, (size_t)1 << 36,  (size_t)1 << 34};

	for (unsigned i = 0; i < 3 * COUNT_OF(sizes); i++) {
		struct filter_params p = {0};
		struct filter *f = (struct filter *)(void *)&p;
		const char *why = NULL;
		enum filter_status status;

		*(i % 3 == 0 ? &p.bytes : i % 3 == 1 ? &p.items : &p.buckets) = sizes[i / 3];
		status = filter_create(ops, &p, &f, &why);
		if ((status != FILTER_ENOMEM && status != FILTER_EINVAL) || f || !why || !*why) {
			print_error("%s: %s=2^%.1f: %s\n", ops->name,
			            i % 3 == 0   ? "bytes"
			            : i % 3 == 1 ? "items"
			                         : "buckets",
			            (double)(63 - __builtin_clzll(sizes[i / 3])), filter_status_text(status));
			return (int)i + 1;
		}
	}
	return 0;
}

PROPERTY(memory_that_is_not_there, 0, "memory that is not there")
{
	const int wrong = little_memory(try_huge_sizes, ops);

	require(wrong == 0, "huge size %d was not refused", wrong);
}
