/* SPDX-License-Identifier: MIT */
/* processes.c - see processes.h. */
#include "harness/micro/processes.h"

#include "harness/base/files.h"
#include "harness/base/guard.h"
#include "harness/base/memory.h"
#include "harness/stats/stats.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- children ----------------------------------------------------------------------------------------------- */

struct child {
	int argc; /* without the options that say where results go */
	char **argv;
	unsigned number;
	processes_main *main;
	void *context;
};

/* Google Benchmark writes its results into the pipe. */
static void
run_child(FILE *out, void *context)
{
	const struct child *c = context;
	char to[64], format[] = "--benchmark_out_format=json", **argv = memory_new((size_t)c->argc + 3, sizeof *argv);

	memcpy(argv, c->argv, (size_t)c->argc * sizeof *argv);
	snprintf(to, sizeof to, "--benchmark_out=/proc/self/fd/%d", fileno(out));
	argv[c->argc] = to;
	argv[c->argc + 1] = format;
	(void)c->main(c->argc + 2, argv, c->number, c->context);
}

/* Returns a child's results; NULL with a failure. */
static json_t *
results_of(struct child *child, struct failure *f)
{
	struct guard g = guard_run(run_child, child, &(struct guard_limits){.seconds = 0});
	json_t *results = g.end == GUARD_WHOLE ? json_loads(g.text, 0, NULL) : NULL;

	if (g.end != GUARD_WHOLE)
		(void)failed(f, STATUS_FAILED, "process %u %s", child->number, g.why);
	else if (!json_array_size(json_object_get(results, "benchmarks")))
		(void)failed(f, STATUS_USAGE, "no benchmark matches --benchmark_filter");
	free(g.text);
	if (json_array_size(json_object_get(results, "benchmarks")))
		return results;
	json_decref(results);
	return NULL;
}

/* --- together ----------------------------------------------------------------------------------------------- */

static const char *
text_of(const json_t *entry, const char *key)
{
	const char *text = json_string_value(json_object_get(entry, key));

	return text ? text : "";
}

/* The value of a benchmark in a process's results: its only run, or the median of several. NULL: none. */
static json_t *
value_of(const json_t *results, const char *name)
{
	json_t *entry, *found = NULL;
	size_t i;

	json_array_foreach(json_object_get(results, "benchmarks"), i, entry)
	{
		const bool median = strcmp(text_of(entry, "aggregate_name"), "median") == 0;

		if (strcmp(text_of(entry, "run_name"), name) == 0 && (median || !found))
			found = entry;
	}
	return found;
}

static const char *const statistics[] = {"mean", "median", "stddev", "cv", "min", "max"};
enum { MEAN, MEDIAN, STDDEV, CV, STATISTICS = sizeof statistics / sizeof *statistics };

/* Sorts v. */
static double
statistic_of(double *v, size_t n, int which)
{
	const struct summary s = summarise(v, n, NAN);
	const double deviation = n > 1 ? sqrt(s.variance) : 0;
	const double of[STATISTICS] = {s.mean, s.median, deviation, s.mean != 0 ? deviation / s.mean : 0, s.min, s.max};

	return of[which];
}

/* Replaces each number that is measured by a statistic over the runs. */
static void
replace_numbers(json_t *entry, json_t *const *run, size_t n, int which)
{
	double *v = memory_new(n, sizeof *v);
	const char *key;
	json_t *value;

	json_object_foreach(run[0], key, value)
	{
		for (size_t i = 0; i < n; i++)
			v[i] = json_number_value(json_object_get(run[i], key));
		if (json_is_real(value))
			json_object_set_new(entry, key, json_real(statistic_of(v, n, which)));
	}
	free(v);
}

/* Adds a benchmark's run in each process, and the statistics over them. A run that failed stands as it is. */
static void
add_benchmark(json_t *benchmarks, json_t *const *results, size_t n, const char *name)
{
	json_t **run = memory_new(n, sizeof *run), *entry;
	char full[512];
	size_t runs = 0;

	for (size_t i = 0; i < n; i++) {
		json_t *value = value_of(results[i], name);

		if (!value)
			continue;
		entry = json_copy(value);
		json_object_update_new(entry,
		                       json_pack("{sssssIsI}", "name", name, "run_type", "iteration", "repetitions",
		                                 (json_int_t)n, "repetition_index", (json_int_t)i));
		json_object_del(entry, "aggregate_name");
		json_object_del(entry, "aggregate_unit");
		json_array_append_new(benchmarks, entry);
		if (!json_is_true(json_object_get(entry, "error_occurred")))
			run[runs++] = entry;
	}
	for (int which = MEAN; runs > 0 && which < STATISTICS; which++) {
		entry = json_copy(run[0]);
		snprintf(full, sizeof full, "%s_%s", name, statistics[which]);
		json_object_update_new(entry,
		                       json_pack("{sssssssssI}", "name", full, "run_type", "aggregate",
		                                 "aggregate_name", statistics[which], "aggregate_unit",
		                                 which == CV ? "percentage" : "time", "iterations", (json_int_t)runs));
		json_object_del(entry, "repetition_index");
		replace_numbers(entry, run, runs, which);
		json_array_append_new(benchmarks, entry);
	}
	free(run);
}

