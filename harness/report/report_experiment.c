/* SPDX-License-Identifier: MIT */
/*
 * report_experiment.c - the section of one experiment, always in this order:
 *
 *      title | what the paper shows | figure | published beside measured | claims judged here | measured data |
 *      filters left out | set-up, the command that repeats it, deviations | files
 */
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/filters/series.h"
#include "harness/plan/groups.h"
#include "harness/report/page.h"
#include "harness/report/pivot.h"
#include "harness/report/report_parts.h"

#include <stdlib.h>
#include <string.h>

bool
report_has(const struct report *r, const struct experiment *e, const char *folder, const char *suffix)
{
	char path[FILES_PATH];

	return files_path(path, "%s/%s/%s.%s", r->run->dir, folder, e->id, suffix) && files_exists(path);
}

/* Adds a cell with the number of runs of a point. */
static void
point_runs(struct page_table *t, const struct point *p)
{
	page_add(t, p->n ? "|%u" : "|.absent computed", p->n);
}

/* --- figure ----------------------------------------------------------------------------------------------- */

bool
report_drawing(const struct report *r, const struct experiment *e, const char *prefix)
{
	char path[FILES_PATH], *svg = NULL;
	bool drawn;

	if (files_path(path, "%s/plots/%s.svg", r->run->dir, e->id))
		svg = files_read(path, NULL);
	html(r->f, "<figure>\n<div class=\"drawing\">\n");
	drawn = svg && html_svg(r->f, svg, prefix, e->title);
	free(svg);
	return drawn;
}

static void
section_figure(const struct report *r, const struct experiment *e, const struct points *points)
{
	char prefix[32], note[FORMAT_TEXT];

	if (format_undrawn(e, points)) {
		html(r->f, "<p class=\"absent\">The figure is not drawn: %s.</p>\n<p>", format_undrawn(e, points));
		html(r->f, "%s</p>\n", e->reading);
		return;
	}
	snprintf(prefix, sizeof prefix, "%s-", e->id);
	if (!report_drawing(r, e, prefix))
		html(r->f, "<p class=\"absent\">This figure was not drawn: gnuplot is missing, or failed. The numbers "
		           "are below.</p>\n");
	html(r->f, "</div>\n<figcaption>%s", e->reading);
	if (*format_note(note, e, points, r->samples->keys))
		html(r->f, " Drawn: %s.", note);
	html(r->f, " <span class=\"hint\" hidden>An entry of the key hides and shows its "
	           "series.</span></figcaption>\n</figure>\n");
}

/* --- published beside measured ------------------------------------------------------------------------------ */

/* Writes the other statistic of a measured point in small type, with its interval if the main one has none. */
static void
compare_beside(FILE *f, const struct experiment *e, const struct point *p)
{
	const struct experiment *beside = format_beside(e);
	char text[FORMAT_TEXT];

	if (!beside || p->n < 2 || format_is_answer(p->unit))
		return;
	html(f, "<span class=\"interval\">%s %s", format_statistic(beside), format_point(text, beside, p));
	if (!*format_interval(text, e, p) && *format_interval(text, beside, p))
		html(f, " %s", text);
	html(f, "</span>");
}

/* The optional columns of the comparison. */
struct compare_columns {
	bool x, share; /* of ceilings */
};

/* Why a printed number has no point beside it. Of a measure that follows from others, such as where two curves cross,
 * there may be none though all of these were measured: then it is for the claims to say what that means. */
static const char *
lacks(const struct points *points, const struct published_value *v)
{
	bool has_series = false;

	for (size_t i = 0; i < points->count; i++) {
		if (strcmp(points->at[i].metric, v->metric) == 0)
			return "not measured";
		has_series |= strcmp(points->at[i].series, v->series) == 0;
	}
	return has_series && v->x == 0 ? "none here: judged below" : "not measured";
}

