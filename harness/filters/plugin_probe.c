/* SPDX-License-Identifier: MIT */
/* plugin_probe.c - a child loads a plug-in and writes its facts, or why it is not one, as JSON. */
#include "harness/filters/plugin.h"

#include <stdlib.h>
#include <string.h>

struct probe {
	const char *real;
};

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

static void
probe_body(FILE *out, void *context)
{
	const struct probe *probe = context;
	char why[PLUGIN_WHY];
	bool unfit;
	const struct cuckoobench_plugin *p = plugin_open(probe->real, why, &unfit);
	json_t *told = p ? plugin_facts(p) : json_pack("{sssb}", "why", why, "unfit", unfit);

	json_dumpf(told, out, JSON_COMPACT);
}

json_t *
plugin_ask(guard_body *body, void *context, char why[PLUGIN_WHY], bool *unfit)
{
	/* A plug-in needs a thousandth of these limits to report its facts. */
	const struct guard_limits limits = {.seconds = 10, .bytes = (size_t)1 << 30};
	struct guarded g = guard_run(body, context, &limits);
	json_t *told = g.end == GUARD_WHOLE ? json_loadb(g.text, g.length, 0, NULL) : NULL;

	*unfit = g.end == GUARD_UNMADE;
	if (g.end == GUARD_UNMADE)
		snprintf(why, PLUGIN_WHY, "%s", g.why);
	else if (!told)
		snprintf(why, PLUGIN_WHY, "cannot be loaded: the process that tried %s",
		         g.end == GUARD_WHOLE ? "said nothing" : g.why);
	free(g.text);
	if (json_object_get(told, "why")) {
		snprintf(why, PLUGIN_WHY, "%s", json_string_value(json_object_get(told, "why")));
		*unfit = json_is_true(json_object_get(told, "unfit"));
		json_decref(told);
		told = NULL;
	}
	return told;
}

json_t *
plugin_probe(const char *real, char why[PLUGIN_WHY], bool *unfit)
{
	struct probe probe = {.real = real};

	return plugin_ask(probe_body, &probe, why, unfit);
}
