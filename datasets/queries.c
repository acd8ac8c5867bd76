/* SPDX-License-Identifier: MIT */
/* queries.c - see queries.h. */
#include "datasets/queries.h"

#include "core/bits.h"
#include "core/rng.h"

const struct query_about query_all[QUERY_KINDS] = {
	{"uniform", "each absent key as likely as any other"},
	{"zipf", "the key of rank r with a probability in proportion to r^-0.99; which key has which rank is drawn"},
	{"repeated", "absent keys at random, each asked for 16 times running"},
	{"replay", "absent keys that the filter has said yes to, over and over: found first, then asked for alone"},
};

struct queries
queries_of(enum query_kind kind, uint64_t seed, uint64_t absent, uint64_t present, double share_present, double theta)
{
	struct queries q = {.kind = kind,
	                    .seed = rng_derive(seed, 0x7175657279 /* "query" */),
	                    .keys = {absent, present},
	                    .present = kind == QUERY_REPEATED ? 0 : share_present};

	for (unsigned side = 0; kind == QUERY_ZIPF && side < 2; side++)
		if (q.keys[side]) {
			q.zipf[side] = zipf_of(q.keys[side], theta);
			q.rank[side] = permutation_of(q.keys[side], rng_derive(q.seed, side));
		}
	return q;
}

struct queries
queries_replay(const uint64_t *found, uint64_t count)
{
	return (struct queries){.kind = QUERY_REPLAY, .keys = {count, 0}, .found = found};
}

/* A number below n: the high half of 64 random bits times n. The probabilities of any two numbers differ by a relative
 * n / 2^64 at most. */
static uint64_t
below(uint64_t n, uint64_t *state)
{
	return (uint64_t)((uint128)rng_next(state) * n >> 64);
}

struct query
query_at(const struct queries *q, uint64_t i)
{
	uint64_t state = rng_derive(q->seed, 2 + (q->kind == QUERY_REPEATED ? i / QUERY_REPEATS : i));
	struct query at = {.present = false};

	if (q->kind == QUERY_REPLAY) {
		at.place = q->found[i % q->keys[0]];
		return at;
	}
	at.present = (double)(rng_next(&state) >> 11) * 0x1p-53 < q->present;
	if (q->kind == QUERY_ZIPF)
		at.place = permute(&q->rank[at.present], zipf_rank(&q->zipf[at.present], &state) - 1);
	else
		at.place = below(q->keys[at.present], &state);
	return at;
}
