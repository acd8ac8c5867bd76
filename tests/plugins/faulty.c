/* SPDX-License-Identifier: MIT */
/*
 * faulty.c - a plug-in for tests: a filter for many threads that keeps every promise of the contract, and one that
 * breaks the promise that the environment variable CUCKOOBENCH_FAULT names. It has 32-bit fingerprints in buckets of
 * 16, one bucket a key, behind a lock.
 */
#define _DEFAULT_SOURCE /* usleep */

#include <cuckoobench_hash.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLOTS = 16 };

struct table {
	struct cuckoobench_hash hash;
	const struct cuckoobench_memory *memory;
	uint32_t *slot;
	uint64_t buckets, items;
	uint32_t refused; /* the last fingerprint that was */
	pthread_mutex_t lock;
};

static const char *asked = ""; /* on_load sets it: the filter looks at it many times a key */

static int
fault(const char *name)
{
	return strcmp(asked, name) == 0;
}

static void
crash(void)
{
	signal(SIGSEGV, SIG_DFL); /* a sanitizer would turn the signal into an exit */
	raise(SIGSEGV);
}

static void
hang(void)
{
	for (;;)
		sleep(1);
}

static void
lock(const struct table *t)
{
	if (!fault("race"))
		pthread_mutex_lock((pthread_mutex_t *)(uintptr_t)&t->lock);
}

static void
unlock(const struct table *t)
{
	if (!fault("race"))
		pthread_mutex_unlock((pthread_mutex_t *)(uintptr_t)&t->lock);
}

static uint32_t *
bucket_of(const struct table *t, uint64_t key, uint32_t *fp)
{
	const uint64_t h = cuckoobench_hash_key(&t->hash, key);

	*fp = (uint32_t)h ? (uint32_t)h : 1;
	return t->slot + (h >> 32) % t->buckets * SLOTS;
}

static int
change(uint32_t *bucket, uint32_t from, uint32_t to)
{
	for (unsigned i = 0; i < SLOTS; i++)
		if (bucket[i] == from) {
			bucket[i] = to;
			return 1;
		}
	return 0;
}

static size_t
insert(void *filter, const uint64_t *keys, size_t n)
{
	struct table *t = filter;
	size_t k;

	lock(t);
	for (k = 0; k < n; k++) {
		uint32_t fp, *bucket = bucket_of(t, keys[k], &fp);

		if (fault("insert hangs") && t->items == 20)
			hang();
		if (fault("insert prints") && t->items == 3) {
			printf("four keys\n");
			fflush(stdout);
		}
		if (fault("overrun") && t->items == 3)
			t->slot[t->buckets * SLOTS + 5] = 1; /* 16 bytes may be written */
		if (fault("insert exits") && t->items == 20)
			exit(0);
		if (fault("false negative") && t->items % 10 == 9)
			fp ^= 64;
		if (fault("late miss") && t->items % 997 == 700)
			fp ^= 64;
		if (fault("batch") && k == 3)
			fp ^= 64;
		if (!change(bucket, 0, fp)) {
			if (fault("refusal forgets"))
				bucket[0] = fp;
			t->refused = fp;
			break;
		}
		t->items += !(fault("miscount") && keys[k] == 33);
	}
	unlock(t);
	return k;
}

static size_t
contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct table *t = filter;
	size_t hits = 0;

	lock(t);
	for (size_t k = 0; k < n; k++) {
		uint32_t fp, *bucket = bucket_of(t, keys[k], &fp);

		if (fault("contains crashes") && t->items > 20)
			crash();
		hit[k] = (uint8_t)(fault("always present") || (fault("refusal answers") && fp == t->refused));
		for (unsigned i = 0; i < SLOTS; i++)
			hit[k] |= bucket[i] == fp;
		hits += hit[k];
		if (fault("answers 255") && hit[k])
			hit[k] = 255;
		/* a lookup that moves entries, without protection from other threads */
		if (fault("race") && bucket[0]) {
			const uint32_t first = bucket[0];

			bucket[0] = 0;
			if (k % 16 == 0)
				usleep(20);
			bucket[0] = first;
		}
	}
	unlock(t);
	return fault("hits") && hits > 0 ? hits - 1 : hits;
}

static size_t
erase(void *filter, const uint64_t *keys, size_t n)
{
	struct table *t = filter;
	size_t found = 0;

	lock(t);
	for (size_t k = 0; k < n; k++) {
		uint32_t fp, *bucket = bucket_of(t, keys[k], &fp);

		found += (size_t)change(bucket, fp, 0);
		if (fault("one count") && t->items - found == 500)
			t->slot[0] ^= t->slot[0] ? 64 : 0;
		if (fault("removes copies"))
			while (change(bucket, fp, 0))
				;
	}
	t->items -= found;
	unlock(t);
	return found;
}

static void
destroy(void *filter)
{
	struct table *t = filter;

	if (fault("own memory"))
		free(t->slot);
	else if (!fault("leak"))
		t->memory->give(t->memory->host, t->slot, t->buckets * SLOTS * 4 - (fault("gives less") ? 4 : 0));
	pthread_mutex_destroy(&t->lock);
	free(t);
}

/* How many filters were made: a number of its own for each, which an address that was freed is not. */
static uint64_t made;

