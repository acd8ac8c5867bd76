/* SPDX-License-Identifier: MIT */
/*
 * board_others.c - how many claims a board has, by their verdicts; and what it leaves out: the claims that its run was
 * not asked for. They are no failure of the run.
 *
 *      run f5 --> claims of F5, judged | X1, H1, ... : counted, with the studies that they are of
 */
#include "harness/analysis/claims.h"

#include "harness/plan/groups.h"

#include <string.h>

size_t
board_asked(const struct board *board)
{
	return board->count - board->of_kind[VERDICT_NOT_ASKED];
}

/* The three answers stand there even if no claim has one. */
const char *
board_counts(const struct board *board, char text[BOARD_COUNTS])
{
	size_t used = (size_t)snprintf(text, BOARD_COUNTS, "%zu claim%s:", board_asked(board),
	                               board_asked(board) == 1 ? "" : "s");

	for (enum verdict_kind k = 0; k < VERDICT_NOT_ASKED; k++)
		if (k <= VERDICT_INCONCLUSIVE || board->of_kind[k] > 0)
			used += (size_t)snprintf(text + used, BOARD_COUNTS - used, "%s %zu %s", k ? "," : "",
			                         board->of_kind[k], verdict_names[k]);
	return text;
}

/* Returns whether a claim that was not asked for is of this study. */
static bool
has_other(const struct group *g, const struct board *board)
{
	bool any = false;

	for (size_t i = 0; i < board->count; i++)
		any |= board->at[i].verdict.kind == VERDICT_NOT_ASKED && group_has(g, board->at[i].experiment);
	return any;
}

const char *
board_others(const struct board *board, char text[BOARD_OTHERS])
{
	const size_t n = board->of_kind[VERDICT_NOT_ASKED];
	const char *before = ": ";

	*text = '\0';
	if (n == 0)
		return text;
	snprintf(text, BOARD_OTHERS,
	         n == 1 ? "%zu claim of another study was not asked for"
	                : "%zu claims of other studies were not asked for",
	         n);
	for (size_t g = 0; g < GROUP_everything; g++) {
		const size_t used = strlen(text);

		if (has_other(&group_all[g], board)) {
			snprintf(text + used, BOARD_OTHERS - used, "%smake %s", before, group_all[g].make);
			before = ", ";
		}
	}
	return text;
}
