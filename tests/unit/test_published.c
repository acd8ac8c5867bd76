/* SPDX-License-Identifier: MIT */
/*
 * test_published.c - datasets/paper/printed.csv: each number has a place that exists, what an experiment can measure
 * stands where its points stand, and the sources' tables are whole. (The sources themselves are not in the tree.)
 */
#include "tests/test.h"

#include "harness/analysis/published.h"
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/filters/series.h"
#include "harness/plan/experiment.h"

#include <math.h>
#include <stdlib.h>

static struct published
read_published(void)
{
	struct failure why = {.status = STATUS_DONE};
	struct published p;

	require(published_read(&p, &why) == STATUS_DONE, "%s", why.text);
	return p;
}

/* --- places ----------------------------------------------------------------------------------------------- */

static const struct text {
	const char *name, *places[24];
} texts[] = {
	{"CoNEXT 2014 ",
         {"section 1",   "section 2.1", "section 2.2", "section 3.1", "section 3.2", "section 3.3", "section 4",
          "section 5.1", "section 5.2", "section 6",   "section 7",   "section 7.1", "section 7.2", "section 7.3",
          "section 7.4", "Table 1",     "Table 2",     "Table 3",     "Figure 2",    "Figure 4"}},
	{"login 2013 ",
         {"Introduction", "Bloom Filter Background", "Basic Cuckoo Hash Table", "Dynamic Insert",
          "Does Partial-Key Cuckoo Hashing Ensure High Occupancy?", "Dynamic Delete", "Optimizing Space Efficiency",
          "Comparison with Bloom Filter", "Evaluation", "Table 1", "Table 2", "Figure 2", "Figure 3"}},
	{"blog 2019 ", {"Cuckoo Hash", "Design", "Analysis", "Comparison"}},
	{"authors' code 2016 rerun ", {""}},
};

/* Is it the name of a text, then one of its places, then nothing or a note in brackets? */
static bool
names_a_place(const char *source)
{
	for (size_t t = 0; t < COUNT_OF(texts); t++) {
		size_t n = strlen(texts[t].name);

		for (size_t i = 0; strncmp(source, texts[t].name, n) == 0 && texts[t].places[i]; i++) {
			const char *place = texts[t].places[i], *rest = source + n;
			const size_t length = strlen(rest);

			if (strncmp(rest, place, strlen(place)) != 0)
				continue;
			rest += strlen(place);
			if (!*rest ||
			    (strncmp(rest, *place ? " (" : "(", *place ? 2 : 1) == 0 && source[n + length - 1] == ')'))
				return true;
		}
	}
	return false;
}

TEST(each_number_has_a_place)
{
	struct published p = read_published();

	for (size_t i = 0; i < p.count; i++) {
		const struct published_value *v = &p.at[i], *same = NULL;

		require(names_a_place(v->source), "%s %s: '%s'", v->exp, v->metric, v->source);
		require(v->text[strspn(v->text, "0123456789.")] == '\0', "%s %s: '%s'", v->exp, v->metric, v->text);
		require(*v->unit && *v->metric, "%s: a number of nothing", v->source);
		while ((same = published_next(&p, v->exp, v->panel, v->series, v->x, v->metric, same)))
			require(same == v || strcmp(same->source, v->source) != 0, "%s %s: '%s' twice", v->exp,
			        v->metric, v->source);
	}
	require(!names_a_place("CoNEXT 2014 section 7.9") && !names_a_place("CoNEXT 2014 section 7.11") &&
	                !names_a_place("login 2013 Table 3") && !names_a_place("a guess") &&
	                !names_a_place("CoNEXT 2014 Table 1 (open"),
	        "no such place");
	published_free(&p);
}

/* --- points ----------------------------------------------------------------------------------------------- */

/* What a run may lack: two lines need not cross, and 2^30 buckets are for the largest scale. */
static bool
may_be_missing(const struct published_value *v)
{
	return strcmp(v->metric, "faster_than_bf_above") == 0 || strcmp(v->series, "m=2^30") == 0;
}

