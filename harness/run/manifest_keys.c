/* SPDX-License-Identifier: MIT */
/* manifest_keys.c - compares the key sets of a manifest with those of this call. */
#include "harness/run/manifest_facts.h"

#include <stdio.h>
#include <string.h>

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
