/* SPDX-License-Identifier: MIT */
/*
 * manifest_seal.c - detects whether a manifest is as the program wrote it.
 *
 *      "digest": SHA-256 of all else in it, as JSON with sorted keys and without blanks
 *
 * The digest is inside the manifest. In a second file it could disagree with the manifest after the machine stops
 * between two writes. It covers the values, so that another program may reformat the file. It detects a value changed
 * by hand. It does not detect a forger, who can compute the digest, too.
 */
#include "harness/base/memory.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

static const char key[] = "digest";

static const char *
digest_of(const json_t *m, char text[SHA256_DIGEST_STRING_LENGTH])
{
	json_t *rest = json_copy((json_t *)m);
	char *dump;

	json_object_del(rest, key);
	dump = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS | MANIFEST_REALS);
	json_decref(rest);
	memory_needed(dump);
	SHA256Data((const uint8_t *)dump, strlen(dump), text);
	free(dump);
	return text;
}

void
manifest_seal(json_t *m)
{
	char text[SHA256_DIGEST_STRING_LENGTH];

	json_object_set_new(m, key, json_string(digest_of(m, text)));
}

enum manifest_seal
manifest_seal_of(const json_t *m)
{
	const json_t *sealed = json_object_get(m, key);
	char text[SHA256_DIGEST_STRING_LENGTH];

	if (!sealed || json_is_null(sealed))
		return MANIFEST_UNSEALED;
	return json_is_string(sealed) && strcmp(json_string_value(sealed), digest_of(m, text)) == 0 ? MANIFEST_SEALED
	                                                                                            : MANIFEST_CHANGED;
}
