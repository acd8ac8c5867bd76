/* SPDX-License-Identifier: MIT */
/*
 * replace.h - a file that takes another's place whole, or not at all.
 *
 *      path --links--> FOLDER/NAME                    what readers see, before and after
 *                      FOLDER/.cuckoobench-PID-N.tmp  is written, reaches the disk, gets the mode of NAME, and its name
 *
 * A link stays: the file that it leads to is replaced. The new file has the mode of the old one and, where the system
 * permits it, its owner and group; without an old one, what the umask leaves. Other names of the old file (hard links)
 * keep the old content. The temporary name is short and of its own, so that every name that the file system takes can
 * be written. Threads and processes may replace one file concurrently: one of them is last.
 */
#ifndef CUCKOOBENCH_REPLACE_H
#define CUCKOOBENCH_REPLACE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* Bytes of a temporary name, with its NUL. */
enum { REPLACE_NAME = 48 };

struct replacement {
	FILE *stream;          /* to be written to */
	char target[PATH_MAX]; /* the path behind all links */
	char beside[PATH_MAX +
	            REPLACE_NAME]; /* what is written meanwhile; "": the target, a device or a pipe, itself */
};

/*
 * Begins. Returns the stream, or NULL with errno: EISDIR is a folder, EINVAL a device or a pipe, unless `special` says
 * that these are written to as they are.
 */
FILE *replace_begin(struct replacement *, const char *path, bool special);
/* Puts the new file in its place. Returns 0; or -1 with errno, after removing it: the old one is as it was. */
int replace_commit(struct replacement *);
/* Removes what was written. Leaves errno as it was. */
void replace_abandon(struct replacement *);

/* Makes up a name for something that is written beside `path`, in the same folder, and later renamed. Returns false
 * with errno if it does not fit into `room` bytes. */
bool replace_beside(char *name, size_t room, const char *path);

#endif
