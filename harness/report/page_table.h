/* SPDX-License-Identifier: MIT */
/*
 * page_table.h - a table of a page: a caption, columns, and rows with a cell for each column.
 *
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
#ifndef CUCKOOBENCH_PAGE_TABLE_H
#define CUCKOOBENCH_PAGE_TABLE_H

#include <stdio.h>

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

#endif
