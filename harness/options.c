/* SPDX-License-Identifier: MIT */
/* options.c - the command line: one table of options, one row each. */
#include "harness/options.h"

#include "core/hash.h"
#include "harness/config.h"
#include "harness/values.h"
#include "harness/version.h"

#include <getopt.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t default_seed = 2014; /* the year of the paper; any other is as good */

enum { EXIT_USAGE = 2 };

struct option_row {
	const char *name; /* long name; the letter may be 0 */
	int letter;
	const char *value; /* NULL: a flag */
	const char *help;
	/* NULL, or why the value is refused. */
	const char *(*set)(struct options *, const char *value);
	const char *commands; /* that do not ignore it */
};

static _Noreturn void
usage_error(const char *format, ...)
{
	va_list args;

	fputs("cuckoobench: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs("; try `cuckoobench --help`\n", stderr);
	exit(EXIT_USAGE);
}

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
	return numa_parse(value, &o->numa) ? NULL : "not one of local, interleave, firsttouch, bind:N with N a memory node";
}

static const char *
set_hash(struct options *o, const char *value)
{
	struct hash h;

	o->hash = value;
	return hash_init(&h, value, 0) ? NULL : "not a hash; `cuckoobench list` names them";
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
set_fail_on(struct options *o, const char *value)
{
	if (strcmp(value, "contradicted") != 0 && strcmp(value, "inconclusive") != 0)
		return "not one of contradicted, inconclusive";
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

static const char of_run[] = "run plan", of_micro[] = "run plan micro", of_all[] = "run plan micro tune";

static const struct option_row rows[] = {
	{"scale", 's', "NAME", "smoke (seconds), quick (minutes, 1 GB; default), full (hours, 192 MiB filters), paper",
	 set_scale, "run plan report claims explain"},
	{"filter", 'f', "REGEX", "only filters whose whole name matches", set_filter, "run plan tune"},
	{"seed", 0, "N", "master seed of every random choice (default 2014)", set_seed, of_all},
	{"reps", 0, "N", "repetitions, instead of each experiment's own number", set_reps, of_run},
	{"retries", 0, "N", "measure a disturbed timed cell again, at most so often (default 2; 0 at smoke scale)",
	 set_retries, of_run},
	{"hash", 0, "NAME", "hash of the keys, the same for every filter (default xxh3; city is the paper's)",
	 set_hash, of_all},
	{"pages", 0, "KIND", "pages of the tables: 4k, thp (default); hugetlb (2 MiB) or 1g, of the system's pool", set_pages, of_all},
	{"isa", 0, "NAME", "no filter may use instructions above these: portable, avx2, avx512 (default: what the processor has)", set_isa, of_all},
	{"kicks", 0, "WAY", "how a cuckoo filter that can do either makes room: walk (Algorithm 1; default), bfs (breadth-first search)", set_kicks, of_all},
	{"cpu", 0, "N", "processor that timed cells are pinned to (default: the first allowed)", set_cpu, of_micro},
	{"pin", 0, "ORDER", "order in which threads take processors: compact (default), scatter (over nodes), smt", set_pin, of_all},
	{"threads", 0, "N", "at most so many threads in an experiment that has several (default: a processor each)", set_threads, of_all},
	{"numa", 0, "POLICY", "memory nodes of the tables: local, interleave, firsttouch or bind:N (default: the kernel's)",
	 set_numa, of_all},
	{"bytes", 0, "LIST", "sizes of tables, e.g. 192K,12M; micro: the default is 192K,12M,192M; tune: the last one is the workload's, the others are "
	 "looked at on the way (default: from the first cache to 24M)", set_bytes, "micro tune"},
	{"jobs", 'j', "N", "deterministic cells run side by side (default: one a processor)", set_jobs, of_run},
	{"mem-limit", 0, "SIZE", "skip cells that need more, e.g. 2G (default: what is free)", set_mem_limit, of_all},
	{"time-budget", 0, "TIME", "start no cell that would end later, e.g. 10m; tune: how long it takes (default 60s)", set_time_limit, "run plan tune"},
	{"output", 'o', "DIR", "folder of the run (default results/SCALE; of tune results/tune)",
	 set_folder, "run plan tune report claims verify compare"},
	{"config", 0, "FILE", "options from a file, which those given here override; `tune` writes one", set_config, of_run},
	{"mix", 0, NULL, "take up a run made by another build or machine, and say so", set_mix, of_run},
	{"json", 0, NULL, "print JSON (list, plan, claims, compare)", set_json, "list plan claims compare"},
	{"fail-on", 0, "VERDICT", "with claims: exit 4 on a contradicted claim, or on one that is inconclusive or contradicted",
	 set_fail_on, "claims"},
	{"dry-run", 'n', NULL, "with run: only show the plan", set_dry_run, "run"},
	{"quiet", 'q', NULL, "no progress", set_quiet, "run plan tune"},
	{"items", 0, "N", "tune: so many keys, e.g. 10M, instead of a size in bytes", workload_set_items, "tune"},
	{"positives", 0, "SHARE", "tune: of the keys asked for so many are in, e.g. 0.25 or 25% (default 0)", workload_set_positives, "tune"},
	{"saved", 0, "NS", "tune: work that each key saves that is turned away (default 0: throughput alone)", workload_set_saved, "tune"},
	{"bits-per-key", 0, "BITS", "tune: the table takes at most so many (default 20)", workload_set_bits_per_key, "tune"},
	{"max-fpr", 0, "SHARE", "tune: it errs at most so often (default 1%; any with --saved)", workload_set_max_fpr, "tune"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void
print_row(const struct option_row *row)
{
	char name[40];

	snprintf(name, sizeof name, "--%s %s", row->name, row->value ? row->value : "");
	if (row->letter)
		printf("  -%c, %-21s %s\n", row->letter, name, row->help);
	else
		printf("      %-21s %s\n", name, row->help);
}

static void
print_help(void)
{
	fputs("cuckoobench - the evaluation of the cuckoo filter paper (CoNEXT 2014), regenerated\n"
	      "\n"
	      "  cuckoobench run                          every table and figure, at --scale quick\n"
	      "  cuckoobench run f5 f6 --filter 'cf|bf'   some figures, some filters\n"
	      "  cuckoobench run t3 --scale full          192 MB filters, as in the paper\n"
	      "  cuckoobench report results/quick         tables, figures and report.html from raw samples\n"
	      "\n"
	      "Commands: run [ID...]   measure what is missing in the run's folder, then report\n"
	      "          report DIR    reduce and draw again, without measuring\n"
	      "          claims [DIR]  what the data say about each claim of the paper, with the numbers that decide\n"
	      "          compare A B   two runs side by side, in one page (-o FILE; default compare.html)\n"
	      "          plan [ID...]  how long and how much memory, before anything runs\n"
	      "          list          experiments, filters and hashes\n"
	      "          tune          which filter, kernel, calls, pages and threads this machine likes for a workload\n"
	      "          explain ID    what the paper shows and how it is run here\n"
	      "          verify DIR    whether its figures' data and verdicts follow from its raw samples, byte for byte\n"
	      "          doctor        whether this machine is ready\n"
	      "\n",
	      stdout);
	for (size_t i = 0; i < ROWS; i++)
		print_row(&rows[i]);
	fputs("  -h, --help                this help\n"
	      "      --version             version\n"
	      "\n"
	      "CUCKOOBENCH_HOME names the folder of plots/ and datasets/ where the program has been moved out of its tree.\n"
	      "Exit status: 0 done, 1 a measurement failed, 2 usage, 3 environment unfit, 4 --fail-on, 130 interrupted (run again to go on).\n",
	      stdout);
}

static void
set_row(struct options *o, const struct option_row *row, const char *value)
{
	const char *why = row->set(o, value);

	if (why)
		usage_error("--%s '%s': %s", row->name, value, why);
}

/* Takes the option's value; says which row it was. */
static size_t
apply(struct options *o, int letter_or_row)
{
	size_t i = 0;

	while (letter_or_row != rows[i].letter && letter_or_row != 256 + (int)i)
		i++;
	set_row(o, &rows[i], rows[i].value ? optarg : "");
	return i;
}

/* The command line as one could type it again: what a shell would not leave alone stands in single quotes. */
static char *
join_arguments(const char *program, int argc, char **argv)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=:,+-";
	char *line = NULL;
	size_t length;
	FILE *f = open_memstream(&line, &length);

	if (!f)
		return NULL;
	fputs(program, f);
	for (int i = 1; i < argc; i++) {
		bool quote = !*argv[i] || argv[i][strspn(argv[i], plain)];

		fputs(quote ? " '" : " ", f);
		for (const char *c = argv[i]; *c; c++)
			fputs(*c == '\'' ? "'\\''" : (char[]){*c, '\0'}, f);
		if (quote)
			fputc('\'', f);
	}
	fclose(f);
	return line;
}

/* Is the word one of those in the list? */
static bool
is_among(const char *list, const char *word)
{
	const size_t n = strlen(word);

	for (const char *at = list; n > 0 && (at = strstr(at, word)); at += n)
		if ((at == list || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
			return true;
	return false;
}

enum options_status
options_default(struct options *o, const char *name, const char *value, const char **why)
{
	size_t i = 0;

	while (i < ROWS && strcmp(rows[i].name, name) != 0)
		i++;
	/* What a file says of where to write, or of files of options, would lead astray. */
	if (i == ROWS || !rows[i].value || !is_among(rows[i].commands, "run") || rows[i].set == set_folder || rows[i].set == set_config)
		return OPTIONS_UNKNOWN;
	*why = o->given >> i & 1 ? NULL : rows[i].set(o, value);
	return *why ? OPTIONS_REFUSED : OPTIONS_TAKEN;
}

bool
options_given(const struct options *o, const char *name)
{
	for (size_t i = 0; i < ROWS; i++)
		if (strcmp(rows[i].name, name) == 0)
			return o->given >> i & 1;
	return false;
}

void
options_check(const struct options *o)
{
	static const struct {
		const char *command;
		int most;
	} limits[] = {{"list", 0}, {"doctor", 0}, {"tune", 0}, {"report", 1}, {"claims", 1}, {"verify", 1}, {"compare", 2}};

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		if (strcmp(limits[i].command, o->command) != 0)
			continue;
		for (int n = 0; o->arguments[n]; n++)
			if (n == limits[i].most)
				usage_error("%s: one argument too many: '%s'", o->command, o->arguments[n]);
		if (limits[i].most == 1 && o->arguments[0] && o->folder)
			usage_error("%s: two folders: '%s' and --output '%s'", o->command, o->arguments[0], o->folder);
	}
	for (size_t i = 0; i < ROWS; i++)
		if (o->given >> i & 1 && !is_among(rows[i].commands, o->command))
			usage_error("--%s: not for %s", rows[i].name, o->command);
}

static void
set_defaults(struct options *o, const char *program, int argc, char **argv)
{
	*o = (struct options){.scale = SCALE_QUICK, .seed = default_seed, .cpu = -1, .size = {192 << 10, 12 << 20, 192 << 20}, .sizes = 3};
	o->line = join_arguments(program, argc, argv);
}

static void
prepare_placement(struct options *o)
{
	placer_init(&o->placer, o->numa, o->pin);
	o->place.placer = &o->placer.base;
}

void
options_parse(struct options *o, int argc, char **argv)
{
	struct option longs[ROWS + 3];
	char shorts[3 * ROWS + 4] = ":h", why[CONFIG_WHY];
	int letter;

	set_defaults(o, "cuckoobench", argc, argv);
	for (size_t i = 0; i < ROWS; i++) {
		longs[i] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, 256 + (int)i};
		if (rows[i].letter)
			sprintf(shorts + strlen(shorts), "%c%s", rows[i].letter, rows[i].value ? ":" : "");
	}
	longs[ROWS] = (struct option){"help", no_argument, NULL, 'h'};
	longs[ROWS + 1] = (struct option){"version", no_argument, NULL, 'V'};
	longs[ROWS + 2] = (struct option){0};
	while ((letter = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (letter == 'h') {
			print_help();
			exit(0);
		}
		if (letter == 'V') {
			puts("cuckoobench " CUCKOOBENCH_VERSION);
			exit(0);
		}
		if (letter == ':')
			usage_error("%s: needs a value", argv[optind - 1]);
		if (letter == '?')
			usage_error("%s: no such option", argv[optind - 1]);
		o->given |= UINT64_C(1) << apply(o, letter);
	}
	if (optind == argc)
		usage_error("no command");
	o->command = argv[optind];
	o->arguments = argv + optind + 1;
	if (o->config && is_among(of_run, o->command) && !config_read(o, o->config, &o->config_texts, why)) {
		fprintf(stderr, "cuckoobench: %s\n", why);
		exit(EXIT_USAGE);
	}
	if (!o->has_retries && o->scale != SCALE_SMOKE)
		o->retries = 2;
	prepare_placement(o);
}

/* The row of this option of the command's, and what follows its name; or NULL. */
static const struct option_row *
find_row(const char *argument, const char *command, const char **rest)
{
	for (size_t i = 0; i < ROWS; i++) {
		const size_t n = strlen(rows[i].name);

		*rest = argument + 2 + n;
		if (strncmp(argument, "--", 2) == 0 && strncmp(argument + 2, rows[i].name, n) == 0 && (**rest == '\0' || **rest == '=') &&
		    is_among(rows[i].commands, command))
			return &rows[i];
	}
	return NULL;
}

void
options_take(struct options *o, const char *command, int *argc, char **argv)
{
	char program[40];
	int kept = 1;

	snprintf(program, sizeof program, "cuckoobench-%s", command);
	set_defaults(o, program, *argc, argv);
	o->command = command;
	for (int i = 1; i < *argc; i++) {
		const char *value;
		const struct option_row *row = find_row(argv[i], command, &value);

		if (!row) {
			argv[kept++] = argv[i];
			continue;
		}
		value = *value ? value + 1 : argv[++i];
		if (!value)
			usage_error("--%s: needs a value", row->name);
		set_row(o, row, value);
	}
	argv[kept] = NULL;
	*argc = kept;
	prepare_placement(o);
}

void
options_help(const char *command)
{
	for (size_t i = 0; i < ROWS; i++)
		if (is_among(rows[i].commands, command))
			print_row(&rows[i]);
}

void
options_free(struct options *o)
{
	if (o->has_filter)
		regfree(&o->filter);
	json_decref(o->config_texts);
	free(o->line);
}
