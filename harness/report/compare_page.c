/* SPDX-License-Identifier: MIT */
/*
 * compare_page.c - a comparison as one self-contained page.
 *
 *      head: A, B, what limits the comparison | verdicts, changed ones first | contents
 *      per experiment: both figures on the same axes | how many points separated | every point A | B | B/A
 *      what was the same, and what was not
 *
 * Its figures are drawn in a temporary folder:
 *
 *      $TMPDIR/cuckoobench-XXXXXX/A/results/f5.csv --> gnuplot --> A/plots/f5.svg
 *                                 B/...                            B/...
 */
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/filters/series.h"
#include "harness/machine/machine.h"
#include "harness/report/compare.h"
#include "harness/report/format.h"
#include "harness/report/page.h"
#include "harness/report/report.h"

#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- head ------------------------------------------------------------------------------------------------- */

static void
page_side(FILE *f, const struct run_data *side, const char *letter)
{
	html(f, "<div><dt>%s</dt><dd><code>%s</code><br>", letter, side->dir);
	page_facts(f, side->manifest,
	           "{machine.cpu}; kernel {machine.kernel}<br>seed {run.seed}, hash {run.hash}, pages {run.pages}<br>"
	           "cuckoobench {program.version}, commit <code>{program.git_commit}</code>, built by "
	           "{program.compiler}<br>started {run.started}</dd></div>\n");
}

/* A note begins in lower case, to follow a colon; here it starts a sentence. */
static const char *
capital(char text[COMPARE_TEXT], const char *note)
{
	snprintf(text, COMPARE_TEXT, "%s", note);
	*text = (char)toupper((unsigned char)*text);
	return text;
}

static void
page_head(FILE *f, const struct comparison *c)
{
	char text[COMPARE_TEXT];

	html(f,
	     "<header class=\"head\">\n<p class=\"kicker\">Comparison</p>\n<h1>Two runs of cuckoobench</h1>\n"
	     "<p class=\"lead\">B. Fan, D. G. Andersen, M. Kaminsky and M. D. Mitzenmacher, “Cuckoo Filter: "
	     "Practically Better Than Bloom” (CoNEXT 2014), measured twice at scale %s: the same claims, figures and "
	     "points of both runs.</p>\n<dl class=\"facts\">\n",
	     scale_names[c->side[0].scale]);
	for (int s = 0; s < SIDES; s++)
		page_side(f, &c->side[s], compare_letter[s]);
	html(f, "</dl>\n<ul class=\"warnings\" aria-label=\"To keep in mind\">\n");
	for (size_t i = 0; i < c->notes; i++)
		html(f, "<li>%s.</li>\n", capital(text, c->note[i].text));
	html(f, "<li>The runs are not paired: “separated” means that the 95 %% intervals of the two medians do not "
	        "overlap. Of several hundred points a few do so by chance.</li>\n</ul>\n</header>\n");
}

/* --- verdicts --------------------------------------------------------------------------------------------- */

static void
verdict_cell(struct page_table *t, const struct judged *j, bool numbers)
{
	page_add(t, "|");
	page_verdict(t->f, j->verdict.kind);
	if (numbers)
		page_add(t, "<br><span class=\"small\">%s</span>", j->verdict.numbers);
}

static void
verdict_rows(struct page_table *t, const struct comparison *c, bool changed)
{
	const struct board *a = &c->side[0].board, *b = &c->side[1].board;
	const size_t rows = changed ? c->changed : a->count - c->changed - c->unasked;

	if (rows == 0)
		return;
	page_group(t);
	page_add(t, "%s: %zu", changed ? "Changed" : "The same", rows);
	for (size_t i = 0; i < a->count; i++) {
		if ((a->at[i].verdict.kind != b->at[i].verdict.kind) != changed ||
		    (!changed && a->at[i].verdict.kind == VERDICT_NOT_ASKED))
			continue;
		page_row(t, "%s|%s", a->at[i].claim->id, a->at[i].claim->says);
		verdict_cell(t, &a->at[i], changed);
		verdict_cell(t, &b->at[i], changed);
	}
}

