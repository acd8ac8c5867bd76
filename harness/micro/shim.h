/* SPDX-License-Identifier: MIT */
/*
 * shim.h - Google Benchmark for C: the interface of shim.cc, the only C++ file of this tree, for the C files here.
 *
 *      micro_register(name, body, data) --> Google Benchmark: number of operations, repetitions, statistics,
 *                                                |            console, JSON, CSV
 *                                                |  body(run, data), again and again with more operations
 *                                                v
 *      while (micro_more(run, n)) { ns = measure_...(n operations); micro_did(run, n, ns); }
 *
 * An iteration is an operation, so the times in its tables are nanoseconds an operation. They are the median of the
 * rounds that micro_did reports, as everywhere in this tree, because one interrupt would spoil a mean. The timed loops
 * are the harness's (harness/timing/measure.h), which the experiments use, too. Google Benchmark's "CPU" column is not
 * suited to this: it counts all work of the calling thread, timed or not.
 */
#ifndef CUCKOOBENCH_MICRO_SHIM_H
#define CUCKOOBENCH_MICRO_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the program ------------------------------------------------------------------------------------------ */

/* Removes Google Benchmark's options from argv; --help calls help() and exits. Unknown options stay. */
void micro_initialize(int *argc, char **argv, void (*help)(void));
/* Prints the help on Google Benchmark's options. */
void micro_help(void);
/* Adds a fact to the head of every report. */
void micro_context(const char *key, const char *value);
/* Runs, or lists, the benchmarks that --benchmark_filter admits. Returns their number. */
size_t micro_run_all(void);

/* --- a benchmark, before any runs ------------------------------------------------------------------------- */

struct micro_benchmark;
struct micro_run;
typedef void micro_body(struct micro_run *, void *data);

struct micro_benchmark *micro_register(const char *name, micro_body *, void *data);
/* Adds a benchmark with these n arguments, "/load:95" in its name. Every call has the same names. */
void micro_arguments(struct micro_benchmark *, const char *const *names, const int64_t *values, size_t n);

/* --- while it runs ---------------------------------------------------------------------------------------- */

int64_t micro_argument(const struct micro_run *, size_t i);
/* Shall the body measure another round, which counts as `operations`? The body calls it until it returns false, or
 * returns after micro_error. */
bool micro_more(struct micro_run *, uint64_t operations);
/* Tells what a round measured: `ns` nanoseconds for the `operations`, at least 1. */
void micro_did(struct micro_run *, uint64_t operations, uint64_t ns);
/* Adds a column. */
void micro_counter(struct micro_run *, const char *name, double value);
void micro_label(struct micro_run *, const char *text);
/* Reports that the benchmark has no result, and why. */
void micro_error(struct micro_run *, const char *why);

#ifdef __cplusplus
}
#endif

#endif
