/* SPDX-License-Identifier: MIT */
/* test_kv_store.c - the store behind the filters: it has every key, no other, and leaves nothing behind. */
#include "tests/test.h"

#include "core/rng.h"
#include "harness/programs/kv_store.h"
#include "harness/stats/stats.h"

#include <dirent.h>

/* n random keys in ascending order, every second one's lowest bit set: the others' neighbours are absent. */
static uint64_t *
ascending(size_t n)
{
	uint64_t *keys = calloc(n, sizeof *keys), random = test_stream("keys");

	for (size_t i = 0; i < n; i++)
		keys[i] = rng_next(&random) << 1;
	qsort(keys, n, sizeof *keys, stats_compare_whole);
	return keys;
}

static size_t
open_files(void)
{
	DIR *all = opendir("/proc/self/fd");
	size_t n = 0;

	assert_non_null(all);
	while (readdir(all))
		n++;
	closedir(all);
	return n;
}

TEST(it_has_its_keys_and_no_other)
{
	static const size_t sizes[] = {1, 2, 33, 34, 35, 1000, 34 * 226 + 1, 100000};

	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		const size_t n = sizes[i], files = open_files();
		uint64_t *keys = ascending(n);
		struct failure f = {0};
		struct kv_store *s = kv_store_make(keys, n, kv_store_bytes(n), &f);

		require(s, "%zu keys: %s", n, f.text);
		assert_int_equal(kv_store_keys(s), n);
		for (size_t k = 0; k < n; k++) {
			require(kv_store_has(s, keys[k]), "%zu keys: the key %zu is missing", n, k);
			require(!kv_store_has(s, keys[k] | 1), "%zu keys: the neighbour of %zu is there", n, k);
		}
		assert_false(kv_store_has(s, UINT64_MAX));
		kv_store_free(s);
		assert_int_equal(open_files(), files);
		free(keys);
	}
}

/* More than one transaction; and the bytes are enough, but no more than a twentieth too many. */
TEST(its_bytes_are_enough)
{
	const size_t n = (1 << 20) + 7;
	uint64_t *keys = ascending(n);
	struct failure f = {0};
	struct kv_store *s = kv_store_make(keys, n, kv_store_bytes(n), &f);

	require(s, "%s", f.text);
	assert_int_equal(kv_store_keys(s), n);
	assert_true(kv_store_has(s, keys[0]) && kv_store_has(s, keys[n - 1]) && !kv_store_has(s, keys[n - 1] + 1));
	kv_store_free(s);
	f = (struct failure){0};
	assert_null(kv_store_make(keys, n, kv_store_bytes(n) / 20 * 19, &f));
	assert_true(strstr(f.text, "MDB_MAP_FULL"));
	free(keys);
}

TEST(what_it_cannot_be_made_of_is_refused)
{
	uint64_t *keys = ascending(1000);
	const size_t files = open_files();
	struct failure f = {0};

	assert_null(kv_store_make(keys, 0, kv_store_bytes(0), &f));
	assert_string_equal(f.text, "the store: no keys");
	f = (struct failure){0};
	assert_null(kv_store_make(keys, 1000, 4096, &f)); /* not even its heads fit */
	assert_true(*f.text && !strchr(f.text, '\n'));
	f = (struct failure){0};
	keys[500] = keys[499]; /* one key twice: not ascending */
	assert_null(kv_store_make(keys, 1000, kv_store_bytes(1000), &f));
	assert_true(strstr(f.text, "the store (LMDB): "));
	assert_int_equal(open_files(), files);
	free(keys);
}

/* No file has a name: the file of each open one is gone, or was there before. */
TEST(its_file_has_no_name)
{
	uint64_t key = 7;
	struct failure f = {0};
	struct kv_store *s = kv_store_make(&key, 1, kv_store_bytes(1), &f);
	char line[512];
	size_t mapped = 0;
	FILE *maps = fopen("/proc/self/maps", "r");

	require(s && maps, "%s", f.text);
	while (fgets(line, sizeof line, maps))
		if (strstr(line, "cuckoobench-store")) {
			mapped++;
			require(strstr(line, "(deleted)"), "a file with a name: %s", line);
		}
	assert_int_equal(mapped, 1);
	fclose(maps);
	kv_store_free(s);
}
