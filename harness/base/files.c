/* SPDX-License-Identifier: MIT */
/* files.c - see files.h. */
#include "harness/base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

bool
files_path(char *path, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(path, FILES_PATH, format, args);
	va_end(args);
	return n >= 0 && n < FILES_PATH;
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

/* Waits up to a second. The children of a killed run hold the lock of its folder until they are killed in turn, a
 * moment later. */
int
files_lock(const char *folder)
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
files_make_folder(const char *path)
{
	char part[FILES_PATH];

	if (!files_path(part, "%s", path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
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

int
files_may_make_folder(const char *path)
{
	char part[FILES_PATH], *slash;
	struct stat st;

	if (!files_path(part, "%s", path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	/* A missing folder would be created in the nearest existing folder above it. */
	while (stat(part, &st) != 0) {
		if (errno != ENOENT || strcmp(part, ".") == 0)
			return -1;
		slash = strrchr(part, '/');
		if (!slash)
			strcpy(part, ".");
		else
			slash[slash == part] = '\0'; /* "/" stays */
	}
	if (!S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		return -1;
	}
	return access(part, W_OK | X_OK);
}

char *
files_read(const char *path, size_t *length)
{
	FILE *f = fopen(path, "re");
	size_t room = 1 << 16, n = 0, got;
	char *text = NULL;

	if (!f)
		return NULL;
	do {
		char *bigger = realloc(text, room += room / 2);

		if (!bigger) {
			free(text);
			fclose(f);
			return NULL;
		}
		text = bigger;
		got = fread(text + n, 1, room - n - 1, f);
		n += got;
	} while (got > 0);
	if (ferror(f)) {
		free(text);
		text = NULL;
	}
	fclose(f);
	if (text) {
		text[n] = '\0';
		if (length)
			*length = n;
	}
	return text;
}

/* Is there a device or a pipe of that name? A file of its name would take its place. */
static bool
is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

FILE *
files_begin(struct files_new *new, const char *path)
{
	new->stream = NULL;
	if (!files_path(new->path, "%s", path) || !files_path(new->beside, "%s.%ld.tmp", path, (long)getpid())) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	if (is_special(path))
		new->beside[0] = '\0';
	return new->stream = fopen(new->beside[0] ? new->beside : path, "we");
}

/* Writes out what is buffered. An earlier write that failed has left a flag only, so one more write, which fails in the
 * same way, says why. Returns 0, or errno. */
static int
flush_error(FILE *f)
{
	const bool failed_before = ferror(f);

	errno = EIO;
	if (failed_before) {
		clearerr(f);
		fputc('\n', f);
	}
	return fflush(f) != 0 || failed_before ? errno : 0;
}

int
files_commit(struct files_new *new)
{
	const bool special = !new->beside[0];
	int error = flush_error(new->stream);

	if (!error && !special && fsync(fileno(new->stream)) != 0)
		error = errno;
	if (fclose(new->stream) != 0 && !error)
		error = errno;
	if (!error && !special && rename(new->beside, new->path) != 0)
		error = errno;
	if (error && !special)
		unlink(new->beside);
	errno = error;
	return error ? -1 : 0;
}

void
files_abandon(struct files_new *new)
{
	fclose(new->stream);
	if (new->beside[0])
		unlink(new->beside);
}