/* Does the reference run have a point for it? */
static bool
is_measured(const struct published_value *v)
{
	char path[FILES_PATH], *text, *next, *line, *field[6];
	bool found = false;

	require(files_path(path, "datasets/reference/full/results/%s.csv", v->exp) && (text = files_read(path, NULL)),
	        "%s", path);
	for (next = text; !found && (line = strsep(&next, "\n")) && *line;) {
		for (size_t i = 0; i < COUNT_OF(field); i++)
			require((field[i] = strsep(&line, ",")), "%s: too few columns", path);
		found = strcmp(field[0], v->panel) == 0 && strcmp(field[1], v->series) == 0 &&
		        same_x(strtod(field[2], NULL), v->x) && strcmp(field[3], v->metric) == 0 &&
		        strcmp(field[4], v->unit) == 0;
	}
	free(text);
	return found;
}

TEST(what_an_experiment_measures_stands_beside_it)
{
	static const char *const others[] = {"machine", "setup", "sources"};
	struct published p = read_published();

	for (size_t i = 0; i < p.count; i++) {
		const struct published_value *v = &p.at[i];
		bool other = false;

		for (size_t k = 0; k < COUNT_OF(others); k++)
			other = other || strcmp(v->exp, others[k]) == 0;
		require(other || experiment_find(v->exp), "%s is no experiment", v->exp);
		require(other || may_be_missing(v) || is_measured(v), "%s,%s,%s,%g,%s (%s): no such point", v->exp,
		        v->panel, v->series, v->x, v->metric, v->unit);
	}
	published_free(&p);
}

/* --- the sources' tables ------------------------------------------------------------------------------------ */

static void
holds(const struct published *p, const char *exp, const char *series, double x, const char *metric, double value,
      const char *source)
{
	const struct published_value *v = NULL;

	while ((v = published_next(p, exp, "", series, x, metric, v)))
		if (v->value == value && strncmp(v->source, source, strlen(source)) == 0)
			return;
	require(v != NULL, "%s, %s at %g: %s %g of %s is missing", exp, series, x, metric, value, source);
}

TEST(table_1_is_whole)
{
	static const struct {
		const char *series;
		double least, most, lines, deletes; /* k = 9, d = 4 */
	} rows[] = {{"bf", 1, 1, 9, 0},       {"blk-bf", 1, 1, 1, 0}, {"cbf", 3, 4, 9, 1},
	            {"dl-cbf", 1.5, 2, 4, 1}, {"qf", 1, 1.2, 1, 1},   {"cf", 1, 1, 2, 1}};
	const char *source = "CoNEXT 2014 Table 1";
	struct published p = read_published();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		holds(&p, "t1", rows[i].series, 0, "space", rows[i].least, source);
		holds(&p, "t1", rows[i].series, 0, "space", rows[i].most, source);
		holds(&p, "t1", rows[i].series, 0, "lines_positive", rows[i].lines, source);
		holds(&p, "t1", rows[i].series, 0, "lines_negative", rows[i].lines, source);
		holds(&p, "t1", rows[i].series, 0, "deletes", rows[i].deletes, source);
	}
	published_free(&p);
}

TEST(table_2_is_whole)
{
	static const char *const sources[] = {"CoNEXT 2014 Table 2", "login 2013 Table 1"};
	struct published p = read_published();

	for (size_t i = 0; i < COUNT_OF(sources); i++) {
		holds(&p, "t2", "bf", 0, "refs_positive", 9, sources[i]);
		holds(&p, "t2", "bf", 0, "refs_negative", 2, sources[i]);
		for (const char *const *cf = (const char *const[]){"cf", "ss-cf", NULL}; *cf; cf++) {
			holds(&p, "t2", *cf, 0, "load", 0.955, sources[i]);
			holds(&p, "t2", *cf, 0, "refs_positive", 2, sources[i]);
			holds(&p, "t2", *cf, 0, "refs_negative", 2, sources[i]);
		}
		holds(&p, "sources", "cf", 0, "bits_beyond_bound", 3, sources[i]);
		holds(&p, "sources", "ss-cf", 0, "bits_beyond_bound", 2, sources[i]);
	}
	holds(&p, "sources", "bf", 0, "bits_over_bound", 1.44, "login 2013 Table 1");
	published_free(&p);
}

