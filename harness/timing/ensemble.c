/* SPDX-License-Identifier: MIT */
/* ensemble.c - see ensemble.h. */
#include "harness/timing/ensemble.h"

#include "core/bits.h"
#include "core/rng.h"

/* Keys regrouped at a time. Their copies fit the first cache. */
enum { CHUNK = 256 };

bool
ensemble_create(struct ensemble *e, enum ensemble_kind kind, const struct filter_ops *ops,
                const struct filter_params *params, const struct placement *const *place, size_t n, const char **why)
{
	*e = (struct ensemble){.kind = kind, .salt = rng_derive(params->seed, 0x6f776e6572 /* "owner" */)};
	if ((ops->caps & FILTER_FILLS) && !ops->remove) {
		*why = "a key that one member refuses could not be taken back from the others";
		return false;
	}
	for (; e->members < n; e->members++) {
		struct filter_params p = *params;

		if (kind == ENSEMBLE_SHARD) {
			p.bytes = (p.bytes + n - 1) / n;
			p.items = (p.items + n - 1) / n;
		}
		if (place && place[e->members])
			p.place = place[e->members];
		if (filter_create(ops, &p, &e->member[e->members], why) != FILTER_OK) {
			ensemble_destroy(e);
			return false;
		}
	}
	return true;
}

void
ensemble_destroy(struct ensemble *e)
{
	while (e->members) {
		struct filter *f = e->member[--e->members];

		f->ops->destroy(f);
	}
}

/* --- shards ----------------------------------------------------------------------------------------------- */

/* Up to CHUNK keys grouped by owner, in their old order within a group. Member m owns key[i] with
 * from[m] <= i < from[m + 1]. */
struct groups {
	size_t from[TOPOLOGY_MAX_NODES + 1];
	uint64_t key[CHUNK];
	uint16_t place[CHUNK]; /* its index in the chunk */
};

/* Returns the member that owns the key. The filter takes other bits of another hash for its buckets, so a shard works
 * like any filter. */
static size_t
owner(const struct ensemble *e, uint64_t key)
{
	return fast_range(rng_mix(key ^ e->salt), e->members);
}

static void
regroup(const struct ensemble *e, const uint64_t *keys, size_t n, struct groups *g)
{
	size_t next[TOPOLOGY_MAX_NODES] = {0}, sum = 0;
	uint8_t of[CHUNK];

	for (size_t i = 0; i < n; i++)
		next[of[i] = (uint8_t)owner(e, keys[i])]++;
	for (size_t m = 0; m <= e->members; m++) {
		const size_t count = m < e->members ? next[m] : 0;

		g->from[m] = sum;
		if (m < e->members)
			next[m] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++) {
		g->key[next[of[i]]] = keys[i];
		g->place[next[of[i]]++] = (uint16_t)i;
	}
}

/* Inserts a chunk. Returns the index of the first key that is refused, or n. Keys after it are deleted again. */
static size_t
shard_insert(struct ensemble *e, const uint64_t *keys, size_t n)
{
	struct groups g;
	size_t accepted[TOPOLOGY_MAX_NODES], refused = n;

	regroup(e, keys, n, &g);
	for (size_t m = 0; m < e->members; m++) {
		const size_t size = g.from[m + 1] - g.from[m];

		accepted[m] = size ? e->member[m]->ops->insert(e->member[m], g.key + g.from[m], size) : 0;
		if (accepted[m] < size && g.place[g.from[m] + accepted[m]] < refused)
			refused = g.place[g.from[m] + accepted[m]];
	}
	for (size_t m = 0; refused < n && m < e->members; m++) {
		size_t keep = 0;

		while (keep < accepted[m] && g.place[g.from[m] + keep] < refused)
			keep++;
		if (keep < accepted[m])
			(void)e->member[m]->ops->remove(e->member[m], g.key + g.from[m] + keep, accepted[m] - keep);
	}
	return refused;
}

static size_t
shard_contains(const struct ensemble *e, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct groups g;
	uint8_t grouped[CHUNK];
	size_t sum = 0;

	regroup(e, keys, n, &g);
	for (size_t m = 0; m < e->members; m++)
		if (g.from[m + 1] > g.from[m])
			sum += e->member[m]->ops->contains(e->member[m], g.key + g.from[m], g.from[m + 1] - g.from[m],
			                                   grouped + g.from[m]);
	for (size_t i = 0; i < n; i++)
		hit[g.place[i]] = grouped[i];
	return sum;
}

/* --- replicas --------------------------------------------------------------------------------------------- */

/* Offers each member the keys that the one before accepted. So the last member's number holds for all. */
static size_t
replicate_insert(struct ensemble *e, const uint64_t *keys, size_t n)
{
	size_t accepted[TOPOLOGY_MAX_NODES], all = n;

	for (size_t m = 0; m < e->members; m++)
		all = accepted[m] = all ? e->member[m]->ops->insert(e->member[m], keys, all) : 0;
	for (size_t m = 0; m < e->members; m++)
		if (accepted[m] > all)
			(void)e->member[m]->ops->remove(e->member[m], keys + all, accepted[m] - all);
	return all;
}

/* --- both ------------------------------------------------------------------------------------------------- */

static size_t
chunk_at(size_t done, size_t n)
{
	return n - done < CHUNK ? n - done : CHUNK;
}

size_t
ensemble_insert(struct ensemble *e, const uint64_t *keys, size_t n)
{
	size_t done = 0, chunk, got;

	do {
		chunk = chunk_at(done, n);
		got = e->kind == ENSEMBLE_SHARD ? shard_insert(e, keys + done, chunk)
		                                : replicate_insert(e, keys + done, chunk);
		done += got;
	} while (got == chunk && done < n);
	return done;
}

size_t
ensemble_contains(const struct ensemble *e, size_t near, const uint64_t *keys, size_t n, uint8_t *hit)
{
	size_t sum = 0;

	if (e->kind == ENSEMBLE_REPLICATE)
		return e->member[near]->ops->contains(e->member[near], keys, n, hit);
	for (size_t done = 0; done < n; done += CHUNK)
		sum += shard_contains(e, keys + done, chunk_at(done, n), hit + done);
	return sum;
}
