/* SPDX-License-Identifier: MIT */
/* test_probe.c - core/probe.h counts references and distinct lines, per thread. */
#include "tests/test.h"

#include "core/probe.h"

#include <pthread.h>

static _Alignas(64) uint8_t table[64 * (PROBE_LINES + 100)];

static void
expect_count(size_t references, size_t lines)
{
	struct probe_count c = probe_end();

	require(c.references == references && c.lines == lines, "%zu references and %zu lines, not %zu and %zu",
	        c.references, c.lines, references, lines);
}

/* The count after each of these, from an empty record. */
static const struct {
	size_t at, bytes, lines;
} touches[] = {
	{0, 1, 1},    {63, 1, 1},                /* the same line */
	{63, 2, 2},                              /* one more */
	{640, 64, 3}, {641, 64, 4}, {63, 66, 5}, /* bytes 63 to 128: three lines, one of them new */
};

TEST(lines_and_references)
{
	for (size_t n = 0; n <= COUNT_OF(touches); n++) {
		probe_begin();
		for (size_t i = 0; i < n; i++)
			probe_touch(table + touches[i].at, touches[i].bytes);
		expect_count(n, n ? touches[n - 1].lines : 0);
	}
}

TEST(only_between_begin_and_end)
{
	probe_begin();
	probe_touch(table, 1);
	expect_count(1, 1);
	probe_touch(table + 640, 1);
	expect_count(1, 1);
}

TEST(every_offset)
{
	for (size_t at = 0; at < 64; at++)
		for (size_t bytes = 1; bytes <= 130; bytes++) {
			probe_begin();
			probe_touch(table + 64 + at, bytes);
			expect_count(1, (at + bytes - 1) / 64 + 1);
		}
}

TEST(more_lines_than_are_told_apart)
{
	probe_begin();
	for (size_t i = 0; i < PROBE_LINES + 50; i++)
		probe_touch(table + 64 * i, 1);
	expect_count(PROBE_LINES + 50, PROBE_LINES);
}

static void *
other_thread(void *unused)
{
	(void)unused;
	probe_begin();
	probe_touch(table, 200);
	return probe_end().lines == 4 ? table : NULL;
}

TEST(threads_do_not_mix)
{
	pthread_t thread;
	void *result = NULL;

	probe_begin();
	probe_touch(table + 1000, 1);
	require(pthread_create(&thread, NULL, other_thread, NULL) == 0 && pthread_join(thread, &result) == 0,
	        "no thread");
	require(result == table, "the other thread counts wrongly");
	expect_count(1, 1);
}

/* In this file, compiled without FILTER_TRACED, a probe does nothing at all. */
TEST(nothing_in_the_ordinary_build)
{
	probe_begin();
	PROBE(table, 64);
	expect_count(0, 0);
}
