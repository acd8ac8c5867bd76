/* SPDX-License-Identifier: MIT */
/*
 * verify.c - see verify.h.
 *
 *      record.csv[.gz]  --reduce_text-->      text in memory --compare--> results/ID.csv
 *                       --board_write_json--> text in memory --compare--> claims.json
 *      the folder       --crate_text-->       text in memory --compare--> ro-crate-metadata.json (earlier builds: none)
 *      plots/ID.svg, .pdf  --figure_look-->   there, and whole
 */
#include "harness/report/verify.h"

#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/report/crate.h"
#include "harness/report/figures.h"
#include "harness/report/format.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const verify_words[VERIFY_KINDS] = {"same", "differs", "missing", "extra", "cut"};

/* The number of the first line in which two texts differ. */
static unsigned long
first_difference(const char *a, size_t a_length, const char *b, size_t b_length)
{
	unsigned long line = 1;

	for (size_t i = 0; i < a_length && i < b_length && a[i] == b[i]; i++)
		line += a[i] == '\n';
	return line;
}

/* derived: NULL if the samples give no such file. */
static void
compare(const char *dir, const char *name, const char *derived, size_t length, const struct verify_teller *to)
{
	char path[FILES_PATH];
	size_t there_length = 0;
	char *there = files_path(path, "%s/%s", dir, name) ? files_read(path, &there_length) : NULL;

	if (!there && !derived)
		return;
	if (!derived)
		to->tell(to->context, VERIFY_EXTRA, name, 0);
	else if (!there && errno == ENOENT)
		to->tell(to->context, VERIFY_MISSING, name, 0);
	else if (!there || there_length != length || memcmp(there, derived, length) != 0)
		to->tell(to->context, VERIFY_DIFFERS, name,
		         first_difference(there ? there : "", there_length, derived, length));
	else
		to->tell(to->context, VERIFY_SAME, name, 0);
	free(there);
}

static void
compare_results(const struct run_data *d, const struct verify_teller *to)
{
	char name[64];

	for (size_t i = 0; experiment_all[i]; i++) {
		size_t length = 0;
		char *text = reduce_text(d, experiment_all[i], &length);

		snprintf(name, sizeof name, "results/%s.csv", experiment_all[i]->id);
		compare(d->dir, name, text, length, to);
		free(text);
	}
}

/* Is this a file of results/ that belongs to no experiment of this program? */
static int
is_stranger(const struct dirent *entry)
{
	const char *suffix = strrchr(entry->d_name, '.');
	char id[16];

	if (!suffix || strcmp(suffix, ".csv") != 0)
		return 0;
	for (size_t i = 0; experiment_all[i]; i++) {
		snprintf(id, sizeof id, "%.8s.csv", experiment_all[i]->id);
		if (strcmp(id, entry->d_name) == 0)
			return 0;
	}
	return 1;
}

static void
find_strangers(const char *dir, const struct verify_teller *to)
{
	char path[FILES_PATH], name[300];
	struct dirent **entry;
	int n = files_path(path, "%s/results", dir) ? scandir(path, &entry, is_stranger, alphasort) : -1;

	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof name, "results/%s", entry[i]->d_name);
		to->tell(to->context, VERIFY_EXTRA, name, 0);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

static void
compare_claims(struct run_data *d, const struct verify_teller *to)
{
	char *text = NULL;
	size_t length = 0;
	FILE *f = memory_stream(&text, &length);

	memory_needed(board_write_json(run_data_board(d), f) == 0);
	memory_whole(f);
	compare(d->dir, "claims.json", text, length, to);
	free(text);
}

/* The file of an archived run may describe the run before its samples were compressed. */
static int
compare_crate(const char *dir, const struct verify_teller *to, struct failure *f)
{
	char path[FILES_PATH], *there = NULL, *text = NULL;

	if (!files_path(path, "%s/" CRATE_FILE, dir) || !(there = files_read(path, NULL)))
		return STATUS_DONE;
	for (int uncompressed = 0; uncompressed < 2 && (!text || strcmp(text, there) != 0); uncompressed++) {
		free(text);
		text = crate_text(dir, uncompressed || !store_is_history(dir), f);
		if (!text)
			break;
	}
	free(there);
	if (!text)
		return f->status;
	compare(dir, CRATE_FILE, text, strlen(text), to);
	free(text);
	return STATUS_DONE;
}

/* --- figures ---------------------------------------------------------------------------------------------- */

/* Has this run the figure of an experiment? */
static bool
is_drawn(const struct run_data *d, const struct experiment *e)
{
	const struct points *points = run_data_points(d, e);

	return e->figure && points->count > 0 && !format_undrawn(e, points);
}

static void
look_at_figure(const struct run_data *d, const char *id, const char *form, const struct verify_teller *to)
{
	char name[64], path[FILES_PATH];
	enum figure_state state;

	snprintf(name, sizeof name, "plots/%s.%s", id, form);
	state = files_path(path, "%s/%s", d->dir, name) ? figure_look(path, form) : FIGURE_MISSING;
	if (state != FIGURE_WHOLE)
		to->tell(to->context, state == FIGURE_MISSING ? VERIFY_MISSING : VERIFY_CUT, name, 0);
}

/* A folder with plots/ has all its figures. Where gnuplot is not installed there is none (plots_write); nor need it be
 * in an archive of what was measured. */
static void
look_at_figures(const struct run_data *d, const struct verify_teller *to)
{
	char path[FILES_PATH];

	if (!files_path(path, "%s/plots", d->dir) || !files_exists(path))
		return;
	for (size_t i = 0; experiment_all[i]; i++)
		for (int form = 0; form < FIGURE_FORMS && is_drawn(d, experiment_all[i]); form++)
			look_at_figure(d, experiment_all[i]->id, figure_forms[form], to);
}

int
verify_run(struct run_data *d, const struct verify_teller *to, struct failure *f)
{
	compare_results(d, to);
	find_strangers(d->dir, to);
	compare_claims(d, to);
	look_at_figures(d, to);
	return compare_crate(d->dir, to, f);
}
