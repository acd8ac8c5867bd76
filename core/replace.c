/* SPDX-License-Identifier: MIT */
/* replace.c - see replace.h. */
#include "core/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many links in a row as Linux follows (path_resolution(7)). */
enum { LINKS = 40 };

/* Bytes of the folder's part of a path, up to its last '/' before the last name. */
static size_t
folder_of(const char *path)
{
	size_t n = strlen(path);

	while (n > 1 && path[n - 1] == '/')
		n--;
	while (n > 0 && path[n - 1] != '/')
		n--;
	return n;
}

/* Writes a path that begins with `folder` bytes of the one in `path`. Returns false with errno. */
static bool
put_name(char *path, size_t room, size_t folder, const char *name)
{
	const size_t n = strlen(name);

	if (folder + n >= room) {
		errno = ENAMETOOLONG;
		return false;
	}
	memcpy(path + folder, name, n + 1);
	return true;
}

/* Follows all links of the last name to where a file is, or would be. Returns false with errno. */
static bool
follow(const char *path, char target[PATH_MAX])
{
	char next[PATH_MAX];

	if (!put_name(target, PATH_MAX, 0, path))
		return false;
	for (unsigned links = 0;; links++) {
		const ssize_t n = readlink(target, next, sizeof next - 1);

		if (n < 0) /* no link, or nothing; and nothing can have an empty name */
			return errno == EINVAL || (errno == ENOENT && *target && target[strlen(target) - 1] != '/');
		next[n] = '\0';
		if (links == LINKS) {
			errno = ELOOP;
			return false;
		}
		if (!put_name(target, PATH_MAX, *next == '/' ? 0 : folder_of(target), next))
			return false;
	}
}

bool
replace_beside(char *name, size_t room, const char *path)
{
	static atomic_uint number; /* of the process: threads may write to one folder */
	const size_t folder = folder_of(path);
	char own[REPLACE_NAME];

	snprintf(own, sizeof own, ".cuckoobench-%ld-%u.tmp", (long)getpid(),
	         atomic_fetch_add_explicit(&number, 1, memory_order_relaxed));
	if (folder < room)
		memcpy(name, path, folder);
	return put_name(name, room, folder, own);
}

/* Opens the file beside the target. Until it gets the mode of the old file, nobody else may read it. */
static FILE *
open_beside(struct replacement *r, bool replaces)
{
	FILE *stream;
	int fd;

	do {
		if (!replace_beside(r->beside, sizeof r->beside, r->target))
			return NULL;
		fd = open(r->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0600 : 0666);
	} while (fd < 0 && errno == EEXIST); /* left by a process that had this number and died */
	if (fd < 0)
		return NULL;
	stream = fdopen(fd, "w");
	if (!stream) {
		const int why = errno;

		close(fd);
		unlink(r->beside);
		errno = why;
	}
	return stream;
}

FILE *
replace_begin(struct replacement *r, const char *path, bool special)
{
	struct stat st;
	const bool there = stat(path, &st) == 0;

	*r->beside = '\0';
	r->stream = NULL;
	if (there && S_ISDIR(st.st_mode))
		errno = EISDIR;
	else if (there && !S_ISREG(st.st_mode) && !special)
		errno = EINVAL;
	else if (there && !S_ISREG(st.st_mode))
		r->stream = fopen(path, "we");
	else if (follow(path, r->target))
		r->stream = open_beside(r, there);
	return r->stream;
}

/* Gives the new file the owner, group and mode of the old one. Only who is privileged may give files away. A group that
 * the new file could not get does not lend its rights to another. */
static void
keep(int fd, const char *target)
{
	struct stat old, new;

	if (stat(target, &old) != 0 || fstat(fd, &new) != 0)
		return; /* there is no old one */
	if ((old.st_uid != new.st_uid || old.st_gid != new.st_gid) && fchown(fd, old.st_uid, old.st_gid) != 0 &&
	    (old.st_gid == new.st_gid || fchown(fd, (uid_t)-1, old.st_gid) != 0))
		old.st_mode &= ~(mode_t)(old.st_gid == new.st_gid ? S_ISUID : S_ISUID | S_ISGID | S_IRWXG);
	/* A file system without modes refuses; then the new one has those of all files there. */
	(void)!fchmod(fd, old.st_mode & 07777);
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
replace_commit(struct replacement *r)
{
	const bool renamed = *r->beside != '\0';
	int error = flush_error(r->stream);

	if (!error && renamed) {
		keep(fileno(r->stream), r->target);
		error = fsync(fileno(r->stream)) != 0 ? errno : 0;
	}
	if (fclose(r->stream) != 0 && !error)
		error = errno;
	if (!error && renamed && rename(r->beside, r->target) != 0)
		error = errno;
	if (error && renamed)
		unlink(r->beside);
	errno = error;
	return error ? -1 : 0;
}

void
replace_abandon(struct replacement *r)
{
	const int error = errno;

	fclose(r->stream);
	if (*r->beside)
		unlink(r->beside);
	errno = error;
}
