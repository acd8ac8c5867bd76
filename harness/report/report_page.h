/* SPDX-License-Identifier: MIT */
/*
 * report_page.h - what every page of the suite begins and ends with: its looks, and a content security policy that lets
 * it load nothing and run its own script only.
 */
#ifndef CUCKOOBENCH_REPORT_PAGE_H
#define CUCKOOBENCH_REPORT_PAGE_H

#include "harness/analysis/claims.h"

#include <stdio.h>

/* Up to the page's first element; `skip` is the id of what readers by keyboard may want to begin with. */
void page_open(FILE *, const char *title, const char *skip);
void page_close(FILE *);

/* Opens what every table lies in: it can be scrolled on a narrow screen, by keyboard too. `label` is its caption's
 * id. */
void page_open_table(FILE *, const char *label, const char *class);
void page_close_table(FILE *);

/* A verdict as a word with its sign; never by colour alone. */
void page_verdict(FILE *, enum verdict_kind);
/* An id for a claim, letters, digits and dashes only: "claim-b5-paper". */
enum { PAGE_ID = 48 };
const char *page_claim_id(char id[PAGE_ID], const char *claim);

#endif
