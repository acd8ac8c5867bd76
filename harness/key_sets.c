/* SPDX-License-Identifier: MIT */
/* key_sets.c - see key_sets.h. */
#include "harness/key_sets.h"

#include "core/rng.h"
#include "harness/commands.h"
#include "harness/nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------------------------------- */

const char *
key_sets_root(void)
{
	const char *root = getenv("CUCKOOBENCH_PACKAGES");

	return root ? root : "";
}

/* Reads an importer's set. Its reason is told as it is: it names the package, or the file. */
static enum keyset_status
import(struct key_set *set)
{
	enum keyset_status status = importer_load(set->importer, &set->read, key_sets_root(), set->why);

	return status == KEYSET_OK ? keyset_finish(&set->read, set->why) : status;
}

static int
say(const char *name, const char *why, int status)
{
	fprintf(stderr, "cuckoobench: --keys %s: %s\n", name, why);
	return status;
}

/* A word alone may well be meant as a set's name. */
static int
say_no_set(const char *word)
{
	struct nearest guess = nearest_of(word);
	char text[NEAREST_HINT], why[160];

	for (const struct stream *s = stream_all; s->name; s++)
		nearest_offer(&guess, s->name);
	for (const struct importer *i = importer_all; i->name; i++)
		nearest_offer(&guess, i->name);
	snprintf(why, sizeof why, "neither a set that `cuckoobench keys` lists nor a file%s", nearest_hint(&guess, "", text));
	return say(word, why, STATUS_USAGE);
}

/* A file's faults are of who wrote it or named it. */
static int
open_file(struct key_set *set, const struct options *o, const char *path)
{
	char name[KEYSET_NAME];

	if (!strchr(path, '/') && access(path, F_OK) != 0 && errno == ENOENT)
		return say_no_set(path);
	key_file_name(path, name);
	if (stream_find(name) || importer_find(name))
		return say(path, "named as a set that there is already; give it another name", STATUS_USAGE);
	snprintf(set->name, sizeof set->name, "%.*s", KEY_SET_NAME - 1, name);
	keyset_init(&set->read, set->name);
	set->format = o->keys_format;
	switch (key_file_load(&set->read, path, &set->format, set->why)) {
	case KEYSET_OK:
		return STATUS_DONE;
	case KEYSET_ENOMEM:
		return say(path, set->why, STATUS_UNFIT);
	default:
		return say(path, set->why, STATUS_USAGE);
	}
}

int
key_set_open(struct key_set *set, const struct options *o, const char *name)
{
	*set = (struct key_set){.stream = stream_find(name), .importer = importer_find(name)};
	if (!set->stream && !set->importer)
		return open_file(set, o, name);
	snprintf(set->name, sizeof set->name, "%s", name);
	keyset_init(&set->read, name);
	if (set->importer && import(set) != KEYSET_OK)
		return say(name, set->why, STATUS_UNFIT);
	return STATUS_DONE;
}

void
key_set_close(struct key_set *set)
{
	keyset_destroy(&set->read);
}

void
key_sets_free(struct key_sets *sets)
{
	while (sets->count)
		key_set_close(&sets->at[--sets->count]);
}

static struct key_set *
find(struct key_sets *sets, const char *name)
{
	for (size_t i = 0; i < sets->count; i++)
		if (strcmp(sets->at[i].name, name) == 0)
			return &sets->at[i];
	return NULL;
}

/* One that is named in --keys. */
static int
add_named(struct key_sets *sets, const struct options *o, const char *name)
{
	struct key_set set;
	int status;

	if (!*name)
		return say("", "an empty name", STATUS_USAGE);
	if (sets->count == KEY_SETS_MOST)
		return say(name, "too many key sets", STATUS_USAGE);
	if (find(sets, name)) /* a stream or an importer's, that all runs at this scale have */
		return STATUS_DONE;
	status = key_set_open(&set, o, name);
	if (status == STATUS_DONE && find(sets, set.name)) {
		fprintf(stderr, "cuckoobench: --keys %s: another key set is named '%s' (the first %d characters count)\n", name, set.name,
		        KEY_SET_NAME - 1);
		status = STATUS_USAGE;
	}
	if (status == STATUS_DONE)
		sets->at[sets->count++] = set;
	else
		key_set_close(&set);
	return status;
}

