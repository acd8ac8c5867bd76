/* SPDX-License-Identifier: MIT */
/*
 * summary.c - see summary.h.
 *
 *      The claims, by results/quick (quick scale)
 *      holds          less space than a Bloom filter below a rate of 3 % (A1 (ss-CF))
 *                       ss-CF's bits over Bloom's, f=9 to 18: 0.814 to 0.953x
 *      does not hold  second in construction, behind the blocked Bloom filter alone (B1)
 *      ...
 *      Of 37 claims 24 hold, 6 do not, 7 are open.
 *      Do not hold: B1, B5 (paper), ...
 *      This machine: its last cache has 32 MiB, the paper's 12 MB; the paper's tables have 192 MiB.
 */
#include "harness/report/summary.h"

#include "harness/base/wrap.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the paper's abstract and section 1 promise, in a few words each, and the claims that hold it; and Table 3's
 * ranking. */
static const struct headline {
	const char *id, *says;
} headlines[] = {
	{"B8", "faster lookups than a Bloom filter, at any share of hits"},
	{"A1 (ss-CF)", "less space than a Bloom filter below a rate of 3 %"},
	{"A13", "no false negatives, and keys can be deleted"},
	{"B13", "the fastest deletions, at every load"},
	{"B1", "builds faster than all but the blocked Bloom filter"},
};

/* The words of verdicts. */
static const char *const words[VERDICT_KINDS] = {
	[VERDICT_CONFIRMED] = "holds",      [VERDICT_CONTRADICTED] = "does not hold", [VERDICT_INCONCLUSIVE] = "open",
	[VERDICT_NOT_RUN] = "not measured", [VERDICT_LARGER_SCALE] = "larger scale",  [VERDICT_NOT_ASKED] = "not asked",
};

static const struct judged *
find_judged(const struct board *board, const char *id)
{
	for (size_t i = 0; i < board->count; i++)
		if (strcmp(board->at[i].claim->id, id) == 0)
			return &board->at[i];
	return NULL;
}

/* Writes what decided, without intervals: the first part that has a number, which fails if any does. */
static void
write_number(FILE *f, const char *numbers)
{
	enum { INDENT = 17, ROOM = SUMMARY_COLUMNS - INDENT };
	const char *part =
		strncmp(numbers, "of ", 3) == 0 && strstr(numbers, "; ") ? strstr(numbers, "; ") + 2 : numbers;
	size_t n = strcspn(part, "[;");
	int width = 0;

	while (n && strchr(" ,", part[n - 1]))
		n--;
	if (n == 0)
		return;
	fprintf(f, "%*s", INDENT, "");
	for (size_t i = 0; i < n && width < ROOM; i++) {
		width += (part[i] & 0xc0) != 0x80; /* characters of UTF-8 */
		if (width < ROOM)
			putc(part[i], f);
	}
	putc('\n', f);
}

static void
write_headlines(FILE *f, const struct board *board)
{
	for (size_t i = 0; i < sizeof headlines / sizeof *headlines; i++) {
		const struct judged *j = find_judged(board, headlines[i].id);

		if (!j || j->verdict.kind == VERDICT_NOT_ASKED)
			continue;
		fprintf(f, "%-15s%s (%s)\n", words[j->verdict.kind], headlines[i].says, headlines[i].id);
		if (j->verdict.kind == VERDICT_CONFIRMED || j->verdict.kind == VERDICT_CONTRADICTED)
			write_number(f, j->verdict.numbers);
	}
}

/* "Do not hold: B1, B5 (paper)." */
static void
write_ids(FILE *f, const struct board *board, enum verdict_kind kind, const char *heading)
{
	char *text = NULL;
	size_t size = 0, n = 0;
	FILE *line = open_memstream(&text, &size);

	if (!line)
		return;
	fputs(heading, line);
	for (size_t i = 0; i < board->count; i++)
		if (board->at[i].verdict.kind == kind)
			fprintf(line, "%s%s", n++ ? ", " : ": ", board->at[i].claim->id);
	if (fclose(line) == 0 && n)
		wrap_write(f, text, 0, 2, SUMMARY_COLUMNS);
	free(text);
}

/* The paper's tables, 192 MiB, do not fit a last cache of 12 MB. Where they do here, speeds are a cache's. */
static void
write_machine(FILE *f, const struct run_data *d)
{
	static const double table = (double)(UINT64_C(6) << 25), mib = 1 << 20;
	const json_t *cpu = run_data_fact(d, "machine", "cpu"), *caches = run_data_fact(d, "machine", "caches");
	const double last = json_number_value(json_object_get(caches, "L3"));
	char name[FACT_TEXT], *line;

	if (asprintf(&line,
	             "%s, last cache %.0f MiB: the paper's tables of 192 MiB %s it; the paper's machine had 12 MB.",
	             fact_text(cpu, name), last / mib, last >= table ? "FIT" : "do not fit") < 0)
		return;
	if (last > 0)
		wrap_write(f, line, 0, 2, SUMMARY_COLUMNS);
	free(line);
}

void
summary_write(FILE *f, struct run_data *d)
{
	const struct board *board = run_data_board(d);
	const size_t *of = board->of_kind;

	fprintf(f, "The claims, by %s (%s scale)\n", d->dir ? d->dir : "these samples", scale_names[d->scale]);
	write_machine(f, d);
	write_headlines(f, board);
	fprintf(f, "Of %zu claims that this run was asked for, %zu hold, %zu do not, %zu are open,\n",
	        board_asked(board), of[VERDICT_CONFIRMED], of[VERDICT_CONTRADICTED], of[VERDICT_INCONCLUSIVE]);
	fprintf(f, "%zu of a larger scale, %zu not measured.\n", of[VERDICT_LARGER_SCALE], of[VERDICT_NOT_RUN]);
	write_ids(f, board, VERDICT_CONTRADICTED, "Do not hold");
	write_ids(f, board, VERDICT_INCONCLUSIVE, "Open");
	fprintf(f, "Why, and with which numbers: cuckoobench claims %s\n", d->dir ? d->dir : "DIR");
}
