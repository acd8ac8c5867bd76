/* SPDX-License-Identifier: MIT */
/* options_rows.c - the options of the command line: one row each, with the check of its value. */
#include "harness/plan/options_parts.h"

#include "core/hash.h"
#include "harness/base/values.h"

#include <stdlib.h>
#include <string.h>

static const char *
set_scale(struct options *o, const char *value)
{
	return scale_find(value, &o->scale) ? NULL : "not one of smoke, quick, full, paper";
}

static const char *
set_filter(struct options *o, const char *value)
{
	char *anchored;

	if (o->has_filter)
		return "given twice";
	if (asprintf(&anchored, "^(%s)$", value) < 0)
		return "out of memory";
	o->has_filter = regcomp(&o->filter, anchored, REG_EXTENDED | REG_NOSUB) == 0;
	free(anchored);
	o->filter_pattern = value;
	return o->has_filter ? NULL : "not a regular expression";
}

static const char *
set_seed(struct options *o, const char *value)
{
	return value_number(value, 0, UINT64_MAX, &o->seed) ? NULL : "not a number from 0 to 2^64-1";
}

static const char *
set_reps(struct options *o, const char *value)
{
	return value_unsigned(value, 1, 1000, &o->reps) ? NULL : "not a number from 1 to 1000";
}

static const char *
set_rounds(struct options *o, const char *value)
{
	return value_unsigned(value, 1, OPTIONS_ROUNDS, &o->rounds) ? NULL : "not a number from 1 to 500";
}

static const char *
set_retries(struct options *o, const char *value)
{
	o->has_retries = value_unsigned(value, 0, 100, &o->retries);
	return o->has_retries ? NULL : "not a number from 0 to 100";
}

static const char *
set_jobs(struct options *o, const char *value)
{
	return value_unsigned(value, 1, 256, &o->jobs) ? NULL : "not a number from 1 to 256";
}

static const char *
set_cpu(struct options *o, const char *value)
{
	unsigned n;

	if (!value_unsigned(value, 0, 1023, &n))
		return "not a processor number from 0 to 1023";
	o->cpu = (int)n;
	return NULL;
}

static const char *
set_threads(struct options *o, const char *value)
{
	return value_unsigned(value, 1, 1024, &o->threads) ? NULL : "not a number from 1 to 1024";
}

static const char *
set_pages(struct options *o, const char *value)
{
	return mem_pages_find(value, &o->place.pages) ? NULL : "not one of 4k, thp, hugetlb, 1g";
}

static const char *
set_isa(struct options *o, const char *value)
{
	return isa_find(value, &o->isa) ? NULL : "not one of portable, avx2, avx512";
}

static const char *
set_kicks(struct options *o, const char *value)
{
	return filter_kicks_find(value, &o->kicks) ? NULL : "not one of walk, bfs";
}

static const char *
set_pin(struct options *o, const char *value)
{
	for (int kind = 0; kind < PIN_ORDERS; kind++)
		if (strcmp(value, pin_order_names[kind]) == 0) {
			o->pin = (enum pin_order)kind;
			return NULL;
		}
	return "not one of compact, scatter, smt";
}

static const char *
set_numa(struct options *o, const char *value)
{
	return numa_parse(value, &o->numa) ? NULL
	                                   : "not one of local, interleave, firsttouch, bind:N with N a memory node";
}

static const char *
set_hash(struct options *o, const char *value)
{
	o->hash = value;
	for (const struct hash_entry *h = hash_all; h->name; h++)
		if (strcmp(h->name, value) == 0)
			return NULL;
	return "not a hash; `cuckoobench list` names them";
}

static const char *
set_mem_limit(struct options *o, const char *value)
{
	return value_size(value, &o->mem_limit) ? NULL : "not a size such as 2G";
}

static const char *
set_bytes(struct options *o, const char *value)
{
	char size[32];

	for (o->sizes = 0; o->sizes < OPTIONS_SIZES; value++) {
		const size_t n = strcspn(value, ",");

		snprintf(size, sizeof size, "%.*s", (int)(n < sizeof size ? n : sizeof size), value);
		if (!value_size(size, &o->size[o->sizes++]))
			break;
		value += n;
		if (!*value)
			return NULL;
	}
	return "not sizes such as 192K,12M";
}

static const char *
set_time_limit(struct options *o, const char *value)
{
	return value_duration(value, &o->time_limit) ? NULL : "not a duration such as 90s, 10m or 2h";
}

static const char *
set_folder(struct options *o, const char *value)
{
	o->folder = value;
	return *value ? NULL : "empty";
}

