/* SPDX-License-Identifier: MIT */
/*
 * shim.cc - see shim.h. The only C++ file. It passes calls on. It computes only the time with which Google Benchmark's
 * bookkeeping results in the median round's nanoseconds an operation.
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

/* The middle value. For an even number of values the lower of the two, because it was measured. */
double
median(std::vector<double> &values)
{
	const auto middle = values.begin() + std::ptrdiff_t(values.size() - 1) / 2;

	std::nth_element(values.begin(), middle, values.end());
	return *middle;
}

void
run_body(benchmark::State &state, micro_body *body, void *data)
{
	micro_run run = {&state, {}};

	body(&run, data);
	if (state.error_occurred() || run.rounds.empty())
		return;
	state.SetIterationTime(1e-9 * median(run.rounds) * double(state.iterations()));
	state.SetItemsProcessed(state.iterations());
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
	const size_t run = benchmark::RunSpecifiedBenchmarks();

	benchmark::Shutdown();
	return run;
}

micro_benchmark *
micro_register(const char *name, micro_body *body, void *data)
{
	benchmark::internal::Benchmark *b = benchmark::RegisterBenchmark(
		name, [body, data](benchmark::State &state) { run_body(state, body, data); });

	b->UseManualTime();
	return reinterpret_cast<micro_benchmark *>(b);
}

void
micro_arguments(micro_benchmark *b, const char *const *names, const int64_t *values, size_t n)
{
	reinterpret_cast<benchmark::internal::Benchmark *>(b)
		->ArgNames(std::vector<std::string>(names, names + n))
		->Args(std::vector<int64_t>(values, values + n));
}

int64_t
micro_argument(const micro_run *run, size_t i)
{
	return run->state->range(i);
}

bool
micro_more(micro_run *run, uint64_t operations)
{
	return !run->state->error_occurred() && run->state->KeepRunningBatch(int64_t(operations));
}

void
micro_did(micro_run *run, uint64_t operations, uint64_t ns)
{
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
