/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the raw results of a run: the samples of all attempts that are done (store.h).
 *
 * A sample is the ratio num / den of two whole numbers: a count, and what it is relative to. So deterministic results
 * are the same bytes everywhere, and rates can be pooled. A timed cell that was disturbed runs again, and every attempt
 * stays in the record. Only the last attempt represents its repetition; it is the first quiet one, if any was quiet.
 */
#ifndef CUCKOOBENCH_SAMPLES_H
#define CUCKOOBENCH_SAMPLES_H

#include "harness/base/failure.h"
#include "harness/run/given_up.h"
#include "harness/run/manifest.h"
#include "harness/run/store.h"

/* Returns num / den in the sample's unit: "Mops/s" divides operations by nanoseconds. NaN if den is 0. */
double sample_value(const struct sample *);

struct samples {
	struct sample *at;
	size_t count;
	struct store store;       /* the attempts that they are of */
	struct given_up given_up; /* what the run lacks for its time budget */
	char keys[MANIFEST_KEYS]; /* the run's keys in words if they are not random integers (manifest_own_keys) */
};

/* Reads the samples of the run in DIR. Fails as store_read does, and if a sample is none; then there are none to
 * free. */
int samples_of(const char *dir, struct samples *, struct failure *);
void samples_free(struct samples *);

#endif
