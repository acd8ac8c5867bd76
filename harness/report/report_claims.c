/* SPDX-License-Identifier: MIT */
/*
 * report_claims.c - the verdict of the data on each of the paper's claims (claims.h).
 *
 *      verdicts   counts, then a row a claim: id | claim | verdict | numbers | margin    --> its experiment
 *      section    the claims of one experiment in full: what was tested, all numbers, and the reason of the verdict
 *      appendix   where the sources print two values for one thing
 */
#include "harness/base/memory.h"
#include "harness/filters/series.h"
#include "harness/report/format.h"
#include "harness/report/html.h"
#include "harness/report/report_page.h"
#include "harness/report/report_parts.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
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

static void
write_part(FILE *f, const char *text, size_t length)
{
	char *copy = strndup(text, length);

	memory_needed(copy);
	html(f, "%s", copy);
	free(copy);
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

		if (written > 0)
			html(f, "; ");
		write_part(f, text, n);
		written += n + 2;
	}
	return !*text;
}

/* --- the board -------------------------------------------------------------------------------------------- */

static bool
has_section(const struct report *r, const struct experiment *e)
{
	return e && r->points[experiment_index(e->id)].count > 0;
}

static void
board_row(const struct report *r, const struct judged *j)
{
	char id[PAGE_ID];
	const bool linked = has_section(r, j->experiment);

	page_claim_id(id, j->claim->id);
	html(r->f, "<tr><th scope=\"row\">");
	if (linked)
		html(r->f, "<a href=\"#%s\">%s</a>", id, j->claim->id);
	else
		html(r->f, "%s", j->claim->id);
	html(r->f, "</th><td>%s <span class=\"source\">%s</span></td><td>", j->claim->says, j->claim->source);
	page_verdict(r->f, j->verdict.kind);
	html(r->f, "</td><td class=\"small\">");
	if (!write_first_parts(r->f, j->verdict.numbers)) {
		html(r->f, "; ");
		if (linked)
			html(r->f, "<a href=\"#%s\" aria-label=\"all numbers of %s\">…</a>", id, j->claim->id);
		else
			html(r->f, "…");
	}
	html(r->f, "</td><td class=\"small\">");
	write_first_parts(r->f, j->verdict.margin);
	html(r->f, "</td></tr>\n");
}

void
report_board(const struct report *r)
{
	char text[GIVEN_UP_TEXT];

	html(r->f, "<section class=\"verdicts\" id=\"verdicts\" aria-labelledby=\"verdicts-title\">\n"
	           "<h2 id=\"verdicts-title\">Verdicts</h2>\n");
	if (!r->judged) {
		html(r->f, "<p>The raw samples could not be read, so the claims were not judged.</p>\n</section>\n");
		return;
	}
	html(r->f,
	     "<p>%u claims, each judged by a condition that stands beside its experiment. Speeds are compared with "
	     "each other, never with the paper's.</p>\n<ul class=\"counts\">\n",
	     (unsigned)r->board.count);
	for (int k = 0; k < VERDICT_KINDS; k++) {
		html(r->f, "<li><b>%u</b> ", (unsigned)r->board.of_kind[k]);
		page_verdict(r->f, (enum verdict_kind)k);
		html(r->f, "</li>\n");
	}
	html(r->f, "</ul>\n");
	if (given_up_any(&r->board.given_up))
		html(r->f, "<p>%s</p>\n", given_up_text(&r->board.given_up, text));
	page_open_table(r->f, "verdicts-caption", "board");
	html(r->f, "<caption id=\"verdicts-caption\">Every claim and what the data say; a claim's number leads to its "
	           "experiment</caption>\n<thead>\n<tr><th scope=\"col\">Claim</th><th scope=\"col\">What it says, and "
	           "where</th><th scope=\"col\">Verdict</th><th scope=\"col\">Numbers</th><th "
	           "scope=\"col\">Margin</th></tr>\n"
	           "</thead>\n<tbody>\n");
	for (size_t i = 0; i < r->board.count; i++)
		board_row(r, &r->board.at[i]);
	html(r->f, "</tbody>\n");
	page_close_table(r->f);
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

		html(f, "<li>");
		write_part(f, text, n);
		html(f, "</li>\n");
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
	bool any = false;

	for (size_t i = 0; i < r->board.count; i++) {
		if (r->board.at[i].experiment != e)
			continue;
		if (!any)
			html(r->f, "<h3>Claims judged here</h3>\n");
		any = true;
		claim_in_full(r->f, &r->board.at[i]);
	}
}

/* --- where the sources disagree ------------------------------------------------------------------------------- */

static void
disagreement_row(const struct report *r, const struct disagreement *d)
{
	const struct unit u = format_unit(d->unit);
	char text[FORMAT_TEXT];

	html(r->f, "<tr><th scope=\"row\">");
	if (has_section(r, experiment_find(d->exp)))
		html(r->f, "<a href=\"#%s\">%s</a>", d->exp, format_metric(text, d->metric, &u));
	else
		html(r->f, "%s", format_metric(text, d->metric, &u));
	html(r->f, ", %s", series_title(d->series));
	if (*d->panel)
		html(r->f, " (%s)", d->panel);
	if (d->x != 0) {
		const struct experiment *e = experiment_find(d->exp);

		snprintf(text, sizeof text, "%.6g", d->x);
		html(r->f, ", %s %s", e && e->x ? e->x : "x =", text);
	}
	html(r->f, "</th><td>%s", format_number(text, &u, d->first));
	html(r->f, " <span class=\"source\">%s</span></td>", d->first_source);
	html(r->f, "<td>%s <span class=\"source\">%s</span></td>", format_number(text, &u, d->second),
	     d->second_source);
	html(r->f, "<td class=\"ours\">%s</td><td>%s</td></tr>\n",
	     isnan(d->measured) ? "not measured" : format_number(text, &u, d->measured),
	     d->nearer == 1   ? "the first"
	     : d->nearer == 2 ? "the second"
	                      : "neither");
}

void
report_disagreements(const struct report *r)
{
	if (r->disagreement_count == 0)
		return;
	html(r->f, "<section id=\"sources\" aria-labelledby=\"sources-title\">\n"
	           "<h2 id=\"sources-title\">Where the sources disagree</h2>\n");
	page_open_table(r->f, "sources-caption", "plain");
	html(r->f,
	     "<caption id=\"sources-caption\">Numbers that the sources print differently: both, and what was measured "
	     "here</caption>\n<thead>\n<tr><th scope=\"col\">Number</th><th scope=\"col\">First</th><th "
	     "scope=\"col\">Second</th><th scope=\"col\">Here</th><th scope=\"col\">Nearer to</th></tr>\n</thead>\n"
	     "<tbody>\n");
	for (size_t i = 0; i < r->disagreement_count; i++)
		disagreement_row(r, &r->disagreements[i]);
	html(r->f, "</tbody>\n");
	page_close_table(r->f);
	html(r->f, "</section>\n");
}
