/* SPDX-License-Identifier: MIT */
/* key_sets.c - see key_sets.h. */
#include "harness/plan/key_sets.h"

#include "core/rng.h"
#include "harness/base/memory.h"
#include "harness/base/nearest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------------------------------ */

const char *
key_sets_root(void)
{
	const char *root = getenv("CUCKOOBENCH_PACKAGES");

	return root ? root : "";
}

/* Reads an importer's set. Its reason needs no prefix, because it names the package or the file. */
static enum keyset_status
import(struct key_set *set)
{
	enum keyset_status status = importer_load(set->importer, &set->read, key_sets_root(), set->why);

	return status == KEYSET_OK ? keyset_finish(&set->read, set->why) : status;
}

/* Refuses a word that is no file: the user may have meant the name of a set. */
static int
refuse_no_set(const char *option, const char *word, struct failure *f)
{
	struct nearest guess = nearest_of(word);

	for (const struct stream *s = stream_all; s->name; s++)
		nearest_offer(&guess, s->name);
	for (const struct importer *i = importer_all; i->name; i++)
		nearest_offer(&guess, i->name);
	return failed(f, STATUS_USAGE, "--%s %s: neither a set that `cuckoobench keys` lists nor a file%s", option,
	              word, nearest_hint(&guess, ""));
}

/* Opens a file. Except for lack of memory, a failure is a usage error: the file, or its name, is wrong. */
static int
open_file(struct key_set *set, const struct options *o, const char *option, const char *path, struct failure *f)
{
	char name[KEYSET_NAME];
	enum keyset_status status;

	if (!strchr(path, '/') && access(path, F_OK) != 0 && errno == ENOENT)
		return refuse_no_set(option, path, f);
	key_file_name(path, name);
	if (stream_find(name) || importer_find(name))
		return failed(f, STATUS_USAGE, "--%s %s: named as a set that there is already; give it another name",
		              option, path);
	snprintf(set->name, sizeof set->name, "%.*s", KEY_SET_NAME - 1, name);
	snprintf(set->read.name, sizeof set->read.name, "%s", set->name);
	set->format = o->keys_format;
	status = key_file_load(&set->read, path, &set->format, set->why);
	if (status == KEYSET_OK)
		return STATUS_DONE;
	return failed(f, status == KEYSET_ENOMEM ? STATUS_UNFIT : STATUS_USAGE, "--%s %s: %s", option, path, set->why);
}

int
key_set_open(struct key_set *set, const struct options *o, const char *option, const char *name,
             enum keyset_copies copies, struct failure *f)
{
	*set = (struct key_set){.stream = stream_find(name), .importer = importer_find(name)};
	keyset_init(&set->read, name);
	set->read.copies = copies;
	if (!set->stream && !set->importer)
		return open_file(set, o, option, strcmp(name, "-") == 0 ? "/dev/stdin" : name, f);
	snprintf(set->name, sizeof set->name, "%s", name);
	if (set->importer && import(set) != KEYSET_OK)
		return failed(f, STATUS_UNFIT, "--%s %s: %s", option, name, set->why);
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
	if (sets->asked)
		key_set_close(sets->asked);
	free(sets->asked);
	sets->asked = NULL;
}

static struct key_set *
find(struct key_sets *sets, const char *name)
{
	for (size_t i = 0; i < sets->count; i++)
		if (strcmp(sets->at[i].name, name) == 0)
			return &sets->at[i];
	return NULL;
}

/* Adds a set that --keys names. */
static int
add_named(struct key_sets *sets, const struct options *o, const char *name, struct failure *f)
{
	struct key_set set;
	int status;

	if (!*name)
		return failed(f, STATUS_USAGE, "--keys : an empty name");
	if (sets->count == KEY_SETS_MOST)
		return failed(f, STATUS_USAGE, "--keys %s: too many key sets", name);
	/* No file may have the name of a stream or of an importer's set. */
	if (find(sets, name) && (stream_find(name) || importer_find(name)))
		return STATUS_DONE;
	status = key_set_open(&set, o, "keys", name, o->multiset ? KEYSET_COUNTED : KEYSET_DROPPED, f);
	if (status == STATUS_DONE && find(sets, set.name))
		status = failed(f, STATUS_USAGE,
		                "--keys %s: the list has a key set named '%s' already (the first %d characters count)",
		                name, set.name, KEY_SET_NAME - 1);
	if (status == STATUS_DONE)
		sets->at[sets->count++] = set;
	else
		key_set_close(&set);
	return status;
}

/* Takes the first name off a list, up to a comma without a backslash before it. NULL: the list is used up. */
static char *
next_name(char **rest)
{
	char *name = *rest, *to = name;

	if (!name)
		return NULL;
	for (char *from = name; (*rest = *from ? from + 1 : NULL) && *from != ','; from++)
		*to++ = *from == '\\' && from[1] == ',' ? *++from : *from;
	*to = '\0';
	return name;
}