TEST(table_3_is_whole)
{
	static const char *const filters[] = {"cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf"};
	static const struct {
		const char *metric;
		double value[COUNT_OF(filters)];
	} rows[] = {{"items", {127780000, 128040000, 123890000, 123890000, 120800000, 103820000}},
	            {"bits_per_item", {12.60, 12.58, 13.00, 13.00, 13.33, 15.51}},
	            {"fpr", {0.0019, 0.0009, 0.0019, 0.0043, 0.0018, 0.0076}},
	            {"construction", {5.00, 3.13, 3.91, 7.64, 1.91, 4.78}}};
	struct published p = read_published();

	for (size_t row = 0; row < COUNT_OF(rows); row++)
		for (size_t i = 0; i < COUNT_OF(filters); i++)
			holds(&p, "t3", filters[i], 0, rows[row].metric, rows[row].value[i], "CoNEXT 2014 Table 3");
	published_free(&p);
}

TEST(the_articles_table_2_is_whole)
{
	static const struct {
		double f, load, gap, sd;
	} rows[] = {{2, 0.1753, 0.7827, 0.0139}, {4, 0.6767, 0.2813, 0.0806},  {6, 0.9539, 0.0041, 0.0010},
	            {8, 0.9562, 0.0018, 0.0018}, {12, 0.9577, 0.0003, 0.0011}, {16, 0.9580, 0, 0.0011}};
	const char *source = "login 2013 Table 2";
	struct published p = read_published();

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		holds(&p, "l2", "cf", rows[i].f, "load", rows[i].load, source);
		holds(&p, "l2", "cf", rows[i].f, "gap_to_optimal", rows[i].gap, source);
		holds(&p, "l2", "cf", rows[i].f, "load_sd", rows[i].sd, source);
	}
	published_free(&p);
}

