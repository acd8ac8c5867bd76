/* SPDX-License-Identifier: MIT */
/* folder.h - the folders and files that a command writes. Only one process at a time may write a run's folder. One rule
 * decides the exit status if an output cannot be written. */
#ifndef CUCKOOBENCH_FOLDER_H
#define CUCKOOBENCH_FOLDER_H

/* Locks the folder until this process ends or closes the returned descriptor. Returns -1 after a line on stderr. */
int folder_take(const char *dir);
/* Creates the folder and its parents first; the descriptor goes to *lock. Returns STATUS_DONE, or the exit status after
 * a line on stderr. */
int folder_make_and_take(const char *dir, int *lock);
/*
 * Prints one line on stderr about an output that cannot be written, with the reason in errno. Returns the exit status.
 * STATUS_USAGE: no file can have that name (too long, below a file, in a folder that does not exist or accepts none).
 * STATUS_UNFIT: this machine does not permit writing there at present (no permission, read-only, no space).
 */
int output_refused(const char *path);

#endif
