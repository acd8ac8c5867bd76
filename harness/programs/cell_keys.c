/* SPDX-License-Identifier: MIT */
/* cell_keys.c - see cell_keys.h. */
#include "harness/programs/cell_keys.h"
#include "harness/run/running.h"

#include "core/bits.h"
#include "datasets/key_index.h"
#include "datasets/keys.h"

#include <string.h>

/* Purposes of seeds in addition to the caller's own: for the digests of strings; for the order of copies. */
enum { SEED_DIGEST = 0x646967, SEED_COPIES = 0x636f70 };

void
cell_keys_draw(struct run *run, const struct cell *cell, const struct key_set *set, struct key_draw *draw,
               uint64_t digest, uint64_t half)
{
	const size_t n = key_draw_room(set);
	uint64_t *room = run_alloc(run, n * sizeof *room);
	uint32_t *times = set->read.times && n ? run_alloc(run, n * sizeof *times) : NULL;
	struct hash hash;

	if (!hash_init(&hash, cell->params.hash, run_seed(run, digest)))
		run_fail(run, "there is no hash %s", cell->params.hash);
	if (!key_draw_make(draw, set, &hash, run_seed(run, half), room, times))
		run_fail(run, "no memory for the digests of %s", set->name);
	if (draw->half == 0)
		run_fail(run, "%s gives all strings of %s the same digest", cell->params.hash, set->name);
}

/* Fisher-Yates. */
void
cell_keys_shuffle(uint64_t *keys, size_t n, uint64_t random)
{
	for (size_t i = n; i > 1; i--) {
		const size_t j = fast_range(rng_next(&random), i);
		const uint64_t key = keys[i - 1];

		keys[i - 1] = keys[j];
		keys[j] = key;
	}
}

/* Emits each present key as often as the set has it, up to n in all. The order is random, so that copies of a key do
 * not follow each other. */
static size_t
draw_copies(const struct cell_keys *k, struct run *run, uint64_t *keys, size_t n)
{
	size_t count = 0;

	for (size_t i = 0; i < k->draw.half && count < n; i++) {
		uint64_t key;

		key_draw_present(&k->draw, &key, 1, i);
		for (uint32_t times = key_draw_times(&k->draw, i); times > 0 && count < n; times--)
			keys[count++] = key;
	}
	cell_keys_shuffle(keys, count, run_seed(run, SEED_COPIES));
	return count;
}

/* Finds the index of each query's key among the inserted keys; of copies, the first. */
static void
place_questions(struct cell_keys *k, struct run *run, size_t *place, uint64_t *never)
{
	struct key_index index, seen;

	if (!key_index_init(&index, k->inserted_count) || !key_index_init(&seen, k->questions))
		run_fail(run, "no memory to find %zu questions among %zu keys", k->questions, k->inserted_count);
	for (size_t i = 0; i < k->inserted_count; i++) {
		size_t *slot = key_index_slot(&index, k->inserted, k->inserted[i]);

		if (!*slot)
			*slot = i + 1;
	}
	for (size_t i = 0; i < k->questions; i++) {
		const size_t at = *key_index_slot(&index, k->inserted, k->question[i]);
		size_t *slot = at ? NULL : key_index_slot(&seen, never, k->question[i]);

		place[i] = at - 1; /* SIZE_MAX if at is 0 */
		if (slot && !*slot) {
			never[k->never_count] = k->question[i];
			*slot = ++k->never_count;
		}
	}
	key_index_free(&index);
	key_index_free(&seen);
}

static void
open_questions(struct cell_keys *k, struct run *run, const struct cell *cell)
{
	const size_t n = cell->asked->read.count;
	uint64_t *question = run_alloc(run, n * sizeof *question), *never = run_alloc(run, n * sizeof *never);
	size_t *place = run_alloc(run, n * sizeof *place), collisions;
	struct hash hash;

	hash_init(&hash, cell->params.hash, run_seed(run, SEED_DIGEST)); /* the seed that the keys were hashed with */
	keyset_digest(&cell->asked->read, &hash, question, NULL, &collisions);
	k->question = question;
	k->place = place;
	k->kind = run_alloc(run, n * sizeof *k->kind);
	k->never = never;
	k->questions = n;
	place_questions(k, run, place, never);
}