static void
compare_row(struct page_table *t, const struct experiment *e, struct points *points, const struct published_value *v,
            struct compare_columns with)
{
	const struct point *ours = points_find(points, v->panel, v->series, v->x, v->metric), *share = NULL;
	char text[FORMAT_TEXT];

	page_row(t, "%s", series_title(v->series));
	if (with.x)
		page_add(t, "|%.6g", v->x);
	page_add(t, "|%s", format_printed(text, v));
	if (ours && with.share && format_has_ceiling(e, ours))
		share = points_find(points, v->panel, v->series, v->x, format_share_of_ceiling(points)->metric);
	if (!ours) {
		page_add(t, with.share ? "|.absent %s||||" : "|.absent %s|||", lacks(points, v));
	} else {
		page_add(t, "|.ours %s", format_point(text, e, ours));
		compare_beside(t->f, e, ours);
		page_add(t, "|.interval %s", format_interval(text, e, ours));
		point_runs(t, ours);
		if (with.share)
			page_add(t, "|%s", share ? format_point(text, e, share) : "");
		page_add(t, "|%s", format_number(text, "ratio", format_ratio(e, ours, v)));
	}
	page_add(t, "|.source %s", v->source);
}

/* Does an earlier row have a published value of the same point? */
static bool
published_before(const struct published *p, const struct published_value *v)
{
	return published_next(p, v->exp, v->panel, v->series, v->x, v->metric, NULL) != v;
}

static bool
same_group(const struct published_value *a, const struct published_value *b)
{
	return strcmp(a->metric, b->metric) == 0 && strcmp(a->panel, b->panel) == 0;
}

/* Writes the rows of one measure, from its first on, below a line with its name and unit. */
static void
compare_group(const struct report *r, struct page_table *t, const struct experiment *e, struct points *points,
              const struct published_value *first, struct compare_columns with)
{
	const struct published_value *v, *same;
	char title[FORMAT_TEXT], text[FORMAT_TEXT];

	page_group(t);
	page_add(t, "%s", format_in_panel(title, first->panel, format_metric(text, first->metric, first->unit)));
	for (v = first; v; v = published_of(r->printed, e->id, v)) {
		if (!same_group(v, first) || published_before(r->printed, v))
			continue;
		/* At a number's first row, write the rows of all its sources. */
		same = NULL;
		while ((same = published_next(r->printed, e->id, v->panel, v->series, v->x, v->metric, same)))
			compare_row(t, e, points, same, with);
	}
}

/* What the run can and cannot see. */
static void
section_separation(const struct report *r, const struct experiment *e)
{
	const struct separation *s = &run_data_board(r->run)->separates[experiment_index(e->id)];
	char text[SEPARATION_TEXT];

	if (s->pairs > 0)
		html(r->f,
		     "<p>The least difference between two filters that this run separates, four times in five: "
		     "%s.%s</p>\n",
		     separation_text(s, text),
		     s->rounds ? " What differs between processes is in no interval of rounds of one process." : "");
}

static void
section_compare(const struct report *r, const struct experiment *e, struct points *points)
{
	const struct published_value *v = NULL, *earlier;
	const bool intervals = format_has_interval(e, points);
	struct compare_columns with = {.share = format_share_of_ceiling(points) != NULL};
	struct page_table t;
	char text[FORMAT_TEXT];

	if (!published_of(r->printed, e->id, NULL))
		return;
	while ((v = published_of(r->printed, e->id, v)))
		with.x |= v->x != 0;
	page_table(&t, r->f, e->id, "printed", "compare", "Published, and measured here (%s%s%s).|Filter",
	           format_runs(text, format_statistic(e), points), intervals ? "; " : "",
	           intervals ? format_interval_is : "");
	if (with.x)
		page_add(&t, "|%s", e->x ? e->x : "x");
	page_add(&t, "|Published|Here|95 %% interval|Runs");
	page_add(&t, with.share ? "|%% of ceiling|Here / published" : "|Here / published");
	page_add(&t, "|.source Source");
	while ((v = published_of(r->printed, e->id, v))) {
		for (earlier = published_of(r->printed, e->id, NULL); !same_group(earlier, v);)
			earlier = published_of(r->printed, e->id, earlier);
		if (earlier == v)
			compare_group(r, &t, e, points, v, with);
	}
	page_table_end(&t);
}

