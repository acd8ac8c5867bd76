/* SPDX-License-Identifier: MIT */
/*
 * report_left_out.c - the filters that an experiment lacks only because the machine lacks their instructions.
 *
 *      cells.csv       skipped cells of the filter itself     g1 has fill:cf-avx512:...
 *      manifest.json   left_out, for cells of other filters   h1 has kernels:cf:..., a table for cf-avx512, too
 */
#include "harness/filters/series.h"
#include "harness/report/html.h"
#include "harness/report/report_page.h"
#include "harness/report/report_parts.h"

#include <string.h>

/* "life:cf-avx512:bytes=...": a cell of that filter? */
static bool
is_cell_of(const char *cell, const char *filter)
{
	const char *name = strchr(cell, ':');
	const size_t n = strlen(filter);

	return name && strncmp(name + 1, filter, n) == 0 && name[1 + n] == ':';
}

static bool
has_skipped_cell(const struct report *r, const struct experiment *e, const char *filter)
{
	for (size_t i = 0; i < r->cells.count; i++) {
		const struct cell_row *a = &r->cells.at[i];

		if (a->last && strcmp(a->status, "skipped") == 0 && is_cell_of(a->cell, filter) &&
		    a->wants >> experiment_index(e->id) & 1)
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

void
report_left_out(const struct report *r, const struct experiment *e, const struct points *points)
{
	const char *name;
	char id[32];
	json_t *why;
	bool open = false;

	snprintf(id, sizeof id, "%s-left-out", e->id);
	json_object_foreach(json_object_get(r->manifest, "left_out"), name, why)
	{
		const struct filter_ops *ops = filter_find(name);

		if (!has_skipped_cell(r, e, name) && !(ops && e->looks_up && is_missed(e, points, ops)))
			continue;
		if (!open) {
			page_open_table(r->f, id, "plain");
			html(r->f,
			     "<caption id=\"%s\">Filters that were skipped</caption>\n<thead>\n<tr><th "
			     "scope=\"col\">Filter</th><th scope=\"col\">Reason</th></tr>\n</thead>\n<tbody>\n",
			     id);
			open = true;
		}
		html(r->f, "<tr><th scope=\"row\">%s</th>", series_title(name));
		html(r->f, "<td>%s</td></tr>\n", json_string_value(why) ? json_string_value(why) : "unknown");
	}
	if (!open)
		return;
	html(r->f, "</tbody>\n");
	page_close_table(r->f);
}
