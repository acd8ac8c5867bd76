/* SPDX-License-Identifier: MIT */
/* folder.c - see folder.h. */
#include "harness/base/folder.h"

#include "harness/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* Waits up to a second. The children of a killed run hold the lock of its folder until they are killed in turn, a
 * moment later. Returns -1 with errno EWOULDBLOCK if another process holds the lock. */
static int
lock_folder(const char *folder)
{
	const struct timespec pause = {.tv_nsec = 20000000};
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), tries = 50, taken = -1;

	while (fd >= 0 && (taken = flock(fd, LOCK_EX | LOCK_NB)) != 0 && errno == EWOULDBLOCK && --tries > 0)
		nanosleep(&pause, NULL);
	if (fd >= 0 && taken != 0) {
		int error = errno;

		close(fd);
		errno = error;
		return -1;
	}
	return fd;
}

int
folder_take_run(const char *dir, int *lock, struct failure *f)
{
	if ((*lock = lock_folder(dir)) >= 0 || errno != EWOULDBLOCK)
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
	if (files_make_folder("%s", dir) != 0)
		return output_refused(dir, f);
	return folder_take(dir, lock, f);
}
