/* SPDX-License-Identifier: MIT */
/*
 * plots.c - draws the figures: one gnuplot process for each format of each figure, one at a time on each processor.
 *
 *      DIR/results/f5.csv --> gnuplot -d -e "data=...; out=...; ..." plots/f5.gp --> a temporary file next to it
 *                                                                                --> DIR/plots/f5.svg
 *
 * No shell is involved. gnuplot takes text between single quotes literally, with quotes doubled, so any path is
 * possible. gnuplot ends with status 0 after some mistakes. So any output on stdout or stderr counts as a failure, and
 * the figure is dropped.
 */
#include "harness/analysis/points.h"
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/filters/plugin.h"
#include "harness/machine/machine.h"
#include "harness/report/format.h"
#include "harness/report/report.h"
#include "harness/run/manifest.h"

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
enum { FORMATS = sizeof formats / sizeof *formats, MAX_JOBS = 64 };

struct job {
	const char *id, *format;
	pid_t pid;
	FILE *said; /* gnuplot's stdout and stderr */
	struct files_new new;
};

struct plots {
	const char *dir;             /* absolute */
	const struct points *beside; /* the points of each experiment of another run, for axes that fit both; or NULL */
	char keys[MANIFEST_KEYS];    /* the user's own (format_note) */
	char **environment;
	struct job job[MAX_JOBS]; /* a ring of running jobs */
	size_t first, running, limit;
	bool no_gnuplot;
	struct failure *failure;
};

static void
plots_fail(struct plots *p, const char *id, const char *format, const char *why)
{
	(void)failed(failure_told(p->failure), STATUS_FAILED, "figure %s (%s): %s", id, format, why);
}

/* name='text' with quotes doubled. */
static void
plots_set(FILE *f, const char *name, const char *text)
{
	fprintf(f, "%s='", name);
	for (; *text; text++) {
		if (*text == '\'')
			fputc('\'', f);
		fputc(*text, f);
	}
	fputs("'; ", f);
}

/* Sets the plug-ins' filters and titles, which style.gp cannot know. Titles contain no double quotes. */
static void
plots_set_plugins(FILE *f)
{
	char names[FILTERS_ADDED * PLUGIN_NAME + 1], titles[FILTERS_ADDED * (PLUGIN_TITLE + 3) + 1];
	size_t n = 0, t = 0;

	*names = *titles = '\0';
	for (size_t i = 0; plugin_at(i); i++) {
		n += (size_t)sprintf(names + n, "%s%s", i ? " " : "", plugin_at(i)->name);
		t += (size_t)sprintf(titles + t, "%s\"%s\"", i ? " " : "", plugin_at(i)->title);
	}
	plots_set(f, "plugins", names);
	plots_set(f, "plugin_titles", titles);
}

/* The maximum of a panel's curves, counting only filters, because other series must not flatten them. */
static double
plots_reach(const struct points *points, const char *panel)
{
	double reach = 0;

	for (size_t i = 0; i < points->count; i++) {
		const struct point *p = &points->at[i];

		if (strcmp(p->panel, panel) == 0 && strcmp(p->unit, "Mops/s") == 0 && filter_find(p->series))
			reach = fmax(reach, fmax(p->median, p->hi)); /* fmax ignores NaN */
	}
	return reach;
}

/* Figures of two runs compare only on the same axes. So each axis reaches as far as the other run's data do, in each
 * panel and in all. A panel's name becomes part of a variable's name, which allows only letters and digits. */
