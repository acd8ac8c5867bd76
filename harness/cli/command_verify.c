/* SPDX-License-Identifier: MIT */
/* command_verify.c - `cuckoobench verify DIR`: the lines of verify.c, notes, and a summary. For plug-ins without DIR:
 * conform.c. */
#include "harness/cli/commands.h"

#include "harness/base/files.h"
#include "harness/filters/conform.h"
#include "harness/report/verify.h"
#include "harness/run/manifest.h"

#include <jansson.h>
#include <unistd.h>

/* The results of a run: printed as lines at once, or collected and printed as JSON at the end. */
struct told {
	size_t of_kind[VERIFY_KINDS];
	json_t *files; /* NULL: lines */
};

static void
verify_tell(void *context, enum verify_kind kind, const char *name, unsigned long line)
{
	struct told *told = context;

	told->of_kind[kind]++;
	if (told->files) {
		json_array_append_new(told->files,
		                      json_pack("{sossso}", "file", json_text(name), "result", verify_words[kind],
		                                "line", line ? json_integer((json_int_t)line) : json_null()));
		return;
	}
	printf("%-8s %s", verify_words[kind], name);
	if (line)
		printf(" at line %lu", line);
	putchar('\n');
}

/* Settings, program and machine are only in the manifest. Only the manifest's own digest can confirm them. A record
 * that is not the manifest's would not have been loaded. */
static void
tell_manifest(const json_t *m, struct told *told)
{
	if (manifest_record(m))
		verify_tell(told, VERIFY_SAME, STORE_FILE, 0);
	verify_tell(told, manifest_is_sealed(m) ? VERIFY_SAME : VERIFY_DIFFERS, "manifest.json", 0);
}

static void
print_summary(const struct run_data *d, struct told *told)
{
	const char *dir = d->dir;
	char unfinished[RUN_DATA_UNFINISHED];
	json_t *notes = manifest_notes(dir), *note, *all;
	size_t i;

	if (*run_data_unfinished(d, unfinished))
		json_array_append_new(notes, json_string(unfinished));
	if (told->files) {
		all = json_pack("{sosOsO}", "folder", json_text(dir), "files", told->files, "notes", notes);
		for (int kind = 0; kind < VERIFY_KINDS; kind++)
			json_object_set_new(all, verify_words[kind], json_integer((json_int_t)told->of_kind[kind]));
		print_json(all);
	} else {
		json_array_foreach(notes, i, note) printf("note: %s\n", json_string_value(note));
		printf("%s: %zu same, %zu differ, %zu missing, %zu extra", dir, told->of_kind[VERIFY_SAME],
		       told->of_kind[VERIFY_DIFFERS], told->of_kind[VERIFY_MISSING], told->of_kind[VERIFY_EXTRA]);
		if (told->of_kind[VERIFY_CUT] > 0)
			printf(", %zu cut", told->of_kind[VERIFY_CUT]);
		putchar('\n');
	}
	json_decref(notes);
}

int
command_verify(const struct options *o, struct failure *f)
{
	const char *dir = o->arguments[0] ? o->arguments[0] : o->folder;
	struct told told = {.files = NULL};
	struct run_data d;
	size_t faults = 0;
	int lock, status;

	if (!dir && o->plugins > 0) /* a step has ten seconds unless --plugin-timeout gives another limit */
		return conform_run(o->plugin_timeout > 0 ? o->plugin_timeout : 10, o->seed, o->json) ? STATUS_FAILED
		                                                                                     : STATUS_DONE;
	if (!dir)
		return failed(f, STATUS_USAGE, "verify needs the folder of a run");
	if ((status = folder_take_run(dir, &lock, f)) != STATUS_DONE)
		return status;
	if ((status = run_data_load(&d, dir, f)) == STATUS_DONE) {
		told.files = o->json ? json_array() : NULL;
		status = verify_run(&d, &(struct verify_teller){verify_tell, &told}, f);
		if (status == STATUS_DONE) {
			tell_manifest(d.manifest, &told);
			print_summary(&d, &told);
		}
		run_data_free(&d);
	}
	if (lock >= 0)
		close(lock);
	for (int kind = VERIFY_SAME + 1; kind < VERIFY_KINDS; kind++)
		faults += told.of_kind[kind];
	if (status == STATUS_DONE && faults > 0)
		status = failed(f, STATUS_FAILED, "%s", ""); /* the lines on standard output say what */
	json_decref(told.files);
	return status;
}
