/* SPDX-License-Identifier: MIT */
/* test_series.c - harness/filters/series.c: no filter of others gets the name of something else that is measured. */
#include "harness/filters/series.h"

#include "harness/base/files.h"
#include "harness/plan/experiment.h"
#include "tests/test.h"

#include <ctype.h>

/* Could a plug-in's filter be called so? (plugin_object.c) */
static bool
is_name(const char *text)
{
	return islower((unsigned char)*text) && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

/* Whatever a run has measured is a filter, or its name is kept. */
static size_t
look_into(const char *folder, const char *id)
{
	char path[FILES_PATH], *text, *rest, *line;
	size_t kept = 0;

	require(files_path(path, "%s/%s/%s.csv", files_home(), folder, id), "a long path");
	text = rest = files_read(path, NULL);
	for (strsep(&rest, "\n"); text && (line = strsep(&rest, "\n"));) {
		strsep(&line, ",");
		if (!line || !is_name(line = strsep(&line, ",")) || filter_find(line))
			continue;
		require(series_owner(line), "%s: '%s' is free for filters of others", path, line);
		kept++;
	}
	free(text);
	return kept;
}

TEST(what_was_measured_is_kept)
{
	static const char *const folders[] = {"datasets/reference/full/results",
	                                      "datasets/reference/hardware/results",
	                                      "datasets/reference/threads/results",
	                                      "datasets/reference/keys/results",
	                                      "datasets/reference/billions/results",
	                                      "datasets/reference/field/results",
	                                      "datasets/reference/field-full/results",
	                                      "datasets/reference/space/results",
	                                      "tests/golden"};
	size_t kept = 0;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		for (size_t e = 0; experiment_all[e]; e++)
			kept += look_into(folders[i], experiment_all[e]->id);
	require(kept > 100, "%zu series are no filters'", kept);
}

/* Names that are made of a filter's. */
TEST(names_made_of_filters_are_kept)
{
	char name[64];

	for (size_t i = 0; filter_all[i]; i++) {
		snprintf(name, sizeof name, "%s-best", filter_all[i]->name);
		require(series_owner(name), "%s", name);
		snprintf(name, sizeof name, "%s-again", filter_all[i]->name);
		require(series_owner(name), "%s", name);
	}
	require(series_owner("fuse3r8") && series_owner("cf12") && series_owner("blkbf"), "tables of H1");
}

TEST(other_names_are_free)
{
	static const char *const names[] = {"word-bf", "two-choice", "sorted",    "mine",  "faulty", "best",    "again",
	                                    "ceiling", "xor8",       "cf-better", "taffy", "hashes", "boundary"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		require(!series_owner(names[i]), "%s: %s", names[i], series_owner(names[i]));
	require(series_has_title("CF again") && !series_has_title("CF"), "titles");
}