static void
page_verdicts(FILE *f, const struct comparison *c)
{
	struct page_table t;

	page_section(f, "verdicts", "verdicts", "Verdicts");
	for (int s = 0; s < SIDES; s++) {
		html(f, "<ul class=\"counts\">\n<li><b>%s</b></li>\n", compare_letter[s]);
		for (int k = 0; k < VERDICT_NOT_ASKED; k++) {
			html(f, "<li>%u ", (unsigned)c->side[s].board.of_kind[k]);
			page_verdict(f, (enum verdict_kind)k);
			html(f, "</li>\n");
		}
		html(f, "</ul>\n");
	}
	page_table(&t, f, "verdicts", "caption", "board",
	           "The claims of the paper, judged from either run by the same program|Claim|What it says|A|B");
	verdict_rows(&t, c, true);
	verdict_rows(&t, c, false);
	page_table_end(&t);
	html(f, "</section>\n");
}

/* --- figures ---------------------------------------------------------------------------------------------- */

/* Draws both runs' figures on the same axes, from their reduced data, in a folder: "" if it could not be created. Fails
 * for each that it cannot draw: the page is then without it. */
static void
draw_figures(char folder[FILES_PATH], const struct comparison *c, struct failure *f)
{
	const char *temporary = getenv("TMPDIR");
	char dir[FILES_PATH + 2];

	*folder = '\0';
	if (!files_at_home()) {
		notice("compare: no figures: %s is not the source tree: set CUCKOOBENCH_HOME to the folder that holds "
		       "plots/",
		       files_home());
		return;
	}
	if (!files_path(folder, "%s/cuckoobench-XXXXXX", temporary && *temporary ? temporary : "/tmp") ||
	    !mkdtemp(folder)) {
		(void)failed(f, STATUS_FAILED, "compare: no figures: %s: %s", folder, strerror(errno));
		*folder = '\0';
		return;
	}
	for (int s = 0; s < SIDES; s++) {
		snprintf(dir, sizeof dir, "%s/%s", folder, compare_letter[s]);
		if (reduce_run(&c->side[s], dir, failure_told(f)) != STATUS_DONE ||
		    (plots_write(dir, &c->side[s], &c->side[1 - s], f) != STATUS_DONE && !*machine_gnuplot()))
			return;
	}
}

