/* SPDX-License-Identifier: MIT */
/* folder.h - folders and files that a call writes: a run's folder is one process's at a time, and a name that cannot be
 * is refused by one rule. */
#ifndef CUCKOOBENCH_FOLDER_H
#define CUCKOOBENCH_FOLDER_H

/* Takes the folder for this process until it ends, or what is returned is closed. -1 after a line on stderr. */
int folder_take(const char *dir);
/* Makes it first, with its parents. STATUS_DONE, or the exit status after a line on stderr. */
int folder_make_and_take(const char *dir, int *lock);
/*
 * One line on stderr about an output that cannot be written, for the reason in errno. The exit status: STATUS_USAGE if
 * nothing can have that name (too long, below a file, in a folder that is not there or takes none); STATUS_UNFIT if
 * this machine does not let us write there as it is (no right, read only, no room).
 */
int output_refused(const char *path);

#endif
