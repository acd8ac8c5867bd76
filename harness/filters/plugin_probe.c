/* SPDX-License-Identifier: MIT */
/* plugin_probe.c - a child loads a plug-in and writes its facts, or why it is not one, as JSON. */
#include "harness/filters/plugin.h"

#include <stdlib.h>
#include <string.h>

static json_t *
plugin_probe_describe(const struct cuckoobench_plugin_filter *f)
{
	return json_pack("{sssssssIsIsfs[ffff]sb}", "name", f->name, "title", f->title ? f->title : f->name, "about",
	                 f->about, "caps", (json_int_t)f->caps, "batch", (json_int_t)f->batch, "bits_per_item",
	                 f->bits_per_item, "lines", f->lines_absent, f->lines_present, f->lines_insert, f->lines_remove,
	                 "saves", f->save != NULL);
}

json_t *
plugin_facts(const struct cuckoobench_plugin *p)
{
	json_t *filters = json_array();

	for (uint32_t i = 0; i < p->count; i++)
		json_array_append_new(filters, plugin_probe_describe(p->filters[i]));
	return json_pack("{ssso}", "version", p->version ? p->version : "", "filters", filters);
}

json_t *
plugin_refusal(const struct failure *f)
{
	return json_pack("{sssi}", "why", f->text, "status", f->status);
}

static void
probe_body(FILE *out, void *context)
{
	struct failure f;
	const struct cuckoobench_plugin *p = plugin_open(context, &f);

	json_dumpf(p ? plugin_facts(p) : plugin_refusal(&f), out, JSON_COMPACT);
}

json_t *
plugin_ask(guard_body *body, void *context, struct failure *f)
{
	/* A plug-in needs a thousandth of these limits to report its facts. */
	const struct guard_limits limits = {.seconds = 10, .bytes = (size_t)1 << 30};
	struct guard g = guard_run(body, context, &limits);
	json_t *told = g.end == GUARD_WHOLE ? json_loadb(g.text, g.length, 0, NULL) : NULL;
	const json_t *why = json_object_get(told, "why");
	bool unfit;

	if (g.end == GUARD_UNMADE)
		(void)failed(f, STATUS_UNFIT, "%s", g.why);
	else if (!told)
		(void)failed(f, STATUS_USAGE, "cannot be loaded: the process that tried %s",
		             g.end == GUARD_WHOLE ? "said nothing" : g.why);
	free(g.text);
	if (!why)
		return told;
	unfit = json_integer_value(json_object_get(told, "status")) == STATUS_UNFIT;
	(void)failed(f, unfit ? STATUS_UNFIT : STATUS_USAGE, "%s", json_string_value(why));
	json_decref(told);
	return NULL;
}

json_t *
plugin_probe(const char *real, struct failure *f)
{
	return plugin_ask(probe_body, (void *)(uintptr_t)real, f);
}
