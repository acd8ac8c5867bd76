/* SPDX-License-Identifier: MIT */
/* verify.h - does what a run derived still follow, byte for byte, from its raw samples? */
#ifndef CUCKOOBENCH_VERIFY_H
#define CUCKOOBENCH_VERIFY_H

#include "harness/experiment.h"

#include <stdio.h>

/* How a derived file stands to what the samples say. */
enum verify_kind { VERIFY_SAME, VERIFY_DIFFERS, VERIFY_MISSING, VERIFY_EXTRA, VERIFY_KINDS };

struct verify_counts {
	size_t of_kind[VERIFY_KINDS];
};

/*
 * Derives every results/ID.csv and claims.json of DIR in memory and compares; writes nothing but one line a file on `out`:
 * "same", "differs" (with the first line that does), "missing", or "extra" for a file that the samples do not give. 0; or -1
 * with a one-line reason in why[200] if the samples cannot be read.
 */
int verify_run(const char *dir, enum scale, FILE *out, struct verify_counts *, char why[200]);

#endif