static const char *
set_json(struct options *o, const char *value)
{
	(void)value;
	o->json = true;
	return NULL;
}

static const char *
set_filters(struct options *o, const char *value)
{
	(void)value;
	o->filters = true;
	return NULL;
}

static const char *
set_shard(struct options *o, const char *value)
{
	return shard_parse(value, &o->shard) ? NULL : "not a part such as 2/4: from 1/n to n/n, n to 1024";
}

static const char *
set_within(struct options *o, const char *value)
{
	return value_duration(value, &o->within) ? NULL : "not a duration such as 90s, 10m or 2h";
}

static const char *
set_fail_on(struct options *o, const char *value)
{
	if (strcmp(value, "contradicted") != 0 && strcmp(value, "inconclusive") != 0 && strcmp(value, "slower") != 0)
		return "not one of contradicted, inconclusive; of ab: slower";
	o->fail_on = value;
	return NULL;
}

static const char *
set_dry_run(struct options *o, const char *value)
{
	(void)value;
	o->dry_run = true;
	return NULL;
}

static const char *
set_mix(struct options *o, const char *value)
{
	(void)value;
	o->mix = true;
	return NULL;
}

static const char *
set_quiet(struct options *o, const char *value)
{
	(void)value;
	o->quiet = true;
	return NULL;
}

static const char *
set_config(struct options *o, const char *value)
{
	o->config = value;
	return *value ? NULL : "empty";
}

static const char *
set_plugin(struct options *o, const char *value)
{
	if (o->plugins == FILTERS_ADDED)
		return "too many files";
	o->plugin[o->plugins++] = value;
	return *value ? NULL : "empty";
}

static const char *
set_keys(struct options *o, const char *value)
{
	o->keys = value;
	return *value ? NULL : "empty";
}

static const char *
set_queries(struct options *o, const char *value)
{
	o->queries = value;
	return *value ? NULL : "empty";
}

static const char *
set_multiset(struct options *o, const char *value)
{
	(void)value;
	o->multiset = true;
	return NULL;
}

static const char *
set_plugin_timeout(struct options *o, const char *value)
{
	return value_duration(value, &o->plugin_timeout) ? NULL : "not a duration such as 90s, 10m or 2h";
}

static const char *
set_keys_format(struct options *o, const char *value)
{
	return key_format_find(value, &o->keys_format)
	               ? NULL
	               : "not one of auto, sosd64, sosd32, lines, decimal, fixed:N with N from 1 to 4096";
}

static const char of_run[] = "run plan", of_all[] = "run plan micro tune", of_keys[] = "run plan micro tune keys ab";

