/* SPDX-License-Identifier: MIT */
/*
 * bf_batch.c - bf-batch: BF with lookups and insertions that are pipelined across the keys of a call, in portable C. It
 * has a name of its own because bf handles one key after the other (bf.c).
 *
 *      bits of a key   |  0  |  1  | 2 3 | 4 ... k-1 |     in stages; a key that has a 0 bit in a stage is answered
 *
 *      step                 |        t        |      t + 1      |      t + 2      |
 *      stage 0, prefetches  |  keys of step t |    t + 1        |    t + 2        |  the lines of the bits
 *               tests       |      t - 1      |      t          |    t + 1        |
 *      stage 1, prefetches  | left of  t - 1  | left of t       | left of t + 1   |  and so on: each a step behind
 *
 * An absent key reads two bits on average; the stages fetch 2.3 lines for it. Short stages come first, because each bit
 * turns away half of the absent keys that reach it. Longer stages follow, because most keys that come so far are
 * present, and a stage costs a list that is written and read. A stage writes each key at the end of the next stage's
 * list and advances that end only if the key goes on: no branch depends on a bit. In a table that lies in a cache, the
 * parts of a call whose keys are mostly present are done as bf does them.
 *
 * Within a stage the prefetches of one key alternate with the tests of another. A core has room for a limited number of
 * requests. Requests in a row wait for each other, and nothing is tested meanwhile (alternating is 1.3 times as fast).
 * The address of a key's lines is computed again when the key is tested, because it costs more to keep it.
 */
#include "baselines/bloom/bloom.h"
#include "baselines/bloom/bloom_keys.h"

/*
 * LINES: prefetched in a step, so in flight between a request and its use. That is more than a core can have in flight
 * (10 to 70), and a fifth of its first cache (512 lines and more). Twice as many were a thirtieth slower for present
 * keys; 112 were the same. SOME: the most keys of a step, if few of their lines are needed. CALL: the keys that a call
 * should have, because each call waits for its first and last lines.
 */
enum { STAGES = 4, LINES = 144, SOME = 64, CALL = 4096 };

/*
 * All bits of a present key are set. So the processor predicts bf's jumps, and in a cache the stages have nothing left
 * to hide. There they take 1.2 to 2 times as long (Zen 5, 24 KiB to 1.5 MiB; Zen 4 to 8 MiB; at 10 and 12 MiB they are
 * faster). So in tables up to cache_near(CACHED_LANES), a part of a call is done as bf does it if MOSTLY_OF / MOSTLY or
 * more of the part before was present. At 3/4 stages still were 1.4 times as fast; at 9/10 they took 1.6 times as long.
 * The first part is short, to find out.
 */
enum { CACHED_LANES = 8, FIRST_PART = SOME, PART = 1024, MOSTLY_OF = 5, MOSTLY = 6 };

static const struct bloom_kind kind = {.unit = 1, .per_byte = 8};

/* The first bit of a stage. For the stage behind the last: k. */
ALWAYS_INLINE unsigned
first_of(unsigned stage, unsigned k)
{
	const unsigned first[STAGES + 1] = {0, 1, 2, 4, k};

	return first[stage] < k ? first[stage] : k;
}

/* Keys of one step that are in one stage. */
struct list {
	uint64_t hash[SOME];
	uint8_t key[SOME]; /* which of the step */
	size_t n;
	uint8_t *hit; /* answers of the step */
};

ALWAYS_INLINE struct bloom_walk
walk_from(uint64_t hash, unsigned bit)
{
	struct bloom_walk w = bloom_start(hash);

	w.g += bit * w.step;
	return w;
}

/* Where lines are prefetched to: nowhere, the first cache, the second cache (core/cache.h). */
enum ahead { AHEAD_NOT, AHEAD_FIRST, AHEAD_SECOND };

ALWAYS_INLINE void
ask(const struct bloom_map *map, enum ahead ahead, struct bloom_walk *w, bool to_write)
{
	const uint8_t *word = map->data + bloom_next(w, map->m) / 64 * 8;

	if (to_write && ahead == AHEAD_FIRST)
		__builtin_prefetch(word, 1);
	else
		cache_ask(word, ahead == AHEAD_SECOND);
}

/* One stage for two keys: tests the bits of `asked` and prefetches those of `fresh`. Returns whether the tested bits
 * are all set. */
ALWAYS_INLINE bool
turn(const struct bloom_map *map, unsigned stage, unsigned k, enum ahead ahead, bool tests, uint64_t asked, bool asks,
     uint64_t fresh)
{
	struct bloom_walk then = walk_from(asked, first_of(stage, k)), now = walk_from(fresh, first_of(stage, k));
	bool all = true;

	for (unsigned i = first_of(stage, k); i < first_of(stage + 1, k); i++) {
		if (tests)
			all &= bloom_get(map->data, bloom_next(&then, map->m), BLOOM_ALONE);
		if (asks)
			ask(map, ahead, &now, false);
	}
	return all;
}

/* Stores the answer of a stage, and appends the key to the next list if it goes on. */
ALWAYS_INLINE void
record_answer(const struct list *asked, size_t j, bool set, struct list *next)
{
	const uint64_t hash = asked->hash[j];
	const uint8_t key = asked->key[j];

	next->hash[next->n] = hash;
	next->key[next->n] = key;
	next->n += set;
	asked->hit[key] = set;
}

