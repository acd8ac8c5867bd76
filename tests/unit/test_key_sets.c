/* SPDX-License-Identifier: MIT */
/*
 * test_key_sets.c - a run's key sets: which exist and which are refused; halves that have no key in common and are all
 * keys together; the same halves from the same seed; a sample of a set that is larger than needed.
 */
#include "tests/run_folder.h"

#include "core/hash.h"
#include "harness/plan/key_sets.h"

static struct failure failure;

static int
compare_keys(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Both halves of n integers, or of n strings. */
static void
halves_of(size_t n, bool strings, uint64_t seed)
{
	struct key_set set = {.name = "test"};
	struct key_draw draw, again;
	struct hash hash;
	uint64_t *keys = malloc(2 * n * sizeof *keys), *room = malloc(2 * n * sizeof *room);
	size_t moved = 0;
	char why[KEYSET_WHY];

	require(keys && room && hash_init(&hash, "xxh3", seed), "memory");
	keyset_init(&set.read, "test");
	for (uint64_t i = 0; i < n; i++)
		require(strings ? keyset_add_bytes(&set.read, &i, 8) : keyset_add(&set.read, i), "memory");
	require(keyset_finish(&set.read, why) == KEYSET_OK, "%s", why);
	require(key_draw_room(&set) == (strings ? n : 0) && key_set_count(&set) == n, "room for %zu",
	        key_draw_room(&set));
	require(key_draw_make(&draw, &set, &hash, seed, room, NULL) &&
	                key_draw_make(&again, &set, &hash, seed, room + n, NULL),
	        "memory");
	require(draw.half == n / 2 && draw.collisions == 0, "half of %zu is %zu", n, draw.half);
	key_draw_present(&draw, keys, draw.half, 0);
	key_draw_absent(&draw, keys + draw.half, draw.half, 0);
	for (size_t i = 0; i < 2 * draw.half; i++) {
		uint64_t key;

		(i < draw.half ? key_draw_present : key_draw_absent)(&again, &key, 1, i % draw.half);
		require(key == keys[i], "not the same keys from the same seed");
		moved += keys[i] != (strings ? room[i] : i);
	}
	require(moved > n / 2 || n < 20, "the set's own order is kept");
	qsort(keys, 2 * draw.half, sizeof *keys, compare_keys);
	for (size_t i = 1; i < 2 * draw.half; i++)
		require(keys[i - 1] != keys[i], "a key twice, or in both halves");
	free(keys);
	free(room);
	keyset_destroy(&set.read);
}

TEST(halves_have_no_key_in_common)
{
	for (uint64_t seed = 0; seed < 3; seed++)
		for (size_t n = 2; n < 3000; n = n * 2 + 1) {
			test_context("%zu keys", n);
			halves_of(n, false, seed);
			halves_of(n, true, seed);
		}
}

/* Chance decides which half a key is in, and which keys a sample of the first few takes: each as often as any other. */
TEST(halves_are_by_chance)
{
	enum { N = 64, SEEDS = 4000, SAMPLE = 16 };
	struct key_set set = {.name = "test"};
	unsigned in[N] = {0};
	char why[KEYSET_WHY];
	double chi2 = 0;

	keyset_init(&set.read, "test");
	for (uint64_t i = 0; i < N; i++)
		require(keyset_add(&set.read, i), "memory");
	require(keyset_finish(&set.read, why) == KEYSET_OK, "%s", why);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct key_draw draw;
		uint64_t keys[SAMPLE];

		require(key_draw_make(&draw, &set, NULL, seed, NULL, NULL), "memory");
		key_draw_present(&draw, keys, SAMPLE, 0);
		for (size_t i = 0; i < SAMPLE; i++)
			in[keys[i]]++;
	}
	for (size_t i = 0; i < N; i++)
		chi2 += (in[i] - 1000.0) * (in[i] - 1000.0) / 1000;
	require(chi2 < N + 5 * 12, "chi-square %.1f of %d keys", chi2, N);
	keyset_destroy(&set.read);
}

