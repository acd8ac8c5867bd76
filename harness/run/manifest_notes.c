/* SPDX-License-Identifier: MIT */
/* manifest_notes.c - what no longer matches a manifest: the program that derives from the run now, and its inputs. */
#include "harness/run/manifest.h"
#include "harness/run/manifest_facts.h"

json_t *
manifest_notes(const char *dir)
{
	const char *key, *commit, *mine;
	json_t *m = manifest_read(dir, NULL), *inputs = manifest_inputs(), *program = manifest_program(),
	       *notes = json_array(), *then, *now_is;

	if (manifest_seal_of(m) == MANIFEST_UNSEALED)
		json_array_append_new(
			notes,
			json_string("the manifest has no digest: whether it was changed since the run is not known"));
	then = json_object_get(m, "program");
	commit = json_string_value(json_object_get(then, "git_commit"));
	mine = json_string_value(json_object_get(program, "git_commit"));
	if (!json_equal(json_object_get(then, "sha256"), json_object_get(program, "sha256")))
		json_array_append_new(
			notes, json_sprintf("derived by another build (commit %.12s) than measured it (commit %.12s)",
		                            mine ? mine : "unknown", commit ? commit : "unknown"));
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
