/* SPDX-License-Identifier: MIT */
/*
 * plots.c - draws the figures: on each processor one gnuplot process, which draws its share of them one after another.
 *
 *      gnuplot -d  -e "print 'drawing 0'; data='DIR/results/f5.csv'; out=...; format='svg'" plots/f5.gp plots/next.gp
 *                  -e "print 'drawing 2'; ..." plots/f6.gp plots/next.gp         out --> DIR/plots/f5.svg
 *
 * No shell is involved. gnuplot takes text between single quotes literally, with quotes doubled, so any path is
 * possible. It ends with status 0 after some mistakes. So any other output between two lines "drawing" is the failure
 * of the figure, which is then dropped. After a mistake that ends gnuplot, another process draws what is left.
 */
#include "harness/analysis/reduce.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/machine/machine.h"
#include "harness/report/format.h"
#include "harness/report/report.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const formats[] = {"svg", "pdf"}; /* pages use the first one */
enum { FORMATS = sizeof formats / sizeof *formats, DRAWERS = 64 };

struct job {
	const char *id, *format;
	char *commands, *script; /* gnuplot's arguments */
	struct files_new new;
	bool settled;
};

struct plots {
	char *dir;                     /* absolute */
	const char *keys;              /* the user's own (format_note) */
	const struct run_data *beside; /* another run, for axes that fit both; or NULL */
	struct job *job;
	size_t jobs, drawers;
	struct failure *failure;
};

/* A gnuplot process. It draws each `drawers`-th job, from the `first` on. */
struct drawer {
	pid_t pid;
	size_t first;
	FILE *said; /* its stdout and stderr */
};

static void
plots_fail(struct plots *p, const char *id, const char *format, const char *why)
{
	(void)failed(failure_told(p->failure), STATUS_FAILED, "figure %s (%s): %s", id, format, why);
}

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

			if (strcmp(p->unit, "Mops/s") == 0 && filter_find(p->series))
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
plots_commands(const struct plots *p, const struct job *job, const char *data, const struct experiment *e,
               const struct points *points)
{
	char note[FORMAT_TEXT], *text = NULL;
	size_t length, count;
	const char **series = points_series(points, &count);
	FILE *f = memory_stream(&text, &length);

	fprintf(f, "print 'drawing %zu'; ", p->jobs);
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
		plots_fail(p, e->id, "all", "its script, plots/ID.gp, is missing");
		return;
	}
	for (size_t i = 0; i < (p->beside ? 1 : FORMATS); i++) {
		struct job job = {.id = e->id, .format = formats[i]};

		if (undrawn && files_path(path, "%s/plots/%s.%s", p->dir, e->id, formats[i])) {
			unlink(path); /* drawn from older data */
		} else if (!files_begin(&job.new, "%s/plots/%s.%s", p->dir, e->id, formats[i])) {
			plots_fail(p, e->id, formats[i], strerror(errno));
		} else {
			job.commands = plots_commands(p, &job, data, e, points);
			memory_needed(asprintf(&job.script, "plots/%s.gp", e->id) > 0);
			p->job = memory_grown(p->job, p->jobs, sizeof *p->job);
			p->job[p->jobs++] = job;
		}
	}
}

/* --- gnuplot ---------------------------------------------------------------------------------------------- */

/* The environment with UTC as time zone, because other zones' offsets have other lengths. Its locale has the figures'
 * letters, whatever the user's locale is. The caller frees it. */
static char **
plots_environment(void)
{
	static char utc[] = "TZ=UTC", locale[] = MACHINE_GNUPLOT_LOCALE;
	size_t n = 0, kept = 0;
	char **copy;

	while (environ[n])
		n++;
	copy = memory_new(n + 3, sizeof *copy);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "TZ=", 3) != 0 && strncmp(environ[i], "LC_ALL=", 7) != 0)
			copy[kept++] = environ[i];
	copy[kept++] = utc;
	copy[kept] = locale;
	return copy;
}

/* cairo writes the time into a PDF, as "/CreationDate (D:20140930120000Z)", and has no switch against it. Puts the day
 * of the paper's presentation in its place. */
static bool
plots_undate(const char *path)
{
	static const char mark[] = "/CreationDate (D:", date[] = "20141202000000";
	size_t length;
	char *pdf = files_read(path, &length), *at = pdf ? memmem(pdf, length, mark, strlen(mark)) : NULL;
	FILE *f = at ? fopen(path, "r+e") : NULL;
	bool good =
		pdf && (!at || (f && fseek(f, at - pdf + (long)strlen(mark), SEEK_SET) == 0 && fputs(date, f) >= 0));

	if (f && fclose(f) != 0)
		good = false;
	free(pdf);
	return good;
}

