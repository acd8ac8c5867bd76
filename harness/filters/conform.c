/* SPDX-License-Identifier: MIT */
/* conform.c - see conform.h: which promises are checked, in which order, and what is printed for each. */
#include "harness/filters/conform.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/filters/conform_parts.h"

#include <stdlib.h>
#include <string.h>

enum result { KEPT, BROKEN, NOT_PROMISED, NOT_TRIED, RESULTS };

enum { SMALL = 768 };
const struct check conform_checks[] = {
	{"create takes or refuses", .body = conform_create},
	{"no false negatives", .recipe = {{.bytes = 4096, .small = SMALL},
                                          {.bytes = 6144, .most = 1},
                                          {.bytes = 1 << 16, .strangers = true}}},
	{"counts of keys and items", .recipe = {{.bytes = 1024, .keys = 40, .calls = 60, .most = 5},
                                                {.bytes = 8192, .keys = 400, .calls = 120, .most = 40}}},
	{"every number of items", .recipe = {{.bytes = 8192, .walks = true}, {.bytes = 512, .walks = true}}},
	{"a refusal changes nothing", CUCKOOBENCH_FILLS,
         .recipe = {{.bytes = 512, .small = SMALL},
                    {.bytes = 512, .keys = 4096, .calls = 150, .most = 30, .removes = true}}},
	{"removal", CUCKOOBENCH_REMOVE,
         .recipe = {{.bytes = 1024, .keys = 30, .calls = 200, .most = 4, .removes = true},
                    {.bytes = 8192, .keys = 2000, .calls = 300, .most = 60, .removes = true}}},
	{"copies of a key", CUCKOOBENCH_MULTISET,
         .recipe = {{.bytes = 4096, .keys = 12, .calls = 120, .most = 3, .removes = true, .small = SMALL}}},
	{"a batch is single calls", .recipe = {{.bytes = 1024,
                                                .keys = 4096,
                                                .calls = 100,
                                                .most = 70,
                                                .removes = true,
                                                .small = SMALL,
                                                .twin = TWIN_SINGLE}}},
	{"the seed decides",
         .recipe = {{.bytes = 1024, .keys = 4096, .calls = 100, .most = 70, .removes = true, .twin = TWIN_SAME}}},
	{"save and load", .saves = true,
         .recipe = {{.bytes = 1024,
                     .keys = 200,
                     .calls = 80,
                     .most = 20,
                     .removes = true,
                     .reloads = true,
                     .small = SMALL},
                    {.bytes = 2048}}},
	{"build takes or refuses", CUCKOOBENCH_STATIC, true, .body = conform_build},
	{"all keys of any set", CUCKOOBENCH_STATIC, true, .body = conform_built_keys},
	{"the same again", CUCKOOBENCH_STATIC, true, .body = conform_built_same},
	{"a table as large as told", CUCKOOBENCH_STATIC, true, .body = conform_built_size},
	{"damaged saves", .built = true, .saves = true, .body = conform_damage},
	{"tables as large as asked", .body = conform_size},
	{"parameters used or refused", .built = true, .body = conform_options},
	{"memory is given back", .built = true, .body = conform_leak},
	{"look-ups beside look-ups", .built = true, .body = conform_readers},
	{"threads", CUCKOOBENCH_SHARED, .body = conform_threads},
	{.name = NULL},
};

/* --- sequences ---------------------------------------------------------------------------------------------------- */

static void
conform_add(struct sequence *s, size_t room, enum act act, uint32_t step, uint64_t key)
{
	if (s->n < room)
		s->atom[s->n++] = (struct atom){act, step, key};
}

/* Includes the least and the greatest key, and powers of two. */
static uint64_t
key_of(size_t i)
{
	static const uint64_t odd[] = {0, UINT64_MAX, UINT64_C(1) << 63, UINT64_C(1) << 32, UINT32_MAX};

	return i < sizeof odd / sizeof *odd ? odd[i] : i;
}

static void
make_fill(const struct kit *kit, const struct recipe *r, struct sequence *s, size_t room)
{
	const size_t most = r->most ? r->most : 64;

	for (size_t i = 0; i < room; i++)
		conform_add(s, room, ACT_INSERT, (uint32_t)(i / most), r->reloads ? i : key_of(i));
	(void)kit;
}

/*
 * Inserts the keys in the same order twice, one by one, and deletes them again, the second time in reverse order. So at
 * every number of items from half upwards, each key and its slot are in on at least one of the two ways down. All keys
 * are looked up after each call, which makes two million lookups.
 */
enum { WALK = 1024, WALK_STRIDE = 389 /* coprime to WALK */, WALK_ATOMS = 4 * WALK };

