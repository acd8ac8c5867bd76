/* SPDX-License-Identifier: MIT */
/*
 * ensemble.h - several filters of one kind that answer as one, a member on each memory node.
 *
 *      replicate   insert, remove --> every member            lookup --> the member of the asking thread's node
 *      shard       every operation --> the member that owns the key, by the high bits of a hash; a batch is regrouped first
 *  Replicas trade memory and the cost of writes for lookups that never leave their node (node replication: Calciu et
 * al., ASPLOS 2017). A key counts as inserted when all members have it; if one refuses it, the others give it back.
 * Until the insert returns, nodes may differ in whether they know it. Shards keep one copy, but only one lookup in n
 * stays on its node.
 *  Insert and contains follow the contract of core/filter.h: a batch means single operations in order, and insert stops
 * at the first refused key, which leaves no trace. Members that are FILTER_SHARED make a shared ensemble.
 */
#ifndef CUCKOOBENCH_ENSEMBLE_H
#define CUCKOOBENCH_ENSEMBLE_H

#include "core/filter.h"
#include "harness/machine/topology.h"

#include <stdbool.h>

enum ensemble_kind { ENSEMBLE_REPLICATE, ENSEMBLE_SHARD };

struct ensemble {
	enum ensemble_kind kind;
	size_t members;
	struct filter *member[TOPOLOGY_MAX_NODES];
	uint64_t salt; /* of the hash that chooses the owner */
};

/*
 * n members, the i-th placed by place[i] (NULL: as params->place). Shards share out params' bytes, or its items. False with the
 * filter's reason, or when it could not take a refused key back: it refuses keys and has no remove.
 */
bool ensemble_create(struct ensemble *, enum ensemble_kind, const struct filter_ops *, const struct filter_params *,
                     const struct placement *const *place, size_t n, const char **why);
void ensemble_destroy(struct ensemble *);

size_t ensemble_insert(struct ensemble *, const uint64_t *keys, size_t n);
/* Asked by a thread on the node of member `near`. */
size_t ensemble_contains(const struct ensemble *, size_t near, const uint64_t *keys, size_t n, uint8_t *hit);
/* How many were found by all members that should have them. */
size_t ensemble_remove(struct ensemble *, const uint64_t *keys, size_t n);

#endif
