/* SPDX-License-Identifier: MIT */
/* manifest_same.c - compares two manifests: the same run, program, machine and keys? If not, it lists the differences.
 * Also those between a manifest and now. */
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"

#include "harness/base/memory.h"

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

/* --- builds ------------------------------------------------------------------------------------------------ */

/* Facts of a program that its name says. */
static bool
is_of_build(const char *name)
{
	static const char *const facts[] = {"program.git_commit", "program.git_dirty", "program.git_diff_sha256",
	                                    "program.sha256"};

	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (strcmp(name, facts[i]) == 0)
			return true;
	return false;
}

static const char *
fact_of(const json_t *program, const char *name, const char *otherwise)
{
	const char *text = json_string_value(json_object_get(program, name));

	return text && *text ? text : otherwise;
}

void
manifest_builds(const json_t *a, const json_t *b, char of_a[MANIFEST_BUILD], char of_b[MANIFEST_BUILD])
{
	const json_t *program[] = {a, b};
	char *text[] = {of_a, of_b};

	for (int i = 0; i < 2; i++)
		snprintf(text[i], MANIFEST_BUILD, "commit %.12s%s", fact_of(program[i], "git_commit", "unknown"),
		         json_is_true(json_object_get(program[i], "git_dirty")) ? " with changes" : "");
	for (int i = 0; i < 2 && strcmp(of_a, of_b) == 0; i++) {
		static const char *const more[] = {"git_diff_sha256", "sha256"};
		const char *one = fact_of(a, more[i], ""), *other = fact_of(b, more[i], "");

		if (!*one || !*other || strcmp(one, other) == 0)
			continue;
		snprintf(of_a + strlen(of_a), MANIFEST_BUILD - strlen(of_a), ", %s %.12s", more[i], one);
		snprintf(of_b + strlen(of_b), MANIFEST_BUILD - strlen(of_b), ", %s %.12s", more[i], other);
	}
}

/* --- may it go on? ----------------------------------------------------------------------------------------- */

/* A digest is told apart from others by its beginning. */
static const char *
short_value(json_t *m, const char *name, char text[MANIFEST_VALUE])
{
	manifest_value(m, name, text);
	if (strspn(text, "0123456789abcdef") > 40)
		text[12] = '\0';
	return text;
}

/* Writes all that differs: "commit 7f17d854fe74 there, commit 7f17d854fe74 with changes here; flags: -O2 there, -O3
 * here". */
static void
write_differences(FILE *f, const json_t *differs, json_t *old, json_t *new)
{
	const json_t *before = json_object_get(old, "program"), *now = json_object_get(new, "program");
	char there[MANIFEST_BUILD], here[MANIFEST_BUILD];
	const char *semicolon = "";
	bool told = false;
	json_t *each;
	size_t i;

	json_array_foreach(differs, i, each)
	{
		const char *name = json_string_value(each), *dot = strchr(name, '.');

		if (is_of_build(name) && told)
			continue;
		if (is_of_build(name)) {
			manifest_builds(before, now, there, here);
			fprintf(f, "%s%s there, %s here", semicolon, there, here);
			told = true;
		} else {
			fprintf(f, "%s%s: %s there, ", semicolon, dot ? dot + 1 : name, short_value(old, name, there));
			fprintf(f, "%s here", short_value(new, name, here));
		}
		semicolon = "; ";
	}
}

static bool
refuse(const char *dir, const char *what, json_t *differs, json_t *old, json_t *new, bool may_mix, struct failure *f)
{
	char *text = NULL;
	size_t length;
	FILE *stream = memory_stream(&text, &length);

	write_differences(stream, differs, old, new);
	memory_whole(stream);
	(void)failed(f, STATUS_USAGE, "%s holds a run with another %s (%s); choose another folder with -o%s", dir, what,
	             text, may_mix ? ", or mix them with --mix" : "");
	free(text);
	return false;
}

bool
manifest_tables_go_together(const json_t *a, const json_t *b)
{
	return !json_is_integer(a) || !json_is_integer(b) || json_equal(a, b);
}

