/* SPDX-License-Identifier: MIT */
/* ab_object.c - OLD and NEW: whether a file is a library or a plug-in, which filters it has, and each filter in the
 * form that the measuring code needs. */
#include "harness/ab/ab.h"

#include "harness/base/status.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* Loads the file. NULL, and *why with the loader's reason. */
static void *
open_object(const char *real, char why[AB_WHY], bool *unfit)
{
	void *handle = dlopen(real, RTLD_NOW | RTLD_LOCAL);

	*unfit = false;
	if (!handle)
		plugin_open(real, why, unfit); /* it fails in the same way, and sets *why */
	return handle;
}

bool
ab_object_load(struct ab_object *o, char why[AB_WHY])
{
	bool unfit;
	void *handle = open_object(o->file.real, why, &unfit);

	return handle && (!o->is_library || ab_library_of(handle, &o->library, why));
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
refusal(const char *why, bool unfit)
{
	return json_pack("{sssb}", "why", why, "unfit", unfit);
}

static json_t *
look_at(const struct look *l)
{
	char why[AB_WHY];
	bool unfit;
	void *handle = l->other ? open_object(l->other->file.real, why, &unfit) : NULL;
	const struct cuckoobench_plugin *plugin;
	struct ab_library library;

	handle = open_object(l->real, why, &unfit);
	if (!handle || !ab_symbols_are_own(handle, why))
		return refusal(why, unfit);
	if (dlsym(handle, "cuckoobench_abi"))
		return ab_library_of(handle, &library, why) ? library_facts(&library) : refusal(why, false);
	if (!dlsym(handle, "cuckoobench_plugin"))
		return refusal("neither a library of this project, with cuckoobench_abi(), nor a plug-in, with "
		               "cuckoobench_plugin()",
		               false);
	plugin = plugin_open(l->real, why, &unfit);
	return plugin ? plugin_facts(plugin) : refusal(why, unfit);
}

static void
look_body(FILE *out, void *context)
{
	json_t *told = look_at(context);

	json_dumpf(told ? told : refusal("it names something that is no text", false), out, JSON_COMPACT);
}

/* --- in the program ----------------------------------------------------------------------------------------------- */

static int
ab_object_refuse(const char *path, int status, const char *why)
{
	fprintf(stderr, "cuckoobench: ab: %s: %s\n", path, why);
	return status;
}

int
ab_object_look(struct ab_object *o, const char *path, const struct ab_object *other)
{
	const char *in_the_way = plugin_file_look(&o->file, path);
	struct look look = {o->file.real, other};
	char why[AB_WHY];
	json_t *told, *facts;
	bool unfit;
	size_t i;

	if (in_the_way)
		return ab_object_refuse(path, STATUS_USAGE, in_the_way);
	told = plugin_ask(look_body, &look, why, &unfit);
	if (!told)
		return ab_object_refuse(path, unfit ? STATUS_UNFIT : STATUS_USAGE, why);
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
