/* SPDX-License-Identifier: MIT */
/* manifest_same.c - compares two manifests: the same run, program and machine? If not, it lists the differences. */
#include "harness/base/failure.h"
#include "harness/run/manifest_facts.h"

#include <stdlib.h>
#include <string.h>

static const char libraries[] = "program.libraries";

/*
 * Libraries that read settings, compress, digest or enumerate devices, all outside the measurements. Systems update
 * them overnight, and such an update does not make another program. Any other library does, and so does one preloaded
 * by a user.
 */
static bool
bears_on_measurements(const char *library)
{
	static const char *const others[] = {"libjansson.so", "libz.so",         "libmd.so",    "libudev.so",
	                                     "libcap.so",     "libpciaccess.so", "libxml2.so",  "libltdl.so",
	                                     "liblzma.so",    "libicu",          "libgcc_s.so", "libstdc++.so"};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strncmp(library, others[i], strlen(others[i])) == 0)
			return false;
	return true;
}

/* Memory can be added to a running virtual machine. A process can be restricted to some processors (taskset); timed
 * cells are pinned, and the call records the list. */
bool
manifest_tells_machines_apart(const char *fact)
{
	return strcmp(fact, "memory_bytes") != 0 && strcmp(fact, "processors_allowed") != 0;
}

static bool
is_identity(const char *object, const char *key)
{
	return strcmp(object, libraries) == 0 ? bears_on_measurements(key) : manifest_tells_machines_apart(key);
}

static void compare_values(json_t *differs, const char *name, json_t *old, json_t *new);

/* Keys whose values differ between the two objects, or that only one of them has. */
static void
manifest_same_compare_keys(json_t *differs, const char *name, json_t *old, json_t *new)
{
	const char *key;
	json_t *value, *inner;

	json_object_foreach(new, key, value)
	{
		inner = json_sprintf("%s.%s", name, key);
		if (is_identity(name, key))
			compare_values(differs, json_string_value(inner), json_object_get(old, key), value);
		json_decref(inner);
	}
	json_object_foreach(old, key, value)
	{
		if (is_identity(name, key) && !json_object_get(new, key))
			json_array_append_new(differs, json_sprintf("%s.%s", name, key));
	}
}

static void
compare_values(json_t *differs, const char *name, json_t *old, json_t *new)
{
	if (json_is_object(old) && json_is_object(new))
		manifest_same_compare_keys(differs, name, old, new);
	else if (!json_equal(old, new))
		json_array_append_new(differs, json_string(name));
}

json_t *
manifest_updates(const json_t *old, const json_t *new)
{
	json_t *of_old = json_object_get(json_object_get(old, "program"), "libraries");
	json_t *of_new = json_object_get(json_object_get(new, "program"), "libraries"), *updates = json_object(),
	       *library;
	const char *name;

	json_object_foreach(of_new, name, library)
	{
		if (!bears_on_measurements(name) && !json_equal(json_object_get(of_old, name), library))
			json_object_set(updates, name, library);
	}
	return updates;
}

/* Among filters from plug-ins in both manifests: those whose file differs. Its location makes no difference. */
static json_t *
differing_plugins(const json_t *old, const json_t *new)
{
	json_t *differs = json_array(), *there, *here;
	const char *name;

	json_object_foreach(json_object_get(new, "plugins"), name, here)
	{
		there = json_object_get(json_object_get(old, "plugins"), name);
		if (there && !json_equal(json_object_get(there, "sha256"), json_object_get(here, "sha256")))
			json_array_append_new(differs, json_sprintf("plugins.%s.sha256", name));
	}
	return differs;
}

json_t *
manifest_differences(const json_t *old, const json_t *new, const char *group)
{
	json_t *differs;

	if (strcmp(group, "plugins") == 0)
		return differing_plugins(old, new);
	differs = json_array();
	compare_values(differs, group, json_object_get(old, group), json_object_get(new, group));
	return differs;
}

/* Keys contain dots (libc.so.6), so each level takes the key that matches. */
const char *
manifest_value(json_t *at, const char *name, char text[MANIFEST_VALUE])
{
	const char *key;
	json_t *value;
	char *dump;

	while (*name && json_is_object(at)) {
		json_t *next = NULL;

		json_object_foreach(at, key, value)
		{
			const size_t n = strlen(key);

			if (strncmp(name, key, n) == 0 && (name[n] == '.' || name[n] == '\0')) {
				next = value;
				name += n + (name[n] == '.');
				break;
			}
		}
		if (!next)
			name = "", at = NULL;
		else
			at = next;
	}
	dump = at ? json_dumps(at, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	if (json_is_string(at))
		snprintf(text, MANIFEST_VALUE, "%.44s%s", json_string_value(at),
		         strlen(json_string_value(at)) > 44 ? "..." : "");
	else
		snprintf(text, MANIFEST_VALUE, "%.44s%s", dump ? dump : "not recorded",
		         dump && strlen(dump) > 44 ? "..." : "");
	free(dump);
	return text;
}

static void
manifest_same_refuse(const char *dir, const char *what, json_t *differs, json_t *old, json_t *new, bool may_mix,
                     struct failure *f)
{
	const char *name = json_string_value(json_array_get(differs, 0)), *dot = strchr(name, '.');
	char there[MANIFEST_VALUE], here[MANIFEST_VALUE], more[32] = "";

	if (json_array_size(differs) > 1)
		snprintf(more, sizeof more, "; %zu more differ", json_array_size(differs) - 1);
	(void)failed(f, STATUS_USAGE,
	             "%s holds a run with another %s (%s: %s there, %s here%s); choose another folder with -o%s", dir,
	             what, dot ? dot + 1 : name, manifest_value(old, name, there), manifest_value(new, name, here),
	             more, may_mix ? ", or mix them with --mix" : "");
}

bool
manifest_may_go_on(const char *dir, json_t *old, json_t *new, bool mix, json_t **differs, struct failure *f)
{
	json_t *run = json_array(), *program = manifest_differences(old, new, "program"),
	       *machine = manifest_differences(old, new, "machine");
	json_t *plugins = manifest_differences(old, new, "plugins");
	const char *key;
	json_t *value;

	json_object_foreach(json_object_get(new, "run"), key, value)
	{
		json_t *was = json_object_get(json_object_get(old, "run"), key);

		/* A build that lacks a setting ran without it, so null equals absent. */
		if (!json_equal(was, value) && (was || !json_is_null(value)))
			json_array_append_new(run, json_sprintf("run.%s", key));
	}
	*differs = json_array();
	if (json_array_size(run) > 0)
		manifest_same_refuse(dir, strchr(json_string_value(json_array_get(run, 0)), '.') + 1, run, old, new,
		                     false, f);
	else if (json_array_size(program) > 0 && !mix)
		manifest_same_refuse(dir, "build of the program", program, old, new, true, f);
	else if (json_array_size(machine) > 0 && !mix)
		manifest_same_refuse(dir, "machine", machine, old, new, true, f);
	else if (json_array_size(plugins) > 0 && !mix)
		manifest_same_refuse(dir, "build of a plug-in", plugins, old, new, true, f);
	json_array_extend(*differs, program);
	json_array_extend(*differs, machine);
	json_array_extend(*differs, plugins);
	mix = json_array_size(run) == 0 && (mix || json_array_size(*differs) == 0);
	json_decref(run);
	json_decref(program);
	json_decref(machine);
	json_decref(plugins);
	return mix;
}
