/* SPDX-License-Identifier: MIT */
/* files.c - see files.h. zlib reads plain and compressed files by the same call. */
#include "harness/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

static bool
path_v(char *path, const char *format, va_list args)
{
	const int n = vsnprintf(path, FILES_PATH, format, args);

	if (n >= 0 && n < FILES_PATH)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

bool
files_path(char *path, const char *format, ...)
{
	va_list args;
	bool fits;

	va_start(args, format);
	fits = path_v(path, format, args);
	va_end(args);
	return fits;
}

bool
files_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool
files_same(const char *a, const char *b)
{
	struct stat one, other;

	return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static bool
is_home(const char *folder)
{
	char path[FILES_PATH];

	return files_path(path, "%s/plots/style.gp", folder) && files_exists(path);
}

bool
files_at_home(void)
{
	return is_home(files_home());
}

const char *
files_home(void)
{
	static const char installed[] = "/share/cuckoobench";
	static char home[FILES_PATH];
	const char *given = getenv("CUCKOOBENCH_HOME");
	ssize_t n;

	if (given && *given)
		return given;
	n = readlink("/proc/self/exe", home, sizeof home - 1);
	if (n > 0) {
		home[n] = '\0';
		for (char *cut = strrchr(home, '/'); cut && cut != home; cut = strrchr(home, '/')) {
			*cut = '\0';
			if (is_home(home))
				return home;
			if (sizeof home - (size_t)(cut - home) > sizeof installed) {
				memcpy(cut, installed, sizeof installed);
				if (is_home(home))
					return home;
				*cut = '\0';
			}
		}
	}
	return ".";
}

int
files_find(char path[FILES_PATH], const char *dir, const char *name, struct failure *f)
{
	char packed[FILES_PATH];

	if (!files_path(path, "%s/%s", dir, name) || !files_path(packed, "%s.gz", path))
		return failed_at(f, STATUS_FAILED, dir);
	if (!files_exists(packed))
		return STATUS_DONE; /* if the plain file is missing, too, reading it reports that */
	if (files_exists(path))
		return failed(f, STATUS_FAILED, "%s holds both %s and %s.gz; remove the one that is out of date", dir,
		              name, name);
	memcpy(path, packed, sizeof packed);
	return STATUS_DONE;
}

int
files_make_folder(const char *format, ...)
{
	char part[FILES_PATH];
	va_list args;
	bool fits;

	va_start(args, format);
	fits = path_v(part, format, args);
	va_end(args);
	if (!fits)
		return -1;
	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return -1;
		*slash = '/';
	}
	if (mkdir(part, 0777) != 0) {
		struct stat st;

		if (errno != EEXIST || stat(part, &st) != 0)
			return -1;
		if (!S_ISDIR(st.st_mode)) {
			errno = ENOTDIR;
			return -1;
		}
	}
	return 0;
}

/* Finds the folder, or the nearest one above it, where a missing one would be created. Returns 0, or -1 with errno. */
static int
nearest_folder(char part[FILES_PATH], const char *path)
{
	struct stat st;
	char *slash;

	if (!files_path(part, "%s", path))
		return -1;
	while (stat(part, &st) != 0) {
		if (errno != ENOENT || strcmp(part, ".") == 0)
			return -1;
		slash = strrchr(part, '/');
		if (!slash)
			strcpy(part, ".");
		else
			slash[slash == part] = '\0'; /* "/" stays */
	}
	if (S_ISDIR(st.st_mode))
		return 0;
	errno = ENOTDIR;
	return -1;
}

int
files_may_make_folder(const char *path)
{
	char part[FILES_PATH];

	return nearest_folder(part, path) == 0 ? access(part, W_OK | X_OK) : -1;
}

size_t
files_room(const char *folder)
{
	char part[FILES_PATH];
	struct statvfs s;

	/* /proc and its like have no blocks. */
	if (nearest_folder(part, folder) != 0 || statvfs(part, &s) != 0 || s.f_blocks == 0)
		return SIZE_MAX;
	return s.f_bavail > SIZE_MAX / s.f_frsize ? SIZE_MAX : s.f_bavail * s.f_frsize;
}

/* Reads to the end. Returns false with errno on failure. */
static bool
read_all(gzFile f, char **text, size_t *length)
{
	size_t room = 1 << 16;
	int got, wrong;

	for (;;) {
		char *bigger = realloc(*text, room += room / 2);

		if (!bigger)
			return false;
		*text = bigger;
		got = gzread(f, *text + *length,
		             (unsigned)(room - *length - 1 < INT_MAX ? room - *length - 1 : INT_MAX));
		if (got <= 0)
			break;
		*length += (size_t)got;
	}
	gzerror(f, &wrong);
	if (wrong == Z_OK)
		return true;
	if (wrong != Z_ERRNO)
		errno = EBADMSG; /* Z_BUF_ERROR: truncated; Z_DATA_ERROR: wrong checksum */
	return false;
}

char *
files_read(const char *path, size_t *length)
{
	gzFile f;
	char *text = NULL;
	size_t n = 0;
	bool good;
	int error;

	errno = ENOMEM; /* gzopen sets errno only if the system call failed */
	f = gzopen(path, "rbe");
	if (!f)
		return NULL;
	gzbuffer(f, 1 << 17);
	good = read_all(f, &text, &n);
	error = errno;
	gzclose(f);
	if (!good) {
		free(text);
		errno = error;
		return NULL;
	}
	text[n] = '\0';
	if (length)
		*length = n;
	return text;
}

FILE *
files_begin(struct files_new *new, const char *format, ...)
{
	va_list args;
	bool fits;

	va_start(args, format);
	fits = path_v(new->path, format, args);
	va_end(args);
	new->stream = fits ? replace_begin(&new->file, new->path, true) : NULL;
	new->error = errno;
	return new->stream;
}

int
files_commit(struct files_new *new)
{
	if (new->stream)
		return replace_commit(&new->file);
	errno = new->error;
	return -1;
}

int
files_finish(struct files_new *new, int status, struct failure *f)
{
	return files_commit(new) == 0 ? STATUS_DONE : failed_at(f, status, new->path);
}

void
files_abandon(struct files_new *new)
{
	replace_abandon(&new->file);
}

/* --- the folder of a run ------------------------------------------------------------------------------------ */

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
