/* SPDX-License-Identifier: MIT */
/* folder.c - see folder.h. */
#include "harness/base/folder.h"

#include "harness/base/files.h"
#include "harness/base/status.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int
folder_take(const char *dir)
{
	const int lock = files_lock(dir);

	if (lock < 0)
		fprintf(stderr, "cuckoobench: %s: %s\n", dir,
		        errno == EWOULDBLOCK ? "in use by another cuckoobench" : strerror(errno));
	return lock;
}

int
output_refused(const char *path)
{
	const bool no_such_name =
		errno == ENOTDIR || errno == ENAMETOOLONG || errno == ENOENT || errno == EISDIR || errno == ELOOP;

	fprintf(stderr, "cuckoobench: %s: %s\n", path, strerror(errno));
	return no_such_name ? STATUS_USAGE : STATUS_UNFIT;
}

int
folder_make_and_take(const char *dir, int *lock)
{
	if (files_make_folder(dir) != 0)
		return output_refused(dir);
	*lock = folder_take(dir);
	return *lock < 0 ? STATUS_USAGE : STATUS_DONE;
}
