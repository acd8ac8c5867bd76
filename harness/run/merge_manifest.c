/* SPDX-License-Identifier: MIT */
/* merge_manifest.c - checks that the manifests of several runs belong together, and makes one manifest of all. */
#include "harness/base/values.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/merge_parts.h"

#include <stdlib.h>
#include <string.h>

/* --- one part ----------------------------------------------------------------------------------------------- */

bool
merge_read_manifest(struct part *p, struct failure *f)
{
	const char *problem, *shard;
	json_t *run;

	p->manifest = manifest_read(p->dir, &problem);
	if (!p->manifest)
		return failing(f, "%s: %s", p->dir, problem ? problem : "not a run: it has no manifest.json");
	if (!manifest_is_sealed(p->manifest))
		return failing(f, "%s: %s", p->dir, manifest_changed);
	run = json_object_get(p->manifest, "run");
	p->calls = json_array_size(json_object_get(p->manifest, "calls"));
	if (!json_is_string(json_object_get(run, "finished")) || p->calls == 0)
		return failing(f, "%s: the run is not finished; the command that began it goes on", p->dir);
	shard = json_string_value(json_object_get(run, "shard"));
	return !shard || shard_parse(shard, &p->shard) ||
	       failing(f, "%s: manifest.json names no such shard as i/n", p->dir);
}

/* --- together --------------------------------------------------------------------------------------------- */

/* Finds the first difference in a group, and names it in *f; within "run", only settings count: the other members
 * belong to a call. Returns false if there is none. */
static bool
first_difference(const struct part *a, const json_t *in_a, const struct part *b, const json_t *in_b, const char *group,
                 struct failure *f)
{
	static const char of_calls[] = "cells_planned reps command options started finished shard";
	json_t *differs = json_array(), *name;
	char member[MANIFEST_VALUE], there[MANIFEST_VALUE], here[MANIFEST_VALUE];
	bool found = false;
	size_t i;

	manifest_differences(differs, in_a, in_b, group);
	json_array_foreach(differs, i, name)
	{
		const char *text = json_string_value(name), *dot = strchr(text, '.'), *inner = dot ? dot + 1 : text;

		snprintf(member, sizeof member, "%.*s", (int)strcspn(inner, "."), inner);
		if (found || (strcmp(group, "run") == 0 && is_among(of_calls, member)))
			continue;
		if (strcmp(text, "run.tables") == 0 &&
		    manifest_tables_go_together(json_object_get(json_object_get(in_a, "run"), "tables"),
		                                json_object_get(json_object_get(in_b, "run"), "tables")))
			continue;
		found = !failing(f, "%s: %s in %s, %s in %s", inner, manifest_value((json_t *)in_a, text, there),
		                 a->dir, manifest_value((json_t *)in_b, text, here), b->dir);
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

		if (p->shard.of != n)
			return failing(f, "%s and %s are not shards of the same number", parts->at[0].dir, p->dir);
		if (n && of[p->shard.index])
			return failing(f, "%s and %s are both shard %u/%u", of[p->shard.index]->dir, p->dir,
			               p->shard.index, n);
		of[p->shard.index] = p;
	}
	for (unsigned i = 1; i <= n; i++)
		if (!of[i] && gone++ < 10)
			snprintf(missing + strlen(missing), sizeof missing - strlen(missing), "%s%u/%u",
			         *missing ? ", " : "", i, n);
	return gone == 0 || failing(f, "missing: shard %s%s", missing, gone > 10 ? ", ..." : "");
}

/* Must two parts agree in this member of a's manifest or of b's? Members with rules of their own need not. */
static bool
settings_differ(const struct part *a, const struct part *b, json_t *members, struct failure *f)
{
	static const char others[] =
		"program machine inputs plugins key_sets left_out calls mixed merged record_sha256 digest";
	const char *group;
	json_t *values;

	json_object_foreach(members, group, values)
	{
		if (!is_among(others, group) && first_difference(a, a->manifest, b, b->manifest, group, f))
			return true;
	}
	return false;
}

