/* SPDX-License-Identifier: MIT */
/*
 * summary.c - see summary.h.
 *
 *      The claims, by results/quick (quick scale)
 *      AMD EPYC, last cache 32 MiB: tables of 192 MiB, the paper's, do not fit it; the paper's machine had 12 MB.
 *      holds          less space than a Bloom filter below a rate of 3 % (A1 (ss-CF))
 *                     ε where ss-CF and Bloom cross: 3.044 % (paper: 3 %)
 *      does not hold  builds faster than all but the blocked Bloom filter (B1)
 *      ...
 *      Of 37 claims 24 hold, 6 do not, 7 are open.
 *      Do not hold: B1, B5 (paper), ...
 */
#include "harness/report/summary.h"

#include "harness/base/wrap.h"
#include "harness/plan/groups.h"
#include "harness/report/answer.h"
#include "harness/report/report_parts.h"

#include <stdlib.h>
#include <string.h>

/* Writes what decided and what the paper prints, on one line; of a long comparison its beginning. */
static void
write_number(FILE *f, const char *number, const char *printed)
{
	enum { INDENT = 15, ROOM = SUMMARY_COLUMNS - INDENT };
	const int room = ROOM - (int)strlen(printed) - (int)strlen(" (paper: )");
	int width = 0;

	if (!*number)
		return;
	fprintf(f, "%*s", INDENT, "");
	for (size_t i = 0; number[i]; i++) {
		width += (number[i] & 0xc0) != 0x80; /* characters of UTF-8 */
		if (width <= room)
			putc(number[i], f);
	}
	fprintf(f, " (paper: %s)\n", printed);
}

static void
write_headlines(FILE *f, const struct board *board, const struct published *published)
{
	char number[ANSWER_TEXT], printed[ANSWER_TEXT];

	for (size_t i = 0; i < HEADLINES; i++) {
		const struct judged *j = answer_judged(board, &headlines[i]);

		if (!j)
			continue;
		fprintf(f, "%-15s%s (%s)\n", answer_words[j->verdict.kind], headlines[i].says, headlines[i].id);
		write_number(f, answer_number(j, number), answer_printed(&headlines[i], published, printed));
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

static void
write_machine(FILE *f, const struct run_data *d)
{
	char line[ANSWER_TEXT];

	wrap_write(f, answer_machine(d, line), 0, 2, SUMMARY_COLUMNS);
}

void
summary_write(FILE *f, struct run_data *d, struct failure *failure)
{
	const struct published *published = run_data_printed(d, failure);
	const struct board *board = run_data_board(d);
	const size_t *of = board->of_kind;

	fprintf(f, "The claims, by %s (%s scale)\n", d->dir ? d->dir : "these samples", scale_names[d->scale]);
	write_machine(f, d);
	write_headlines(f, board, published);
	if (board_asked(board) == 0) {
		fputs("No claim rests on what this run was asked for.\n", f);
		return;
	}
	fprintf(f, "Of %zu claims that this run was asked for, %zu hold, %zu do not, %zu are open,\n",
	        board_asked(board), of[VERDICT_CONFIRMED], of[VERDICT_CONTRADICTED], of[VERDICT_INCONCLUSIVE]);
	fprintf(f, "%zu of a larger scale, %zu not measured; %zu must hold and do, %zu only count.\n",
	        of[VERDICT_LARGER_SCALE], of[VERDICT_NOT_RUN], of[VERDICT_CONSTRUCTED], of[VERDICT_COUNTED]);
	write_ids(f, board, VERDICT_CONTRADICTED, "Do not hold");
	write_ids(f, board, VERDICT_INCONCLUSIVE, "Open");
	fprintf(f, "Why, and with which numbers: cuckoobench claims %s\n", d->dir ? d->dir : "DIR");
}

/* --- in one line -------------------------------------------------------------------------------------------------- */

/* Marks the members of a group as named, if there are several, all were asked for, and some have no name yet. Returns
 * whether it did. */
static bool
take_group(const struct group *g, const bool asked[EXPERIMENTS], bool named[EXPERIMENTS])
{
	size_t members = 0, more = 0;

	for (size_t i = 0; experiment_all[i]; i++) {
		if (!group_has(g, experiment_all[i]))
			continue;
		if (!asked[i])
			return false;
		members++;
		more += !named[i];
	}
	for (size_t i = 0; more && members > 1 && experiment_all[i]; i++)
		named[i] |= group_has(g, experiment_all[i]);
	return more && members > 1;
}

/* "@paper x1 x2": the experiments that were asked for, by the groups that they make up. */
static void
write_asked(FILE *f, const bool asked[EXPERIMENTS])
{
	bool named[EXPERIMENTS] = {false};
	const char *before = "";

	for (size_t n = 0; n < GROUPS; n++) {
		const struct group *g = &group_all[(GROUP_everything + n) % GROUPS]; /* that first */

		if (take_group(g, asked, named)) {
			fprintf(f, "%s%s", before, g->name);
			before = " ";
		}
	}
	for (size_t i = 0; experiment_all[i]; i++)
		if (asked[i] && !named[i]) {
			fprintf(f, "%s%s", before, experiment_all[i]->id);
			before = " ";
		}
}

void
summary_line(FILE *f, struct run_data *d)
{
	const struct store *store = &d->samples->store;
	const struct cells cells = report_cells_of(store);
	char counts[BOARD_COUNTS], cpu[FACT_TEXT];

	write_asked(f, store->asked);
	fprintf(f, ", %s, %s: %s", scale_names[d->scale], fact_text(run_data_fact(d, "machine", "cpu"), cpu),
	        board_counts(run_data_board(d), counts));
	if (cells.timed > 0)
		fprintf(f, "; noise: %zu of %zu cells disturbed", cells.noisy, cells.timed);
	fputc('\n', f);
}
