/* SPDX-License-Identifier: MIT */
/*
 * options_rows.c - the options of the command line, a row each: what the value is, where it goes, who takes it.
 *
 *      --reps 5    row: OPTION_COUNT, from 1 to 1000  -->  options.reps = 5
 *
 * An option whose value is none of the usual kinds has a function of its own.
 */
#include "harness/plan/options_rows.h"

#include "core/hash.h"
#include "harness/base/values.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Compiles a pattern with `before` and `after` around it. */
static const char *
set_pattern(struct pattern *p, const char *before, const char *value, const char *after)
{
	char *whole;
	bool compiled;

	if (p->text)
		return "given twice";
	if (asprintf(&whole, "%s%s%s", before, value, after) < 0)
		return "out of memory";
	compiled = regcomp(&p->compiled, whole, REG_EXTENDED | REG_NOSUB) == 0;
	free(whole);
	if (!compiled)
		return "not a regular expression";
	p->text = value;
	return NULL;
}

static const char *
set_filter(struct options *o, const char *value)
{
	return set_pattern(&o->filter, "^(", value, ")$");
}

static const char *
set_cells(struct options *o, const char *value)
{
	return set_pattern(&o->cells, "", value, "");
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
set_shard(struct options *o, const char *value)
{
	return shard_parse(value, &o->shard) ? NULL : "not a part such as 2/4: from 1/n to n/n, n to 1024";
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
set_keys_format(struct options *o, const char *value)
{
	return key_format_find(value, &o->keys_format)
	               ? NULL
	               : "not one of auto, sosd64, sosd32, lines, decimal, fixed:N with N from 1 to 4096";
}

#define ELSEWHERE(...)                            \
	.elsewhere = (const struct option_text[]) \
	{                                         \
		__VA_ARGS__,                      \
		{                                 \
			NULL, NULL                \
		}                                 \
	}

static const char of_run[] = "run plan", of_all[] = "run plan micro tune", of_keys[] = "run plan micro tune keys ab";

/* An upper limit: bucket numbers of such a table still fit their counters. */
#define ITEMS_MOST 4294967296.0

/* The value is of this kind and goes to this member of struct options. */
#define INTO(is, member) .kind = (is), .at = offsetof(struct options, member)
#define WORDS(...)                     \
	.words = (const char *const[]) \
	{                              \
		__VA_ARGS__, NULL      \
	}

const struct option_row option_rows[] = {
	{"scale", 's', "NAME", "smoke (seconds), quick (minutes, 5 GB; default), full (hours, 192 MiB filters), paper",
         "run plan report claims explain doctor", INTO(OPTION_WORD, scale), WORDS("smoke", "quick", "full", "paper"),
         ELSEWHERE({"report claims", "without DIR: the run in results/SCALE, e.g. full (default quick)"},
                   {"explain", "of the command that it prints: smoke, quick (default), full, paper"},
                   {"doctor", "is the memory enough for smoke, quick (default), full, paper"})},
	{"filter", 'f', "REGEX", "only filters whose whole name matches", "run plan tune ab", .set = set_filter},
	{"cells", 0, "REGEX",
         "only cells whose label has a match, e.g. ':f=6:b=4:' (progress shows the labels, and so does record.csv)",
         "run plan", .set = set_cells},
	{"seed", 0, "N", "master seed of every random choice (default 2014)", of_keys, INTO(OPTION_NUMBER, seed),
         .why = "not a number from 0 to 2^64-1"},
	{"reps", 0, "N", "repetitions, instead of each experiment's own number", of_run, INTO(OPTION_COUNT, reps),
         .least = 1, .most = 1000, .why = "not a number from 1 to 1000"},
	{"processes", 0, "N", "two rounds in each of N processes (default 20, or as many as the comparisons take)",
         "ab", INTO(OPTION_COUNT, processes), .least = 2, .most = OPTIONS_PROCESSES,
         .why = "not a number from 2 to 100"},
	{"hash", 0, "NAME", "hash of the keys, the same for every filter (default xxh3; city is the paper's)", of_keys,
         .set = set_hash},
	{"pages", 0, "KIND", "pages of the tables: 4k, thp (default); hugetlb (2 MiB) or 1g, of the system's pool",
         of_all, INTO(OPTION_WORD, place.pages), .least = MEM_PAGES_4K, WORDS("4k", "thp", "hugetlb", "1g")},
	{"isa", 0, "NAME",
         "no filter may use instructions above these: portable, avx2, avx512, neon (default: all that there are)",
         "run plan micro tune ab", INTO(OPTION_WORD, isa), .least = ISA_PORTABLE,
         WORDS("portable", "avx2", "avx512", "neon")},
	{"kicks", 0, "WAY",
         "how a cuckoo filter that can do either makes room: walk (Algorithm 1; default), bfs (breadth-first search)",
         of_all, INTO(OPTION_WORD, kicks), .least = FILTER_KICKS_WALK, WORDS("walk", "bfs")},
	{"cpu", 0, "N", "processor that timed cells are pinned to (default: the first allowed)", "run plan micro ab",
         INTO(OPTION_COUNT, cpu), .most = 1023, .why = "not a processor number from 0 to 1023"},
	{"pin", 0, "ORDER", "order in which threads take processors: compact (default), scatter (over nodes), smt",
         "run plan tune", INTO(OPTION_WORD, pin), WORDS("compact", "scatter", "smt")},
	{"threads", 0, "N", "at most so many threads in an experiment that has several (default: a processor each)",
         "run plan tune", INTO(OPTION_COUNT, threads), .least = 1, .most = 1024, .why = "not a number from 1 to 1024"},
	{"numa", 0, "POLICY",
         "memory nodes of the tables: local, interleave, firsttouch or bind:N (default: the kernel's)", of_all,
         .set = set_numa, WORDS("local", "interleave", "firsttouch", "bind:")},
	{"bytes", 0, "LIST",
         "size of the tables of T3, F5 to F8, L4 and C1 to C3, e.g. 12M (default 192M, or what fits the memory)",
         "run plan micro tune ab", .set = set_bytes,
         ELSEWHERE({"micro", "sizes of tables (default 192K,12M,192M)"},
                   {"tune", "sizes of tables, e.g. 192K,12M: the last one is the workload's, the others are looked at "
                            "on the way (default: from the first cache to 24M)"},
                   {"ab", "sizes of tables, e.g. 192K,12M (default: half of the second and of the last cache, and "
                          "four times the last one, to 256M)"})},
	{"jobs", 'j', "N", "deterministic cells run side by side (default: one a processor)", of_run,
         INTO(OPTION_COUNT, jobs), .least = 1, .most = 256, .why = "not a number from 1 to 256"},
	{"mem-limit", 0, "SIZE", "skip cells that need more, e.g. 2G (default: what is free)",
         "run plan micro tune ab doctor", INTO(OPTION_SIZE, mem_limit), .why = "not a size such as 2G"},
	{"time-budget", 0, "TIME",
         "end by then, e.g. 20m (default 11.5m at quick scale without @everything, --reps and --keys, else none): "
         "studies and repetitions are given up, to three; no cell begins that would end later",
         "run plan tune", INTO(OPTION_TIME, time_limit), ELSEWHERE({"tune", "how long it takes (default 60s)"})},
	{"keys", 0, "LIST",
         "a key set, by file or by a name that `cuckoobench keys` lists (- is standard input): timed experiments take "
         "its keys in place of random integers; k1: several with commas between, beside its own",
         of_run, INTO(OPTION_TEXT, keys)},
	{"queries", 0, "SET",
         "of --keys any are inserted, not a half of them, and this set's keys are asked for, in their order: a trace, "
         "or keys that are not in",
         "run plan", INTO(OPTION_TEXT, queries)},
	{"multiset", 0, NULL, "keys that --keys has twice are inserted twice, in filters that take copies", "run plan",
         INTO(OPTION_FLAG, multiset)},
	{"keys-format", 0, "FORMAT",
         "of key sets that are files: auto (default), sosd64, sosd32, lines, decimal, fixed:N", "run plan keys",
         .set = set_keys_format},
	{"output", 'o', "DIR", "folder of the run (default results/SCALE, of a shard results/SCALE/shard-I-of-N)",
         "run plan tune report claims summary verify compare merge keys ab", INTO(OPTION_TEXT, folder),
         ELSEWHERE({"report claims summary verify", "folder of the run, as DIR names it"},
                   {"tune", "folder of the search and its page (default results/tune)"},
                   {"compare", "the page to write (default compare.html)"},
                   {"merge", "folder of the run that they make; it is needed"}, {"keys", "the file to write"},
                   {"ab", "folder of samples and verdicts (default: none)"})},
	{"shard", 0, "I/N", "only the I-th of N parts of the plan, for as many machines; `merge` joins them", of_run,
         .set = set_shard},
	{"within", 0, "TIME", "say how many machines of this kind are done in this time (default 12h)", "plan",
         INTO(OPTION_TIME, within)},
	{"config", 0, "FILE", "options from a file, which those given here override; `tune` writes one", of_run,
         INTO(OPTION_TEXT, config)},
	{"plugin", 0, "FILE",
         "filters of a shared object, beside the suite's (docs/adding-a-filter.md); may be given again for others", "*",
         .set = set_plugin,
         ELSEWHERE({"verify", "without DIR: tries the filters of this shared object (docs/adding-a-filter.md); may be "
                              "given again for others"})},
	{"plugin-timeout", 0, "TIME",
         "a cell of a plug-in that takes longer is ended (default 20 times what is expected, at least 60s)",
         "run plan verify ab", INTO(OPTION_TIME, plugin_timeout),
         ELSEWHERE({"verify", "with --plugin: a step that takes longer is ended (default 10s)"})},
	{"mix", 0, NULL, "take up a run made by another build or machine, and say so", "run plan merge",
         INTO(OPTION_FLAG, mix),
         ELSEWHERE({"merge", "also runs made by several builds or machines; the report says so"})},
	{"json", 0, NULL, "print JSON", "run list plan explain claims compare verify doctor keys ab size",
         INTO(OPTION_FLAG, json), ELSEWHERE({"run", "with --dry-run: print JSON"})},
	{"filters", 0, NULL, "the filters alone, what each can do, and whether this processor can run it", "list",
         INTO(OPTION_FLAG, filters)},
	{"verdict", 0, "LIST", "only claims of these verdicts, e.g. contradicted,inconclusive", "claims",
         INTO(OPTION_TEXT, verdicts)},
	{"brief", 0, NULL, "a line for each claim: its name, the verdict, what it says", "claims summary",
         INTO(OPTION_FLAG, brief), ELSEWHERE({"summary", "one line, which can be sent"})},
	{"fail-on", 0, "VERDICT",
         "exit 4 on a contradicted claim, or on one that is inconclusive or contradicted; or if none was judged",
         "claims ab", INTO(OPTION_TEXT, fail_on), WORDS("contradicted", "inconclusive", "slower"),
         .why = "not one of contradicted, inconclusive; of ab: slower",
         ELSEWHERE({"ab", "slower: exit 4 on a row that is slower, or if none was judged"})},
	{"dry-run", 'n', NULL, "only show the plan, and what of it is done", "run", INTO(OPTION_FLAG, dry_run)},
	{"quiet", 'q', NULL, "no progress", "run plan tune ab", INTO(OPTION_FLAG, quiet)},
	{"items", 0, "N", "so many keys, e.g. 10M, ten million", "tune keys", INTO(OPTION_KEYS, workload.items),
         .least = 1000, .most = ITEMS_MOST, .why = "not a number of keys from 1000 to 4G",
         ELSEWHERE({"keys", "so many keys of a stream (default 1048576)"})},
	{"positives", 0, "SHARE", "of the keys asked for so many are in, e.g. 0.25 or 25% (default 0)", "tune",
         INTO(OPTION_SHARE, workload.positives), .why = "not a share such as 0.25 or 25%"},
	{"saved", 0, "NS", "work that each key saves that is turned away (default 0: throughput alone)", "tune",
         INTO(OPTION_REAL, workload.saved_ns), .most = 1e12, .why = "not a number of nanoseconds from 0 to 1e12"},
	{"bits-per-key", 0, "BITS", "the table takes at most so many (default 20)", "tune",
         INTO(OPTION_REAL, workload.bits_per_key), .least = 1, .most = 64, .why = "not a number from 1 to 64"},
	{"max-fpr", 0, "SHARE", "it errs at most so often (default 1%; any with --saved)", "tune size",
         INTO(OPTION_SHARE_ABOVE_0, workload.max_fpr), .why = "not a share above 0 such as 0.001 or 0.1%",
         ELSEWHERE({"size", "it errs at most so often (default 1%)"})},
	{"deletes", 0, NULL, "only filters that delete", "size", INTO(OPTION_FLAG, wish.deletes)},
	{"static", 0, NULL, "filters that are built once, too: all keys are known beforehand", "size",
         INTO(OPTION_FLAG, wish.statics)},
	{"shared", 0, NULL, "only filters that several threads share while keys come and go", "size",
         INTO(OPTION_FLAG, wish.shared)},
	{"values", 0, "BITS", "filters that keep a value of so many bits for each key", "size",
         INTO(OPTION_COUNT, wish.value_bits), .least = 1, .most = 24, .why = "not a number of bits from 1 to 24"},
	{.name = NULL},
};

/* Why a value is refused that is not of its row's kind, unless the row says it. */
static const char *const refusals[] = {
	[OPTION_TEXT] = "empty", [OPTION_TIME] = "not a duration such as 90s, 10m or 2h"};

const char *
option_help(const struct option_row *row, const char *command)
{
	for (const struct option_text *at = row->elsewhere; at && at->commands; at++)
		if (is_among(at->commands, command))
			return at->help;
	return row->help;
}

static bool
is_within(const struct option_row *row, double value)
{
	return value >= row->least && (row->most <= 0 || value <= row->most);
}

/* Returns that the value is none of the row's words, until the next call. */
static const char *
none_of(const char *const *words)
{
	static char why[80];

	strcpy(why, "not one of ");
	for (size_t i = 0; words[i]; i++)
		snprintf(why + strlen(why), sizeof why - strlen(why), "%s%s", i ? ", " : "", words[i]);
	return why;
}

const char *
option_set(const struct option_row *row, struct options *o, const char *value)
{
	void *at = (char *)o + row->at;
	unsigned word = 0;
	bool good = false;

	if (row->kind == OPTION_OWN)
		return row->set(o, value);
	while (row->words && strcmp(row->words[word], value) != 0)
		if (!row->words[++word])
			return row->why ? row->why : none_of(row->words);
	switch (row->kind) {
	case OPTION_OWN:
		break;
	case OPTION_WORD:
		*(unsigned *)at = (unsigned)row->least + word;
		return NULL;
	case OPTION_FLAG:
		good = *(bool *)at = true;
		break;
	case OPTION_TEXT:
		*(const char **)at = value;
		good = *value;
		break;
	case OPTION_COUNT:
		good = value_unsigned(value, (unsigned)row->least, (unsigned)row->most, at);
		break;
	case OPTION_NUMBER:
		good = value_number(value, 0, UINT64_MAX, at);
		break;
	case OPTION_SIZE:
		good = value_size(value, at) && is_within(row, (double)*(size_t *)at);
		break;
	case OPTION_KEYS:
		good = value_count(value, at) && is_within(row, (double)*(size_t *)at);
		break;
	case OPTION_TIME:
		good = value_duration(value, at);
		break;
	case OPTION_REAL:
		good = value_real(value, row->least, row->most, at);
		break;
	case OPTION_SHARE:
		good = value_share(value, at);
		break;
	case OPTION_SHARE_ABOVE_0:
		good = value_share(value, at) && *(double *)at > 0;
		break;
	}
	return good ? NULL : row->why ? row->why : refusals[row->kind];
}

_Static_assert(sizeof option_rows / sizeof *option_rows <= OPTION_ROWS_MOST + 1, "a bit each");
