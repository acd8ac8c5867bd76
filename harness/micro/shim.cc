/* SPDX-License-Identifier: MIT */
/*
 * shim.cc - see shim.h. The only C++ file. It passes calls on. It computes only the time with which Google Benchmark's
 * bookkeeping results in the median round's nanoseconds an operation.
 *
 *      reported time an iteration = sum of times / threads / sum of iterations      over Google Benchmark's threads
 *
 *      thread 0 did `done` iterations; every other thread counts `max`, without work
 *      so thread 0's time is threads * median * (done + (threads - 1) * max)
 */
#include "harness/micro/shim.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

struct micro_run {
	benchmark::State *state;
	std::vector<double> rounds; /* nanoseconds an operation */
};

namespace
{

double
least(const std::vector<double> &values)
{
	return *std::min_element(values.begin(), values.end());
}

double
greatest(const std::vector<double> &values)
{
	return *std::max_element(values.begin(), values.end());
}

/* The middle value. For an even number of values the lower of the two, because it was measured. */
double
median(std::vector<double> &values)
{
	const auto middle = values.begin() + std::ptrdiff_t(values.size() - 1) / 2;

	std::nth_element(values.begin(), middle, values.end());
	return *middle;
}

void
run_first(benchmark::State &state, micro_body *body, void *data)
{
	micro_run run = {&state, {}};
	const double threads = state.threads();

	body(&run, data);
	if (state.error_occurred() || run.rounds.empty())
		return;
	const double iterations = double(state.iterations()) + (threads - 1) * double(state.max_iterations);

	state.SetIterationTime(1e-9 * threads * median(run.rounds) * iterations);
	state.SetItemsProcessed(int64_t(iterations));
}

benchmark::internal::Benchmark *
of(micro_benchmark *b)
{
	return reinterpret_cast<benchmark::internal::Benchmark *>(b);
}

} // namespace

void
micro_initialize(int *argc, char **argv, void (*help)(void))
{
	benchmark::Initialize(argc, argv, help);
}

void
micro_help(void)
{
	benchmark::PrintDefaultHelp();
}

void
micro_context(const char *key, const char *value)
{
	benchmark::AddCustomContext(key, value);
}

size_t
micro_run_all(void)
{
	return benchmark::RunSpecifiedBenchmarks();
}

void
micro_shutdown(void)
{
	benchmark::Shutdown();
}

micro_benchmark *
micro_register(const char *name, micro_body *body, void *data)
{
	benchmark::internal::Benchmark *b = benchmark::RegisterBenchmark(name, [body, data](benchmark::State &state) {
		if (state.thread_index() == 0)
			run_first(state, body, data);
		else
			while (state.KeepRunningBatch(state.max_iterations))
				;
	});

	b->UseManualTime()->ComputeStatistics("min", least)->ComputeStatistics("max", greatest);
	return reinterpret_cast<micro_benchmark *>(b);
}

void
micro_arguments(micro_benchmark *b, const char *const *names, const int64_t *values, size_t n)
{
	of(b)->ArgNames(std::vector<std::string>(names, names + n))->Args(std::vector<int64_t>(values, values + n));
}

void
micro_threads(micro_benchmark *b, unsigned threads)
{
	of(b)->Threads(int(threads));
}

int64_t
micro_argument(const micro_run *run, size_t i)
{
	return run->state->range(i);
}

unsigned
micro_run_threads(const micro_run *run)
{
	return unsigned(run->state->threads());
}

/* Google Benchmark starts its clock when it returns true, and expects it to run at the next call. */
bool
micro_more(micro_run *run, uint64_t operations)
{
	if (run->state->error_occurred())
		return false;
	if (run->state->iterations() > 0)
		micro_begin(run);
	if (!run->state->KeepRunningBatch(int64_t(operations)))
		return false;
	run->state->PauseTiming();
	return true;
}

void
micro_begin(micro_run *run)
{
	run->state->ResumeTiming();
}

void
micro_did(micro_run *run, uint64_t operations, uint64_t ns)
{
	run->state->PauseTiming();
	run->rounds.push_back(double(ns) / double(operations));
}

void
micro_counter(micro_run *run, const char *name, double value)
{
	run->state->counters[name] = value;
}

void
micro_label(micro_run *run, const char *text)
{
	run->state->SetLabel(text);
}

void
micro_error(micro_run *run, const char *why)
{
	run->state->SkipWithError(why);
}
