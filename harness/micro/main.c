/* SPDX-License-Identifier: MIT */
/*
 * main.c - cuckoobench-micro: the cost of one operation by filter, table size, load, share of hits and threads, under
 * Google Benchmark.
 *
 *      lookup / cf-avx512 / bytes:192MiB / load:95 / hits:50 / manual_time / threads:1
 *      insert, delete / cf / bytes:192KiB / load:95 / manual_time / threads:1
 *      build  / cf-striped / bytes:12MiB / load:95 / manual_time / threads:2
 *
 * It has all filters of the registry (core/filters.def) whose instructions this processor has and --isa allows. The
 * others are in the context, each with the reason. A benchmark in which a key is missing reports an error instead of a
 * result. Exit status: 0 done, 1 a benchmark failed, 2 usage.
 */
#include "core/version.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/micro/bodies.h"
#include "harness/micro/processes.h"
#include "harness/micro/tables.h"
#include "harness/plan/options.h"
#include "harness/programs/windows.h"
#include "harness/run/manifest_facts.h"
#include "harness/timing/measure.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- context ---------------------------------------------------------------------------------------------- */

static void
tell_text(const char *group, const char *key, const char *text)
{
	char name[128];

	snprintf(name, sizeof name, "%s.%s", group, key);
	micro_context(name, text);
}

/* Adds the manifest's facts (manifest.h) as "machine.caches.L2": "1048576". Leaves out unknown values and lists. */
static void
tell_facts(const char *group, json_t *facts)
{
	const char *key;
	json_t *value;

	json_object_foreach(facts, key, value)
	{
		char name[128], *text;

		if (json_is_string(value)) {
			tell_text(group, key, json_string_value(value));
		} else if (json_is_object(value)) {
			snprintf(name, sizeof name, "%s.%s", group, key);
			tell_facts(name, value);
		} else if (!json_is_null(value) && !json_is_array(value) &&
		           (text = json_dumps(value, JSON_ENCODE_ANY))) {
			tell_text(group, key, text);
			free(text);
		}
	}
}

static void
tell_context(const struct options *o)
{
	char numa[NUMA_TEXT];
	json_t *run = json_pack("{sosossssssssssss}", "command", manifest_text(o->line), "seed",
	                        json_sprintf("%" PRIu64, o->seed), "hash", o->hash ? o->hash : hash_all[0].name, "isa",
	                        isa_name(isa_best()), "kicks", filter_kicks_name(o->kicks), "pages",
	                        mem_pages_name(o->place.pages), "numa", numa_text(o->numa, numa), "pin",
	                        pin_order_names[o->pin]);
	json_t *facts = json_pack("{sososo}", "program", manifest_program(), "machine", manifest_machine(), "run", run);
	const char *group;
	json_t *of;

	json_object_del(json_object_get(facts, "program"), "libraries"); /* a page of digests */
	json_object_foreach(facts, group, of) tell_facts(group, of);
	json_decref(facts);
}

/* --- registration ----------------------------------------------------------------------------------------- */

static const char *
size_text(size_t bytes, char text[24])
{
	static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
	size_t i = 0;

	for (; i < 4 && bytes % 1024 == 0; i++)
		bytes /= 1024;
	snprintf(text, 24, "%zu%s", bytes, unit[i]);
	return text;
}

struct registry {
	struct micro_bench *bench;
	size_t n;
	size_t threads[WINDOWS_COUNTS], counts;
};

static void
main_add(struct registry *r, enum micro_op op, const struct filter_ops *ops, size_t bytes)
{
	static const char *const op_names[MICRO_OPS] = {"lookup", "insert", "delete", "build"};
	static const char *const names[] = {"load", "hits"};
	static const int64_t hits[] = {0, 50, 100};
	/* Half full, and as full as in the paper: QF 90 %, dl-CBF at most 78 %, cuckoo filters 95 %, except one that
	 * does not reach it. */
	const int64_t loads[] = {50, ops->facts.full ? ops->facts.full : 95};
	/* Several threads may look up in every filter, and may build a filter that is made for several. */
	const bool several = op == MICRO_LOOKUP || (op == MICRO_BUILD && ops->caps & FILTER_SHARED);
	struct micro_bench *bench = &r->bench[r->n++];
	struct micro_benchmark *b;
	char name[128], size[24];

	*bench = (struct micro_bench){.op = op, .ops = ops, .bytes = bytes};
	snprintf(name, sizeof name, "%s/%s/bytes:%s", op_names[op], ops->name, size_text(bytes, size));
	b = micro_register(name, micro_bench_body, bench);
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		for (size_t j = 0; j < (op == MICRO_LOOKUP ? sizeof hits / sizeof *hits : 1); j++)
			micro_arguments(b, names, (const int64_t[]){loads[i], hits[j]}, op == MICRO_LOOKUP ? 2 : 1);
	for (size_t i = 0; i < (several ? r->counts : 1); i++)
		micro_threads(b, (unsigned)r->threads[i]);
}

static bool
is_measured(const struct filter_ops *ops, const struct options *o)
{
	/* all have insertions; a static filter's lookups are in H1, its builds in T3 */
	return setup_is_asked(ops) && !(ops->caps & FILTER_STATIC) && !isa_refuses(ops->isa, o->isa);
}

