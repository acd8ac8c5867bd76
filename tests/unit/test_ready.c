/* SPDX-License-Identifier: MIT */
/* test_ready.c - what a run is refused for on machines other than this one: pools of pages, memory nodes, disks. Each
 * line names the option, what is missing, how much there is, and what to do. */
#include "tests/topologies.h"

#include "harness/run/ready.h"

static const struct pool none = {.folder = "/sys/pool", .page = 2 << 20},
			 some = {.folder = "/sys/pool", .page = 2 << 20, .there = true, .all = 7, .free = 3};

static void
refused(int status, const struct failure *f, const char *word)
{
	require(status == STATUS_UNFIT && f->status == STATUS_UNFIT, "status %d: %s", status, f->text);
	require(strstr(f->text, word) && !strchr(f->text, '\n'), "'%s' lacks '%s'", f->text, word);
}

TEST(pages_are_counted)
{
	for (unsigned pages = 1; pages <= 5; pages++) {
		struct failure f = {.status = STATUS_DONE};
		const int status = ready_pages(MEM_PAGES_HUGETLB, pages * some.page - 1, &some, &f);
		char text[80];

		if (pages <= some.free) {
			require(status == STATUS_DONE, "%u pages: %s", pages, f.text);
			continue;
		}
		snprintf(text, sizeof text, "--pages hugetlb: the tables of a cell take %u pages of 2 MiB, and 3 are",
		         pages);
		refused(status, &f, text);
		/* 7 there, 4 of them taken */
		snprintf(text, sizeof text, "%u", pages + 4);
		refused(status, &f, text);
	}
}

TEST(pages_that_are_not_there)
{
	struct failure f = {.status = STATUS_DONE};

	refused(ready_pages(MEM_PAGES_1G, 1, &none, &f), &f,
	        "--pages 1g: this kernel has no pages of 2 MiB (/sys/pool)");
	refused(ready_pages(MEM_PAGES_1G, 0, &some, &f), &f, "--pages 1g: no table of this run has the 2 MiB");
}

/* A page of a pool for each table, but for tables of the heap; none for ordinary pages. */
TEST(tables_take_whole_pages)
{
	struct pool pool;

	assert_int_equal(pool_bytes(MEM_PAGES_THP, (size_t)192 << 20), 0);
	assert_int_equal(pool_bytes(MEM_PAGES_1G, 6 << 10), 0);
	assert_int_equal(pool_bytes(MEM_PAGES_1G, (size_t)192 << 20), (size_t)1 << 30);
	assert_int_equal(pool_bytes(MEM_PAGES_HUGETLB, (size_t)192 << 20), (size_t)194 << 20); /* and its padding */
	assert_int_equal(pool_bytes(MEM_PAGES_HUGETLB, SIZE_MAX), SIZE_MAX);
	assert_false(pool_look(MEM_PAGES_4K, &pool));
	assert_true(pool_look(MEM_PAGES_1G, &pool));
	assert_int_equal(pool.page, (size_t)1 << 30);
}

TEST(nodes_that_may_be_used)
{
	struct failure f = {.status = STATUS_DONE};
	struct topology t;

	topologies_read(&t, "two_narrow.xml");
	assert_int_equal(ready_node(&t, (struct numa_choice){NUMA_BIND, 1}, &f), STATUS_DONE);
	assert_int_equal(ready_node(&t, (struct numa_choice){NUMA_INTERLEAVE, -1}, &f), STATUS_DONE);
	refused(ready_node(&t, (struct numa_choice){NUMA_BIND, 7}, &f), &f,
	        "--numa bind:7: there is no such memory node (this machine has 2); choose one of: bind:1");
	refused(ready_node(&t, (struct numa_choice){NUMA_BIND, 0}, &f), &f,
	        "--numa bind:0: memory of that node may not be used (this machine has 2); choose one of: bind:1");
}

TEST(room_on_the_disk)
{
	struct failure f = {.status = STATUS_DONE};
	const size_t mib = 1 << 20;

	assert_int_equal(ready_disk("results", 1024, 5 * mib, &f), STATUS_DONE);
	assert_int_equal(ready_disk("results", 1024, SIZE_MAX, &f), STATUS_DONE);
	refused(ready_disk("results", 1024, 5 * mib - 1, &f), &f,
	        "results: a run of 1024 cells writes some 5.0 MiB there, and 5.0 MiB are free on its disk; ");
	refused(ready_disk("results", 1, mib, &f), &f, "1.0 MiB are free on its disk; free some");
}
