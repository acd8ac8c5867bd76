/* SPDX-License-Identifier: MIT */
/* merge_manifest.c - the manifests of several runs: do they belong together, and the one that describes them all. */
#include "harness/base/memory.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/merge_parts.h"

#include <stdlib.h>
#include <string.h>

/* --- one part ----------------------------------------------------------------------------------------------- */

static bool
refuse(struct failure *f, const char *dir, const char *what)
{
	(void)failed(f, STATUS_USAGE, "%s: %s", dir, what);
	return false;
}

/* Finds the program and machine that made each call: the manifest's own, or those of the entry of "mixed" that lists
 * the call. */
static void
find_origins(struct part *p)
{
	json_t *entry, *number;
	size_t i, j;

	p->calls = json_array_size(json_object_get(p->manifest, "calls"));
	p->origin = calloc(p->calls + 1, sizeof *p->origin);
	memory_needed(p->origin);
	for (i = 0; i < p->calls; i++)
		p->origin[i] = p->manifest;
	json_array_foreach(json_object_get(p->manifest, "mixed"), i, entry)
	{
		json_array_foreach(json_object_get(entry, "calls"), j, number)
		{
			if ((size_t)json_integer_value(number) < p->calls)
				p->origin[json_integer_value(number)] = entry;
		}
	}
}

bool
merge_read_manifest(struct part *p, struct failure *f)
{
	const char *problem, *shard;
	json_t *run;

	p->manifest = manifest_read(p->dir, &problem);
	if (!p->manifest)
		return refuse(f, p->dir, problem ? problem : "not a run: it has no manifest.json");
	if (manifest_seal_of(p->manifest) == MANIFEST_CHANGED)
		return refuse(f, p->dir, manifest_changed);
	run = json_object_get(p->manifest, "run");
	find_origins(p);
	if (!json_is_string(json_object_get(run, "finished")) || p->calls == 0)
		return refuse(f, p->dir, "the run is not finished; the command that began it goes on");
	shard = json_string_value(json_object_get(run, "shard"));
	if (shard && !shard_parse(shard, &p->shard))
		return refuse(f, p->dir, "manifest.json names no such shard as i/n");
	return true;
}

/* --- together --------------------------------------------------------------------------------------------- */

/* Is this member of "run" a setting of the run? The other members belong to a call. */
static bool
is_setting(const char *key)
{
	static const char *const others[] = {"cells_planned", "reps",     "command", "options",
	                                     "started",       "finished", "shard"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strncmp(key, others[i], strlen(others[i])) == 0 &&
		    (key[strlen(others[i])] == '\0' || key[strlen(others[i])] == '.'))
			return false;
	return true;
}

/* The part of the name after its group: "cpu" of "machine.cpu". */
static const char *
inner_name(const char *name)
{
	const char *dot = strchr(name, '.');

	return dot ? dot + 1 : name;
}

static void
say_difference(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b, const char *name,
               struct failure *f)
{
	char there[MANIFEST_VALUE], here[MANIFEST_VALUE];

	manifest_value((json_t *)in_a, name, there);
	manifest_value((json_t *)in_b, name, here);
	(void)failed(f, STATUS_USAGE, "%s: %s in %s, %s in %s", inner_name(name), there, a->dir, here, b->dir);
}

/* Finds the first difference in a group, and names it in *f; within "run", only settings count. Returns false if there
 * is none. */
static bool
first_difference(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b, const char *group,
                 struct failure *f)
{
	json_t *differs = manifest_differences(in_a, in_b, group), *name;
	bool found = false;
	size_t i;

	json_array_foreach(differs, i, name)
	{
		const char *text = json_string_value(name);

		if (found || (strcmp(group, "run") == 0 && !is_setting(inner_name(text))))
			continue;
		say_difference(a, in_a, b, in_b, text, f);
		found = true;
	}
	json_decref(differs);
	return found;
}

bool
merge_same_origin(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b, struct failure *f)
{
	return !first_difference(a, in_a, b, in_b, "program", f) && !first_difference(a, in_a, b, in_b, "machine", f);
}