/* Adds the filters of one table one after the other, so that they all use the table that the first one builds. */
static void
add_all(struct registry *r, const struct options *o, size_t bytes)
{
	for (size_t i = 0; filter_all[i]; i++) {
		if (micro_table_owner(filter_all[i]) != filter_all[i])
			continue;
		for (size_t j = 0; filter_all[j]; j++)
			if (micro_table_owner(filter_all[j]) == filter_all[i] && is_measured(filter_all[j], o))
				main_add(r, MICRO_LOOKUP, filter_all[j], bytes);
		for (size_t j = 0; filter_all[j]; j++) {
			if (micro_table_owner(filter_all[j]) != filter_all[i] || !is_measured(filter_all[j], o))
				continue;
			main_add(r, MICRO_INSERT, filter_all[j], bytes);
			if (filter_all[j]->remove)
				main_add(r, MICRO_DELETE, filter_all[j], bytes);
			main_add(r, MICRO_BUILD, filter_all[j], bytes);
		}
	}
}

/* The benches, which must outlive the registered benchmarks. */
static struct micro_bench *
register_all(const struct options *o, size_t cpus)
{
	struct registry r = {0};
	size_t filters = 0;

	for (; filter_all[filters]; filters++)
		if (isa_refuses(filter_all[filters]->isa, o->isa))
			tell_text("skipped", filter_all[filters]->name, isa_refuses(filter_all[filters]->isa, o->isa));
	r.counts = windows_counts(o->threads && o->threads < cpus ? o->threads : cpus, r.threads);
	r.bench = memory_new(filters * MICRO_OPS * o->sizes, sizeof *r.bench);
	for (size_t i = 0; i < o->sizes; i++)
		add_all(&r, o, o->size[i]);
	return r.bench;
}

/* --- the program ------------------------------------------------------------------------------------------ */

static void
help(void)
{
	puts("cuckoobench-micro - what one operation of a filter costs, under Google Benchmark\n"
	     "\n"
	     "  cuckoobench-micro --benchmark_filter='lookup/cf.*/bytes:192MiB/load:95/' --benchmark_repetitions=10\n"
	     "  cuckoobench-micro --benchmark_list_tests --bytes 1G\n"
	     "  cuckoobench-micro --benchmark_filter='/cf/' --processes 7 --benchmark_out=cf.json\n"
	     "  cuckoobench-micro --benchmark_filter='/bf/' --benchmark_out=bf.json\n");
	options_help("micro");
	puts("  -V, --version            the version");
	puts("");
	micro_help();
}

static int
run_benchmarks(const struct options *o)
{
	int pins[TOPOLOGY_MAX_CPUS];
	const char *why;
	const struct topology *topology = topology_get(&why);
	struct micro_bench *benches;
	size_t run;

	if (!topology || !topology->this_system) {
		fprintf(stderr, "cuckoobench-micro: %s\n", topology ? "the topology is not this machine's" : why);
		return STATUS_FAILED;
	}
	topology_pins(topology, o->pin, pins);
	micro_bodies_begin(pins, topology->cpus, o->cpu);
	micro_tables_begin(o);
	benches = register_all(o, topology->cpus);
	tell_context(o);
	run = micro_run_all();
	micro_tables_end();
	micro_shutdown();
	free(benches);
	/* none: --benchmark_filter matches nothing, and Google Benchmark has reported it */
	return run == 0 ? STATUS_USAGE : micro_failed() ? STATUS_FAILED : STATUS_DONE;
}

/* One of several processes: its keys and its hash follow from its seed. */
static int
run_process(int argc, char **argv, unsigned number, void *context)
{
	struct options o = *(const struct options *)context;

	micro_initialize(&argc, argv, help);
	o.seed += number;
	return run_benchmarks(&o);
}

/* Google Benchmark has the options of argv already, which `given` has, too. */
static int
run_all(const struct options *o, int argc, char **given, struct failure *f)
{
	bool listed = false;
	int status;

	for (int i = 1; i < argc; i++)
		listed |= strncmp(given[i], "--benchmark_list_tests", strlen("--benchmark_list_tests")) == 0;
	if (!listed && (status = measure_ready(f)) != STATUS_DONE)
		return status;
	return o->processes > 0 && !listed
	               ? processes_run(o->processes, argc, given, run_process, (void *)(uintptr_t)o, f)
	               : run_benchmarks(o);
}

int
main(int argc, char **argv)
{
	struct options options;
	struct failure failure = {.status = STATUS_DONE};
	char **given;
	int status, count;

	setlocale(LC_ALL, "C");
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
			puts("cuckoobench-micro " CUCKOOBENCH_VERSION);
			return STATUS_DONE;
		}
	status = options_take(&options, "micro", &argc, argv, &failure);
	/* Benches run in this process, including those of plug-ins. If one crashes, all end. */
	if (status == STATUS_DONE)
		status = plugins_load(options.plugin, options.plugins, &failure);
	given = memory_new((size_t)argc + 1, sizeof *given);
	memcpy(given, argv, (size_t)argc * sizeof *given);
	count = argc;
	if (status == STATUS_DONE)
		micro_initialize(&argc, argv, help);
	if (status == STATUS_DONE && argc > 1)
		status = options_no_option(argv[1], "micro", "; try `cuckoobench-micro --help`", &failure);
	if (status == STATUS_DONE)
		status = run_all(&options, count, given, &failure);
	(void)failure_print(&failure);
	free(given);
	options_free(&options);
	return status;
}
