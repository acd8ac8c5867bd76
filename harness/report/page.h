/* SPDX-License-Identifier: MIT */
/*
 * page.h - writes the pages of the suite.
 *
 *      html.c         markup, so that no data can be taken for it; also that of the tables in Markdown and LaTeX
 *      page_table.c   a table: a caption, columns, and rows with a cell for each column
 *      page.c         beginning and end of every page: its style, and a content security policy, which lets the page
 *                     load nothing and run only its own script; and what several pages have in common
 */
#ifndef CUCKOOBENCH_PAGE_H
#define CUCKOOBENCH_PAGE_H

#include "harness/analysis/run_data.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

/* --- html.c ------------------------------------------------------------------------------------------------- */

/* What a markup language would take for its own, and what stands for it in a text. A list ends with NULL. */
struct escape {
	const char *text, *as;
};

/*
 * Writes the format, which is markup, with its %s, %u, %zu, %f and %g filled in; they may have a precision, as "%.12s",
 * "%.*s" or "%+.1f". Strings are escaped. There are no other conversions. Goes on until `stop` in the format. Returns
 * the format after it; NULL: it has ended.
 */
const char *markup(FILE *, const struct escape *, char stop, const char *format, va_list *);
/* The same for HTML, where strings are escaped for text and for attributes between double quotes. */
void html(FILE *, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *html_until(FILE *, char stop, const char *format, va_list *);

/*
 * Puts an SVG file into a page, in the width in which it was drawn. Drops its prologue, comments, scripts, handlers,
 * references to other files, its root title, and titles that are only ids. Puts `prefix` before every id, so that
 * several figures can share the page. `label` is the text for screen readers. False, after writing nothing, if the text
 * contains no SVG.
 */
bool html_svg(FILE *, const char *svg, const char *prefix, const char *label);

/* --- page_table.c ------------------------------------------------------------------------------------------- */

/*
 *      page_table(&t, f, "noise", "caption", "plain", "What the kernel counted|Disturbance|In all");
 *      page_row(&t, "%s|.ours %u", "migrations", n);
 *      page_table_end(&t);
 *
 *      <table class="plain">
 *      <caption id="noise-caption">What the kernel counted</caption>
 *      <thead> <tr><th scope="col">Disturbance</th><th scope="col">In all</th></tr> </thead>
 *      <tbody> <tr><th scope="row">migrations</th><td class="ours">7</td></tr> </tbody>
 *      </table>
 *
 * Formats are those of html(). A "|" in a format begins the next cell; one in a text that is filled in does not. A cell
 * may begin with its class: "|.ours ". The last cell of a call stays open, so that page_add() and html() can add to it.
 * The program aborts at a row that has more or fewer cells than the table has columns.
 */
struct page_table {
	FILE *f;
	const char *part;        /* the element of the open part */
	const char *end;         /* the tag that ends the open cell; NULL: no row is open */
	unsigned columns, cells; /* cells of the open row */
};

/* Begins a table of this class, with its caption and columns. NAME-PART is the caption's id. The table scrolls on a
 * narrow screen, also by keyboard. Without columns it has no head, and its rows are names with values. */
void page_table(struct page_table *, FILE *, const char *name, const char *part, const char *class, const char *columns,
                ...) __attribute__((format(printf, 6, 7)));
/* Begins the title of the rows that follow, across all columns. page_add() fills it in. */
void page_group(struct page_table *);
/* Begins a row. Its first cell is its title; a class there is the row's. */
void page_row(struct page_table *, const char *cells, ...) __attribute__((format(printf, 2, 3)));
/* Adds to the open cell, and more cells: columns before the first row. */
void page_add(struct page_table *, const char *cells, ...) __attribute__((format(printf, 2, 3)));
void page_table_end(struct page_table *);

/* --- page.c ------------------------------------------------------------------------------------------------- */

/* Writes everything up to the page's first element. `skip` is the id that readers who use the keyboard can jump to. */
void page_open(FILE *, const char *title, const char *skip);
void page_close(FILE *);
/* Begins a section of this class, which may be "", with its title. Its end is "</section>". */
void page_section(FILE *, const char *class, const char *id, const char *title);
/* Writes markup with facts of a manifest, or of an object in it, filled in: "{machine.cpu}", "{file}"; "unknown" if it
 * lacks one. */
void page_facts(FILE *, const struct json_t *, const char *format);
/* Adds to an object a text for each plain value, by its dotted name below `name`. Plain values in a list have one text;
 * objects in a list have numbers. */
void facts_flat(struct json_t *flat, const char *name, const struct json_t *value);

/* Writes a verdict as a word with its sign, so that colour is never the only difference. */
void page_verdict(FILE *, enum verdict_kind);
/* Adds a cell with the experiment's statistic of the point, and its interval; without a point, `none`. */
void page_point(struct page_table *, const struct experiment *, const struct point *, const char *none);
/* The id of a claim, of letters, digits and dashes only: "claim-b5-paper". */
enum { PAGE_ID = 48 };
const char *page_claim_id(char id[PAGE_ID], const char *claim);

#endif