/* One stage of one step. */
ALWAYS_INLINE void
pass(const struct bloom_map *map, unsigned stage, unsigned k, enum ahead ahead, const struct list *asked,
     const struct list *fresh, struct list *next)
{
	const size_t both = ahead == AHEAD_NOT ? 0 : asked->n < fresh->n ? asked->n : fresh->n;
	size_t j;

	next->n = 0;
	next->hit = asked->hit;
	for (j = 0; j < both; j++)
		record_answer(asked, j, turn(map, stage, k, ahead, true, asked->hash[j], true, fresh->hash[j]), next);
	for (; j < asked->n; j++)
		record_answer(asked, j, turn(map, stage, k, ahead, true, asked->hash[j], false, 0), next);
	for (j = both; ahead != AHEAD_NOT && j < fresh->n; j++)
		turn(map, stage, k, ahead, false, 0, true, fresh->hash[j]);
}

ALWAYS_INLINE void
begin(const struct bloom_map *map, const uint64_t *keys, size_t n, uint8_t *hit, struct list *to)
{
	for (size_t j = 0; j < n; j++) {
		to->hash[j] = hash_key(&map->hash, keys[j]);
		to->key[j] = (uint8_t)j;
	}
	to->n = n;
	to->hit = hit;
}

ALWAYS_INLINE size_t
contains_all(const struct bloom_map map, unsigned k, enum ahead ahead, const uint64_t *keys, size_t n, uint8_t *hit)
{
	struct list lists[2][STAGES + 1];
	/* At first, a few keys of k lines each: an estimate of how many keys fill a step with lines. */
	size_t begun = 8, lines = 8 * k, hits = 0, empty = 0;

	for (unsigned s = 0; s <= STAGES; s++)
		lists[1][s].n = 0, lists[1][s].hit = hit;
	for (size_t done = 0, which = 0; empty <= STAGES; which ^= 1) {
		const size_t fair = LINES * begun / lines, want = fair < 1 ? 1 : fair < SOME ? fair : SOME;
		const size_t now = n - done < want ? n - done : want;
		struct list *fresh = lists[which];
		const struct list *asked = lists[which ^ 1];

		begin(&map, keys + done, now, hit + done, &fresh[0]);
		/* A loop would have to be unrolled for its stages to be constants. */
		pass(&map, 0, k, ahead, &asked[0], &fresh[0], &fresh[1]);
		pass(&map, 1, k, ahead, &asked[1], &fresh[1], &fresh[2]);
		pass(&map, 2, k, ahead, &asked[2], &fresh[2], &fresh[3]);
		pass(&map, 3, k, ahead, &asked[3], &fresh[3], &fresh[4]);
		hits += fresh[STAGES].n;
		for (unsigned s = 0; s < STAGES; s++)
			lines += fresh[s].n * (first_of(s + 1, k) - first_of(s, k));
		done += now, begun += now;
		empty += now == 0;
	}
	return hits;
}

/* As in a stage, the prefetches of one key alternate with the bits of another. */
ALWAYS_INLINE void
insert_all(const struct bloom_map map, unsigned k, enum ahead ahead, const uint64_t *keys, size_t n)
{
	const size_t some = LINES / k, first = n < some ? n : some;
	uint64_t hash[LINES];

	for (size_t j = 0; j < first; j++) {
		struct bloom_walk now = bloom_start(hash[j] = hash_key(&map.hash, keys[j]));

		for (unsigned i = 0; i < k; i++)
			ask(&map, ahead, &now, true);
	}
	for (size_t j = 0, at = 0; j < n; j++, at = at + 1 < some ? at + 1 : 0) {
		struct bloom_walk then = bloom_start(hash[at]), now;
		const bool more = j + some < n;

		if (more)
			hash[at] = hash_key(&map.hash, keys[j + some]);
		now = bloom_start(hash[at]);
		for (unsigned i = 0; i < k; i++) {
			bloom_set(map.data, bloom_next(&then, map.m), BLOOM_ALONE);
			if (more)
				ask(&map, ahead, &now, true);
		}
	}
}

ALWAYS_INLINE void
bf_batch_insert_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n)
{
	if (f->table.bytes <= cache_near(1))
		bloom_insert_alone(f, false, keys, n);
	else if (f->map.second)
		insert_all(f->map, k, AHEAD_SECOND, keys, n);
	else
		insert_all(f->map, k, AHEAD_FIRST, keys, n);
}

ALWAYS_INLINE size_t
contains_part(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	if (f->table.bytes <= cache_near(1))
		return contains_all(f->map, k, AHEAD_NOT, keys, n, hit);
	return f->map.second ? contains_all(f->map, k, AHEAD_SECOND, keys, n, hit)
	                     : contains_all(f->map, k, AHEAD_FIRST, keys, n, hit);
}

ALWAYS_INLINE size_t
bf_batch_contains_all(const struct bloom *f, unsigned k, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const bool cached = f->table.bytes <= cache_near(CACHED_LANES);
	size_t hits = 0, part = 0, found = 0;

	for (size_t done = 0; done < n; done += part, hits += found) {
		const bool mostly = part && found * MOSTLY >= part * MOSTLY_OF;
		const size_t next = !cached ? n : done ? PART : FIRST_PART;

		part = n - done < next ? n - done : next;
		found = mostly ? bloom_contains_alone(f, false, keys + done, part, hit + done)
		               : contains_part(f, k, keys + done, part, hit + done);
	}
	return hits;
}

BLOOM_INSERT(bf_batch)
BLOOM_CONTAINS(bf_batch)

const struct filter_ops FILTER_OPS(bf_batch) = {
	.name = "bf-batch",
	.title = "BF, batched",
	.about = "bf, look-ups and insertions pipelined across the keys of a call",
	.twin = "bf",
	.batch = CALL,
	.facts = {.source = __FILE__, .params = {.hashes = 9}, .bits_per_item = 13, .ns = {40, 25, 0}},
	.check = bloom_check_table,
	.chooses = ISA_AVX2,
	.kind = &kind,
	BLOOM_OPS(bf_batch),
	.become = family_become,
};