static void
make_walk(const struct kit *kit, const struct recipe *r, struct sequence *s, size_t room)
{
	const size_t fit = kit_target(kit, r->bytes), n = fit < WALK ? fit : WALK;
	uint32_t step = 0;

	for (unsigned back = 0; back < (kit->f->ops.remove ? 2 : 1); back++) {
		for (size_t i = 0; i < n; i++)
			conform_add(s, room, ACT_INSERT, step++, key_of(i));
		for (size_t i = 0; i < WALK && kit->f->ops.remove; i++) {
			const size_t which = (back ? WALK - 1 - i : i) * WALK_STRIDE % WALK;

			if (which < n)
				conform_add(s, room, ACT_REMOVE, step++, key_of(which));
		}
	}
}

static void
make_random(const struct kit *kit, const struct recipe *r, struct sequence *s, size_t room)
{
	uint64_t random = kit->seed;
	uint32_t step = 0;

	for (size_t c = 0; c < r->calls && s->n < room; c++) {
		const uint64_t dice = rng_next(&random) % 16;
		const size_t n = 1 + (size_t)(rng_next(&random) % r->most);
		const enum act act = r->reloads && dice == 15                        ? ACT_RELOAD
		                     : dice < 9                                      ? ACT_INSERT
		                     : dice < 13 && r->removes && kit->f->ops.remove ? ACT_REMOVE
		                                                                     : ACT_CONTAINS;

		step++;
		for (size_t i = 0; i < (act == ACT_RELOAD ? 1 : n); i++)
			conform_add(s, room, act, step, key_of((size_t)(rng_next(&random) % r->keys)));
	}
}

static struct outcome
try_recipe(const struct kit *kit, const struct recipe *r)
{
	const size_t room = kit->shape ? r->small
	                    : r->walks ? WALK_ATOMS
	                    : r->keys  ? r->calls * r->most
	                               : kit_target(kit, r->bytes);
	struct sequence s = {.bytes = r->bytes,
	                     .seed = kit->seed,
	                     /* a filter of the suite continues as the one that was saved */
	                     .twin = r->reloads && kit->oracle ? TWIN_SAME : r->twin,
	                     .strangers = r->strangers,
	                     .atom = memory_new(room, sizeof *s.atom)};
	struct outcome o;

	(r->walks ? make_walk : r->keys ? make_random : make_fill)(kit, r, &s, room);
	o = sequence_run(kit, &s);
	if (o.kind && !(o.kind == KIND_SLOW && kit->hangs))
		sequence_shrink(kit, &s, &o);
	free(s.atom);
	return o;
}

bool
conform_concerns(const struct kit *kit, const struct check *c)
{
	return kit->f->ops.caps & FILTER_STATIC ? c->built : !(c->needs & CUCKOOBENCH_STATIC);
}

bool
conform_is_promised(const struct kit *kit, const struct check *c)
{
	return conform_concerns(kit, c) && !(c->needs & ~kit->f->ops.caps) && (!c->saves || kit->f->ops.save);
}