/* --- measured data ---------------------------------------------------------------------------------------- */

static void
data_pivot(FILE *f, const struct pivot *p, struct pivot_place at, unsigned number)
{
	const struct experiment *e = p->experiment;
	char part[32], text[FORMAT_TEXT], runs[FORMAT_TEXT];
	struct page_table t;

	snprintf(part, sizeof part, "data-%u", number);
	page_table(&t, f, e->id, part, "data", "%s, %s|%s", *pivot_caption(text, p, at) ? text : "Measured",
	           format_runs(runs, format_statistic(e), &p->points), pivot_kind(p));
	if (e->columns == TABLE_X && e->x)
		page_add(&t, ", by %s", e->x);
	while (pivot_next(p, &at, PIVOT_COLUMN))
		page_add(&t, "|%s", pivot_label(text, p, at, PIVOT_COLUMN));
	while (pivot_next(p, &at, PIVOT_ROW)) {
		page_row(&t, "%s", pivot_label(text, p, at, PIVOT_ROW));
		while (pivot_next(p, &at, PIVOT_COLUMN))
			page_point(&t, e, pivot_point(p, at), "");
	}
	page_table_end(&t);
}

/* Writes an experiment without a printed table: one row a point. */
static void
data_list(FILE *f, const struct experiment *e, const struct points *points)
{
	struct page_table t;
	char text[FORMAT_TEXT];

	page_table(&t, f, e->id, "data-0", "data",
	           "Measured and computed points, %s|Series|Measure|x|Value|95 %% interval|Runs",
	           format_runs(text, format_statistic(e), points));
	for (size_t i = 0; i < points->count; i++) {
		const struct point *p = &points->at[i];

		page_row(&t, "%s", format_in_panel(text, p->panel, series_title(p->series)));
		page_add(&t, "|.name %s|%.6g", format_metric(text, p->metric, p->unit), p->x);
		page_add(&t, "|%s", format_point(text, e, p));
		page_add(&t, "|.interval %s", format_interval(text, e, p));
		point_runs(&t, p);
	}
	page_table_end(&t);
}

static void
section_data(const struct report *r, const struct experiment *e, const struct points *points)
{
	struct pivot_place table = PIVOT_ALL;
	struct pivot pivot;
	unsigned number = 0;

	/* Without a figure, the table is the section's main content and starts unfolded. */
	html(r->f, "<details%s>\n<summary>", e->figure ? "" : " open");
	html(r->f, "Measured data: %u points</summary>\n", (unsigned)points->count);
	if (e->rows == TABLE_NONE) {
		data_list(r->f, e, points);
	} else {
		pivot_make(&pivot, e, points, r->printed, r->samples->keys);
		while (pivot_next(&pivot, &table, PIVOT_PANEL))
			while (pivot_next(&pivot, &table, PIVOT_REST))
				data_pivot(r->f, &pivot, table, number++);
		pivot_free(&pivot);
	}
	html(r->f, "</details>\n");
}

/* --- filters left out ------------------------------------------------------------------------------------- */

/*
 *      attempts        skipped cells of the filter itself     g1 has fill:cf-avx512:...
 *      manifest.json   left_out, for cells of other filters   h1 has kernels:cf:..., a table for cf-avx512, too
 */