bool
manifest_may_go_on(const char *dir, json_t *old, json_t *new, bool mix, json_t **differs, struct failure *f)
{
	static const struct {
		const char *group, *what;
	} mixable[] = {{"program", "build of the program"}, {"machine", "machine"}, {"plugins", "build of a plug-in"}};
	const char *key, *what = NULL;
	json_t *value;

	*differs = json_array();
	json_object_foreach(json_object_get(new, "run"), key, value)
	{
		json_t *was = json_object_get(json_object_get(old, "run"), key);

		if (strcmp(key, "tables") == 0 && manifest_tables_go_together(was, value))
			continue;
		/* A build that lacks a setting ran without it, so null equals absent. */
		if (!json_equal(was, value) && (was || !json_is_null(value)))
			json_array_append_new(*differs, json_sprintf("run.%s", key));
	}
	if (json_array_size(*differs) > 0)
		return refuse(dir, strchr(json_string_value(json_array_get(*differs, 0)), '.') + 1, *differs, old, new,
		              false, f);
	for (size_t i = 0; i < sizeof mixable / sizeof *mixable; i++) {
		manifest_differences(*differs, old, new, mixable[i].group);
		if (!what && json_array_size(*differs) > 0)
			what = mixable[i].what;
	}
	return mix || !what || refuse(dir, what, *differs, old, new, true, f);
}

/* --- key sets ---------------------------------------------------------------------------------------------- */

/* The digests of a set's files, in order and shortened. A differing version or number of keys appears there, too. */
static char *
key_set_text(const json_t *set, char text[96])
{
	const char *version = json_string_value(json_object_get(set, "version"));
	const json_t *sources = json_object_get(set, "sources");
	int n = snprintf(text, 96, "%.24s%s%lld keys, SHA-256", version ? version : "", version ? ", " : "",
	                 (long long)json_integer_value(json_object_get(set, "keys")));

	for (size_t i = 0; i < json_array_size(sources) && i < 2; i++)
		n += snprintf(text + n, 96 - (size_t)n, " %.12s",
		              json_string_value(json_object_get(json_array_get(sources, i), "sha256")));
	return text;
}

/* Are the keys the same? The location of a file makes no difference. */
static bool
same_key_set(json_t *old, json_t *new)
{
	const json_t *a = json_object_get(old, "sources"), *b = json_object_get(new, "sources");
	bool same = json_array_size(a) == json_array_size(b);
	const char *key;
	json_t *value;

	json_object_foreach(new, key, value)
	{
		same &= strcmp(key, "sources") == 0 || json_equal(json_object_get(old, key), value);
	}
	for (size_t i = 0; same && i < json_array_size(a); i++)
		same = json_equal(json_object_get(json_array_get(a, i), "sha256"),
		                  json_object_get(json_array_get(b, i), "sha256"));
	return same;
}

bool
manifest_key_set_differs(const json_t *a, const json_t *b, const char *of_a, const char *of_b,
                         char text[MANIFEST_KEY_SET])
{
	const json_t *sets = json_object_get(b, "key_sets");
	const char *name;
	char one[96], other[96];
	json_t *set;

	json_object_foreach((json_t *)sets, name, set)
	{
		json_t *before = json_object_get(json_object_get(a, "key_sets"), name);

		if (before && !same_key_set(before, set)) {
			snprintf(text, MANIFEST_KEY_SET, "%s: %s %s, %s %s", name, key_set_text(before, one), of_a,
			         key_set_text(set, other), of_b);
			return true;
		}
	}
	return false;
}

void
manifest_add_key_sets(json_t *m, const json_t *new)
{
	json_t *all = json_copy(json_object_get(m, "key_sets"));

	if (!all)
		all = json_object();
	json_object_update(all, json_object_get(new, "key_sets"));
	json_object_set_new(m, "key_sets", all);
}

/* --- what has changed since a run -------------------------------------------------------------------------- */

json_t *
manifest_notes(const char *dir)
{
	const char *key;
	char measured[MANIFEST_BUILD], mine[MANIFEST_BUILD];
	json_t *m = manifest_read(dir, NULL), *inputs = manifest_inputs(), *program = manifest_program(),
	       *notes = json_array(), *then, *now_is;

	then = json_object_get(m, "program");
	if (!json_equal(json_object_get(then, "sha256"), json_object_get(program, "sha256"))) {
		manifest_builds(then, program, measured, mine);
		json_array_append_new(
			notes, json_sprintf("derived by another build (%s) than measured it (%s)", mine, measured));
	}
	json_object_foreach(json_object_get(m, "inputs"), key, then)
	{
		now_is = json_object_get(inputs, key);
		if (!json_equal(then, now_is))
			json_array_append_new(
				notes, json_sprintf("%s %s since the run", key, now_is ? "has changed" : "has gone"));
	}
	if (json_object_size(json_object_get(m, "inputs")) == 0)
		json_array_append_new(notes, json_string("the manifest lists no inputs"));
	json_decref(inputs);
	json_decref(program);
	json_decref(m);
	return notes;
}
