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

static void
lines_and_references(void **state)
{
	(void)state;
	for (size_t n = 0; n <= COUNT_OF(touches); n++) {
		probe_begin();
		for (size_t i = 0; i < n; i++)
			probe_touch(table + touches[i].at, touches[i].bytes);
		expect_count(n, n ? touches[n - 1].lines : 0);
	}
}

static void
only_between_begin_and_end(void **state)
{
	(void)state;
	probe_begin();
	probe_touch(table, 1);
	expect_count(1, 1);
	probe_touch(table + 640, 1);
	expect_count(1, 1);
}

static void
every_offset(void **state)
{
	(void)state;
	for (size_t at = 0; at < 64; at++)
		for (size_t bytes = 1; bytes <= 130; bytes++) {
			probe_begin();
			probe_touch(table + 64 + at, bytes);
			expect_count(1, (at + bytes - 1) / 64 + 1);
		}
}

static void
more_lines_than_are_told_apart(void **state)
{
	(void)state;
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

static void
threads_do_not_mix(void **state)
{
	pthread_t thread;
	void *result = NULL;

	(void)state;
	probe_begin();
	probe_touch(table + 1000, 1);
	require(pthread_create(&thread, NULL, other_thread, NULL) == 0 && pthread_join(thread, &result) == 0,
	        "no thread");
	require(result == table, "the other thread counts wrongly");
	expect_count(1, 1);
}

/* In this file, compiled without FILTER_TRACED, a probe does nothing at all. */
static void
nothing_in_the_ordinary_build(void **state)
{
	(void)state;
	probe_begin();
	PROBE(table, 64);
	expect_count(0, 0);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_and_references), cmocka_unit_test(only_between_begin_and_end),
		cmocka_unit_test(every_offset),         cmocka_unit_test(more_lines_than_are_told_apart),
		cmocka_unit_test(threads_do_not_mix),   cmocka_unit_test(nothing_in_the_ordinary_build),
	};

	return test_run(argc, argv, "probe", tests, COUNT_OF(tests));
}
