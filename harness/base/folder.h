/* SPDX-License-Identifier: MIT */
/* folder.h - the folders and files that a command writes. Only one process at a time may write a run's folder. One rule
 * decides the exit status if an output cannot be written. */
#ifndef CUCKOOBENCH_FOLDER_H
#define CUCKOOBENCH_FOLDER_H

#include "harness/base/failure.h"

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
