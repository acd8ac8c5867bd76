/* SPDX-License-Identifier: MIT */
/*
 * plugin_two_choice.c - a filter for the suite as a plug-in: fingerprints in the emptier of two blocks, no relocation.
 *
 *      fp = 16 bits of h = hash(key), not 0    i1 = h >> 32    i2 = i1 xor hash(fp)    (both mod the number of blocks)
 *      block | fp | fp | fp | 0 | ... 32 entries: a cache line |      2^x blocks
 *
 * These are a cuckoo filter's two buckets, filled by two choices (Azar et al., STOC 1994): the emptier block takes the
 * key. That balances blocks as large as these so well that none overflows until most entries are in use.
 * docs/adding-a-filter.md has the steps.
 *
 *      cc -O3 -shared -fPIC -Iinclude -o two_choice.so examples/plugin_two_choice.c
 *      cuckoobench verify --plugin ./two_choice.so && cuckoobench run f5 t3 --plugin ./two_choice.so
 */
#include <cuckoobench_hash.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 32, BLOCK = 2 * ENTRIES };
struct table {
	struct cuckoobench_hash hash;
	const struct cuckoobench_memory *memory;
	uint16_t (*block)[ENTRIES];
	uint64_t blocks, items;
};

static uint16_t
find(const struct table *t, uint64_t key, uint16_t *block[2])
{
	const uint64_t h = cuckoobench_hash_key(&t->hash, key), fp = h & 0xffff ? h & 0xffff : 1, i = h >> 32;
	block[0] = t->block[i & (t->blocks - 1)];
	block[1] = t->block[(i ^ (fp * UINT64_C(0x9e3779b97f4a7c15) >> 32)) & (t->blocks - 1)];
	return (uint16_t)fp;
}
static unsigned
count(const uint16_t *block, uint16_t fp)
{ /* fp = 0 counts the empty entries */
	unsigned n = 0;
	for (unsigned e = 0; e < ENTRIES; e++)
		n += block[e] == fp;
	return n;
}
static int
change(uint16_t *block, uint16_t from, uint16_t to)
{ /* changes one entry, if there is one */
	for (unsigned e = 0; e < ENTRIES; e++)
		if (block[e] == from)
			return block[e] = to, 1;
	return 0;
}
static size_t
insert(void *filter, const uint64_t *keys, size_t n)
{
	uint16_t fp, *block[2];
	for (size_t k = 0; k < n; k++, ((struct table *)filter)->items++) {
		fp = find(filter, keys[k], block);
		if (!change(block[count(block[0], 0) < count(block[1], 0)], 0, fp))
			return k;
	}
	return n;
}
static size_t
contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	uint16_t fp, *block[2];
	size_t hits = 0;
	for (size_t k = 0; k < n; k++) {
		fp = find(filter, keys[k], block);
		hits += hit[k] = count(block[0], fp) + count(block[1], fp) > 0;
	}
	return hits;
}
static size_t
erase(void *filter, const uint64_t *keys, size_t n)
{
	uint16_t fp, *block[2];
	size_t found = 0;
	for (size_t k = 0; k < n; k++) {
		fp = find(filter, keys[k], block);
		found += change(block[0], fp, 0) || change(block[1], fp, 0);
	}
	((struct table *)filter)->items -= found;
	return found;
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
	const uint64_t blocks = p->buckets ? p->buckets
	                        : p->bytes ? p->bytes / BLOCK
	                                   : p->items / (ENTRIES * 4 / 5) + 1;
	struct table *t = calloc(1, sizeof *t);
	*filter = NULL, *why = "no memory";
	if (!t)
		return CUCKOOBENCH_ENOMEM;
	*why = "give one of bytes (64 or more), items and buckets (a power of 2), all below 2^32 blocks";
	if (!p->bytes + !p->buckets + !p->items != 2 || !blocks || blocks >> 32 ||
	    (p->buckets && blocks & (blocks - 1)))
		return free(t), CUCKOOBENCH_EINVAL;
	*t = (struct table){cuckoobench_hash_of(p), p->memory, NULL, 1, 0};
	while (p->items ? t->blocks < blocks : 2 * t->blocks <= blocks)
		t->blocks *= 2;
	*why = "fp_bits, slots, hashes, tables, counter_bits, max_kicks, max_load, stripes, doublings and kicks are "
	       "not to be chosen";
	if (p->fp_bits || p->slots || p->hashes || p->tables || p->counter_bits || p->max_kicks || p->max_load ||
	    p->stripes || p->doublings || p->kicks)
		return free(t), CUCKOOBENCH_EINVAL;
	if (!(t->block = t->memory->take(t->memory->host, t->blocks * BLOCK)))
		return *why = "no memory", free(t), CUCKOOBENCH_ENOMEM;
	return *filter = t, CUCKOOBENCH_OK;
}
static void
info(const void *filter, struct cuckoobench_info *i)
{
	const struct table *t = filter;
	i->bytes = t->blocks * BLOCK, i->slots = t->blocks * ENTRIES, i->buckets = t->blocks, i->items = t->items;
	i->fp_bits = 16, i->slots_per_bucket = ENTRIES, i->table = t->block;
}
static const struct cuckoobench_plugin_filter two_choice = {.size = sizeof two_choice,
                                                            .name = "two-choice",
                                                            .title = "2-choice",
                                                            .about = "fingerprints in the emptier of two blocks",
                                                            .caps = CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS |
                                                                    CUCKOOBENCH_MULTISET,
                                                            .lines_absent = 2,
                                                            .lines_present = 2,
                                                            .lines_insert = 2,
                                                            .lines_remove = 2,
                                                            .create = create,
                                                            .destroy = destroy,
                                                            .insert = insert,
                                                            .contains = contains,
                                                            .remove = erase,
                                                            .info = info};
static const struct cuckoobench_plugin_filter *const filters[] = {&two_choice};
static const struct cuckoobench_plugin plugin = {sizeof plugin, CUCKOOBENCH_ABI, 1, filters, "1.0"};
const struct cuckoobench_plugin *
cuckoobench_plugin(void)
{
	return &plugin;
}
