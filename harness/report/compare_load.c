/* SPDX-License-Identifier: MIT */
/* compare_load.c - one side of a comparison: a run's manifest, and its raw samples, which this program reduces and
 * judges again. */
#include "harness/analysis/points.h"
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/report/compare.h"

#include <stdlib.h>
#include <string.h>

/* Reads the scale from the manifest. */
static int
load_scale(struct compare_side *side, struct failure *f)
{
	const char *name = json_string_value(json_object_get(json_object_get(side->manifest, "run"), "scale"));

	if (scale_find(name, &side->scale))
		return STATUS_DONE;
	return failed(f, STATUS_USAGE, "compare: %s is no run: its manifest.json names no scale", side->dir);
}

static int
load_manifest(struct compare_side *side, struct failure *f)
{
	char path[FILES_PATH];
	json_error_t error;

	if (!files_path(path, "%s/manifest.json", side->dir) || !files_exists(path))
		return failed(f, STATUS_USAGE, "compare: %s is no run: it has no manifest.json", side->dir);
	side->manifest = json_load_file(path, 0, &error);
	if (!side->manifest)
		return failed(f, STATUS_USAGE, "compare: %s:%d: %s", path, error.line, error.text);
	return load_scale(side, f);
}

int
compare_load(struct compare_side *side, const char *dir, struct failure *f)
{
	struct samples samples;
	size_t n = 0;
	int status;

	*side = (struct compare_side){.dir = dir};
	if ((status = load_manifest(side, f)) != STATUS_DONE)
		return status;
	plugins_remember(json_object_get(side->manifest, "plugins"));
	if (samples_of(dir, &samples, f) != STATUS_DONE)
		return failed(f, STATUS_USAGE, "compare: %s", f->text);
	while (experiment_all[n])
		n++;
	side->points = calloc(n + 1, sizeof *side->points);
	memory_needed(side->points);
	for (size_t i = 0; i < n; i++)
		reduce_experiment(experiment_all[i], &samples, side->scale, &side->points[i]);
	if (board_make(&side->board, &samples, side->scale) != 0)
		status = failed(f, STATUS_USAGE, "compare: %s: out of memory", dir);
	samples_free(&samples);
	return status;
}

void
compare_unload(struct compare_side *side)
{
	for (size_t i = 0; side->points && experiment_all[i]; i++)
		points_free(&side->points[i]);
	free(side->points);
	if (side->board.at)
		board_free(&side->board);
	json_decref(side->manifest);
	*side = (struct compare_side){0};
}