/* Reads both SVGs of an experiment; NULL if a figure was not drawn. */
static void
read_figures(const char *folder, const struct experiment *e, char *svg[SIDES])
{
	char path[FILES_PATH];

	for (int s = 0; s < SIDES; s++)
		svg[s] = *folder && files_path(path, "%s/%s/plots/%s.svg", folder, compare_letter[s], e->id)
		                 ? files_read(path, NULL)
		                 : NULL;
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

/* --- one experiment --------------------------------------------------------------------------------------- */

/* Is the drawing made for two columns of a page? Then the other one goes below it. */
static bool
is_wide(const char *svg)
{
	const char *box = strstr(svg, "viewBox=\"");
	double width = 0;

	return box && sscanf(box, "viewBox=\"%*f %*f %lf", &width) == 1 && width > 800;
}

/* Why a side's figure would show nothing (experiment.h), or NULL. */
static const char *
undrawn(const struct comparison *c, int side, const struct experiment *e)
{
	const struct points *points = run_data_points(&c->side[side], e);

	return points->count > 0 ? format_undrawn(e, points) : NULL;
}

static void
part_figures(FILE *f, const struct comparison *c, const struct experiment *e, char *const svg[SIDES])
{
	char prefix[32], label[COMPARE_TEXT];

	html(f, "<div class=\"%s\">\n", (svg[0] && is_wide(svg[0])) || (svg[1] && is_wide(svg[1])) ? "stack" : "pair");
	for (int s = 0; s < SIDES; s++) {
		if (undrawn(c, s, e)) {
			html(f, "<p class=\"absent\">%s: the figure is not drawn: ", compare_letter[s]);
			html(f, "%s.</p>\n", undrawn(c, s, e));
			continue;
		}
		html(f, "<figure>\n<figcaption><b>%s</b></figcaption>\n<div class=\"drawing\">\n", compare_letter[s]);
		snprintf(prefix, sizeof prefix, "%c-%s-", 'a' + s, e->id);
		snprintf(label, sizeof label, "%s: %.300s", compare_letter[s], e->title);
		if (!svg[s] || !html_svg(f, svg[s], prefix, label))
			html(f, "<p class=\"absent\">Not drawn.</p>\n");
		html(f, "</div>\n<figcaption><span class=\"hint\" hidden>An entry of the key hides and shows its "
		        "series.</span></figcaption>\n</figure>\n");
	}
	html(f, "</div>\n");
}

/* Compared points always show the median, whatever statistic the paper shows. */
static const struct experiment as_median = {.statistic = "median"};

static void
part_row(struct page_table *t, const struct compare_row *r, bool with_x)
{
	const struct point *p = r->side[0] ? r->side[0] : r->side[1];
	char text[FORMAT_TEXT];

	page_row(t, ".%s %s", r->outcome == COMPARE_DIFFERS ? "differs" : "",
	         format_in_panel(text, p->panel, series_title(p->series)));
	page_add(t, "|.name %s", format_metric(text, p->metric, p->unit));
	if (with_x)
		page_add(t, "|%.4g", p->x);
	if (with_x && r->side[0] && r->side[1] && r->side[0]->x != r->side[1]->x)
		page_add(t, " / %.4g", r->side[1]->x);
	page_point(t, &as_median, r->side[0], "none");
	page_point(t, &as_median, r->side[1], "none");
	page_add(t, isnan(r->ratio) ? "|" : "|%.3f", r->ratio);
	if (!isnan(r->lo))
		page_add(t, "<span class=\"interval\">[%.3f, %.3f]</span>", r->lo, r->hi);
	page_add(t, "|.name %s%s", compare_outcome_names[r->outcome],
	         r->outcome != COMPARE_SEPARATED ? ""
	         : r->ratio > 1                  ? ", B higher"
	                                         : ", B lower");
}

static void
part_table(FILE *f, const struct experiment *e, const struct compare_part *part)
{
	struct page_table t;
	bool with_x = false;

	for (size_t i = 0; i < part->count; i++)
		with_x |= (part->at[i].side[0] ? part->at[i].side[0] : part->at[i].side[1])->x != 0;
	html(f, "<details%s>\n<summary>", part->count <= 40 || part->of[COMPARE_DIFFERS] > 0 ? " open" : "");
	html(f, "All points: %u</summary>\n", (unsigned)part->count);
	page_table(&t, f, e->id, "points", "data sides",
	           "Medians, with 95 %% intervals where the runs are enough; B / A with an interval of at least 90 %%."
	           "|Series|Measure");
	if (with_x)
		page_add(&t, "|%s", e->x ? e->x : "x");
	page_add(&t, "|A|B|B / A|Outcome");
	for (size_t i = 0; i < part->count; i++)
		part_row(&t, &part->at[i], with_x);
	page_table_end(&t);
	html(f, "</details>\n");
}

static void
page_part(FILE *f, const struct comparison *c, size_t which, const char *figures)
{
	const struct experiment *e = experiment_all[which];
	const struct compare_part *part = &c->part[which];
	char *svg[SIDES] = {NULL, NULL};
	const char *comma = " ";

	page_section(f, "experiment", e->id, e->title);
	if (e->figure) {
		read_figures(figures, e, svg);
		part_figures(f, c, e, svg);
		for (int s = 0; s < SIDES; s++)
			free(svg[s]);
	}
	html(f, "<p>%s Of %u points:", e->reading, (unsigned)part->count);
	for (int o = 0; o < COMPARE_OUTCOMES; o++)
		if (part->of[o] > 0) {
			html(f, "%s%u %s", comma, (unsigned)part->of[o], compare_outcome_names[o]);
			comma = ", ";
		}
	html(f, ".</p>\n");
	part_table(f, e, part);
	html(f, "</section>\n");
}

/* --- conditions ------------------------------------------------------------------------------------------- */

/* Writes the facts of one group of the manifests: only rows that differ, or only rows that do not. */
static void
fact_rows(struct page_table *t, const struct comparison *c, const char *group, bool differing)
{
	char text[SIDES][FACT_TEXT];
	json_t *flat[SIDES], *value;
	const char *name;

	for (int s = 0; s < SIDES; s++)
		facts_flat(flat[s] = json_object(), group, json_object_get(c->side[s].manifest, group));
	for (int s = 0; s < SIDES; s++)
		json_object_foreach(flat[s], name, value)
		{
			const char *a = fact_text(json_object_get(flat[0], name), text[0]);
			const char *b = fact_text(json_object_get(flat[1], name), text[1]);

			if ((s == 0 || !json_object_get(flat[0], name)) && (strcmp(a, b) != 0) == differing)
				page_row(t, "%s|%s|%s", name, a, b);
		}
	for (int s = 0; s < SIDES; s++)
		json_decref(flat[s]);
}

static void
fact_table(FILE *f, const struct comparison *c, bool differing)
{
	static const char *const groups[] = {"run", "program", "machine", "inputs"};
	struct page_table t;

	page_table(&t, f, differing ? "differing" : "same", "caption", "manifest", "%s||A|B",
	           differing ? "What the manifests say differently" : "What both manifests say");
	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		fact_rows(&t, c, groups[i], differing);
	page_table_end(&t);
}

static void
page_conditions(FILE *f, const struct comparison *c)
{
	page_section(f, "", "conditions", "Conditions");
	fact_table(f, c, true);
	html(f, "<details>\n<summary>What was the same</summary>\n");
	fact_table(f, c, false);
	html(f, "</details>\n</section>\n");
}

/* --- page ------------------------------------------------------------------------------------------------- */

static void
write_page(FILE *f, const struct comparison *c, const char *figures)
{
	page_open(f, "Two runs of cuckoobench", "verdicts");
	page_head(f, c);
	page_verdicts(f, c);
	html(f, "<nav aria-labelledby=\"contents-title\">\n<h2 id=\"contents-title\">Contents</h2>\n<ol>\n"
	        "<li><a href=\"#verdicts\">Verdicts</a></li>\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (c->part[i].count > 0)
			html(f, "<li><a href=\"#%s\">%s</a></li>\n", experiment_all[i]->id, experiment_all[i]->title);
	html(f, "<li><a href=\"#conditions\">Conditions</a></li>\n</ol>\n</nav>\n<main id=\"main\">\n");
	for (size_t i = 0; experiment_all[i]; i++)
		if (c->part[i].count > 0)
			page_part(f, c, i, figures);
	page_conditions(f, c);
	html(f, "<footer><p>Written by cuckoobench from the raw samples of both runs.</p></footer>\n</main>\n");
	page_close(f);
}

int
compare_page_check(const char *path, struct failure *f)
{
	struct files_new new;
	struct stat s;

	/* A reader of a pipe would take a try for all there is. */
	if (stat(path, &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode))
		return STATUS_DONE;
	if (!files_begin(&new, "%s", path))
		return output_refused(path, f);
	files_abandon(&new);
	return STATUS_DONE;
}

bool
compare_page_write(const struct comparison *c, const char *path, struct failure *f)
{
	char figures[FILES_PATH];
	struct files_new new;

	if (files_begin(&new, "%s", path)) {
		draw_figures(figures, c, f);
		write_page(new.stream, c, figures);
		if (*figures)
			nftw(figures, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	}
	return files_commit(&new) == 0 || failing(failure_told(f), "compare: %s: %s", path, strerror(errno));
}
