/* SPDX-License-Identifier: MIT */
/* merge_parts.h - between merge.c, which joins cells and samples, and merge_manifest.c, which joins manifests. */
#ifndef CUCKOOBENCH_MERGE_PARTS_H
#define CUCKOOBENCH_MERGE_PARTS_H

#include "harness/plan/options.h"
#include "harness/plan/shard.h"
#include "harness/run/records.h"

#include <jansson.h>

/* One of the runs. */
struct part {
	const char *dir;
	int lock;
	json_t *manifest;
	struct records records;
	struct shard shard;  /* of 0: it is none */
	unsigned first_call; /* its calls' numbers begin there */
	json_t **origin;     /* of each call: what has the "program" and the "machine" that it was made by; borrowed */
	size_t calls;
};

struct parts {
	struct part *at;
	size_t count;
	bool mix;
};

/* Reads a part's manifest and what it says of its calls. False after a line on stderr. */
bool merge_read_manifest(struct part *);
/* Are they parts of one thing: settings, shards, builds, inputs? False after a line on stderr. */
bool merge_manifests_agree(const struct parts *);
/* The same build and machine? Else what differs first is told, "cpu: A in DIR, B in DIR". */
bool merge_same_origin(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b,
                       char what[300]);
/* The manifest of all, in which parts->at[base] is who others differ from. */
json_t *merge_manifests(struct parts *, size_t base, const struct options *);

#endif
