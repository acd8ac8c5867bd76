/* SPDX-License-Identifier: MIT */
/* ab_object.c - OLD and NEW: whether a file is a library or a plug-in, which filters it has, and each filter in the
 * form that the measuring code needs. */
#include "harness/ab/ab.h"

#include "harness/base/memory.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

/* Loads the file. NULL, and the loader's reason. */
static void *
open_object(const char *real, struct failure *f)
{
	void *handle = dlopen(real, RTLD_NOW | RTLD_LOCAL);

	if (!handle)
		(void)plugin_open(real, f); /* it fails in the same way, and says why */
	return handle;
}

/* Copies the file to memory and names that copy, which lives as long as the process. Processes that map the file itself
 * share its pages: where these lie in the caches is then the same in all of them, and another for each file. Where
 * there is no such memory, the file itself will do. */
static void
copy_object(struct ab_object *o)
{
	const int from = open(o->file.real, O_RDONLY | O_CLOEXEC), to = memfd_create("ab", MFD_CLOEXEC);
	char name[32];
	ssize_t got = -1;

	while (from >= 0 && to >= 0 && (got = sendfile(to, from, NULL, 1 << 30)) > 0)
		;
	snprintf(name, sizeof name, "/proc/self/fd/%d", to);
	if (got == 0 && stat(name, &o->file.stat) == 0) {
		o->file.real = strdup(name); /* the parent's stays as it is: this is a child */
		memory_needed(o->file.real); /* dlopen(NULL) would be this program */
	}
	if (from >= 0)
		close(from);
}

bool
ab_object_load(struct ab_object *o, struct failure *f)
{
	void *handle;

	if (plugin_file_changed(&o->file, f))
		return false;
	copy_object(o);
	handle = open_object(o->file.real, f);
	return handle && (!o->is_library || ab_library_of(handle, &o->library, f));
}

/* --- in a child: what is it? ------------------------------------------------------------------------------------- */

static json_t *
library_facts(const struct ab_library *library)
{
	json_t *filters = json_array();
	const char *name;

	for (size_t i = 0; (name = library->name(i)); i++)
		json_array_append_new(filters,
		                      json_pack("{sssI}", "name", name, "caps", (json_int_t)library->caps(name)));
	return json_pack("{sssbso}", "version", library->version(), "library", true, "filters", filters);
}

struct look {
	const char *real;
	const struct ab_object *other; /* loaded first, so that shared symbols show; or NULL */
};

static json_t *
look_at(const struct look *l, struct failure *f)
{
	void *handle = l->other ? open_object(l->other->file.real, f) : NULL;
	const struct cuckoobench_plugin *plugin;
	struct ab_library library;

	handle = open_object(l->real, f);
	if (!handle || !ab_symbols_are_own(handle, f))
		return plugin_refusal(f);
	if (dlsym(handle, "cuckoobench_abi"))
		return ab_library_of(handle, &library, f) ? library_facts(&library) : plugin_refusal(f);
	if (!dlsym(handle, "cuckoobench_plugin")) {
		(void)failed(f, STATUS_USAGE,
		             "neither a library of this project, with cuckoobench_abi(), nor a plug-in, with "
		             "cuckoobench_plugin()");
		return plugin_refusal(f);
	}
	plugin = plugin_open(l->real, f);
	return plugin ? plugin_facts(plugin) : plugin_refusal(f);
}

static void
look_body(FILE *out, void *context)
{
	struct failure f;
	json_t *told = look_at(context, &f);

	if (!told) {
		(void)failed(&f, STATUS_USAGE, "it names something that is no text");
		told = plugin_refusal(&f);
	}
	json_dumpf(told, out, JSON_COMPACT);
}

/* --- in the program ----------------------------------------------------------------------------------------------- */

int
ab_object_look(struct ab_object *o, const char *path, const struct ab_object *other, struct failure *f)
{
	const char *in_the_way = plugin_file_look(&o->file, path);
	struct look look = {o->file.real, other};
	json_t *told, *facts;
	size_t i;

	if (in_the_way)
		return failed(f, STATUS_USAGE, "ab: %s: %s", path, in_the_way);
	told = plugin_ask(look_body, &look, f);
	if (!told)
		return failed(f, f->status, "ab: %s: %s", path, f->text);
	snprintf(o->file.version, sizeof o->file.version, "%s", json_string_value(json_object_get(told, "version")));
	o->is_library = json_is_true(json_object_get(told, "library"));
	o->filters = json_object();
	json_array_foreach(json_object_get(told, "filters"), i, facts)
	{
		json_object_set_new(facts, "index", json_integer((json_int_t)i));
		json_object_set(o->filters, json_string_value(json_object_get(facts, "name")), facts);
	}
	json_decref(told);
	return STATUS_DONE;
}

void
ab_object_free(struct ab_object *o)
{
	json_decref(o->filters);
	free(o->file.real);
}

void
ab_object_filter(const struct ab_object *o, const char *name, struct ab_filter *to)
{
	const json_t *facts = json_object_get(o->filters, name);
	const struct filter_ops *known = filter_find(name);

	*to = (struct ab_filter){.library = o->is_library ? &o->library : NULL};
	if (!o->is_library) {
		plugin_filter_fill(&to->base, (struct plugin_file *)(uintptr_t)&o->file,
		                   (size_t)json_integer_value(json_object_get(facts, "index")), facts);
		return;
	}
	snprintf(to->base.name, sizeof to->base.name, "%s", name);
	to->is_known = known != NULL;
	to->base.ops.caps = (unsigned)json_integer_value(json_object_get(facts, "caps"));
	if (known) {
		to->base.ops.facts = known->facts;
		to->base.ops.batch = known->batch;
	}
	ab_library_filter(to);
}
