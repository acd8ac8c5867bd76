/* SPDX-License-Identifier: MIT */
/* test_experiments.c - every experiment is complete enough to be listed, explained and drawn, and has its filters. */
#include "tests/test.h"

#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/filters/setup.h"
#include "harness/plan/plan.h"
#include "harness/programs/programs.h"

#include <glob.h>
#include <unistd.h>

static struct failure failure;

TEST(experiments_are_documented)
{
	for (size_t i = 0; experiment_all[i]; i++) {
		const struct experiment *e = experiment_all[i];

		assert_non_null(e->plan);
		assert_true(strlen(e->title) > 10 && strlen(e->shows) > 20 && strlen(e->setup) > 20 &&
		            strlen(e->reading) > 10);
		assert_true(strcmp(experiment_statistic(e), "mean") == 0 ||
		            strcmp(experiment_statistic(e), "min") == 0 ||
		            strcmp(experiment_statistic(e), e->timed ? "median" : "none") == 0);
		assert_ptr_equal(experiment_find(e->id), e);
		if (e->figure) {
			char path[FILES_PATH];

			assert_true(files_path(path, "plots/%s.gp", e->id) && files_exists(path));
		}
	}
	assert_null(experiment_all[experiment_index("no such")]);
}

TEST(lines_of_code_are_counted)
{
	static const struct {
		const char *text;
		size_t lines;
	} cases[] = {
		{"", 0},
		{"\n\t \n", 0},
		{"int a;", 1},
		{"int a; // one\n// none\n\n}\n", 2},
		{"/* none\n * none\n */\nint a; /* one */\n/* */ int b;\n", 2},
		{"/**/\n/* * / */ {\n", 1},
		{"f(\"/*\");\ng('\"'); /*\n\"*/ h();\n", 3},
		{"f(\"\\\"/*\");\ng();\n", 2},
		{"a / b\n* c;\n", 2},
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(program_count_lines(cases[i].text), cases[i].lines);
}

/* The sources of a filter as the compiler saw them, except files that only the linker saw. */
static void
compiled_are_listed(const struct filter_ops *ops, const struct program_sources *s)
{
	const char *source = ops->facts.source, *set = strstr(source, "_vector.c") ? isa_name(ops->isa) : "";
	char own[FILES_PATH] = "", path[FILES_PATH], *text, *word;
	size_t seen = 0;

	assert_true(readlink("/proc/self/exe", own, sizeof own - 1) > 0);
	/* BUILD of the Makefile: the compiler's own list is next to each object */
	*strstr(own, "/tests/unit/") = '\0';
	assert_true(files_path(path, "%s/%.*s%s%s.d", own, (int)strlen(source) - 2, source, *set ? "." : "", set));
	text = files_read(path, NULL);
	assert_non_null(text);
	for (word = strtok(text, " \\\n"); word; word = strtok(NULL, " \\\n"))
		if (word[strlen(word) - 1] != ':' &&
		    (strncmp(word, "variants/", 9) == 0 || strncmp(word, "baselines/", 10) == 0)) {
			assert_true(program_is_source(s, word));
			seen++;
		}
	assert_true(seen > 0);
	free(text);
}

/* S1 counts the right files: those of every filter, and every file is some filter's. */
TEST(sources_are_complete)
{
	struct program_sources all[128] = {0};
	glob_t found;
	size_t n = 0;

	for (; filter_all[n]; n++) {
		assert_true(n < COUNT_OF(all));
		assert_null(program_sources(filter_all[n], &all[n]));
		compiled_are_listed(filter_all[n], &all[n]);
	}
	/* of cf: a file that only the linker sees */
	assert_true(program_is_source(&all[0], "variants/cuckoo/cuckoo.c"));
	assert_int_equal(glob("variants/*/*.[ch]", 0, NULL, &found), 0);
	assert_int_equal(glob("baselines/*/*.[ch]", GLOB_APPEND, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		size_t owners = 0;

		for (size_t j = 0; j < n; j++)
			owners += program_is_source(&all[j], found.gl_pathv[i]);
		require(owners > 0, "%s is of no filter", found.gl_pathv[i]);
	}
	globfree(&found);
}

/* By capability, not by name: an experiment has every filter that can do what it needs, and no filter that it
 * excludes. */
TEST(guarantees_are_for_all_that_fit)
{
	static const struct {
		const char *experiment;
		unsigned caps, without;
		const char *except;
		bool field; /* also of filters that only the field's experiments compare */
	} fitting[] = {
		{"g1", 0, FILTER_CONTROL, "", true},
		{"g2", FILTER_REMOVE, FILTER_CONTROL, "", true},
		{"g3", FILTER_REMOVE, FILTER_SHARED | FILTER_CONTROL, "", true},
		{"g4", FILTER_REMOVE | FILTER_MULTISET, FILTER_SHARED | FILTER_CONTROL, "", true},
		/* an entry that counts has no value for each of its keys */
		{"g5", FILTER_REMOVE | FILTER_MULTISET | FILTER_FILLS, FILTER_SHARED | FILTER_CONTROL, "cf-counters",
	         false},
	};

	for (size_t i = 0; i < COUNT_OF(fitting); i++) {
		char *names[] = {(char *)fitting[i].experiment, NULL};
		struct options options = {.scale = SCALE_SMOKE, .arguments = names, .seed = 1, .cpu = -1};
		struct plan p;

		assert_int_equal(plan_make(&p, &options, &failure), 0);
		for (size_t f = 0; filter_all[f]; f++) {
			size_t cells = 0;

			for (size_t j = 0; j < p.count; j++)
				cells += p.at[j].cell.filter == filter_all[f];
			/* A result that follows from the table alone is measured on the filter that owns the table. */
			assert_int_equal(cells > 0,
			                 !(fitting[i].caps & ~filter_all[f]->caps) &&
			                         !(fitting[i].without & filter_all[f]->caps) &&
			                         isa_is_native(filter_all[f]->isa) &&
			                         !(fitting[i].without & FILTER_SHARED && filter_all[f]->twin) &&
			                         (fitting[i].field || filter_all[f]->facts.part != FILTER_FIELD) &&
			                         strcmp(fitting[i].except, filter_all[f]->name) != 0);
		}
		plan_free(&p);
	}
}

/* Filters for many threads, and controls that do not stand for what the paper describes, do not flood the paper's
 * tables and figures: they have experiments of their own. */
TEST(the_papers_experiments_are_for_one_thread)
{
	static const char *const names[] = {"t1", "t2", "t3", "f2", "f3", "f4", "f5",
	                                    "f6", "f7", "f8", "l2", "l4", "c2", "c3"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		char *name[] = {(char *)(uintptr_t)names[i], NULL};
		struct options options = {.scale = SCALE_SMOKE, .arguments = name, .seed = 1, .cpu = -1};
		struct plan p;

		assert_int_equal(plan_make(&p, &options, &failure), 0);
		assert_true(p.count > 0);
		for (size_t j = 0; j < p.count; j++)
			assert_true(!p.at[j].cell.filter || setup_is_compared(p.at[j].cell.filter) ||
			            setup_is_static(p.at[j].cell.filter) ||
			            p.at[j].cell.filter->facts.part == FILTER_DESCRIBED);
		plan_free(&p);
	}
}

/* Every filter beyond the paper's has a row of its name and title in the figures' styles. */
TEST(legends_are_titles)
{
	char *style = files_read("plots/style.gp", NULL), row[96];

	assert_non_null(style);
	for (size_t i = 0; filter_all[i]; i++) {
		if (!filter_all[i]->twin && !(filter_all[i]->caps & (FILTER_SHARED | FILTER_CONTROL)))
			continue;
		snprintf(row, sizeof row, "\n%s \"%s\" #", filter_all[i]->name, filter_all[i]->title);
		require(strstr(style, row), "plots/style.gp has no row %s", row + 1);
	}
	free(style);
}

/* The lines that ceilings rest on are those that the instrumented builds count, except for buckets and runs that
 * straddle two. */
TEST(lines_are_as_counted)
{
	FILE *golden = fopen("tests/golden/t1.csv", "r");
	char line[512];
	size_t seen = 0;

	assert_non_null(golden);
	while (fgets(line, sizeof line, golden)) {
		char series[32], metric[32];
		double median, lines;

		if (sscanf(line, ",%31[^,],%*[^,],%31[^,],%*[^,],%*[^,],%lf", series, metric, &median) != 3 ||
		    strncmp(metric, "lines_", 6) != 0)
			continue;
		lines = setup_lines(filter_find(series), SETUP_LOOKUP, strcmp(metric, "lines_positive") == 0, 1);
		if (lines > 1.05 * median || lines < 0.75 * median - (strcmp(series, "qf") == 0))
			fail_msg("%s, %s: %g counted, %g stated", series, metric, median, lines);
		seen++;
	}
	fclose(golden);
	assert_true(seen >= 12);
	/* The first item finds all bits clear. */
	assert_true(setup_lines(filter_find("bf"), SETUP_LOOKUP, 0, 0) == 1);
	/* A filter's lines are its twin's; an unknown filter has one line. */
	assert_true(setup_lines(filter_find("cf-striped-batch"), SETUP_REMOVE, 0, 1) == 2);
	assert_true(setup_lines(filter_find("cf-chain"), SETUP_INSERT, 0, 1) == 1);
	/* By parameters: solutions of 12 bits lie in more lines than those of 8; k hashes find a present key. */
	assert_true(setup_series_lines(filter_find("ribbon"), "ribbon:f8", 0.5) == 2);
	assert_true(setup_series_lines(filter_find("ribbon"), "ribbon:f12", 0.5) == 3.5);
	assert_true(setup_series_lines(filter_find("bf-batch"), "bf-batch:20k14", 1) == 14);
	assert_true(setup_series_lines(filter_find("bf-batch"), "bf-batch:20k14", 0) ==
	            setup_lines(filter_find("bf"), SETUP_LOOKUP, 0, 1));
}

/* Every experiment that reports a throughput reports its share of a ceiling, and nothing else has one. */
TEST(rates_have_ceilings)
{
	static const char *const rates[][4] = {
		{"t3", "", "cf", "construction"},
		{"f5", "", "bf", "lookup"},
		{"f6", "a", "qf", "lookup"},
		{"f7", "", "ss-cf", "insert"},
		{"f8", "", "dl-cbf", "delete"},
		{"l4", "", "cf", "lookup"},
		{"p0", "2^-8", "cf:f11", "best_0"},
		{"x1", "d", "cf-striped", "throughput"},
		{"x2", "", "n=2", "throughput"},
		{"x4", "b", "cf-mutex", "churn"},
		{"x7", "alone", "cf-batch", "lookup"},
		{"h1", "cf12_p50", "cf-batch", "lookup"},
		{"h2", "4k", "cf", "lookup"},
		{"h5", "192MiB", "ss-cf", "lookup"},
		{"h5", "bulk", "cf-bulk:count", "lookup"},
	};

	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		const struct experiment *e = experiment_find(rates[i][0]);
		struct point p = {.x = 1, .unit = "Mops/s"};
		struct ceiling_of c = {.panel = p.panel, .metric = p.metric, .x = p.x, .lines = 1};

		snprintf(p.panel, sizeof p.panel, "%s", rates[i][1]);
		snprintf(p.series, sizeof p.series, "%s", rates[i][2]);
		snprintf(p.metric, sizeof p.metric, "%s", rates[i][3]);
		if (!e->ceiling || !e->ceiling(&p, &c) || !(c.lines > 0))
			fail_msg("%s: a rate without a ceiling", rates[i][0]);
		snprintf(p.series, sizeof p.series, "ceiling-1");
		snprintf(p.metric, sizeof p.metric, "ceiling");
		if (e->ceiling(&p, &c))
			fail_msg("%s: a ceiling has one", rates[i][0]);
	}
}