static bool
has_skipped_cell(const struct report *r, const struct experiment *e, const char *filter)
{
	char name[NAME_MAX_SERIES];

	for (size_t i = 0; i < r->samples->store.count; i++) {
		const struct attempt *a = &r->samples->store.at[i];

		if (strcmp(a->status, "skipped") == 0 && strcmp(label_filter(a->cell, name), filter) == 0 &&
		    samples_sees(r->samples, e, a))
			return true;
	}
	return false;
}

/* Would the filter share a series' table, but has no points? Another machine of the run may have had its
 * instructions. */
static bool
is_missed(const struct experiment *e, const struct points *points, const struct filter_ops *ops)
{
	const size_t n = strlen(ops->name);
	bool beside = false;

	for (size_t i = 0; i < points->count; i++) {
		const char *series = points->at[i].series;

		if (strncmp(series, ops->name, n) == 0 && (series[n] == ':' || series[n] == '\0'))
			return false;
		beside |= e->looks_up(ops, series);
	}
	return beside;
}

/* Writes a row for each filter that the experiment lacks only because the machine lacks its instructions. Nothing if
 * there is none. */
static void
section_left_out(const struct report *r, const struct experiment *e, const struct points *points)
{
	struct page_table t = {.f = NULL};
	const char *name;
	json_t *why;

	json_object_foreach(json_object_get(r->manifest, "left_out"), name, why)
	{
		const struct filter_ops *ops = filter_find(name);

		if (!has_skipped_cell(r, e, name) && !(ops && e->looks_up && is_missed(e, points, ops)))
			continue;
		if (!t.f)
			page_table(&t, r->f, e->id, "left-out", "plain", "Filters that were skipped|Filter|Reason");
		page_row(&t, "%s|%s", series_title(name), json_string_value(why) ? json_string_value(why) : "unknown");
	}
	if (t.f)
		page_table_end(&t);
}

/* --- all -------------------------------------------------------------------------------------------------- */

static void
section_files(const struct report *r, const struct experiment *e)
{
	static const char *const offer[][3] = {{"results", "csv", "CSV"},
	                                       {"plots", "svg", "SVG"},
	                                       {"plots", "pdf", "PDF"},
	                                       {"tables", "md", "Markdown"},
	                                       {"tables", "tex", "LaTeX"}};

	html(r->f, "<p class=\"files\">Files:");
	for (size_t i = 0; i < sizeof offer / sizeof *offer; i++)
		if (report_has(r, e, offer[i][0], offer[i][1]))
			html(r->f, " <a href=\"%s/%s.%s\">%s</a>", offer[i][0], e->id, offer[i][1], offer[i][2]);
	html(r->f, "</p>\n");
}

void
report_experiment(const struct report *r, const struct experiment *e)
{
	struct points *points = run_data_points(r->run, e);

	page_section(r->f, "experiment", e->id, e->title);
	html(r->f, "<p class=\"shows\"><b>%s:</b> %s</p>\n", group_heading(e), e->shows);
	if (e->figure)
		section_figure(r, e, points);
	section_separation(r, e);
	section_compare(r, e, points);
	report_claims(r, e);
	section_data(r, e, points);
	section_left_out(r, e, points);
	html(r->f, "<dl class=\"notes\">\n");
	if (!e->figure)
		html(r->f, "<dt>How to read it</dt><dd>%s</dd>\n", e->reading);
	html(r->f, "<dt>Set-up</dt><dd>%s</dd>\n", e->setup);
	if (format_share_of_ceiling(points))
		html(r->f, "<dt>Ceilings</dt><dd>%s.</dd>\n", format_ceiling_is);
	report_command(r, e);
	if (e->timed && r->timed_by > 1)
		html(r->f, "<dt>Machines</dt><dd>%s (<a href=\"#machines\">Who measured what</a>.)</dd>\n",
		     report_machines_warning);
	if (e->deviations)
		html(r->f, "<dt>Deviations</dt><dd>%s</dd>\n", e->deviations);
	html(r->f, "</dl>\n");
	section_files(r, e);
	html(r->f, "</section>\n");
}