TEST(streams_have_any_number)
{
	for (const struct stream *s = stream_all; s->name; s++) {
		const struct key_set set = {.stream = s};
		struct key_draw draw;
		const struct stream_keys of = stream_keys_of(s, 5);
		uint64_t keys[10];

		require(key_set_count(&set) == SIZE_MAX && key_draw_make(&draw, &set, NULL, 5, NULL, NULL) &&
		                draw.half == SIZE_MAX,
		        "%s", s->name);
		key_draw_present(&draw, keys, 10, 90);
		require(keys[3] == stream_present(&of, 93), "%s: other present keys", s->name);
		key_draw_absent(&draw, keys, 10, 90);
		require(keys[3] == stream_absent(&of, 93), "%s: other absent keys", s->name);
	}
}

/* In place of random integers: one set, whose name may have a comma, and the lookups of another. */
static void
one_of_ones_own(struct key_sets *sets, struct key_sets_wanted own, const char *one)
{
	char comma[130], list[300], copy[100];
	struct options o = {.keys = list, .queries = one};

	snprintf(comma, sizeof comma, "%s/a,b.txt", dir);
	snprintf(list, sizeof list, "%s/a\\,b.txt", dir);
	require(rename(one, comma) == 0, "cannot rename");
	o.queries = comma;
	require(key_sets_make(sets, &o, own, &failure) == 0 && sets->count == 1 && sets->own == sets->at && sets->asked,
	        "%zu sets", sets->count);
	require(sets->own->read.count == 3 && sets->asked->read.count == 3 && !sets->own->read.times, "another set");
	key_sets_free(sets);
	o.multiset = true;
	require(key_sets_make(sets, &o, own, &failure) == 0 && sets->own->read.times && sets->own->read.times[2] == 1,
	        "copies are not counted");
	key_sets_free(sets);
	snprintf(list, sizeof list, "clustered,uniform");
	require(key_sets_make(sets, &o, own, &failure) == 2, "two sets in place of one");
	require(strstr(failure.text, "only k1 takes several sets"), "says '%s'", failure.text);
	key_sets_free(sets);
	snprintf(list, sizeof list, "clustered");
	o.queries = "uniform";
	require(key_sets_make(sets, &o, own, &failure) == 0 && sets->own->stream && sets->asked->stream == stream_all,
	        "streams");
	key_sets_free(sets);
	snprintf(copy, sizeof copy, "%s", one);
	require(rename(comma, copy) == 0, "cannot rename");
}

TEST_WITHIN(lists_of_sets, folder_begin, folder_end)
{
	char one[100], both[300];
	const struct key_sets_wanted each = {.streams = true}, own = {.own = true};
	struct options o = {.keys = both};
	struct key_sets *sets = malloc(sizeof *sets);
	FILE *f;
	size_t streams = 0;

	require(sets, "memory");
	while (stream_all[streams].name)
		streams++;
	snprintf(one, sizeof one, "%s/one.txt", dir);
	require((f = fopen(one, "w")) && fputs("a\nb\nc\n", f) >= 0 && fclose(f) == 0, "cannot write");
	snprintf(both, sizeof both, "clustered,%s", one);
	require(key_sets_make(sets, &o, each, &failure) == 0 && sets->count == streams + 1, "%zu sets", sets->count);
	require(strcmp(sets->at[streams].name, "one.txt") == 0 && sets->at[streams].read.count == 3, "the file");
	require(sets->at[streams].format.kind == KEY_FORMAT_LINES, "its format");
	key_sets_free(sets);
	require(sets->count == 0, "nothing is left");
	snprintf(both, sizeof both, "%s,%s", one, one);
	require(key_sets_make(sets, &o, each, &failure) == 2, "two sets of one name");
	key_sets_free(sets);
	snprintf(both, sizeof both, "%s,", one);
	require(key_sets_make(sets, &o, each, &failure) == 2, "an empty name");
	require(strcmp(failure.text, "--keys : an empty name") == 0, "says '%s'", failure.text);
	key_sets_free(sets);
	one_of_ones_own(sets, own, one);
	unlink(one);
	free(sets);
}
