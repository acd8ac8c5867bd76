/* SPDX-License-Identifier: MIT */
/*
 * shim.h - Google Benchmark for C: what shim.cc, the only C++ file of this tree, gives to the C files beside it.
 *
 *      micro_register(name, body, data) --> Google Benchmark: how many operations, repetitions, statistics, console, JSON, CSV
 *                                                |  body(run, data), again and again with more operations
 *                                                v
 *      while (micro_more(run, n)) { micro_begin(run); ns = measure_...(n operations); micro_did(run, n, ns); }
 *  An iteration is an operation, so the times in its tables are nanoseconds an operation: the median over the rounds of
 * what micro_did is told, as everywhere in this tree, since one interrupt would spoil a mean. The loops that are timed
 * are the harness's (harness/timing/measure.h; of threads, harness/timing/workers.h), which the experiments use too,
 * and what is done between micro_did and micro_begin costs no time. Google Benchmark's "CPU" is not made for that: it
 * counts what the calling thread does from micro_begin to micro_did, whatever of it is timed.
 *  With several threads one body runs and starts them itself (harness/timing/workers.h), pinned and with a common
 * window, where Google Benchmark's own are neither: all but the first of those sleep, and are there so that names and
 * JSON say how many threads there were.
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

/* Takes Google Benchmark's options out of argv; --help calls help() and exits. What it does not know is left. */
void micro_initialize(int *argc, char **argv, void (*help)(void));
/* Prints what Google Benchmark's options are. */
void micro_help(void);
/* A fact that every report begins with. */
void micro_context(const char *key, const char *value);
/* Runs, or lists, what --benchmark_filter admits. How many benchmarks that is. */
size_t micro_run_all(void);
void micro_shutdown(void);

/* --- a benchmark, before any runs ------------------------------------------------------------------------- */

struct micro_benchmark;
struct micro_run;
typedef void micro_body(struct micro_run *, void *data);

struct micro_benchmark *micro_register(const char *name, micro_body *, void *data);
/* It runs once for each call with these n arguments, "/load:95" in its name; names are the same each time. */
void micro_arguments(struct micro_benchmark *, const char *const *names, const int64_t *values, size_t n);
/* And once for each call with so many threads. */
void micro_threads(struct micro_benchmark *, unsigned threads);
/* A statistic over repetitions, beside Google Benchmark's mean, median, standard deviation and coefficient of
 * variation. */
enum { MICRO_STATISTICS = 4 };
void micro_statistic(const char *name, double (*of)(const double *values, size_t n));

/* --- while it runs ---------------------------------------------------------------------------------------- */

int64_t micro_argument(const struct micro_run *, size_t i);
unsigned micro_run_threads(const struct micro_run *);
/* Should some `operations` more be measured, a round? A body calls it until it says no, or returns after
 * micro_error. */
bool micro_more(struct micro_run *, uint64_t operations);
/* Around what is measured, in one part of the round or several: so many nanoseconds for so many operations of all
 * threads together. */
void micro_begin(struct micro_run *);
void micro_did(struct micro_run *, uint64_t operations, uint64_t ns);
/* A column of its own. */
void micro_counter(struct micro_run *, const char *name, double value);
void micro_label(struct micro_run *, const char *text);
/* The benchmark has no result, for this reason. */
void micro_error(struct micro_run *, const char *why);

#ifdef __cplusplus
}
#endif

#endif
