/* SPDX-License-Identifier: MIT */
/* merge_parts.h - shared by merge.c, which joins cells and samples, and merge_manifest.c, which joins manifests. What
 * returns false has filled the failure, whose status merge_runs sets: the parts cannot be merged. */
#ifndef CUCKOOBENCH_MERGE_PARTS_H
#define CUCKOOBENCH_MERGE_PARTS_H

#include "harness/base/failure.h"
#include "harness/plan/options.h"
#include "harness/plan/shard.h"
#include "harness/run/store.h"

#include <jansson.h>

/* One of the runs to merge. */
struct part {
	const char *dir;
	int lock;
	json_t *manifest;
	struct store store;
	struct shard shard;  /* shard.of == 0: the run is not a shard */
	unsigned first_call; /* in the merged manifest, its calls are numbered from here */
	size_t calls;
};

struct parts {
	struct part *at;
	size_t count, base; /* base: the part whose program and machine the merged manifest has */
	bool mix;
};

/* Reads a part's manifest and the calls it lists. */
bool merge_read_manifest(struct part *, struct failure *);
/* Do the parts belong together: settings, shards, builds, inputs? */
bool merge_manifests_agree(const struct parts *, struct failure *);
/* Did the same build and machine make both? If not, the failure names the first difference: "cpu: A in DIR, B in
 * DIR". */
bool merge_same_origin(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b,
                       struct failure *);
/* Builds the merged manifest. The others' differences are relative to the base. */
json_t *merge_manifests(struct parts *, const struct options *);

#endif
