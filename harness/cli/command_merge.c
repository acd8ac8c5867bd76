/* SPDX-License-Identifier: MIT */
/* command_merge.c - `cuckoobench merge DIR... -o OUT`: merges several runs into one (merge.c), and writes its
 * report. */
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/run/merge.h"

#include <unistd.h>

int
command_merge(const struct options *o, struct failure *f)
{
	int lock, status;

	if (!o->arguments[0] || !o->folder)
		return failed(f, STATUS_USAGE,
		              "merge needs the folders of runs, and -o with one that is not there yet");
	if (!at_home(f))
		return STATUS_UNFIT;
	if ((status = merge_runs(o, f)) != STATUS_DONE)
		return status;
	if ((status = folder_take(o->folder, &lock, f)) != STATUS_DONE)
		return status;
	status = present_run(o->folder, f);
	close(lock);
	return status;
}
