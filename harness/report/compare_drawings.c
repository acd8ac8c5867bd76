/* SPDX-License-Identifier: MIT */
/*
 * compare_drawings.c - see compare.h.
 *
 *      $TMPDIR/cuckoobench-XXXXXX/A/results/f5.csv --> gnuplot --> A/plots/f5.svg
 *                                 B/...                            B/...
 */
#include "harness/report/compare.h"

#include "harness/analysis/reduce.h"
#include "harness/report/report.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
compare_drawings_make(struct compare_drawings *d, const struct comparison *c)
{
	const char *temporary = getenv("TMPDIR");
	struct failure undrawn = {.status = STATUS_DONE};
	char dir[FILES_PATH + 2];

	*d->folder = '\0';
	if (!files_at_home()) {
		notice("compare: no figures: %s is not the source tree: set CUCKOOBENCH_HOME to the folder that holds "
		       "plots/",
		       files_home());
		return;
	}
	if (!files_path(d->folder, "%s/cuckoobench-XXXXXX", temporary && *temporary ? temporary : "/tmp") ||
	    !mkdtemp(d->folder)) {
		notice("compare: no figures: %s: %s", d->folder, strerror(errno));
		*d->folder = '\0';
		return;
	}
	for (int s = 0; s < SIDES; s++) {
		snprintf(dir, sizeof dir, "%s/%s", d->folder, compare_letter[s]);
		if (reduce_run(&c->side[s], dir, &undrawn) != STATUS_DONE ||
		    plots_write(dir, &c->side[s], &c->side[1 - s], &undrawn) != STATUS_DONE) {
			(void)failure_told(&undrawn);
			return;
		}
	}
}

void
compare_drawings_take(const struct compare_drawings *d, const struct experiment *e, char *svg[SIDES])
{
	char path[FILES_PATH];

	for (int s = 0; s < SIDES; s++)
		svg[s] = *d->folder && files_path(path, "%s/%s/plots/%s.svg", d->folder, compare_letter[s], e->id)
		                 ? files_read(path, NULL)
		                 : NULL;
}

void
compare_drawing_free(char *svg)
{
	free(svg);
}

static int
remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
	(void)st;
	(void)kind;
	(void)at;
	return remove(path);
}

void
compare_drawings_remove(struct compare_drawings *d)
{
	if (*d->folder)
		nftw(d->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
	*d->folder = '\0';
}
