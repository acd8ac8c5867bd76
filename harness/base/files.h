/* SPDX-License-Identifier: MIT */
/* files.h - finds, writes and replaces files. Paths are plain strings, at most FILES_PATH bytes long with their NUL. */
#ifndef CUCKOOBENCH_FILES_H
#define CUCKOOBENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FILES_PATH = 1024 };

/* Returns the folder that contains plots/ and datasets/: $CUCKOOBENCH_HOME, or a folder above the program or its
 * share/cuckoobench, or the current one. */
const char *files_home(void);
/* Returns whether they really exist there. */
bool files_at_home(void);
/* Formats a path into path[FILES_PATH]. Returns false if it does not fit. */
bool files_path(char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Creates a folder and its parents. Returns 0, or -1 with errno. */
int files_make_folder(const char *path);
/* Checks whether the folder could be created or written into, without writing anything. Returns 0, or -1 with errno. */
int files_may_make_folder(const char *path);
/* Returns whether both exist and are the same file or folder. */
bool files_same(const char *a, const char *b);
bool files_exists(const char *path);
/*
 * Locks a folder for this process until it ends or closes the returned descriptor. Children that inherit the descriptor
 * hold the lock, too. Returns -1 with errno EWOULDBLOCK if another process holds it.
 */
int files_lock(const char *folder);
/* Reads the whole file as a NUL-terminated string, which the caller frees. Returns NULL with errno on failure. */
char *files_read(const char *path, size_t *length);

/*
 * A file that appears whole or not at all: it is written under a temporary name in the same folder and renamed on
 * success. A device or a pipe is written to as it is. files_begin returns NULL with errno on failure. files_commit
 * returns 0, or -1 with errno after removing what was written. files_abandon removes it.
 */
struct files_new {
	FILE *stream;
	char path[FILES_PATH], beside[FILES_PATH]; /* beside: "" for a device or a pipe */
};
FILE *files_begin(struct files_new *, const char *path);
int files_commit(struct files_new *);
void files_abandon(struct files_new *);

#endif
