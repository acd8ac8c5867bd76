/* SPDX-License-Identifier: MIT */
/* answer.c - see answer.h. */
#include "harness/report/answer.h"

#include "harness/analysis/published.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

const struct headline headlines[HEADLINES] = {
	{"B8", "faster lookups than a Bloom filter, at any share of hits", "Figure 5"},
	{"A1 (ss-CF)", "less space than a Bloom filter below a rate of 3 %", "Figure 4"},
	{"A13", "no false negatives, and keys can be deleted", "section 1"},
	{"B13", "the fastest deletions, at every load", "Figure 8"},
	{"B1", "builds faster than all but the blocked Bloom filter", "Table 3"},
};

const char *const answer_words[VERDICT_KINDS] = {
	[VERDICT_CONFIRMED] = "holds",           [VERDICT_CONTRADICTED] = "does not hold",
	[VERDICT_INCONCLUSIVE] = "open",         [VERDICT_NOT_RUN] = "not measured",
	[VERDICT_LARGER_SCALE] = "larger scale", [VERDICT_NOT_ASKED] = "not asked",
	[VERDICT_CONSTRUCTED] = "holds",         [VERDICT_COUNTED] = "counted",
};

const struct judged *
answer_judged(const struct board *board, const struct headline *h)
{
	for (size_t i = 0; i < board->count; i++)
		if (strcmp(board->at[i].claim->id, h->id) == 0)
			return board->at[i].verdict.kind == VERDICT_NOT_ASKED ? NULL : &board->at[i];
	return NULL;
}

const char *
answer_number(const struct judged *j, char text[ANSWER_TEXT])
{
	const char *numbers = j->verdict.numbers, *part = strncmp(numbers, "of ", 3) == 0 && strstr(numbers, "; ")
	                                                          ? strstr(numbers, "; ") + 2
	                                                          : numbers;
	size_t n = strcspn(part, "[;");

	*text = '\0';
	if (j->verdict.kind != VERDICT_CONFIRMED && j->verdict.kind != VERDICT_CONTRADICTED &&
	    j->verdict.kind != VERDICT_CONSTRUCTED)
		return text;
	while (n && strchr(" ,", part[n - 1]))
		n--;
	snprintf(text, ANSWER_TEXT, "%.*s", (int)n, part);
	return text;
}

static const struct published_value *
printed_of(const struct published *p, const char *exp, const char *series, const char *metric)
{
	return published_next(p, exp, "", series, 0, metric, NULL);
}

/* B1's first comparison is that of CF with BF, whose rates Table 3 prints. A1's rate stands in Figure 4. */
const char *
answer_printed(const struct headline *h, const struct published *p, char text[ANSWER_TEXT])
{
	const struct published_value *cf = printed_of(p, "t3", "cf", "construction"),
				     *bf = printed_of(p, "t3", "bf", "construction"),
				     *rate = printed_of(p, "f4", "crossover", "crossover_fpr");

	snprintf(text, ANSWER_TEXT, "%s", h->figure);
	if (strcmp(h->id, "B1") == 0 && cf && bf)
		snprintf(text, ANSWER_TEXT, "CF/BF %.2fx", cf->value / bf->value);
	else if (strcmp(h->id, "A1 (ss-CF)") == 0 && rate)
		snprintf(text, ANSWER_TEXT, "%.0f %%", 100 * rate->value);
	else if (strcmp(h->id, "A13") == 0)
		snprintf(text, ANSWER_TEXT, "none");
	return text;
}

static double
last_cache(const struct run_data *d)
{
	return json_number_value(json_object_get(run_data_fact(d, "machine", "caches"), "L3"));
}

/* m = 2^25 buckets of four 12-bit fingerprints. */
static const double paper_table = (double)(UINT64_C(6) << 25);

/* Of the run's lives; 0: it has none. */
static double
table_bytes(const struct run_data *d)
{
	const struct store *store = &d->samples->store;

	for (size_t i = 0; i < store->count; i++)
		if (label_is_of(store->at[i].cell, "life"))
			return (double)label_number(store->at[i].cell, "bytes");
	return 0;
}

bool
answer_in_cache(const struct run_data *d)
{
	const double bytes = table_bytes(d);

	return bytes > 0 && last_cache(d) >= bytes;
}

enum { TABLES_TEXT = 80 };

/* ": tables of 192 MiB, the paper's, do not fit it"; nothing of a run without lives. */
static const char *
tables_beside_cache(const struct run_data *d, char text[TABLES_TEXT])
{
	const double bytes = table_bytes(d), mib = 1 << 20;
	const char *fit = last_cache(d) <= 0 ? "may fit the last one" : answer_in_cache(d) ? "FIT it" : "do not fit it";

	if (bytes <= 0)
		return "";
	if (bytes < mib)
		snprintf(text, TABLES_TEXT, ": tables of %.0f KiB (the paper's: 192 MiB) %s", bytes / 1024, fit);
	else
		snprintf(text, TABLES_TEXT, ": tables of %.0f MiB%s %s", bytes / mib,
		         bytes == paper_table ? ", the paper's," : " (the paper's: 192 MiB)", fit);
	return text;
}

const char *
answer_machine(const struct run_data *d, char text[ANSWER_TEXT])
{
	char name[FACT_TEXT], caches[80], tables[TABLES_TEXT];
	const char *cpu = fact_text(run_data_fact(d, "machine", "cpu"), name);

	if (last_cache(d) > 0)
		snprintf(caches, sizeof caches, "last cache %.0f MiB", last_cache(d) / (1 << 20));
	else
		snprintf(caches, sizeof caches, "which does not tell how large its caches are");
	snprintf(text, ANSWER_TEXT, "%s, %s%s; the paper's machine had 12 MB.", cpu, caches,
	         tables_beside_cache(d, tables));
	return text;
}