/* One that all runs of this scale have, if it is there. */
static void
add_imported(struct key_sets *sets, const struct importer *importer)
{
	struct key_set *set = &sets->at[sets->count];

	if (sets->count == KEY_SETS_MOST || find(sets, importer->name))
		return;
	*set = (struct key_set){.importer = importer};
	snprintf(set->name, sizeof set->name, "%s", importer->name);
	keyset_init(&set->read, importer->name);
	set->absent = import(set) != KEYSET_OK;
	sets->count++;
}

int
key_sets_make(struct key_sets *sets, const struct options *o, bool imported)
{
	char *list = strdup(o->keys ? o->keys : ""), *rest = list, *name;
	int status = list ? STATUS_DONE : STATUS_UNFIT;

	*sets = (struct key_sets){.count = 0};
	for (const struct stream *s = stream_all; s->name; s++) {
		struct key_set *set = &sets->at[sets->count++];

		*set = (struct key_set){.stream = s};
		snprintf(set->name, sizeof set->name, "%s", s->name);
	}
	while (o->keys && status == STATUS_DONE && (name = strsep(&rest, ",")))
		status = add_named(sets, o, name);
	for (const struct importer *i = importer_all; imported && status == STATUS_DONE && i->name; i++)
		add_imported(sets, i);
	free(list);
	return status;
}

size_t
key_set_count(const struct key_set *set)
{
	return set->stream ? SIZE_MAX : set->read.count;
}

/* --- what the manifest says ---------------------------------------------------------------------------------------- */

json_t *
key_set_json(const struct key_set *set)
{
	json_t *sources = json_array();
	char format[KEY_FORMAT_TEXT];

	for (size_t i = 0; i < set->read.source_count; i++)
		json_array_append_new(sources, json_pack("{ssss}", "path", set->read.sources[i].path, "sha256", set->read.sources[i].sha256));
	key_format_text(set->format, format);
	return json_pack("{s:s?, s:s?, s:s, s:s, s:I, s:I, s:I, s:o}", "package", set->importer ? set->importer->package : NULL, "version",
	                 *set->read.version ? set->read.version : NULL, "format", set->importer ? "imported" : format, "kind",
	                 set->read.starts ? "strings" : "integers", "keys", (json_int_t)set->read.count, "duplicates",
	                 (json_int_t)set->read.duplicates, "passed_over", (json_int_t)set->read.passed_over, "sources", sources);
}

json_t *
key_sets_json(const struct key_sets *sets)
{
	json_t *all = json_object();

	for (size_t i = 0; i < sets->count; i++)
		if (!sets->at[i].stream && !sets->at[i].absent)
			json_object_set_new(all, sets->at[i].name, key_set_json(&sets->at[i]));
	return all;
}

/* --- drawing ------------------------------------------------------------------------------------------------------- */

size_t
key_draw_room(const struct key_set *set)
{
	return set->read.starts ? set->read.count : 0;
}

bool
key_draw_make(struct key_draw *d, const struct key_set *set, const struct hash *hash, uint64_t seed, uint64_t *room)
{
	size_t count = set->read.count;

	*d = (struct key_draw){.half = SIZE_MAX, .keys = set->read.starts ? room : set->read.keys};
	if (set->stream) {
		d->stream = stream_keys_of(set->stream, seed);
		return true;
	}
	if (set->read.starts)
		count = keyset_digest(&set->read, hash, room, &d->collisions);
	if (count == SIZE_MAX)
		return false;
	d->half = count / 2;
	d->order = permutation_of(count, rng_derive(seed, 0x68616c66 /* "half" */));
	return true;
}

void
key_draw_present(const struct key_draw *d, uint64_t *keys, size_t n, size_t first)
{
	for (size_t i = 0; i < n; i++)
		keys[i] = d->keys ? d->keys[permute(&d->order, first + i)] : stream_present(&d->stream, first + i);
}

void
key_draw_absent(const struct key_draw *d, uint64_t *keys, size_t n, size_t first)
{
	for (size_t i = 0; i < n; i++)
		keys[i] = d->keys ? d->keys[permute(&d->order, d->half + first + i)] : stream_absent(&d->stream, first + i);
}
