/* SPDX-License-Identifier: MIT */
/*
 * samples.h - the raw results of a run, as its experiments see them: their views (experiment.h) of all attempts that
 * are done (store.h).
 *
 * A sample is the ratio num / den of two whole numbers: a count, and what it is relative to. So deterministic results
 * are the same bytes wherever their filters can run, and rates can be pooled.
 */
#ifndef CUCKOOBENCH_SAMPLES_H
#define CUCKOOBENCH_SAMPLES_H

#include "harness/base/failure.h"
#include "harness/run/given_up.h"
#include "harness/run/manifest.h"
#include "harness/run/store.h"

/* Returns num / den in the sample's unit: "Mops/s" divides operations by nanoseconds. */
double sample_value(const struct sample *);

struct samples {
	struct sample *at;
	size_t count;
	struct store store;       /* the attempts that they are of */
	struct given_up given_up; /* what the run lacks for its time budget */
	char keys[MANIFEST_KEYS]; /* the run's keys in words if they are not random integers (manifest_keys_of) */
};

/* Reads the samples of the run in DIR. Fails as store_read does, and if a sample is none; then there are none to
 * free. */
int samples_of(const char *dir, struct samples *, struct failure *);
void samples_free(struct samples *);
/* Returns whether the experiment is part of the run and looks at this attempt. */
bool samples_sees(const struct samples *, const struct experiment *, const struct attempt *);

#endif