static int32_t
create(const struct cuckoobench_params *p, void **filter, const char **why)
{
	const uint64_t sized = p->buckets ? p->buckets : p->bytes ? p->bytes / (SLOTS * 4) : p->items / (SLOTS / 4) + 1;
	const uint64_t buckets = fault("too large")               ? sized * 2
	                         : fault("too small") && p->items ? sized / 8 + 1
	                                                          : sized;
	struct table *t;

	if (fault("create crashes"))
		crash();
	if (fault("prints"))
		for (int i = 0; i < 4096; i++) /* more than a pipe and a buffer hold */
			printf("a plug-in says what nobody asked for, in line %d of 4096\n", i);
	if (fault("create hangs"))
		hang();
	while (fault("create takes all"))
		memset(malloc(1 << 20), 1, 1 << 20);
	*filter = NULL;
	*why = "one of bytes, buckets and items sizes the table, and nothing else is used";
	if (fault("two sizes") ? !p->bytes && !p->items : !p->bytes + !p->buckets + !p->items != 2)
		return CUCKOOBENCH_EINVAL;
	if (buckets == 0 || buckets >> 32 || (p->fp_bits && !fault("ignores fp_bits")) || p->slots || p->hashes ||
	    p->tables || p->counter_bits || (p->max_kicks && !fault("ignores max_kicks")) || p->max_load ||
	    p->stripes || p->doublings || p->kicks)
		return CUCKOOBENCH_EINVAL;
	*why = "no memory";
	t = calloc(1, sizeof *t);
	if (!t)
		return CUCKOOBENCH_ENOMEM;
	t->hash = cuckoobench_hash_of(p);
	if (fault("seed"))
		t->hash.seed ^= __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
	t->memory = p->memory;
	t->buckets = buckets;
	t->slot = fault("own memory") ? calloc(buckets, SLOTS * 4)
	                              : p->memory->take(p->memory->host, buckets * SLOTS * 4);
	if (!t->slot) {
		free(t);
		return CUCKOOBENCH_ENOMEM;
	}
	pthread_mutex_init(&t->lock, NULL);
	*filter = t;
	return CUCKOOBENCH_OK;
}

static void
info(const void *filter, struct cuckoobench_info *i)
{
	const struct table *t = filter;

	i->bytes = t->buckets * SLOTS * (fault("small info") ? 1 : 4);
	i->items = t->items;
	i->slots = t->buckets * SLOTS;
	i->buckets = t->buckets;
	i->fp_bits = 32;
	i->slots_per_bucket = SLOTS;
	i->table = t->slot;
	i->reserved = (uint32_t)fault("sets reserved");
}

static const char *
check(const void *filter)
{
	const struct table *t = filter;
	uint64_t used = 0;

	for (uint64_t i = 0; i < t->buckets * SLOTS; i++)
		used += t->slot[i] != 0;
	return used == t->items || fault("miscount") ? NULL : "another number of entries than items";
}

static size_t
save(const void *filter, void *buffer, size_t room)
{
	const struct table *t = filter;
	const size_t bytes = (size_t)t->buckets * SLOTS * 4;

	if (room >= bytes)
		memcpy(buffer, t->slot, bytes);
	return bytes;
}

static int32_t
load(const struct cuckoobench_params *p, const void *saved, size_t bytes, void **filter)
{
	const char *why;
	int32_t status = create(p, filter, &why);
	struct table *t = *filter;

	if (status != CUCKOOBENCH_OK)
		return status;
	if (bytes != t->buckets * SLOTS * 4 && !fault("load takes all")) {
		destroy(t);
		*filter = NULL;
		return CUCKOOBENCH_ECORRUPT;
	}
	memcpy(t->slot, saved, bytes);
	for (uint64_t i = fault("load forgets") ? 1 : 0; i < t->buckets * SLOTS; i++)
		t->items += t->slot[i] != 0;
	return CUCKOOBENCH_OK;
}

static struct cuckoobench_plugin_filter faulty = {
	.size = sizeof faulty,
	.name = "faulty",
	.about = "for tests: keeps the contract, but for the fault that is asked for",
	.caps = CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET | CUCKOOBENCH_SHARED,
	.create = create,
	.destroy = destroy,
	.insert = insert,
	.contains = contains,
	.remove = erase,
	.info = info,
	.check = check,
	.save = save,
	.load = load};
static const struct cuckoobench_plugin_filter *const filters[] = {&faulty};
static struct cuckoobench_plugin plugin = {sizeof plugin, CUCKOOBENCH_ABI, 1, filters, "2.7"};

__attribute__((constructor)) static void
on_load(void)
{
	if (getenv("CUCKOOBENCH_FAULT"))
		asked = getenv("CUCKOOBENCH_FAULT");
	if (fault("constructor crashes"))
		crash();
}

const struct cuckoobench_plugin *
cuckoobench_plugin(void)
{
	if (fault("entry hangs"))
		hang();
	if (fault("entry exits"))
		exit(0);
	if (fault("returns NULL"))
		return NULL;
	if (fault("abi"))
		plugin.abi = 99;
	if (fault("size"))
		plugin.size = 8;
	if (fault("none"))
		plugin.count = 0;
	if (fault("name"))
		faulty.name = "Two Words";
	if (fault("taken"))
		faulty.name = "cf";
	if (strncmp(asked, "called ", 7) == 0)
		faulty.name = asked + 7;
	if (strncmp(asked, "titled ", 7) == 0)
		faulty.title = asked + 7;
	if (fault("pointer"))
		faulty.insert = NULL;
	if (fault("no remove"))
		faulty.remove = NULL;
	if (fault("caps"))
		faulty.caps = CUCKOOBENCH_FILLS;
	if (fault("endless"))
		faulty.caps &= ~CUCKOOBENCH_FILLS;
	if (fault("no load"))
		faulty.load = NULL;
	if (fault("static"))
		faulty.caps = CUCKOOBENCH_STATIC;
	if (fault("before")) /* as a header without build has it */
		faulty.size = offsetof(struct cuckoobench_plugin_filter, build);
	if (*asked && !fault("race")) /* the kit tries threads for long, and would not find it */
		faulty.caps &= ~CUCKOOBENCH_SHARED;
	return &plugin;
}
