/* SPDX-License-Identifier: MIT */
/*
 * report_claims.c - the verdict of the data on each of the paper's claims (claims.h).
 *
 *      verdicts   counts, then a row a claim: id | claim | verdict | numbers | margin    --> its experiment
 *      section    the claims of one experiment in full: what was tested, all numbers, and the reason of the verdict
 *      appendix   where the sources print two values for one thing
 */
#include "harness/filters/series.h"
#include "harness/report/format.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* --- parts ------------------------------------------------------------------------------------------------ */

/* The length of the first part of a text whose parts end in "; " outside brackets. *next is the text after it. */
static size_t
part_length(const char *text, const char **next)
{
	size_t n = 0;
	int depth = 0;

	for (; text[n] && !(depth <= 0 && text[n] == ';' && (text[n + 1] == ' ' || !text[n + 1])); n++)
		depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
	*next = text + n;
	*next += strspn(*next, "; ");
	return n;
}

/* Writes whole parts until a cell of the board is full, but at least one. False if some are left. */
static bool
write_first_parts(FILE *f, const char *text)
{
	enum { FITS = 110 };
	const char *next;
	size_t written = 0;

	for (; *text && (written == 0 || written + part_length(text, &next) <= FITS); text = next) {
		size_t n = part_length(text, &next);

		html(f, "%s%.*s", written > 0 ? "; " : "", (int)n, text);
		written += n + 2;
	}
	return !*text;
}

/* --- the board -------------------------------------------------------------------------------------------- */

static bool
has_section(const struct report *r, const struct experiment *e)
{
	return e && run_data_points(r->run, e)->count > 0;
}

static void
board_row(const struct report *r, struct page_table *t, const struct judged *j)
{
	char id[PAGE_ID];
	const bool linked = has_section(r, j->experiment);

	page_claim_id(id, j->claim->id);
	if (linked)
		page_row(t, "<a href=\"#%s\">%s</a>", id, j->claim->id);
	else
		page_row(t, "%s", j->claim->id);
	page_add(t, "|%s <span class=\"source\">%s</span>|", j->claim->says, j->claim->source);
	page_verdict(r->f, j->verdict.kind);
	page_add(t, "|.small ");
	if (!write_first_parts(r->f, j->verdict.numbers)) {
		html(r->f, "; ");
		if (linked)
			html(r->f, "<a href=\"#%s\" aria-label=\"all numbers of %s\">…</a>", id, j->claim->id);
		else
			html(r->f, "…");
	}
	page_add(t, "|.small ");
	write_first_parts(r->f, j->verdict.margin);
}

void
report_board(const struct report *r)
{
	const struct board *board = run_data_board(r->run);
	char text[GIVEN_UP_TEXT], others[BOARD_OTHERS];
	struct page_table t;

	page_section(r->f, "verdicts", "verdicts", "Verdicts");
	html(r->f,
	     "<p>%u claims, each judged by a condition that stands beside its experiment. Speeds are compared with "
	     "each other, never with the paper's.</p>\n<ul class=\"counts\">\n",
	     (unsigned)board_asked(board));
	for (int k = 0; k < VERDICT_NOT_ASKED; k++) {
		html(r->f, "<li><b>%u</b> ", (unsigned)board->of_kind[k]);
		page_verdict(r->f, (enum verdict_kind)k);
		html(r->f, "</li>\n");
	}
	html(r->f, "</ul>\n");
	if (given_up_any(&board->given_up))
		html(r->f, "<p>%s</p>\n", given_up_text(&board->given_up, text));
	page_table(&t, r->f, "verdicts", "caption", "board",
	           "Every claim and what the data say; a claim's number leads to its experiment"
	           "|Claim|What it says, and where|Verdict|Numbers|Margin");
	for (size_t i = 0; i < board->count; i++)
		if (board->at[i].verdict.kind != VERDICT_NOT_ASKED)
			board_row(r, &t, &board->at[i]);
	page_table_end(&t);
	if (*board_others(board, others))
		html(r->f, "<p>%s.</p>\n", others);
	html(r->f, "</section>\n");
}

