/* SPDX-License-Identifier: MIT */
/* verify.h - do the files that a run derived still follow, byte for byte, from its raw samples? */
#ifndef CUCKOOBENCH_VERIFY_H
#define CUCKOOBENCH_VERIFY_H

#include "harness/analysis/run_data.h"

/* How a derived file compares with the samples. A figure is only looked at: it may be missing or cut. */
enum verify_kind { VERIFY_SAME, VERIFY_DIFFERS, VERIFY_MISSING, VERIFY_EXTRA, VERIFY_CUT, VERIFY_KINDS };
extern const char *const verify_words[VERIFY_KINDS];

/* A callback for each file. line: the first line that differs, from 1; else 0. */
struct verify_teller {
	void (*tell)(void *context, enum verify_kind, const char *name, unsigned long line);
	void *context;
};

/*
 * Derives every results/ID.csv, claims.json and, if it exists, ro-crate-metadata.json of a run in memory and compares
 * them with the files. Writes nothing. Reports each file: the same, different, missing, or one that the samples do not
 * give. Of a run with figures it also reports each that is missing or not whole.
 */
int verify_run(struct run_data *, const struct verify_teller *, struct failure *);

#endif
