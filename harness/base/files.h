/* SPDX-License-Identifier: MIT */
/*
 * files.h - finds, reads, writes and replaces files. Paths are plain strings, at most FILES_PATH bytes long with their
 * NUL. Files of a run are plain while it grows; a finished run may keep them compressed.
 *
 *      DIR/name       a run that may be continued
 *      DIR/name.gz    history: read, reduced and verified like any other, but never added to
 */
#ifndef CUCKOOBENCH_FILES_H
#define CUCKOOBENCH_FILES_H

#include "core/replace.h"
#include "harness/base/failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FILES_PATH = 1024 };

/* Returns the folder that contains plots/ and datasets/: $CUCKOOBENCH_HOME, or a folder above the program or its
 * share/cuckoobench, or the current one. */
const char *files_home(void);
/* Returns whether they really exist there. */
bool files_at_home(void);
/* Formats a path into path[FILES_PATH]. Returns false with errno if it does not fit. */
bool files_path(char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Finds DIR/name or DIR/name.gz and writes its path. Fails if both exist or the path is too long. If neither exists,
 * returns STATUS_DONE with the plain path: reading it then fails. */
int files_find(char path[FILES_PATH], const char *dir, const char *name, struct failure *);
/* Creates a folder and its parents. Returns 0, or -1 with errno. */
int files_make_folder(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Checks whether the folder could be created or written into, without writing anything. Returns 0, or -1 with errno. */
int files_may_make_folder(const char *path);
/* Bytes that may be written in the folder, or where it would be created. SIZE_MAX: unknown, or there is no such
 * limit. */
size_t files_room(const char *folder);
/* Returns whether both exist and are the same file or folder. */
bool files_same(const char *a, const char *b);
bool files_exists(const char *path);
/*
 * Reads a whole file, plain or compressed by gzip, as a NUL-terminated string, which the caller frees. length may be
 * NULL. Returns NULL with errno on failure: EBADMSG if compressed data are damaged or truncated.
 */
char *files_read(const char *path, size_t *length);

/*
 * A file that appears whole or not at all (core/replace.h). A device or a pipe is written to as it is. files_begin
 * returns NULL with errno on failure. files_commit returns 0, or -1 with errno after removing what was written; also if
 * files_begin failed. files_abandon removes it.
 *
 *      if (files_begin(&new, "%s/report.html", dir))
 *              write_page(new.stream);
 *      return files_finish(&new, STATUS_FAILED, f);
 */
struct files_new {
	FILE *stream;
	int error; /* of files_begin */
	char path[FILES_PATH];
	struct replacement file;
};
FILE *files_begin(struct files_new *, const char *format, ...) __attribute__((format(printf, 2, 3)));
int files_commit(struct files_new *);
/* Commits. If that fails, fails with this status, the path and the reason. */
int files_finish(struct files_new *, int status, struct failure *);
void files_abandon(struct files_new *);

/* --- the folder of a run, which only one process at a time may write ---------------------------------------- */

/* Locks the folder until this process ends or closes the descriptor *lock, which is negative on failure. Children that
 * inherit the descriptor hold the lock, too. */
int folder_take(const char *dir, int *lock, struct failure *);
/* The same for a run that is read. If no lock is possible, *lock is negative: who reads it says if there is no run. */
int folder_take_run(const char *dir, int *lock, struct failure *);
/* Creates the folder and its parents first. */
int folder_make_and_take(const char *dir, int *lock, struct failure *);
/*
 * Fails because an output cannot be written, with the reason in errno. Returns the exit status.
 * STATUS_USAGE: no file can have that name (too long, below a file, in a folder that does not exist or accepts none).
 * STATUS_UNFIT: this machine does not permit writing there at present (no permission, read-only, no space).
 */
int output_refused(const char *path, struct failure *);

#endif