static void
plots_set_reach(FILE *f, const struct points *points)
{
	double all = 0;

	for (size_t i = 0; i < points->count; i++)
		if (i == 0 || strcmp(points->at[i].panel, points->at[i - 1].panel) != 0) {
			const double reach = plots_reach(points, points->at[i].panel);

			fputs("reach_", f);
			for (const char *c = points->at[i].panel; *c; c++)
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
	char note[FORMAT_TEXT], *text = NULL, *series = NULL;
	size_t length, count;
	const char **names = format_series_of(points, &count);
	FILE *f = open_memstream(&series, &length);

	memory_needed(f);
	for (size_t i = 0; i < count; i++)
		fprintf(f, "%s%s", i ? " " : "", names[i]);
	fclose(f);
	free(names);
	f = open_memstream(&text, &length);
	memory_needed(f);
	plots_set(f, "data", data);
	plots_set(f, "out", job->new.beside);
	plots_set(f, "format", job->format);
	plots_set(f, "series", series);
	plots_set_plugins(f);
	plots_set(f, "note", format_note(note, e, points, p->keys));
	if (p->beside && e->timed)
		plots_set_reach(f, &p->beside[experiment_index(e->id)]);
	fclose(f);
	free(series);
	return text;
}

/* Starts gnuplot. Returns 0 or an errno. */
static int
plots_spawn(struct job *job, const char *script, char *commands, char *const *environment)
{
	char gnuplot[] = "gnuplot", no_rc[] = "-d", execute[] = "-e", path[FILES_PATH];
	char *arguments[] = {gnuplot, no_rc, execute, commands, path, NULL};
	posix_spawn_file_actions_t actions;
	int error;

	if (!files_path(path, "%s", script))
		return ENAMETOOLONG;
	if ((error = posix_spawn_file_actions_init(&actions)) != 0)
		return error;
	if ((error = posix_spawn_file_actions_addchdir_np(&actions, files_home())) == 0 &&
	    (error = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)) == 0 &&
	    (error = posix_spawn_file_actions_adddup2(&actions, fileno(job->said), 1)) == 0 &&
	    (error = posix_spawn_file_actions_adddup2(&actions, fileno(job->said), 2)) == 0)
		error = posix_spawnp(&job->pid, gnuplot, &actions, NULL, arguments, environment);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/*
 * cairo writes the time into a PDF, as "/CreationDate (D:20140930120000Z)", and has no switch against it. Replace it by
 * the day of the paper's presentation, which has the same number of characters.
 */
static int
plots_undate(const char *path)
{
	static const char mark[] = "/CreationDate (D:", date[] = "20141202000000";
	size_t length;
	char *pdf = files_read(path, &length), *at;
	int fd, status = 0;

	if (!pdf)
		return -1;
	at = memmem(pdf, length, mark, strlen(mark));
	if (at && (size_t)(pdf + length - at) > strlen(mark) + strlen(date)) {
		fd = open(path, O_WRONLY | O_CLOEXEC);
		if (fd < 0 || pwrite(fd, date, strlen(date), at - pdf + (off_t)strlen(mark)) != (ssize_t)strlen(date))
			status = -1;
		if (fd >= 0 && close(fd) != 0)
			status = -1;
	}
	free(pdf);
	return status;
}

/*
 * Copies gnuplot's last line that is not blank, which has the error; the lines before it quote the script. False if
 * there is none, or only a warning that gnuplot widened an axis: an interrupted run may have curves of a single value.
 */
static bool
plots_last_words(FILE *said, char *words, size_t room)
{
	char line[512];
	bool some = false;

	rewind(said);
	while (fgets(line, sizeof line, said)) {
		size_t start = strspn(line, " \t\r\n");

		line[strcspn(line, "\r\n")] = '\0';
		if (line[start] && strncmp(line + start, "Warning: empty ", strlen("Warning: empty ")) != 0) {
			snprintf(words, room, "%s", line + start);
			some = true;
		}
	}
	return some;
}

/* Did gnuplot succeed without any output? Else the reason is in words. */
static bool
plots_good(const struct job *job, int status, char *words, size_t room)
{
	if (plots_last_words(job->said, words, room))
		return false;
	if (WIFSIGNALED(status))
		snprintf(words, room, "gnuplot was killed by signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		snprintf(words, room, "gnuplot ended with status %d", WEXITSTATUS(status));
	else if (strcmp(job->format, "pdf") == 0 && plots_undate(job->new.beside) != 0)
		snprintf(words, room, "%s: %s", job->new.beside, strerror(errno));
	else
		return true;
	return false;
}

/* Waits for the oldest job, and renames its file. */
static void
plots_finish(struct plots *p)
{
	struct job *job = &p->job[p->first];
	char words[FILES_PATH + 200] = "lost track of gnuplot";
	int status;
	pid_t pid;

	p->first = (p->first + 1) % MAX_JOBS;
	p->running--;
	do
		pid = waitpid(job->pid, &status, 0);
	while (pid < 0 && errno == EINTR);
	if (pid < 0 || !plots_good(job, status, words, sizeof words)) {
		files_abandon(&job->new);
		unlink(job->new.path); /* drawn from older data */
		plots_fail(p, job->id, job->format, words);
	} else if (files_commit(&job->new) != 0) {
		plots_fail(p, job->id, job->format, strerror(errno));
	}
	fclose(job->said);
}

static void
plots_start(struct plots *p, const struct experiment *e, const char *format, const char *data, const char *script,
            const struct points *points)
{
	struct job *job;
	char path[FILES_PATH], *commands;
	int error;

	if (p->running == p->limit)
		plots_finish(p);
	job = &p->job[(p->first + p->running) % MAX_JOBS];
	*job = (struct job){.id = e->id, .format = format};
	errno = ENAMETOOLONG;
	if (!files_path(path, "%s/plots/%s.%s", p->dir, e->id, format) || !files_begin(&job->new, path)) {
		plots_fail(p, e->id, format, strerror(errno));
		return;
	}
	commands = plots_commands(p, job, data, e, points);
	job->said = tmpfile();
	error = job->said ? plots_spawn(job, script, commands, p->environment) : errno;
	free(commands);
	if (error == 0) {
		p->running++;
		return;
	}
	files_abandon(&job->new);
	if (job->said)
		fclose(job->said);
	p->no_gnuplot = error == ENOENT;
	if (!p->no_gnuplot)
		plots_fail(p, e->id, format, strerror(error));
}

static void
plots_figure(struct plots *p, const struct experiment *e)
{
	char data[FILES_PATH], script[FILES_PATH], full[FILES_PATH], path[FILES_PATH];
	struct failure unread;
	struct points points = {0};

	if (!files_path(data, "%s/results/%s.csv", p->dir, e->id) || !files_exists(data))
		return;
	if (!files_path(script, "plots/%s.gp", e->id) || !files_path(full, "%s/%s", files_home(), script) ||
	    !files_exists(full)) {
		plots_fail(p, e->id, "all", "its script, plots/ID.gp, is missing");
	} else if (points_read(data, &points, &unread) != STATUS_DONE) {
		plots_fail(p, e->id, "all", unread.text);
	} else if (format_undrawn(e, &points)) {
		for (size_t i = 0; i < FORMATS; i++)
			if (files_path(path, "%s/plots/%s.%s", p->dir, e->id, formats[i]))
				unlink(path); /* drawn from older data */
	} else if (points.count > 0) {
		for (size_t i = 0; i < (p->beside ? 1 : FORMATS) && !p->no_gnuplot; i++)
			plots_start(p, e, formats[i], data, script, &points);
	}
	points_free(&points);
}

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
	copy = calloc(n + 3, sizeof *copy);
	memory_needed(copy);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "TZ=", 3) != 0 && strncmp(environ[i], "LC_ALL=", 7) != 0)
			copy[kept++] = environ[i];
	copy[kept++] = utc;
	copy[kept] = locale;
	return copy;
}

