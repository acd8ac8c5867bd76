/* SPDX-License-Identifier: MIT */
/* verify.h - does what a run derived still follow, byte for byte, from its raw samples? */
#ifndef CUCKOOBENCH_VERIFY_H
#define CUCKOOBENCH_VERIFY_H

#include "harness/plan/experiment.h"

/* How a derived file stands to what the samples say. */
enum verify_kind { VERIFY_SAME, VERIFY_DIFFERS, VERIFY_MISSING, VERIFY_EXTRA, VERIFY_KINDS };
extern const char *const verify_words[VERIFY_KINDS];

/* Who is told of each file; line: the first that differs, from 1, else 0. */
struct verify_teller {
	void (*tell)(void *context, enum verify_kind, const char *name, unsigned long line);
	void *context;
};

/*
 * Derives every results/ID.csv, claims.json and, where there is one, ro-crate-metadata.json of DIR in memory and
 * compares; writes nothing, and tells of each file: the same, different, missing, or one that the samples do not give.
 * 0; or -1 with a one-line reason in why[200] if the samples cannot be read.
 */
int verify_run(const char *dir, enum scale, const struct verify_teller *, char why[200]);

#endif
