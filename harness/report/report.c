/* SPDX-License-Identifier: MIT */
/*
 * report.c - DIR/report.html: the paper's claims and published values, and the measurements, on one self-contained
 * page.
 *
 *      head (the answer, what, where, warnings) | verdicts | contents | one section an experiment | what did not run |
 *      where the sources disagree | noise | who measured what | machine
 *
 * Its own content security policy stops the page from loading anything. So it stays the same wherever it is sent.
 */
#include "harness/report/report.h"

#include "harness/base/files.h"
#include "harness/report/page.h"
#include "harness/report/report_parts.h"

#include <ctype.h>
#include <stdlib.h>

/* --- page ------------------------------------------------------------------------------------------------- */

static void
write_contents(const struct report *r)
{
	const char *comma = "<p>Not part of this run: ";

	html(r->f, "<nav aria-labelledby=\"contents-title\">\n<h2 id=\"contents-title\">Contents</h2>\n<ol>\n"
	           "<li><a href=\"#verdicts\">Verdicts</a></li>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (run_data_points(r->run, experiment_all[i])->count > 0)
			html(r->f, "<li><a href=\"#%s\">%s</a></li>\n", experiment_all[i]->id,
			     experiment_all[i]->title);
	html(r->f, "<li><a href=\"#cells\">What did not run</a></li>\n");
	if (r->disagreement_count > 0)
		html(r->f, "<li><a href=\"#sources\">Where the sources disagree</a></li>\n");
	html(r->f, "<li><a href=\"#noise\">Noise</a></li>\n");
	if (r->makers > 1)
		html(r->f, "<li><a href=\"#machines\">Who measured what</a></li>\n");
	html(r->f, "<li><a href=\"#manifest\">Machine and manifest</a></li>\n</ol>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (run_data_points(r->run, experiment_all[i])->count == 0) {
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
		if (run_data_points(r->run, experiment_all[i])->count > 0)
			report_experiment(r, experiment_all[i]);
	report_not_run(r);
	report_disagreements(r);
	report_noise(r);
	report_who_measured(r);
	report_manifest(r);
	html(r->f, "<footer><p>Written by cuckoobench from the files beside this page. Speeds depend on the machine: "
	           "it is their relations that compare with the paper's.</p></footer>\n</main>\n");
	page_close(r->f);
}

int
report_write(struct run_data *d, struct failure *f)
{
	struct report r = {.run = d, .samples = d->samples, .manifest = d->manifest};
	struct files_new new;

	r.printed = run_data_printed(d, f);
	r.cells = report_cells_of(&r.samples->store);
	report_makers_count(&r);
	(void)disagreements_make(&r.disagreements, &r.disagreement_count, d, failure_told(f));
	(void)failure_told(f);
	if ((r.f = files_begin(&new, "%s/report.html", d->dir)))
		write_page(&r);
	(void)files_finish(&new, STATUS_FAILED, f);
	free(r.disagreements);
	free(r.maker);
	return f->status;
}
