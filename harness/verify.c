/* SPDX-License-Identifier: MIT */
/*
 * verify.c - see verify.h.
 *
 *      samples.csv[.gz] --reduce_text--> text in memory --compare--> results/ID.csv
 *                       --board_write_json--> text in memory --compare--> claims.json
 */
#include "harness/verify.h"

#include "harness/claims.h"
#include "harness/files.h"
#include "harness/reduce.h"

#include <errno.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static void
say(FILE *out, struct verify_counts *counts, enum verify_kind kind, const char *name, unsigned long line)
{
	static const char *const words[VERIFY_KINDS] = {"same", "differs", "missing", "extra"};

	counts->of_kind[kind]++;
	fprintf(out, "%-8s %s", words[kind], name);
	if (line)
		fprintf(out, " at line %lu", line);
	fputc('\n', out);
}

/* The line in which two texts first differ. */
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
compare(const char *dir, const char *name, const char *derived, size_t length, FILE *out, struct verify_counts *counts)
{
	char path[FILES_PATH];
	size_t there_length = 0;
	char *there = files_path(path, "%s/%s", dir, name) ? files_read(path, &there_length) : NULL;

	if (!there && !derived)
		return;
	if (!derived)
		say(out, counts, VERIFY_EXTRA, name, 0);
	else if (!there && errno == ENOENT)
		say(out, counts, VERIFY_MISSING, name, 0);
	else if (!there || there_length != length || memcmp(there, derived, length) != 0)
		say(out, counts, VERIFY_DIFFERS, name, first_difference(there ? there : "", there_length, derived, length));
	else
		say(out, counts, VERIFY_SAME, name, 0);
	free(there);
}

static void
compare_results(const char *dir, const struct samples *all, enum scale scale, FILE *out, struct verify_counts *counts)
{
	char name[64];

	for (size_t i = 0; experiment_all[i]; i++) {
		size_t length = 0;
		char *text = reduce_text(experiment_all[i], all, scale, &length);

		snprintf(name, sizeof name, "results/%s.csv", experiment_all[i]->id);
		compare(dir, name, text, length, out, counts);
		free(text);
	}
}

/* Files in results/ that belong to no experiment of this program. */
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
find_strangers(const char *dir, FILE *out, struct verify_counts *counts)
{
	char path[FILES_PATH], name[300];
	struct dirent **entry;
	int n = files_path(path, "%s/results", dir) ? scandir(path, &entry, is_stranger, alphasort) : -1;

	for (int i = 0; i < n; i++) {
		snprintf(name, sizeof name, "results/%s", entry[i]->d_name);
		say(out, counts, VERIFY_EXTRA, name, 0);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
}

static void
compare_claims(const char *dir, const struct samples *all, enum scale scale, FILE *out, struct verify_counts *counts)
{
	struct board board;
	char *text = NULL;
	size_t length = 0;
	FILE *f = open_memstream(&text, &length);

	if (!f || board_make(&board, all, scale) != 0)
		abort(); /* as in points.c */
	if (board_write_json(&board, f) != 0 || fclose(f) != 0)
		abort();
	compare(dir, "claims.json", text, length, out, counts);
	board_free(&board);
	free(text);
}

int
verify_run(const char *dir, enum scale scale, FILE *out, struct verify_counts *counts, char why[200])
{
	struct samples all;

	*counts = (struct verify_counts){{0}};
	if (samples_of(dir, &all, why) != 0)
		return -1;
	compare_results(dir, &all, scale, out, counts);
	find_strangers(dir, out, counts);
	compare_claims(dir, &all, scale, out, counts);
	samples_free(&all);
	return 0;
}
