/* SPDX-License-Identifier: MIT */
/*
 * manifest_seal.c - is a manifest as the program wrote it, and the record as the last call left it?
 *
 *      "record_sha256": SHA-256 of record.csv, not compressed; null while a call goes on, and if it was stopped
 *      "digest":        SHA-256 of all else in the manifest, as JSON with sorted keys and without blanks
 *
 * The digest is inside the manifest. In a second file it could disagree with the manifest after the machine stops
 * between two writes. It covers the values, so that another program may reformat the file. It detects a value changed
 * by hand. It does not detect a forger, who can compute the digest, too.
 *
 * An entry of a record has its own digest, which says where a change is (store_entry.c). The record's says that no
 * attempt is missing at its end.
 */
#include "harness/base/files.h"
#include "harness/base/memory.h"
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"
#include "harness/run/store.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

const char manifest_changed[] =
	"manifest.json has been changed since the run wrote it; nothing can be added to such a run";

static const char *
digest_of(const json_t *m, char text[SHA256_DIGEST_STRING_LENGTH])
{
	json_t *rest = json_copy((json_t *)m);
	char *dump;

	json_object_del(rest, "digest");
	dump = json_dumps(rest, JSON_COMPACT | JSON_SORT_KEYS | MANIFEST_REALS);
	json_decref(rest);
	memory_needed(dump);
	SHA256Data((const uint8_t *)dump, strlen(dump), text);
	free(dump);
	return text;
}

static void
manifest_seal(json_t *m)
{
	char text[SHA256_DIGEST_STRING_LENGTH];

	json_object_set_new(m, "digest", json_string(digest_of(m, text)));
}

bool
manifest_is_sealed(const json_t *m)
{
	const char *sealed = json_string_value(json_object_get(m, "digest"));
	char text[SHA256_DIGEST_STRING_LENGTH];

	return sealed && strcmp(sealed, digest_of(m, text)) == 0;
}

int
manifest_write(const char *dir, json_t *m, struct failure *f)
{
	struct files_new new;

	manifest_seal(m);
	if (files_begin(&new, "%s/manifest.json", dir)) {
		json_dumpf(m, new.stream, JSON_INDENT(2) | MANIFEST_REALS);
		fputc('\n', new.stream);
	}
	return files_finish(&new, STATUS_UNFIT, f);
}

int
manifest_seal_record(const char *dir, json_t *m, struct failure *f)
{
	char digest[STORE_SHA256];

	if (store_sha256(dir, digest, f) != STATUS_DONE)
		return f->status;
	json_object_set_new(m, "record_sha256", json_string(digest));
	return STATUS_DONE;
}

const char *
manifest_record(const json_t *m)
{
	return json_string_value(json_object_get(m, "record_sha256"));
}

int
manifest_check_record(const json_t *m, const struct store *s, struct failure *f)
{
	const char *sealed = manifest_record(m);

	if (!sealed || strcmp(s->sha256, sealed) == 0)
		return STATUS_DONE;
	return failed(f, STATUS_FAILED, "%s: not as the run left it (SHA-256 %.12s by manifest.json, %.12s here)%s",
	              s->path, sealed, *s->sha256 ? s->sha256 : "none", s->cut ? ": its end is cut off" : "");
}
