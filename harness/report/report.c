/* SPDX-License-Identifier: MIT */
/*
 * report.c - DIR/report.html: the paper's claims and published values, and the measurements, on one self-contained
 * page.
 *
 *      head (what, where, warnings) | verdicts | contents | one section an experiment | what did not run |
 *      where the sources disagree | noise | who measured what | machine
 *
 * Its own content security policy stops the page from loading anything. So it stays the same wherever it is sent.
 */
#include "harness/report/report.h"

#include "harness/analysis/points.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/report/html.h"
#include "harness/report/report_page.h"
#include "harness/report/report_parts.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- page ------------------------------------------------------------------------------------------------- */

/* Reads the points of every experiment, in the order of experiment_all. Experiments that did not run have none. */
static struct points *
read_points(const char *dir, size_t *with_points, struct failure *f)
{
	size_t n = 0;
	struct points *all;

	while (experiment_all[n])
		n++;
	all = calloc(n + 1, sizeof *all);
	memory_needed(all);
	*with_points = 0;
	for (size_t i = 0; i < n; i++) {
		char path[FILES_PATH];

		if (!files_path(path, "%s/results/%s.csv", dir, experiment_all[i]->id) || !files_exists(path))
			continue;
		if (points_read(path, &all[i], failure_told(f)) != STATUS_DONE)
			points_free(&all[i]);
		*with_points += all[i].count > 0;
	}
	return all;
}

static void
write_contents(const struct report *r)
{
	const char *comma = "<p>Not part of this run: ";

	html(r->f, "<nav aria-labelledby=\"contents-title\">\n<h2 id=\"contents-title\">Contents</h2>\n<ol>\n"
	           "<li><a href=\"#verdicts\">Verdicts</a></li>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (r->points[i].count > 0)
			html(r->f, "<li><a href=\"#%s\">%s</a></li>\n", experiment_all[i]->id,
			     experiment_all[i]->title);
	html(r->f, "<li><a href=\"#cells\">What did not run</a></li>\n");
	if (r->disagreement_count > 0)
		html(r->f, "<li><a href=\"#sources\">Where the sources disagree</a></li>\n");
	html(r->f, "<li><a href=\"#noise\">Noise</a></li>\n");
	if (json_array_size(json_object_get(r->manifest, "mixed")) > 0)
		html(r->f, "<li><a href=\"#machines\">Who measured what</a></li>\n");
	html(r->f, "<li><a href=\"#manifest\">Machine and manifest</a></li>\n</ol>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (r->points[i].count == 0) {
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
write_page(const struct report *r)
{
	page_open(r->f, "Cuckoo Filter: Practically Better Than Bloom. Replication report", "verdicts");
	report_head(r);
	report_board(r);
	write_contents(r);
	html(r->f, "<main id=\"main\">\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (r->points[i].count > 0)
			report_experiment(r, experiment_all[i], &r->points[i]);
	report_not_run(r);
	report_disagreements(r);
	report_noise(r);
	report_who_measured(r);
	report_manifest(r);
	html(r->f, "<footer><p>Written by cuckoobench from the files beside this page. Speeds depend on the machine: "
	           "it is their relations that compare with the paper's.</p></footer>\n</main>\n");
	page_close(r->f);
}

/* Computes the verdicts from the raw samples. Without verdicts the page is still useful. */
static int
judge(struct report *r, enum scale scale, struct failure *f)
{
	if (board_make(&r->board, r->samples, scale) != 0)
		return failed(f, STATUS_FAILED, "no verdicts: out of memory");
	r->judged = true;
	return disagreements_make(&r->disagreements, &r->disagreement_count, r->samples, scale, f);
}

/* What cannot be read is missing on the page. */
static void
open_report(struct report *r, enum scale scale, struct failure *f)
{
	char path[FILES_PATH];
	json_error_t error;

	if (files_path(path, "%s/manifest.json", r->dir) && files_exists(path)) {
		r->manifest = json_load_file(path, 0, &error);
		if (!r->manifest)
			(void)failed(f, STATUS_FAILED, "%s:%d: %s", path, error.line, error.text);
	}
	manifest_keys_of(r->manifest, r->keys);
	(void)published_read(&r->printed, failure_told(f));
	report_cells_count(r);
	(void)judge(r, scale, failure_told(f));
}

static void
close_report(struct report *r)
{
	for (size_t i = 0; experiment_all[i]; i++)
		points_free(&r->points[i]);
	free(r->points);
	free(r->disagreements);
	if (r->judged)
		board_free(&r->board);
	json_decref(r->manifest);
	published_free(&r->printed);
}

int
report_write(const char *dir, const struct samples *samples, enum scale scale, struct failure *f)
{
	struct report r = {.dir = dir, .samples = samples};
	char path[FILES_PATH];
	struct files_new new;
	size_t with_points;

	open_report(&r, scale, f);
	r.points = read_points(dir, &with_points, f);
	(void)failure_told(f);
	if (with_points == 0) {
		(void)failed(f, STATUS_FAILED, "%s/results holds no data; `cuckoobench run -o %s` makes some", dir,
		             dir);
	} else if (!files_path(path, "%s/report.html", dir) || !(r.f = files_begin(&new, path))) {
		(void)failed(f, STATUS_FAILED, "%s/report.html: %s", dir, strerror(errno));
	} else {
		write_page(&r);
		if (files_commit(&new) != 0)
			(void)failed_at(f, STATUS_FAILED, path);
	}
	close_report(&r);
	return f->status;
}
