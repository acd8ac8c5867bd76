/* SPDX-License-Identifier: MIT */
/* manifest.h - DIR/manifest.json: what was run, by which program, on which machine. */
#ifndef CUCKOOBENCH_MANIFEST_H
#define CUCKOOBENCH_MANIFEST_H

#include "harness/options.h"

/*
 * Begins or takes up the run in DIR. Writes the manifest; if there is one already, it must be of the same scale, seed,
 * hash and pages, the same build of the program and the same machine. 0; or -1 after a line on stderr.
 */
int manifest_begin(const char *dir, const struct options *);
/* Notes the end of the run. 0, or -1 after a line on stderr. */
int manifest_finish(const char *dir);
/* The scale of the run in DIR. 0, or -1 after a line on stderr. */
int manifest_scale(const char *dir, enum scale *);

#endif