struct outcome
conform_try(const struct kit *kit, const struct check *c)
{
	const size_t recipes = sizeof c->recipe / sizeof *c->recipe;
	struct outcome o = {.log = NULL};

	if (c->body)
		return outcome_of(kit, c->body, (void *)(uintptr_t)kit);
	for (size_t i = 0; i < recipes && c->recipe[i].bytes && !o.kind; i++) {
		if (kit->shape && !c->recipe[i].small)
			continue;
		free(o.log);
		o = try_recipe(kit, &c->recipe[i]);
	}
	return o;
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* How much of a long sequence the table shows: its beginning. */
enum { SHOWN = 400 };

static void
print_sequence(const char *log, bool hurried)
{
	const size_t length = strlen(log);
	size_t operations = 1, cut = SHOWN;

	if (length <= SHOWN) {
		printf("         %s\n", log);
		return;
	}
	for (const char *at = strstr(log, "; "); at; at = strstr(at + 1, "; "))
		operations++;
	while (cut > SHOWN / 2 && log[cut] != ' ')
		cut--;
	printf("         %.*s ... (%zu operations%s)\n", (int)cut, log, operations,
	       hurried ? ", not shortened further: time" : "");
}

/* If a body tries many things one after the other, the last one is at fault. Returns the log from there. */
static const char *
at_fault(const struct check *c, const char *log)
{
	const char *part = strncmp(log, "build", 5) == 0 || strncmp(log, "; build", 7) == 0 ? "; build" : "; create";
	const char *last = c->body == conform_create || c->body == conform_size || c->body == conform_options ||
	                                   c->body == conform_build || c->body == conform_built_keys ||
	                                   c->body == conform_built_size
	                           ? strstr(log, part)
	                           : NULL;

	while (last && strstr(last + 2, part))
		last = strstr(last + 2, part);
	return last ? last + 2 : log;
}

static void
print_line(const struct check *c, enum result result, const struct outcome *o)
{
	static const char *const words[RESULTS] = {"ok", "BROKEN", "-", "-"};
	const char *const texts[RESULTS] = {NULL, o->what, "not promised", o->what};

	if (result == KEPT && *o->note)
		printf("  %-6s %-26s note: %s\n", words[result], c->name, o->note);
	else if (result == KEPT)
		printf("  %-6s %s\n", words[result], c->name);
	else
		printf("  %-6s %-26s %s\n", words[result], c->name, texts[result]);
	if (result == BROKEN)
		print_sequence(at_fault(c, o->log), o->hurried);
}

static json_t *
line_json(const struct check *c, enum result result, const struct outcome *o)
{
	static const char *const words[RESULTS] = {"kept", "broken", "not promised", "not tried"};
	json_t *line = json_pack("{ssss}", "check", c->name, "result", words[result]);

	if (*o->note)
		json_object_set_new(line, "note", json_string(o->note));
	if (result == BROKEN) {
		json_object_set_new(line, "what", json_string(o->what));
		json_object_set_new(line, "sequence", json_string(at_fault(c, o->log)));
	}
	return line;
}

/* Each check may take the whole limit until one has hung. After that the limit is this, so that a filter which always
 * hangs is reported soon. */
static const double seconds_after_hanging = 1;

/* Checks one promise; *o describes the result. Notes in the kit if the filter cannot be created, or if it hangs. */
static enum result
judge(struct kit *kit, const struct check *c, struct outcome *o)
{
	if (!conform_is_promised(kit, c))
		return NOT_PROMISED;
	if (kit->dropped) {
		snprintf(o->what, sizeof o->what, "not tried: the first check was not survived");
		return NOT_TRIED;
	}
	*o = conform_try(kit, c);
	kit->dropped = (c->body == conform_create || c->body == conform_build) &&
	               (o->kind == KIND_CRASH || o->kind == KIND_SLOW || o->kind == KIND_LARGE);
	if (o->kind == KIND_SLOW && kit->hangs) {
		snprintf(o->what, sizeof o->what, "not tried for longer than %g s, since it hangs above",
		         kit->limits.seconds);
		return NOT_TRIED;
	}
	if (o->kind == KIND_SLOW) {
		kit->hangs = true;
		kit->limits.seconds =
			kit->limits.seconds < seconds_after_hanging ? kit->limits.seconds : seconds_after_hanging;
	}
	return o->kind ? BROKEN : KEPT;
}

/* Checks every promise of a filter. Returns how many it breaks. */
static size_t
try_filter(struct kit *kit, bool json, json_t *told)
{
	size_t count[RESULTS] = {0};
	json_t *lines = json_array();

	if (!json)
		printf("%s: %s\n", kit->f->name, kit->f->about);
	for (const struct check *c = conform_checks; c->name; c++) {
		struct outcome out = {.log = NULL};
		enum result result;

		if (!conform_concerns(kit, c))
			continue;
		result = judge(kit, c, &out);
		count[result]++;
		if (!json)
			print_line(c, result, &out);
		json_array_append_new(lines, line_json(c, result, &out));
		free(out.log);
		fflush(stdout);
	}
	if (!json)
		printf("%s: %zu kept, %zu broken, %zu not promised, %zu not tried\n", kit->f->name, count[KEPT],
		       count[BROKEN], count[NOT_PROMISED], count[NOT_TRIED]);
	json_array_append_new(told,
	                      json_pack("{sssssssiso}", "name", kit->f->name, "file", kit->f->file->path, "sha256",
	                                kit->f->file->sha256, "broken", (int)count[BROKEN], "checks", lines));
	return count[BROKEN];
}

size_t
conform_run(double seconds, uint64_t seed, bool json)
{
	const struct guard_limits limits = {.seconds = seconds, .bytes = (size_t)256 << 20};
	json_t *told = json_array();
	size_t broken = 0;

	for (size_t i = 0; plugin_at(i); i++) {
		struct kit kit = {.f = (struct plugin_filter *)(uintptr_t)plugin_at(i), .limits = limits, .seed = seed};

		broken += try_filter(&kit, json, told);
	}
	if (json) {
		json_dumpf(told, stdout, JSON_INDENT(2));
		putchar('\n');
	}
	json_decref(told);
	return broken;
}
