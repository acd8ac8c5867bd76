/* SPDX-License-Identifier: MIT */
/*
 * archive.h - the raw files of a run, samples.csv and cells.csv, as they grow or, once the run is history, compressed.
 *
 *      DIR/samples.csv       a run that may be taken up
 *      DIR/samples.csv.gz    history: read, reduced and verified like any other, but never added to
 */
#ifndef CUCKOOBENCH_ARCHIVE_H
#define CUCKOOBENCH_ARCHIVE_H

#include "harness/base/files.h"

/* The path of DIR/name or DIR/name.gz. 0; or -1 with a one-line reason in why[200]: there is neither, or both. */
int archive_find(char path[FILES_PATH], const char *dir, const char *name, char why[200]);
/* Is there DIR/samples.csv.gz or DIR/cells.csv.gz? Then nothing may be measured into DIR. */
bool archive_is_history(const char *dir);
/*
 * The whole of a file, compressed by gzip or plain, as a NUL-terminated string, to be freed. length may be NULL. NULL
 * with errno: EBADMSG if compressed data are damaged or cut off.
 */
char *archive_read(const char *path, size_t *length);

#endif
