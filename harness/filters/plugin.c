/* SPDX-License-Identifier: MIT */
/* plugin.c - see plugin.h: which plug-ins there are, and their facts. */
#include "harness/filters/plugin.h"

#include "harness/filters/series.h"

#include <errno.h>
#include <string.h>

static struct plugin_file files[2 * FILTERS_ADDED]; /* those of the command line, and those of manifests */
static struct plugin_filter filters[FILTERS_ADDED];
static size_t files_known, filters_known;

const struct plugin_filter *
plugin_of(const struct filter_ops *ops)
{
	for (size_t i = 0; i < filters_known; i++)
		if (&filters[i].ops == ops)
			return &filters[i];
	return NULL;
}

const struct plugin_filter *
plugin_at(size_t i)
{
	return i < filters_known ? &filters[i] : NULL;
}

/* --- from facts to a filter of the registry ----------------------------------------------------------------------- */

static void
copy_text(char *to, size_t room, const json_t *facts, const char *key)
{
	const char *text = json_string_value(json_object_get(facts, key));

	snprintf(to, room, "%s", text ? text : "");
}

/* A filter has the name or the title already. */
static int
taken(const char *what, const struct filter_ops *by, struct failure *f)
{
	const struct plugin_filter *other = plugin_of(by);

	return failed(f, STATUS_USAGE, "its %s is taken by a filter of %s", what,
	              other && other->file->real ? other->file->path : "the suite");
}

static double
number_at(const json_t *array, size_t i)
{
	return json_number_value(json_array_get(array, i));
}

void
plugin_filter_fill(struct plugin_filter *f, struct plugin_file *file, size_t index, const json_t *facts)
{
	const json_t *lines = json_object_get(facts, "lines");

	*f = (struct plugin_filter){.file = file, .index = index};
	copy_text(f->name, sizeof f->name, facts, "name");
	copy_text(f->title, sizeof f->title, facts, "title");
	copy_text(f->about, sizeof f->about, facts, "about");
	f->ops.facts.bits_per_item = json_number_value(json_object_get(facts, "bits_per_item"));
	f->ops.facts.lines = (struct filter_lines){number_at(lines, 0), number_at(lines, 1), number_at(lines, 2),
	                                           number_at(lines, 3)};
	f->ops.caps = (unsigned)json_integer_value(json_object_get(facts, "caps"));
	f->ops.batch = (unsigned)json_integer_value(json_object_get(facts, "batch"));
	plugin_proxy_fill(f);
	if (!json_is_true(json_object_get(facts, "saves")))
		f->ops.save = NULL, f->ops.load = NULL;
}

/* Adds a filter with these facts to the registry. */
static int
add_filter(struct plugin_file *file, const json_t *facts, struct failure *failure)
{
	struct plugin_filter *f = &filters[filters_known];

	if (filters_known == FILTERS_ADDED)
		return failed(failure, STATUS_USAGE, "more filters of plug-ins than 16");
	plugin_filter_fill(f, file, file->filters, facts);
	if (filter_find(f->name))
		return taken("name", filter_find(f->name), failure);
	if (series_owner(f->name))
		return failed(failure, STATUS_USAGE, "its name is taken by %s", series_owner(f->name));
	if (series_has_title(f->title))
		return failed(failure, STATUS_USAGE, "its title is taken by a series of the suite");
	for (size_t i = 0; filter_all[i]; i++)
		if (strcmp(filter_all[i]->title, f->title) == 0)
			return taken("title", filter_all[i], failure);
	if (!filter_add(&f->ops))
		return failed(failure, STATUS_USAGE, "too many filters");
	filters_known++;
	file->filters++;
	return STATUS_DONE;
}

/* --- the command line --------------------------------------------------------------------------------------------- */

const char *
plugin_file_look(struct plugin_file *file, const char *path)
{
	*file = (struct plugin_file){.path = path, .real = realpath(path, NULL)};
	if (!file->real || stat(file->real, &file->stat) != 0)
		return strerror(errno);
	if (!S_ISREG(file->stat.st_mode))
		return "not a file";
	return SHA256File(file->real, file->sha256) ? NULL : strerror(errno);
}

static int
load(const char *path, struct failure *f)
{
	struct plugin_file *file = &files[files_known];
	const char *in_the_way = plugin_file_look(file, path);
	json_t *told, *facts;
	int status = STATUS_DONE;
	size_t i;

	if (in_the_way)
		return failed(f, STATUS_USAGE, "--plugin %s: %s", path, in_the_way);
	for (i = 0; i < files_known; i++)
		if (files[i].stat.st_dev == file->stat.st_dev && files[i].stat.st_ino == file->stat.st_ino)
			return failed(f, STATUS_USAGE, "--plugin %s: given twice", path);
	told = plugin_probe(file->real, f);
	if (!told)
		return failed(f, f->status, "--plugin %s: %s", path, f->text);
	copy_text(file->version, sizeof file->version, told, "version");
	files_known++;
	json_array_foreach(json_object_get(told, "filters"), i, facts)
	{
		status = add_filter(file, facts, f);
		if (status != STATUS_DONE) {
			const char *name = json_string_value(json_object_get(facts, "name"));

			(void)failed(f, status, "--plugin %s: %s: %s", path, name, f->text);
			break;
		}
	}
	json_decref(told);
	return status;
}

int
plugins_load(const char *const *paths, size_t n, struct failure *f)
{
	int status = STATUS_DONE;

	for (size_t i = 0; i < n && status == STATUS_DONE; i++)
		status = load(paths[i], f);
	return status;
}

/* --- the manifest ------------------------------------------------------------------------------------------------- */

static json_t *
filter_json(const struct plugin_filter *f)
{
	const struct filter_lines *l = &f->ops.facts.lines;
	json_t *lines = json_pack("[ffff]", l->absent, l->present, l->insert, l->remove);
	json_t *file = json_string(f->file->path);

	return json_pack("{sososssssssIsIsfsosb}", "file", file ? file : json_null() /* the name is not UTF-8 */,
	                 "sha256", json_string(f->file->sha256), "version", f->file->version, "title", f->title,
	                 "about", f->about, "caps", (json_int_t)f->ops.caps, "batch", (json_int_t)f->ops.batch,
	                 "bits_per_item", f->ops.facts.bits_per_item, "lines", lines, "saves", f->ops.save != NULL);
}

json_t *
plugins_json(void)
{
	json_t *all = json_object();

	for (size_t i = 0; i < filters_known; i++)
		if (filters[i].file->real)
			json_object_set_new(all, filters[i].name, filter_json(&filters[i]));
	return all;
}

void
plugins_remember(const json_t *all)
{
	const char *name;
	json_t *facts;

	json_object_foreach((json_t *)(uintptr_t)all, name, facts)
	{
		struct plugin_file *file = &files[files_known];
		const char *text = json_string_value(json_object_get(facts, "file"));
		struct failure ignored;
		json_t *named;

		if (filter_find(name) || files_known == sizeof files / sizeof *files)
			continue; /* the command line gave the file, or another run's manifest had it */
		*file = (struct plugin_file){.path = strdup(text ? text : "")};
		copy_text(file->sha256, sizeof file->sha256, facts, "sha256");
		copy_text(file->version, sizeof file->version, facts, "version");
		named = json_copy(facts);
		json_object_set_new(named, "name", json_string(name));
		files_known += add_filter(file, named, &ignored) == STATUS_DONE;
		json_decref(named);
	}
}