/* Adds the sets of the list and counts them, because only a single set can be the run's own. */
static int
add_listed(struct key_sets *sets, const struct options *o, size_t *names, struct failure *f)
{
	char *list = strdup(o->keys), *rest = list, *name;
	int status = list ? STATUS_DONE : failed(f, STATUS_UNFIT, "--keys %s: out of memory", o->keys);

	for (*names = 0; status == STATUS_DONE && (name = next_name(&rest)); ++*names)
		status = add_named(sets, o, name, f);
	free(list);
	return status;
}

/* Opens the set of --queries, whose keys must be of the same kind as those of --keys. */
static int
open_asked(struct key_sets *sets, const struct options *o, struct failure *f)
{
	struct key_set *asked = sets->asked = memory_new(1, sizeof *asked);
	const int status = key_set_open(asked, o, "queries", o->queries, KEYSET_KEPT, f);

	if (status == STATUS_DONE && !asked->stream && !sets->own->stream &&
	    !asked->read.starts != !sets->own->read.starts)
		return failed(f, STATUS_USAGE, "--queries %s: %s", o->queries,
		              asked->read.starts ? "strings, where --keys are integers"
		                                 : "integers, where --keys are strings");
	return status;
}

/* Adds an importer's set, which all runs of this scale have if it is installed. */
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
key_sets_make(struct key_sets *sets, const struct options *o, struct key_sets_wanted wanted, struct failure *f)
{
	size_t names = 0, first;
	int status = STATUS_DONE;

	*sets = (struct key_sets){.count = 0};
	for (const struct stream *s = stream_all; wanted.streams && s->name; s++) {
		struct key_set *set = &sets->at[sets->count++];

		*set = (struct key_set){.stream = s};
		snprintf(set->name, sizeof set->name, "%s", s->name);
	}
	first = sets->count;
	if (o->keys)
		status = add_listed(sets, o, &names, f);
	if (status == STATUS_DONE && wanted.own && names > 1)
		return failed(
			f, STATUS_USAGE,
			"--keys %s: of the experiments chosen only k1 takes several sets; the others are run on one",
			o->keys);
	if (status == STATUS_DONE && wanted.own && names == 1)
		sets->own = first < sets->count ? &sets->at[first] : find(sets, o->keys);
	if (status == STATUS_DONE && sets->own && o->queries)
		status = open_asked(sets, o, f);
	for (const struct importer *i = importer_all; wanted.imported && status == STATUS_DONE && i->name; i++)
		add_imported(sets, i);
	return status;
}

size_t
key_set_count(const struct key_set *set)
{
	return set->stream ? SIZE_MAX : set->read.count;
}

/* --- what the manifest says --------------------------------------------------------------------------------------- */

json_t *
key_set_json(const struct key_set *set)
{
	json_t *sources = json_array(), *j;
	char format[KEY_FORMAT_TEXT];

	for (size_t i = 0; i < set->read.source_count; i++)
		json_array_append_new(sources, json_pack("{ssss}", "path", set->read.sources[i].path, "sha256",
		                                         set->read.sources[i].sha256));
	key_format_text(set->format, format);
	j = json_pack(
		"{s:s?, s:s?, s:s, s:s, s:I, s:I, s:I, s:o}", "package", set->importer ? set->importer->package : NULL,
		"version", *set->read.version ? set->read.version : NULL, "format", set->importer ? "imported" : format,
		"kind", set->read.starts ? "strings" : "integers", "keys", (json_int_t)set->read.count, "duplicates",
		(json_int_t)set->read.duplicates, "passed_over", (json_int_t)set->read.passed_over, "sources", sources);
	if (set->read.copies != KEYSET_DROPPED)
		json_object_set_new(
			j, "copies",
			json_string(set->read.copies == KEYSET_KEPT ? "asked for in turn" : "inserted, too"));
	return j;
}

json_t *
key_sets_json(const struct key_sets *sets)
{
	json_t *all = json_object();

	for (size_t i = 0; i < sets->count; i++)
		if (!sets->at[i].stream && !sets->at[i].absent)
			json_object_set_new(all, sets->at[i].name, key_set_json(&sets->at[i]));
	if (sets->asked && !sets->asked->stream) {
		char name[KEY_SET_NAME + 10];

		snprintf(name, sizeof name, "queries:%s", sets->asked->name);
		json_object_set_new(all, name, key_set_json(sets->asked));
	}
	return all;
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

size_t
key_draw_room(const struct key_set *set)
{
	return set->read.starts ? set->read.count : 0;
}

bool
key_draw_make(struct key_draw *d, const struct key_set *set, const struct hash *hash, uint64_t seed, uint64_t *room,
              uint32_t *times)
{
	size_t count = set->read.count;

	*d = (struct key_draw){.half = SIZE_MAX,
	                       .keys = set->read.starts ? room : set->read.keys,
	                       .times = times ? times : set->read.times};
	if (set->stream) {
		d->stream = stream_keys_of(set->stream, seed);
		return true;
	}
	if (set->read.starts)
		count = keyset_digest(&set->read, hash, room, times, &d->collisions);
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
		keys[i] = d->keys ? d->keys[permute(&d->order, d->half + first + i)]
		                  : stream_absent(&d->stream, first + i);
}

uint32_t
key_draw_times(const struct key_draw *d, size_t i)
{
	return d->times ? d->times[permute(&d->order, i)] : 1;
}
