/* SPDX-License-Identifier: MIT */
/*
 * test_contest.c - lookups in turn: every filter that may takes part in every round, the order rotates, every answer is
 * checked. Nothing here depends on speed. Above 400 lines: what it tests has one way
 * to run a cell.
 */
#include "tests/test.h"

#include "datasets/keys.h"
#include "harness/programs/field_build.h"
#include "harness/programs/programs.h"
#include "harness/run/run.h"
#include "harness/timing/contestant.h"
#include "harness/timing/measure.h"

/* --- a table, its lookups, and filters that lie ------------------------------------------------------------ */

static void
make(struct test_table *k, struct query_set *q, const char *twin, unsigned percent)
{
	const struct filter_ops *ops = filter_find(twin);
	struct test_config config = test_default_config(ops, 2000);
	struct failure failure;

	config.params.seed = test_stream("filter");
	require(table_make(k, ops, &config.params, test_stream("keys"), 2000, &failure), "%s: %s", twin, failure.text);
	require(k->items == 2000 && k->info.items == 2000, "%zu of 2000 keys", k->items);
	require(query_set_make(q, &(struct query_source){k->seed, k->items, percent, NULL, NULL}, k->filter,
	                       3 * QUERY_SET_CHUNK - 5, &failure),
	        "%s: %s", twin, failure.text);
}

static void
unmake(struct test_table *k, struct query_set *q)
{
	query_set_free(q);
	table_free(k);
}

static struct filter_ops liar;
static size_t until_it_lies, asked_at_once;

/* Denies one key that is there. */
static size_t
forget_one(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t hits = filter_find("cf")->contains(f, keys, n, hit);

	for (size_t i = 0; i < n && until_it_lies; i++)
		if (hit[i] && --until_it_lies == 0)
			hits--, hit[i] = 0;
	return hits;
}

/* Claims one key that is not there. */
static size_t
find_one_more(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	return filter_find("cf")->contains(f, keys, n, hit) + 1;
}

static size_t
note_length(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	asked_at_once = n;
	return filter_find("cf")->contains(f, keys, n, hit);
}

/* Runs a cell. Returns its output, which the caller frees. *failed: the result of run_cell. */
static char *
run(const struct cell *cell, int *failed)
{
	struct planned planned = {.label = "test", .cell = *cell};
	struct options options = {.seed = 1, .cpu = -1};
	struct run_notes notes;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	*failed = run_cell(&planned, &options, out, &notes);
	fclose(out);
	return text;
}

static struct cell
tiny(const struct filter_ops *ops, unsigned rounds)
{
	return (struct cell){.program = &program_kernels,
	                     .filter = ops,
	                     .params = {.buckets = 256, .fp_bits = 12, .slots = 4},
	                     .target = 900,
	                     .queries = 1 << 12,
	                     .rounds = rounds};
}

/* --- tests ------------------------------------------------------------------------------------------------ */

TEST(every_order_is_one_and_they_rotate)
{
	for (unsigned n = 1; n <= 12; n++) {
		unsigned order[LATIN_MOST], times[12][12] = {{0}};

		for (unsigned round = 0; round < 2 * n; round++) {
			latin_order(n, round, test_seed(), order);
			for (unsigned place = 0; place < n; place++) {
				require(order[place] < n, "%u of %u", order[place], n);
				times[order[place]][place]++;
			}
		}
		for (unsigned who = 0; who < n; who++)
			for (unsigned place = 0; place < n; place++)
				require(times[who][place] == 2, "%u of %u is at place %u %u times in %u rounds", who, n,
				        place, times[who][place], 2 * n);
	}
}

/* From the registry, all filters that have the twin's answers and views, and may be used, and no other. One that needs
 * more keys a call than there are stays out. */
TEST(everyone_takes_part)
{
	static const char *const twins[] = {"cf", "ss-cf", "bf", "blk-bf"};

	for (size_t t = 0; t < COUNT_OF(twins); t++) {
		const struct filter_ops *twin = filter_find(twins[t]);
		const struct test_config config = test_default_config(twin, 2000);
		struct cell cell = tiny(twin, 1);
		int failed;
		char *text;

		cell.params = config.params;
		text = run(&cell, &failed);
		require(failed == 0, "%s: %s", twins[t], text);
		for (size_t i = 0; filter_all[i]; i++) {
			const struct filter_ops *ops = filter_all[i];
			char name[64];

			snprintf(name, sizeof name, "_p50,%s,", ops->name);
			require(!!strstr(text, name) == (table_include(ops, twin) && !isa_refuses(ops->isa, ISA_ANY) &&
			                                 ops->batch <= QUERY_SET_CHUNK),
			        "%s: %s", twins[t], name);
		}
		free(text);
	}
}

