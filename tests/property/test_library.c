/* SPDX-License-Identifier: MIT */
/*
 * test_library.c - the public header over the whole registry: libcuckoobench gives the answers of the filter inside,
 * call by call.
 *
 *      keys ---> cuckoobench_insert, _contains, _remove ---> a
 *           '--> ops->insert, ->contains, ->remove      ---> b     the same returns, bits, counts, and saved bytes
 */
#include "harness/filters/plugin.h"
#include "tests/test.h"

#include <unistd.h>

/* SHAPES: how many of the hundreds of ways to build a filter are tried. The test is that the parameters arrive. */
enum { ITEMS = 300, KEYS = 512, BATCH = 40, ROUNDS = 24, SHAPES = 40 };

/* As a plug-in gets them, without what is for plug-ins alone. */
static struct cuckoobench_params
public_params(const struct filter_params *p)
{
	struct cuckoobench_params q;

	require(plugin_params(p, NULL, &q), "there is no hash '%s'", p->hash);
	q.hash = NULL;
	q.hash_is_xxh3 = 0;
	return q;
}

static struct cuckoobench_filter *
create(const struct filter_ops *ops, const struct filter_params *p)
{
	const struct cuckoobench_params q = public_params(p);
	struct cuckoobench_filter *f;
	const char *why = "left alone";
	const int32_t status = cuckoobench_create(ops->name, &q, &f, &why);

	require(status == CUCKOOBENCH_OK && f && !why, "create: %s: %s", cuckoobench_status_text(status),
	        why ? why : "");
	return f;
}

static void
same_info(const struct cuckoobench_filter *a, const struct filter *b)
{
	struct cuckoobench_info i = {.size = sizeof i};
	const struct filter_info want = test_info(b);

	cuckoobench_get_info(a, &i);
	require(i.size == sizeof i && i.bytes == want.bytes && i.items == want.items && i.slots == want.slots &&
	                i.buckets == want.buckets && i.kicks == want.kicks && i.fp_bits == want.fp_bits &&
	                i.slots_per_bucket == want.slots_per_bucket && i.hashes == want.hashes &&
	                i.kernel == want.kernel && (i.table == NULL) == (want.table == NULL),
	        "info differs");
	require(!cuckoobench_check(a), "check: %s", cuckoobench_check(a));
}

/* The same random calls, some of many keys, on both. Only keys that are in are removed. */
static void
lockstep(struct cuckoobench_filter *a, struct filter *b, uint64_t *random)
{
	static uint8_t in[KEYS];
	const uint64_t stream = test_stream("library");

	for (size_t i = 0; i < KEYS; i++) {
		const uint64_t key = test_key(stream, i);

		in[i] = 0;
		if (rng_next(random) % 4 == 0) {
			in[i] = (uint8_t)cuckoobench_insert(a, &key, 1);
			require(in[i] == b->ops->insert(b, &key, 1), "insertion %zu differs", i);
		}
	}
	for (unsigned round = 0; round < ROUNDS; round++) {
		const size_t from = rng_next(random) % (KEYS - BATCH), n = rng_next(random) % BATCH;
		uint64_t keys[BATCH], present[BATCH];
		uint8_t hit_a[BATCH], hit_b[BATCH];
		size_t there = 0, accepted;

		for (size_t i = 0; i < n; i++) {
			keys[i] = test_key(stream, from + i);
			if (in[from + i])
				present[there++] = keys[i];
		}
		require(cuckoobench_contains(a, keys, n, hit_a) == b->ops->contains(b, keys, n, hit_b),
		        "contains of %zu keys differs", n);
		require(memcmp(hit_a, hit_b, n) == 0, "hits of %zu keys differ", n);
		for (size_t i = 0; i < n; i++)
			require(hit_a[i] || !in[from + i], "a false negative");
		if (b->ops->remove) {
			require(cuckoobench_remove(a, present, there) == b->ops->remove(b, present, there),
			        "remove differs");
			for (size_t i = 0; i < n; i++)
				in[from + i] = 0;
		} else {
			require(cuckoobench_remove(a, present, there) == 0, "it removed what it cannot");
		}
		accepted = cuckoobench_insert(a, keys, n);
		require(accepted == b->ops->insert(b, keys, n), "insert of %zu keys differs", n);
		for (size_t i = 0; i < accepted; i++)
			in[from + i] = 1;
	}
	same_info(a, b);
}

