/* SPDX-License-Identifier: MIT */
/*
 * report_answer.c - the first screen of the page: the answer (answer.h), before what was run where.
 *
 *      this machine beside the paper's
 *      headline   verdict, number here, number there        one line a promise
 *      of so many claims hold, do not hold (each with a sentence why), are open
 *      Table 3, the paper's beside ours | Figure 5
 */
#include "harness/report/answer.h"

#include "harness/analysis/reduce.h"
#include "harness/report/format.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"

#include <string.h>

/* A claim's name, which leads to where it is told in full. */
static void
write_claim(const struct report *r, const struct judged *j)
{
	char id[PAGE_ID];

	if (run_data_points(r->run, j->experiment)->count > 0)
		html(r->f, "<a href=\"#%s\">%s</a>", page_claim_id(id, j->claim->id), j->claim->id);
	else
		html(r->f, "%s", j->claim->id);
}

static void
write_headline(const struct report *r, const struct headline *h, const struct judged *j)
{
	char number[ANSWER_TEXT], printed[ANSWER_TEXT];

	html(r->f, "<li>");
	page_verdict(r->f, j->verdict.kind);
	html(r->f, " <b>%s</b> (", h->says);
	write_claim(r, j);
	html(r->f, ")");
	if (*answer_number(j, number))
		html(r->f, ": here %s", number);
	html(r->f, "; the paper: %s", answer_printed(h, r->printed, printed));
	html(r->f, "</li>\n");
}

/* The first sentence of why a claim does not hold; a point in a number ends none. */
static void
write_reason(FILE *f, const char *paragraph)
{
	const char *end = paragraph ? strstr(paragraph, ". ") : NULL;

	if (paragraph)
		html(f, ": %.*s", end ? (int)(end - paragraph) + 1 : (int)strlen(paragraph), paragraph);
}

static void
write_claims(const struct report *r, const struct board *board, enum verdict_kind kind, const char *title, bool why)
{
	if (board->of_kind[kind] == 0)
		return;
	html(r->f, why ? "<p>%s:</p>\n<ul>\n" : "<p>%s: ", title);
	for (size_t i = 0, n = 0; i < board->count; i++) {
		const struct judged *j = &board->at[i];

		if (j->verdict.kind != kind)
			continue;
		html(r->f, why ? "<li>" : n ? ", " : "");
		write_claim(r, j);
		n++;
		if (!why)
			continue;
		html(r->f, " (%.*s)", (int)strlen(j->claim->says) - 1, j->claim->says); /* without its full stop */
		write_reason(r->f, j->paragraph);
		html(r->f, "</li>\n");
	}
	html(r->f, why ? "</ul>\n" : ".</p>\n");
}

/* --- Table 3, Figure 5 -------------------------------------------------------------------------------------- */

static const struct column {
	const char *metric, *title;
	double unit; /* of which it is printed in multiples */
	int decimals;
} columns[] = {
	{"items", "Items, million", 1e6, 2},
	{"bits_per_item", "Bits per item", 1, 2},
	{"fpr", "False positives, %", 0.01, 2},
	{"construction", "Construction, M/s", 1, 2},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void
add_number(struct page_table *t, bool ours, double value, const struct column *c)
{
	char text[FORMAT_TEXT];

	snprintf(text, sizeof text, "%.*f", c->decimals, value / c->unit);
	page_add(t, ours ? "|.ours %s" : "|%s", text);
}

static void
write_table(const struct report *r)
{
	static const char *const filters[] = {"cf", "ss-cf", "bf", "blk-bf", "qf", "dl-cbf"};
	struct points *points = run_data_points(r->run, experiment_find("t3"));
	struct page_table t;

	if (!points_find(points, "", "cf", 0, "construction"))
		return;
	page_table(&t, r->f, "answer", "table", "numbers",
	           "Table 3, the paper's numbers and ours. Speeds are of another machine: compare them within a "
	           "column.|Filter");
	for (size_t c = 0; c < COLUMNS; c++) {
		page_add(&t, "|%s: paper|here", columns[c].title);
	}
	for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
		page_row(&t, "%s", filter_find(filters[i])->title);
		for (size_t c = 0; c < COLUMNS; c++) {
			const struct column *of = &columns[c];
			const struct published_value *v =
				published_next(r->printed, "t3", "", filters[i], 0, of->metric, NULL);
			const struct point *p = points_find(points, "", filters[i], 0, of->metric);

			if (v)
				add_number(&t, false, v->value, of);
			else
				page_add(&t, "|");
			if (p)
				add_number(&t, true, p->median, of);
			else
				page_add(&t, "|");
		}
	}
	page_table_end(&t);
}

/* Its section has the table, and the key that hides series. */
static void
write_figure(const struct report *r)
{
	const struct experiment *e = experiment_find("f5");

	if (run_data_points(r->run, e)->count == 0 || !report_has(r, e, "plots", "svg"))
		return;
	(void)report_drawing(r, e, "answer-");
	html(r->f, "</div>\n<figcaption>Figure 5: lookups here. The paper draws them, and prints no numbers (<a "
	           "href=\"#f5\">more</a>).</figcaption>\n</figure>\n");
}

void
report_answer(const struct report *r)
{
	const struct board *board = run_data_board(r->run);
	char machine[ANSWER_TEXT];
	bool any = false;

	html(r->f,
	     answer_in_cache(r->run)
	             ? "<p><b>%s</b> Speeds are a cache's, and the paper's were memory's. Larger tables take "
	               "them out: <code>--bytes 1536M</code>, say.</p>\n"
	             : "<p>%s</p>\n",
	     answer_machine(r->run, machine));
	for (size_t i = 0; i < HEADLINES; i++) {
		const struct judged *j = answer_judged(board, &headlines[i]);

		if (!j)
			continue;
		html(r->f, any ? "" : "<ul class=\"answer\">\n");
		write_headline(r, &headlines[i], j);
		any = true;
	}
	html(r->f, any ? "</ul>\n" : "");
	if (board_asked(board) == 0)
		return;
	html(r->f, "<p>Of %u claims that this run was asked for, <b>%u hold, %u do not, %u are open</b>",
	     (unsigned)board_asked(board), (unsigned)board->of_kind[VERDICT_CONFIRMED],
	     (unsigned)board->of_kind[VERDICT_CONTRADICTED], (unsigned)board->of_kind[VERDICT_INCONCLUSIVE]);
	if (board->of_kind[VERDICT_LARGER_SCALE])
		html(r->f, ", and %u of a larger scale", (unsigned)board->of_kind[VERDICT_LARGER_SCALE]);
	html(r->f, "; %u must hold and do, %u only count.</p>\n", (unsigned)board->of_kind[VERDICT_CONSTRUCTED],
	     (unsigned)board->of_kind[VERDICT_COUNTED]);
	write_claims(r, board, VERDICT_CONTRADICTED, "Those that do not hold", true);
	write_claims(r, board, VERDICT_INCONCLUSIVE, "Open", false);
	write_table(r);
	write_figure(r);
}