const struct option_row option_rows[] = {
	{"scale", 's', "NAME", "smoke (seconds), quick (minutes, 1 GB; default), full (hours, 192 MiB filters), paper",
         set_scale, "run plan report claims explain"},
	{"filter", 'f', "REGEX", "only filters whose whole name matches", set_filter, "run plan tune ab"},
	{"seed", 0, "N", "master seed of every random choice (default 2014)", set_seed, of_keys},
	{"reps", 0, "N", "repetitions, instead of each experiment's own number", set_reps, of_run},
	{"rounds", 0, "N", "ab: so many rounds (default 24, or as many as the comparisons take)", set_rounds, "ab"},
	{"retries", 0, "N", "measure a disturbed timed cell again, at most so often (default 2; 0 at smoke scale)",
         set_retries, of_run},
	{"hash", 0, "NAME", "hash of the keys, the same for every filter (default xxh3; city is the paper's)", set_hash,
         of_keys},
	{"pages", 0, "KIND", "pages of the tables: 4k, thp (default); hugetlb (2 MiB) or 1g, of the system's pool",
         set_pages, of_all},
	{"isa", 0, "NAME",
         "no filter may use instructions above these: portable, avx2, avx512 (default: what the processor has)",
         set_isa, "run plan micro tune ab"},
	{"kicks", 0, "WAY",
         "how a cuckoo filter that can do either makes room: walk (Algorithm 1; default), bfs (breadth-first search)",
         set_kicks, of_all},
	{"cpu", 0, "N", "processor that timed cells are pinned to (default: the first allowed)", set_cpu,
         "run plan micro ab"},
	{"pin", 0, "ORDER", "order in which threads take processors: compact (default), scatter (over nodes), smt",
         set_pin, of_all},
	{"threads", 0, "N", "at most so many threads in an experiment that has several (default: a processor each)",
         set_threads, of_all},
	{"numa", 0, "POLICY",
         "memory nodes of the tables: local, interleave, firsttouch or bind:N (default: the kernel's)", set_numa,
         of_all},
	{"bytes", 0, "LIST",
         "sizes of tables, e.g. 192K,12M; micro: the default is 192K,12M,192M; tune: the last one is the workload's, "
         "the others are looked at on the way (default: from the first cache to 24M); ab: by default half of the "
         "second and of the last cache, and four times the last one",
         set_bytes, "micro tune ab"},
	{"jobs", 'j', "N", "deterministic cells run side by side (default: one a processor)", set_jobs, of_run},
	{"mem-limit", 0, "SIZE", "skip cells that need more, e.g. 2G (default: what is free)", set_mem_limit,
         "run plan micro tune ab"},
	{"time-budget", 0, "TIME",
         "end by then, e.g. 10m (default 9m at quick scale without --reps and --keys, else none): first disturbed "
         "cells are not measured again, then repetitions are given up, to six; no cell begins that would end later. "
         "tune: how long it takes (default 60s)",
         set_time_limit, "run plan tune"},
	{"keys", 0, "LIST",
         "a key set, by file or by a name that `cuckoobench keys` lists (- is standard input): timed experiments take "
         "its keys in place of random integers; k1: several with commas between, beside its own",
         set_keys, of_run},
	{"queries", 0, "SET",
         "of --keys any are inserted, not a half of them, and this set's keys are asked for, in their order: a trace, "
         "or keys that are not in",
         set_queries, "run plan"},
	{"multiset", 0, NULL, "keys that --keys has twice are inserted twice, in filters that take copies",
         set_multiset, "run plan"},
	{"keys-format", 0, "FORMAT",
         "of key sets that are files: auto (default), sosd64, sosd32, lines, decimal, fixed:N", set_keys_format,
         "run plan keys"},
	{"output", 'o', "DIR",
         "folder of the run (default results/SCALE, of a shard results/SCALE/shard-I-of-N, of tune results/tune); "
         "keys: the file to write; ab: samples and verdicts (default: none)",
         set_folder, "run plan tune report claims verify compare merge keys ab"},
	{"shard", 0, "I/N", "only the I-th of N parts of the plan, for as many machines; `merge` joins them", set_shard,
         of_run},
	{"within", 0, "TIME", "plan: say how many machines of this kind are done in this time (default 12h)",
         set_within, "plan"},
	{"config", 0, "FILE", "options from a file, which those given here override; `tune` writes one", set_config,
         of_run},
	{"plugin", 0, "FILE",
         "filters of a shared object, beside the suite's (docs/adding-a-filter.md); may be given again for others. "
         "verify without DIR: tries them",
         set_plugin, "*"},
	{"plugin-timeout", 0, "TIME",
         "a cell of a plug-in, or a step of verify, that takes longer is ended (default 20 times what is expected, at "
         "least 60s; verify: 10s)",
         set_plugin_timeout, "run plan verify ab"},
	{"mix", 0, NULL, "take up a run made by another build or machine, or merge several, and say so", set_mix,
         "run plan merge"},
	{"json", 0, NULL, "print JSON (run: with --dry-run)", set_json,
         "run list plan explain claims compare verify doctor keys ab"},
	{"filters", 0, NULL, "with list: the filters alone, what each can do, and whether this processor can run it",
         set_filters, "list"},
	{"fail-on", 0, "VERDICT",
         "with claims: exit 4 on a contradicted claim, or on one that is inconclusive or contradicted; or if none was "
         "judged; ab: on slower",
         set_fail_on, "claims ab"},
	{"dry-run", 'n', NULL, "with run: only show the plan, and what of it is done", set_dry_run, "run"},
	{"quiet", 'q', NULL, "no progress", set_quiet, "run plan tune ab"},
	{"items", 0, "N", "tune: so many keys, e.g. 10M, instead of a size in bytes; keys: so many of a stream",
         workload_set_items, "tune keys"},
	{"positives", 0, "SHARE", "tune: of the keys asked for so many are in, e.g. 0.25 or 25% (default 0)",
         workload_set_positives, "tune"},
	{"saved", 0, "NS", "tune: work that each key saves that is turned away (default 0: throughput alone)",
         workload_set_saved, "tune"},
	{"bits-per-key", 0, "BITS", "tune: the table takes at most so many (default 20)", workload_set_bits_per_key,
         "tune"},
	{"max-fpr", 0, "SHARE", "tune: it errs at most so often (default 1%; any with --saved)", workload_set_max_fpr,
         "tune"},
	{NULL, 0, NULL, NULL, NULL, NULL},
};

_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_ROWS_MOST + 1, "a bit each");

size_t
option_rows_count(void)
{
	return sizeof option_rows / sizeof *option_rows - 1;
}
