/* SPDX-License-Identifier: MIT */
/*
 * bad.c - a plug-in with a fault. What is right about it: an exact set of keys in a table of words, open addressing, one filter "bad".
 * The environment says which: CUCKOOBENCH_FAULT=NAME, one of those below; without it there is none. tests/cli/plugin.sh says what each must
 * cost, and whom.
 */
#define _DEFAULT_SOURCE /* usleep */

#include <cuckoobench.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* X(name) */
#define FAULTS(X) \
	/* when it is looked at */ \
	X(crash_load)   /* its constructor crashes */ \
	X(hang_load)    /* its entry function never ends */ \
	X(exit_load)    /* it ends the process that looks */ \
	X(old_abi)      /* of another interface */ \
	X(no_contains)  /* a function that there must be is NULL */ \
	X(taken_name)   /* calls itself as a built-in filter */ \
	/* when it works */ \
	X(crash_create) /* ends itself by a signal */ \
	X(crash_contains) /* a wild pointer */ \
	X(hang)         /* a look-up never ends */ \
	X(hoard)        /* takes memory without end */ \
	X(exits)        /* ends the process, as if all were well */ \
	X(false_negatives) /* forgets some keys at once */ \
	X(miscount)     /* contains returns one less than it hits */ \
	X(bad_remove)   /* takes out what follows, too */ \
	X(drops_on_refusal) /* refuses, and forgets the key before */ \
	X(unseeded)     /* false positives that differ from process to process */

#define X(name) name,
enum fault { none, FAULTS(X) };
#undef X
static enum fault fault;
static volatile int *volatile nowhere;

static void
read_fault(void)
{
	const char *said = getenv("CUCKOOBENCH_FAULT");

#define X(name) \
	if (said && strcmp(said, #name) == 0) \
		fault = name;
	FAULTS(X)
#undef X
}

struct set {
	uint64_t *slot;
	uint8_t *used; /* 1: a key; 2: there was one */
	uint64_t slots, most, items;
};

static uint64_t
home(const struct set *s, uint64_t key)
{
	key *= UINT64_C(0x9e3779b97f4a7c15);
	return (key ^ key >> 31) % s->slots;
}

/* Where the key is; slots: nowhere. */
static uint64_t
find(const struct set *s, uint64_t key)
{
	uint64_t at = home(s, key);

	for (uint64_t n = 0; n < s->slots && s->used[at]; n++, at = (at + 1) % s->slots)
		if (s->used[at] == 1 && s->slot[at] == key)
			return at;
	return s->slots;
}

static void
hoard_memory(void)
{
	for (;;) {
		char *p = malloc((size_t)1 << 24);

		if (!p)
			pause();
		else
			memset(p, 1, (size_t)1 << 24);
	}
}

static size_t
insert(void *filter, const uint64_t *keys, size_t n)
{
	struct set *s = filter;

	if (fault == hoard)
		hoard_memory();
	for (size_t k = 0; k < n; k++) {
		uint64_t at = home(s, keys[k]);

		if (s->items == s->most) {
			uint64_t before = k ? find(s, keys[k - 1]) : s->slots;

			if (fault == drops_on_refusal && before < s->slots)
				s->used[before] = 2;
			return k;
		}
		while (s->used[at] == 1)
			at = (at + 1) % s->slots;
		s->slot[at] = keys[k];
		s->used[at] = fault == false_negatives && keys[k] % 256 == 7 ? 2 : 1;
		s->items++;
	}
	return n;
}

static size_t
contains(const void *filter, const uint64_t *keys, size_t n, uint8_t *hit)
{
	const struct set *s = filter;
	size_t hits = 0;

	if (fault == crash_contains)
		*nowhere = 1;
	if (fault == exits)
		exit(0);
	while (fault == hang)
		usleep(1000);
	for (size_t k = 0; k < n; k++)
		hits += hit[k] = find(s, keys[k]) < s->slots || (fault == unseeded && (uint64_t)getpid() % 251 == keys[k] % 251);
	return fault == miscount && hits > 0 ? hits - 1 : hits;
}

static size_t
erase(void *filter, const uint64_t *keys, size_t n)
{
	struct set *s = filter;
	size_t found = 0;

	for (size_t k = 0; k < n; k++) {
		uint64_t at = find(s, keys[k]);

		if (at == s->slots)
			continue;
		s->used[at] = 2;
		found++;
		if (fault == bad_remove && s->used[(at + 1) % s->slots] == 1)
			s->used[(at + 1) % s->slots] = 2;
	}
	s->items -= found;
	return found;
}

static void
destroy(void *filter)
{
	struct set *s = filter;

	free(s->slot);
	free(s->used);
	free(s);
}

static int32_t
create(const struct cuckoobench_params *p, void **filter, const char **why)
{
	struct set *s;

	if (fault == crash_create)
		abort();
	*filter = NULL;
	*why = "give bytes, buckets or items alone";
	if (p->fp_bits || p->slots || p->hashes || p->tables || p->counter_bits || p->max_kicks || p->max_load || p->stripes || p->doublings ||
	    p->kicks || !p->bytes + !p->buckets + !p->items != 2 || p->bytes > UINT64_C(1) << 40 || p->buckets > UINT64_C(1) << 36 ||
	    p->items > UINT64_C(1) << 36)
		return CUCKOOBENCH_EINVAL;
	*why = "no memory";
	s = calloc(1, sizeof *s);
	if (!s)
		return CUCKOOBENCH_ENOMEM;
	s->slots = p->bytes ? p->bytes / 9 + 2 : p->buckets ? p->buckets + 1 : p->items * 5 / 4 + 2;
	s->most = s->slots - s->slots / 8 - 1;
	s->slot = calloc(s->slots, sizeof *s->slot);
	s->used = calloc(s->slots, 1);
	if (!s->slot || !s->used) {
		destroy(s);
		return CUCKOOBENCH_ENOMEM;
	}
	*filter = s;
	return CUCKOOBENCH_OK;
}

static void
info(const void *filter, struct cuckoobench_info *i)
{
	const struct set *s = filter;

	i->bytes = s->slots * 9;
	i->slots = s->slots;
	i->buckets = s->slots;
	i->items = s->items;
}

static struct cuckoobench_plugin_filter bad = {
	.size = sizeof bad,
	.name = "bad",
	.title = "Bad",
	.about = "an exact set with a fault, for tests",
	.caps = CUCKOOBENCH_REMOVE | CUCKOOBENCH_FILLS | CUCKOOBENCH_MULTISET,
	.create = create,
	.destroy = destroy,
	.insert = insert,
	.contains = contains,
	.remove = erase,
	.info = info,
};
static const struct cuckoobench_plugin_filter *const filters[] = {&bad};
static struct cuckoobench_plugin plugin = {.size = sizeof plugin, .abi = CUCKOOBENCH_ABI, .count = 1, .filters = filters};

const struct cuckoobench_plugin *
cuckoobench_plugin(void)
{
	if (fault == old_abi)
		plugin.abi += 6;
	if (fault == no_contains)
		bad.contains = NULL;
	if (fault == taken_name)
		bad.name = "cf";
	while (fault == hang_load)
		usleep(1000);
	if (fault == exit_load)
		exit(0);
	return &plugin;
}

__attribute__((constructor)) static void
when_loaded(void)
{
	read_fault();
	if (fault == crash_load)
		*nowhere = 1;
}
