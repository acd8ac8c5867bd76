/* SPDX-License-Identifier: MIT */
/*
 * plots.c - which figures a run has, and what gnuplot is told of each.
 *
 *      a run's points  -->  data='DIR/results/f5.csv'; out=...; format='svg'; series='cf bf'; note='...'   plots/f5.gp
 *
 * gnuplot takes text between single quotes literally, with quotes doubled, so any path is possible.
 */
#include "harness/analysis/reduce.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/filters/series.h"
#include "harness/report/figures.h"
#include "harness/report/format.h"
#include "harness/report/plots_parts.h"
#include "harness/report/report.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct plots {
	char *dir;                     /* absolute */
	const char *keys;              /* the user's own (format_note) */
	const struct run_data *beside; /* another run, for axes that fit both; or NULL */
	struct plots_job *job;
	size_t jobs;
	struct failure *failure;
};

/* Text between single quotes, with quotes doubled. */
static void
plots_quote(FILE *f, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputc('\'', f);
		fputc(*text, f);
	}
}

/* name='text' */
static void
plots_set(FILE *f, const char *name, const char *text)
{
	fprintf(f, "%s='", name);
	plots_quote(f, text);
	fputs("'; ", f);
}

/* Sets the plug-ins' filters and titles, which style.gp cannot know. Titles contain no double quotes. */
static void
plots_set_plugins(FILE *f)
{
	fputs("plugins='", f);
	for (size_t i = 0; plugin_at(i); i++)
		fprintf(f, "%s%s", i ? " " : "", plugin_at(i)->name);
	fputs("'; plugin_titles='", f);
	for (size_t i = 0; plugin_at(i); i++) {
		fputs(i ? " \"" : "\"", f);
		plots_quote(f, plugin_at(i)->title);
		fputc('"', f);
	}
	fputs("'; ", f);
}

/*
 * Figures of two runs compare only on the same axes. So each axis reaches as far as the other run's curves do, in each
 * panel and in all. It counts only filters, because other series must not flatten them. A panel's name becomes part of
 * a variable's name, which allows only letters and digits.
 */
static void
plots_set_reach(FILE *f, const struct points *points)
{
	double all = 0;

	for (size_t i = 0, next; i < points->count; i = next) {
		const char *panel = points->at[i].panel;
		double reach = 0;

		for (next = i; next < points->count && strcmp(points->at[next].panel, panel) == 0; next++) {
			const struct point *p = &points->at[next];

			if (strcmp(p->unit, "Mops/s") == 0 && series_now(p->series))
				reach = fmax(reach, fmax(p->median, p->hi)); /* fmax ignores NaN */
		}
		fputs("reach_", f);
		for (const char *c = panel; *c; c++)
			fputc(isalnum((unsigned char)*c) ? *c : '_', f);
		fprintf(f, "=%.9g; ", reach);
		all = fmax(all, reach);
	}
	fprintf(f, "reach=%.9g; ", all);
}

/* The figure's variables as gnuplot commands. The caller frees them. */
static char *
plots_commands(const struct plots *p, const struct plots_job *job, const char *data, const struct experiment *e,
               const struct points *points)
{
	char note[FORMAT_TEXT], *text = NULL;
	size_t length, count;
	const char **series = points_series(points, &count);
	FILE *f = memory_stream(&text, &length);

	fprintf(f, "print 'drawing %zu'; ", p->jobs); /* plots_gnuplot.c reads it */
	plots_set(f, "data", data);
	plots_set(f, "out", job->new.file.beside);
	plots_set(f, "format", job->format);
	fputs("series='", f); /* whose names have no quotes */
	for (size_t i = 0; i < count; i++)
		fprintf(f, "%s%s", i ? " " : "", series[i]);
	fputs("'; ", f);
	free(series);
	plots_set_plugins(f);
	plots_set(f, "note", format_note(note, e, points, p->keys));
	if (p->beside && e->timed)
		plots_set_reach(f, run_data_points(p->beside, e));
	memory_whole(f);
	return text;
}

/* Adds a job for each format of a figure. */
static void
plots_figure(struct plots *p, const struct experiment *e, const struct points *points)
{
	const char *undrawn = format_undrawn(e, points);
	char data[FILES_PATH], script[FILES_PATH], path[FILES_PATH];

	if (points->count == 0)
		return;
	if (!files_path(data, "%s/results/%s.csv", p->dir, e->id) ||
	    !files_path(script, "%s/plots/%s.gp", files_home(), e->id) || !files_exists(script)) {
		plots_fail(e->id, "all", "its script, plots/ID.gp, is missing", p->failure);
		return;
	}
	for (size_t i = 0; i < (p->beside ? 1 : FIGURE_FORMS); i++) {
		struct plots_job job = {.id = e->id, .format = figure_forms[i]};

		if (undrawn && files_path(path, "%s/plots/%s.%s", p->dir, e->id, job.format)) {
			unlink(path); /* drawn from older data */
		} else if (!files_begin(&job.new, "%s/plots/%s.%s", p->dir, e->id, job.format)) {
			plots_fail(e->id, job.format, strerror(errno), p->failure);
		} else {
			job.commands = plots_commands(p, &job, data, e, points);
			memory_needed(asprintf(&job.script, "plots/%s.gp", e->id) > 0);
			p->job = memory_grown(p->job, p->jobs, sizeof *p->job);
			p->job[p->jobs++] = job;
		}
	}
}

/* --- figures ---------------------------------------------------------------------------------------------- */

/* Prepares to draw into DIR/plots. Returns false, with the reason, if that is not possible. */
static bool
plots_begin(struct plots *p, const char *dir, const char *keys, struct failure *f)
{
	*p = (struct plots){.dir = realpath(dir, NULL), .keys = keys, .failure = f};
	if (p->dir && files_make_folder("%s/plots", p->dir) == 0)
		return true;
	free(p->dir);
	return failing(f, "%s/plots: %s", dir, strerror(errno));
}

static int
plots_end(struct plots *p)
{
	const int error = plots_draw(p->job, p->jobs, p->failure);
	char folder[FILES_PATH];

	for (struct plots_job *job = p->job; job < p->job + p->jobs; job++) {
		if (!job->settled)
			files_abandon(&job->new);
		free(job->commands);
		free(job->script);
		free(job->said);
	}
	/* A folder without any figure would be one whose figures are missing (verify.c). */
	if (error == ENOENT && files_path(folder, "%s/plots", p->dir))
		(void)rmdir(folder);
	if (error != 0)
		(void)failed(failure_told(p->failure), STATUS_FAILED, "no figures: %s",
		             error == ENOENT ? "gnuplot is not installed (Debian: gnuplot-nox)" : strerror(error));
	free(p->job);
	free(p->dir);
	return p->failure->status;
}

int
plots_write(const char *dir, const struct run_data *d, const struct run_data *beside, struct failure *f)
{
	struct plots p;

	if (!plots_begin(&p, dir, beside ? "" : d->samples->keys, f))
		return f->status;
	p.beside = beside;
	for (size_t i = 0; experiment_all[i]; i++)
		if (experiment_all[i]->figure)
			plots_figure(&p, experiment_all[i], run_data_points(d, experiment_all[i]));
	return plots_end(&p);
}

int
plots_write_one(const char *dir, const struct experiment *e, const struct points *points, struct failure *f)
{
	struct plots p;

	if (!plots_begin(&p, dir, "", f))
		return f->status;
	plots_figure(&p, e, points);
	return plots_end(&p);
}
