/* SPDX-License-Identifier: MIT */
/*
 * report.c - DIR/report.html: what the paper printed and what was measured, on one page that needs nothing else.
 *
 *      head (what, where, warnings) | contents | one section an experiment | cells that did not run | manifest
 *
 * The page refuses to load anything, by a content security policy of its own, so it stays what it was when it is sent
 * on.
 */
#include "harness/report.h"

#include "harness/files.h"
#include "harness/html.h"
#include "harness/points.h"
#include "harness/report_parts.h"
#include "harness/report_style.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void
complain(const char *what)
{
	fprintf(stderr, "cuckoobench: %s\n", what);
}

/* --- cells ------------------------------------------------------------------------------------------------ */

static const char *const cell_columns[] = {"cell", "attempt", "status", "seconds", "call", "for", "alu_ps",
                                           "read_ps", "steal_ms", "migrations", "switches", "short", "noise", "reason"};
enum { CELL_COLUMNS = sizeof cell_columns / sizeof *cell_columns };

static void
cells_free(struct cells *c)
{
	csv_close(&c->csv);
	free(c->at);
	*c = (struct cells){0};
}

static int
compare_cells(const void *a, const void *b)
{
	const struct cell_row *x = a, *y = b;
	int c = strcmp(x->cell, y->cell);

	return c ? c : x->cell < y->cell ? -1 : x->cell > y->cell; /* the text of a later row lies behind */
}

/* Keeps the last row of each cell, and counts. */
static void
cells_settle(struct cells *c)
{
	size_t kept = 0;

	if (c->count > 0)
		qsort(c->at, c->count, sizeof *c->at, compare_cells);
	for (size_t i = 0; i < c->count; i++) {
		if (i + 1 < c->count && strcmp(c->at[i].cell, c->at[i + 1].cell) == 0)
			continue;
		c->at[kept++] = c->at[i];
		if (strcmp(c->at[i].status, "done") == 0)
			c->done++;
		else if (strcmp(c->at[i].status, "skipped") == 0)
			c->skipped++;
		else
			c->failed++;
	}
	c->count = kept;
}

static const char *
cells_header(char *const *field, int fields)
{
	for (int i = 0; i < CELL_COLUMNS; i++)
		if (fields != CELL_COLUMNS || strcmp(field[i], cell_columns[i]) != 0)
			return "unexpected header";
	return NULL;
}

/* No file, no cells. 0; or -1 with a one-line reason in why[200], and no cells. */
static int
cells_read(struct cells *c, const char *dir, char why[200])
{
	char path[FILES_PATH], *field[CELL_COLUMNS];
	const char *wrong;
	size_t room = 0;
	int fields;

	*c = (struct cells){0};
	if (!files_path(path, "%s/cells.csv", dir) || csv_open(&c->csv, path) != 0)
		return 0;
	fields = csv_row(&c->csv, field, CELL_COLUMNS);
	wrong = cells_header(field, fields);
	while (!wrong && (fields = csv_row(&c->csv, field, CELL_COLUMNS)) == CELL_COLUMNS) {
		if (c->count == room) {
			struct cell_row *bigger = realloc(c->at, (room = room ? 2 * room : 256) * sizeof *bigger);

			if (!bigger)
				abort(); /* as in points.c */
			c->at = bigger;
		}
		c->at[c->count++] = (struct cell_row){field[0], field[2], field[3], field[13]};
	}
	if (!wrong && fields != 0)
		wrong = "not as many fields as its header";
	if (wrong) {
		snprintf(why, 200, "%.140s:%lu: %s", path, c->csv.line, wrong);
		cells_free(c);
		return -1;
	}
	cells_settle(c);
	return 0;
}

static void
write_cells(const struct report *r)
{
	html(r->f, "<section id=\"cells\" aria-labelledby=\"cells-title\">\n"
	           "<h2 id=\"cells-title\">What did not run</h2>\n");
	if (r->cells.count == 0) {
		html(r->f, "<p>There is no record of the single measurements (cells.csv).</p>\n</section>\n");
		return;
	}
	if (r->cells.failed + r->cells.skipped == 0) {
		html(r->f, "<p>Nothing: all %u measurements were done.</p>\n</section>\n", (unsigned)r->cells.done);
		return;
	}
	html(r->f, "<div class=\"scroll\" role=\"region\" aria-labelledby=\"cells-caption\" tabindex=\"0\">\n"
	           "<table class=\"plain\">\n<caption id=\"cells-caption\">Measurements that failed or were skipped, "
	           "of %u; the points above are without them</caption>\n<thead>\n<tr><th scope=\"col\">Cell</th>"
	           "<th scope=\"col\">Status</th><th scope=\"col\">Reason</th></tr>\n</thead>\n<tbody>\n",
	     (unsigned)r->cells.count);
	for (size_t i = 0; i < r->cells.count; i++) {
		const struct cell_row *c = &r->cells.at[i];

		if (strcmp(c->status, "done") != 0)
			html(r->f, "<tr><th scope=\"row\"><code>%s</code></th><td>%s</td><td>%s</td></tr>\n", c->cell,
			     c->status, *c->reason ? c->reason : "unknown");
	}
	html(r->f, "</tbody>\n</table>\n</div>\n</section>\n");
}

