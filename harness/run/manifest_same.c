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

/* Names the keys whose values differ, or that only one of the two has. */
static void
compare_values(json_t *differs, const char *name, json_t *old, json_t *new)
{
	const char *key;
	json_t *value, *inner;

	if (!json_is_object(old) || !json_is_object(new)) {
		if (!json_equal(old, new))
			json_array_append_new(differs, json_string(name));
		return;
	}
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

void
manifest_differences(json_t *differs, const json_t *old, const json_t *new, const char *group)
{
	json_t *before = json_object_get(old, group), *now = json_object_get(new, group), *here;
	const char *name;

	if (strcmp(group, "plugins") != 0) {
		compare_values(differs, group, before, now);
		return;
	}
	/* Among filters from plug-ins in both: those whose file differs. Its location makes no difference. */
	json_object_foreach(now, name, here)
	{
		json_t *there = json_object_get(before, name);

		if (there && !json_equal(json_object_get(there, "sha256"), json_object_get(here, "sha256")))
			json_array_append_new(differs, json_sprintf("plugins.%s.sha256", name));
	}
}

/* Keys contain dots (libc.so.6), so each level takes the key that matches. */
static json_t *
value_of(json_t *at, const char *name)
{
	const char *key;
	json_t *value;

	json_object_foreach(at, key, value)
	{
		const size_t n = strlen(key);

		if (strncmp(name, key, n) == 0 && name[n] == '\0')
			return value;
		if (strncmp(name, key, n) == 0 && name[n] == '.')
			return value_of(value, name + n + 1);
	}
	return NULL;
}

const char *
manifest_value(json_t *m, const char *name, char text[MANIFEST_VALUE])
{
	json_t *value = value_of(m, name);
	char *dump = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
	const char *all = json_is_string(value) ? json_string_value(value) : dump ? dump : "not recorded";

	snprintf(text, MANIFEST_VALUE, "%.44s%s", all, strlen(all) > 44 ? "..." : "");
	free(dump);
	return text;
}

static bool
refuse(const char *dir, const char *what, json_t *differs, json_t *old, json_t *new, bool may_mix, struct failure *f)
{
	const char *name = json_string_value(json_array_get(differs, 0)), *dot = strchr(name, '.');
	char there[MANIFEST_VALUE], here[MANIFEST_VALUE], more[32] = "";

	if (json_array_size(differs) > 1)
		snprintf(more, sizeof more, "; %zu more differ", json_array_size(differs) - 1);
	(void)failed(f, STATUS_USAGE,
	             "%s holds a run with another %s (%s: %s there, %s here%s); choose another folder with -o%s", dir,
	             what, dot ? dot + 1 : name, manifest_value(old, name, there), manifest_value(new, name, here),
	             more, may_mix ? ", or mix them with --mix" : "");
	return false;
}

bool
manifest_may_go_on(const char *dir, json_t *old, json_t *new, bool mix, json_t **differs, struct failure *f)
{
	static const struct {
		const char *group, *what;
	} mixable[] = {{"program", "build of the program"}, {"machine", "machine"}, {"plugins", "build of a plug-in"}};
	const char *key;
	json_t *value;

	*differs = json_array();
	json_object_foreach(json_object_get(new, "run"), key, value)
	{
		json_t *was = json_object_get(json_object_get(old, "run"), key);

		/* A build that lacks a setting ran without it, so null equals absent. */
		if (!json_equal(was, value) && (was || !json_is_null(value)))
			json_array_append_new(*differs, json_sprintf("run.%s", key));
	}
	if (json_array_size(*differs) > 0)
		return refuse(dir, strchr(json_string_value(json_array_get(*differs, 0)), '.') + 1, *differs, old, new,
		              false, f);
	for (size_t i = 0; i < sizeof mixable / sizeof *mixable; i++) {
		manifest_differences(*differs, old, new, mixable[i].group);
		if (!mix && json_array_size(*differs) > 0)
			return refuse(dir, mixable[i].what, *differs, old, new, true, f);
	}
	return true;
}