/* Numbers in sentences and drawings. */
TEST(the_texts_numbers_are_there)
{
	static const struct {
		const char *exp, *series;
		double x;
		const char *metric;
		double value;
		const char *source;
	} rows[] = {
		{"f3", "b=1", 0, "alpha", 0.50, "CoNEXT 2014 section 5.1"},
		{"f3", "b=2", 0, "alpha", 0.84, "CoNEXT 2014 section 5.1"},
		{"f3", "b=4", 0, "alpha", 0.95, "CoNEXT 2014 section 5.1"},
		{"f3", "b=8", 0, "alpha", 0.98, "CoNEXT 2014 section 5.1"},
		{"f4", "crossover", 0, "crossover_bits", 7.2, "CoNEXT 2014 Figure 4"},
		{"f4", "crossover", 0, "crossover_fpr", 0.03, "CoNEXT 2014 Figure 4"},
		{"f4", "bf", 0.01, "bits_per_item", 10, "CoNEXT 2014 section 4"},
		{"f5", "ss-cf", 0, "faster_than_bf_above", 0.25, "CoNEXT 2014 section 7.2"},
		{"f5", "ss-cf", 0, "faster_than_bf_above", 0.50, "login 2013 Evaluation"},
		{"t1", "cbf", 0, "space", 4, "CoNEXT 2014 section 2.1"},
		{"t1", "cbf", 0, "space", 4, "login 2013 Introduction"},
		{"t1", "dl-cbf", 0, "space", 1.5, "CoNEXT 2014 section 1"},
		{"t1", "dl-cbf", 0, "space", 2, "login 2013 Introduction"},
		{"t1", "qf", 0, "space", 1.10, "CoNEXT 2014 section 2.1"},
		{"t1", "qf", 0, "space", 1.25, "CoNEXT 2014 section 2.1"},
		{"t3", "ss-cf", 0, "bits_per_item", 12.60, "CoNEXT 2014 section 7.1"},
		{"t3", "bf", 0, "bits_per_item", 13, "login 2013 Evaluation"},
		{"t3", "cf", 0, "bits_per_item", 12.53, "login 2013 Evaluation"},
		{"t3", "ss-cf", 0, "bits_per_item", 12.57, "login 2013 Evaluation"},
		{"t3", "bf", 0, "fpr", 0.0020, "login 2013 Evaluation"},
		{"t3", "cf", 0, "fpr", 0.0019, "login 2013 Evaluation"},
		{"t3", "ss-cf", 0, "fpr", 0.0009, "login 2013 Evaluation"},
		{"t3", "dl-cbf", 0, "load", 0.78, "CoNEXT 2014 section 7.1"},
		{"t3", "dl-cbf", 0, "load", 0.80, "CoNEXT 2014 section 7.3"},
		{"t3", "qf", 0, "load", 0.90, "CoNEXT 2014 section 7"},
		{"g4", "cf", 4, "copies", 8, "CoNEXT 2014 section 3.1"},
		{"g4", "cf", 4, "copies", 8, "CoNEXT 2014 section 6"},
		{"g4", "cf", 4, "copies", 8, "login 2013 Comparison with Bloom Filter"},
		{"s1", "cf", 0, "lines_of_code", 500, "CoNEXT 2014 section 7"},
		{"s1", "cf", 0, "lines_of_code", 500, "login 2013 Evaluation"},
		{"s1", "ss-cf", 0, "beyond_cf", 500, "CoNEXT 2014 section 7"},
		{"machine", "", 0, "clock", 2.27, "CoNEXT 2014 section 7"},
		{"machine", "", 0, "hash_time", 20, "CoNEXT 2014 section 7"},
		{"machine", "", 0, "l3_cache", 12, "CoNEXT 2014 section 7"},
		{"machine", "", 0, "l3_cache", 20, "CoNEXT 2014 section 7.2"},
		{"machine", "", 0, "memory", 32, "CoNEXT 2014 section 7"},
		{"machine", "", 0, "memory", 16, "login 2013 Evaluation"},
		{"setup", "cf", 0, "max_kicks", 500, "CoNEXT 2014 section 2.2"},
		{"setup", "cf", 0, "max_kicks", 500, "login 2013 Basic Cuckoo Hash Table"},
		{"sources", "bf", 0, "lookup_below_blk-bf", 4, "CoNEXT 2014 section 7.2"},
		{"sources", "dl-cbf", 0, "lookup_below_bf", 0.30, "CoNEXT 2014 section 7.2"},
		{"sources", "dl-cbf", 0, "positive_level_above", 0.20, "CoNEXT 2014 section 7.2"},
		{"sources", "qf", 0, "slow_above", 0.75, "CoNEXT 2014 section 2.1"},
		{"sources", "blk-bf", 0, "fpr_over_bf", 2, "CoNEXT 2014 section 7.1"},
		{"sources", "blk-bf", 0, "fpr_over_best_cf", 4, "CoNEXT 2014 section 7.1"},
		{"sources", "ss-cf", 0, "combinations", 3876, "CoNEXT 2014 section 5.2"},
		{"sources", "ss-cf", 0, "combinations", 3876, "login 2013 Optimizing Space Efficiency"},
		{"sources", "ss-cf", 0, "combinations", 3876, "blog 2019 Design"},
		{"sources", "bf", 0, "space_beyond_bound", 0.44, "CoNEXT 2014 section 2.1"},
		{"sources", "bf", 0, "space_beyond_bound", 0.44, "login 2013 Comparison with Bloom Filter"},
		{"sources", "bf", 0.25, "hashes", 2, "CoNEXT 2014 section 6"},
		{"sources", "bf", 0.01, "hashes", 7, "CoNEXT 2014 section 6"},
		{"sources", "bf", 0.25, "hashes", 2, "login 2013 Comparison with Bloom Filter"},
		{"sources", "bf", 0.01, "hashes", 7, "login 2013 Comparison with Bloom Filter"},
		{"sources", "b=2", 0, "least_space_above", 0.002, "CoNEXT 2014 section 5.1"},
		{"sources", "b=4", 0, "least_space_from", 0.00001, "CoNEXT 2014 section 5.1"},
		{"sources", "figure 2", 0, "smallest_f", 1, "CoNEXT 2014 section 4"},
		{"sources", "figure 2", 0, "smallest_f", 0, "CoNEXT 2014 Figure 2"},
	};
	struct published p = read_published();

	for (size_t i = 0; i < COUNT_OF(rows); i++)
		holds(&p, rows[i].exp, rows[i].series, rows[i].x, rows[i].metric, rows[i].value, rows[i].source);
	published_free(&p);
}
