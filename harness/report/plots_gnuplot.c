/* SPDX-License-Identifier: MIT */
/*
 * plots_gnuplot.c - draws figures: one gnuplot process a processor draws a share of the figures, one after another.
 *
 *      gnuplot -d  -e "print 'drawing 0'; data='DIR/results/f5.csv'; out=...; format='svg'" plots/f5.gp plots/next.gp
 *                  -e "print 'drawing 2'; ..." plots/f6.gp plots/next.gp         out --> DIR/plots/f5.svg.PID.tmp
 *                         |
 *                         '--> what it said, what it wrote --> DIR/plots/f5.svg, or a line and no figure
 *
 * No shell is involved. gnuplot ends with status 0 after some mistakes. So any other output between two lines "drawing"
 * is the failure of the figure. It says nothing of a write that failed, so what it wrote is looked at (figures.h).
 * After a mistake that ends gnuplot, another process draws what is left.
 */
#include "harness/base/memory.h"
#include "harness/machine/machine.h"
#include "harness/report/figures.h"
#include "harness/report/plots_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DRAWERS = 64, WORDS = FILES_PATH + 200 };

struct drawing {
	struct plots_job *job;
	size_t jobs, drawers;
	struct failure *failure;
};

/* A gnuplot process. It draws each `drawers`-th job, from the `first` on. */
struct drawer {
	pid_t pid;
	size_t first;
	FILE *said; /* its stdout and stderr */
};

void
plots_fail(const char *id, const char *format, const char *why, struct failure *f)
{
	(void)failed(failure_told(f), STATUS_FAILED, "figure %s (%s): %s", id, format, why);
}

/* --- what gnuplot wrote ----------------------------------------------------------------------------------- */

/* cairo writes the time into a PDF, as "/CreationDate (D:20140930120000Z)", and has no switch against it. Puts the day
 * of the paper's presentation in its place. */
static bool
gnuplot_undate(const char *path)
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

/* Why may the file not grow? Appends more than a file system holds back in pages, and takes it away. Returns 0 if it
 * may, or an errno. */
static int
gnuplot_no_room(FILE *f)
{
	enum { MORE = 1 << 16 };
	char *more = memory_new(MORE, 1);
	const off_t length = fseeko(f, 0, SEEK_END) == 0 ? ftello(f) : -1;
	int error = 0;

	if (length < 0 || fwrite(more, 1, MORE, f) != MORE || fflush(f) != 0)
		error = errno;
	clearerr(f);
	if (length >= 0 && ftruncate(fileno(f), length) != 0 && error == 0)
		error = errno;
	free(more);
	return error;
}

/* Adds to what was said of a figure what its file says. */
static void
gnuplot_look(struct plots_job *job)
{
	const enum figure_state state = figure_look(job->new.file.beside, job->format);
	char *said = NULL;
	int error;

	if (state == FIGURE_WHOLE) {
		if (strcmp(job->format, "pdf") != 0 || gnuplot_undate(job->new.file.beside))
			return;
		memory_needed(asprintf(&said, "%s", strerror(errno)) >= 0);
	} else {
		error = gnuplot_no_room(job->new.stream);
		memory_needed(asprintf(&said, "gnuplot wrote %s%s%s",
		                       state == FIGURE_CUT ? "only a part of it" : "nothing", error ? ": " : "",
		                       error ? strerror(error) : "") >= 0);
	}
	free(job->said);
	job->said = said;
}

/* The figure is there, or dropped because of what was said of it. */
static void
gnuplot_settle(struct plots_job *job, struct failure *f)
{
	job->settled = true;
	if (*job->said) {
		files_abandon(&job->new);
		unlink(job->new.path); /* drawn from older data */
		plots_fail(job->id, job->format, job->said, f);
	} else if (files_commit(&job->new) != 0) {
		plots_fail(job->id, job->format, strerror(errno), f);
	}
}

/* --- its processes ---------------------------------------------------------------------------------------- */

/* The environment with UTC as time zone, because other zones' offsets have other lengths. Its locale has the figures'
 * letters, whatever the user's locale is. The caller frees it. */
static char **
gnuplot_environment(void)
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

/* Starts a drawer on those of its jobs that are not settled. Returns 0 or an errno. */
static int
gnuplot_start(const struct drawing *p, struct drawer *d)
{
	char gnuplot[] = "gnuplot", no_rc[] = "-d", execute[] = "-e", next[] = "plots/next.gp";
	char **arguments = memory_new(4 * p->jobs + 3, sizeof *arguments), **environment = gnuplot_environment();
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

static void
gnuplot_said(struct plots_job *job, const char *words)
{
	free(job->said);
	memory_needed((job->said = strdup(words)) != NULL);
}

/*
 * Waits for a drawer, and finds the error of each job that it began. gnuplot's last line that is not blank has the
 * error; the lines before quote the script. A note that gnuplot widened an axis is no error: an interrupted run may
 * have curves of a single value.
 */
static void
gnuplot_end(const struct drawing *p, const struct drawer *d)
{
	char line[512], words[WORDS] = "";
	size_t now = d->first, began;
	int status = 0;
	const long pid = TEMP_FAILURE_RETRY(waitpid(d->pid, &status, 0));

	rewind(d->said);
	while (fgets(line, sizeof line, d->said)) {
		line[strcspn(line, "\r\n")] = '\0';
		if (sscanf(line, "drawing %zu", &began) == 1 && began < p->jobs) {
			if (began != now)
				gnuplot_said(&p->job[now], words);
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
	gnuplot_said(&p->job[now], words);
	fclose(d->said);
}

/* Draws what is not settled, as far as gnuplot comes. Returns 0 or an errno. */
static int
gnuplot_round(const struct drawing *p, size_t *left)
{
	struct drawer drawer[DRAWERS];
	size_t running = 0;
	int error = 0;

	for (size_t first = 0, i; first < p->drawers && error == 0; first++) {
		for (i = first; i < p->jobs && p->job[i].settled; i += p->drawers)
			;
		drawer[running] = (struct drawer){.first = i};
		if (i < p->jobs && (error = gnuplot_start(p, &drawer[running])) == 0)
			running++;
	}
	for (size_t i = 0; i < running; i++)
		gnuplot_end(p, &drawer[i]);
	/* First looks at all, because a figure that is dropped leaves room on a full disk, which was not there. */
	for (size_t i = 0; i < p->jobs; i++)
		if (!p->job[i].settled && p->job[i].said && !*p->job[i].said)
			gnuplot_look(&p->job[i]);
	*left = 0;
	for (size_t i = 0; i < p->jobs; i++) {
		if (!p->job[i].settled && p->job[i].said)
			gnuplot_settle(&p->job[i], p->failure);
		*left += !p->job[i].settled;
	}
	return error;
}

int
plots_draw(struct plots_job *job, size_t jobs, struct failure *f)
{
	const size_t cpus = (size_t)machine_cpus();
	const struct drawing drawing = {job, jobs, cpus < DRAWERS ? cpus : DRAWERS, f};
	size_t left = jobs;
	int error = 0;

	while (left > 0 && error == 0)
		error = gnuplot_round(&drawing, &left);
	return error;
}
