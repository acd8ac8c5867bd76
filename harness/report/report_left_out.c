/* SPDX-License-Identifier: MIT */
/*
 * report_left_out.c - the filters that an experiment lacks only because the machine lacks their instructions.
 *
 *      attempts        skipped cells of the filter itself     g1 has fill:cf-avx512:...
 *      manifest.json   left_out, for cells of other filters   h1 has kernels:cf:..., a table for cf-avx512, too
 */
#include "harness/filters/series.h"
#include "harness/report/page_table.h"
#include "harness/report/report_parts.h"

#include <string.h>

static bool
has_skipped_cell(const struct report *r, const struct experiment *e, const char *filter)
{
	char name[NAME_MAX_SERIES];

	for (size_t i = 0; i < r->samples->store.count; i++) {
		const struct attempt *a = &r->samples->store.at[i];

		if (a->last && strcmp(a->status, "skipped") == 0 && strcmp(label_filter(a->cell, name), filter) == 0 &&
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

void
report_left_out(const struct report *r, const struct experiment *e, const struct points *points)
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