/* Are all n shards of one plan present, each once? */
static bool
shards_complete(const struct parts *parts, struct failure *f)
{
	const struct part *of[SHARD_MOST + 1] = {NULL};
	const unsigned n = parts->at[0].shard.of;
	char missing[120] = "";
	unsigned gone = 0;

	for (size_t i = 0; i < parts->count; i++) {
		const struct part *p = &parts->at[i];

		if (p->shard.of != n) {
			(void)failed(f, STATUS_USAGE, "%s and %s are not shards of the same number", parts->at[0].dir,
			             p->dir);
			return false;
		}
		if (n && of[p->shard.index]) {
			(void)failed(f, STATUS_USAGE, "%s and %s are both shard %u/%u", of[p->shard.index]->dir, p->dir,
			             p->shard.index, n);
			return false;
		}
		of[p->shard.index] = p;
	}
	for (unsigned i = 1; i <= n; i++)
		if (!of[i] && gone++ < 10)
			snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s%u/%u",
			         *missing ? ", " : "", i, n);
	if (gone)
		(void)failed(f, STATUS_USAGE, "missing: shard %s%s", missing, gone > 10 ? ", ..." : "");
	return gone == 0;
}

/* Must all parts agree in this member of a manifest? They must in settings, and in everything else about the run. The
 * other members have rules of their own. */
static bool
is_of_run(const char *group)
{
	static const char *const others[] = {"program",  "machine", "inputs", "plugins", "key_sets",
	                                     "left_out", "calls",   "mixed",  "merged",  "digest"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(group, others[i]) == 0)
			return false;
	return true;
}

/* Checks both directions, so that it also finds members that only one part has. */
static bool
settings_differ(const struct part *a, const struct part *b, struct failure *f)
{
	const char *group;
	json_t *values;

	json_object_foreach(a->manifest, group, values)
	{
		if (is_of_run(group) && first_difference(a, a->manifest, b, b->manifest, group, f))
			return true;
	}
	json_object_foreach(b->manifest, group, values)
	{
		if (is_of_run(group) && first_difference(a, a->manifest, b, b->manifest, group, f))
			return true;
	}
	return false;
}

/* Do two parts have the same settings, build and inputs? */
static bool
agree(const struct part *a, const struct part *b, bool mix, struct failure *f)
{
	static const char *const groups[] = {"program", "inputs"}, *const names[] = {"builds of the program", "inputs"};

	if (settings_differ(a, b, f)) {
		(void)failed(f, STATUS_USAGE, "runs of different settings: %s", f->text);
		return false;
	}
	for (size_t i = 0; i < 2 && !mix; i++)
		if (first_difference(a, a->manifest, b, b->manifest, groups[i], f)) {
			(void)failed(f, STATUS_USAGE, "runs of different %s (%s); --mix merges them, and says so",
			             names[i], f->text);
			return false;
		}
	return true;
}

/* A key set with the same name in several parts must have the same keys. --mix does not lift this, because the results
 * would be one point. */
static bool
same_keys(const struct part *a, const struct part *b, struct failure *f)
{
	char text[MANIFEST_KEY_SET];

	if (!manifest_key_set_differs(a->manifest, b->manifest, "in the one", "in the other", text))
		return true;
	(void)failed(f, STATUS_USAGE, "%s and %s are runs with different key sets of one name (%s)", a->dir, b->dir,
	             text);
	return false;
}

/* Not every part has every plug-in. If two parts have one, its files must be the same. */
static bool
plugins_agree(const struct parts *parts, struct failure *f)
{
	for (size_t i = 0; i < parts->count; i++)
		for (size_t j = 0; j < i; j++)
			if (first_difference(&parts->at[j], parts->at[j].manifest, &parts->at[i], parts->at[i].manifest,
			                     "plugins", f)) {
				(void)failed(f, STATUS_USAGE,
				             "runs of different builds of a plug-in (%s); --mix merges them, and says "
				             "so",
				             f->text);
				return false;
			}
	return true;
}

