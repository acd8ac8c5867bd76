/* SPDX-License-Identifier: MIT */
/* test_contest.c - lookups in turn: every filter that may takes part in every round, the order rotates, every answer is
 * checked. Nothing here depends on speed. */
#include "tests/contest_cells.h"

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
