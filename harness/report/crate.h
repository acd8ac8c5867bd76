/* SPDX-License-Identifier: MIT */
/*
 * crate.h - DIR/ro-crate-metadata.json: the run as an RO-Crate (1.1, Process Run Crate 0.5), which archives and their
 * tools read: what each file is, which program made it, when, by which command.
 *
 *      ./  hasPart-> files    mentions-> #call-0, #call-1, ... --result-> samples.csv, cells.csv, manifest.json
 *                                        #report --object-> these     --result-> results, claims, plots, tables, page
 *
 * It follows from the folder alone: no clock, no random names, so it can be made again and compared. What cannot be
 * derived again, it has digests of.
 */
#ifndef CUCKOOBENCH_CRATE_H
#define CUCKOOBENCH_CRATE_H

#include <stdbool.h>
#include <stddef.h>

#define CRATE_FILE "ro-crate-metadata.json"

/* The text for DIR as it is now or, if asked for, as it was before its raw files were compressed (archive.h). To be
 * freed; NULL with a one-line reason in why[200]. length may be NULL. */
char *crate_text(const char *dir, bool uncompressed, size_t *length, char why[200]);
/* 0, or -1 after a line on stderr. */
int crate_write(const char *dir);

#endif
