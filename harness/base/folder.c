/* SPDX-License-Identifier: MIT */
/* folder.c - see folder.h. */
#include "harness/base/folder.h"

#include "harness/base/files.h"

#include <errno.h>
#include <string.h>

int
folder_take_run(const char *dir, int *lock, struct failure *f)
{
	if ((*lock = files_lock(dir)) >= 0 || errno != EWOULDBLOCK)
		return STATUS_DONE;
	return failed(f, STATUS_USAGE, "%s: in use by another cuckoobench", dir);
}

int
folder_take(const char *dir, int *lock, struct failure *f)
{
	const int status = folder_take_run(dir, lock, f);

	return status != STATUS_DONE || *lock >= 0 ? status : failed_at(f, STATUS_USAGE, dir);
}

int
output_refused(const char *path, struct failure *f)
{
	const bool no_such_name =
		errno == ENOTDIR || errno == ENAMETOOLONG || errno == ENOENT || errno == EISDIR || errno == ELOOP;

	return failed_at(f, no_such_name ? STATUS_USAGE : STATUS_UNFIT, path);
}

int
folder_make_and_take(const char *dir, int *lock, struct failure *f)
{
	if (files_make_folder(dir) != 0)
		return output_refused(dir, f);
	return folder_take(dir, lock, f);
}
