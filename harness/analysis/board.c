/* SPDX-License-Identifier: MIT */
/* board.c - the board of all verdicts: its order, the paragraphs and warnings, and claims.json. */
#include "harness/analysis/claims.h"
#include "harness/analysis/judge_parts.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char claims_lack_runs[] = "There are too few repetitions for intervals, which take three processes. The medians "
				"shown decide nothing, and no cause in the filters need be sought.";

/* Sort key of an id. The paper's come first, A before B before S, each by number; then this suite's. The control, which
 * is not a claim, is last. */
static long
place_of(const char *id)
{
	enum { LETTER = 1000 };
	static const char letters[] = "ABSLXHKPGTC"; /* others follow */
	char *end;
	const long n = strtol(id + 1, &end, 10);

	return (end == id + 1 ? (long)sizeof letters : (long)strcspn(letters, (char[]){*id, 0})) * LETTER + n;
}

/* Among equals the experiment that reports show first, and its claim that stands first, come first. */
static int
compare_judged(const void *a, const void *b)
{
	const struct judged *p = a, *q = b;
	const long x = place_of(p->claim->id), y = place_of(q->claim->id);
	const size_t s = experiment_index(p->experiment->id), t = experiment_index(q->experiment->id);

	if (x != y)
		return x < y ? -1 : 1;
	return s != t ? (s > t) - (s < t) : (p->claim > q->claim) - (p->claim < q->claim);
}

static const char *
paragraph_of(const struct judged *j)
{
	switch (j->verdict.kind) {
	case VERDICT_CONTRADICTED:
	case VERDICT_COUNTED:
		return j->claim->if_contradicted;
	case VERDICT_INCONCLUSIVE:
		return j->verdict.lacks_runs ? claims_lack_runs : j->claim->if_inconclusive;
	default:
		return NULL;
	}
}

/* If the control separated a filter from itself, adds a warning to every verdict on speed. */
static void
warn_of_control(struct board *board)
{
	bool separated = false;

	for (size_t i = 0; i < board->count; i++)
		separated |= board->at[i].experiment->control && board->at[i].verdict.kind == VERDICT_CONTRADICTED;
	for (size_t i = 0; separated && i < board->count; i++) {
		struct judged *j = &board->at[i];

		if (j->experiment->timed && !j->experiment->control && j->verdict.kind != VERDICT_NOT_RUN &&
		    j->verdict.kind != VERDICT_NOT_ASKED)
			judge_append(j->verdict.margin, sizeof j->verdict.margin, "; ",
			             "in this run the control, one filter against itself, came out separated: see A/A");
	}
}

/* The paper's claims concern random keys, so a run on other keys does not test them. It does test the control, which
 * compares one filter with itself. */
static void
judge_one(const struct run_data *d, struct judged *j)
{
	if (!d->samples->store.asked[experiment_index(j->experiment->id)])
		j->verdict.kind = VERDICT_NOT_ASKED;
	else if (*d->samples->keys && j->experiment->keys == KEYS_OWN && !j->experiment->control)
		snprintf(j->verdict.numbers, sizeof j->verdict.numbers,
		         "this run has %s, where the claim is of random ones", d->samples->keys);
	else
		judge_claim(d, j->claim, &j->verdict, NULL);
	j->paragraph = paragraph_of(j);
}

void
board_make(struct board *board, const struct run_data *d)
{
	*board = (struct board){.given_up = d->samples->given_up};
	for (size_t e = 0; experiment_all[e]; e++) {
		board->separates[e] = separation_of(d, experiment_all[e]);
		for (const struct claim *c = experiment_all[e]->claims; c && c->id; c++) {
			board->at = memory_grown(board->at, board->count, sizeof *board->at);
			board->at[board->count++] = (struct judged){
				.claim = c, .experiment = experiment_all[e], .verdict.kind = VERDICT_NOT_RUN};
		}
	}
	qsort(board->at, board->count, sizeof *board->at, compare_judged);
	for (size_t i = 0; i < board->count; i++) {
		judge_one(d, &board->at[i]);
		board->of_kind[board->at[i].verdict.kind]++;
	}
	warn_of_control(board);
}

void
board_free(struct board *board)
{
	free(board->at);
	*board = (struct board){0};
}

/* Splits the lines of a text into a JSON array. */
static json_t *
lines_json(const char *text)
{
	json_t *all = json_array();

	while (all && *text) {
		size_t n = strcspn(text, "\n");

		if (json_array_append_new(all, json_stringn(text, n)) != 0) {
			json_decref(all);
			return NULL;
		}
		text += n + (text[n] != '\0');
	}
	return all;
}

static json_t *
judged_json(const struct judged *j)
{
	return json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s,s:s?,s:o}", "id", j->claim->id, "claim", j->claim->says,
	                 "source", j->claim->source, "experiment", j->experiment->id, "predicate", j->claim->predicate,
	                 "verdict", verdict_names[j->verdict.kind], "numbers", j->verdict.numbers, "margin",
	                 j->verdict.margin, "paragraph", j->paragraph, "relations", lines_json(j->verdict.relations));
}

/* By experiment: the least difference that the run separates, as a share, and what it follows from. */
static json_t *
separates_json(const struct board *board)
{
	json_t *all = json_object();

	for (size_t e = 0; experiment_all[e]; e++) {
		const struct separation *s = &board->separates[e];

		if (s->pairs > 0 && isfinite(s->least))
			json_object_set_new(all, experiment_all[e]->id,
			                    json_pack("{s:f,s:f,s:I}", "difference", s->least, "spread", s->spread,
			                              "repetitions", (json_int_t)s->repetitions));
	}
	return all;
}

int
board_write_json(const struct board *board, FILE *f)
{
	json_t *claims = json_array(), *counts = json_object(), *all;
	char text[GIVEN_UP_TEXT];
	bool complete = true;
	int status;

	for (size_t i = 0; i < board->count; i++)
		complete &= json_array_append_new(claims, judged_json(&board->at[i])) == 0;
	for (int k = 0; k < VERDICT_KINDS; k++)
		json_object_set_new(counts, verdict_names[k], json_integer((json_int_t)board->of_kind[k]));
	all = json_pack("{sososo}", "claims", claims, "verdicts", counts, "separates", separates_json(board));
	if (given_up_any(&board->given_up))
		json_object_set_new(all, "given_up", json_string(given_up_text(&board->given_up, text)));
	if (!all || !complete) {
		json_decref(all);
		errno = ENOMEM;
		return -1;
	}
	status = json_dumpf(all, f, JSON_INDENT(2));
	json_decref(all);
	return status != 0 || fputc('\n', f) == EOF || ferror(f) ? -1 : 0;
}

int
claims_write(struct run_data *d, struct failure *f)
{
	struct files_new new;

	if (files_begin(&new, "%s/claims.json", d->dir) && board_write_json(run_data_board(d), new.stream) != 0) {
		files_abandon(&new);
		return failed_at(f, STATUS_FAILED, new.path);
	}
	return files_finish(&new, STATUS_FAILED, f);
}