static bool
same_in(const char *group, const char *what, const struct part *a, const struct part *b, struct failure *f)
{
	return !first_difference(a, a->manifest, b, b->manifest, group, f) ||
	       failing(f, "runs of different %s (%s); --mix merges them, and says so", what, f->text);
}

/* Do two parts have the same settings, build and inputs? Either may have members that the other lacks. */
static bool
agree(const struct part *a, const struct part *b, bool mix, struct failure *f)
{
	if (settings_differ(a, b, a->manifest, f) || settings_differ(a, b, b->manifest, f))
		return failing(f, "runs of different settings: %s", f->text);
	return mix || (same_in("program", "builds of the program", a, b, f) && same_in("inputs", "inputs", a, b, f));
}

/* A key set with the same name in several parts must have the same keys. --mix does not lift this, because the results
 * would be one point. */
static bool
same_keys(const struct part *a, const struct part *b, struct failure *f)
{
	char text[MANIFEST_KEY_SET];

	return !manifest_key_set_differs(a->manifest, b->manifest, "in the one", "in the other", text) ||
	       failing(f, "%s and %s are runs with different key sets of one name (%s)", a->dir, b->dir, text);
}

bool
merge_manifests_agree(const struct parts *parts, struct failure *f)
{
	if (!shards_complete(parts, f))
		return false;
	for (size_t i = 1; i < parts->count; i++)
		if (!agree(&parts->at[0], &parts->at[i], parts->mix, f))
			return false;
	/* Not every part has every key set and plug-in, so each is compared with each. */
	for (size_t i = 1; i < parts->count; i++)
		for (size_t j = 0; j < i; j++) {
			const struct part *a = &parts->at[j], *b = &parts->at[i];

			if (!same_keys(a, b, f) || (!parts->mix && !same_in("plugins", "builds of a plug-in", a, b, f)))
				return false;
		}
	return true;
}

/* --- the merged manifest ------------------------------------------------------------------------------------ */

/* The entry of the merged manifest that describes one part. */
static json_t *
describe_part(const struct part *p)
{
	json_t *run = json_object_get(p->manifest, "run");

	return json_pack("{sssO?s[II]sIsOsO}", "folder", p->dir, "shard", json_object_get(run, "shard"), "calls",
	                 (json_int_t)p->first_call, (json_int_t)(p->first_call + p->calls - 1), "cells",
	                 (json_int_t)p->store.count, "started", json_object_get(run, "started"), "finished",
	                 json_object_get(run, "finished"));
}

/* Appends the part's calls with new numbers. Each is marked if another build or machine than `base` made it. */
static void
merge_manifest_add_calls(json_t *all, const json_t *base, const struct part *p)
{
	json_t *calls = json_object_get(p->manifest, "calls");

	for (unsigned i = 0; i < p->calls; i++) {
		json_t *call = json_copy(json_array_get(calls, i)), *origin = manifest_origin(p->manifest, i),
		       *differs = json_array();

		manifest_differences(differs, base, origin, "program");
		manifest_differences(differs, base, origin, "machine");
		manifest_differences(differs, all, p->manifest, "plugins");
		json_object_set_new(call, "mixed", json_boolean(json_array_size(differs) > 0));
		if (json_array_size(differs) > 0)
			manifest_note_mixing(all, origin, differs, p->first_call + i);
		json_array_append_new(json_object_get(all, "calls"), call);
		json_decref(differs);
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
merge_manifests(struct parts *parts, const struct options *o)
{
	json_t *base = parts->at[parts->base].manifest, *all = json_copy(base),
	       *run = json_copy(json_object_get(all, "run")), *merged = json_array();
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
		merge_manifest_add_calls(all, base, p);
		manifest_add_key_sets(all, p->manifest);
		manifest_take_tables(run, its);
		widen(run, "started", json_object_get(its, "started"), -1);
		widen(run, "finished", json_object_get(its, "finished"), 1);
		for (size_t j = 0; j < p->store.count; j++)
			cells += !p->store.at[j].dropped;
		json_array_append_new(merged, describe_part(p));
	}
	json_object_set_new(run, "cells_planned", json_integer(cells));
	json_object_set_new(all, "merged", merged);
	return all;
}
