/* SPDX-License-Identifier: MIT */
/* folder.c - see folder.h. */
#include "harness/folder.h"

#include "harness/files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int
folder_take(const char *dir)
{
	const int lock = files_lock(dir);

	if (lock < 0)
		fprintf(stderr, "cuckoobench: %s: %s\n", dir, errno == EWOULDBLOCK ? "in use by another cuckoobench" : strerror(errno));
	return lock;
}
