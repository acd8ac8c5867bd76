/* SPDX-License-Identifier: MIT */
/*
 * report_parts.h - the parts of DIR/report.html, one file each; private to report*.c.
 *
 *      report.c             the page: contents, experiments, what did not run
 *      report_manifest.c    its head and its appendix, from DIR/manifest.json
 *      report_experiment.c  the section of one experiment
 *      report_style.h       how all of it looks
 */
#ifndef CUCKOOBENCH_REPORT_PARTS_H
#define CUCKOOBENCH_REPORT_PARTS_H

#include "harness/csv.h"
#include "harness/experiment.h"
#include "harness/printed.h"

#include <jansson.h>
#include <stdio.h>

/* DIR/cells.csv: what became of every cell. The last row of a cell counts. */
struct cells {
	struct csv csv; /* owns the strings */
	struct cell_row {
		const char *cell, *status, *seconds, *reason;
	} *at;
	size_t count, done, failed, skipped;
};

struct report {
	FILE *f;
	const char *dir;
	json_t *manifest; /* NULL if there is none */
	struct printed printed;
	struct cells cells;
};

enum { REPORT_TEXT = 256 };

/* A value of the manifest as text, "unknown" if it is missing or null. */
const char *report_fact(const struct report *, const char *group, const char *key, char text[REPORT_TEXT]);
/* Is that value known? */
bool report_knows(const struct report *, const char *group, const char *key);

/* The page's title, what was run where, and what to be wary of. */
void report_head(const struct report *);
/* The whole manifest as a table. */
void report_manifest(const struct report *);
void report_experiment(const struct report *, const struct experiment *, struct points *);

#endif