size_t
cell_keys_open(struct cell_keys *k, struct run *run, const struct cell *cell, uint64_t purpose, uint64_t **keys,
               size_t n)
{
	const struct stream *absent = cell->asked && cell->asked->stream ? cell->asked->stream : stream_all;

	*k = (struct cell_keys){.seed = run_seed(run, purpose),
	                        .halved = cell->keys && !cell->keys->stream && !cell->asked};
	k->absent =
		stream_keys_of(cell->keys && cell->keys->stream && !cell->asked ? cell->keys->stream : absent, k->seed);
	if (cell->keys)
		cell_keys_draw(run, cell, cell->keys, &k->draw, SEED_DIGEST, purpose);
	else
		k->draw = (struct key_draw){.stream = k->absent, .half = SIZE_MAX};
	if (cell->asked && !cell->keys->stream)
		k->draw.half =
			cell->keys->read.starts ? cell->keys->read.count - k->draw.collisions : cell->keys->read.count;
	*keys = run_alloc(run, n * sizeof **keys);
	if (k->draw.times) {
		n = draw_copies(k, run, *keys, n);
	} else {
		n = n < k->draw.half ? n : k->draw.half;
		key_draw_present(&k->draw, *keys, n, 0);
	}
	k->inserted = *keys;
	k->inserted_count = n;
	if (cell->asked && !cell->asked->stream)
		open_questions(k, run, cell);
	return n;
}

/* --- queries --- */

size_t
cell_keys_absent_count(const struct cell_keys *k)
{
	return k->never_count ? k->never_count : k->halved ? k->draw.half : SIZE_MAX;
}

void
cell_keys_absent(const struct cell_keys *k, uint64_t *keys, size_t n, uint64_t first)
{
	for (size_t i = 0; i < n; i++)
		if (k->never_count)
			keys[i] = k->never[(first + i) % k->never_count];
		else if (k->halved)
			key_draw_absent(&k->draw, &keys[i], 1, (first + i) % k->draw.half);
		else
			keys[i] = stream_absent(&k->absent, first + i);
}

/* Lists in k->kind the queries for keys among the first `items`, or for keys never inserted. Returns how many. */
static size_t
of_kind(const struct cell_keys *k, bool present, size_t items)
{
	size_t n = 0;

	for (size_t i = 0; i < k->questions; i++)
		if (present ? k->place[i] < items : k->place[i] == SIZE_MAX)
			k->kind[n++] = i;
	return n;
}

size_t
cell_keys_asked_present(const struct cell_keys *k, size_t items)
{
	return of_kind(k, true, items);
}

/* Writes queries of one kind, in turn, to the positions that a share of `percent` assigns to that kind. */
static void
fill_kind(const struct cell_keys *k, uint64_t *query, size_t n, unsigned percent, bool present, size_t items,
          uint64_t pick, uint64_t slice)
{
	const size_t asked = of_kind(k, present, items);

	for (size_t i = 0, next = 0; i < n; i++) {
		const uint64_t r = rng_next(&pick);

		if ((r % 100 < percent) != present)
			continue;
		if (asked) {
			query[i] = k->question[k->kind[next]];
			next = next + 1 < asked ? next + 1 : 0;
		} else if (present) {
			query[i] = k->inserted[fast_range(rng_mix(r), items)];
		} else {
			cell_keys_absent(k, &query[i], 1, (slice << 40) + i);
		}
	}
}

void
cell_keys_ask(const struct cell_keys *k, uint64_t *query, size_t n, unsigned percent, size_t items, uint64_t pick,
              uint64_t slice)
{
	if (percent > 0)
		fill_kind(k, query, n, percent, true, items, pick, slice);
	if (percent < 100)
		fill_kind(k, query, n, percent, false, items, pick, slice);
}

void
cell_keys_estimate(const struct cell *cell, size_t n, struct cell_estimate *e)
{
	const size_t strings = cell->keys ? key_draw_room(cell->keys) : 0,
		     asked = cell->asked ? cell->asked->read.count : 0;

	e->bytes += n * 8 + strings * (8 + 4) + (strings ? key_index_bytes(strings) : 0);
	e->keys += 4 * (double)strings;
	if (asked) {
		e->bytes += asked * 32 + key_index_bytes(n) + key_index_bytes(asked);
		e->keys += 20 * (double)(n + asked);
	}
}
