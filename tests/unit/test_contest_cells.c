/* SPDX-License-Identifier: MIT */
/* test_contest_cells.c - the cells of programs with contests: each round is told, with all who take part in it. Nothing
 * here depends on speed. */
#include "tests/contest_cells.h"

/* Each lookup and each ceiling has a sample in every round, at every share; and a lost key fails the cell. */
TEST(a_cell_tells_every_round)
{
	static const char *const panels[] = {"cf12_p0", "cf12_p50", "cf12_p100"}, *const names[] = {"cf", "cf-batch",
	                                                                                            "ceiling-1",
	                                                                                            "ceiling-2"};
	struct cell cell = tiny(filter_find("cf"), 3);
	char line[96], *text;
	int failed;

	text = run(&cell, &failed);
	require(failed == 0, "%s", text);
	for (unsigned round = 0; round < 3; round++)
		for (size_t p = 0; p < COUNT_OF(panels); p++)
			for (size_t n = 0; n < COUNT_OF(names); n++) {
				snprintf(line, sizeof line, "sample,%u,%s,%s,1.5,lookup,Mops/s,", round, panels[p],
				         names[n]);
				require(strstr(text, line), "no line begins with %s", line);
			}
	free(text);
	liar = *filter_find("cf");
	liar.name = "liar";
	liar.contains = forget_one;
	until_it_lies = 100;
	cell = tiny(&liar, 1);
	text = run(&cell, &failed);
	require(failed && strstr(text, "!false negative: liar"), "%.200s", text);
	free(text);
}

/* Lookups, the best ones too, construction and deletion of each rate's candidate are told in every round. */
TEST(the_field_is_told_in_every_round)
{
	static const char *const of[] = {"8,cf:f11", "12,cf:f15"}, *const told[] = {
									   "lookup_0", "lookup_50",  "lookup_100",
									   "best_0",   "best_50",    "best_100",
									   "build",    "best_build", "delete"};
	const struct cell cell = {.program = &program_field,
	                          .filter = filter_find("cf"),
	                          .parts = FIELD_NEAR_8 | FIELD_NEAR_12,
	                          .target = 1792,
	                          .queries = 1 << 12,
	                          .rounds = 2};
	char line[96], *text;
	int failed;

	text = run(&cell, &failed);
	require(!failed, "%.200s", text);
	for (unsigned round = 0; round < 2; round++)
		for (size_t i = 0; i < COUNT_OF(of) * COUNT_OF(told); i++) {
			snprintf(line, sizeof line, "sample,%u,%s,1792,%s,Mops/s,", round, of[i % 2], told[i / 2]);
			require(strstr(text, line), "no line begins with %s", line);
		}
	assert_non_null(strstr(text, "sample,0,ceiling-8,cf:f11,1792,ceiling-2,Mops/s,"));
	assert_null(strstr(text, ",16,cf"));
	free(text);
}

static size_t
forget_to_remove(struct filter *f, const uint64_t *keys, size_t n)
{
	return filter_find("cf")->remove(f, keys, n - 1);
}

/* Deletions that find fewer keys than were inserted fail, here by one in each of 20 calls. Otherwise each key is
 * deleted once. */
TEST(what_is_built_is_emptied)
{
	enum { KEYS = 5000 };
	static uint64_t keys[KEYS];
	struct field_builder b = {.ops = filter_find("cf"),
	                          .params = {.buckets = 2048, .fp_bits = 16, .slots = 4},
	                          .keys = keys,
	                          .n = KEYS};
	struct contestant c = {.state = &b};
	struct slice slice = {0};
	struct failure failure;

	keys_fill(keys, KEYS, 1, 0);
	require(field_build(&c, 1000, &slice, &failure), "%s", failure.text);
	assert_true(slice.ops % KEYS == 0 && slice.ops > 0 && b.removed.ops == slice.ops && b.removed.ns > 0);
	liar = *filter_find("cf");
	liar.remove = forget_to_remove;
	b.ops = &liar;
	slice = (struct slice){0};
	require(!field_build(&c, 1000, &slice, &failure) && strstr(failure.text, "lost keys: 20 of 5000"), "%s",
	        failure.text);
}

/* A table knows how long its keys took, and a small one is built again until that is long enough. What is built again
 * is dropped: the table is the one that was made. */
TEST(a_table_tells_its_build)
{
	static const char *const twins[] = {"cf", "sb-bf", "xor"};

	for (size_t i = 0; i < COUNT_OF(twins); i++) {
		const struct filter_ops *ops = filter_find(twins[i]);
		struct filter_params params = test_default_config(ops, 2000).params;
		const uint64_t long_enough = 1000000;
		struct failure failure;
		struct test_table k;
		struct filter *filter;
		struct slice built;

		require(table_make(&k, ops, &params, 1, 2000, &failure), "%s", failure.text);
		assert_true(k.built.ops == 2000 && k.built.ns > 0);
		filter = k.filter;
		require(table_time_build(&built, &k, ops, &params, long_enough, &failure), "%s", failure.text);
		assert_true(built.ns >= long_enough && built.ops % 2000 == 0 && k.filter == filter);
		assert_int_equal(table_hits(k.filter, 1, 0, 2000), 2000);
		/* One that took as long already is not built again. */
		require(table_time_build(&built, &k, ops, &params, k.built.ns, &failure), "%s", failure.text);
		assert_true(built.ops == 2000 && built.ns == k.built.ns);
		table_free(&k);
	}
}

