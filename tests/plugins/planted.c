/* SPDX-License-Identifier: MIT */
/*
 * planted.c - a plug-in for tests that is slower by a share that is chosen when it is compiled: -DWAITS=N.
 *
 *      key 0: hash, block, count -> answer -> N negations -> key 1: hash, block, count -> answer -> ...
 *
 * Each key waits for the answer to the last one, and then for N negations, each of which waits for the one before. So
 * nothing of a key overlaps with another key, and each wait takes its latency, except for the first few, which may hide
 * behind the rest. What share that is, many runs of `ab` measure (tests/referee/ab_series.py). Nothing waits for a nop,
 * so a row of these may hide as a whole.
 *
 * The filter has 16-bit fingerprints in blocks of 32, one block a key. The entries that are used come first, so no
 * operation needs a branch to find a free one.
 */
#include <cuckoobench_hash.h>

#include <stdlib.h>

#ifndef WAITS
#define WAITS 0
#endif

enum { ENTRIES = 32, BLOCK = 2 * ENTRIES };

struct table {
	struct cuckoobench_hash hash;
	const struct cuckoobench_memory *memory;
	uint16_t (*block)[ENTRIES];
	uint64_t blocks, items;
};

/* Returns 0, once the answer, which is below 2^63, is there and WAITS negations are done. */
static uint64_t
wait_for(uint64_t answer)
{
	__asm__("" : "+r"(answer)); /* a value that the compiler does not know */
	answer >>= 63;
#pragma GCC unroll 512
	for (int i = 0; i < WAITS; i++) {
		answer = -answer;
		__asm__("" : "+r"(answer));
	}
	return answer;
}

static uint16_t *
block_of(const struct table *t, uint64_t key, uint16_t *fp)
{
	const uint64_t h = cuckoobench_hash_key(&t->hash, key);

	*fp = (uint16_t)(h & 0xffff ? h & 0xffff : 1);
	return t->block[(h >> 32) * t->blocks >> 32];
}

/* fp = 0 counts the empty entries. */
static unsigned
count(const uint16_t *block, uint16_t fp)
{
	unsigned n = 0;

	for (unsigned e = 0; e < ENTRIES; e++)
		n += block[e] == fp;
	return n;
}

static size_t
insert(void *filter, const uint64_t *keys, size_t n)
{
	struct table *t = filter;
	uint64_t wait = 0;

	for (size_t k = 0; k < n; k++) {
		uint16_t fp, *block = block_of(t, keys[k] ^ wait, &fp);
		const unsigned empty = count(block, 0);

		if (empty == 0)
			return k;
		block[ENTRIES - empty] = fp;
		t->items++;
		wait = wait_for(empty);
	}
	return n;
}

static size_t
contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct table *t = filter;
	uint64_t wait = 0;
	size_t hits = 0;

	for (size_t k = 0; k < n; k++) {
		uint16_t fp, *block = block_of(t, keys[k] ^ wait, &fp);
		const unsigned found = count(block, fp);

		hits += hit[k] = found > 0;
		wait = wait_for(found);
	}
	return hits;
}

/* The last entry takes the place of the one that goes. */
static size_t
erase(void *filter, const uint64_t *keys, size_t n)
{
	struct table *t = filter;
	uint64_t wait = 0;
	size_t gone = 0;

	for (size_t k = 0; k < n; k++) {
		uint16_t fp, *block = block_of(t, keys[k] ^ wait, &fp);
		const unsigned last = ENTRIES - 1 - count(block, 0), there = count(block, fp);
		unsigned at = 0;

		while (there > 0 && block[at] != fp)
			at++;
		if (there > 0) {
			block[at] = block[last];
			block[last] = 0;
			gone++;
		}
		wait = wait_for(there + at);
	}
	t->items -= gone;
	return gone;
}

static void
destroy(void *filter)
{
	struct table *t = filter;

	t->memory->give(t->memory->host, t->block, t->blocks * BLOCK);
	free(t);
}

static int32_t
create(const struct cuckoobench_params *p, void **filter, const char **why)
{
	struct table *t;

	*filter = NULL;
	*why = "give bytes, from 64 to 2^38, and nothing else";
	if (p->bytes < BLOCK || p->bytes >> 38 || p->items || p->buckets || p->fp_bits || p->slots || p->hashes ||
	    p->tables || p->counter_bits || p->max_kicks || p->max_load || p->stripes || p->doublings || p->kicks)
		return CUCKOOBENCH_EINVAL;
	*why = "no memory";
	t = calloc(1, sizeof *t);
	if (!t)
		return CUCKOOBENCH_ENOMEM;
	*t = (struct table){cuckoobench_hash_of(p), p->memory, NULL, p->bytes / BLOCK, 0};
	t->block = t->memory->take(t->memory->host, t->blocks * BLOCK);
	if (!t->block) {
		free(t);
		return CUCKOOBENCH_ENOMEM;
	}
	*filter = t;
	return CUCKOOBENCH_OK;
}

static void
info(const void *filter, struct cuckoobench_info *i)
{
	const struct table *t = filter;

	i->bytes = t->blocks * BLOCK, i->slots = t->blocks * ENTRIES, i->buckets = t->blocks, i->items = t->items;
	i->fp_bits = 16, i->slots_per_bucket = ENTRIES, i->table = t->block;
}

static const struct cuckoobench_plugin_filter planted = {.size = sizeof planted,
                                                         .name = "planted",
                                                         .title = "planted",
                                                         .about = "each key waits for the answer to the last one",
                                                         .caps = CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS |
                                                                 CUCKOOBENCH_MULTISET,
                                                         .lines_absent = 1,
                                                         .lines_present = 1,
                                                         .lines_insert = 1,
                                                         .lines_remove = 1,
                                                         .create = create,
                                                         .destroy = destroy,
                                                         .insert = insert,
                                                         .contains = contains,
                                                         .remove = erase,
                                                         .info = info};
static const struct cuckoobench_plugin_filter *const filters[] = {&planted};
static const struct cuckoobench_plugin plugin = {sizeof plugin, CUCKOOBENCH_ABI, 1, filters, "1.0"};
const struct cuckoobench_plugin *
cuckoobench_plugin(void)
{
	return &plugin;
}
