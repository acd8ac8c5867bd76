/* SPDX-License-Identifier: MIT */
/*
 * crate.h - DIR/ro-crate-metadata.json: the run as an RO-Crate (1.1, Process Run Crate 0.5) for archives and their
 * tools. It states what each file is, and which program made it, when, and by which command.
 *
 *      ./  hasPart-> files    mentions-> #call-0, #call-1, ... --result-> record.csv, manifest.json
 *                                        #report --object-> these     --result-> results, claims, plots, tables, page
 *
 * It follows from the folder alone, without clock or random names, so it can be made again and compared. For files that
 * cannot be derived again, it has digests.
 */
#ifndef CUCKOOBENCH_CRATE_H
#define CUCKOOBENCH_CRATE_H

#include "harness/base/failure.h"

#include <stdbool.h>

#define CRATE_FILE "ro-crate-metadata.json"

/* The text for DIR as it is now or, if `uncompressed`, as it was before its raw files were compressed (files.h). The
 * caller frees it. */
char *crate_text(const char *dir, bool uncompressed, struct failure *);
/* Writes the file. */
int crate_write(const char *dir, struct failure *);

#endif