/* The map tells the build of every candidate, once, for absent keys. */
TEST(the_map_tells_builds)
{
	enum { KEYS = 15 << 8 };
	const struct cell cell = {.program = &program_map, .target = KEYS, .queries = 1 << 12, .rounds = 2};
	size_t builds = 0, rates = 0;
	unsigned long long ops, ns;
	int failed;
	char *text = run(&cell, &failed);

	require(!failed, "%.200s", text);
	for (const char *at = text; (at = strstr(at, ",fpr,rate,")); at++)
		rates++;
	for (const char *at = text; (at = strstr(at, ",build,Mops/s,")); at++) {
		require(sscanf(at, ",build,Mops/s,%llu,%llu", &ops, &ns) == 2, "%.50s", at);
		require(ops > 0 && ops % KEYS == 0 && ns >= measure_least_ns(), "%llu keys in %llu ns", ops, ns);
		builds++;
	}
	require(builds > 10 && rates == 2 * builds, "%zu builds, %zu rates of two shares", builds, rates);
	assert_null(strstr(text, "sample,1,p50,cf:f12,3840,build"));
	free(text);
}

/* A table counts as one on large pages only if it is on them: not one from the heap; one that is mapped, where the
 * kernel gives any. */
TEST(pages_are_what_they_are_called)
{
	const size_t buckets[] = {1 << 10, 1 << 19};
	const struct placement place = {.pages = MEM_PAGES_THP};

	for (size_t i = 0; i < COUNT_OF(buckets); i++) {
		const struct cell cell = {.program = &program_pages,
		                          .filter = filter_find("cf"),
		                          .pages = place.pages,
		                          .target = buckets[i] * 3,
		                          .params = {.buckets = buckets[i], .fp_bits = 16, .slots = 4, .place = &place},
		                          .queries = 1 << 12,
		                          .rounds = 2};
		char *text;
		const char *told;
		long long huge, mapped;
		int failed;
		bool measured;

		text = run(&cell, &failed);
		require(!failed, "%.200s", text);
		told = strstr(text, ",tables,thp,");
		measured = strstr(text, "sample,1,thp,cf,") && strstr(text, "sample,1,4k,cf,") &&
		           strstr(text, ",over_4k,ratio,");
		require(measured || !strstr(text, "lookup"), "%s", text);
		require(!told || sscanf(strstr(told, "fraction,"), "fraction,%lld,%lld", &huge, &mapped) == 2, "%.200s",
		        told);
		require(measured == (told && i == 1 && huge > mapped / 2), "%lld of %lld bytes on huge pages: %d", huge,
		        mapped, measured);
		free(text);
	}
}

/* Another process has other keys, and rounds of its own. */
TEST(every_repetition_has_its_rounds)
{
	struct cell cell = tiny(filter_find("cf"), 2);
	int failed;
	char *text;

	cell.rep = 3;
	text = run(&cell, &failed);
	require(!failed, "%.200s", text);
	assert_true(strstr(text, "sample,0,cf12_p0,cf,") && strstr(text, "sample,1,cf12_p0,cf,"));
	assert_null(strstr(text, "sample,2,"));
	free(text);
}

/* One in nine lookups of any keys reads a third line; of the chosen keys, all do or none does. */
TEST(alignment_is_told_for_every_set)
{
	static const char *const panels[] = {"f8", "f12", "f16", "f12_whole", "f12_split"}, *const names[] = {
												    "cf", "cf-batch",
												    "ceiling-2"};
	const struct cell cell = {.program = &program_alignment,
	                          .filter = filter_find("cf"),
	                          .params = {.buckets = 1024, .fp_bits = 16, .slots = 4},
	                          .target = 3000,
	                          .queries = 1 << 12,
	                          .rounds = 2};
	char line[96], *text;
	int failed;

	text = run(&cell, &failed);
	require(!failed, "%.200s", text);
	for (size_t p = 0; p < COUNT_OF(panels); p++)
		for (size_t n = 0; n < COUNT_OF(names); n++) {
			snprintf(line, sizeof line, "sample,1,%s,%s,%d,lookup,", panels[p], names[n],
			         p == 0   ? 4
			         : p == 2 ? 8
			                  : 6);
			require(strstr(text, line), "no line begins with %s", line);
			snprintf(line, sizeof line, "sample,1,%s,%s,%d,over_f12,", panels[p], names[n],
			         p == 0   ? 4
			         : p == 2 ? 8
			                  : 6);
			require(!!strstr(text, line) == (p != 1), "%s", line);
		}
	free(text);
}
