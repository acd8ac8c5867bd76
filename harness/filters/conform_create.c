/* SPDX-License-Identifier: MIT */
/* conform_create.c - checks without a sequence: parameters, damaged saves, memory, and lookups concurrent with lookups
 * and with writers. */
#include "harness/filters/conform_parts.h"

#include "harness/base/memory.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 15, THREADS = 4, ROUNDS = 400, OWN = 8, SAVED_KEYS = 32 };

/* --- parameters --------------------------------------------------------------------------------------------------- */

static const struct attempt {
	const char *text;
	bool must; /* create must accept it */
	struct filter_params params;
} attempts[] = {
	{"bytes=6144 (what the paper's set-up is at smoke scale)", true, {.bytes = 6144}},
	{"bytes=12582912 (at quick scale)", true, {.bytes = 12582912}},
	{"bytes=1048576 seed=2^64-1", true, {.bytes = 1 << 20, .seed = UINT64_MAX}},
	{"items=1000", true, {.items = 1000}},
	{"bytes=6144 hash=city", true, {.bytes = 6144, .hash = "city"}},
	{"bytes=1", false, {.bytes = 1}},
	{"items=1", false, {.items = 1}},
	{"buckets=3", false, {.buckets = 3}},
	{"bytes=2^64-1", false, {.bytes = SIZE_MAX}},
	{"items=2^64-1", false, {.items = SIZE_MAX}},
	{"buckets=2^64-1", false, {.buckets = SIZE_MAX}},
	{"buckets=2^63", false, {.buckets = (size_t)1 << 63}},
	{"items=2^60", false, {.items = (size_t)1 << 60}},
	{"bytes=4096 fp_bits=2^32-1", false, {.bytes = 4096, .fp_bits = UINT32_MAX}},
	{"bytes=4096 fp_bits=1", false, {.bytes = 4096, .fp_bits = 1}},
	{"bytes=4096 fp_bits=33", false, {.bytes = 4096, .fp_bits = 33}},
	{"bytes=4096 slots=3", false, {.bytes = 4096, .slots = 3}},
	{"bytes=4096 slots=2^32-1", false, {.bytes = 4096, .slots = UINT32_MAX}},
	{"bytes=4096 hashes=2^32-1", false, {.bytes = 4096, .hashes = UINT32_MAX}},
	{"bytes=4096 tables=2^32-1", false, {.bytes = 4096, .tables = UINT32_MAX}},
	{"bytes=4096 counter_bits=2^32-1", false, {.bytes = 4096, .counter_bits = UINT32_MAX}},
	{"bytes=4096 max_kicks=2^32-1", false, {.bytes = 4096, .max_kicks = UINT32_MAX}},
	{"bytes=4096 max_load=2^32-1", false, {.bytes = 4096, .max_load = UINT32_MAX}},
	{"bytes=4096 stripes=3", false, {.bytes = 4096, .stripes = 3}},
	{"bytes=4096 doublings=2^32-1", false, {.bytes = 4096, .doublings = UINT32_MAX}},
};

/* A filter that was accepted must take a key and report it present. Returns false after a verdict. */
static bool
works(struct subject *s, FILE *out)
{
	const uint64_t key = 7;
	uint8_t hit = 0;
	bool in, told;

	now_calls("insert", &key, 1);
	in = s->ops->insert(s->filter, &key, 1) == 1;
	now_calls(in ? "insert 7; contains" : "contains", &key, 1);
	told = s->ops->contains(s->filter, &key, 1, &hit) == 1 && hit == 1;
	now_returned();
	if (in && !told) {
		tell(out, "; insert 7; contains 7 -> absent (it was accepted)");
		return verdict(out, 'A', "a key that is in is reported absent");
	}
	return subject_destroy(s, out);
}

static bool
attempt(const struct kit *kit, const struct attempt *a, FILE *out)
{
	const char *why;
	struct subject s;
	int32_t status;

	tell(out, "create %s", a->text);
	status = subject_try(&s, kit, &a->params, &why);
	if (!subject_answered(&s, "create", status, why, out))
		return false;
	if (status == CUCKOOBENCH_ESEED)
		return verdict(out, 'C', "create returned CUCKOOBENCH_ESEED, which is for build");
	if (status != CUCKOOBENCH_OK && a->must)
		return verdict(out, 'C', "create refuses what every run asks for: %.160s", why);
	return status != CUCKOOBENCH_OK || works(&s, out);
}

void
conform_create(FILE *out, void *context)
{
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
		if (i > 0)
			fputs("; ", out);
		if (!attempt(context, &attempts[i], out))
			return;
	}
}

/* --- damaged saves ------------------------------------------------------------------------------------------------ */