/* The bytes that cuckoobench_save writes to a file. */
static struct test_bytes
saved(const struct cuckoobench_filter *f, const char *path)
{
	struct test_bytes b = {NULL, 0};
	const int32_t status = cuckoobench_save(f, path);
	FILE *file;

	require(status == CUCKOOBENCH_OK, "save: %s", cuckoobench_status_text(status));
	file = fopen(path, "rb");
	require(file && fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0, "no file was saved");
	b.size = (size_t)ftell(file);
	b.data = malloc(b.size);
	rewind(file);
	require(b.data && fread(b.data, 1, b.size, file) == b.size, "the saved file cannot be read");
	fclose(file);
	return b;
}

PROPERTY(answers, 0, "the library answers as the filter inside")
{
	uint64_t random = test_stream("library calls");
	size_t n;
	struct test_config *configs = test_configs(ops, ITEMS, &n);

	for (size_t i = 0; i < n; i += 1 + n / SHAPES) {
		struct filter *b = test_create(ops, &configs[i]);
		struct cuckoobench_filter *a = create(ops, &configs[i].params);

		lockstep(a, b, &random);
		cuckoobench_destroy(a);
		ops->destroy(b);
	}
	free(configs);
}

PROPERTY(files, 0, "the library saves and loads the filter inside")
{
	struct test_config c = test_default_config(ops, ITEMS);
	struct filter *b = test_create(ops, &c);
	struct cuckoobench_filter *a = create(ops, &c.params), *loaded;
	uint64_t random = test_stream("library files");
	struct test_bytes file, inside;
	char path[] = "/tmp/cuckoobench-XXXXXX";
	const int fd = mkstemp(path);
	int32_t status;

	require(fd >= 0, "no temporary file");
	close(fd);
	lockstep(a, b, &random);
	file = saved(a, path);
	inside = test_save(b);
	require(file.size == inside.size && memcmp(file.data, inside.data, file.size) == 0,
	        "the file is not what the filter inside saves");
	free(file.data);
	cuckoobench_destroy(a);
	status = cuckoobench_load(path, &loaded);
	unlink(path);
	require(status == CUCKOOBENCH_OK, "load: %s", cuckoobench_status_text(status));
	same_info(loaded, b);
	ops->destroy(b);
	require(test_load(ops, inside.data, inside.size, &b) == FILTER_OK, "load inside");
	for (unsigned round = 0; round < 2; round++) /* both continue alike */
		for (uint64_t i = 0; i < KEYS; i++) {
			const uint64_t key = test_key(test_stream("library after"), i);

			require(cuckoobench_insert(loaded, &key, 1) == b->ops->insert(b, &key, 1),
			        "later insertion %llu differs", (unsigned long long)i);
		}
	same_info(loaded, b);
	cuckoobench_destroy(loaded);
	ops->destroy(b);
	free(inside.data);
}

/* The library refuses what the filter refuses, with the filter's own sentence. */
PROPERTY(refusals, 0, "the library refuses what the filter inside refuses")
{
	static const struct filter_params bad[] = {{.bytes = 0},
	                                           {.bytes = 4096, .buckets = 64},
	                                           {.buckets = 3, .fp_bits = 99},
	                                           {.bytes = 4096, .max_load = 5000},
	                                           {.items = SIZE_MAX},
	                                           {.bytes = 4096, .counter_bits = 77},
	                                           {.bytes = 4096, .tables = 1000},
	                                           {.bytes = 4096, .slots = 77},
	                                           {.bytes = 4096, .hashes = 9999}};

	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		const struct cuckoobench_params q = public_params(&bad[i]);
		struct cuckoobench_filter *a = (struct cuckoobench_filter *)(uintptr_t)&bad;
		struct filter *b;
		const char *why_a = NULL, *why_b = NULL;
		const enum filter_status want = filter_create(ops, &bad[i], &b, &why_b);
		const int32_t status = cuckoobench_create(ops->name, &q, &a, &why_a);

		require(status == (int32_t)want, "parameters %zu: %s, and inside %s", i,
		        cuckoobench_status_text(status), filter_status_text(want));
		require((a == NULL) == (want != FILTER_OK) && (want == FILTER_OK || why_a == why_b),
		        "parameters %zu: filter or reason", i);
		cuckoobench_destroy(a);
		ops->destroy(b);
		require(cuckoobench_create(ops->name, &q, &a, NULL) == status, "without a place for the reason");
		cuckoobench_destroy(a);
	}
}

int
main(int argc, char **argv)
{
	const struct filter_ops *offered[256] = {NULL};
	size_t n = 0;

	for (size_t i = 0; filter_all[i]; i++) {
		if (n == COUNT_OF(offered) - 1)
			return 1; /* no place for the NULL behind the last one */
		if (!(filter_all[i]->caps & FILTER_CONTROL))
			offered[n++] = filter_all[i];
	}
	return test_main(argc, argv, offered);
}