/* --- page ------------------------------------------------------------------------------------------------- */

/* The points of every experiment, in the order of experiment_all; those that did not run have none. */
static struct points *
read_points(const char *dir, size_t *with_points, int *status)
{
	size_t n = 0;
	struct points *all;

	while (experiment_all[n])
		n++;
	all = calloc(n + 1, sizeof *all);
	if (!all)
		abort(); /* as in points.c */
	*with_points = 0;
	for (size_t i = 0; i < n; i++) {
		char path[FILES_PATH], why[200];

		if (!files_path(path, "%s/results/%s.csv", dir, experiment_all[i]->id) || !files_exists(path))
			continue;
		if (points_read(path, &all[i], why) != 0) {
			complain(why);
			points_free(&all[i]);
			*status = -1;
		}
		*with_points += all[i].count > 0;
	}
	return all;
}

static void
write_contents(const struct report *r, const struct points *all)
{
	const char *comma = "<p>Not part of this run: ";

	html(r->f, "<nav aria-labelledby=\"contents-title\">\n<h2 id=\"contents-title\">Contents</h2>\n<ol>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (all[i].count > 0)
			html(r->f, "<li><a href=\"#%s\">%s</a></li>\n", experiment_all[i]->id,
			     experiment_all[i]->title);
	html(r->f, "<li><a href=\"#cells\">What did not run</a></li>\n"
	           "<li><a href=\"#manifest\">Manifest</a></li>\n</ol>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (all[i].count == 0) {
			fputs(comma, r->f);
			for (const char *c = experiment_all[i]->id; *c; c++)
				fputc(toupper((unsigned char)*c), r->f);
			comma = ", ";
		}
	if (*comma == ',')
		fputs("</p>\n", r->f);
	html(r->f, "</nav>\n");
}

static void
write_page(const struct report *r, struct points *all)
{
	html(r->f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	           "style-src 'unsafe-inline'\">\n"
	           "<title>Cuckoo Filter: Practically Better Than Bloom. Replication report</title>\n<style>\n");
	for (size_t i = 0; i < sizeof report_style / sizeof *report_style; i++)
		fprintf(r->f, "%s\n", report_style[i]);
	html(r->f, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the results</a>\n"
	           "<div class=\"page\">\n");
	report_head(r);
	write_contents(r, all);
	html(r->f, "<main id=\"main\">\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (all[i].count > 0)
			report_experiment(r, experiment_all[i], &all[i]);
	write_cells(r);
	report_manifest(r);
	html(r->f, "<footer><p>Written by cuckoobench from the files beside this page. Speeds depend on the machine: "
	           "it is their relations that compare with the paper's.</p></footer>\n</main>\n"
	           "</div>\n</body>\n</html>\n");
}

static int
open_report(struct report *r)
{
	char path[FILES_PATH], why[200];
	json_error_t error;
	int status = 0;

	if (files_path(path, "%s/manifest.json", r->dir) && files_exists(path)) {
		r->manifest = json_load_file(path, 0, &error);
		if (!r->manifest) {
			fprintf(stderr, "cuckoobench: %s:%d: %s\n", path, error.line, error.text);
			status = -1;
		}
	}
	if (printed_read(&r->printed, why) != 0) {
		complain(why);
		status = -1;
	}
	if (cells_read(&r->cells, r->dir, why) != 0) {
		complain(why);
		status = -1;
	}
	return status;
}

int
report_write(const char *dir)
{
	struct report r = {.dir = dir};
	char path[FILES_PATH];
	struct files_new new;
	size_t with_points;
	int status = open_report(&r);
	struct points *all = read_points(dir, &with_points, &status);

	if (with_points == 0) {
		fprintf(stderr, "cuckoobench: %s/results holds no data; `cuckoobench run -o %s` makes some\n", dir,
		        dir);
		status = -1;
	} else if (!files_path(path, "%s/report.html", dir) || !(r.f = files_begin(&new, path))) {
		fprintf(stderr, "cuckoobench: %s/report.html: %s\n", dir, strerror(errno));
		status = -1;
	} else {
		write_page(&r, all);
		if (files_commit(&new) != 0) {
			fprintf(stderr, "cuckoobench: %s: %s\n", path, strerror(errno));
			status = -1;
		}
	}
	for (size_t i = 0; experiment_all[i]; i++)
		points_free(&all[i]);
	free(all);
	json_decref(r.manifest);
	printed_free(&r.printed);
	cells_free(&r.cells);
	return status;
}
