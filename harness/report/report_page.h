/* SPDX-License-Identifier: MIT */
/*
 * report_page.h - the beginning and end of every page of the suite: its style, and a content security policy. That
 * policy lets the page load nothing and run only its own script.
 */
#ifndef CUCKOOBENCH_REPORT_PAGE_H
#define CUCKOOBENCH_REPORT_PAGE_H

#include "harness/analysis/claims.h"
#include "harness/report/page_table.h"

#include <stdio.h>

/* Writes everything up to the page's first element. `skip` is the id that readers who use the keyboard can jump to. */
void page_open(FILE *, const char *title, const char *skip);
void page_close(FILE *);

/* Writes a verdict as a word with its sign, so that colour is never the only difference. */
void page_verdict(FILE *, enum verdict_kind);
/* Adds a cell with the experiment's statistic of the point, and its interval; without a point, `none`. */
void page_point(struct page_table *, const struct experiment *, const struct point *, const char *none);
/* The id of a claim, of letters, digits and dashes only: "claim-b5-paper". */
enum { PAGE_ID = 48 };
const char *page_claim_id(char id[PAGE_ID], const char *claim);

#endif
