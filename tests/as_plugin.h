/* SPDX-License-Identifier: MIT */
/*
 * as_plugin.h - a filter of the suite with a plug-in's functions, as the conformance kit takes filters.
 *
 *      kit --> struct cuckoobench_plugin_filter: as_plugin_... --> struct filter_ops
 *
 * A plug-in's create and load do not say which filter they make: as_plugin_kit sets it, for one filter at a time.
 */
#ifndef CUCKOOBENCH_TEST_AS_PLUGIN_H
#define CUCKOOBENCH_TEST_AS_PLUGIN_H

#include "harness/filters/conform_parts.h"
#include "tests/test.h"

static const struct filter_ops *as_plugin_ops;

static struct filter_params
as_plugin_params(const struct cuckoobench_params *p)
{
	const enum isa isa = (enum isa)p->isa;

	return (struct filter_params){FILTER_PARAMS_OF(p), .kicks = (enum filter_kicks)p->kicks, .hash = p->hash_name,
	                              /* a plug-in never refuses isa */
	                              .isa = isa < as_plugin_ops->isa ? ISA_ANY : isa, .threads = p->threads};
}

static int32_t
as_plugin_create(const struct cuckoobench_params *p, void **filter, const char **why)
{
	const struct filter_params params = as_plugin_params(p);
	struct filter *f;
	const enum filter_status status = filter_create(as_plugin_ops, &params, &f, why);

	*filter = f;
	return (int32_t)status;
}

static int32_t
as_plugin_build(const struct cuckoobench_params *p, const uint64_t *keys, size_t n, void **filter, const char **why)
{
	const struct filter_params params = as_plugin_params(p);
	struct filter *f;
	const enum filter_status status = filter_build(as_plugin_ops, &params, keys, n, &f, why);

	*filter = f;
	return (int32_t)status;
}

static void
as_plugin_destroy(void *filter)
{
	as_plugin_ops->destroy(filter);
}

static size_t
as_plugin_insert(void *filter, const uint64_t *keys, size_t n)
{
	return as_plugin_ops->insert(filter, keys, n);
}

static size_t
as_plugin_contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return as_plugin_ops->contains(filter, keys, n, hit);
}

static size_t
as_plugin_remove(void *filter, const uint64_t *keys, size_t n)
{
	return as_plugin_ops->remove(filter, keys, n);
}

static void
as_plugin_info(const void *filter, struct cuckoobench_info *info)
{
	const struct filter_info i = test_info(filter);

	info->bytes = i.bytes, info->items = i.items, info->slots = i.slots, info->buckets = i.buckets;
	info->kicks = i.kicks, info->fp_bits = i.fp_bits, info->slots_per_bucket = i.slots_per_bucket;
	info->hashes = i.hashes, info->table = i.table, info->kernel = i.kernel, info->scratch = i.scratch;
}

static const char *
as_plugin_check(const void *filter)
{
	return as_plugin_ops->check(filter);
}

static size_t
as_plugin_save(const void *filter, void *buffer, size_t room)
{
	struct test_bytes b = test_save(filter);

	if (buffer && b.size <= room)
		memcpy(buffer, b.data, b.size);
	free(b.data);
	return b.size;
}

/* A stream may have more behind the filter, and a plug-in's save may not. */
static int32_t
as_plugin_load(const struct cuckoobench_params *params, const void *saved, size_t bytes, void **filter)
{
	struct filter *f;
	enum filter_status status = test_load(as_plugin_ops, saved, bytes, &f);

	(void)params;
	if (status == FILTER_OK && as_plugin_save(f, NULL, 0) != bytes) {
		as_plugin_ops->destroy(f);
		f = NULL;
		status = FILTER_ECORRUPT;
	}
	*filter = f;
	return (int32_t)status;
}

/* Two filters have the same facts, and save the same bytes. */
static const char *
as_plugin_same(const void *a, const void *b)
{
	const struct filter_info i = test_info(a), j = test_info(b);

	test_same_bytes(a, b, "two filters of the same calls");
	return i.kicks != j.kicks ? "other relocations" : i.kernel != j.kernel ? "another kernel" : NULL;
}

/* The table is that of a new filter. Of the counters of a Bloom filter, those that were full stay so: they count to 15.
 */
static const char *
as_plugin_emptied(const void *filter, const void *fresh)
{
	struct test_bytes saved = {NULL, 0};
	size_t left = 0;

	if (test_info(filter).slots) {
		test_same_as_new(filter, fresh, "after removing everything");
		return NULL;
	}
	saved = test_save(filter);
	for (size_t i = saved.size - test_info(filter).bytes; i < saved.size; i++)
		for (unsigned shift = 0; shift < 8; shift += 4) {
			const unsigned counter = (unsigned char)saved.data[i] >> shift & 15;

			left += counter != 0 && counter != 15;
		}
	free(saved.data);
	return left ? "after removing everything counters are left" : NULL;
}

/* The kit for a filter, until the next call. */
static struct kit
as_plugin_kit(const struct filter_ops *ops)
{
	static struct cuckoobench_plugin_filter theirs;
	static const struct cuckoobench_plugin_filter *const filters[] = {&theirs};
	static const struct cuckoobench_plugin plugin = {sizeof plugin, CUCKOOBENCH_ABI, 1, filters, ""};
	static struct plugin_file file = {.opened = &plugin};
	static struct plugin_filter f = {.file = &file};
	static const struct oracle oracle = {as_plugin_same, as_plugin_emptied};

	as_plugin_ops = ops;
	theirs = (struct cuckoobench_plugin_filter){.size = sizeof theirs,
	                                            .caps = ops->caps,
	                                            .create = ops->create ? as_plugin_create : NULL,
	                                            .build = ops->caps & FILTER_STATIC ? as_plugin_build : NULL,
	                                            .destroy = as_plugin_destroy,
	                                            .insert = ops->insert ? as_plugin_insert : NULL,
	                                            .contains = as_plugin_contains,
	                                            .remove = ops->remove ? as_plugin_remove : NULL,
	                                            .info = as_plugin_info,
	                                            .check = as_plugin_check,
	                                            .save = as_plugin_save,
	                                            .load = as_plugin_load};
	f.ops = *ops;
	return (struct kit){.f = &f,
	                    .seed = test_stream("kit"),
	                    .here = true,
	                    .oracle = &oracle,
	                    .rounds = SANITIZED_THREADS ? 16
	                              : TEST_SANITIZED  ? 64
	                                                : 0};
}

/* Fails if the filter breaks this promise, and shows the shortest sequence of operations that was found to break it. */
static inline void
as_plugin_try(const struct kit *kit, const struct check *check)
{
	struct outcome o = conform_try(kit, check);

	require(!o.kind, "%s: %s\n\t%s", check->name, o.what, o.log);
	free(o.log);
}

/* Tries those promises of a list that are sequences of calls, in every shape that the filter accepts. */
static inline void
as_plugin_try_shapes(const struct filter_ops *ops, size_t items, const struct check *checks)
{
	struct kit kit = as_plugin_kit(ops);
	size_t n;
	struct test_config *configs = test_configs(ops, items, &n);

	for (size_t i = 0; i < n; i++) {
		kit.shape = &configs[i].params;
		kit.text = configs[i].text;
		test_context("%s", kit.text);
		for (const struct check *c = checks; c->name; c++)
			if (conform_is_promised(&kit, c) && !c->body)
				as_plugin_try(&kit, c);
	}
	free(configs);
}

#endif
