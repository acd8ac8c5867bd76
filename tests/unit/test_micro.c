/* SPDX-License-Identifier: MIT */
/*
 * test_micro.c - what the micro-benchmarks report: nanoseconds an operation as given; and an error for a filter that
 * misses a key, refuses one, or loses one. All of it is one run of Google Benchmark, whose JSON is read back.
 */
#include "tests/test.h"

#include "harness/micro/micro.h"
#include "harness/timing/measure.h"

#include <jansson.h>
#include <math.h>
#include <unistd.h>

static json_t *report;

/* --- benchmarks with times that are known --- */

enum { OPERATIONS = 1000 };

/* 7 ns each, except for rounds that were interrupted. */
static void
known_times(struct micro_run *run, void *data)
{
	unsigned *rounds = data;

	while (micro_more(run, OPERATIONS))
		micro_did(run, OPERATIONS, ++*rounds % 5 == 0 ? 1000000 : 7 * OPERATIONS);
	micro_counter(run, "argument", (double)micro_argument(run, 0));
	micro_label(run, "labelled");
}

/* Slower in every repetition. */
static void
slows_down(struct micro_run *run, void *data)
{
	unsigned *runs = data;

	for (++*runs; micro_more(run, OPERATIONS);)
		micro_did(run, OPERATIONS, 7 * OPERATIONS * *runs);
}

static void
fails(struct micro_run *run, void *data)
{
	(void)data;
	while (micro_more(run, OPERATIONS))
		micro_error(run, "out of order");
}

/* --- filters that are wrong --- */

static struct filter_ops misses, refuses, loses;

static size_t
miss_one(const struct filter *f, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const size_t hits = filter_find("cf")->contains(f, keys, n, hit);

	/* in the calls that are timed, not in those that verify the table */
	return hits - (n == MEASURE_BATCH && hits == n);
}

static size_t
refuse_one(struct filter *f, const uint64_t *keys, size_t n)
{
	const size_t accepted = filter_find("cf")->insert(f, keys, n);

	return accepted - (n == 128); /* a call that puts keys back has fewer than a table */
}

static size_t
lose_one(struct filter *f, const uint64_t *keys, size_t n)
{
	return filter_find("cf")->remove(f, keys, n) - 1;
}

static void
make_wrong(struct filter_ops *ops, const char *name)
{
	*ops = *filter_find("cf");
	ops->name = name;
	ops->view = NULL;
}

/* --- the run --- */

static void
add(const char *name, enum micro_op op, const struct filter_ops *ops)
{
	static struct micro_bench bench[8];
	static size_t n;
	static const char *const names[] = {"load", "hits"};
	struct micro_benchmark *b;

	assert_true(n < COUNT_OF(bench));
	bench[n] = (struct micro_bench){.op = op, .ops = ops, .bytes = 24 << 10};
	b = micro_register(name, micro_bench_body, &bench[n++]);
	micro_arguments(b, names, (const int64_t[]){50, 100}, op == MICRO_LOOKUP ? 2 : 1);
}

static void
register_all(void)
{
	static const char *const names[] = {"argument"};
	static unsigned rounds, runs;

	micro_arguments(micro_register("known", known_times, &rounds), names, (const int64_t[]){42}, 1);
	micro_register("slows_down", slows_down, &runs);
	micro_register("fails", fails, NULL);
	make_wrong(&misses, "misses"), misses.contains = miss_one;
	make_wrong(&refuses, "refuses"), refuses.insert = refuse_one;
	make_wrong(&loses, "loses"), loses.remove = lose_one;
	add("misses", MICRO_LOOKUP, &misses);
	add("refuses", MICRO_INSERT, &refuses);
	add("loses", MICRO_DELETE, &loses);
	add("right", MICRO_LOOKUP, filter_find("cf"));
}

static int
run_all(void)
{
	static char path[] = "/tmp/cuckoobench-micro-XXXXXX", out[64];
	char *argv[] = {"test_micro",
	                out,
	                "--benchmark_out_format=json",
	                "--benchmark_repetitions=3",
	                "--benchmark_min_time=0.0001",
	                NULL};
	int argc = COUNT_OF(argv) - 1, fd = mkstemp(path);
	struct options options = {.seed = test_seed(), .cpu = -1};

	snprintf(out, sizeof out, "--benchmark_out=%s", path);
	micro_initialize(&argc, argv, NULL);
	if (fd < 0 || argc > 1)
		return -1;
	micro_tables_begin(&options);
	register_all();
	micro_context("key", "value");
	if (micro_run_all() != 7)
		return -1;
	micro_tables_end();
	report = json_load_file(path, 0, NULL);
	close(fd);
	unlink(path);
	return report ? 0 : -1;
}

/* The first result of this name. */
static const json_t *
result(const char *name)
{
	size_t i;
	const json_t *entry;

	json_array_foreach(json_object_get(report, "benchmarks"), i,
	                   entry) if (strcmp(json_string_value(json_object_get(entry, "name")), name) ==
	                              0) return entry;
	test_fail(__FILE__, __LINE__, name, "no such result");
}

static double
number(const json_t *entry, const char *key)
{
	require(json_is_number(json_object_get(entry, key)), "no number '%s'", key);
	return json_number_value(json_object_get(entry, key));
}

TEST(times_are_what_was_told)
{
	const json_t *r = result("known/argument:42/manual_time");

	require(fabs(number(r, "real_time") - 7) < 1e-6, "%f ns", number(r, "real_time"));
	require(fabs(number(r, "items_per_second") * 7e-9 - 1) < 1e-6, "%f a second", number(r, "items_per_second"));
	require(number(r, "argument") == 42, "argument %g", number(r, "argument"));
	assert_string_equal(json_string_value(json_object_get(r, "label")), "labelled");
}

TEST(statistics_are_computed)
{
	const double first = number(result("slows_down/manual_time"), "real_time"),
		     median = number(result("slows_down/manual_time_median"), "real_time"),
		     mean = number(result("slows_down/manual_time_mean"), "real_time");

	require(first < median && median > 0 && mean > first, "%f, then %f, mean %f", first, median, mean);
}

TEST(context_is_told)
{
	assert_string_equal(json_string_value(json_object_get(json_object_get(report, "context"), "key")), "value");
}

TEST(faults_are_errors)
{
	static const struct {
		const char *name, *why;
	} wrong[] = {
		{"fails/manual_time", "out of order"},
		{"misses/load:50/hits:100/manual_time", "false negatives"},
		{"refuses/load:50/manual_time", "1 of 128 keys were refused"},
		{"loses/load:50/manual_time", "1 of 128 keys that are in were not found"},
	};

	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		const json_t *r = result(wrong[i].name);

		test_context("%s", wrong[i].name);
		require(json_is_true(json_object_get(r, "error_occurred")), "no error");
		require(strstr(json_string_value(json_object_get(r, "error_message")), wrong[i].why), "said: %s",
		        json_string_value(json_object_get(r, "error_message")));
	}
	require(micro_failed(), "failures were not noted");
	require(!json_object_get(result("right/load:50/hits:100/manual_time"), "error_occurred"),
	        "a right filter has an error");
}

int
main(int argc, char **argv)
{
	if (run_all() != 0) {
		fputs("Google Benchmark did not run\n", stderr);
		return 1;
	}
	return test_main(argc, argv, filter_all);
}
