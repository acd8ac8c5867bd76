/* SPDX-License-Identifier: MIT */
/*
 * command_claims.c - `cuckoobench claims [DIR]`: the board in text, or as JSON.
 *
 *      A2            confirmed            Tables fill to 50, 84, 95 and 98 % with b = 1, 2, 4 and 8 entries
 *                                         per bucket.
 *          α with b=1 (50 % printed): 50.61 % [50.5, 50.7], n=10; ...
 *          margin: ...
 *          likely: the paragraph of a contradicted or inconclusive claim
 */
#include "harness/analysis/run_data.h"
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/base/wrap.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 100, ID_WIDTH = 15, VERDICT_WIDTH = 21, INDENT = 4 };

static void
print_part(const char *heading, const char *text)
{
	if (!text || !*text)
		return;
	printf("%*s%s", INDENT, "", heading);
	wrap_write(stdout, text, INDENT + wrap_width(heading, strlen(heading)), INDENT, COLUMNS);
}

static void
print_judged(const struct judged *j)
{
	printf("%-*s%-*s", ID_WIDTH, j->claim->id, VERDICT_WIDTH, verdict_names[j->verdict.kind]);
	wrap_write(stdout, j->claim->says, ID_WIDTH + VERDICT_WIDTH, ID_WIDTH + VERDICT_WIDTH, COLUMNS);
	print_part("", j->verdict.numbers);
	print_part("margin: ", j->verdict.margin);
	print_part("likely: ", j->paragraph);
	putchar('\n');
}

static void
print_board(const struct board *board, enum scale scale, const char *dir)
{
	char text[GIVEN_UP_TEXT], others[BOARD_OTHERS], counts[VERDICT_KINDS * 32];
	size_t used;

	printf("The paper's claims by the data of %s, scale %s\n\n", dir, scale_names[scale]);
	if (given_up_any(&board->given_up)) {
		wrap_write(stdout, given_up_text(&board->given_up, text), 0, 0, COLUMNS);
		putchar('\n');
	}
	for (size_t i = 0; i < board->count; i++)
		if (board->at[i].verdict.kind != VERDICT_NOT_ASKED)
			print_judged(&board->at[i]);
	used = (size_t)snprintf(counts, sizeof counts, "%zu claims:", board_asked(board));
	for (int k = 0; k < VERDICT_NOT_ASKED && used < sizeof counts; k++)
		used += (size_t)snprintf(counts + used, sizeof counts - used, "%s %zu %s", k ? "," : "",
		                         board->of_kind[k], verdict_names[k]);
	wrap_write(stdout, counts, 0, 0, COLUMNS);
	wrap_write(stdout, board_others(board, others), 0, 0, COLUMNS);
}

static void
print_separation(const struct board *board)
{
	char text[SEPARATION_TEXT], line[SEPARATION_TEXT + 8];

	puts("\nThe least difference between two filters that this run separates, four times in five");
	for (size_t e = 0; experiment_all[e]; e++)
		if (board->separates[e].pairs > 0) {
			snprintf(line, sizeof line, "%s: %s", experiment_all[e]->id,
			         separation_text(&board->separates[e], text));
			print_part("", line);
		}
}

static void
print_disagreements(struct run_data *d)
{
	struct failure unknown = {.status = STATUS_DONE};
	struct disagreement *at;
	size_t count;

	if (!files_at_home())
		return;
	if (disagreements_make(&at, &count, d, &unknown) != STATUS_DONE) {
		(void)failure_told(&unknown);
		return;
	}
	puts("\nWhere the sources disagree with themselves");
	for (size_t i = 0; i < count; i++) {
		const struct published_value *first = at[i].first, *second = at[i].second;
		char *text, here[64] = "no value here";

		if (!isnan(at[i].measured))
			snprintf(here, sizeof here, "here %.4g, nearer to %s", at[i].measured,
			         at[i].nearer == 1   ? "the first"
			         : at[i].nearer == 2 ? "the second"
			                             : "neither");
		if (asprintf(&text, "%s, %s%s%s (%s): %g in %s, %g in %s; %s", first->exp, first->series,
		             *first->series ? ", " : "", first->metric, first->unit, first->value, first->source,
		             second->value, second->source, here) < 0)
			break;
		print_part("", text);
		free(text);
	}
	free(at);
}

/* --fail-on names the least bad verdict that fails; so "inconclusive" fails on contradicted claims, too. If nothing was
 * judged, it fails. */
static int
claims_status_of(const struct board *board, const char *fail_on, struct failure *f)
{
	const size_t *of = board->of_kind;
	const bool contradicted = of[VERDICT_CONTRADICTED] > 0, open = of[VERDICT_INCONCLUSIVE] > 0;

	if (!fail_on)
		return STATUS_DONE;
	if (!contradicted && !open && of[VERDICT_CONFIRMED] + of[VERDICT_CONSTRUCTED] == 0)
		return failed(f, STATUS_CONTRADICTED, "--fail-on: no claim was judged");
	if (contradicted || (open && strcmp(fail_on, verdict_names[VERDICT_INCONCLUSIVE]) == 0))
		return failed(f, STATUS_CONTRADICTED, "%s", ""); /* the board says which */
	return STATUS_DONE;
}

int
command_claims(const struct options *o, struct failure *f)
{
	const char *dir = folder_of(o, o->arguments[0]);
	const struct board *board;
	struct run_data d;
	int status = run_data_load(&d, dir, f);

	if (status != STATUS_DONE)
		return status;
	tell_unfinished(&d);
	board = run_data_board(&d);
	if (!o->json) {
		print_board(board, d.scale, dir);
		print_separation(board);
		print_disagreements(&d);
	} else if (board_write_json(board, stdout) != 0) {
		status = failed(f, STATUS_FAILED, "standard output: %s", strerror(errno));
	}
	if (status == STATUS_DONE)
		status = claims_status_of(board, o->fail_on, f);
	run_data_free(&d);
	return status;
}