/* Draws the figures of every experiment, or of `only`. */
static int
plots_draw(const char *dir, const struct points *beside, const struct experiment *only, struct failure *f)
{
	struct plots *p = calloc(1, sizeof *p);
	char *whole = realpath(dir, NULL), path[FILES_PATH];

	if (!p || !whole || !files_path(path, "%s/plots", whole) || files_make_folder(path) != 0) {
		(void)failed(f, STATUS_FAILED, "%s/plots: %s", dir, strerror(errno));
	} else {
		p->dir = whole;
		p->failure = f;
		p->beside = beside;
		manifest_own_keys(dir, p->keys);
		p->limit = machine_cpus() < MAX_JOBS ? machine_cpus() : MAX_JOBS;
		p->environment = plots_environment();
		if (only)
			plots_figure(p, only);
		for (size_t i = 0; !only && experiment_all[i] && !p->no_gnuplot; i++)
			if (experiment_all[i]->figure)
				plots_figure(p, experiment_all[i]);
		while (p->running > 0)
			plots_finish(p);
		if (p->no_gnuplot)
			(void)failed(failure_told(f), STATUS_FAILED,
			             "no figures: gnuplot is not installed (Debian: gnuplot-nox)");
		free(p->environment);
	}
	free(whole);
	free(p);
	return f->status;
}

int
plots_write(const char *dir, struct failure *f)
{
	return plots_draw(dir, NULL, NULL, f);
}

int
plots_write_beside(const char *dir, const struct points *beside, struct failure *f)
{
	return plots_draw(dir, beside, NULL, f);
}

int
plots_write_one(const char *dir, const struct experiment *e, struct failure *f)
{
	return plots_draw(dir, NULL, e, f);
}