/* The figure is drawn, or dropped because of what gnuplot said of it. */
static void
plots_settle(struct plots *p, struct job *job, const char *words)
{
	job->settled = true;
	if (!*words && strcmp(job->format, "pdf") == 0 && !plots_undate(job->new.file.beside))
		words = strerror(errno);
	if (*words) {
		files_abandon(&job->new);
		unlink(job->new.path); /* drawn from older data */
		plots_fail(p, job->id, job->format, words);
	} else if (files_commit(&job->new) != 0) {
		plots_fail(p, job->id, job->format, strerror(errno));
	}
}

/* Starts gnuplot on those of its jobs that are not settled. Returns 0 or an errno. */
static int
plots_spawn(struct plots *p, struct drawer *d)
{
	char gnuplot[] = "gnuplot", no_rc[] = "-d", execute[] = "-e", next[] = "plots/next.gp";
	char **arguments = memory_new(4 * p->jobs + 3, sizeof *arguments), **environment = plots_environment();
	posix_spawn_file_actions_t actions;
	size_t n = 0;
	int error = posix_spawn_file_actions_init(&actions);

	memory_needed(error == 0);
	arguments[n++] = gnuplot, arguments[n++] = no_rc;
	for (size_t i = d->first; i < p->jobs; i += p->drawers)
		if (!p->job[i].settled) {
			arguments[n++] = execute, arguments[n++] = p->job[i].commands;
			arguments[n++] = p->job[i].script, arguments[n++] = next;
		}
	if (!(d->said = tmpfile()))
		error = errno;
	else if ((error = posix_spawn_file_actions_addchdir_np(&actions, files_home())) == 0 &&
	         (error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) == 0 &&
	         (error = posix_spawn_file_actions_adddup2(&actions, fileno(d->said), 1)) == 0 &&
	         (error = posix_spawn_file_actions_adddup2(&actions, fileno(d->said), 2)) == 0)
		error = posix_spawnp(&d->pid, gnuplot, &actions, NULL, arguments, environment);
	if (error != 0 && d->said)
		fclose(d->said);
	posix_spawn_file_actions_destroy(&actions);
	free(arguments);
	free(environment);
	return error;
}

/*
 * Settles the jobs that gnuplot began, by what it said while it drew each. Of several lines the last that is not blank
 * has the error; those before it quote the script. That gnuplot widened an axis is none: an interrupted run may have
 * curves of a single value.
 */
static void
plots_finish(struct plots *p, struct drawer *d)
{
	char line[512], words[FILES_PATH + 200] = "";
	size_t now = d->first, began;
	int status = 0;
	const long pid = TEMP_FAILURE_RETRY(waitpid(d->pid, &status, 0));

	rewind(d->said);
	while (fgets(line, sizeof line, d->said)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (sscanf(line, "drawing %zu", &began) == 1 && began < p->jobs) {
			if (began != now)
				plots_settle(p, &p->job[now], words);
			now = began;
			*words = '\0';
		} else if (line[strspn(line, " \t")] && strncmp(line, "Warning: empty ", 15) != 0) {
			snprintf(words, sizeof words, "%s", line + strspn(line, " \t"));
		}
	}
	if (!*words && pid < 0)
		snprintf(words, sizeof words, "lost track of gnuplot");
	else if (!*words && WIFSIGNALED(status))
		snprintf(words, sizeof words, "gnuplot was killed by signal %d", WTERMSIG(status));
	else if (!*words && WEXITSTATUS(status) != 0)
		snprintf(words, sizeof words, "gnuplot ended with status %d", WEXITSTATUS(status));
	plots_settle(p, &p->job[now], words);
	fclose(d->said);
}

/* Draws what is not settled, as far as gnuplot comes. Returns 0 or an errno. */
static int
plots_round(struct plots *p, size_t *left)
{
	struct drawer drawer[DRAWERS];
	size_t running = 0;
	int error = 0;

	for (size_t first = 0, i; first < p->drawers && error == 0; first++) {
		for (i = first; i < p->jobs && p->job[i].settled; i += p->drawers)
			;
		drawer[running] = (struct drawer){.first = i};
		if (i < p->jobs && (error = plots_spawn(p, &drawer[running])) == 0)
			running++;
	}
	for (size_t i = 0; i < running; i++)
		plots_finish(p, &drawer[i]);
	*left = 0;
	for (size_t i = 0; i < p->jobs; i++)
		*left += !p->job[i].settled;
	return error;
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
	size_t left = p->jobs;
	int error = 0;

	p->drawers = (size_t)machine_cpus() < DRAWERS ? (size_t)machine_cpus() : DRAWERS;
	while (left > 0 && error == 0)
		error = plots_round(p, &left);
	for (size_t i = 0; i < p->jobs; i++) {
		if (!p->job[i].settled)
			files_abandon(&p->job[i].new);
		free(p->job[i].commands);
		free(p->job[i].script);
	}
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
