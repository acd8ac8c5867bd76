/* SPDX-License-Identifier: MIT */
/*
 * command_claims.c - `cuckoobench claims [DIR]`: the board in text, or as JSON.
 *
 *      40 claims: 23 confirmed, 6 contradicted, ...
 *      The paper's claims by the data of results/full, scale full
 *
 *      A2            confirmed            Tables fill to 50, 84, 95 and 98 % with b = 1, 2, 4 and 8 entries
 *                                         per bucket.
 *          α with b=1 (50 % printed): 50.61 % [50.5, 50.7], n=10; ...
 *          margin: ...
 *          likely: the paragraph of a contradicted or inconclusive claim
 *
 * --verdict chooses among the claims; --brief has the first line of each alone, cut at the window's edge.
 */
#include "harness/analysis/run_data.h"
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/base/nearest.h"
#include "harness/base/terminal.h"
#include "harness/base/wrap.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ID_WIDTH = 15, VERDICT_WIDTH = 21, INDENT = 4 };

/* --- which claims ------------------------------------------------------------------------------------------------- */

/* The first n characters of a name, as a word: with hyphens for its blanks. */
static const char *
hyphened(const char *name, size_t n, char word[VERDICT_WORD])
{
	snprintf(word, VERDICT_WORD, "%.*s", (int)n, name);
	for (char *c = word; *c; c++)
		*c = *c == ' ' ? '-' : *c;
	return word;
}

const char *
verdict_word(enum verdict_kind kind, char word[VERDICT_WORD])
{
	return hyphened(verdict_names[kind], strlen(verdict_names[kind]), word);
}

static int
no_verdict(const char *name, struct failure *f)
{
	char word[VERDICT_KINDS][VERDICT_WORD], all[VERDICT_KINDS * (VERDICT_WORD + 2)] = "";
	struct nearest guess = nearest_of(name);

	for (enum verdict_kind k = 0; k < VERDICT_KINDS; k++) {
		nearest_offer(&guess, verdict_word(k, word[k]));
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k ? ", " : "", word[k]);
	}
	return failed(f, STATUS_USAGE, "--verdict '%s': not one of %s%s", name, all, nearest_hint(&guess, ""));
}

/* Chooses the verdicts of a list, in which a name may have its blanks or hyphens for them. NULL: all but those that
 * boards leave out. */
static int
choose_verdicts(const char *list, bool chosen[VERDICT_KINDS], struct failure *f)
{
	char name[VERDICT_WORD], word[VERDICT_WORD];

	for (enum verdict_kind k = 0; k < VERDICT_KINDS; k++)
		chosen[k] = !list && k != VERDICT_NOT_ASKED;
	for (const char *at = list; at; at = *at ? at + 1 : NULL) {
		const size_t n = strcspn(at, ",");
		enum verdict_kind k = 0;

		hyphened(at, n, name);
		while (k < VERDICT_KINDS && strcmp(verdict_word(k, word), name) != 0)
			k++;
		if (k == VERDICT_KINDS)
			return no_verdict(name, f);
		chosen[k] = true;
		at += n;
	}
	return STATUS_DONE;
}

/* --- the board ---------------------------------------------------------------------------------------------------- */

static void
print_part(const char *heading, const char *text)
{
	if (!text || !*text)
		return;
	printf("%*s%s", INDENT, "", heading);
	wrap_write(stdout, text, INDENT + wrap_width(heading, strlen(heading)), INDENT,
	           terminal_columns(STDOUT_FILENO));
}

static void
print_judged(const struct judged *j)
{
	printf("%-*s%-*s", ID_WIDTH, j->claim->id, VERDICT_WIDTH, verdict_names[j->verdict.kind]);
	terminal_write(j->claim->says, ID_WIDTH + VERDICT_WIDTH);
	print_part("", j->verdict.numbers);
	print_part("margin: ", j->verdict.margin);
	print_part("likely: ", j->paragraph);
	putchar('\n');
}

/* One line, which ends in dots where the window ends. */
static void
print_brief(const struct judged *j)
{
	const int columns = terminal_columns(STDOUT_FILENO);
	char *line, *end;
	int width = 0;

	memory_needed(asprintf(&line, "%-*s%-*s%s", ID_WIDTH, j->claim->id, VERDICT_WIDTH,
	                       verdict_names[j->verdict.kind], j->claim->says) >= 0);
	if (wrap_width(line, strlen(line)) <= columns) {
		puts(line);
	} else {
		for (end = line; width < columns - 2; end++)
			width += ((unsigned char)*end & 0xc0) != 0x80;
		printf("%.*s...\n", (int)(end - 1 - line), line);
	}
	free(line);
}

static void
print_board(const struct board *board, const struct run_data *d, const bool chosen[VERDICT_KINDS], bool brief)
{
	char text[GIVEN_UP_TEXT], others[BOARD_OTHERS], counts[BOARD_COUNTS];

	terminal_line("%s", board_counts(board, counts));
	terminal_line("The paper's claims by the data of %s, scale %s", d->dir, scale_names[d->scale]);
	if (*board_others(board, others))
		terminal_line("%s", others);
	if (given_up_any(&board->given_up))
		terminal_line("%s", given_up_text(&board->given_up, text));
	putchar('\n');
	for (size_t i = 0; i < board->count; i++)
		if (chosen[board->at[i].verdict.kind])
			(brief ? print_brief : print_judged)(&board->at[i]);
}

static void
print_separation(const struct board *board)
{
	char text[SEPARATION_TEXT], line[SEPARATION_TEXT + 8];

	terminal_line("The least difference between two filters that this run separates, four times in five");
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
	const struct board *board;
	bool chosen[VERDICT_KINDS];
	struct run_data d;
	int status = choose_verdicts(o->verdicts, chosen, f);

	if (status == STATUS_DONE && o->json && (o->verdicts || o->brief))
		status = failed(f, STATUS_USAGE, "--json: has every verdict, so not with --%s",
		                o->verdicts ? "verdict" : "brief");
	if (status != STATUS_DONE || (status = run_data_load(&d, folder_of(o, o->arguments[0]), f)) != STATUS_DONE)
		return status;
	tell_unfinished(&d);
	board = run_data_board(&d);
	if (!o->json) {
		print_board(board, &d, chosen, o->brief);
		if (!o->verdicts && !o->brief) {
			print_separation(board);
			print_disagreements(&d);
		}
	} else if (board_write_json(board, stdout) != 0) {
		status = failed(f, STATUS_FAILED, "standard output: %s", strerror(errno));
	}
	if (status == STATUS_DONE)
		status = claims_status_of(board, o->fail_on, f);
	run_data_free(&d);
	return status;
}