TEST(questions_are_of_the_share_asked_for)
{
	static const unsigned percents[] = {0, 50, 100};

	for (size_t i = 0; i < COUNT_OF(percents); i++) {
		struct test_table k;
		struct query_set q;
		uint8_t hit[QUERY_SET_CHUNK];
		size_t hits = 0;

		make(&k, &q, "cf", percents[i]);
		require(q.chunks == 3 && q.n == 3 * (size_t)QUERY_SET_CHUNK, "%zu chunks", q.chunks);
		for (size_t chunk = 0; chunk < q.chunks; chunk++) {
			size_t got = k.filter->ops->contains(k.filter, q.keys + chunk * QUERY_SET_CHUNK,
			                                     QUERY_SET_CHUNK, hit);

			require(got == q.hits[chunk], "%zu hits, %u told", got, q.hits[chunk]);
			hits += got;
		}
		require(hits == q.all_hits, "%zu hits, %zu told", hits, q.all_hits);
		/* f = 12 in 8 entries: 0.2 %; and half of 49152 draws, within 5 standard deviations of 111. */
		require(percents[i] == 100 ? hits == q.n
		        : percents[i]      ? hits > q.n / 2 - 560 && hits < q.n / 2 + 800
		                           : hits < 300,
		        "%zu hits of %zu", hits, q.n);
		unmake(&k, &q);
	}
}

static bool
is_even(void *context, uint64_t key)
{
	++*(size_t *)context;
	return key % 2 == 0;
}

TEST(questions_can_be_chosen)
{
	struct test_table k;
	struct query_set q;
	struct failure failure;
	size_t seen = 0;

	make(&k, &q, "cf", 50);
	query_set_free(&q);
	require(query_set_make(&q, &(struct query_source){k.seed, k.items, 50, is_even, &seen}, k.filter, 1, &failure),
	        "%s", failure.text);
	require(seen > q.n * 3 / 2 && q.all_hits > q.n / 2 - 330, "%zu keys seen for %zu, %zu hits", seen, q.n,
	        q.all_hits);
	for (size_t i = 0; i < q.n; i++)
		require(q.keys[i] % 2 == 0, "key %zu is odd", i);
	unmake(&k, &q);
}

TEST(a_wrong_answer_is_told)
{
	struct slice slice;
	struct test_table k;
	struct query_set q;
	struct contestant c = {.asked = &q};
	struct failure failure;
	struct filter *view;

	make(&k, &q, "cf", 50);
	require(filter_view(filter_find("cf"), k.filter, &view) == FILTER_OK, "no view");
	liar = *filter_find("cf");
	liar.name = "liar";
	view->ops = &liar;
	c.filter = view;
	require(contend(&c, 1000, &slice, &failure), "an honest one: %s", failure.text);
	liar.contains = forget_one;
	until_it_lies = QUERY_SET_CHUNK + 1; /* half of a chunk is present: in the third chunk */
	require(!contend(&c, 1000000000, &slice, &failure) && strstr(failure.text, "false negatives: liar"),
	        "a key forgotten: %s", failure.text);
	liar.contains = find_one_more;
	require(!contend(&c, 1000, &slice, &failure) && strstr(failure.text, "false positives: liar"),
	        "a key made up: %s", failure.text);
	view->ops = filter_find("cf");
	view->ops->destroy(view);
	unmake(&k, &q);
}

/* A filter that needs more keys a call than a batch gets them all at once. */
TEST(bulk_is_asked_at_once)
{
	struct contestant c;
	struct slice slice;
	struct test_table k;
	struct query_set q;
	struct failure failure;

	make(&k, &q, "cf", 50);
	liar = *filter_find("cf");
	liar.contains = note_length;
	liar.batch = (unsigned)q.n;
	k.view[0]->ops = &liar;
	require(contestant_lookups(&c, k.view[0], &q, &failure) && c.hit, "%s", failure.text);
	require(contend(&c, 1000, &slice, &failure) && asked_at_once == q.n && slice.ops % q.n == 0, "%zu at once: %s",
	        asked_at_once, failure.text);
	contestant_free(&c);
	k.view[0]->ops = filter_find("cf");
	unmake(&k, &q);
}

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
	static const char *const of[] = {"8,cf:f12", "12,cf:f16"}, *const told[] = {
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
	assert_non_null(strstr(text, "sample,0,ceiling-8,cf:f12,1792,ceiling-2,Mops/s,"));
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
