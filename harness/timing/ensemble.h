/* SPDX-License-Identifier: MIT */
/*
 * ensemble.h - several filters of one kind that answer as one, with a member on each memory node.
 *
 *      replicate   insertion --> every member                 lookup --> the member on the calling thread's node
 *      shard       every operation --> the member that owns the key, by the high bits of a hash; batches are regrouped
 *  Replicas pay memory and the cost of writes for lookups that never leave their node (node replication: Calciu et al.,
 * ASPLOS 2017). A key counts as inserted when all members have it; if one refuses it, the others delete it again. Until
 * the insertion returns, nodes may differ in whether they know the key. Shards keep one copy, but only one lookup in n
 * stays on its node.
 *  Insert and contains follow the contract of core/filter.h. A batch means single operations in order, and insert stops
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
 * Creates n members, the i-th placed by place[i] (NULL: as params->place). Shards divide params' bytes, or its items,
 * among them. Returns false with the filter's reason. It also returns false if a refused key could not be taken back,
 * because the filter refuses keys and has no remove.
 */
bool ensemble_create(struct ensemble *, enum ensemble_kind, const struct filter_ops *, const struct filter_params *,
                     const struct placement *const *place, size_t n, const char **why);
void ensemble_destroy(struct ensemble *);

size_t ensemble_insert(struct ensemble *, const uint64_t *keys, size_t n);
/* Looks up keys as a thread on the node of member `near`. */
size_t ensemble_contains(const struct ensemble *, size_t near, const uint64_t *keys, size_t n, uint8_t *hit);

#endif
