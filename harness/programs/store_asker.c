/* SPDX-License-Identifier: MIT */
/* store_asker.c - see store_asker.h. */
#include "harness/programs/store_asker.h"

#include "datasets/keys.h"

enum { WARM_UP = QUERY_SET_CHUNK / STORE_PIECE };

struct contestant
store_asker_contestant(struct store_asker *a)
{
	return (struct contestant){.filter = a->filter, .measure = store_ask, .state = a};
}

/* Draws the next piece. Returns how many of its keys are present. */
static size_t
store_draw(struct store_asker *a)
{
	size_t present = 0;

	for (size_t i = 0; i < STORE_PIECE; i++) {
		const uint64_t random = a->percent ? rng_next(&a->random) >> 8 : 0;

		if (a->percent && random % 100 < a->percent) {
			a->keys[i] = key_at(a->seed, random / 100 % a->items);
			present++;
		} else {
			a->keys[i] = key_at(a->seed, KEYS_ABSENT + a->absent++);
		}
	}
	return present;
}

/* --- the timed parts: each looks up a piece, and returns how many keys were found ------------------------------- */

static size_t
ask_store(void *state)
{
	const struct store_asker *a = state;
	size_t found = 0;

	for (size_t i = 0; i < STORE_PIECE; i++)
		found += kv_store_has(a->store, a->keys[i]);
	return found;
}

/* As measure_contains has them. */
static size_t
keys_of_call(const struct filter *f, size_t done)
{
	const size_t batch = f->ops->batch > MEASURE_BATCH ? f->ops->batch : MEASURE_BATCH;

	return STORE_PIECE - done < batch ? STORE_PIECE - done : batch;
}

static size_t
ask_filter(void *state)
{
	const struct store_asker *a = state;
	uint8_t hit[STORE_PIECE];
	size_t hits = 0;

	for (size_t done = 0, n; done < STORE_PIECE; done += n) {
		n = keys_of_call(a->filter, done);
		hits += a->filter->ops->contains(a->filter, a->keys + done, n, hit);
	}
	return hits;
}

/* Asks the store for those of n keys that the filter let through. Most groups of eight have none of them. */
static size_t
ask_for_hits(struct store_asker *a, const uint64_t *keys, const uint8_t *hit, size_t n)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i += 8)
		if (load64(hit + i))
			for (size_t k = i; k < i + 8; k++)
				if (hit[k])
					found += kv_store_has(a->store, keys[k]);
	return found;
}

static size_t
ask_both(void *state)
{
	struct store_asker *a = state;
	uint8_t hit[STORE_PIECE + 8];
	size_t found = 0;

	a->passed = 0;
	for (size_t done = 0, n; done < STORE_PIECE; done += n) {
		n = keys_of_call(a->filter, done);
		a->passed += a->filter->ops->contains(a->filter, a->keys + done, n, hit);
		memset(hit + n, 0, 8); /* the rest of a group of eight */
		found += ask_for_hits(a, a->keys + done, hit, n);
	}
	return found;
}

/* --- a slice ------------------------------------------------------------------------------------------------- */

bool
store_ask(struct contestant *c, uint64_t least, struct slice *slice, struct failure *f)
{
	struct store_asker *a = c->state;
	size_t (*const ask)(void *) = !a->filter ? ask_store : a->store ? ask_both : ask_filter;

	a->wrong = a->of_absent = 0;
	for (size_t piece = 0; piece < WARM_UP || slice->ns < least; piece++) {
		const size_t present = store_draw(a);
		size_t found;
		const uint64_t ns = measure_call(ask, a, &found);

		if (found < present || (a->store && found > present))
			return failing(f, "%s gave %zu of %zu present keys",
			               a->filter ? a->filter->ops->name : "the store", found, present);
		if (piece < WARM_UP)
			continue;
		*slice = slice_sum(*slice, (struct slice){STORE_PIECE, ns});
		a->of_absent += STORE_PIECE - present;
		a->wrong += ask == ask_both ? a->passed - found : 0;
	}
	return true;
}