bool
merge_manifests_agree(const struct parts *parts, struct failure *f)
{
	if (!shards_complete(parts, f))
		return false;
	for (size_t i = 1; i < parts->count; i++)
		if (!agree(&parts->at[0], &parts->at[i], parts->mix, f))
			return false;
	for (size_t i = 1; i < parts->count; i++)
		for (size_t j = 0; j < i; j++)
			if (!same_keys(&parts->at[j], &parts->at[i], f))
				return false;
	return parts->mix || plugins_agree(parts, f);
}

/* --- the merged manifest ------------------------------------------------------------------------------------ */

/* The entry of the merged manifest that describes one part. */
static json_t *
describe_part(const struct part *p)
{
	json_t *run = json_object_get(p->manifest, "run");

	return json_pack("{sssOs[II]sIsOsO}", "folder", p->dir, "shard",
	                 json_object_get(run, "shard") ? json_object_get(run, "shard") : json_null(), "calls",
	                 (json_int_t)p->first_call, (json_int_t)(p->first_call + p->calls - 1), "cells",
	                 (json_int_t)p->store.cells, "started", json_object_get(run, "started"), "finished",
	                 json_object_get(run, "finished"));
}

/* Appends the part's calls with new numbers. Each is marked if another build or machine than `base` made it. */
static void
merge_manifest_add_calls(json_t *all, const json_t *base, const struct part *p)
{
	json_t *calls = json_object_get(p->manifest, "calls");

	for (size_t i = 0; i < p->calls; i++) {
		json_t *call = json_copy(json_array_get(calls, i)),
		       *differs = manifest_differences(base, p->origin[i], "program");
		json_t *machine = manifest_differences(base, p->origin[i], "machine"),
		       *plugins = manifest_differences(all, p->manifest, "plugins");

		json_array_extend(differs, machine);
		json_array_extend(differs, plugins);
		json_object_set_new(call, "mixed", json_boolean(json_array_size(differs) > 0));
		if (json_array_size(differs) > 0)
			manifest_note_mixing(all, p->origin[i], differs, p->first_call + (unsigned)i);
		json_array_append_new(json_object_get(all, "calls"), call);
		json_decref(differs);
		json_decref(machine);
		json_decref(plugins);
	}
}

/* The format of times makes their text order their order in time. */
static void
widen(json_t *run, const char *key, json_t *value, int sign)
{
	const char *old = json_string_value(json_object_get(run, key)), *new = json_string_value(value);

	if (new && (!old || sign * strcmp(new, old) > 0))
		json_object_set(run, key, value);
}

json_t *
merge_manifests(struct parts *parts, size_t base, const struct options *o)
{
	json_t *all = json_copy(parts->at[base].manifest), *run = json_copy(json_object_get(all, "run")),
	       *merged = json_array();
	json_int_t cells = 0;
	unsigned calls = 0;

	json_object_set_new(all, "run", run);
	json_object_set_new(all, "calls", json_array());
	json_object_set_new(all, "mixed", json_array());
	json_object_set_new(all, "plugins", json_object()); /* of two builds of one plug-in, the first is kept */
	json_object_set_new(all, "left_out", json_object());
	json_object_set_new(run, "shard", json_null());
	json_object_set_new(run, "plan", json_null());
	json_object_set_new(run, "command", json_string(o->line));
	for (size_t i = 0; i < parts->count; i++) {
		struct part *p = &parts->at[i];
		json_t *its = json_object_get(p->manifest, "run");

		json_object_update_missing(json_object_get(all, "plugins"), json_object_get(p->manifest, "plugins"));
		json_object_update_missing(json_object_get(all, "left_out"), json_object_get(p->manifest, "left_out"));
		p->first_call = calls;
		calls += (unsigned)p->calls;
		merge_manifest_add_calls(all, parts->at[base].manifest, p);
		manifest_add_key_sets(all, p->manifest);
		widen(run, "started", json_object_get(its, "started"), -1);
		widen(run, "finished", json_object_get(its, "finished"), 1);
		for (size_t j = 0; j < p->store.count; j++)
			cells += !p->store.at[j].dropped && p->store.at[j].number == 0;
		json_array_append_new(merged, describe_part(p));
	}
	json_object_set_new(run, "cells_planned", json_integer(cells));
	json_object_set_new(all, "merged", merged);
	return all;
}
