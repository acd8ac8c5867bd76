/* SPDX-License-Identifier: MIT */
/*
 * test_undo.c - what a refused insertion takes back, and where it lists it: on the stack, or, where MaxNumKicks is more
 * than the stack has room for, in the filter.
 *
 *      MaxNumKicks     1 .. CUCKOO_LISTED | more          a filter that is full answers before and after a refusal
 *      list            on the stack       | malloc        alike, for present, refused and other keys
 */
#include "tests/test.h"

#include "variants/cuckoo/cuckoo.h"
#include "variants/morton/morton_map.h"

static const char *const listing[] = {"cf",       "cf-any",      "vacuum", "ss-cf",   "cf-nodelete", "ss-cf-nodelete",
                                      "cf-batch", "cf-counters", "morton", "cf-2hash"};
static const unsigned kicks[] = {0, 1, MORTON_LISTED, MORTON_LISTED + 1, CUCKOO_LISTED, CUCKOO_LISTED + 1, 4096};
enum { ASKED = 1 << 14, REFUSALS = 12 };

static struct filter *
undo_create(const char *name, unsigned max_kicks, enum filter_kicks way)
{
	struct test_config c = {.params = {.bytes = 4096, .max_kicks = max_kicks, .kicks = way, .seed = 7}};

	test_describe(&c, name);
	return test_create(filter_find(name), &c);
}

/* Fills the filter, and offers more keys to it. Each that it refuses changes no answer. */
static void
must_take_back(struct filter *f)
{
	const uint64_t stream = test_stream("undo");
	const size_t n = test_fill(f, stream, SIZE_MAX);
	uint64_t key[ASKED];
	uint8_t before[ASKED], after[ASKED];
	unsigned refused = 0;

	for (size_t k = 0; k < ASKED; k++)
		key[k] = test_key(stream, k);
	(void)f->ops->contains(f, key, ASKED, before);
	for (size_t k = n; k < ASKED && refused < REFUSALS; k++) {
		const size_t items = test_items(f);

		if (test_insert(f, key[k])) {
			(void)f->ops->contains(f, key, ASKED, before);
			continue;
		}
		refused++;
		(void)f->ops->contains(f, key, ASKED, after);
		require(memcmp(before, after, ASKED) == 0, "a refused key has changed an answer");
		require(test_items(f) == items && !f->ops->check(f), "after a refusal: %s", f->ops->check(f));
	}
	require(refused == REFUSALS, "%u refusals", refused);
	for (size_t k = 0; k < n; k++)
		require(before[k], "key %zu of %zu is gone", k, n);
}

TEST(refusals_are_taken_back)
{
	for (size_t i = 0; i < COUNT_OF(listing); i++)
		for (size_t k = 0; k < COUNT_OF(kicks); k++) {
			struct filter *f = undo_create(listing[i], kicks[k], FILTER_KICKS_DEFAULT);

			must_take_back(f);
			f->ops->destroy(f);
		}
}

TEST(searches_are_taken_back)
{
	static const char *const searching[] = {"cf", "cf-any", "vacuum", "ss-cf", "cf-batch"};

	for (size_t i = 0; i < COUNT_OF(searching); i++)
		for (size_t k = 0; k < COUNT_OF(kicks); k++) {
			struct filter *f = undo_create(searching[i], kicks[k], FILTER_KICKS_BFS);

			must_take_back(f);
			f->ops->destroy(f);
		}
}

/* Who has many small filters has a list in none of them: neither before nor after insertions, refused ones included. */
TEST(usual_filters_have_no_list)
{
	static const enum filter_kicks ways[] = {FILTER_KICKS_WALK, FILTER_KICKS_BFS};

	for (size_t i = 0; i < 4; i++)
		for (size_t w = 0; w < COUNT_OF(ways); w++) {
			struct filter *f = undo_create(listing[i], 0, ways[w]);

			require(!((struct cuckoo *)f)->path, "a new filter has a list");
			test_fill(f, test_stream("list"), SIZE_MAX);
			require(!((struct cuckoo *)f)->path, "a full filter has a list");
			f->ops->destroy(f);
			f = undo_create(listing[i], CUCKOO_LISTED + 1, ways[w]);
			require(((struct cuckoo *)f)->path, "there is no room for so many evictions");
			f->ops->destroy(f);
		}
	for (unsigned more = 0; more < 2; more++) {
		struct filter *f = undo_create("morton", more ? MORTON_LISTED + 1 : 0, FILTER_KICKS_DEFAULT);

		require(!((struct morton *)f)->path == !more, "its list is in the wrong place");
		f->ops->destroy(f);
	}
}