/* --- the claims of one experiment ----------------------------------------------------------------------------- */

/* Writes all parts, one a line; a long list is folded. */
static void
write_parts(FILE *f, const char *name, const char *text)
{
	enum { OPEN = 8 };
	const char *next = text;
	unsigned parts = 0;

	for (; *next; parts++)
		part_length(next, &next);
	if (parts == 0)
		return;
	html(f, "<dt>%s</dt><dd>", name);
	if (parts > OPEN)
		html(f, "<details>\n<summary>%u comparisons</summary>\n", parts);
	html(f, "<ul>\n");
	for (; *text; text = next) {
		size_t n = part_length(text, &next);

		html(f, "<li>%.*s</li>\n", (int)n, text);
	}
	html(f, parts > OPEN ? "</ul>\n</details></dd>\n" : "</ul></dd>\n");
}

static void
claim_in_full(FILE *f, const struct judged *j)
{
	char id[PAGE_ID];

	html(f, "<div class=\"claim\" id=\"%s\">\n<p><b>%s</b> ", page_claim_id(id, j->claim->id), j->claim->id);
	page_verdict(f, j->verdict.kind);
	html(f, "</p>\n<p>%s <span class=\"source\">%s</span></p>\n<dl>\n", j->claim->says, j->claim->source);
	html(f, "<dt>Tested</dt><dd>%s</dd>\n", j->claim->predicate);
	write_parts(f, "Numbers", j->verdict.numbers);
	write_parts(f, "Margin", j->verdict.margin);
	if (j->paragraph)
		html(f, "<dt>Why</dt><dd>%s</dd>\n", j->paragraph);
	html(f, "</dl>\n</div>\n");
}

void
report_claims(const struct report *r, const struct experiment *e)
{
	const struct board *board = run_data_board(r->run);
	bool any = false;

	for (size_t i = 0; i < board->count; i++) {
		if (board->at[i].experiment != e)
			continue;
		if (!any)
			html(r->f, "<h3>Claims judged here</h3>\n");
		any = true;
		claim_in_full(r->f, &board->at[i]);
	}
}

/* --- where the sources disagree ------------------------------------------------------------------------------- */

static void
disagreement_row(const struct report *r, struct page_table *t, const struct disagreement *d)
{
	static const char *const nearer[] = {"neither", "the first", "the second"};
	const struct published_value *const v = d->first, *const printed[] = {d->first, d->second};
	const struct experiment *e = experiment_find(v->exp);
	char text[FORMAT_TEXT];

	format_metric(text, v->metric, v->unit);
	if (has_section(r, e))
		page_row(t, "<a href=\"#%s\">%s</a>, %s", v->exp, text, series_title(v->series));
	else
		page_row(t, "%s, %s", text, series_title(v->series));
	if (*v->panel)
		page_add(t, " (%s)", v->panel);
	if (v->x != 0)
		page_add(t, ", %s %s", e && e->x ? e->x : "x =", format_x(text, v->x));
	for (size_t i = 0; i < 2; i++)
		page_add(t, "|%s <span class=\"source\">%s</span>", format_number(text, v->unit, printed[i]->value),
		         printed[i]->source);
	page_add(t, "|.ours %s|%s",
	         !isnan(d->measured) ? format_number(text, v->unit, d->measured)
	         : has_section(r, e) ? "none here"
	         : e                 ? "not measured"
	                             : "no measurement",
	         nearer[d->nearer]);
}

void
report_disagreements(const struct report *r)
{
	struct page_table t;

	if (r->disagreement_count == 0)
		return;
	page_section(r->f, "", "sources", "Where the sources disagree");
	page_table(&t, r->f, "sources", "caption", "plain",
	           "Numbers that the sources print differently: both, and what was measured here"
	           "|Number|First|Second|Here|Nearer to");
	for (size_t i = 0; i < r->disagreement_count; i++)
		disagreement_row(r, &t, &r->disagreements[i]);
	page_table_end(&t);
	html(r->f, "</section>\n");
}