/* Uses a filter loaded from a damaged save, which must not crash. */
static void
use(struct subject *s, const uint8_t *saved, size_t bytes, bool *accepted)
{
	void *loaded = NULL;
	uint64_t key[64];
	uint8_t hit[64];

	now_calls("load", NULL, 0);
	*accepted = s->ops->load(&s->params, saved, bytes, &loaded) == CUCKOOBENCH_OK && loaded;
	now_returned();
	if (!*accepted)
		return;
	for (uint64_t i = 0; i < 64; i++)
		key[i] = i;
	now_calls("load; contains", key, 64);
	(void)s->ops->contains(loaded, key, 64, hit);
	if (s->ops->insert) {
		now_calls("load; insert", key, 64);
		(void)s->ops->insert(loaded, key, 64);
	}
	now_calls("load; destroy", NULL, 0);
	s->ops->destroy(loaded);
	now_returned();
}

void
conform_damage(FILE *out, void *context)
{
	const struct filter_params params = {.bytes = 1024, .seed = 3};
	uint64_t keys[SAVED_KEYS];
	size_t bytes, n = SAVED_KEYS;
	struct subject s;
	uint8_t *saved;
	bool accepted;

	for (uint64_t i = 0; i < SAVED_KEYS; i++)
		keys[i] = i;
	tell(out, "create bytes=1024 seed=3");
	if (((struct kit *)context)->f->ops.caps & FILTER_STATIC) {
		if (!subject_make(&s, context, &params, keys, SAVED_KEYS, out))
			return;
	} else {
		if (!subject_create(&s, context, &params, out))
			return;
		n = s.ops->insert(s.filter, keys, SAVED_KEYS); /* as many as it takes */
	}
	tell(out, "; insert 0..%d -> %zu", SAVED_KEYS - 1, n);
	bytes = s.ops->save(s.filter, NULL, 0);
	saved = memory_new(1, bytes + 64);
	if (s.ops->save(s.filter, saved, bytes) != bytes)
		return;
	fputs("; save", out);
	for (size_t cut = 0; cut <= bytes + 8; cut += cut + 9 < bytes ? 1 + bytes / 64 : 1) {
		if (cut == bytes)
			continue;
		fflush(out);
		use(&s, saved, cut, &accepted);
		if (accepted) {
			tell(out, "; load of %zu of %zu bytes", cut, bytes);
			(void)verdict(out, 'W', "load takes a save of another length");
			return;
		}
	}
	for (size_t i = 0; i < bytes; i += 1 + bytes / 512) {
		saved[i] ^= (uint8_t)(1u << i % 8);
		use(&s, saved, bytes, &accepted);
		saved[i] ^= (uint8_t)(1u << i % 8);
	}
	free(saved);
	s.ops->destroy(s.filter);
	kit_memory_end(&s.host);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* Creates and destroys filters. What each of them leaks adds up, until it exceeds the child's limit of memory. */
void
conform_leak(FILE *out, void *context)
{
	const struct kit *kit = context;
	const struct filter_params params = {.bytes = 1 << 20, .seed = 5};
	const size_t filters = (kit->limits.bytes >> 20) * 2;
	struct subject s;
	uint64_t key = 1;

	tell(out, "create bytes=1048576 and destroy, %zu times", filters);
	for (size_t i = 0; i < filters; i++) {
		if (!subject_make(&s, kit, &params, &key, 1, out) || !subject_destroy(&s, out))
			return;
	}
}

/* --- threads ------------------------------------------------------------------------------------------------------ */

struct scene {
	unsigned rounds; /* of a writer; a reader makes an eighth of them at least */
	struct subject s;
	uint64_t *key;
	uint8_t *want; /* the answer for each before the threads started */
	size_t keys;   /* that stay in the filter */
	_Atomic size_t missed, lost, asked;
	atomic_bool stop;
};

struct actor {
	struct scene *scene;
	uint64_t first; /* the first of its own keys */
	size_t kept;    /* own keys that stay in, if the filter cannot remove */
};

/* Looks up all keys again and again, in calls of 64. */
static void *
reader(void *context)
{
	struct scene *c = ((struct actor *)context)->scene;
	uint8_t hit[64];

	for (int round = 0; round < (int)c->rounds / 8 || !atomic_load(&c->stop); round++)
		for (size_t at = 0; at < c->keys; at += 64) {
			const size_t n = c->keys - at < 64 ? c->keys - at : 64;
			const size_t hits = c->s.ops->contains(c->s.filter, c->key + at, n, hit);
			size_t wrong = 0, sum = 0;

			for (size_t i = 0; i < n; i++) {
				wrong += hit[i] != c->want[at + i];
				sum += hit[i];
			}
			c->missed += wrong + (hits != sum);
			c->asked += n;
		}
	return NULL;
}

/* Inserts own keys, looks them up and removes them. */
static void *
writer(void *context)
{
	struct actor *a = context;
	struct scene *c = a->scene;
	uint64_t own[OWN];
	uint8_t hit[OWN];

	for (uint64_t round = 0; round < c->rounds; round++) {
		size_t in;

		for (uint64_t i = 0; i < OWN; i++)
			own[i] = a->first + round * OWN + i;
		if (!c->s.ops->remove && round >= c->rounds / 16)
			break;
		in = c->s.ops->insert(c->s.filter, own, OWN);
		(void)c->s.ops->contains(c->s.filter, own, in, hit);
		for (size_t i = 0; i < in; i++)
			c->lost += !hit[i];
		if (c->s.ops->remove)
			c->lost += in - c->s.ops->remove(c->s.filter, own, in);
		else
			a->kept += in;
	}
	return NULL;
}

/* Returns how many keys a filter of the scene takes, by filling one. */
static size_t
room_for(const struct kit *kit, const struct filter_params *params, FILE *out)
{
	const size_t most = kit_target(kit, BYTES);
	struct subject s;
	uint64_t key = 0;

	if (kit->f->ops.caps & FILTER_STATIC)
		return most;
	if (!subject_create(&s, kit, params, out))
		return 0;
	while (key < most && s.ops->insert(s.filter, &key, 1) == 1)
		key++;
	s.ops->destroy(s.filter);
	kit_memory_end(&s.host);
	return (size_t)key;
}

/* Creates a filter with keys that stay in it, a quarter of those that it takes. If answers may be compared, adds the
 * same number of keys that are not in. */
static bool
set_scene(struct scene *c, const struct kit *kit, uint64_t seed, bool absent, FILE *out)
{
	const struct filter_params params = {.bytes = BYTES, .seed = seed};
	size_t n;

	tell(out, "create bytes=%d seed=%" PRIu64, BYTES, seed);
	n = room_for(kit, &params, out) / 4;
	*c = (struct scene){.keys = absent ? 2 * n : n, .rounds = kit->rounds ? kit->rounds : ROUNDS};
	tell(out, "; insert %zu keys", n);
	c->key = memory_new(2 * n, sizeof *c->key);
	c->want = memory_new(2 * n, 1);
	for (size_t i = 0; i < 2 * n; i++)
		c->key[i] = (seed << 40) + i;
	if (!subject_make(&c->s, kit, &params, c->key, n, out))
		return false;
	now_calls("contains", c->key, 2 * n);
	(void)c->s.ops->contains(c->s.filter, c->key, 2 * n, c->want);
	now_returned();
	return true;
}

static void
end_scene(struct scene *c)
{
	c->s.ops->destroy(c->s.filter);
	kit_memory_end(&c->s.host);
	free(c->key);
	free(c->want);
}

static void
act(struct scene *c, struct actor actor[THREADS], size_t writers)
{
	pthread_t thread[THREADS];
	bool started[THREADS];

	for (size_t i = THREADS; i-- > 0;) {
		actor[i] = (struct actor){.scene = c, .first = UINT64_C(1) << 50 | (uint64_t)i << 32};
		started[i] = pthread_create(&thread[i], NULL, i < writers ? writer : reader, &actor[i]) == 0;
	}
	for (size_t i = 0; i < THREADS; i++) {
		if (i == writers)
			atomic_store(&c->stop, true);
		if (started[i])
			pthread_join(thread[i], NULL);
	}
}

void
conform_readers(FILE *out, void *context)
{
	struct actor actor[THREADS];
	struct scene c;

	if (!set_scene(&c, context, 1, true, out))
		return;
	tell(out, "; %d threads look up %zu keys", THREADS, c.keys);
	act(&c, actor, 0);
	if (c.missed)
		(void)verdict(out, 'T', "%zu of %zu answers are not what one thread alone was told", c.missed, c.asked);
	end_scene(&c);
}

void
conform_threads(FILE *out, void *context)
{
	for (uint64_t seed = 1; seed <= 8; seed++) {
		struct actor actor[THREADS];
		struct scene c;
		uint64_t items, there;
		bool good;

		if (!set_scene(&c, context, seed, false, out))
			return;
		tell(out, "; %d threads look them up beside %d that insert and remove others", THREADS / 2,
		     THREADS / 2);
		act(&c, actor, THREADS / 2);
		items = c.keys + actor[0].kept + actor[1].kept;
		there = subject_items(&c.s);
		good = c.missed ? verdict(out, 'T', "keys that stay in were missed %zu times of %zu", c.missed, c.asked)
		       : c.lost ? verdict(out, 'T', "writers lost %zu keys of their own", c.lost)
		                : there == items ||
		                          verdict(out, 'T',
		                                  "afterwards info says %" PRIu64 " items, and %" PRIu64 " are in",
		                                  there, items);
		if (!good)
			return;
		end_scene(&c);
		fputs("; ", out);
	}
}
