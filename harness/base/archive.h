/* SPDX-License-Identifier: MIT */
/*
 * archive.h - files that may be compressed. Those of a run are plain while it grows; a finished run may keep them
 * compressed.
 *
 *      DIR/name       a run that may be continued
 *      DIR/name.gz    history: read, reduced and verified like any other, but never added to
 */
#ifndef CUCKOOBENCH_ARCHIVE_H
#define CUCKOOBENCH_ARCHIVE_H

#include "harness/base/failure.h"
#include "harness/base/files.h"

/* Finds DIR/name or DIR/name.gz and writes its path. Fails if both exist or the path is too long. If neither exists,
 * returns STATUS_DONE with the plain path: reading it then fails. */
int archive_find(char path[FILES_PATH], const char *dir, const char *name, struct failure *);
/*
 * Reads a whole file, plain or compressed by gzip, as a NUL-terminated string, which the caller frees. length may be
 * NULL. Returns NULL with errno on failure: EBADMSG if compressed data are damaged or truncated.
 */
char *archive_read(const char *path, size_t *length);

#endif
