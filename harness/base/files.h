/* SPDX-License-Identifier: MIT */
/* files.h - finding, writing and replacing files. Paths are plain strings; none is longer than FILES_PATH. */
#ifndef CUCKOOBENCH_FILES_H
#define CUCKOOBENCH_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { FILES_PATH = 1024 };

/* Where plots/ and datasets/ are: $CUCKOOBENCH_HOME, or a folder above the program or its share/cuckoobench, or the
 * current one. */
const char *files_home(void);
/* Are they really there? */
bool files_at_home(void);
/* Formats a path into path[FILES_PATH]; false if it does not fit. */
bool files_path(char *path, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Creates a folder and its parents. 0, or -1 with errno. */
int files_make_folder(const char *path);
/* Could it be made, or written into? Nothing is written to find out. 0, or -1 with errno. */
int files_may_make_folder(const char *path);
/* Are both there, and one file or folder by two names? */
bool files_same(const char *a, const char *b);
bool files_exists(const char *path);
/*
 * Takes a folder for this process until it ends, or until the descriptor returned is closed; children that inherit it
 * hold it too. -1 with errno EWOULDBLOCK if another process has it.
 */
int files_lock(const char *folder);
/* The whole file as a NUL-terminated string, to be freed; NULL with errno. */
char *files_read(const char *path, size_t *length);

/*
 * A file that appears whole or not at all: written beside its place and renamed on success. files_begin gives
 * NULL with errno; files_commit 0, or -1 with errno after removing what was written; files_abandon removes it.
 */
struct files_new {
	FILE *stream;
	char path[FILES_PATH], beside[FILES_PATH];
};
FILE *files_begin(struct files_new *, const char *path);
int files_commit(struct files_new *);
void files_abandon(struct files_new *);

#endif
