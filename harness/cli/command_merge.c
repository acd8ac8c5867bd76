/* SPDX-License-Identifier: MIT */
/* command_merge.c - `cuckoobench merge DIR... -o OUT`: merges several runs into one (merge.c), and writes its
 * report. */
#include "harness/cli/commands.h"

#include "harness/base/folder.h"
#include "harness/run/merge.h"

#include <unistd.h>

int
command_merge(const struct options *o, struct failure *f)
{
	int lock, status;

	if (!o->arguments[0] || !o->folder) {
		fputs("cuckoobench: merge needs the folders of runs, and -o with one that is not there yet\n", stderr);
		return STATUS_USAGE;
	}
	if (!at_home(f))
		return STATUS_UNFIT;
	switch (merge_runs(o)) {
	case MERGE_REFUSED:
		return STATUS_USAGE;
	case MERGE_UNWRITABLE:
		return STATUS_UNFIT;
	case MERGE_DONE:
		break;
	}
	if ((status = folder_take(o->folder, &lock, f)) != STATUS_DONE)
		return status;
	status = present_run(o->folder);
	close(lock);
	return status;
}