/* Has a benchmark of this name been added? */
static bool
is_in(const json_t *benchmarks, const char *name)
{
	json_t *entry;
	size_t i;

	json_array_foreach(benchmarks, i, entry) if (strcmp(text_of(entry, "run_name"), name) == 0) return true;
	return false;
}

static json_t *
put_together(json_t *const *results, size_t n)
{
	json_t *benchmarks = json_array(), *context = json_copy(json_object_get(results[0], "context")), *entry;
	char number[16];
	size_t i;

	snprintf(number, sizeof number, "%zu", n);
	json_object_set_new(context, "run.processes", json_string(number));
	json_array_foreach(json_object_get(results[0], "benchmarks"), i,
	                   entry) if (!is_in(benchmarks, text_of(entry, "run_name")))
		add_benchmark(benchmarks, results, n, text_of(entry, "run_name"));
	return json_pack("{soso}", "context", context, "benchmarks", benchmarks);
}

/* --- what is written ---------------------------------------------------------------------------------------- */

static double
number_of(const json_t *entry, const char *key)
{
	return json_number_value(json_object_get(entry, key));
}

/* A line for each benchmark: the median of the processes, with its interval if they are enough for one. Returns whether
 * none failed. */
static bool
write_table(const json_t *all, size_t n, FILE *f)
{
	const json_t *benchmarks = json_object_get(all, "benchmarks");
	double *time = memory_new(n, sizeof *time);
	bool good = true;
	json_t *entry;
	size_t i, runs = 0;

	fprintf(f, "%-70s %s\n", "Benchmark", "Time of the median process, of 1 operation  95 % interval  of_ceiling");
	json_array_foreach(benchmarks, i, entry)
	{
		if (json_is_true(json_object_get(entry, "error_occurred"))) {
			fprintf(f, "%-70s ERROR: %s\n", text_of(entry, "name"), text_of(entry, "error_message"));
			good = false;
		} else if (strcmp(text_of(entry, "run_type"), "iteration") == 0) {
			time[runs++] = number_of(entry, "real_time");
		} else if (strcmp(text_of(entry, "aggregate_name"), "median") == 0) {
			const struct summary s = summarise(time, runs, NAN);

			fprintf(f, "%-70s %10.2f %s  [%.2f, %.2f]  %.3f\n", text_of(entry, "run_name"), s.median,
			        text_of(entry, "time_unit"), s.lo, s.hi, number_of(entry, "of_ceiling"));
			runs = 0;
		}
	}
	free(time);
	return good;
}

/* The value of an option "--name=value"; NULL if the argument is another one. */
static const char *
value_if(const char *argument, const char *name)
{
	const size_t n = strlen(name);

	return strncmp(argument, name, n) == 0 && argument[n] == '=' ? argument + n + 1 : NULL;
}

static int
write_all(const json_t *all, size_t n, bool json, const char *path, struct failure *f)
{
	struct files_new new;
	int status = STATUS_DONE;

	if (path) {
		if (files_begin(&new, "%s", path))
			json_dumpf(all, new.stream, JSON_INDENT(2));
		status = files_finish(&new, STATUS_FAILED, f);
	}
	if (json)
		json_dumpf(all, stdout, JSON_INDENT(2));
	if (!write_table(all, n, json ? stderr : stdout) && status == STATUS_DONE)
		status = failed(f, STATUS_FAILED, "a benchmark failed");
	return status;
}

int
processes_run(unsigned n, int argc, char **argv, processes_main *main, void *context, struct failure *f)
{
	struct child child = {.argv = memory_new((size_t)argc, sizeof *child.argv), .main = main, .context = context};
	json_t **results = memory_new(n, sizeof *results), *all;
	const char *path = NULL, *value;
	bool json = false;

	for (int i = 0; i < argc; i++)
		if ((value = value_if(argv[i], "--benchmark_out")))
			path = value;
		else if ((value = value_if(argv[i], "--benchmark_format")))
			json = strcmp(value, "json") == 0;
		else if (!value_if(argv[i], "--benchmark_out_format"))
			child.argv[child.argc++] = argv[i];
	for (child.number = 0; child.number < n && f->status == STATUS_DONE; child.number++)
		results[child.number] = results_of(&child, f);
	if (f->status == STATUS_DONE) {
		all = put_together(results, n);
		(void)write_all(all, n, json, path, f);
		json_decref(all);
	}
	for (unsigned i = 0; i < n; i++)
		json_decref(results[i]);
	free(results);
	free(child.argv);
	return f->status;
}
