/* SPDX-License-Identifier: MIT */
/*
 * main.c - cuckoobench-micro: the cost of one operation by filter, table size, load and share of hits, under Google
 * Benchmark.
 *
 *      lookup / cf-avx512 / bytes:192MiB / load:95 / hits:50 / manual_time
 *      insert, delete / cf / bytes:192KiB / load:95 / manual_time
 *      build  / cf-striped / bytes:12MiB / load:95 / manual_time
 *
 * It has all filters of the registry (core/filters.def) whose instructions this processor has and --isa allows. The
 * others are in the context, each with the reason. A benchmark in which a key is missing reports an error instead of a
 * result. Exit status: 0 done, 1 a benchmark failed, 2 usage.
 */
#include "core/version.h"
#include "harness/base/memory.h"
#include "harness/base/values.h"
#include "harness/filters/plugin.h"
#include "harness/filters/setup.h"
#include "harness/machine/machine.h"
#include "harness/machine/topology.h"
#include "harness/micro/micro.h"
#include "harness/plan/options.h"
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
	json_t *run = json_pack("{sosossssssssss}", "command", manifest_text(o->line), "seed",
	                        json_sprintf("%" PRIu64, o->seed), "hash", o->hash ? o->hash : hash_all[0].name, "isa",
	                        isa_name(isa_best()), "kicks", filter_kicks_name(o->kicks), "pages",
	                        mem_pages_name(o->place.pages), "numa", numa_text(o->numa, numa));
	json_t *facts = json_pack("{sososo}", "program", manifest_program(), "machine", manifest_machine(), "run", run);
	const char *group;
	json_t *of;

	json_object_del(json_object_get(facts, "program"), "libraries"); /* a page of digests */
	json_object_foreach(facts, group, of) tell_facts(group, of);
	json_decref(facts);
}

/* --- registration ----------------------------------------------------------------------------------------- */

struct registry {
	struct micro_bench *bench;
	size_t n;
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
	struct micro_bench *bench = &r->bench[r->n++];
	struct micro_benchmark *b;
	char name[128], size[VALUE_SIZE];

	*bench = (struct micro_bench){.op = op, .ops = ops, .bytes = bytes};
	snprintf(name, sizeof name, "%s/%s/bytes:%s", op_names[op], ops->name, value_size_text(bytes, "", size));
	b = micro_register(name, micro_bench_body, bench);
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		for (size_t j = 0; j < (op == MICRO_LOOKUP ? sizeof hits / sizeof *hits : 1); j++)
			micro_arguments(b, names, (const int64_t[]){loads[i], hits[j]}, op == MICRO_LOOKUP ? 2 : 1);
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
register_all(const struct options *o)
{
	struct registry r = {0};
	size_t filters = 0;

	for (; filter_all[filters]; filters++)
		if (isa_refuses(filter_all[filters]->isa, o->isa))
			tell_text("skipped", filter_all[filters]->name, isa_refuses(filter_all[filters]->isa, o->isa));
	r.bench = memory_new(filters * MICRO_OPS * o->sizes, sizeof *r.bench);
	for (size_t i = 0; i < o->sizes; i++)
		add_all(&r, o, o->size[i]);
	return r.bench;
}

/* --- the program ------------------------------------------------------------------------------------------ */

/* What was printed must have arrived. */
static int
printed(int status, struct failure *f)
{
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == STATUS_DONE)
		status = failed_at(f, STATUS_FAILED, "standard output");
	(void)failure_print(f);
	return status;
}

/* Google Benchmark ends the program behind it, with status 0. */
static void
help(void)
{
	struct failure failure = {.status = STATUS_DONE};
	int status;

	puts("cuckoobench-micro - what one operation of a filter costs, under Google Benchmark\n"
	     "\n"
	     "  cuckoobench-micro --benchmark_filter='lookup/cf.*/bytes:192MiB/load:95/' --benchmark_repetitions=10\n"
	     "  cuckoobench-micro --benchmark_list_tests --bytes 1G\n"
	     "  cuckoobench-micro --benchmark_filter='/bf/' --benchmark_out=bf.json\n");
	options_help("micro");
	puts("  -V, --version            the version");
	puts("");
	micro_help();
	if ((status = printed(STATUS_DONE, &failure)) != STATUS_DONE)
		exit(status);
}

/* On the processor that the user chose, or the first of the machine's order. */
static int
pin(const struct options *o, struct failure *f)
{
	const char *why;
	const struct topology *topology = topology_get(&why);
	int pins[TOPOLOGY_MAX_CPUS];

	if (!topology || !topology->this_system)
		return failed(f, STATUS_FAILED, "%s", topology ? "the topology is not this machine's" : why);
	topology_pins(topology, PIN_COMPACT, pins);
	if (machine_pin(o->cpu >= 0 ? o->cpu : pins[0]) < 0)
		return failed(f, STATUS_FAILED, "cannot pin to processor %d", o->cpu >= 0 ? o->cpu : pins[0]);
	return STATUS_DONE;
}

static int
run_benchmarks(const struct options *o)
{
	struct micro_bench *benches;
	size_t run;

	micro_tables_begin(o);
	benches = register_all(o);
	tell_context(o);
	run = micro_run_all();
	micro_tables_end();
	free(benches);
	/* none: --benchmark_filter matches nothing, and Google Benchmark has reported it */
	return run == 0 ? STATUS_USAGE : micro_failed() ? STATUS_FAILED : STATUS_DONE;
}

int
main(int argc, char **argv)
{
	struct options options;
	struct failure failure = {.status = STATUS_DONE};
	bool listed = false;
	int status;

	setlocale(LC_ALL, "C");
	for (int i = 1; i < argc; i++) {
		listed |= strncmp(argv[i], "--benchmark_list_tests", strlen("--benchmark_list_tests")) == 0;
		if (strcmp(argv[i], "--version") == 0 || strcmp(argv[i], "-V") == 0) {
			puts("cuckoobench-micro " CUCKOOBENCH_VERSION);
			return printed(STATUS_DONE, &failure);
		}
	}
	status = options_take(&options, "micro", &argc, argv, &failure);
	/* Benches run in this process, including those of plug-ins. If one crashes, all end. */
	if (status == STATUS_DONE)
		status = plugins_load(options.plugin, options.plugins, &failure);
	if (status == STATUS_DONE)
		micro_initialize(&argc, argv, help);
	if (status == STATUS_DONE && argc > 1)
		status = options_no_option(argv[1], "micro", "; try `cuckoobench-micro --help`", &failure);
	if (status == STATUS_DONE && !listed && (status = measure_ready(&failure)) == STATUS_DONE)
		status = pin(&options, &failure);
	if (status == STATUS_DONE)
		status = run_benchmarks(&options);
	status = printed(status, &failure);
	options_free(&options);
	return status;
}
